//! The ways from the first screens to the others.

use crate::Unfinished;
use crate::archive::Archive;
use crate::screen::{Context, Step};
use crate::setup::Wanted;

/// Begins a match.
pub(crate) fn play(_wanted: Wanted, _context: &mut Context<'_>) -> Result<Step, String> {
    Err("not yet".to_owned())
}

/// Goes on with a match.
pub(crate) fn resume(_unfinished: &Unfinished, _context: &mut Context<'_>) -> Result<Step, String> {
    Err("not yet".to_owned())
}

/// The finished games.
pub(crate) fn history(context: &mut Context<'_>) -> Step {
    let (archive, effect) = Archive::new(context);
    Step::open(archive).with(effect)
}
