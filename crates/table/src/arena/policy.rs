//! What one player does in every position of a plan.

use numberline_rules::Seat;

use crate::arena::Plan;
use crate::arena::venue::Seated;
use crate::oracle::best_of;
use crate::player::Lots;
use crate::{Dice, Player, Sight, Skill};

/// What a player does, by number of position.
pub(crate) enum Policy {
    /// One of the listed moves, all equally likely.
    Listed {
        /// Where each position's list begins, and where the last one ends.
        bounds: Vec<u32>,
        /// Places of moves.
        places: Vec<u32>,
        /// Mixes, for the positions where both seats act.
        lots: Vec<Option<Lots>>,
    },
    /// Evaluates the position each time.
    Looking(Skill),
}

impl Policy {
    /// The policies of two players, each in its seat.
    pub(crate) fn of_both(plan: &Plan, seated: [Seated; 2]) -> [Self; 2] {
        Seat::BOTH.map(|seat| {
            let Seated { player, rule } = *seat.of(&seated);
            Self::new(plan, player, seat, rule)
        })
    }

    /// The policy of a player in a seat. `rule` is its place among the rules of the plan, if it follows one.
    pub(crate) fn new(plan: &Plan, player: Player, seat: Seat, rule: Option<usize>) -> Self {
        let ruled = rule.and_then(|rule| plan.ruled.get(rule));
        match player {
            Player::Computer(skill @ Skill::Level(_)) => Self::Looking(skill),
            Player::Computer(Skill::Perfect) | Player::Named(_) => {
                let (mut bounds, mut places, mut lots) = (vec![0], Vec::new(), Vec::new());
                for (number, sight) in plan.sights.iter().enumerate() {
                    let ruled = ruled.and_then(|ruled| ruled.get(number)).map(|places| *seat.of(places));
                    let mut mix = None;
                    match (ruled, sight) {
                        (Some(place), _) => places.push(place),
                        (None, Sight::One(seen)) => {
                            places.extend(best_of(seen).into_iter().map(|place| place as u32));
                        }
                        (None, Sight::Both { weights, .. }) => {
                            let weights = seat.of::<Vec<_>>(weights);
                            // If there is nothing to mix, a list of one is enough.
                            match weights.iter().position(|weight| weight.probability.is_one()) {
                                Some(sure) => places.push(sure as u32),
                                None => mix = Some(weights),
                            }
                        }
                        (None, Sight::Over | Sight::Best(_)) => {}
                    }
                    bounds.push(places.len() as u32);
                    lots.push(
                        mix.map(|mix| {
                            Lots::new(mix.iter().map(|weight| weight.probability.clone()).collect())
                        }),
                    );
                }
                Self::Listed { bounds, places, lots }
            }
        }
    }

    /// The places of the moves that it draws from in a position, all equally likely; empty if it has no such list.
    pub(crate) fn list(&self, number: usize) -> &[u32] {
        match self {
            Self::Listed { bounds, places, .. } => {
                let bound = |number: usize| bounds.get(number).map_or(0, |bound| *bound as usize);
                places.get(bound(number)..bound(number + 1)).unwrap_or_default()
            }
            Self::Looking(_) => &[],
        }
    }

    /// The place of the move that is played.
    #[inline]
    pub(crate) fn choose(&self, plan: &Plan, number: usize, seat: Seat, dice: &mut Dice) -> Option<u32> {
        match self {
            Self::Listed { bounds, places, lots } => {
                let (from, until) = (*bounds.get(number)?, *bounds.get(number + 1)?);
                if from == until {
                    return lots.get(number)?.as_ref()?.draw(dice).map(|place| place as u32);
                }
                let place = if until - from == 1 { 0 } else { dice.below(u64::from(until - from)) as u32 };
                places.get((from + place) as usize).copied()
            }
            Self::Looking(skill) => {
                let place = match plan.sights.get(number)? {
                    Sight::One(seen) => skill.choose(seen, dice),
                    Sight::Both { weights, .. } => skill.choose_from_mix(seat.of::<Vec<_>>(weights), dice),
                    Sight::Over | Sight::Best(_) => None,
                };
                place.map(|place| place as u32)
            }
        }
    }
}
