//! Opens rooms, and seats the players.

use numberline_rules::Seat;
use numberline_table::Name;

use super::{Hub, HubError};
use crate::charter::Wish;
use crate::id::{RoomId, SeatKey};
use crate::room::{CommandError, Room};
use crate::store::{NewRoom, StoreError, Write};

/// A seat with its key. The key is sent only once.
pub struct Seated {
    /// The room.
    pub room: RoomId,
    /// The seat the player first took. Players may swap seats after each round; the key goes with the player.
    pub seat: Seat,
    /// Its key.
    pub key: SeatKey,
}

impl Hub {
    /// Opens a room and seats the player who opened it: in the seat they want, or in any free seat.
    pub async fn open(
        &self,
        wish: Wish,
        name: impl Into<Option<Name>>,
        seat: Option<Seat>,
    ) -> Result<Seated, HubError> {
        self.open_new(wish, name.into(), seat, SeatKey::random()).await
    }

    /// Opens a room with a key that the player chose. After a lost response the player can ask again and gets the same
    /// room.
    pub async fn open_with(
        &self,
        wish: Wish,
        name: impl Into<Option<Name>>,
        seat: Option<Seat>,
        key: SeatKey,
    ) -> Result<Seated, HubError> {
        if let Some(seated) = self.opened_before(&wish, &key).await? {
            return Ok(seated);
        }
        match self.open_new(wish.clone(), name.into(), seat, key.clone()).await {
            // Two identical requests raced, and the other one won.
            Err(HubError::Store(StoreError::Stale)) => {
                self.opened_before(&wish, &key).await?.ok_or(HubError::NoRoom)
            }
            seated => seated,
        }
    }

    /// The seat in the room that this key already opened with the same request, if any.
    pub async fn opened_before(&self, wish: &Wish, key: &SeatKey) -> Result<Option<Seated>, HubError> {
        let room = key.room();
        let live = match self.room(room).await {
            Ok(live) => live,
            Err(HubError::NoRoom) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut inside = live.lock().await;
        let seat = self.home_of(&live, &mut inside, key).await?;
        if !wish.is_met_by(inside.room.charter().wish()) {
            return Err(HubError::Refused {
                reason: CommandError::OtherGame,
                version: inside.room.version(),
            });
        }
        Ok(Some(Seated { room, seat, key: key.clone() }))
    }

    async fn open_new(
        &self,
        wish: Wish,
        name: Option<Name>,
        seat: Option<Seat>,
        key: SeatKey,
    ) -> Result<Seated, HubError> {
        self.make_room()?;
        let wish = wish.settled()?;
        let room = key.room();
        let mut opened = Room::new(room, wish.grant()?);
        let any = if rand::random() { Seat::One } else { Seat::Two };
        let seat = seat.unwrap_or(if opened.name(any).is_some() { any.other() } else { any });
        let refused = |reason| HubError::Refused { reason, version: 0 };
        let entry = opened.join(Some(seat), name, key.hash(), None).map_err(refused)?.entry;
        opened.apply(&entry, None, self.pulse.now())?;
        let opening = NewRoom { room, wish, joined: vec![entry], standing: opened.standing() };
        self.write(Write::Open(Box::new(opening))).await?;
        self.keep_live(opened).await;
        Ok(Seated { room, seat, key })
    }

    /// Takes a seat and returns its key.
    pub async fn join(
        &self,
        room: RoomId,
        name: impl Into<Option<Name>>,
        seat: Option<Seat>,
    ) -> Result<Seated, HubError> {
        self.join_with(room, name, seat, SeatKey::random()).await
    }

    /// Takes a seat with a key that the player chose. After a lost response the player can ask again and gets the same
    /// seat.
    pub async fn join_with(
        &self,
        room: RoomId,
        name: impl Into<Option<Name>>,
        seat: Option<Seat>,
        key: SeatKey,
    ) -> Result<Seated, HubError> {
        let live = self.room(room).await?;
        let inside = live.lock().await;
        let seat = self.seat_down(live, inside, seat, name.into(), key.hash()).await?;
        Ok(Seated { room, seat, key })
    }
}
