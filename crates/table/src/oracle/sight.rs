//! What a player can see of a position: what each move is worth, as numbers that fit every game.
//!
//! Moves have no names here; they are in the order in which the rules list them.

use numberline_rules::{Choices, Game, Seat, Turn};
use numberline_solver::{Fraction, SolveError};

use super::Knows;
use crate::{Judged, Known, Outcome, Verdict};

/// The value of a position that is not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// One seat moves: what it is worth to that seat.
    One(Verdict),
    /// Both seats act.
    Both {
        /// Player 1's exact chance of winning when both play perfectly.
        chance: Fraction,
        /// The optimal mix of each seat, in the order of its moves.
        weights: [Vec<Weight>; 2],
    },
}

/// A move where both seats act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// How often an optimal strategy plays it.
    pub probability: Fraction,
    /// How much of the seat's chance it gives away.
    pub regret: Fraction,
    /// Whether it wins in this very ply, whatever the other seat does.
    pub wins_at_once: bool,
    /// Whether it loses in this very ply if the other seat chooses well.
    pub can_lose_at_once: bool,
}

/// A move where one seat moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What it is worth to the seat that makes it.
    pub verdict: Verdict,
    /// How hard it makes the opponent's answer; more is harder: the number of losing replies, or else minus the number of
    /// winning ones.
    pub trick: i64,
}

impl Seen {
    /// The better move has the greater rank: first the outcome, then a fast win or a slow loss, then the trick.
    #[must_use]
    pub fn rank(&self) -> (Outcome, i64, i64) {
        let distance = i64::from(self.verdict.remoteness.unwrap_or(0));
        let distance = if self.verdict.outcome == Outcome::Win { -distance } else { distance };
        (self.verdict.outcome, distance, self.trick)
    }
}

/// What a player can see of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sight {
    /// The game is over.
    Over,
    /// Every move of the seat to move.
    One(Vec<Seen>),
    /// One seat moves, and has too many moves to examine; this is the best.
    Best(Box<Judged>),
    /// Every move of both seats.
    Both {
        /// Player 1's exact chance of winning when both play perfectly.
        chance: Fraction,
        /// Each seat's moves.
        weights: [Vec<Weight>; 2],
    },
}

/// Replies are counted only where moves and replies together stay below this.
pub(crate) const MOST_REPLIES: usize = 1_000_000;

/// Looks at every move of a position.
pub(crate) fn look<G: Game>(knows: &dyn Knows<G>, position: &G) -> Result<Sight, SolveError> {
    let mover = match position.turn() {
        Turn::Over { .. } => return Ok(Sight::Over),
        Turn::Both => {
            let Prospect::Both { chance, weights } = knows.worth(position)? else {
                return Err(SolveError::Unknown);
            };
            return Ok(Sight::Both { chance, weights: with_ends_at_once(position, weights) });
        }
        Turn::Of(mover) => mover,
    };
    let moves: Vec<G::Move> = position.moves(mover).take(Known::MOST + 1).collect();
    if moves.len() > Known::MOST {
        let best = knows.analyse(position)?.moves.best().cloned().ok_or(SolveError::Unknown)?;
        return Ok(Sight::Best(Box::new(best)));
    }
    let all: Vec<(G, Verdict)> = moves
        .iter()
        .map(|chosen| {
            let next = position.after(&Choices::Of(mover, *chosen));
            let verdict = verdict_for(knows, mover, &next)?;
            Ok((next, verdict))
        })
        .collect::<Result<_, SolveError>>()?;
    // Tricks decide only between moves that are otherwise equally good, so only those are examined.
    let plain = |verdict: &Verdict| Seen { verdict: *verdict, trick: 0 };
    let best = all.iter().map(|(_, verdict)| plain(verdict).rank()).max();
    let few = moves.len().saturating_mul(moves.len()) < MOST_REPLIES;
    all.iter()
        .map(|(next, verdict)| {
            let matters = few && verdict.outcome != Outcome::Win && Some(plain(verdict).rank()) == best;
            let trick = if matters { trick_of(knows, verdict.outcome, next)? } else { 0 };
            Ok(Seen { verdict: *verdict, trick })
        })
        .collect::<Result<_, SolveError>>()
        .map(Sight::One)
}

