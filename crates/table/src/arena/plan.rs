//! A solved game as one table of numbers, so that a ply of the arena is a few memory reads.
//!
//! Positions are numbered; of those that differ only in what no longer matters (see [`Game::canonical`]) there is one.

use std::any::Any;
use std::collections::HashMap;

use numberline_rules::{Choices, Game, Seat, Turn};
use numberline_solver::{Fraction, Progress, SolveError};

use crate::oracle::{Knows, judge, trick_of_reply, with_ends_at_once};
use crate::player::Rule;
use crate::{AnyRule, Outcome, Prospect, Seen, Sight, Verdict};

/// The most positions that a plan holds.
pub(crate) const MOST_PLANNED: u64 = 1_000_000;

/// The most plies between them, so that a plan stays within a gigabyte.
const MOST_PLIES: u64 = 1 << 24;

/// Regrets are kept in billionths of a won game.
pub(crate) const WHOLE: u32 = 1_000_000_000;

/// A solved game as a table.
pub(crate) struct Plan {
    pub(crate) nodes: Vec<Node>,
    /// What follows from each position, in the order of the moves; where both act, Player 2's run faster.
    pub(crate) followers: Vec<u32>,
    /// What each move of each seat gives away, in billionths.
    pub(crate) regrets: Vec<u32>,
    pub(crate) sights: Vec<Sight>,
    /// For each rule the place of its move in each position, by seat.
    pub(crate) ruled: Vec<Vec<[u32; 2]>>,
}

/// One position.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) turn: Turn,
    /// Where its followers begin.
    pub(crate) followers: u32,
    /// How many moves Player 2 has where both act, else 1.
    pub(crate) columns: u32,
    /// Where each seat's regrets begin.
    pub(crate) regrets: [u32; 2],
}

