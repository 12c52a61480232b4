//! Limits per client address: open sockets, and request rates.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::address::Client;
use crate::budget::Budget;
use crate::command::Command;
use crate::error::Problem;
use crate::limits::ServerLimits;
use crate::page::is_file;

/// Counts the activity of each address.
pub(crate) struct Gate {
    requests: DefaultKeyedRateLimiter<Client>,
    files: DefaultKeyedRateLimiter<Client>,
    rooms: DefaultKeyedRateLimiter<Client>,
    listed: DefaultKeyedRateLimiter<Client>,
    messages: DefaultKeyedRateLimiter<Client>,
    message_quota: Quota,
    connections: Arc<Counter>,
    sockets: Arc<Counter>,
    answers: Arc<Counter>,
    thinking: Arc<Budget>,
}

/// A count per address.
pub(crate) struct Counter {
    most: u32,
    open: Mutex<HashMap<Client, u32>>,
}

/// One of the things that an address may have a limited number of. Dropping it frees the slot.
pub(crate) struct Pass {
    counter: Arc<Counter>,
    client: Client,
}

impl Gate {
    /// A gate with all counts at zero.
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        let per_second =
            |rate, times| Quota::per_second(some(rate)).allow_burst(some(times).saturating_mul(some(rate)));
        let rooms = Quota::per_minute(some(limits.rooms_per_minute_per_address));
        Self {
            requests: RateLimiter::keyed(per_second(limits.requests_per_second_per_address, 4)),
            files: RateLimiter::keyed(per_second(limits.files_per_second_per_address, 4)),
            rooms: RateLimiter::keyed(rooms),
            listed: RateLimiter::keyed(Quota::per_hour(some(limits.listed_rooms_per_hour_per_address))),
            messages: RateLimiter::keyed(per_second(limits.messages_per_second_per_address, 2)),
            message_quota: per_second(limits.messages_per_second, 2),
            connections: Arc::new(Counter::new(limits.connections_per_address)),
            sockets: Arc::new(Counter::new(limits.sockets_per_address)),
            answers: Arc::new(Counter::new(limits.answers_per_address)),
            thinking: Budget::new(limits.think_time_per_minute_per_address),
        }
    }

    /// Counts a request. The page consists of many small files, so these have a limit of their own: a class behind one
    /// address can open the page at once.
    pub(crate) fn request(&self, client: Client, path: &str) -> Result<(), Problem> {
        let counted = if is_file(path) { &self.files } else { &self.requests };
        counted.check_key(&client).map_err(|_| {
            Problem::too_many(
                "requests",
                "Too many requests from this address. Wait a moment, then try again.",
            )
        })
    }

    /// Counts a new room.
    pub(crate) fn room(&self, client: Client) -> Result<(), Problem> {
        self.rooms.check_key(&client).map_err(|_| {
            Problem::too_many("rooms", "Too many new games from this address. Wait a minute, then try again.")
        })
    }

    /// Counts a new room that everyone sees in a list, so that nobody fills the lists alone. It is a new room besides.
    pub(crate) fn listed_room(&self, client: Client) -> Result<(), Problem> {
        self.listed.check_key(&client).map_err(|_| {
            let detail = "Too many games from this address are in the lists. Open one that is not listed, or wait a few minutes.";
            Problem::too_many("listed-rooms", detail)
        })
    }

    /// Counts a command that may open a room: once a rematch is offered, it is up to the other player or to a computer.
    pub(crate) fn command(&self, client: Client, command: &Command) -> Result<(), Problem> {
        if matches!(command, Command::OfferRematch) { self.room(client) } else { Ok(()) }
    }

    /// Whether an address may send one more message.
    pub(crate) fn message(&self, client: Client) -> bool {
        self.messages.check_key(&client).is_ok()
    }

    /// A limiter for the messages of one socket.
    pub(crate) fn socket_rate(&self) -> DefaultDirectRateLimiter {
        RateLimiter::direct(self.message_quota)
    }

    /// Takes a connection slot, if the address has one left.
    pub(crate) fn connection(&self, client: Client) -> Option<Pass> {
        Counter::enter(&self.connections, client)
    }

    /// Takes a slot for a socket or stream.
    pub(crate) fn socket(&self, client: Client) -> Result<Pass, Problem> {
        Counter::enter(&self.sockets, client).ok_or_else(|| {
            let detail = "Too many open games from this address. Close one of them, then try again.";
            Problem::too_many("sockets", detail)
        })
    }

    /// Takes a slot for a computed answer.
    pub(crate) fn answer(&self, client: Client) -> Result<Pass, Problem> {
        Counter::enter(&self.answers, client).ok_or_else(|| {
            let detail =
                "Too many answers for this address are on their way. Wait for one of them, then try again.";
            Problem::too_many("answers", detail)
        })
    }

    /// What to charge an address for computing, if it has anything left.
    pub(crate) fn thinking(&self, client: Client) -> Result<Arc<Budget>, Problem> {
        if self.thinking.has_left(client) {
            return Ok(Arc::clone(&self.thinking));
        }
        let detail =
            "The answers for this address have taken a lot of computing. Wait a minute, then try again.";
        Err(Problem::too_many("think-time", detail))
    }

    /// Forgets addresses that have been idle for a while.
    pub(crate) fn tidy(&self) {
        for limiter in [&self.requests, &self.files, &self.rooms, &self.listed, &self.messages] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        self.thinking.tidy();
    }
}

impl Counter {
    fn new(most: u32) -> Self {
        Self { most, open: Mutex::default() }
    }

    fn enter(counter: &Arc<Self>, client: Client) -> Option<Pass> {
        let mut open = counter.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(client).or_insert(0);
        if *count >= counter.most {
            return None;
        }
        *count += 1;
        Some(Pass { counter: Arc::clone(counter), client })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut open = self.counter.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.client);
            }
        }
    }
}

/// A limit of zero would lock every client out, so the minimum is one.
fn some(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}
