//! Two paired players, with their choices written into one table.
//!
//! Most players draw from a list of moves wherever one seat moves. There a ply is one roll and two memory reads:
//! the lists hold what follows from a move and what it gives away, not the move itself. In all other positions the
//! policies are asked.

use std::num::NonZeroU32;

use numberline_rules::{Seat, Turn};

use super::policy::Policy;
use super::{Plan, Tally};
use crate::Dice;

/// Two paired players.
pub(crate) struct Pairing<'a> {
    plan: &'a Plan,
    policies: [Policy; 2],
    /// By number of position; the first is the start.
    spots: Vec<Spot>,
    /// The lists of all positions, one after the other.
    steps: Vec<Step>,
}

/// A position.
#[derive(Clone, Copy)]
enum Spot {
    /// One of this many equally likely steps is taken, beginning with the first.
    Listed { first: u32, count: NonZeroU32 },
    /// The policies have to be asked.
    Asked { number: u32 },
}

/// A move on a list.
#[derive(Clone, Copy)]
struct Step {
    /// What it leads to. It is kept here and not in a separate table, so that a ply reads memory only once.
    next: Spot,
    /// What it gives away, in billionths.
    regret: u32,
    /// Who makes it.
    seat: Seat,
}

impl<'a> Pairing<'a> {
    pub(crate) fn new(plan: &'a Plan, policies: [Policy; 2]) -> Self {
        let lists = plan.nodes.iter().enumerate().map(|(number, node)| match node.turn {
            Turn::Of(seat) => seat.of(&policies).list(number),
            Turn::Both | Turn::Over { .. } => &[],
        });
        let mut first = 0;
        let spots: Vec<Spot> = lists
            .clone()
            .zip(0..)
            .map(|(list, number)| match NonZeroU32::new(list.len() as u32) {
                Some(count) => {
                    first += count.get();
                    Spot::Listed { first: first - count.get(), count }
                }
                None => Spot::Asked { number },
            })
            .collect();
        let mut steps = Vec::with_capacity(first as usize);
        for (node, list) in plan.nodes.iter().zip(lists) {
            let Turn::Of(seat) = node.turn else { continue };
            steps.extend(list.iter().filter_map(|place| {
                let next = *plan.followers.get((node.followers + place) as usize)?;
                let regret = *plan.regrets.get((*seat.of(&node.regrets) + place) as usize)?;
                Some(Step { next: *spots.get(next as usize)?, regret, seat })
            }));
        }
        Self { plan, policies, spots, steps }
    }

    /// One game from the start to its end, of at most this many plies.
    pub(crate) fn game(&self, cap: u32, dice: &mut Dice, tally: &mut Tally) {
        let Some(mut spot) = self.spots.first().copied() else { return };
        let mut plies = 0;
        while plies < cap
            && let Some(next) = self.ply(spot, dice, tally)
        {
            spot = next;
            plies += 1;
        }
        tally.plies += u64::from(plies);
        let winner = match spot {
            Spot::Asked { number } => {
                self.plan.nodes.get(number as usize).and_then(|node| node.turn.winner())
            }
            Spot::Listed { .. } => None,
        };
        match winner {
            Some(winner) => *winner.of_mut(&mut tally.wins) += 1,
            None => tally.draws += 1,
        }
    }

    /// The next position; `None` when the game is over.
    #[inline]
    fn ply(&self, spot: Spot, dice: &mut Dice, tally: &mut Tally) -> Option<Spot> {
        match spot {
            Spot::Listed { first, count } => {
                let step = self.steps.get((first + dice.below_few(count)) as usize)?;
                tally.count_move(step.seat, step.regret);
                Some(step.next)
            }
            Spot::Asked { number } => self.asked(number as usize, dice, tally),
        }
    }

    /// The same, where the policies have to be asked.
    fn asked(&self, number: usize, dice: &mut Dice, tally: &mut Tally) -> Option<Spot> {
        let node = self.plan.nodes.get(number)?;
        let mut choose = |seat: Seat| {
            let place = seat.of(&self.policies).choose(self.plan, number, seat, dice)?;
            let regret = *self.plan.regrets.get((*seat.of(&node.regrets) + place) as usize)?;
            tally.count_move(seat, regret);
            Some(place)
        };
        let offset = match node.turn {
            Turn::Over { .. } => return None,
            Turn::Of(seat) => choose(seat)?,
            Turn::Both => choose(Seat::One)? * node.columns + choose(Seat::Two)?,
        };
        let next = self.plan.followers.get((node.followers + offset) as usize)?;
        self.spots.get(*next as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Arena, Kind};
    use crate::{Player, Request, catalog};

    #[test]
    fn lists_say_the_same_as_the_policies() {
        for game in catalog() {
            let slug = game.info().slug;
            let players = Player::all_of(slug);
            let start = Request::default().start(game).unwrap();
            let arena = Arena::new(game, &*start, players.clone(), NonZeroU32::MIN, &()).unwrap();
            let Kind::Plan(plan) = &arena.venue.0 else { unreachable!("the books' games have a table") };
            for pair in (0..players.len()).flat_map(|one| [[one, 0], [one, players.len() - 1]]) {
                let listed = Pairing::new(plan, Policy::of_both(plan, arena.seated(pair)));
                let mut asked = Pairing::new(plan, Policy::of_both(plan, arena.seated(pair)));
                asked.spots = (0..).map(|number| Spot::Asked { number }).take(plan.len()).collect();
                let tally = |pairing: &Pairing<'_>, cap: u32| {
                    let (mut dice, mut tally) = (Dice::new(3, 3), Tally::default());
                    (0..100).for_each(|_| pairing.game(cap, &mut dice, &mut tally));
                    tally
                };
                for cap in [1, 4, 50] {
                    assert_eq!(tally(&listed, cap), tally(&asked, cap), "{slug} {pair:?} {cap}");
                }
            }
        }
    }
}
