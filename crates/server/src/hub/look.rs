//! Looking at rooms without following them: states, pictures, records and lists.

use std::sync::Weak;

use numberline_rules::Line;
use numberline_table::Record;

use super::{Hub, HubError, Told};
use crate::id::RoomId;
use crate::store::RoomStanding;
use crate::view::{Glance, Listed};

/// How many rooms a list looks after each time. Lists are asked for often.
const LOOKED_AFTER: usize = 4;

impl Hub {
    /// Whether the room exists.
    pub async fn find(&self, room: RoomId) -> Result<(), HubError> {
        self.room(room).await.map(drop)
    }

    /// The full state of a room.
    pub async fn game(&self, room: RoomId) -> Result<Told, HubError> {
        let live = self.room(room).await?;
        let mut inside = live.lock().await;
        self.refresh(&live, &mut inside).await;
        Ok(live.picture(inside).await.1)
    }

    /// What a link to a room says about it.
    pub async fn glance(&self, room: RoomId) -> Result<Glance, HubError> {
        let live = self.room(room).await?;
        let inside = live.lock().await;
        Ok(Glance::of(&inside.room))
    }

    /// The current line of a room, as its picture shows it.
    pub async fn line(&self, room: RoomId) -> Result<Line, HubError> {
        let live = self.room(room).await?;
        let inside = live.lock().await;
        let game = inside.room.session().at();
        Ok(game.line(game.extent()))
    }

    /// The records of a room's rounds, the latest last.
    pub async fn records(&self, room: RoomId) -> Result<Vec<Record>, HubError> {
        Ok(self.room(room).await?.lock().await.room.records())
    }

    /// The same for a thread that may wait: writing down a long match takes a while.
    pub async fn records_later(
        &self,
        room: RoomId,
    ) -> Result<impl FnOnce() -> Vec<Record> + Send + 'static, HubError> {
        let live = self.room(room).await?;
        Ok(move || live.inside.blocking_lock().room.records())
    }

    /// The newest listed rooms with a standing.
    pub async fn list(&self, standing: RoomStanding, most: u32) -> Result<Vec<Listed>, HubError> {
        let rows = self.reader.list(standing, most).await?;
        // A room in memory notices that its players are gone. After a restart nobody else would look at it.
        let unknown = rows.iter().filter(|row| !self.rooms().contains_key(&row.room));
        for row in unknown.take(LOOKED_AFTER) {
            if standing != RoomStanding::Over {
                let (me, room) = (Weak::clone(&self.me), row.room);
                tokio::spawn(async move {
                    drop(me.upgrade()?.room(room).await);
                    Some(())
                });
            }
        }
        Ok(rows.into_iter().map(|row| Listed::of(row, standing)).collect())
    }
}
