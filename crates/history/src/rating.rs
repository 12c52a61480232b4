//! How strong a person is in each game: Glicko-2, from the finished games against the computers.

use numberline_table::{Name, Player};
use rusqlite::Connection;
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::Filter;
use crate::column::{Flaw, name, slug, value};
use crate::stats::NoStats;

/// A computer's rating is measured, not guessed.
const MEASURED: f64 = 50.0;

/// How strong a person is in a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonRating {
    /// The person's name.
    pub player: String,
    /// The slug of the game.
    pub game: String,
    /// The rating, on the scale of the computers: 1500 is the middle.
    pub rating: u16,
    /// How uncertain it is: with 95 % probability the true one is within twice as much.
    pub deviation: u16,
    /// From how many games against computers.
    pub games: u64,
}

impl PersonRating {
    /// What is said where nobody has one.
    pub const NONE: &str = "No ratings yet: give your name, and play against a computer.";

    /// How far the true rating is from this one at most, with 95 % probability.
    #[must_use]
    pub fn margin(&self) -> u32 {
        2 * u32::from(self.deviation)
    }
}

/// The oldest first, because a rating follows from the one before.
const FINISHED: &str = "
    SELECT game, player1, player2, winner FROM matches
    WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR ?2 IN (player1, player2))
    ORDER BY number";

impl PersonRating {
    /// Every person who has played against a computer by level, in each game; by name.
    pub(crate) fn all(connection: &Connection, filter: &Filter) -> Result<Vec<Self>, NoStats> {
        let mut statement = connection.prepare(FINISHED)?;
        let mut rows = statement.query(rusqlite::params![filter.game, filter.player()])?;
        let mut people: Vec<(String, String, Glicko2Rating, u64)> = Vec::new();
        while let Some(row) = rows.next()? {
            let game = slug(row, "game")?;
            let players = [name(row, "player1")?, name(row, "player2")?];
            let winner = match value::<Option<i64>>(row, "winner")? {
                None => None,
                Some(1) => Some(0),
                Some(2) => Some(1),
                Some(_) => return Err(Flaw::new("winner", "is neither 1 nor 2").into()),
            };
            let strengths = players
                .each_ref()
                .map(|player| Player::titled(player))
                .map(|player| player.map(|player| player.rating(&game)));
            let (place, strength) = match strengths {
                [None, Some(Some(strength))] => (0, strength),
                [Some(Some(strength)), None] => (1, strength),
                // Two people, two computers, or a computer whose strength was not measured.
                _ => continue,
            };
            // A player who is called after a seat has not given a name.
            let is_given = |name: &String| Name::new(name).is_ok_and(|name| !name.is_of_a_seat());
            let Some(person) = players.into_iter().nth(place).filter(is_given) else { continue };
            let outcome = match winner {
                None => Outcomes::DRAW,
                Some(winner) if winner == place => Outcomes::WIN,
                Some(_) => Outcomes::LOSS,
            };
            let known = people.iter().position(|(name, of, ..)| *name == person && *of == game);
            let known = known.unwrap_or_else(|| {
                people.push((person, game, Glicko2Rating::new(), 0));
                people.len() - 1
            });
            if let Some((.., rating, games)) = people.get_mut(known) {
                let computer =
                    Glicko2Rating { rating: f64::from(strength), deviation: MEASURED, volatility: 0.06 };
                (*rating, _) = glicko2(rating, &computer, &outcome, &Glicko2Config::new());
                *games += 1;
            }
        }
        people.sort_by(|one, two| (&one.0, &one.1).cmp(&(&two.0, &two.1)));
        let round = |number: f64| number.round().clamp(0.0, 9_999.0) as u16;
        Ok(people
            .into_iter()
            .map(|(player, game, Glicko2Rating { rating, deviation, .. }, games)| Self {
                player,
                game,
                rating: round(rating),
                deviation: round(deviation),
                games,
            })
            .collect())
    }
}
