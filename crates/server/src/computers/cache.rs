//! The computers that have played last, with what they have solved.

use std::collections::VecDeque;
use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::Computer;

use crate::id::RoomId;

/// How many are kept at most.
const MOST: usize = 64;

/// How long those that are kept may have thought together. Nobody knows how much memory a solved game takes, but what was
/// solved quickly is small.
const MOST_TIME: Duration = Duration::from_secs(4);

/// A computer in a room.
pub(super) type Key = (RoomId, Seat);

/// The computers that have played last, the latest last.
#[derive(Default)]
pub(super) struct Cache {
    kept: VecDeque<(Key, Computer, Duration)>,
}

impl Cache {
    /// Takes a computer out, with the time that it has thought.
    pub(super) fn take(&mut self, key: Key) -> Option<(Computer, Duration)> {
        let place = self.kept.iter().position(|(kept, ..)| *kept == key)?;
        self.kept.remove(place).map(|(_, computer, spent)| (computer, spent))
    }

    /// Puts a computer in, and those out that have not played for the longest time.
    pub(super) fn keep(&mut self, key: Key, computer: Computer, spent: Duration) {
        self.kept.push_back((key, computer, spent));
        let mut together: Duration = self.kept.iter().map(|(.., spent)| *spent).sum();
        while self.kept.len() > MOST || together > MOST_TIME {
            let Some((.., spent)) = self.kept.pop_front() else { break };
            together = together.saturating_sub(spent);
        }
    }
}
