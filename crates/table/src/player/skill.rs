//! How well the computer plays: perfectly, or with the mistakes that people make.
//!
//! A person sees what happens in the next few plies and overlooks what lies deep. So does a level: it always sees an end
//! within its horizon, and each ply beyond makes it less likely. That a move loses is one ply harder to see than
//! that a move wins. What a level does not see looks neither good nor bad to it. Where both seats choose at once a level
//! plays its part of the best mix, or, the lower the more often, any move that it does not see losing at once.
//! Where nobody can force an end, attention wanders, as it does with people: now and then a level moves without looking.
//! Otherwise a game whose only mistakes are in plain sight would never end between upper levels.

use std::fmt;

use crate::oracle::best_of;
use crate::player::draw_exactly;
use crate::{Dice, Outcome, Seen, Verdict, Weight};

/// How well the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skill {
    /// Without mistakes; in a lost position, as slow and as tricky as possible.
    Perfect,
    /// One of four levels, 1 to 4.
    Level(Level),
}

/// How far a level sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    number: u8,
    /// An end within this many plies is always seen.
    horizon: u32,
    /// This many times in 256, an end one ply further away is seen as well.
    beyond: u32,
    /// This many times in 256, a choice that both make at once is left to chance.
    noise: u32,
    /// This many times in 256, it moves without looking where nobody can force an end.
    slip: u32,
}

/// An end at an unknown distance is as hard to see as one this many plies away.
const FAR: u32 = 9;

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 4] = [
        Self { number: 1, horizon: 0, beyond: 96, noise: 224, slip: 64 },
        Self { number: 2, horizon: 1, beyond: 128, noise: 144, slip: 36 },
        Self { number: 3, horizon: 3, beyond: 160, noise: 72, slip: 18 },
        Self { number: 4, horizon: 4, beyond: 208, noise: 24, slip: 6 },
    ];

    /// Its number, 1 to 4.
    #[must_use]
    pub fn number(self) -> u8 {
        self.number
    }

    /// How far it always sees.
    #[must_use]
    pub fn horizon(self) -> u32 {
        self.horizon
    }

    /// Whether it could ever overlook a win in the very next ply.
    #[must_use]
    pub fn takes_every_immediate_win(self) -> bool {
        self.horizon >= 1
    }

    /// How it sees a move: the true outcome, or unclear.
    fn notices(self, verdict: Verdict, dice: &mut Dice) -> Outcome {
        let plies = verdict.remoteness.unwrap_or(FAR);
        let depth = match verdict.outcome {
            Outcome::Draw => return Outcome::Draw,
            Outcome::Win => plies,
            Outcome::Lose => plies.saturating_add(1),
        };
        let chance = (self.horizon..depth).take(32).fold(256, |chance, _| (chance * self.beyond) >> 8);
        if dice.happens(chance) { verdict.outcome } else { Outcome::Draw }
    }
}

impl Skill {
    /// The place of the move that is played where one seat moves.
    #[must_use]
    pub fn choose(self, seen: &[Seen], dice: &mut Dice) -> Option<usize> {
        match self {
            Self::Perfect => {
                let best = best_of(seen);
                best.get(dice.below(best.len() as u64) as usize).copied()
            }
            Self::Level(level) => choose_by_sight(level, seen, dice),
        }
    }

    /// The place of the move that a seat plays where both act.
    #[must_use]
    pub fn choose_from_mix(self, weights: &[Weight], dice: &mut Dice) -> Option<usize> {
        if let Self::Level(level) = self {
            let wins = weights.iter().position(|weight| weight.wins_at_once);
            if level.takes_every_immediate_win() && wins.is_some() {
                return wins;
            }
            if dice.happens(level.noise) {
                return choose_carelessly(level, weights, dice);
            }
        }
        draw_exactly(&weights.iter().map(|weight| &weight.probability), dice)
    }

    /// Whether it plays a winning move found by theory, at an unknown distance.
    #[must_use]
    pub fn finds_far_win(self, dice: &mut Dice) -> bool {
        match self {
            Self::Perfect => true,
            Self::Level(level) => {
                let far = Verdict { outcome: Outcome::Win, remoteness: None };
                level.notices(far, dice) == Outcome::Win
            }
        }
    }
}

