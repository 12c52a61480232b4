//! The results of a number of games.

use std::ops::AddAssign;

use numberline_rules::Seat;

use super::plan::WHOLE;

/// The results of a number of games. Only whole numbers are added up, so the order of the games does not matter.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How many games Player 1 and Player 2 won.
    pub wins: [u64; 2],
    /// How many games ended by the turn limit.
    pub draws: u64,
    /// Plies of all games.
    pub plies: u64,
    /// How many moves each seat made.
    pub moves: [u64; 2],
    /// How many of them gave nothing away.
    pub optimal: [u64; 2],
    /// What each seat's moves gave away in all, in billionths of a won game; of 10^12 games that is more than 64 bits hold.
    pub(crate) regret: [u128; 2],
}

impl Tally {
    /// How many games there were.
    #[must_use]
    pub fn games(&self) -> u64 {
        let [one, two] = self.wins;
        one + two + self.draws
    }

    /// Plies of a game, on average.
    #[must_use]
    pub fn average_length(&self) -> f64 {
        ratio(self.plies, self.games())
    }

    /// The share of a seat's moves that gave nothing away.
    #[must_use]
    pub fn optimal_rate(&self, seat: Seat) -> f64 {
        ratio(*seat.of(&self.optimal), *seat.of(&self.moves))
    }

    /// What a seat's move gave away on average: 1 is a won game.
    #[must_use]
    pub fn average_regret(&self, seat: Seat) -> f64 {
        let regret = *seat.of(&self.regret) as f64 / f64::from(WHOLE);
        regret / (*seat.of(&self.moves)).max(1) as f64
    }

    pub(crate) fn count_move(&mut self, seat: Seat, regret: u32) {
        *seat.of_mut(&mut self.moves) += 1;
        *seat.of_mut(&mut self.optimal) += u64::from(regret == 0);
        *seat.of_mut(&mut self.regret) += u128::from(regret);
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for seat in Seat::BOTH {
            *seat.of_mut(&mut self.wins) += *seat.of(&other.wins);
            *seat.of_mut(&mut self.moves) += *seat.of(&other.moves);
            *seat.of_mut(&mut self.optimal) += *seat.of(&other.optimal);
            *seat.of_mut(&mut self.regret) += *seat.of(&other.regret);
        }
        self.draws += other.draws;
        self.plies += other.plies;
    }
}
