//! The times when no server was running.

use std::time::{Duration, Instant};

/// The times when no server was running.
#[derive(Clone, Default, Debug)]
pub struct Outages(Vec<(Instant, Instant)>);

impl Outages {
    /// No server was running between the two instants.
    pub fn add(&mut self, from: Instant, until: Instant) {
        self.0.push((from, until));
    }

    /// The maximum time that a server ran between two instants.
    #[must_use]
    pub fn uptime(&self, from: Instant, until: Instant) -> Duration {
        let down = self
            .0
            .iter()
            .map(|(died, started)| (*started).min(until).saturating_duration_since((*died).max(from)));
        until.saturating_duration_since(from).saturating_sub(down.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_only_the_time_between_outages() {
        let begun = Instant::now();
        let at = |second| begun + Duration::from_secs(second);
        let mut outages = Outages::default();
        outages.add(at(10), at(20));
        outages.add(at(30), at(33));
        let uptime = |from, until| outages.uptime(at(from), at(until)).as_secs();
        assert_eq!(
            [uptime(0, 10), uptime(0, 40), uptime(12, 18), uptime(15, 31), uptime(20, 30)],
            [10, 27, 0, 10, 10]
        );
    }
}
