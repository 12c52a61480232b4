//! What a person likes, to be changed.
