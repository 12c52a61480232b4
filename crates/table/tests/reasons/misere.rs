//! Where the last move loses: how many moves are left, and what the moves of a line leave.

use numberline_rules::{Impartial, Seat, Turn};
use numberline_table::{Continuation, FreeRuns, Outcome, Reason, Then};

use super::plain::play;
use super::sums::Facts;
use super::wording::numbers;

/// The numbers of the runs in the sentence.
pub(crate) fn listed(FreeRuns(runs): &FreeRuns) -> Vec<u64> {
    if runs.len() <= FreeRuns::MOST {
        return runs.clone();
    }
    let mut lengths = runs.clone();
    lengths.sort_unstable();
    lengths.dedup();
    let times = |length: &u64| runs.iter().filter(|run| *run == length).count() as u64;
    let groups = lengths.iter().flat_map(|length| [times(length), *length]);
    std::iter::once(runs.len() as u64).chain(groups).collect()
}

/// Checks the claimed continuation, and returns the numbers in the sentence. That each move is the best, with its
/// distance, is checked for all games alike.
pub(crate) fn course_numbers<G: Impartial>(
    facts: &mut Facts<G>,
    place: &str,
    position: &G,
    course: &Continuation,
) -> Vec<u64> {
    let [fewest, most] = facts.of(position).moves;
    assert_eq!(matches!(course, Continuation::Fixed { .. }), fewest == most, "{place}: {course:?}");
    match course {
        Continuation::Fixed { moves } => {
            assert_eq!([*moves; 2], [fewest, most], "{place}");
            vec![*moves]
        }
        Continuation::Won { best, leaves, then } => {
            let next = play(position, mover(position), best);
            assert_eq!(leaves.0, next.runs().collect::<Vec<_>>(), "{place}");
            let said = [numbers(best), listed(leaves)].concat();
            let [fewest, most] = facts.of(&next).moves;
            match then {
                Then::Fixed { moves } => {
                    assert_eq!([*moves; 2], [fewest, most], "{place}");
                    [said, vec![*moves]].concat()
                }
                Then::Holds { defence, answer } => {
                    assert!(fewest < most, "{place}");
                    let said = if leaves.0.len() > FreeRuns::MOST { numbers(best) } else { said };
                    [said, numbers(defence), numbers(answer)].concat()
                }
            }
        }
        Continuation::Lost { defence, answer, leaves } => {
            let next = play(position, mover(position), defence);
            let last = play(&next, mover(&next), answer);
            assert_eq!(leaves.0, last.runs().collect::<Vec<_>>(), "{place}");
            [numbers(defence), numbers(answer), listed(leaves)].concat()
        }
    }
}

/// Where the number of moves is fixed, the sentence gives the last of them to the seat that loses.
pub(crate) fn check_last(place: &str, why: &Reason, course: &Continuation, own: Outcome) {
    let text = why.to_string();
    let fixed =
        matches!(course, Continuation::Fixed { .. } | Continuation::Won { then: Then::Fixed { .. }, .. });
    assert_eq!(text.contains("is yours."), fixed && own == Outcome::Lose, "{place}: {text}");
    assert_eq!(text.contains("is the opponent's."), fixed && own == Outcome::Win, "{place}: {text}");
    assert!(!text.contains("very reply"), "{place}: {text}");
}

fn mover<G: Impartial>(position: &G) -> Seat {
    let Turn::Of(mover) = position.turn() else { panic!("{position}: nobody is to move") };
    mover
}
