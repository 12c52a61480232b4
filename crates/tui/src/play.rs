//! A match being played.
