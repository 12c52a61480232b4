//! A follower of a room receives every message in order, or the full state after falling behind.

use std::collections::VecDeque;

use numberline_rules::Seat;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

use crate::hub::{Detail, HubError, RoomClosed, Told, Visit};
use crate::id::{RoomId, SeatKey};
use crate::site::Site;

/// A follower of a room.
pub(crate) struct Follower {
    visit: Visit,
    first: VecDeque<Told>,
    /// Whether a message was missed, so that only the full state helps.
    behind: bool,
}

impl Follower {
    /// Starts to follow a room, after a version the client has seen or from the full state.
    pub(crate) async fn begin(
        site: &Site,
        room: RoomId,
        key: Option<&SeatKey>,
        since: Option<u64>,
        detail: Detail,
    ) -> Result<Self, HubError> {
        let mut visit = site.hub.visit_for(room, key, since, detail).await?;
        let first = std::mem::take(&mut visit.first).into();
        Ok(Self { visit, first, behind: false })
    }

    /// The seat that the key belongs to.
    pub(crate) fn seat(&self) -> Option<Seat> {
        self.visit.seat
    }

    /// The room's version when the follower subscribed.
    pub(crate) fn version(&self) -> u64 {
        self.visit.version
    }

    /// Asks for the full state as the next message.
    pub(crate) fn look(&mut self) {
        self.behind = true;
    }

    /// The next message. Cancel-safe: dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Result<Told, RoomClosed> {
        loop {
            if let Some(message) = self.pending().await {
                return Ok(message);
            }
            match self.visit.changes.recv().await {
                Ok(message) => return Ok(message),
                Err(RecvError::Closed) => return Err(self.visit.closed()),
                Err(RecvError::Lagged(_)) => self.behind = true,
            }
        }
    }

    /// The next message, if one is ready.
    pub(crate) async fn ready(&mut self) -> Result<Option<Told>, RoomClosed> {
        if let Some(message) = self.pending().await {
            return Ok(Some(message));
        }
        match self.visit.changes.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Closed) => Err(self.visit.closed()),
            Err(TryRecvError::Lagged(_)) => {
                self.behind = true;
                Ok(Some(self.look_again().await))
            }
        }
    }

    /// The next message, if it does not come from the room's changes.
    async fn pending(&mut self) -> Option<Told> {
        if let Some(message) = self.first.pop_front() {
            if self.first.is_empty() {
                // Most followers wait for a long time, so the buffer of past messages is freed.
                self.first = VecDeque::new();
            }
            return Some(message);
        }
        if self.behind { Some(self.look_again().await) } else { None }
    }

    async fn look_again(&mut self) -> Told {
        // This is rare, so it is boxed and waiting followers hold no memory for it.
        let picture = Box::pin(self.visit.refresh()).await;
        self.behind = false;
        picture
    }
}
