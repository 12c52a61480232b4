//! What the server does not take: every figure in one place, with its default.
//!
//! The README's list of limits is this list; a test holds one to the other.

use std::fmt;
use std::time::Duration;

/// All the limits of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Connections that are open at once.
    pub connections: u32,
    /// Connections that are open at once from one address.
    pub connections_per_address: u32,
    /// Websockets and streams that are open at once from one address.
    pub sockets_per_address: u32,
    /// How long a request's head may take to arrive, and how long a connection may wait for its next request.
    pub header_time: Duration,
    /// How long a request may take to be answered, the arrival of its body included.
    pub request_time: Duration,
    /// How long a reader may take nothing of what is sent to it.
    pub write_time: Duration,
    /// The bytes that wait in the system for one reader.
    pub send_buffer_bytes: u32,
    /// The bytes of a request's head.
    pub header_bytes: u32,
    /// The bytes of a request's body.
    pub request_bytes: u32,
    /// The bytes of a message to a websocket.
    pub message_bytes: u32,
    /// Messages a second on one websocket; twice as many at once.
    pub messages_per_second: u32,
    /// Messages a second on all websockets of one address; twice as many at once.
    pub messages_per_second_per_address: u32,
    /// Requests a second from one address; four times as many at once.
    pub requests_per_second_per_address: u32,
    /// Rooms that one address opens in a minute, and at once.
    pub rooms_per_minute_per_address: u32,
    /// How long a websocket may take to say hello.
    pub hello_time: Duration,
    /// How often a websocket is asked whether it is still there.
    pub ping_time: Duration,
    /// How long a websocket may say nothing at all, not even an answer to that question.
    pub silence_time: Duration,
    /// How often a stream that has nothing to say sends an empty line.
    pub heartbeat_time: Duration,
    /// Positions that are thought about at once for people who study, and as many by computers.
    pub think_threads: u32,
    /// Positions that wait to be thought about for people who study. A computer in a room always waits.
    pub think_queue: u32,
    /// How long the server thinks about a position for people who study.
    pub think_time: Duration,
    /// How long the server waits for what is under way when it is told to end.
    pub shutdown_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 12_000,
            connections_per_address: 256,
            sockets_per_address: 128,
            header_time: Duration::from_secs(10),
            request_time: Duration::from_secs(30),
            write_time: Duration::from_secs(10),
            send_buffer_bytes: 65_536,
            header_bytes: 16_384,
            request_bytes: 65_536,
            message_bytes: 4_096,
            messages_per_second: 30,
            messages_per_second_per_address: 300,
            requests_per_second_per_address: 50,
            rooms_per_minute_per_address: 30,
            hello_time: Duration::from_secs(10),
            ping_time: Duration::from_secs(20),
            silence_time: Duration::from_secs(60),
            heartbeat_time: Duration::from_secs(15),
            think_threads: 2,
            think_queue: 32,
            think_time: Duration::from_secs(5),
            shutdown_time: Duration::from_secs(5),
        }
    }
}

/// One of the limits, by its name.
#[derive(Clone, Copy)]
pub struct Limit {
    /// The name, as the command line takes it.
    pub name: &'static str,
    /// What it bounds.
    pub what: &'static str,
    place: Place,
}

#[derive(Clone, Copy)]
enum Place {
    Count(fn(&mut Limits) -> &mut u32),
    Time(fn(&mut Limits) -> &mut Duration),
}

/// A limit was asked for that cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoLimit {
    /// There is no such limit.
    #[error("there is no limit '{0}'; the limits are {names}", names = names())]
    Name(String),
    /// The value is not a number of at least 1.
    #[error("{0} is a number from 1 to 1000000000, such as {0}=100")]
    Count(&'static str),
    /// The value is not a time.
    #[error("{0} is a time from 1ms to 86400s, such as {0}=10s or {0}=500ms")]
    Time(&'static str),
}

macro_rules! limits {
    ($($kind:ident $field:ident $name:literal $what:literal)*) => {
        /// Every limit, in the order of the README.
        pub const LIMITS: &[Limit] = &[$(Limit {
            name: $name,
            what: $what,
            place: Place::$kind(|limits| &mut limits.$field),
        }),*];
    };
}

limits! {
    Count connections "connections" "connections at once"
    Count connections_per_address "connections-per-address" "connections at once from one address"
    Count sockets_per_address "sockets-per-address" "websockets and streams at once from one address"
    Time header_time "header-time" "for a request's head to arrive, and between two requests"
    Time request_time "request-time" "for a request to be answered"
    Time write_time "write-time" "in which a reader may take nothing of what is sent to it"
    Count send_buffer_bytes "send-buffer-bytes" "bytes that wait in the system for one reader"
    Count header_bytes "header-bytes" "bytes of a request's head"
    Count request_bytes "request-bytes" "bytes of a request's body"
    Count message_bytes "message-bytes" "bytes of a message to a websocket"
    Count messages_per_second "messages-per-second" "messages a second on one websocket"
    Count messages_per_second_per_address "messages-per-second-per-address" "messages a second on all websockets of one address"
    Count requests_per_second_per_address "requests-per-second-per-address" "requests a second from one address"
    Count rooms_per_minute_per_address "rooms-per-minute-per-address" "rooms opened in a minute from one address"
    Time hello_time "hello-time" "for a websocket to say hello"
    Time ping_time "ping-time" "between two questions whether a websocket is still there"
    Time silence_time "silence-time" "in which a websocket may say nothing, not even an answer to that"
    Time heartbeat_time "heartbeat-time" "after which a stream without news sends an empty line"
    Count think_threads "think-threads" "positions thought about at once for people who study, and as many by computers"
    Count think_queue "think-queue" "positions that wait to be thought about for people who study"
    Time think_time "think-time" "to think about a position for people who study"
    Time shutdown_time "shutdown-time" "for what is under way when the server is told to end"
}

impl Limits {
    /// Sets a limit from `name=value`.
    pub fn set(&mut self, text: &str) -> Result<(), NoLimit> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let known = LIMITS.iter().find(|limit| limit.name == name);
        let limit = known.ok_or_else(|| NoLimit::Name(name.chars().take(60).collect()))?;
        match limit.place {
            Place::Count(place) => *place(self) = count(value).ok_or(NoLimit::Count(limit.name))?,
            Place::Time(place) => *place(self) = time(value).ok_or(NoLimit::Time(limit.name))?,
        }
        Ok(())
    }
}

impl Limit {
    /// The value that these limits have for it, as the command line takes it.
    #[must_use]
    pub fn value(&self, limits: &Limits) -> String {
        let mut limits = *limits;
        match self.place {
            Place::Count(place) => place(&mut limits).to_string(),
            Place::Time(place) => {
                let time = place(&mut limits);
                if time.subsec_millis() == 0 {
                    format!("{}s", time.as_secs())
                } else {
                    format!("{}ms", time.as_millis())
                }
            }
        }
    }
}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| (1..=1_000_000_000).contains(count))
}

fn time(text: &str) -> Option<Duration> {
    let time = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(milliseconds), _) => Duration::from_millis(milliseconds.parse().ok()?),
        (None, Some(seconds)) => Duration::from_secs(seconds.parse().ok()?),
        (None, None) => return None,
    };
    (Duration::from_millis(1)..=Duration::from_secs(86_400)).contains(&time).then_some(time)
}

fn names() -> String {
    LIMITS.iter().map(|limit| limit.name).collect::<Vec<_>>().join(", ")
}
