//! The time in which moves can be taken. The players' clocks run by it.
//!
//! It stands still while the store does not write, and while the server itself was stopped or held up, which shows in
//! the gap between two beats. After either it stands still for a moment longer, so that what was sent meanwhile arrives
//! before anything else happens.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the server shows that it is alive.
pub(super) const BEAT: Duration = Duration::from_millis(100);

/// A longer gap between two beats means that no move could be taken.
const LONGEST_GAP: Duration = Duration::from_millis(500);

/// How long the time stands still once everything works again.
const REST: Duration = Duration::from_secs(1);

/// The time in which moves can be taken.
pub(crate) struct Pulse(Mutex<State>);

struct State {
    /// The last time that is known to count, or not to.
    known: Instant,
    /// How much of the time until then does not count.
    lost: Duration,
    /// Whether the last write failed.
    fails: bool,
    /// Until when the time stands still although everything works.
    rests_until: Instant,
    /// Whether it stood still at the last beat.
    stood: bool,
}

impl Pulse {
    /// A pulse that begins to beat now.
    pub(super) fn new() -> Self {
        Self(Mutex::new(State::new(Instant::now())))
    }

    /// The current time. It may go back a little when it turns out that some of it does not count.
    pub(crate) fn now(&self) -> Instant {
        self.state().now(Instant::now())
    }

    /// Whether the time stands still. No flag falls meanwhile.
    pub(crate) fn stands_still(&self) -> bool {
        self.state().stands_still(Instant::now())
    }

    /// When to look at the clocks again for something that is due at this time. If the time stands still by then, it
    /// will be due later.
    pub(super) fn wake_for(&self, due: Instant) -> Instant {
        let (state, real) = (self.state(), Instant::now());
        let due = due + state.lost_at(real);
        if state.stands_still(real) { due.max(real + BEAT) } else { due }
    }

    /// How much time has not counted so far.
    pub(crate) fn lost(&self) -> Duration {
        self.state().lost_at(Instant::now())
    }

    /// A write that was wanted since then has failed.
    pub(super) fn failed(&self, since: Instant) {
        self.state().failed(since, Instant::now());
    }

    /// A write has succeeded.
    pub(super) fn succeeded(&self) {
        self.state().succeeded(Instant::now());
    }

    /// Whether writes fail, so that someone has to try again.
    pub(super) fn fails(&self) -> bool {
        self.state().fails
    }

    /// The server is alive. Returns whether the time runs again after it stood still.
    pub(super) fn beat(&self) -> bool {
        self.state().beat(Instant::now())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn new(real: Instant) -> Self {
        Self { known: real, lost: Duration::ZERO, fails: false, rests_until: real, stood: false }
    }

    fn is_late(&self, real: Instant) -> bool {
        real.saturating_duration_since(self.known) > LONGEST_GAP
    }

    fn stands_still(&self, real: Instant) -> bool {
        self.fails || real < self.rests_until || self.is_late(real)
    }

    fn now(&self, real: Instant) -> Instant {
        real.checked_sub(self.lost_at(real)).unwrap_or(real)
    }

    fn lost_at(&self, real: Instant) -> Duration {
        let stood_until = if self.stands_still(real) { real } else { self.rests_until };
        self.lost + stood_until.saturating_duration_since(self.known)
    }

    /// Decides whether the time until now has counted.
    fn settle(&mut self, real: Instant) {
        self.lost = self.lost_at(real);
        if self.is_late(real) {
            self.rests_until = real + REST;
        }
        self.known = self.known.max(real);
    }

    fn failed(&mut self, since: Instant, real: Instant) {
        let stood = self.stands_still(real);
        self.settle(real);
        if !stood {
            // The player was refused only now, but what they wanted was possible no longer since then.
            self.lost += real.saturating_duration_since(since.max(self.rests_until));
        }
        self.fails = true;
    }

    fn succeeded(&mut self, real: Instant) {
        if self.fails {
            self.settle(real);
            self.fails = false;
            self.rests_until = real + REST;
        }
    }

    fn beat(&mut self, real: Instant) -> bool {
        self.settle(real);
        let stands_still = self.stands_still(real);
        std::mem::replace(&mut self.stood, stands_still) && !stands_still
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Beats from one instant to another.
    fn live(state: &mut State, from: Instant, until: Instant) -> bool {
        let mut real = from;
        let mut resumed = false;
        while real < until {
            real = (real + BEAT).min(until);
            resumed |= state.beat(real);
        }
        resumed
    }

    #[test]
    fn time_runs_while_the_server_lives() {
        let begun = Instant::now();
        let mut state = State::new(begun);
        assert!(!live(&mut state, begun, begun + 10 * SECOND));
        let later = begun + 10 * SECOND + BEAT / 2;
        assert_eq!((state.now(later), state.stands_still(later)), (later, false));
    }

    #[test]
    fn a_stopped_server_costs_nobody_any_time() {
        let begun = Instant::now();
        let mut state = State::new(begun);
        live(&mut state, begun, begun + 3 * SECOND);
        // Before the first beat, too: what is asked first does not matter.
        let awake = begun + 60 * SECOND;
        assert_eq!((state.now(awake), state.stands_still(awake)), (begun + 3 * SECOND, true));
        assert!(!state.beat(awake));
        assert_eq!((state.now(awake), state.stands_still(awake)), (begun + 3 * SECOND, true));
        assert!(live(&mut state, awake, awake + REST), "it resumes after a rest");
        assert_eq!(state.now(awake + REST), begun + 3 * SECOND);
        assert!(!live(&mut state, awake + REST, awake + REST + 2 * SECOND), "it resumes once");
        assert_eq!(state.now(awake + REST + 2 * SECOND), begun + 5 * SECOND);
    }

    #[test]
    fn a_store_that_does_not_write_costs_nobody_any_time() {
        let begun = Instant::now();
        let at = |seconds: u32| begun + seconds * SECOND;
        let mut state = State::new(begun);
        live(&mut state, begun, at(4));
        // A write that was wanted at the third second fails at the fourth.
        state.failed(at(3), at(4));
        live(&mut state, at(4), at(20));
        state.failed(at(19), at(20));
        assert_eq!((state.now(at(20)), state.stands_still(at(20))), (at(3), true));
        state.succeeded(at(20));
        assert!(live(&mut state, at(20), at(22)));
        assert_eq!((state.now(at(22)), state.stands_still(at(22))), (at(4), false));
        state.succeeded(at(22));
        assert_eq!(state.now(at(22)), at(4), "only the first write after a failure means anything");
    }

    #[test]
    fn both_at_once_are_counted_once() {
        let begun = Instant::now();
        let at = |seconds: u32| begun + seconds * SECOND;
        let mut state = State::new(begun);
        live(&mut state, begun, at(2));
        state.failed(at(2), at(2));
        state.beat(at(10));
        state.succeeded(at(10));
        live(&mut state, at(10), at(12));
        assert_eq!(state.now(at(12)), at(3));
    }
}
