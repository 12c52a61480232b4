//! How much one address may do: how many sockets it has open, and how often it asks.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::address::Client;
use crate::error::Problem;
use crate::limits::ServerLimits;

/// Counts what addresses do.
pub(crate) struct Gate {
    requests: DefaultKeyedRateLimiter<Client>,
    rooms: DefaultKeyedRateLimiter<Client>,
    messages: DefaultKeyedRateLimiter<Client>,
    message_quota: Quota,
    connections: Arc<Counter>,
    sockets: Arc<Counter>,
}

/// How many of something each address has.
pub(crate) struct Counter {
    most: u32,
    open: Mutex<HashMap<Client, u32>>,
}

/// One of what an address may have only so many of. Gone when dropped.
pub(crate) struct Pass {
    counter: Arc<Counter>,
    client: Client,
}

impl Gate {
    /// A gate that nobody has come through.
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        let per_second =
            |rate, times| Quota::per_second(some(rate)).allow_burst(some(times).saturating_mul(some(rate)));
        let rooms = Quota::per_minute(some(limits.rooms_per_minute_per_address));
        Self {
            requests: RateLimiter::keyed(per_second(limits.requests_per_second_per_address, 4)),
            rooms: RateLimiter::keyed(rooms),
            messages: RateLimiter::keyed(per_second(limits.messages_per_second_per_address, 2)),
            message_quota: per_second(limits.messages_per_second, 2),
            connections: Arc::new(Counter::new(limits.connections_per_address)),
            sockets: Arc::new(Counter::new(limits.sockets_per_address)),
        }
    }

    /// Counts a request.
    pub(crate) fn request(&self, client: Client) -> Result<(), Problem> {
        self.requests.check_key(&client).map_err(|_| {
            Problem::too_many(
                "requests",
                "That is more than one address may ask for. Wait a moment, then go on.",
            )
        })
    }

    /// Counts a room that is to be opened.
    pub(crate) fn room(&self, client: Client) -> Result<(), Problem> {
        self.rooms.check_key(&client).map_err(|_| {
            Problem::too_many(
                "rooms",
                "One address may not open so many games at once. Wait a minute, then try again.",
            )
        })
    }

    /// Whether an address may send one more message.
    pub(crate) fn message(&self, client: Client) -> bool {
        self.messages.check_key(&client).is_ok()
    }

    /// What counts the messages of one socket.
    pub(crate) fn socket_rate(&self) -> DefaultDirectRateLimiter {
        RateLimiter::direct(self.message_quota)
    }

    /// One more connection, if the address may have one.
    pub(crate) fn connection(&self, client: Client) -> Option<Pass> {
        Counter::enter(&self.connections, client)
    }

    /// One more socket or stream.
    pub(crate) fn socket(&self, client: Client) -> Result<Pass, Problem> {
        Counter::enter(&self.sockets, client).ok_or_else(|| {
            let detail = "This address watches as many games as one may. Close one of them, then try again.";
            Problem::too_many("sockets", detail)
        })
    }

    /// Forgets the addresses that have not asked for a while.
    pub(crate) fn tidy(&self) {
        for limiter in [&self.requests, &self.rooms, &self.messages] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
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

/// A limit of none would let nobody in at all; the least is one.
fn some(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}
