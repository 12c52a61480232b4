//! Who follows rooms on other machines, also those rooms that are not in memory here.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::bus::{CrowdCount, Member};
use crate::id::RoomId;

/// How many rooms are remembered. Beyond that, the presence of players in further rooms is what this machine sees.
const MOST: usize = 200_000;

/// Who follows rooms on other machines.
#[derive(Default)]
pub(super) struct Elsewhere(Mutex<HashMap<RoomId, Vec<(Member, CrowdCount)>>>);

impl Elsewhere {
    /// Takes note of what a machine says of a room.
    pub(super) fn note(&self, from: Member, room: RoomId, crowd: CrowdCount) {
        let mut rooms = self.rooms();
        if rooms.len() >= MOST && !rooms.contains_key(&room) {
            return;
        }
        let known = rooms.entry(room).or_default();
        known.retain(|(member, _)| *member != from);
        if crowd != CrowdCount::default() {
            known.push((from, crowd));
        }
        if known.is_empty() {
            rooms.remove(&room);
        }
    }

    /// Forgets a machine, and returns the rooms that were followed there.
    pub(super) fn forget(&self, from: Member) -> Vec<RoomId> {
        let mut changed = Vec::new();
        self.rooms().retain(|room, known| {
            let before = known.len();
            known.retain(|(member, _)| *member != from);
            if known.len() < before {
                changed.push(*room);
            }
            !known.is_empty()
        });
        changed
    }

    /// All who follow a room on other machines.
    pub(super) fn all(&self, room: RoomId) -> CrowdCount {
        let rooms = self.rooms();
        let known = rooms.get(&room).into_iter().flatten();
        known.fold(CrowdCount::default(), |all, (_, crowd)| all + *crowd)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Vec<(Member, CrowdCount)>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
