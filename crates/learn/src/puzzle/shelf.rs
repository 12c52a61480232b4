//! The variants that puzzles are made of, small enough to be solved while a person waits for nothing.

use numberline_rules::{Seat, Settings, Turn};
use numberline_table::{AnyGame, AnyMatch, Dice};

/// The variants of a game: each parameter with the values it may have, and how many plies are played at random.
pub(super) struct Shelf {
    game: &'static str,
    /// `name=low..high`, or `name=word|word`.
    values: &'static [&'static str],
    plies: (u64, u64),
}

const SHELVES: &[Shelf] = &[
    Shelf { game: "duel", values: &["length=5..22", "misere=no"], plies: (0, 6) },
    Shelf { game: "duel", values: &["length=4..11", "misere=yes"], plies: (0, 4) },
    Shelf {
        game: "token",
        values: &["length=7..13", "start=2..12", "step=2..3", "revisit=no"],
        plies: (1, 9),
    },
    Shelf {
        game: "token",
        values: &["length=13..16", "start=2..15", "step=2..2", "revisit=no"],
        plies: (4, 9),
    },
    Shelf {
        game: "token",
        values: &["length=8..12", "start=2..11", "step=4..5", "revisit=no"],
        plies: (2, 7),
    },
    Shelf {
        game: "token",
        values: &["length=4..10", "start=2..9", "step=1..3", "revisit=yes"],
        plies: (0, 4),
    },
    Shelf { game: "blockade", values: &["length=6..30", "misere=no"], plies: (0, 6) },
    Shelf { game: "blockade", values: &["length=5..16", "misere=yes"], plies: (0, 4) },
    Shelf { game: "cards", values: &["cards=4..6", "end=3..8", "tiebreak=rules|sample"], plies: (2, 3) },
    Shelf { game: "cards", values: &["cards=7..7", "end=4..12", "tiebreak=rules|sample"], plies: (3, 4) },
    Shelf { game: "cards", values: &["cards=8..8", "end=4..12", "tiebreak=rules|sample"], plies: (4, 5) },
    Shelf { game: "siege", values: &["length=7..40", "step=2..6"], plies: (0, 8) },
];

/// The shelves of a game that have these values; `None` if none has. A game without a shelf has only its book's.
pub(super) fn rows(game: &dyn AnyGame, set: &[String]) -> Option<Vec<&'static Shelf>> {
    let all = || SHELVES.iter().filter(|shelf| shelf.game == game.info().slug);
    let wanted: Vec<(&str, &str)> =
        set.iter().map(|value| value.split_once('=').unwrap_or((value, ""))).collect();
    let mut book = game.book_settings();
    let is_book = wanted.iter().all(|(name, value)| {
        let before = book.get(name);
        book.set(name, value).is_ok() && book.get(name) == before
    });
    if all().next().is_none() {
        return is_book.then(Vec::new);
    }
    let rows: Vec<&Shelf> =
        all().filter(|shelf| wanted.iter().all(|(name, value)| shelf.has(name, value))).collect();
    (!rows.is_empty()).then_some(rows)
}

/// The values that the puzzles of a game have, for a message.
pub(super) fn known(game: &dyn AnyGame) -> String {
    let rows = SHELVES.iter().filter(|shelf| shelf.game == game.info().slug);
    let text: Vec<String> =
        rows.map(|shelf| shelf.values.join(" ").replace("..", " to ").replace('|', " or ")).collect();
    if text.is_empty() { "the book's values".to_owned() } else { text.join("; ") }
}

impl Shelf {
    /// Whether a parameter may have this value here.
    fn has(&self, name: &str, value: &str) -> bool {
        let domain =
            self.values.iter().filter_map(|row| row.split_once('=')).find(|(known, _)| *known == name);
        domain.is_some_and(|(_, domain)| contains(domain, value))
    }
}

/// Whether a domain, written `low..high` or `word|word`, contains a value.
fn contains(domain: &str, value: &str) -> bool {
    match domain.split_once("..") {
        Some((low, high)) => {
            let number = |text: &str| text.trim().parse::<u64>().ok();
            match (number(low), number(value), number(high)) {
                (Some(low), Some(value), Some(high)) => low <= value && value <= high,
                _ => false,
            }
        }
        None => domain.split('|').any(|word| word == value.trim()),
    }
}

/// A position reached by random moves, and the seat that it is a question for.
pub(super) fn candidate(
    game: &dyn AnyGame,
    rows: &[&Shelf],
    set: &[String],
    dice: &mut Dice,
) -> Option<(Box<dyn AnyMatch>, Seat)> {
    let mut settings = game.book_settings();
    // A game that has no shelf is asked about as the book plays it.
    let mut plies = (0, 6);
    if let Some(shelf) = rows.get(dice.below(rows.len() as u64) as usize) {
        plies = shelf.plies;
        for value in shelf.values {
            let (name, domain) = value.split_once('=')?;
            let drawn = match domain.split_once("..") {
                Some((low, high)) => {
                    let (low, high): (u64, u64) = (low.parse().ok()?, high.parse().ok()?);
                    (low + dice.below(high - low + 1)).to_string()
                }
                None => {
                    let words: Vec<&str> = domain.split('|').collect();
                    words.get(dice.below(words.len() as u64) as usize)?.to_string()
                }
            };
            settings.set(name, &drawn).ok()?;
        }
        for value in set {
            settings.assign(value).ok()?;
        }
    }
    let mut at = game.start(&settings, Seat::One).ok()?;
    for _ in 0..plies.0 + dice.below(plies.1 - plies.0 + 1) {
        let turn = match at.turn() {
            Turn::Over { .. } => return None,
            Turn::Of(seat) => at.pick(seat, &mut |count| dice.below(count))?,
            Turn::Both => {
                let [one, two] = Seat::BOTH.map(|seat| at.pick(seat, &mut |count| dice.below(count)));
                format!("{}/{}", one?, two?)
            }
        };
        at.play_turn(&turn).ok()?;
    }
    let seat = match at.turn() {
        Turn::Of(seat) => seat,
        Turn::Both if dice.below(2) == 0 => Seat::One,
        Turn::Both => Seat::Two,
        Turn::Over { .. } => return None,
    };
    let at = game.start_at(&at.settings(), &at.position()).ok()?;
    Some((at, seat))
}

/// Whether a variant is one of those, so that a name from outside cannot ask for a larger one.
pub(super) fn holds(game: &dyn AnyGame, settings: &Settings) -> bool {
    let mut rows = SHELVES.iter().filter(|shelf| shelf.game == game.info().slug).peekable();
    if rows.peek().is_none() {
        return *settings == game.book_settings();
    }
    rows.any(|shelf| {
        shelf.values.iter().all(|value| {
            let Some((name, domain)) = value.split_once('=') else { return false };
            settings.get(name).is_some_and(|value| contains(domain, &value.to_string()))
        })
    })
}
