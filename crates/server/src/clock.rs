//! The players' remaining time. Only time while the server is running counts.

use std::time::{Duration, Instant};

use numberline_rules::{Seat, Turn};

use crate::charter::TimeControl;

/// The clocks of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: [Duration; 2],
    /// When each seat started to think; none while it does not.
    since: [Option<Instant>; 2],
}

impl Clock {
    /// Both clocks full and stopped.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        let full = Duration::from_secs(control.seconds.into());
        Self { control, left: [full, full], since: [None, None] }
    }

    /// The clocks as the log left them. The time since then is not charged to either player.
    #[must_use]
    pub fn restored(control: TimeControl, left: [Duration; 2]) -> Self {
        Self { control, left, since: [None, None] }
    }

    /// The time a seat has left at an instant.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Instant) -> Duration {
        let spent = seat.of(&self.since).map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        seat.of(&self.left).saturating_sub(spent)
    }

    /// Whether a seat's clock is running.
    #[must_use]
    pub fn runs(&self, seat: Seat) -> bool {
        seat.of(&self.since).is_some()
    }

    /// The clocks after a seat has made its move.
    #[must_use]
    pub fn pressed(mut self, seat: Seat, now: Instant) -> Self {
        let left = self.left(seat, now) + Duration::from_secs(self.control.increment.into());
        *seat.of_mut(&mut self.left) = left;
        *seat.of_mut(&mut self.since) = None;
        self
    }

    /// Runs the clocks of exactly the seats that act now.
    pub fn run_for(&mut self, turn: Turn, has_chosen: impl Fn(Seat) -> bool, now: Instant) {
        for seat in Seat::BOTH {
            let thinks = turn.acts(seat) && !has_chosen(seat);
            let left = self.left(seat, now);
            let since = seat.of_mut(&mut self.since);
            match (thinks, *since) {
                (true, None) => *since = Some(now),
                (false, Some(_)) => {
                    *since = None;
                    *seat.of_mut(&mut self.left) = left;
                }
                (true, Some(_)) | (false, None) => {}
            }
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Instant) {
        self.run_for(Turn::Over { winner: Seat::One }, |_| true, now);
    }

    /// When the first flag falls if no seat moves.
    #[must_use]
    pub fn next_flag(&self) -> Option<Instant> {
        let falls = |seat: Seat| seat.of(&self.since).map(|since| since + *seat.of(&self.left));
        Seat::BOTH.into_iter().filter_map(falls).min()
    }

    /// The seat whose time is up.
    #[must_use]
    pub fn fallen(&self, now: Instant) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| seat.of(&self.since).is_some() && self.left(*seat, now).is_zero())
    }
}
