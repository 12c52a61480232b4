//! Tells a person who waits that something is going on.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use numberline_table::Progress;

use crate::{Out, Tone};

/// Nobody wonders before this.
const PATIENCE: Duration = Duration::from_millis(500);

/// Watches a long computation, and says once that it is one. A script is told nothing: its output must not depend on how
/// fast the machine is.
pub(crate) struct Thinking<'a> {
    out: RefCell<&'a mut Out>,
    begun: Instant,
    said: Cell<bool>,
}

impl<'a> Thinking<'a> {
    pub(crate) fn new(out: &'a mut Out, to_a_person: bool) -> Self {
        Self { out: RefCell::new(out), begun: Instant::now(), said: Cell::new(!to_a_person) }
    }
}

impl Progress for Thinking<'_> {
    fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
        if !self.said.get() && self.begun.elapsed() >= PATIENCE {
            self.said.set(true);
            // Whoever cannot be told will see the answer.
            let _ = self.out.borrow_mut().remark(Tone::Aside, "Thinking … (Ctrl-C leaves)");
        }
        ControlFlow::Continue(())
    }
}
