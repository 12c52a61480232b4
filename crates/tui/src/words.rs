//! Small texts that several screens show.

use numberline_rules::Seat;
use numberline_table::{Ending, Name, Verdict};

/// How a match ended, in a sentence.
pub(crate) fn ending(ending: Ending, names: &[Name; 2]) -> String {
    let name = |seat: Seat| seat.of(names);
    match ending {
        Ending::Won(winner) => format!("{} wins!", name(winner)),
        Ending::Resigned { winner } => format!("{} resigns. {} wins!", name(winner.other()), name(winner)),
        Ending::Forfeited { winner } => {
            format!("{} has no attempt left. {} wins!", name(winner.other()), name(winner))
        }
        Ending::DrawAgreed => "The players agree on a draw.".to_owned(),
        Ending::TurnLimit => "The turn limit is reached: a draw.".to_owned(),
    }
}

/// `W in 3`, `D`, `L`: never a colour alone.
pub(crate) fn verdict(verdict: Verdict) -> String {
    match verdict.remoteness {
        Some(plies) => format!("{} in {plies}", verdict.outcome.letter()),
        None => verdict.outcome.letter().to_string(),
    }
}
