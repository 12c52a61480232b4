//! Who won how often: by game, and by player, seat and opponent.

use rusqlite::{Connection, Row, params};
use serde::Serialize;

use crate::column::{Flaw, count, name, slug, value};
use crate::{Filter, PersonRating};

/// The history in numbers.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// How many games were counted.
    pub games: u64,
    /// One row a game, in the order of the slugs.
    pub by_game: Vec<GameStats>,
    /// One row for each player in each game and seat against each opponent, in that order.
    pub by_player: Vec<PlayerStats>,
    /// How strong each person is in each game, by the games against computers.
    pub ratings: Vec<PersonRating>,
}

/// One game in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameStats {
    /// The slug of the game.
    pub game: String,
    /// How often it was played.
    pub games: u64,
    /// How often Player 1 won.
    pub player1_wins: u64,
    /// How often Player 2 won.
    pub player2_wins: u64,
    /// How often nobody won.
    pub draws: u64,
    /// How many turns it took on average.
    pub average_turns: f64,
}

/// One player in one game and seat against one opponent, in numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerStats {
    /// The player's name.
    pub player: String,
    /// The slug of the game.
    pub game: String,
    /// Where the player sat, 1 or 2.
    pub seat: u8,
    /// The opponent's name.
    pub opponent: String,
    /// How many games these two played so.
    pub games: u64,
    /// How many the player won.
    pub wins: u64,
    /// How many the opponent won.
    pub losses: u64,
    /// How many nobody won.
    pub draws: u64,
}

const BY_GAME: &str = "
    SELECT game, COUNT(*) AS games,
        COUNT(*) FILTER (WHERE winner = 1) AS player1_wins,
        COUNT(*) FILTER (WHERE winner = 2) AS player2_wins,
        COUNT(*) FILTER (WHERE winner IS NULL) AS draws,
        AVG(turns) AS average_turns
    FROM matches
    WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR ?2 IN (player1, player2))
    GROUP BY game ORDER BY game";

/// Every match counts once for each of its two players.
const BY_PLAYER: &str = "
    WITH seats AS (
        SELECT player1 AS player, game, 1 AS seat, player2 AS opponent, winner FROM matches
        UNION ALL
        SELECT player2, game, 2, player1, winner FROM matches
    )
    SELECT player, game, seat, opponent, COUNT(*) AS games,
        COUNT(*) FILTER (WHERE winner = seat) AS wins,
        COUNT(*) FILTER (WHERE winner <> seat) AS losses,
        COUNT(*) FILTER (WHERE winner IS NULL) AS draws
    FROM seats
    WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR player = ?2)
    GROUP BY player, game, seat, opponent ORDER BY player, game, seat, opponent";

/// Why there are no numbers.
pub(crate) enum NoStats {
    Sqlite(rusqlite::Error),
    Flaw(Flaw),
}

impl Stats {
    pub(crate) fn count(connection: &Connection, filter: &Filter) -> Result<Self, NoStats> {
        // Both questions must see the same games, even while another program keeps one more.
        let moment = connection.unchecked_transaction()?;
        let by_game = ask(&moment, BY_GAME, filter, GameStats::read)?;
        let by_player = ask(&moment, BY_PLAYER, filter, PlayerStats::read)?;
        let ratings = PersonRating::all(&moment, filter)?;
        let games = by_game.iter().map(|row| row.games).sum();
        Ok(Self { games, by_game, by_player, ratings })
    }
}

fn ask<T>(
    connection: &Connection,
    question: &str,
    filter: &Filter,
    read: fn(&Row<'_>) -> Result<T, Flaw>,
) -> Result<Vec<T>, NoStats> {
    let mut statement = connection.prepare(question)?;
    let mut rows = statement.query(params![filter.game, filter.player()])?;
    let mut answer = Vec::new();
    while let Some(row) = rows.next()? {
        answer.push(read(row)?);
    }
    Ok(answer)
}

impl GameStats {
    fn read(row: &Row<'_>) -> Result<Self, Flaw> {
        let stats = Self {
            game: slug(row, "game")?,
            games: count(row, "games")?,
            player1_wins: count(row, "player1_wins")?,
            player2_wins: count(row, "player2_wins")?,
            draws: count(row, "draws")?,
            average_turns: value(row, "average_turns")?,
        };
        if stats.games != stats.player1_wins + stats.player2_wins + stats.draws {
            return Err(Flaw::new("winner", "is neither 1 nor 2"));
        }
        Ok(stats)
    }
}

impl PlayerStats {
    fn read(row: &Row<'_>) -> Result<Self, Flaw> {
        Ok(Self {
            player: name(row, "player")?,
            game: slug(row, "game")?,
            seat: value(row, "seat")?,
            opponent: name(row, "opponent")?,
            games: count(row, "games")?,
            wins: count(row, "wins")?,
            losses: count(row, "losses")?,
            draws: count(row, "draws")?,
        })
    }
}

impl From<rusqlite::Error> for NoStats {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<Flaw> for NoStats {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(flaw)
    }
}
