//! How far a long computation is, for a person in front of the screen.

use std::cell::{Cell, RefCell};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use numberline_table::Progress;

use crate::Out;

/// Whoever gets an answer sooner needs no progress.
const QUIET: Duration = Duration::from_millis(300);
/// How often the number changes.
const OFTEN: Duration = Duration::from_millis(100);

/// Shows on standard error how far a computation is, and takes it away when the computation ends.
pub(crate) struct Percent<'a> {
    out: RefCell<&'a mut Out>,
    what: &'static str,
    /// When it is to be shown next; never where standard error is no screen.
    due: Cell<Option<Instant>>,
    shown: Cell<bool>,
}

impl<'a> Percent<'a> {
    /// `what` is being done, such as `Solving`.
    pub(crate) fn new(out: &'a mut Out, what: &'static str) -> Self {
        let due = std::io::stderr().is_terminal().then(|| Instant::now() + QUIET);
        Self { out: RefCell::new(out), what, due: Cell::new(due), shown: Cell::new(false) }
    }
}

impl Progress for Percent<'_> {
    fn step(&self, done: u64, total: u64) -> ControlFlow<()> {
        let Some(due) = self.due.get() else { return ControlFlow::Continue(()) };
        let now = Instant::now();
        if now >= due {
            self.due.set(Some(now + OFTEN));
            self.shown.set(true);
            // As long as positions are only being counted, there is no share of them.
            let far = match (100 * u128::from(done)).checked_div(u128::from(total)) {
                Some(percent) if done > 0 => format!("{percent}%"),
                _ => format!("{total} positions"),
            };
            // Whoever cannot be told will see the answer.
            let _ = self.out.borrow_mut().progress(&format!("{}: {far}", self.what));
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Percent<'_> {
    fn drop(&mut self) {
        if self.shown.get() {
            let _ = self.out.borrow_mut().progress("");
        }
    }
}
