//! One budget of memory for the rooms and the solved games. Rooms come first: what they leave is for solved games, which
//! can be solved again, up to half of it. When the rooms leave less than an eighth, those that nobody uses go, and if that
//! is not enough, no other room is taken in.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Hub;
use super::live::Live;
use crate::store::StoreError;

/// What a room takes, and each of its entries, all around them included. Measured with rooms of thousands of entries.
const BYTES_PER_ROOM: u64 = 4 << 10;
const BYTES_PER_ENTRY: u64 = 160;

/// How often the solved games are told what the rooms leave them.
pub(super) const BALANCES: Duration = Duration::from_secs(1);

impl Hub {
    /// How many bytes the rooms in memory take, about.
    #[must_use]
    pub fn room_bytes(&self) -> u64 {
        self.rooms().values().map(|live| live.bytes()).sum()
    }

    /// Leaves the solved games what the rooms do not need.
    pub fn balance(&self) {
        let memory = self.config.memory;
        self.study.cache().limit(memory.saturating_sub(self.room_bytes()).clamp(memory / 8, memory / 2));
    }

    /// Makes sure that another room may be taken in. If there is no memory left, rooms that nobody uses are unloaded.
    pub(super) fn make_room(&self) -> Result<(), StoreError> {
        let most = self.config.memory / 8 * 7;
        if self.room_bytes() < most {
            return Ok(());
        }
        self.unload_after(Duration::ZERO);
        if self.room_bytes() < most {
            return Ok(());
        }
        self.turned_away.fetch_add(1, Ordering::Relaxed);
        Err(StoreError::Busy)
    }

    /// How many rooms could not be taken in so far, because there was no memory left.
    #[must_use]
    pub fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }
}

impl Live {
    fn bytes(&self) -> u64 {
        BYTES_PER_ROOM + self.entries.load(Ordering::Relaxed).saturating_mul(BYTES_PER_ENTRY)
    }
}
