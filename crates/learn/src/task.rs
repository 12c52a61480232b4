//! What a learner is asked about a position.

use numberline_rules::{Seat, Turn};
use numberline_table::{AnyMatch, Outcome};

/// A task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Find a move that keeps the value.
    Move,
    /// Name every move that keeps the value, by the move or by where it lands.
    All,
    /// Say what the position is worth.
    Value,
    /// Say in how many plies the game ends.
    Plies,
    /// Name the nimber.
    Nimber,
    /// Say Player 1's chance of winning.
    Chance,
    /// Choose a card without regret, for a seat.
    Card(Seat),
    /// Choose a mix that guarantees the most, for a seat.
    Mix(Seat),
    /// Play on against a perfect opponent until the game is won, or for this many moves.
    Play(Option<u32>),
}

impl Task {
    /// Reads a task as lessons name it.
    pub fn read(text: &str) -> Result<Self, String> {
        let (word, rest) = text.split_once(' ').map_or((text, ""), |(word, rest)| (word, rest.trim()));
        let seat: Option<Seat> = rest.parse().ok();
        let task = match (word, rest) {
            ("move", "") => Some(Self::Move),
            ("all", "") => Some(Self::All),
            ("value", "") => Some(Self::Value),
            ("plies", "") => Some(Self::Plies),
            ("nimber", "") => Some(Self::Nimber),
            ("chance", "") => Some(Self::Chance),
            ("card", _) => seat.map(Self::Card),
            ("mix", _) => seat.map(Self::Mix),
            ("play", "") => Some(Self::Play(None)),
            ("play", moves) => {
                moves.parse().ok().filter(|moves| *moves > 0).map(|moves| Self::Play(Some(moves)))
            }
            _ => None,
        };
        task.ok_or_else(|| {
            format!(
                "'{text}' is not a task; there are move, all, value, plies, nimber, chance, card SEAT, mix SEAT and play [MOVES]"
            )
        })
    }

    /// The word that lessons use for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::All => "all",
            Self::Value => "value",
            Self::Plies => "plies",
            Self::Nimber => "nimber",
            Self::Chance => "chance",
            Self::Card(_) => "card",
            Self::Mix(_) => "mix",
            Self::Play(_) => "play",
        }
    }

    /// Whether the answer is a value that could be shown: a prediction.
    #[must_use]
    pub fn predicts(self) -> bool {
        matches!(self, Self::Value | Self::Plies | Self::Nimber | Self::Chance)
    }

    /// Whether the answer is a move, so that it can be pointed at.
    #[must_use]
    pub fn is_move(self) -> bool {
        matches!(self, Self::Move | Self::Card(_) | Self::Play(_))
    }

    /// The words that can be answered, where there are only a few.
    #[must_use]
    pub fn choices(self, at: &dyn AnyMatch) -> &'static [&'static str] {
        match (self, at.turn()) {
            (Self::Value, Turn::Both) => &["1", "2", "neither"],
            (Self::Value, _) => &["win", "lose", "draw"],
            _ => &[],
        }
    }

    /// The usual question for it; what is no question has no full stop.
    #[must_use]
    pub fn question(self, at: &dyn AnyMatch, best: Option<Outcome>) -> String {
        let piece = at.info().piece;
        match (self, at.turn()) {
            (Self::Move, _) => best.unwrap_or(Outcome::Win).quest().to_owned(),
            (Self::All, _) if best == Some(Outcome::Draw) => {
                "Name every safe square or move, with commas".to_owned()
            }
            (Self::All, _) => "Name every winning move, with commas".to_owned(),
            (Self::Value, Turn::Both) => "Who wins with best play: 1, 2 or neither?".to_owned(),
            (Self::Value, _) => "Does the player to move win, lose, or draw?".to_owned(),
            (Self::Plies, _) => "In how many turns does it end, both players counted?".to_owned(),
            (Self::Nimber, _) => "What is the nimber?".to_owned(),
            (Self::Chance, _) => "What is Player 1's chance, such as 1/3 or 40%?".to_owned(),
            (Self::Card(seat), _) => format!("Choose Player {seat}'s best {piece}"),
            (Self::Mix(seat), _) => {
                let hand = at.moves(seat, 100);
                let example = hand.first().zip(hand.last());
                let example =
                    example.map_or(String::new(), |(low, high)| format!(", such as {low}:2, {high}:1"));
                format!("Choose Player {seat}'s mix{example}")
            }
            (Self::Play(Some(_)), _) => "Your move".to_owned(),
            (Self::Play(None), _) => "Your move: win this".to_owned(),
        }
    }

    /// The seat that the learner takes.
    #[must_use]
    pub fn seat(self, at: &dyn AnyMatch) -> Seat {
        match (self, at.turn()) {
            (Self::Card(seat) | Self::Mix(seat), _) | (_, Turn::Of(seat)) => seat,
            (_, Turn::Both | Turn::Over { .. }) => Seat::One,
        }
    }
}
