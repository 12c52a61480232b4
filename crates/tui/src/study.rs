//! A match looked at again: step through it, branch off, see what each move was worth.

#[cfg(test)]
pub(crate) mod trial;
