//! A line between a server and its database that can fail in every way that a network fails.
//!
//! TCP hides a lost packet as a delay, so here nothing that was taken is lost while a connection lives. What a cut line has
//! taken arrives when it is whole again, or never, if one side has given up by then.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use numberline_table::Dice;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::Trouble;

/// The state of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// It carries everything.
    Whole,
    /// Connections break, and no new one can be opened.
    Broken,
    /// Nothing arrives in either direction, and nobody is told.
    Cut,
    /// Requests arrive, and answers do not.
    NoAnswers,
    /// Requests do not arrive.
    NoRequests,
    /// Everything takes its time.
    Slow,
    /// Much is sent twice, and now and then a connection breaks.
    Lossy,
}

/// How long a slow line takes for what it carries at a time.
const SLOW: Duration = Duration::from_millis(15);

/// How long it takes until something that was lost is sent again.
const RESENT: Duration = Duration::from_millis(200);

/// A line from a port of this machine to the database.
pub struct Relay {
    port: u16,
    line: watch::Sender<Line>,
    task: JoinHandle<()>,
}

impl Relay {
    /// A line to this port.
    pub async fn to(port: u16, dice: &Dice) -> Result<Self, Trouble> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let own = listener.local_addr()?.port();
        let (line, state) = watch::channel(Line::Whole);
        let task = tokio::spawn(accept(listener, port, state, dice.clone()));
        Ok(Self { port: own, line, task })
    }

    /// The port of this side.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The line is like this from now on.
    pub fn set(&self, line: Line) {
        let _ = self.line.send(line);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    ToDatabase,
    FromDatabase,
}

async fn accept(listener: TcpListener, port: u16, line: watch::Receiver<Line>, mut dice: Dice) {
    let to = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    while let Ok((near, _)) = listener.accept().await {
        if *line.borrow() == Line::Broken {
            continue;
        }
        // Every connection has dice of its own.
        let own = Dice::new(dice.below(u64::MAX), 0);
        tokio::spawn(join(near, to, line.clone(), own));
    }
}

/// Carries one connection until either side ends it, or the line breaks.
async fn join(near: TcpStream, to: SocketAddr, line: watch::Receiver<Line>, dice: Dice) {
    let Ok(far) = TcpStream::connect(to).await else { return };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
    tokio::select! {
        () = carry(near_in, far_out, Direction::ToDatabase, line.clone(), dice.clone()) => {}
        () = carry(far_in, near_out, Direction::FromDatabase, line, dice) => {}
    }
}

async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    direction: Direction,
    mut line: watch::Receiver<Line>,
    mut dice: Dice,
) {
    let mut bytes = vec![0; 16_384];
    loop {
        let count = tokio::select! {
            read = from.read(&mut bytes) => match read {
                Ok(count) if count > 0 => count,
                _ => return,
            },
            changed = line.changed() => {
                if changed.is_err() || *line.borrow() == Line::Broken {
                    return;
                }
                continue;
            }
        };
        let is_held = |line: &Line| match line {
            Line::Cut => true,
            Line::NoAnswers => direction == Direction::FromDatabase,
            Line::NoRequests => direction == Direction::ToDatabase,
            Line::Whole | Line::Broken | Line::Slow | Line::Lossy => false,
        };
        let Ok(state) = line.wait_for(|line| !is_held(line)).await.map(|line| *line) else { return };
        match state {
            Line::Broken => return,
            Line::Slow => sleep(SLOW).await,
            Line::Lossy if dice.happens(2) => return,
            Line::Lossy if dice.happens(64) => sleep(RESENT).await,
            _ => {}
        }
        let Some(taken) = bytes.get(..count) else { return };
        if to.write_all(taken).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    /// Long enough for bytes that are not held, and short enough to wait for those that are.
    const MOMENT: Duration = Duration::from_millis(200);

    #[tokio::test]
    async fn a_line_holds_what_it_should_and_delivers_it_later() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let relay = Relay::to(listener.local_addr().unwrap().port(), &Dice::new(1, 1)).await.unwrap();
        let mut near = TcpStream::connect((Ipv4Addr::LOCALHOST, relay.port())).await.unwrap();
        let (mut far, _) = listener.accept().await.unwrap();
        let mut heard = [0; 1];
        near.write_all(b"a").await.unwrap();
        far.read_exact(&mut heard).await.unwrap();
        relay.set(Line::NoAnswers);
        far.write_all(b"b").await.unwrap();
        near.write_all(b"c").await.unwrap();
        far.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"c");
        assert!(timeout(MOMENT, near.read_exact(&mut heard)).await.is_err(), "answers are held");
        relay.set(Line::Whole);
        near.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"b");
        relay.set(Line::Broken);
        assert!(near.read_exact(&mut heard).await.is_err(), "the connection breaks");
    }
}
