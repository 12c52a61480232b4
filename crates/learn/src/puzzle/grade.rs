//! How hard a puzzle is, measured: the levels and the players with a belief all try it, and the grade is the rating at which
//! that many of them would solve it.

use numberline_rules::Seat;
use numberline_table::{AnyMatch, Dice, Player, Sight, Skill};
use skillratings::elo::{EloRating, expected_score};

/// How often each level tries.
const TRIES: u64 = 24;
/// What the levels are taken to be rated, the weakest first, and the players with a belief.
const LEVELS: [f64; 4] = [700.0, 1000.0, 1300.0, 1600.0];
const BELIEVER: f64 = 1000.0;
/// A puzzle that all solve, or none, still gets a finite grade.
const PRIOR: [(f64, f64); 2] = [(1200.0, 1.0), (1200.0, 0.0)];
const RANGE: (f64, f64) = (400.0, 2600.0);

/// The grade of a position with one right answer.
pub(super) fn measure(at: &dyn AnyMatch, seat: Seat, answer: &str, sight: &Sight) -> Option<u16> {
    let moves = at.moves(seat, 10_000);
    let right = moves.iter().position(|text| text == answer)?;
    let mut results: Vec<(f64, f64)> = PRIOR.to_vec();
    for player in Player::all_of(at.info().slug) {
        match player {
            Player::Computer(Skill::Perfect) => {}
            Player::Computer(skill @ Skill::Level(level)) => {
                let rating = LEVELS.get(usize::from(level.number()).saturating_sub(1))?;
                let mut dice = Dice::new(u64::from(level.number()), 1);
                let mut solved = 0.0;
                for _ in 0..TRIES {
                    let chosen = match sight {
                        Sight::One(seen) => skill.choose(seen, &mut dice),
                        Sight::Both { weights, .. } => {
                            skill.choose_from_mix(seat.of::<Vec<_>>(weights), &mut dice)
                        }
                        Sight::Over | Sight::Best(_) => return None,
                    };
                    if chosen == Some(right) {
                        solved += 1.0 / TRIES as f64;
                    }
                }
                results.push((*rating, solved));
            }
            Player::Named(named) => {
                let chosen = named.rule(at.info().slug)?.choose(at, seat).map(|(text, _)| text);
                let solved = if chosen.as_deref() == Some(answer) { 1.0 } else { 0.0 };
                results.push((BELIEVER, solved));
            }
        }
    }
    Some(fitted(&results))
}

/// The grade under which the expected number of solutions is the actual one.
fn fitted(results: &[(f64, f64)]) -> u16 {
    let solved: f64 = results.iter().map(|(_, solved)| solved).sum();
    let (mut low, mut high) = RANGE;
    for _ in 0..24 {
        let middle = f64::midpoint(low, high);
        let expected = |rating: f64| expected_score(&EloRating { rating }, &EloRating { rating: middle }).0;
        let sum: f64 = results.iter().map(|(rating, _)| expected(*rating)).sum();
        // The harder the puzzle, the fewer solutions are expected.
        if sum > solved { low = middle } else { high = middle }
    }
    // Rounded so coarsely that no machine's last digit matters.
    ((low / 10.0).round() * 10.0) as u16
}
