//! A room as a list shows it.

use numberline_rules::Seat;
use numberline_table::{Player, changed_settings, find};
use serde::Serialize;
use utoipa::ToSchema;

use super::PlayerView;
use crate::charter::TimeControl;
use crate::store::{RoomRow, RoomStanding};

/// A row in the lobby's list of open, live or finished games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    /// The name of the room.
    pub room: String,
    /// Its listing.
    pub standing: RoomStanding,
    /// The slug of the game.
    pub game: String,
    /// The title of the game.
    pub title: &'static str,
    /// `name=value` for each parameter that differs from the book.
    pub set: Vec<String>,
    /// The same in words.
    pub differs: Option<String>,
    /// The starting position, if not the book's start.
    pub position: Option<String>,
    /// The players in the seats.
    #[schema(min_items = 2, max_items = 2)]
    pub players: [PlayerView; 2],
    /// The number of rounds.
    pub rounds: u32,
    /// Whether the session ends as soon as it is decided.
    pub best_of: bool,
    /// The time control.
    pub time: Option<TimeControl>,
    /// The number of entries in its log.
    pub version: u64,
}

impl Listed {
    pub(crate) fn of(row: RoomRow, standing: RoomStanding) -> Self {
        let RoomRow { room, wish, names, version } = row;
        let players = Seat::BOTH.map(|seat| {
            let player = Player::at(&wish.game, seat.of::<String>(&wish.players)).ok().flatten();
            let name = player.map(|player| player.title()).or_else(|| seat.of(&names).clone());
            let kind = player.map(|player| player.to_string());
            PlayerView { name, computer: player.is_some(), kind, home: seat.number() }
        });
        let differs = find(&wish.game).and_then(|game| {
            let mut settings = game.book_settings();
            let named = settings.assign_all(wish.set.iter().map(String::as_str)).ok()?;
            changed_settings(&game.fitted(settings, &named))
        });
        Self {
            room: room.to_string(),
            differs,
            standing,
            title: find(&wish.game).map_or("", |game| game.info().title),
            game: wish.game,
            set: wish.set,
            position: wish.position,
            players,
            rounds: wish.rounds,
            best_of: wish.best_of,
            time: wish.time,
            version,
        }
    }
}
