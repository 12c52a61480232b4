//! Several matches with a running score.

use numberline_rules::Seat;

use crate::{Ending, Name, RoundTag};

/// How many rounds are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounds {
    /// One match, without a score.
    One,
    /// All of so many.
    All(u32),
    /// Up to so many, until one player has won more than half of them.
    BestOf(u32),
}

/// The running score of a session of rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    rounds: Rounds,
    wins: [u32; 2],
    draws: u32,
}

impl Score {
    /// A session in which nothing has been played.
    #[must_use]
    pub fn new(rounds: Rounds) -> Self {
        Self { rounds, wins: [0, 0], draws: 0 }
    }

    /// The session that a record belongs to, with the endings of its finished rounds.
    pub fn resumed(tag: Option<RoundTag>, endings: impl Iterator<Item = Ending>) -> Self {
        let mut score = Self::new(match tag {
            None => Rounds::One,
            Some(RoundTag { of, best_of: false, .. }) => Rounds::All(of),
            Some(RoundTag { of, best_of: true, .. }) => Rounds::BestOf(of),
        });
        endings.for_each(|ending| score.count(ending));
        score
    }

    fn played(&self) -> u32 {
        let [one, two] = self.wins;
        one + two + self.draws
    }

    /// How many rounds each seat has won.
    #[must_use]
    pub fn wins(&self) -> [u32; 2] {
        self.wins
    }

    /// How many rounds nobody has won.
    #[must_use]
    pub fn draws(&self) -> u32 {
        self.draws
    }

    /// The number of the next round, and what announces it; `None` when the session is decided.
    #[must_use]
    pub fn next_round(&self) -> Option<NextRound> {
        let number = self.played() + 1;
        let (text, total) = match self.rounds {
            Rounds::One if number == 1 => return Some(NextRound { tag: None, announcement: None }),
            Rounds::One => return None,
            Rounds::All(total) => (format!("Round {number} of {total}"), total),
            Rounds::BestOf(total) => (format!("Round {number}, best of {total}"), total),
        };
        let decided =
            matches!(self.rounds, Rounds::BestOf(_)) && self.wins.iter().any(|wins| *wins > total / 2);
        let round = NextRound {
            tag: Some(RoundTag { number, of: total, best_of: matches!(self.rounds, Rounds::BestOf(_)) }),
            announcement: Some(text),
        };
        (number <= total && !decided).then_some(round)
    }

    /// A round has ended.
    pub fn count(&mut self, ending: Ending) {
        match ending.winner() {
            Some(seat) => *seat.of_mut(&mut self.wins) += 1,
            None => self.draws += 1,
        }
    }

    /// The score after a round; `None` for a single match.
    #[must_use]
    pub fn running(&self, names: &[Name; 2]) -> Option<String> {
        if self.rounds == Rounds::One {
            return None;
        }
        let [one, two] = Seat::BOTH.map(|seat| format!("{} {}", seat.of(names), seat.of(&self.wins)));
        let draws = if self.draws > 0 { format!(", draws {}", self.draws) } else { String::new() };
        Some(format!("Score: {one}, {two}{draws}"))
    }

    /// Who won the session; `None` for a single match.
    #[must_use]
    pub fn result(&self, names: &[Name; 2]) -> Option<String> {
        let [one, two] = self.wins;
        let winner = match (self.rounds, one.cmp(&two)) {
            (Rounds::One, _) => return None,
            (_, std::cmp::Ordering::Equal) => return Some(format!("The match is drawn, {one} to {two}.")),
            (_, std::cmp::Ordering::Greater) => Seat::One,
            (_, std::cmp::Ordering::Less) => Seat::Two,
        };
        let (most, least) = (one.max(two), one.min(two));
        Some(format!("{} wins the match, {most} to {least}!", winner.of(names)))
    }
}

/// The round to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextRound {
    /// As records write it.
    pub tag: Option<RoundTag>,
    /// As it is announced.
    pub announcement: Option<String>,
}
