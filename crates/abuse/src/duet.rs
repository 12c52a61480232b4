//! Two players with a socket each in an endless match. They move in turn, and each waits until the other has received
//! the move.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_server::Command;
use numberline_table::AnyMatch;

use crate::guests::{Endless, Menu};
use crate::{Guests, Link, Submission, Trouble};

/// Two players in an endless match.
pub struct Duet {
    guests: Guests,
    endless: Endless,
    game: Box<dyn AnyMatch>,
    /// The sockets of the seats.
    pub links: [Link; 2],
    moves: usize,
}

/// The outcome of a move.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// How long it took to reach the other player.
    pub told_in: Duration,
    /// Whether the answer had the expected version.
    pub in_order: bool,
}

impl Duet {
    /// Two players meet.
    pub async fn meet(server: SocketAddr) -> Result<Self, Trouble> {
        Self::meet_at([server, server]).await
    }

    /// Two players meet, each at a server of their own.
    pub async fn meet_at([one, two]: [SocketAddr; 2]) -> Result<Self, Trouble> {
        let endless = Menu::of(one).await?.endless()?;
        let guests = Guests::meet(one, &endless.wish).await?;
        let links = [guests.enter(one, Seat::One).await?, guests.enter(two, Seat::Two).await?];
        let game = guests.begin()?;
        Ok(Self { guests, endless, game, links, moves: 0 })
    }

    /// The room.
    #[must_use]
    pub fn room(&self) -> &str {
        &self.guests.room
    }

    /// The number of moves made.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The next move.
    pub async fn play(&mut self) -> Result<Played, Trouble> {
        let seat = Seat::BOTH.into_iter().find(|seat| self.game.turn().acts(*seat));
        let seat = seat.ok_or_else(|| Trouble::new("the match has ended"))?;
        let text = self.endless.ply(self.moves).to_owned();
        self.game.submit(seat, &text).map_err(|error| Trouble::new(error.to_string()))?;
        let id = format!("d-{}", self.moves);
        let message = Submission::new(seat, &id, Command::Move { text }, None).message();
        // Two players took seats, and every move makes one version.
        let due = self.moves as u64 + 3;
        let began = Instant::now();
        seat.of_mut(&mut self.links).say(&message).await?;
        seat.other().of_mut(&mut self.links).told(due).await?;
        let told_in = began.elapsed();
        let in_order = seat.of_mut(&mut self.links).acknowledged().await? == due;
        self.moves += 1;
        Ok(Played { told_in, in_order })
    }
}
