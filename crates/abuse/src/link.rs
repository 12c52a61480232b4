//! A websocket to a room, cheap enough to have ten thousand of them and to be as fast as the server.

use std::net::SocketAddr;
use std::ops::Range;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::frame::{self, CLOSE, PING, PONG, TEXT};
use crate::{Trouble, scan};

/// After this long without an answer a trial fails, because it would never end. No answer takes that long, not even beside
/// builds and a disk that is busy for half a minute.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// The protocol requires a mask; there is no proxy here that it has to protect.
const MASK: [u8; 4] = [0x5a, 0xc3, 0x17, 0x88];

/// A websocket to a room.
pub struct Link {
    stream: TcpStream,
    inbox: Vec<u8>,
    /// Where the next frame begins.
    next: usize,
    /// Where the last message is.
    message: Range<usize>,
    outbox: Vec<u8>,
    /// Whether it answers pings.
    pongs: bool,
}

/// What was received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A message.
    Message,
    /// The server sent a close frame with this code.
    Closed(Option<u16>),
    /// The connection ended without a close frame.
    Gone,
}

impl Link {
    /// Opens a websocket without sending anything yet.
    pub async fn open(server: SocketAddr, room: &str) -> Result<Self, Trouble> {
        Self::open_small(server, room, None).await
    }

    /// The same with a small receive buffer, so that a client that does not read is noticed soon.
    pub async fn open_small(server: SocketAddr, room: &str, buffer: Option<u32>) -> Result<Self, Trouble> {
        let socket = TcpSocket::new_v4()?;
        if let Some(size) = buffer {
            socket.set_recv_buffer_size(size)?;
        }
        let stream = timeout(PATIENCE, socket.connect(server)).await??;
        stream.set_nodelay(true)?;
        let (inbox, outbox) = (Vec::new(), Vec::new());
        let mut link = Self { stream, inbox, next: 0, message: 0..0, outbox, pongs: true };
        let hail = format!(
            "GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: {server}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bnVtYmVybGluZSBhYnVzZQ==\r\n\r\n"
        );
        link.stream.write_all(hail.as_bytes()).await?;
        timeout(PATIENCE, link.greeted()).await??;
        Ok(link)
    }

    async fn greeted(&mut self) -> Result<(), Trouble> {
        loop {
            let end = self.inbox.windows(4).position(|window| window == b"\r\n\r\n");
            if let Some(end) = end {
                if !self.inbox.starts_with(b"HTTP/1.1 101 ") {
                    let answer = String::from_utf8_lossy(&self.inbox).into_owned();
                    return Err(Trouble::new(format!("not a websocket: {answer}")));
                }
                self.next = end + 4;
                return Ok(());
            }
            if !self.fill().await {
                return Err(Trouble::new("the server closed instead of opening a websocket"));
            }
        }
    }

    /// Opens a websocket and says hello: with a key, or as a spectator.
    pub async fn enter(
        server: SocketAddr,
        room: &str,
        key: Option<&str>,
        since: Option<u64>,
    ) -> Result<Self, Trouble> {
        let mut link = Self::open(server, room).await?;
        link.hello(key, since).await?;
        Ok(link)
    }

    /// Says hello, and waits for the welcome.
    pub async fn hello(&mut self, key: Option<&str>, since: Option<u64>) -> Result<(), Trouble> {
        let mut hello = json!({ "type": "hello" });
        if let (Some(key), Some(fields)) = (key, hello.as_object_mut()) {
            fields.insert("key".into(), key.into());
        }
        if let (Some(since), Some(fields)) = (since, hello.as_object_mut()) {
            fields.insert("since".into(), since.into());
        }
        self.say(&hello.to_string()).await?;
        self.wait_for(b"welcome").await
    }

    /// Stops answering pings.
    pub fn never_pong(&mut self) {
        self.pongs = false;
    }

    /// Sends a text message.
    pub async fn say(&mut self, text: &str) -> Result<(), Trouble> {
        self.outbox.clear();
        frame::write(&mut self.outbox, true, TEXT, MASK, text.as_bytes());
        Ok(self.stream.write_all(&self.outbox).await?)
    }

    /// Sends raw bytes.
    pub async fn shout(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        Ok(self.stream.write_all(bytes).await?)
    }

    /// Waits for the next message and keeps it until the one after; see [`Link::message`].
    pub async fn hear(&mut self) -> Heard {
        loop {
            let rest = self.inbox.get(self.next..).unwrap_or_default();
            if let Some(frame) = frame::read(rest) {
                let (opcode, size, length) = (frame.opcode, frame.size, frame.payload.len());
                let code = frame.payload.first_chunk().map(|code| u16::from_be_bytes(*code));
                let end = self.next + size;
                let payload = end - length..end;
                self.next = end;
                match opcode {
                    CLOSE => return Heard::Closed(code),
                    PING if self.pongs => {
                        self.outbox.clear();
                        let echo = self.inbox.get(payload).unwrap_or_default();
                        frame::write(&mut self.outbox, true, PONG, MASK, echo);
                        if self.stream.write_all(&self.outbox).await.is_err() {
                            return Heard::Gone;
                        }
                    }
                    PING | PONG => {}
                    _ => {
                        self.message = payload;
                        return Heard::Message;
                    }
                }
            } else if !self.fill().await {
                return Heard::Gone;
            }
        }
    }