impl Plan {
    /// Visits everything that can come up from the start.
    pub(crate) fn new<G: Game>(
        start: &G,
        knows: &dyn Knows<G>,
        rules: &[&'static dyn AnyRule],
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let rules: Vec<&Rule<G>> =
            rules.iter().filter_map(|rule| (*rule as &dyn Any).downcast_ref()).collect();
        let mut plan = Self {
            nodes: Vec::new(),
            followers: Vec::new(),
            regrets: Vec::new(),
            sights: Vec::new(),
            ruled: vec![Vec::new(); rules.len()],
        };
        let mut numbers = HashMap::from([(start.clone().canonical(), 0_u32)]);
        let mut positions = vec![start.clone().canonical()];
        let mut worths: Vec<Option<Prospect>> = Vec::new();
        let mut done = 0;
        while let Some(position) = positions.get(done).cloned() {
            if progress.step(done as u64, positions.len() as u64).is_break() {
                return Err(SolveError::Stopped);
            }
            if plan.followers.len() as u64 > MOST_PLIES {
                return Err(SolveError::TooManyPlies { most: MOST_PLIES });
            }
            let turn = position.turn();
            let moves = Seat::BOTH.map(|seat| position.moves(seat).collect::<Vec<_>>());
            let columns = if turn == Turn::Both { moves[1].len() as u32 } else { 1 };
            plan.nodes.push(Node { turn, followers: plan.followers.len() as u32, columns, regrets: [0, 0] });
            for choices in plies(turn, &moves) {
                let next = position.after(&choices).canonical();
                let number = match numbers.get(&next) {
                    Some(number) => *number,
                    None if positions.len() as u64 >= MOST_PLANNED => {
                        return Err(SolveError::TooManyPositions { estimate: None, most: MOST_PLANNED });
                    }
                    None => {
                        let fresh = positions.len() as u32;
                        numbers.insert(next.clone(), fresh);
                        positions.push(next);
                        fresh
                    }
                };
                plan.followers.push(number);
            }
            worths.push(match turn {
                Turn::Over { .. } => None,
                Turn::Of(_) => Some(knows.worth(&position)?),
                Turn::Both => match knows.worth(&position)? {
                    Prospect::Both { chance, weights } => {
                        Some(Prospect::Both { chance, weights: with_ends_at_once(&position, weights) })
                    }
                    one @ Prospect::One(_) => Some(one),
                },
            });
            for (rule, ruled) in rules.iter().zip(&mut plan.ruled) {
                ruled.push(Seat::BOTH.map(|seat| {
                    let chosen = if turn.acts(seat) { rule.plays(&position, seat) } else { None };
                    let place = seat.of(&moves).iter().position(|listed| Some(*listed) == chosen);
                    place.unwrap_or(0) as u32
                }));
            }
            done += 1;
        }
        plan.weigh(&worths)?;
        Ok(plan)
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The followers of a position where one seat moves.
    fn next(&self, number: u32) -> &[u32] {
        let from = self.nodes.get(number as usize).map_or(0, |node| node.followers as usize);
        let until =
            self.nodes.get(number as usize + 1).map_or(self.followers.len(), |node| node.followers as usize);
        self.followers.get(from..until).unwrap_or_default()
    }

    /// Computes what each move is worth, now that all positions are known.
    fn weigh(&mut self, worths: &[Option<Prospect>]) -> Result<(), SolveError> {
        let tricks = self.tricks(worths)?;
        for number in 0..self.nodes.len() as u32 {
            let sight =
                match (self.nodes.get(number as usize).map(|node| node.turn), worths.get(number as usize)) {
                    (Some(Turn::Of(mover)), _) => Sight::One(self.seen(number, mover, worths, &tricks)?),
                    (Some(Turn::Both), Some(Some(Prospect::Both { chance, weights }))) => {
                        Sight::Both { chance: chance.clone(), weights: weights.clone() }
                    }
                    (Some(Turn::Over { .. }), _) => Sight::Over,
                    _ => return Err(SolveError::Unknown),
                };
            let at = self.regrets.len() as u32;
            let mut places = [at, at];
            match &sight {
                Sight::One(seen) => self.regrets.extend(regrets_of(seen)),
                Sight::Both { weights: [one, two], .. } => {
                    self.regrets.extend(one.iter().map(|weight| billionths(&weight.regret)));
                    places[1] = self.regrets.len() as u32;
                    self.regrets.extend(two.iter().map(|weight| billionths(&weight.regret)));
                }
                Sight::Over | Sight::Best(_) => {}
            }
            if let Some(node) = self.nodes.get_mut(number as usize) {
                node.regrets = places;
            }
            self.sights.push(sight);
        }
        Ok(())
    }

    /// What a move to the next position is worth to the seat that makes it.
    fn verdict(&self, seat: Seat, next: u32, worths: &[Option<Prospect>]) -> Result<Verdict, SolveError> {
        let turn = self.nodes.get(next as usize).map(|node| node.turn);
        let worth = worths.get(next as usize).and_then(Option::as_ref);
        turn.and_then(|turn| judge(seat, turn, worth)).ok_or(SolveError::Unknown)
    }

    /// How hard each position is to answer for the seat to move there, after a move that draws and after one that loses.
    fn tricks(&self, worths: &[Option<Prospect>]) -> Result<Vec<[i64; 2]>, SolveError> {
        let mut tricks = Vec::with_capacity(self.nodes.len());
        for (number, node) in (0..).zip(&self.nodes) {
            let mut sums = [0, 0];
            if let Turn::Of(mover) = node.turn {
                for reply in self.next(number) {
                    let reply = self.verdict(mover, *reply, worths)?.outcome;
                    let [after_draw, after_loss] = &mut sums;
                    *after_draw += trick_of_reply(Outcome::Draw, reply);
                    *after_loss += trick_of_reply(Outcome::Lose, reply);
                }
            }
            tricks.push(sums);
        }
        Ok(tricks)
    }

    fn seen(
        &self,
        number: u32,
        mover: Seat,
        worths: &[Option<Prospect>],
        tricks: &[[i64; 2]],
    ) -> Result<Vec<Seen>, SolveError> {
        let mut seen = Vec::new();
        for next in self.next(number) {
            seen.push(Seen { verdict: self.verdict(mover, *next, worths)?, trick: 0 });
        }
        let best = seen.iter().map(Seen::rank).max();
        for (seen, next) in seen.iter_mut().zip(self.next(number)) {
            let [after_draw, after_loss] = tricks.get(*next as usize).copied().unwrap_or_default();
            if Some(seen.rank()) == best {
                seen.trick = match seen.verdict.outcome {
                    Outcome::Win => 0,
                    Outcome::Draw => after_draw,
                    Outcome::Lose => after_loss,
                };
            }
        }
        Ok(seen)
    }
}

fn plies<M: Copy>(turn: Turn, moves: &[Vec<M>; 2]) -> Vec<Choices<M>> {
    let [one, two] = moves;
    match turn {
        Turn::Over { .. } => Vec::new(),
        Turn::Of(seat) => seat.of(moves).iter().map(|chosen| Choices::Of(seat, *chosen)).collect(),
        Turn::Both => one.iter().flat_map(|one| two.iter().map(|two| Choices::Both(*one, *two))).collect(),
    }
}

/// A win counts 1, an endless draw one half, a loss 0; a move gives away the difference to the best one.
fn regrets_of(seen: &[Seen]) -> impl Iterator<Item = u32> {
    let worth = |seen: &Seen| match seen.verdict.outcome {
        Outcome::Win => WHOLE,
        Outcome::Draw => WHOLE / 2,
        Outcome::Lose => 0,
    };
    let best = seen.iter().map(worth).max().unwrap_or(0);
    seen.iter().map(move |seen| best - worth(seen))
}

/// Rounded down, but 0 only for 0: a move that gives anything away is not among the best.
fn billionths(regret: &Fraction) -> u32 {
    let scaled = (regret * &Fraction::from(i64::from(WHOLE))).floor();
    let scaled = u32::try_from(scaled).unwrap_or(WHOLE);
    if regret.is_zero() { 0 } else { scaled.max(1) }
}
