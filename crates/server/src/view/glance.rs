//! A room in a few words, as a link to it shows.

use numberline_rules::Seat;

use super::EndingView;
use crate::room::Room;
use crate::store::RoomStanding;

/// A room in a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glance {
    /// The title of the game.
    pub title: &'static str,
    /// What the game is about.
    pub summary: &'static str,
    /// The players' names; none for a free seat.
    pub names: [Option<String>; 2],
    /// Its listing.
    pub standing: RoomStanding,
    /// How the match ended, as a sentence.
    pub ending: Option<String>,
    /// The number of entries.
    pub version: u64,
}

impl Glance {
    pub(crate) fn of(room: &Room) -> Self {
        let table = room.session().table();
        let info = room.session().at().info();
        Self {
            title: info.title,
            summary: info.summary,
            names: Seat::BOTH.map(|seat| room.name(seat).map(ToString::to_string)),
            standing: room.standing(),
            ending: EndingView::of(table).map(|ending| ending.text),
            version: room.version(),
        }
    }
}
