//! Tells a waiting player that a computation is running.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use numberline_table::Progress;

use crate::{Out, Tone};

/// Nobody wonders before this.
const PATIENCE: Duration = Duration::from_millis(500);

/// Watches a long computation, and reports once that it is running. A script is told nothing: its output must not depend
/// on the speed of the machine.
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
            // If this cannot be shown, the answer will be.
            let _ = self.out.borrow_mut().remark(Tone::Aside, "Thinking … (Ctrl-C to quit)");
        }
        ControlFlow::Continue(())
    }
}