/// What a position that `seat` has just moved to is worth to it, that move counted.
fn verdict_for<G: Game>(knows: &dyn Knows<G>, seat: Seat, next: &G) -> Result<Verdict, SolveError> {
    let turn = next.turn();
    let worth = if turn.winner().is_some() { None } else { Some(knows.worth(next)?) };
    judge(seat, turn, worth.as_ref()).ok_or(SolveError::Unknown)
}

/// What a move of `seat` is worth to it that leads to a position with this turn and worth.
pub(crate) fn judge(seat: Seat, next: Turn, worth: Option<&Prospect>) -> Option<Verdict> {
    match (next, worth) {
        (Turn::Over { winner }, _) => {
            let outcome = if winner == seat { Outcome::Win } else { Outcome::Lose };
            Some(Verdict { outcome, remoteness: Some(1) })
        }
        (Turn::Of(mover), Some(Prospect::One(verdict))) => {
            let outcome = if mover == seat { verdict.outcome } else { verdict.outcome.for_the_other() };
            Some(Verdict { outcome, remoteness: verdict.remoteness.map(|plies| plies.saturating_add(1)) })
        }
        _ => None,
    }
}

/// How many replies go wrong where the game is a draw, or how few punish where it is lost.
fn trick_of<G: Game>(knows: &dyn Knows<G>, outcome: Outcome, next: &G) -> Result<i64, SolveError> {
    let Turn::Of(opponent) = next.turn() else { return Ok(0) };
    let mut trick = 0;
    for reply in next.moves(opponent) {
        let verdict = verdict_for(knows, opponent, &next.after(&Choices::Of(opponent, reply)))?;
        trick += trick_of_reply(outcome, verdict.outcome);
    }
    Ok(trick)
}

/// What one reply adds to the trick of a move.
pub(crate) fn trick_of_reply(outcome: Outcome, reply: Outcome) -> i64 {
    match (outcome, reply) {
        (Outcome::Draw, Outcome::Lose) => 1,
        (Outcome::Lose, Outcome::Win) => -1,
        _ => 0,
    }
}

/// Marks the moves that end the game in this very ply: a win whatever the other seat does, or a loss if it chooses so.
pub(crate) fn with_ends_at_once<G: Game>(position: &G, mut weights: [Vec<Weight>; 2]) -> [Vec<Weight>; 2] {
    for seat in Seat::BOTH {
        for (weight, own) in seat.of_mut(&mut weights).iter_mut().zip(position.moves(seat)) {
            let winners = position.moves(seat.other()).map(|other| {
                let choices =
                    if seat == Seat::One { Choices::Both(own, other) } else { Choices::Both(other, own) };
                position.after(&choices).turn().winner()
            });
            weight.wins_at_once = true;
            for winner in winners {
                weight.wins_at_once &= winner == Some(seat);
                weight.can_lose_at_once |= winner == Some(seat.other());
            }
        }
    }
    weights
}

/// The places of the moves that a perfect player chooses from, all equally likely. Where nothing can be forced, those are
/// all that keep it so, and each appears once more for every way it lets the opponent go wrong: a player who always
/// set the same trap would go round in circles with an opponent that avoids it.
pub(crate) fn best_of(seen: &[Seen]) -> Vec<usize> {
    const MOST_TRICKS: i64 = 8;
    let best = seen.iter().map(Seen::rank).max();
    let mut places = Vec::new();
    for (place, seen) in seen.iter().enumerate() {
        let is_draw = seen.verdict.outcome == Outcome::Draw;
        if is_draw && best.is_some_and(|(outcome, ..)| outcome == Outcome::Draw) {
            places.extend((0..=seen.trick.min(MOST_TRICKS)).map(|_| place));
        } else if Some(seen.rank()) == best {
            places.push(place);
        }
    }
    places
}
