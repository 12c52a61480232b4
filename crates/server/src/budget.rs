//! How much computing an address may ask for. What an answer costs is known only afterwards, so it is charged then.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::address::Client;

/// How long an address takes to get its whole budget back.
const MINUTE: Duration = Duration::from_secs(60);

/// The computing time of every address.
pub(crate) struct Budget {
    most: Duration,
    spent: Mutex<HashMap<Client, Spent>>,
}

/// What an address had spent at an instant. It is forgiven little by little.
#[derive(Clone, Copy)]
struct Spent {
    time: Duration,
    at: Instant,
}

/// Work that is under way. When this is dropped, its time is charged, however it ended.
pub(crate) struct Charge {
    budget: Arc<Budget>,
    client: Client,
    since: Instant,
}

impl Budget {
    /// A budget of this much per minute.
    pub(crate) fn new(most: Duration) -> Arc<Self> {
        Arc::new(Self { most, spent: Mutex::default() })
    }

    /// Whether an address has anything left.
    pub(crate) fn has_left(&self, client: Client) -> bool {
        let spent = self.spent().get(&client).copied();
        spent.is_none_or(|spent| self.remaining(spent, Instant::now()) < self.most)
    }

    /// Charges an address from now on.
    pub(crate) fn charge(self: Arc<Self>, client: Client) -> Charge {
        Charge { budget: self, client, since: Instant::now() }
    }

    /// Forgets addresses to which everything is forgiven.
    pub(crate) fn tidy(&self) {
        let now = Instant::now();
        let mut spent = self.spent();
        spent.retain(|_, spent| !self.remaining(*spent, now).is_zero());
        spent.shrink_to_fit();
    }

    /// What is still charged of what was spent.
    fn remaining(&self, Spent { time, at }: Spent, now: Instant) -> Duration {
        let forgiven = now.saturating_duration_since(at).as_secs_f64() / MINUTE.as_secs_f64();
        time.saturating_sub(self.most.mul_f64(forgiven))
    }

    fn add(&self, client: Client, time: Duration, now: Instant) {
        let mut spent = self.spent();
        let before = spent.get(&client).map_or(Duration::ZERO, |spent| self.remaining(*spent, now));
        spent.insert(client, Spent { time: before + time, at: now });
    }

    fn spent(&self) -> MutexGuard<'_, HashMap<Client, Spent>> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        let now = Instant::now();
        self.budget.add(self.client, now.saturating_duration_since(self.since), now);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_is_forgiven_within_a_minute() {
        let budget = Budget::new(Duration::from_secs(10));
        let [ada, bo] = ["192.0.2.1", "192.0.2.2"].map(|address| Client::of(address.parse().unwrap()));
        let now = Instant::now();
        let left = |client, seconds| {
            let spent = budget.spent().get(&client).copied();
            let later = now + Duration::from_secs(seconds);
            spent.map_or(10.0, |spent| 10.0 - budget.remaining(spent, later).as_secs_f64())
        };
        assert!(budget.has_left(ada));
        budget.add(ada, Duration::from_secs(6), now);
        budget.add(ada, Duration::from_secs(9), now);
        assert!(!budget.has_left(ada), "more than there was, because the last job was long");
        assert!(budget.has_left(bo));
        assert_eq!([left(ada, 0), left(ada, 30), left(ada, 90), left(bo, 0)], [-5.0, 0.0, 10.0, 10.0]);
        budget.tidy();
        assert_eq!(budget.spent().len(), 1);
    }

    #[test]
    fn work_is_charged_however_it_ends() {
        let budget = Budget::new(Duration::from_nanos(1));
        let ada = Client::of("192.0.2.1".parse().unwrap());
        let charge = Arc::clone(&budget).charge(ada);
        assert!(budget.has_left(ada));
        drop(charge);
        assert!(!budget.spent().is_empty());
    }
}
