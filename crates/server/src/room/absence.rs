//! Players who leave: when a room is no longer listed, and when the win can be claimed.
//!
//! That a player has left is in the log. So every machine agrees on it, and a spectator cannot be told otherwise.

use std::time::{Duration, Instant};

use numberline_rules::Seat;

use super::Room;
use crate::entry::RoomEvent;
use crate::store::{Decision, RoomStanding};

/// How long a player waits for one who has left before they can claim the win.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The same with clocks. The clock of a player to move runs on, and may end the game before that.
pub(crate) const PATIENCE_WITH_CLOCK: Duration = Duration::from_secs(240);

impl Room {
    /// Whether a player has left, by the seat they first took.
    #[must_use]
    pub fn is_away(&self, home: Seat) -> bool {
        home.of(&self.away).is_some()
    }

    /// Whether it matters that a player leaves: another player waits, or a list shows the room.
    pub(crate) fn minds_absence(&self, home: Seat) -> bool {
        let is_person = home.of(&self.keys).is_some();
        let waits = home.other().of(&self.keys).is_some();
        let is_over = self.standing_without(|_| false) == RoomStanding::Over;
        is_person && !is_over && (waits || self.charter.is_listed())
    }

    /// Decides what follows when a player has been gone for a while.
    pub(crate) fn leave(&self, home: Seat) -> Decision {
        self.presence(RoomEvent::Left, home, true)
    }

    /// Decides what follows when a player is back.
    pub(crate) fn come_back(&self, home: Seat) -> Decision {
        self.presence(RoomEvent::Returned, home, false)
    }

    fn presence(&self, event: RoomEvent, home: Seat, is_away: bool) -> Decision {
        let standing =
            self.standing_without(|other| if other == home { is_away } else { self.is_away(other) });
        let changed = Some(standing).filter(|standing| *standing != self.standing());
        // An entry belongs to a player by their first seat, which the decision looks up again.
        let decision = self.decision(event, Some(self.session.home(home)), None, None);
        Decision { standing: changed, ..decision }
    }

    /// The listing, if these players are away.
    pub(super) fn standing_without(&self, is_away: impl Fn(Seat) -> bool) -> RoomStanding {
        let is_over = self.session.ending().is_some_and(|ending| self.standing_at(ending).is_some());
        let mut people = Seat::BOTH.into_iter().filter(|home| home.of(&self.keys).is_some()).peekable();
        let is_left = people.peek().is_some() && people.all(is_away);
        match (self.is_full(), is_over || self.is_withdrawn) {
            (_, true) => RoomStanding::Over,
            _ if is_left => RoomStanding::Left,
            (true, false) => RoomStanding::Live,
            (false, false) => RoomStanding::Open,
        }
    }

    /// Who can claim the win, and how long they still have to wait.
    #[must_use]
    pub fn claim(&self, now: Instant) -> Option<(Seat, Duration)> {
        if !self.is_full() || self.session.ending().is_some() {
            return None;
        }
        let claimant = Seat::BOTH.into_iter().find(|seat| {
            let home = self.session.home(*seat);
            home.of(&self.keys).is_some() && !self.is_away(home) && self.is_away(home.other())
        })?;
        let since = (*self.session.home(claimant).other().of(&self.away))?;
        let patience = if self.clock.is_some() { PATIENCE_WITH_CLOCK } else { PATIENCE };
        Some((claimant, (since + patience).saturating_duration_since(now)))
    }
}