/// The earliest win that is noticed, else anything that does not look lost, else what looks lost latest.
fn choose_by_sight(level: Level, seen: &[Seen], dice: &mut Dice) -> Option<usize> {
    let best = seen.iter().map(|seen| seen.verdict.outcome).max();
    if best == Some(Outcome::Draw) && dice.happens(level.slip) {
        return usize::try_from(dice.below(seen.len() as u64)).ok();
    }
    let mut best: Option<(Outcome, i64)> = None;
    let (mut chosen, mut equal) = (None, 0);
    for (place, seen) in seen.iter().enumerate() {
        let plies = i64::from(seen.verdict.remoteness.unwrap_or(FAR));
        let looks = match level.notices(seen.verdict, dice) {
            Outcome::Win => (Outcome::Win, -plies),
            Outcome::Draw => (Outcome::Draw, 0),
            Outcome::Lose => (Outcome::Lose, plies),
        };
        if best.is_none_or(|best| looks > best) {
            (best, chosen, equal) = (Some(looks), Some(place), 1);
        } else if best == Some(looks) {
            // Each of the moves that look equally good ends up chosen with the same chance.
            equal += 1;
            if dice.below(equal) == 0 {
                chosen = Some(place);
            }
        }
    }
    chosen
}

/// Any move that does not look as if it could lose at once, or any move if they all do.
fn choose_carelessly(level: Level, weights: &[Weight], dice: &mut Dice) -> Option<usize> {
    let loss = Verdict { outcome: Outcome::Lose, remoteness: Some(1) };
    let looks_safe = |weight: &Weight, dice: &mut Dice| {
        !weight.can_lose_at_once || level.notices(loss, dice) != Outcome::Lose
    };
    let mut safe = Vec::with_capacity(weights.len());
    for (place, weight) in weights.iter().enumerate() {
        if looks_safe(weight, dice) {
            safe.push(place);
        }
    }
    if safe.is_empty() {
        safe.extend(0..weights.len());
    }
    if safe.is_empty() {
        return None;
    }
    safe.get(dice.below(safe.len() as u64) as usize).copied()
}

/// `perfect`, or the number of the level.
impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perfect => f.write_str("perfect"),
            Self::Level(level) => level.number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use numberline_solver::Fraction;

    use super::*;

    fn seen(outcome: Outcome, plies: u32) -> Seen {
        Seen { verdict: Verdict { outcome, remoteness: Some(plies) }, trick: 0 }
    }

    /// How many times in a thousand a skill plays the only winning move, which wins in this many plies.
    fn finds(skill: Skill, plies: u32) -> usize {
        let mut dice = Dice::new(1, plies.into());
        let moves = [seen(Outcome::Lose, 8), seen(Outcome::Win, plies), seen(Outcome::Lose, 8)];
        (0..1_000).filter(|_| skill.choose(&moves, &mut dice) == Some(1)).count()
    }

    #[test]
    fn deep_wins_are_missed_before_shallow_ones() {
        for level in Level::ALL {
            let found = [1, 3, 5, 9, 15].map(|plies| finds(Skill::Level(level), plies));
            assert!(found.is_sorted_by(|near, far| near + 60 > *far), "{level:?}: {found:?}");
            assert!(found[4] < found[0], "{level:?}: {found:?}");
            assert_eq!(level.takes_every_immediate_win(), found[0] == 1_000, "{level:?}: {found:?}");
        }
        assert_eq!([1, 3, 5, 9, 15].map(|plies| finds(Skill::Perfect, plies)), [1_000; 5]);
    }

    #[test]
    fn upper_levels_never_leave_a_card_to_chance_that_can_lose_at_once() {
        let weight = |can_lose_at_once| Weight {
            probability: Fraction::ZERO,
            regret: Fraction::ZERO,
            wins_at_once: false,
            can_lose_at_once,
        };
        let weights = [weight(true), weight(false), weight(true)];
        let blunders = Level::ALL.map(|level| {
            let mut dice = Dice::new(1, 1);
            let chosen = (0..1_000).filter_map(|_| choose_carelessly(level, &weights, &mut dice));
            chosen.filter(|place| *place != 1).count()
        });
        assert!(blunders[0] > blunders[1] && blunders[1] > 100, "{blunders:?}");
        assert_eq!(blunders[2..], [0, 0], "{blunders:?}");
    }

    #[test]
    fn upper_levels_see_more() {
        let found: Vec<usize> = Level::ALL.iter().map(|level| finds(Skill::Level(*level), 3)).collect();
        assert!(found.is_sorted(), "{found:?}");
    }
}
