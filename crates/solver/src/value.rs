//! What a position is worth when both seats play perfectly, in a game where one seat moves at a time.

use core::cmp::Ordering;
use core::fmt;

/// The worth of a position for the seat to move, or of a move for the seat that makes it.
///
/// The numbers count plies to the end when the winner hurries and the loser delays. The greater value is the better
/// one: an early win before a late one, any win before a draw, a draw before a late loss, and that before an early one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The seat wins in that many plies.
    Win(u32),
    /// The seat loses in that many plies.
    Lose(u32),
    /// Neither seat can force an end: the game continues for ever.
    Draw,
}

impl Value {
    /// What a move is worth that leaves the opponent, who is to move next, a position of this value.
    #[must_use]
    pub fn one_ply_before(self) -> Self {
        self.for_the_other().later()
    }

    /// The same end, seen by the other seat.
    #[must_use]
    pub fn for_the_other(self) -> Self {
        match self {
            Self::Win(plies) => Self::Lose(plies),
            Self::Lose(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
        }
    }

    /// The same end, one ply later.
    #[must_use]
    pub fn later(self) -> Self {
        match self {
            Self::Win(plies) => Self::Win(plies.saturating_add(1)),
            Self::Lose(plies) => Self::Lose(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
        }
    }

    /// Plies to the end; none for a draw, which has no end.
    #[must_use]
    pub fn remoteness(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Lose(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Whether the seat wins.
    #[must_use]
    pub fn is_win(self) -> bool {
        matches!(self, Self::Win(_))
    }

    /// Whether the seat loses.
    #[must_use]
    pub fn is_lose(self) -> bool {
        matches!(self, Self::Lose(_))
    }

    /// First by outcome, then by distance: both parts are greater for the better value.
    fn rank(self) -> (u8, i64) {
        match self {
            Self::Win(plies) => (2, -i64::from(plies)),
            Self::Draw => (1, 0),
            Self::Lose(plies) => (0, i64::from(plies)),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `win in 5`, `lose in 4` or `draw`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Lose(plies) => write!(f, "lose in {plies}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value::{Draw, Lose, Win};

    #[test]
    fn better_values_are_greater() {
        let ascending = [Lose(0), Lose(2), Lose(9), Draw, Win(9), Win(3), Win(1)];
        assert!(ascending.is_sorted());
        let mut shuffled = ascending;
        shuffled.reverse();
        shuffled.sort();
        assert_eq!(shuffled, ascending);
    }

    #[test]
    fn a_move_turns_the_opponents_value_round() {
        assert_eq!(Lose(0).one_ply_before(), Win(1));
        assert_eq!(Win(1).one_ply_before(), Lose(2));
        assert_eq!(Draw.one_ply_before(), Draw);
    }
}
