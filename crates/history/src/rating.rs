//! How strong people are in each game, from the finished games against the computers.

use numberline_table::{Name, Outcome, Player, Strength};
use rusqlite::Connection;
use serde::Serialize;

use crate::Filter;
use crate::column::{Flaw, name, slug, value};
use crate::stats::NoStats;

/// How strong a person is in a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonRating {
    /// The person's name.
    pub player: String,
    /// The slug of the game.
    pub game: String,
    /// How strong the person is.
    #[serde(flatten, with = "StrengthJson")]
    pub strength: Strength,
}

/// The strength beside the name and the game.
#[derive(Serialize)]
#[serde(remote = "Strength", rename_all = "camelCase")]
struct StrengthJson {
    rating: u16,
    deviation: u16,
    games: u64,
}

/// The oldest first, because a rating follows from the one before.
const FINISHED: &str = "
    SELECT game, player1, player2, winner FROM matches
    WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR ?2 IN (player1, player2))
    ORDER BY number";

/// The games that count for a person's rating in a game.
struct Played {
    person: String,
    game: String,
    games: Vec<(u16, Outcome)>,
}

impl PersonRating {
    /// What is said where nobody has one.
    pub const NONE: &str = "No ratings yet: give your name, and play against a computer.";

    /// Every person who has played against a computer by level, in each game; by name.
    pub(crate) fn all(connection: &Connection, filter: &Filter) -> Result<Vec<Self>, NoStats> {
        let mut statement = connection.prepare(FINISHED)?;
        let mut rows = statement.query(rusqlite::params![filter.game, filter.player()])?;
        let mut people: Vec<Played> = Vec::new();
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
                None => Outcome::Draw,
                Some(winner) if winner == place => Outcome::Win,
                Some(_) => Outcome::Lose,
            };
            match people.iter_mut().find(|known| known.person == person && known.game == game) {
                Some(known) => known.games.push((strength, outcome)),
                None => people.push(Played { person, game, games: vec![(strength, outcome)] }),
            }
        }
        people.sort_by(|one, two| (&one.person, &one.game).cmp(&(&two.person, &two.game)));
        let rated = |Played { person: player, game, games }: Played| {
            Some(Self { player, game, strength: Strength::after(games)? })
        };
        Ok(people.into_iter().filter_map(rated).collect())
    }
}
