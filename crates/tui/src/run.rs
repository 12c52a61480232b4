//! The program on a real terminal: what the app wants is done here, and what happens is told to it.