    /// The last received message.
    #[must_use]
    pub fn message(&self) -> &[u8] {
        self.inbox.get(self.message.clone()).unwrap_or_default()
    }

    /// The next message as JSON. A missing one is an error.
    pub async fn hear_json(&mut self) -> Result<Value, Trouble> {
        match timeout(PATIENCE, self.hear()).await? {
            Heard::Message => Ok(serde_json::from_slice(self.message())?),
            other => Err(Trouble::new(format!("the connection ended: {other:?}"))),
        }
    }

    /// The next full state of the room; other messages are skipped.
    pub async fn picture(&mut self) -> Result<Value, Trouble> {
        loop {
            let message = self.hear_json().await?;
            if message.get("type").and_then(Value::as_str) == Some("game") {
                return Ok(message);
            }
        }
    }

    /// Waits for a message of a kind, and skips others.
    pub async fn wait_for(&mut self, kind: &[u8]) -> Result<(), Trouble> {
        let wait = async {
            loop {
                match self.hear().await {
                    Heard::Message if scan::kind(self.message()) == kind => return Ok(()),
                    Heard::Message => {}
                    other => {
                        let kind = String::from_utf8_lossy(kind);
                        return Err(Trouble::new(format!("expected {kind}, got {other:?}")));
                    }
                }
            }
        };
        timeout(PATIENCE, wait).await?
    }

    /// Waits for the answer to a command: its version, or why it was refused.
    pub async fn answer_to(&mut self, id: &str) -> Result<Result<u64, String>, Trouble> {
        let wait = async {
            loop {
                match self.hear().await {
                    Heard::Message => {}
                    other => return Err(Trouble::new(format!("expected an answer, got {other:?}"))),
                }
                let message = self.message();
                if scan::text(message, b"\"id\":") != Some(id.as_bytes()) {
                    continue;
                }
                match scan::kind(message) {
                    b"done" => {
                        let version = scan::number(message, b"\"version\":");
                        return version.map(Ok).ok_or_else(|| Trouble::new("done without a version"));
                    }
                    b"refused" => {
                        let message: Value = serde_json::from_slice(message)?;
                        let reason = message.get("reason").and_then(Value::as_str).unwrap_or_default();
                        return Ok(Err(reason.to_owned()));
                    }
                    _ => {}
                }
            }
        };
        timeout(PATIENCE, wait).await?
    }

    /// Waits for the one expected answer, without checking its id, and returns its version.
    pub async fn acknowledged(&mut self) -> Result<u64, Trouble> {
        loop {
            match timeout(PATIENCE, self.hear()).await? {
                Heard::Message => match scan::kind(self.message()) {
                    b"done" => {
                        let version = scan::number(self.message(), b"\"version\":");
                        return version.ok_or_else(|| Trouble::new("done without a version"));
                    }
                    b"refused" | b"bye" => return Err(Trouble::new(String::from_utf8_lossy(self.message()))),
                    _ => {}
                },
                other => return Err(Trouble::new(format!("expected an answer, got {other:?}"))),
            }
        }
    }

    /// Waits until the room has sent a version.
    pub async fn told(&mut self, version: u64) -> Result<(), Trouble> {
        loop {
            match timeout(PATIENCE, self.hear()).await? {
                Heard::Message if matches!(scan::kind(self.message()), b"change" | b"game") => {
                    if scan::number(self.message(), b"\"version\":").is_some_and(|told| told >= version) {
                        return Ok(());
                    }
                }
                Heard::Message => {}
                other => return Err(Trouble::new(format!("expected a change, got {other:?}"))),
            }
        }
    }

    /// Sends a ping and waits for the pong.
    pub async fn ping(&mut self) -> Result<(), Trouble> {
        self.say(r#"{"type":"ping"}"#).await?;
        self.wait_for(b"pong").await
    }

    /// Shuts down the sending side.
    pub async fn finish(&mut self) {
        // If the connection is already gone, the server knows that, too.
        let _ = self.stream.shutdown().await;
    }

    /// Waits until the server ends the conversation, and returns how.
    pub async fn end(&mut self) -> Result<Heard, Trouble> {
        let wait = async {
            loop {
                match self.hear().await {
                    Heard::Message => {}
                    end => return end,
                }
            }
        };
        Ok(timeout(PATIENCE, wait).await?)
    }

    /// Reads more data. False at the end.
    async fn fill(&mut self) -> bool {
        // Consumed data is dropped here, where nothing refers to it any more.
        if self.next > 0 {
            self.inbox.drain(..self.next.min(self.inbox.len()));
            self.next = 0;
            self.message = 0..0;
            // An idle client keeps no spare memory.
            if self.inbox.is_empty() && self.inbox.capacity() > 16_384 {
                self.inbox = Vec::new();
            }
        }
        self.inbox.reserve(1_024);
        self.stream.read_buf(&mut self.inbox).await.is_ok_and(|count| count > 0)
    }
}
