//! How many rounds there are, and how a session of them stands.

use numberline_rules::Seat;

use crate::{Name, RoundTag};

/// How many rounds are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounds {
    /// One match, without a score.
    One,
    /// All of this many.
    All(u32),
    /// Up to this many, until one player has won more than half of them.
    BestOf(u32),
}

impl Rounds {
    /// The rounds that a record belongs to.
    pub(crate) fn of(tag: Option<RoundTag>) -> Self {
        match tag {
            None => Self::One,
            Some(RoundTag { of, best_of: false, .. }) => Self::All(of),
            Some(RoundTag { of, best_of: true, .. }) => Self::BestOf(of),
        }
    }

    /// How many there are at the most.
    #[must_use]
    pub fn most(self) -> u32 {
        match self {
            Self::One => 1,
            Self::All(most) | Self::BestOf(most) => most,
        }
    }

    /// Whether the session ends once it is decided.
    #[must_use]
    pub fn is_best_of(self) -> bool {
        matches!(self, Self::BestOf(_))
    }
}

/// The running score of a session of rounds. It belongs to the players, whichever seats they have: each is known by the
/// seat of the first round.
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

    fn played(&self) -> u32 {
        let [one, two] = self.wins;
        one + two + self.draws
    }

    /// How many rounds each player has won.
    #[must_use]
    pub fn wins(&self) -> [u32; 2] {
        self.wins
    }

    /// How many rounds were drawn.
    #[must_use]
    pub fn draws(&self) -> u32 {
        self.draws
    }

    /// The next round; `None` when the session is decided.
    #[must_use]
    pub fn next_round(&self) -> Option<NextRound> {
        let (number, most, best_of) = (self.played() + 1, self.rounds.most(), self.rounds.is_best_of());
        let decided = best_of && self.wins.iter().any(|wins| *wins > most / 2);
        if number > most || decided {
            return None;
        }
        let tag = (self.rounds != Rounds::One).then_some(RoundTag { number, of: most, best_of });
        Some(NextRound { tag })
    }

    /// A round has ended; `winner` is `None` for a draw.
    pub fn count(&mut self, winner: Option<Seat>) {
        match winner {
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

    /// Who won the session, once it is decided; `None` for a single match.
    #[must_use]
    pub fn result(&self, names: &[Name; 2]) -> Option<String> {
        if self.rounds == Rounds::One || self.next_round().is_some() {
            return None;
        }
        let [one, two] = self.wins;
        let winner = match one.cmp(&two) {
            std::cmp::Ordering::Equal => return Some(format!("The session is drawn, {one} to {two}.")),
            std::cmp::Ordering::Greater => Seat::One,
            std::cmp::Ordering::Less => Seat::Two,
        };
        let (most, least) = (one.max(two), one.min(two));
        Some(format!("{} wins the session, {most} to {least}!", winner.of(names)))
    }
}

/// The round to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextRound {
    /// As records write it; none for a single match.
    pub tag: Option<RoundTag>,
}

impl NextRound {
    /// As it is announced: `Round 2 of 3`; none for a single match.
    #[must_use]
    pub fn announcement(self) -> Option<String> {
        let RoundTag { number, of, best_of } = self.tag?;
        Some(if best_of {
            format!("Round {number}, best of {of}")
        } else {
            format!("Round {number} of {of}")
        })
    }
}
