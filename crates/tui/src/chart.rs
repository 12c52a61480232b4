//! The value of a match from ply to ply, as a picture.
