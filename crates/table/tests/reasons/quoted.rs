//! Every move that a sentence quotes is best where it would be made: it keeps the value and the distance that the verdict
//! beside the sentence states.

use numberline_rules::{Sequential, Turn};
use numberline_table::{
    Continuation, Doom, ForcedReason, Outcome, RaceReason, Reason, SquareReason, SumReason,
};
use numberline_table::{MisereReason, Then, Verdict};

use super::plain::play;

/// The moves that a sentence quotes, in the order in which they would be played.
pub(crate) fn quoted(reason: &Reason) -> Vec<String> {
    let texts = |moves: &[&String]| moves.iter().map(|text| (*text).clone()).collect::<Vec<_>>();
    match reason {
        Reason::Sum(SumReason::Leaves { reply, .. }) => reply.iter().cloned().collect(),
        Reason::Misere(MisereReason::Faces { course, .. } | MisereReason::Leaves { course, .. }) => {
            match course {
                Continuation::Fixed { .. } => vec![],
                Continuation::Won { best, then: Then::Fixed { .. }, .. } => texts(&[best]),
                Continuation::Won { best, then: Then::Holds { defence, answer }, .. } => {
                    texts(&[best, defence, answer])
                }
                Continuation::Lost { defence, answer, .. } => texts(&[defence, answer]),
            }
        }
        Reason::Square(SquareReason::Won { best: first, doom, .. })
        | Reason::Square(SquareReason::Loses { reply: first, doom, .. }) => {
            [texts(&[first]), held(doom)].concat()
        }
        Reason::Square(SquareReason::Lost { doom, .. } | SquareReason::Wins { doom, .. }) => held(doom),
        Reason::Race(RaceReason::InReach { distance: step } | RaceReason::CanTrap { step, .. }) => {
            vec![step.to_string()]
        }
        Reason::Race(RaceReason::Exposed { reply, .. } | RaceReason::LetsTrap { reply, .. }) => {
            vec![reply.to_string()]
        }
        Reason::Forced(
            ForcedReason::Won { best: first, .. }
            | ForcedReason::Endless { best: first }
            | ForcedReason::Passes { best: first }
            | ForcedReason::Loses { reply: first }
            | ForcedReason::GoesOn { reply: first },
        ) => texts(&[first]),
        Reason::Over { .. }
        | Reason::Sum(_)
        | Reason::Misere(_)
        | Reason::Square(_)
        | Reason::Race(_)
        | Reason::Forced(_)
        | Reason::Card(_) => vec![],
    }
}

fn held(doom: &Doom) -> Vec<String> {
    match doom {
        Doom::Stuck | Doom::Ends { .. } => vec![],
        Doom::Holds { defence, answer, .. } => vec![defence.clone(), answer.clone()],
    }
}

/// Plays what a sentence about a position quotes, and checks each of the moves against the value of the position before
/// it for its mover. `worth` is that of a position to the seat to move, or to the winner if the game is over.
pub(crate) fn check_quoted<G: Sequential>(
    place: &str,
    position: &G,
    reason: &Reason,
    worth: &mut dyn FnMut(&G) -> Verdict,
) {
    let mut here = position.clone();
    for text in quoted(reason) {
        let Turn::Of(mover) = here.turn() else { panic!("{place}: {reason}: nobody plays {text}") };
        let before = worth(&here);
        here = play(&here, mover, &text);
        let after = match here.turn() {
            Turn::Over { winner } => {
                let outcome = if winner == mover { Outcome::Win } else { Outcome::Lose };
                Verdict { outcome, remoteness: Some(1) }
            }
            Turn::Of(next) => {
                let Verdict { outcome, remoteness } = worth(&here);
                let outcome = if next == mover { outcome } else { outcome.for_the_other() };
                Verdict { outcome, remoteness: remoteness.map(|plies| plies + 1) }
            }
            Turn::Both => panic!("{place}: one seat at a time"),
        };
        assert_eq!(after, before, "{place}: {reason}: {text}");
    }
}
