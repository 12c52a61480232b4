//! The server's limits: every figure in one place, with its default.
//!
//! The list in docs/SERVER.md must match this one; a test checks that.

use std::time::Duration;

use jiff::fmt::friendly::{SpanParser, SpanPrinter};

/// One of the limits, by its name.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The name, as on the command line.
    pub name: &'static str,
    /// What it bounds.
    pub what: &'static str,
    set: fn(&mut ServerLimits, &str) -> Result<(), LimitError>,
    show: fn(&ServerLimits) -> String,
}

/// A limit that cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LimitError {
    /// There is no such limit.
    #[error("there is no limit '{0}'; the limits are {names}", names = names())]
    Name(String),
    /// The value is not a number of at least 1.
    #[error("{0} must be a number from 1 to 1000000000, such as {0}=100")]
    Count(&'static str),
    /// The value is not a time.
    #[error("{0} must be a time from 1ms to 86400s, such as {0}=10s or {0}=500ms")]
    Time(&'static str),
}

/// The one table of limits: `"name" field: type = default, "what it bounds";`.
macro_rules! limits {
    ($($name:literal $field:ident: $kind:ty = $default:expr, $what:literal;)*) => {
        /// All the limits of a server.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct ServerLimits {
            $(#[doc = $what] pub $field: $kind,)*
        }

        impl Default for ServerLimits {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        /// Every limit, in the order of docs/SERVER.md.
        pub const LIMITS: &[Limit] = &[$(Limit {
            name: $name,
            what: $what,
            set: |limits, text| {
                limits.$field = LimitValue::read(text).ok_or(<$kind as LimitValue>::ERROR($name))?;
                Ok(())
            },
            show: |limits| limits.$field.show(),
        },)*];
    };
}

limits! {
    "connections" connections: u32 = 12_000, "connections at once";
    "connections-per-address" connections_per_address: u32 = 256, "connections at once from one address";
    "sockets-per-address" sockets_per_address: u32 = 128, "websockets and streams at once from one address";
    "header-time" header_time: Duration = Duration::from_secs(10), "for a request's header to arrive, and between two requests";
    "request-time" request_time: Duration = Duration::from_secs(30), "for a request to be answered";
    "write-time" write_time: Duration = Duration::from_secs(10), "for a client to read something of what is sent to it";
    "send-buffer-bytes" send_buffer_bytes: u32 = 65_536, "bytes buffered by the system for one client";
    "header-bytes" header_bytes: u32 = 16_384, "bytes of a request's header";
    "request-bytes" request_bytes: u32 = 65_536, "bytes of a request's body";
    "learner-bytes" learner_bytes: u32 = 1_048_576, "bytes of a learner's answers, sent to compute progress";
    "message-bytes" message_bytes: u32 = 4_096, "bytes of a message to a websocket";
    "messages-per-second" messages_per_second: u32 = 30, "messages per second on one websocket";
    "messages-per-second-per-address" messages_per_second_per_address: u32 = 300, "messages per second on all websockets of one address";
    "requests-per-second-per-address" requests_per_second_per_address: u32 = 50, "requests per second from one address";
    "files-per-second-per-address" files_per_second_per_address: u32 = 500, "files of the page per second from one address";
    "rooms-per-minute-per-address" rooms_per_minute_per_address: u32 = 30, "rooms opened per minute from one address; an offer of a rematch counts too";
    "listed-rooms-per-hour-per-address" listed_rooms_per_hour_per_address: u32 = 30, "rooms opened for the lists per hour from one address";
    "hello-time" hello_time: Duration = Duration::from_secs(10), "for a websocket to send its hello";
    "ping-time" ping_time: Duration = Duration::from_secs(20), "between two pings to a websocket";
    "silence-time" silence_time: Duration = Duration::from_secs(60), "without any message or pong before a websocket is closed";
    "heartbeat-time" heartbeat_time: Duration = Duration::from_secs(15), "after which an idle stream sends an empty line";
    "think-threads" think_threads: u32 = 2, "positions analyzed at once for study, where one processor stays free, and by computer players";
    "think-queue" think_queue: u32 = 32, "positions queued for study";
    "think-time" think_time: Duration = Duration::from_secs(5), "to analyze a position for study";
    "think-time-per-minute-per-address" think_time_per_minute_per_address: Duration = Duration::from_secs(30), "to compute, encode and compress the answers for one address, per minute";
    "answers-per-address" answers_per_address: u32 = 8, "computed answers at once for one address, from the question until they are read";
    "answer-bytes" answer_bytes: u32 = 8 << 20, "bytes of a computed answer, before compression";
    "memory-mib" memory_mib: u32 = 256, "MiB of memory for rooms and solved games together";
    "drain-time" drain_time: Duration = Duration::from_secs(3), "for which a server that shares its database fails /readyz before it shuts down";
    "shutdown-time" shutdown_time: Duration = Duration::from_secs(5), "for pending work when the server shuts down";
}

impl ServerLimits {
    /// Sets a limit from `name=value`.
    pub fn set(&mut self, text: &str) -> Result<(), LimitError> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let known = LIMITS.iter().find(|limit| limit.name == name);
        let limit = known.ok_or_else(|| LimitError::Name(name.chars().take(60).collect()))?;
        (limit.set)(self, value)
    }
}

impl Limit {
    /// The value of a limit, as on the command line.
    #[must_use]
    pub fn value(&self, limits: &ServerLimits) -> String {
        (self.show)(limits)
    }
}

/// The type of a limit.
trait LimitValue: Sized {
    /// The error for text that is not a valid value.
    const ERROR: fn(&'static str) -> LimitError;

    fn read(text: &str) -> Option<Self>;

    fn show(self) -> String;
}

impl LimitValue for u32 {
    const ERROR: fn(&'static str) -> LimitError = LimitError::Count;

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|count| (1..=1_000_000_000).contains(count))
    }

    fn show(self) -> String {
        self.to_string()
    }
}

impl LimitValue for Duration {
    const ERROR: fn(&'static str) -> LimitError = LimitError::Time;

    fn read(text: &str) -> Option<Self> {
        let time = SpanParser::new().parse_unsigned_duration(text).ok()?;
        (Self::from_millis(1)..=Self::from_secs(86_400)).contains(&time).then_some(time)
    }

    fn show(self) -> String {
        SpanPrinter::new().unsigned_duration_to_string(&self)
    }
}

fn names() -> String {
    LIMITS.iter().map(|limit| limit.name).collect::<Vec<_>>().join(", ")
}
