//! Whom a variant favours, which one is closest to even, and where that seats a person against the computer.

use std::sync::Arc;

use numberline_rules::{Seat, Settings, Turn};
use numberline_solver::{Fraction, Progress, SolveError};

use crate::words::share;
use crate::{AnyGame, AnyMatch, Name, OracleCache, Outcome, Scope, Sight, changed_settings};

/// Whom best play favours from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Favour {
    /// This seat can force a win.
    Wins(Seat),
    /// Nobody can force an end.
    Nobody,
    /// Both choose at once: Player 1's chance of winning.
    Chance(Fraction),
}

impl Favour {
    /// A game of up to this many positions is solved at once, without a noticeable wait.
    const QUICK: u64 = 50_000;

    /// Whom the position favours.
    pub fn of(
        game: &dyn AnyGame,
        at: &dyn AnyMatch,
        cache: &Arc<OracleCache>,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let oracle = cache.oracle(game, at, Scope::Position, progress)?;
        let best = |outcomes: &mut dyn Iterator<Item = Outcome>| outcomes.max().ok_or(SolveError::Unknown);
        let outcome = match oracle.look(at)? {
            Sight::Over => return at.turn().winner().map(Self::Wins).ok_or(SolveError::Unknown),
            Sight::Both { chance, .. } if chance.is_one() => return Ok(Self::Wins(Seat::One)),
            Sight::Both { chance, .. } if chance.is_zero() => return Ok(Self::Wins(Seat::Two)),
            Sight::Both { chance, .. } => return Ok(Self::Chance(chance)),
            Sight::One(seen) => best(&mut seen.iter().map(|seen| seen.verdict.outcome))?,
            Sight::Best(judged) => judged.verdict.outcome,
        };
        match (at.turn(), outcome) {
            (_, Outcome::Draw) => Ok(Self::Nobody),
            (Turn::Of(mover), Outcome::Win) => Ok(Self::Wins(mover)),
            (Turn::Of(mover), Outcome::Lose) => Ok(Self::Wins(mover.other())),
            (Turn::Both | Turn::Over { .. }, _) => Err(SolveError::Unknown),
        }
    }

    /// The same, if it takes no time that a person would notice.
    #[must_use]
    pub fn quickly(game: &dyn AnyGame, at: &dyn AnyMatch, cache: &Arc<OracleCache>) -> Option<Self> {
        let is_quick = game.estimate(at).is_some_and(|positions| positions <= Self::QUICK);
        if is_quick { Self::of(game, at, cache, &()).ok() } else { None }
    }

    /// The seat that is better off, if there is one.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        let half = Fraction::new(1, 2).unwrap_or_default();
        match self {
            Self::Wins(seat) => Some(*seat),
            Self::Chance(chance) if *chance > half => Some(Seat::One),
            Self::Chance(chance) if *chance < half => Some(Seat::Two),
            Self::Chance(_) | Self::Nobody => None,
        }
    }

    /// Whom it favours, in one sentence.
    #[must_use]
    pub fn sentence(&self, names: &[Name; 2]) -> String {
        match self {
            Self::Wins(seat) => format!("{} can force a win.", seat.of(names)),
            Self::Nobody => "Nobody can force an end, so neither player is favoured.".to_owned(),
            Self::Chance(chance) => {
                let [one, two] = names;
                match self.seat() {
                    None => "Both players have the same chance.".to_owned(),
                    Some(Seat::One) => format!("{one} wins {} of the games with best play.", share(chance)),
                    Some(Seat::Two) => {
                        format!("{two} wins {} of the games with best play.", share(&chance.complement()))
                    }
                }
            }
        }
    }
}

/// Where a person sits against the computer unless they choose: where best play favours them, else as Player 1.
#[must_use]
pub fn seat_against_computer(game: &dyn AnyGame, at: &dyn AnyMatch, cache: &Arc<OracleCache>) -> Seat {
    Favour::quickly(game, at, cache).and_then(|favour| favour.seat()).unwrap_or(Seat::One)
}

/// A variant of a game that is close to even, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvenVariant {
    /// The slug of the game.
    pub game: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What differs from the book, as `--set` takes it; nothing where the book's own game is the one.
    pub set: &'static [&'static str],
    /// How even it is.
    pub why: &'static str,
}

impl EvenVariant {
    /// One of each game: the closest to the book's that is close to even. The tests measure them all.
    pub const ALL: &'static [Self] = &[
        Self {
            game: "duel",
            name: "Twenty Numbers",
            set: &["length=20"],
            why: "between players of level 3 each seat wins about half of the games",
        },
        Self {
            game: "token",
            name: "the book's own game",
            set: &[],
            why: "nobody can force an end, and the first to slip loses",
        },
        Self {
            game: "blockade",
            name: "Thirty Numbers",
            set: &["length=30"],
            why: "between players of level 3 each seat wins about half of the games",
        },
        Self {
            game: "cards",
            name: "Seven Cards",
            set: &["cards=7"],
            why: "with best play Player 1 wins 48 % of the games",
        },
        Self {
            game: "siege",
            name: "Long Siege",
            set: &["length=20"],
            why: "between players of level 3 each seat wins about half of the games",
        },
    ];

    /// That of a game.
    #[must_use]
    pub fn of(slug: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|even| even.game == slug)
    }

    /// Its settings; the book's where the game does not know one of them.
    #[must_use]
    pub fn settings(&self, game: &dyn AnyGame) -> Settings {
        let mut settings = game.book_settings();
        match settings.assign_all(self.set.iter().copied()) {
            Ok(named) => game.fitted(settings, &named),
            Err(_) => game.book_settings(),
        }
    }

    /// The advice to play it, in one sentence: `Closest to even is Seven Cards (cards 1 to 7): …`. It is another sentence
    /// where these are its settings.
    #[must_use]
    pub fn sentence(&self, game: &dyn AnyGame, settings: &Settings) -> String {
        let Self { name, why, .. } = self;
        let own = self.settings(game);
        if own == *settings {
            return format!("This is the variant that is closest to even: {why}.");
        }
        let differs = changed_settings(&own).map(|differs| format!(" ({differs})")).unwrap_or_default();
        format!("Closest to even is {name}{differs}: {why}.")
    }
}
