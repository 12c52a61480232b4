//! How a long computation reports its progress, and is told to stop.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

/// Watches a long computation. It is asked often enough to stop within a fraction of a second.
pub trait Progress {
    /// `done` of `total` positions are solved; `Break` stops the computation.
    fn step(&self, done: u64, total: u64) -> ControlFlow<()>;
}

/// No watcher, and nothing stops it.
impl Progress for () {
    fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Stops once the flag is set.
impl Progress for AtomicBool {
    fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
        if self.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
