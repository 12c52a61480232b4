//! Texts to read: the rules of a game.
