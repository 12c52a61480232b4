//! A progress bar for long computations.

use std::cell::Cell;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use numberline_table::{Effort, Progress};

/// Computations shorter than this show no progress.
const QUIET: Duration = Duration::from_millis(300);
/// How often the bar is redrawn. In between, a step only reads the clock.
const OFTEN: Duration = Duration::from_millis(100);
/// Often enough to allow all of these redraws.
const HERTZ: u8 = 20;

/// While positions are still being counted, there is no percentage.
const COUNTING: &str = "{prefix}: {human_len} positions";
const UNDER_WAY: &str = "{prefix} [{wide_bar}] {percent:>3} %, {eta} left";

/// The bar on the screen, for code that ends the program from another thread.
static ON_SCREEN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Shows progress on standard error, and clears it when the computation ends.
pub(crate) struct Bar {
    bar: ProgressBar,
    /// When to draw next; never if standard error is not a terminal, or one that cannot erase.
    due: Cell<Option<Instant>>,
    counting: Cell<bool>,
    effort: Effort,
}

impl Bar {
    /// `what` is being done, such as `Solving`.
    pub(crate) fn new(what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_prefix(what);
        bar.set_style(style(COUNTING));
        let due = (!ProgressDrawTarget::stderr().is_hidden()).then(|| Instant::now() + QUIET);
        Self { bar, due: Cell::new(due), counting: Cell::new(true), effort: Effort::Usual }
    }

    /// The same for a computation that may be large, if that was asked for.
    pub(crate) fn large(mut self, is_large: bool) -> Self {
        self.effort = if is_large { Effort::Large } else { Effort::Usual };
        self
    }

    /// Shows that `done` of `total` steps are done; `done` is 0 while the total is still being counted.
    pub(crate) fn show(&self, done: u64, total: u64) {
        let Some(due) = self.due.get() else { return };
        if done > 0 && self.counting.replace(false) {
            self.bar.set_style(style(UNDER_WAY));
            // The time spent counting says nothing about the time that is left.
            self.bar.reset_eta();
        }
        let now = Instant::now();
        if now < due {
            return;
        }
        self.due.set(Some(now + OFTEN));
        self.bar.set_length(total);
        self.bar.set_position(done);
        if self.bar.is_hidden() {
            let screen = Screen(Term::buffered_stderr());
            self.bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(Box::new(screen), HERTZ));
            *on_screen() = Some(self.bar.clone());
            self.bar.tick();
        }
    }
}

impl Progress for Bar {
    fn step(&self, done: u64, total: u64) -> ControlFlow<()> {
        self.show(done, total);
        ControlFlow::Continue(())
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        *on_screen() = None;
    }
}

/// Clears the bar for good, and says whether there was one.
pub(crate) fn take_bar_away() -> bool {
    let bar = on_screen().take();
    bar.inspect(ProgressBar::finish_and_clear).is_some()
}

fn on_screen() -> MutexGuard<'static, Option<ProgressBar>> {
    ON_SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.progress_chars("# ")
}

/// Standard error, without its last columns. A terminal writes `^C` after the bar, and if that wrapped to a second line,
/// the first would stay on the screen for good.
#[derive(Debug)]
struct Screen(Term);

impl TermLike for Screen {
    fn width(&self) -> u16 {
        const MARGIN: u16 = 4;
        self.0.width().saturating_sub(MARGIN).max(1)
    }

    fn height(&self) -> u16 {
        self.0.height()
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
