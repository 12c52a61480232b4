//! The ways from the first screens to the others.

use numberline_table::{Record, Wanted};

use crate::Unfinished;
use crate::archive::Archive;
use crate::play::Play;
use crate::screen::{Context, Step};
use crate::study::Study;

/// Begins a match, in the place of the screen where it was set up.
pub(crate) fn play(wanted: Wanted, context: &mut Context<'_>) -> Result<Step, String> {
    let (play, effect) = Play::begin(wanted, context)?;
    Ok(Step::replace(play).with(effect))
}

/// Goes on with a match.
pub(crate) fn resume(unfinished: &Unfinished, context: &mut Context<'_>) -> Result<Step, String> {
    let (play, effect) = Play::resume(unfinished, context)?;
    Ok(Step::open(play).with(effect))
}

/// The finished games.
pub(crate) fn history(context: &mut Context<'_>) -> Step {
    let (archive, effect) = Archive::new(context);
    Step::open(archive).with(effect)
}

/// A match looked at again.
pub(crate) fn study(record: Record, context: &mut Context<'_>) -> Step {
    let (study, effect) = Study::of_record(record, context);
    Step::open(study).with(effect)
}
