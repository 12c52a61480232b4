//! Matches played through by keys, by typing and by mouse, and how they look on the way.
