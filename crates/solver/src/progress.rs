//! How a long computation reports its progress, and is told to stop.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

/// Watches a long computation. It is asked often enough to stop within a fraction of a second.
pub trait Progress {
    /// `done` of `total` positions are solved; `Break` stops the computation.
    fn step(&self, done: u64, total: u64) -> ControlFlow<()>;

    /// How much of the machine the computation may take.
    fn effort(&self) -> Effort {
        Effort::Usual
    }
}

/// How large a computation may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Seconds, and a few hundred megabytes.
    #[default]
    Usual,
    /// Minutes, and a gigabyte or two: for a caller who asks for it and was told what it may cost.
    Large,
}

impl Effort {
    /// One of two limits.
    pub fn choose<T>(self, usual: T, large: T) -> T {
        match self {
            Self::Usual => usual,
            Self::Large => large,
        }
    }
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
