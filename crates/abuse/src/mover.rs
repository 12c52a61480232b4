//! Both players of an endless match, one request after another, until the server says something else.

use std::net::SocketAddr;

use numberline_rules::Seat;
use serde_json::{Value, json};

use crate::guests::{Endless, Menu};
use crate::http::{self, Answer};
use crate::{Guests, Link, Trouble};

/// Both players of an endless match.
pub struct Mover {
    guests: Guests,
    endless: Endless,
    acknowledged: usize,
}

impl Mover {
    /// Two players meet.
    pub async fn meet(server: SocketAddr) -> Result<Self, Trouble> {
        let endless = Menu::of(server).await?.endless()?;
        let guests = Guests::meet(server, &endless.wish).await?;
        Ok(Self { guests, endless, acknowledged: 0 })
    }

    /// Sends the next move. If it was sent before, it is the same again.
    pub async fn play(&mut self, server: SocketAddr) -> Result<Answer, Trouble> {
        let answer = self.send(server, self.acknowledged).await?;
        self.acknowledged += usize::from(answer.status == 200);
        Ok(answer)
    }

    async fn send(&self, server: SocketAddr, ply: usize) -> Result<Answer, Trouble> {
        let mut game = self.guests.begin()?;
        for before in 0..ply {
            let seat = mover(&*game)?;
            game.submit(seat, self.endless.ply(before)).map_err(|error| Trouble::new(error.to_string()))?;
        }
        let command = json!({ "kind": "move", "text": self.endless.ply(ply) });
        let body = json!({ "id": format!("ply-{ply}"), "do": command });
        let path = format!("/api/rooms/{}/commands", self.guests.room);
        let key = mover(&*game)?.of(&self.guests.keys);
        http::post(server, &path, Some(key), &body).await
    }

    /// The name of the room.
    #[must_use]
    pub fn room(&self) -> &str {
        &self.guests.room
    }

    /// A socket of the first player.
    pub async fn link(&self, server: SocketAddr) -> Result<Link, Trouble> {
        self.guests.enter(server, Seat::One).await
    }

    /// How many moves were acknowledged.
    #[must_use]
    pub fn acknowledged(&self) -> usize {
        self.acknowledged
    }

    /// How many moves the server shows; none if it does not have the room.
    pub async fn shown(&self, server: SocketAddr) -> Result<Option<usize>, Trouble> {
        let answer = http::get(server, &format!("/api/rooms/{}", self.guests.room)).await?;
        if answer.status == 404 {
            return Ok(None);
        }
        Ok(answer.json()?.get("plies").and_then(Value::as_array).map(Vec::len))
    }
}

fn mover(game: &dyn numberline_table::AnyMatch) -> Result<Seat, Trouble> {
    let seat = Seat::BOTH.into_iter().find(|seat| game.turn().acts(*seat));
    seat.ok_or_else(|| Trouble::new("the match has ended"))
}
