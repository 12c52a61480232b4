//! The match that is wanted: who plays, which variant, how many rounds.
