//! Hints for the seat to move, one step of a ladder at a time: is it won, where to look, which move, and why.

use std::fmt;

use numberline_rules::Seat;
use numberline_solver::Fraction;

use crate::words::share;
use crate::{Analysis, CardReason, Known, Mixed, MoveError, Outcome, Reason, WhereToLook};

/// How far a seat has climbed since the last move. Each hint says more than the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ladder {
    climbed: Option<(Seat, Rung)>,
}

/// A step of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rung {
    /// Whether the position is won.
    Standing,
    /// Where to look.
    Look,
    /// Which move.
    Move,
    /// Why.
    Why,
}

impl Ladder {
    /// The next step for a seat; it stays on the last one. Another seat begins at the first.
    pub fn climb(&mut self, seat: Seat) -> Rung {
        let rung = match self.climbed.filter(|(climber, _)| *climber == seat).map(|(_, rung)| rung) {
            None => Rung::Standing,
            Some(Rung::Standing) => Rung::Look,
            Some(Rung::Look) => Rung::Move,
            Some(Rung::Move | Rung::Why) => Rung::Why,
        };
        self.climbed = Some((seat, rung));
        rung
    }

    /// A move was made: both seats begin at the first step again.
    pub fn restart(&mut self) {
        self.climbed = None;
    }
}

/// The hint of one step. The text is a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The seat wins, draws or loses.
    Standing(Outcome),
    /// The seat's chance of winning, where both act at once.
    Chance(Fraction),
    /// Where to look.
    Look(WhereToLook),
    /// Where to look for the longest defence: every move loses.
    LookForDefence(WhereToLook),
    /// Nowhere: every move loses, and how soon is unknown.
    NothingHelps,
    /// The move to make.
    Move {
        /// The move.
        text: String,
        /// What it is worth.
        outcome: Outcome,
        /// Whether no move of equal value is better: the distances are known.
        ranked: bool,
    },
    /// The moves to choose from at random, each with its probability; a single one is simply played.
    Mix(Vec<(String, Fraction)>),
    /// Why.
    Why(Reason),
    /// The seat, or the opponent, wins for sure with this card, or whatever a move chooses.
    Sure {
        /// Whether it is the seat itself.
        own: bool,
        /// What a card is called in the game.
        piece: &'static str,
        /// The card.
        card: String,
    },
    /// What that mix is worth.
    Worth(Fraction),
    /// The game is over.
    Over,
}

impl Hint {
    /// The hint of one step for a seat in a position. It depends only on the position, so it cannot give away a player's
    /// choice.
    #[must_use]
    pub fn new(analysis: &Analysis, seat: Seat, rung: Rung) -> Self {
        if let Known::Mix(mixes) = &analysis.moves {
            let chance = analysis.chance_of(seat).unwrap_or_default();
            return Self::of_mix(analysis, mixes, seat, chance, rung);
        }
        let (Some(verdict), Some(best)) = (analysis.verdict, analysis.moves.best()) else {
            return Self::Over;
        };
        match rung {
            Rung::Standing => Self::Standing(verdict.outcome),
            Rung::Look => match (analysis.looks.iter().flatten().next(), verdict.outcome) {
                (None, _) => Self::NothingHelps,
                (Some(look @ WhereToLook::Run { .. }), Outcome::Lose) => Self::LookForDefence(look.clone()),
                (Some(look), _) => Self::Look(look.clone()),
            },
            Rung::Move => Self::Move {
                text: best.text.clone(),
                outcome: verdict.outcome,
                ranked: best.verdict.remoteness.is_some(),
            },
            // That every move loses is a fact about the position, not about one of the moves.
            Rung::Why if verdict.outcome == Outcome::Lose => Self::Why(analysis.why.clone()),
            Rung::Why => Self::Why(best.why.clone()),
        }
    }

    fn of_mix(
        analysis: &Analysis,
        mixes: &[Vec<Mixed>; 2],
        seat: Seat,
        chance: Fraction,
        rung: Rung,
    ) -> Self {
        match rung {
            Rung::Standing => Self::Chance(chance),
            Rung::Look => seat.of(&analysis.looks).clone().map_or(Self::NothingHelps, Self::Look),
            Rung::Move => {
                let played = seat.of(mixes).iter().filter(|mixed| !mixed.probability.is_zero());
                Self::Mix(played.map(|mixed| (mixed.text.clone(), mixed.probability.clone())).collect())
            }
            Rung::Why => match &analysis.why {
                Reason::Card(CardReason::Sure { winner, piece, card }) => {
                    Self::Sure { own: *winner == seat, piece, card: card.clone() }
                }
                _ => Self::Worth(chance),
            },
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standing(Outcome::Win) => f.write_str("You can win."),
            Self::Standing(Outcome::Draw) => f.write_str("Nobody can force a win: the game need not end."),
            Self::Standing(Outcome::Lose) => f.write_str("You lose if the opponent makes no mistake."),
            Self::Chance(chance) if chance.is_one() => {
                f.write_str("You can win for sure: your chance is 100 %.")
            }
            Self::Chance(chance) if chance.is_zero() => {
                f.write_str("The opponent can win for sure: your chance is 0 %.")
            }
            Self::Chance(chance) => write!(f, "With best play your chance of winning is {}.", share(chance)),
            Self::Look(look) => look.fmt(f),
            Self::LookForDefence(look) => write!(f, "Every move loses. For the longest defence: {look}"),
            Self::NothingHelps => f.write_str("Every move loses; hope for a mistake."),
            Self::Move { text, outcome: Outcome::Lose, ranked: true } => {
                write!(f, "Play {text}: no move holds out longer.")
            }
            Self::Move { text, outcome: Outcome::Lose, ranked: false } => {
                write!(f, "Play {text}, or anything else: every move loses.")
            }
            Self::Move { text, .. } => write!(f, "Play {text}."),
            Self::Mix(mix) => match mix.as_slice() {
                [(card, _)] => write!(f, "Play {card}."),
                mix => {
                    let shares = mix.iter().map(|(card, often)| format!("{card} with {}", share(often)));
                    write!(f, "Choose at random: {}.", shares.collect::<Vec<_>>().join(", "))
                }
            },
            Self::Why(reason) => reason.fmt(f),
            Self::Sure { own: true, piece, card } => {
                let (first, rest) = piece.split_at_checked(1).unwrap_or((piece, ""));
                let first = first.to_uppercase();
                write!(f, "{first}{rest} {card} keeps your win, whatever the opponent plays.")
            }
            Self::Sure { own: false, piece, card } => {
                write!(f, "Whatever you play, the opponent's {piece} {card} keeps the win.")
            }
            Self::Worth(chance) => write!(
                f,
                "That guarantees {} whatever the opponent plays, and nothing guarantees more.",
                share(chance)
            ),
            Self::Over => MoveError::over().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_seat_climbs_from_the_foot_and_stays_at_the_top() {
        let mut ladder = Ladder::default();
        let climbed = [(); 5].map(|()| ladder.climb(Seat::One));
        assert_eq!(climbed, [Rung::Standing, Rung::Look, Rung::Move, Rung::Why, Rung::Why]);
        assert_eq!(ladder.climb(Seat::Two), Rung::Standing);
        assert_eq!(ladder.climb(Seat::Two), Rung::Look);
        ladder.restart();
        assert_eq!(ladder.climb(Seat::Two), Rung::Standing);
    }
}
