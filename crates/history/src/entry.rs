//! One line of the list of finished games.

use numberline_rules::Seat;
use numberline_table::Ending;
use rusqlite::Row;
use serde::Serialize;

use crate::column::{Flaw, count, name, slug, text, value};
use crate::time::is_time;

/// A finished game as the list shows it. All texts are safe to show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The number under which it is kept.
    pub number: i64,
    /// When it ended, as RFC 3339 writes it.
    pub finished: String,
    /// The slug of the game.
    pub game: String,
    /// The variant, as `length=10 step=3`.
    pub variant: String,
    /// The name of Player 1.
    pub player1: String,
    /// The name of Player 2.
    pub player2: String,
    /// The seat that won, 1 or 2; none for a draw.
    pub winner: Option<u8>,
    /// How it ended, as records write it: `won`, `resigned`, `draw agreed` …
    pub ending: String,
    /// How many turns it took.
    pub turns: u32,
}

impl Entry {
    pub(crate) fn read(row: &Row<'_>) -> Result<Self, Flaw> {
        let winner = match value::<Option<i64>>(row, "winner")? {
            None => None,
            Some(1) => Some(Seat::One),
            Some(2) => Some(Seat::Two),
            Some(_) => return Err(Flaw::new("winner", "is neither 1 nor 2")),
        };
        let finished = text(row, "finished")?;
        if !is_time(&finished) {
            return Err(Flaw::new("finished", "is not a time"));
        }
        let turns = u32::try_from(count(row, "turns")?).map_err(|_| Flaw::new("turns", "is too large"))?;
        Ok(Self {
            number: value(row, "number")?,
            finished,
            game: slug(row, "game")?,
            variant: text(row, "variant")?,
            player1: name(row, "player1")?,
            player2: name(row, "player2")?,
            winner: winner.map(Seat::number),
            ending: ending(&text(row, "ending")?, winner)?,
            turns,
        })
    }
}

/// The kind of ending, if it is one, and one that has such a winner.
fn ending(kind: &str, winner: Option<Seat>) -> Result<String, Flaw> {
    let result = match winner {
        Some(Seat::One) => "1-0",
        Some(Seat::Two) => "0-1",
        None => "1/2-1/2",
    };
    match Ending::read(result, kind) {
        Some(Some(ending)) => Ok(Ending::kind(Some(ending)).to_owned()),
        _ => Err(Flaw::new("ending", "does not match its winner")),
    }
}
