//! The program without a terminal: its effects are carried out at once, and its pages can be inspected.
//!
//! For tests and tools that show what a screen looks like, measure how long it takes to draw, or try to crash it.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::ControlFlow;

use numberline_history::Home;
use numberline_table::Progress;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use crate::clerk::Clerk;
use crate::{App, Effect, Event, Leave, Program, desk};

/// The program without a terminal.
pub struct Headless {
    pub(crate) app: App,
    clerk: Clerk,
    terminal: Terminal<TestBackend>,
    patience: u64,
    left: Option<Leave>,
    copied: Option<String>,
}

impl Headless {
    /// Starts the program on a page of this many columns and rows. Saved records go to `home` too. Without a home, nothing is
    /// kept.
    #[must_use]
    pub fn new(app: App, home: Option<Home>, (width, height): (u16, u16)) -> Self {
        let Ok(terminal) = Terminal::new(TestBackend::new(width, height));
        let folder = home.as_ref().map(|home| home.folder().to_owned()).unwrap_or_default();
        let clerk = Clerk::new(home).in_folder(folder);
        let mut program = Self { app, clerk, terminal, patience: u64::MAX, left: None, copied: None };
        let effect = program.app.begin();
        program.carry_out(effect);
        program
    }

    /// The same, with thoughts that stop after this many steps.
    #[must_use]
    pub fn with_patience(mut self, patience: u64) -> Self {
        self.patience = patience;
        self
    }

    /// Passes an event to the program, and carries out its effects until there are none left.
    pub fn tell(&mut self, event: Event) {
        if let Event::Resize { width, height } = event {
            self.terminal.backend_mut().resize(width, height);
        }
        let effect = self.app.update(event);
        self.carry_out(effect);
    }

    /// Draws the page, and returns it.
    pub fn page(&mut self) -> &Buffer {
        let app = &self.app;
        let Ok(_) = self.terminal.draw(|frame| app.draw(frame));
        self.terminal.backend().buffer()
    }

    /// How the program was left, if it was.
    #[must_use]
    pub fn left(&self) -> Option<Leave> {
        self.left
    }

    /// The text that was copied last.
    #[must_use]
    pub fn copied(&self) -> Option<&str> {
        self.copied.as_deref()
    }

    /// Whether something moves on the page.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.app.tick().is_some()
    }

    /// Carries out effects until there are none left.
    pub(crate) fn carry_out(&mut self, effect: Effect) {
        let mut waiting = VecDeque::from([effect]);
        while let Some(effect) = waiting.pop_front() {
            let (ticket, answer) = match effect {
                Effect::Several(effects) => {
                    waiting.extend(effects);
                    continue;
                }
                Effect::Think(ticket, thought) => {
                    (ticket, desk::answer(thought, &Patience(Cell::new(self.patience))))
                }
                Effect::Run(ticket, errand) => (ticket, self.clerk.run(errand)),
                Effect::Leave(leave) => {
                    self.left = Some(leave);
                    continue;
                }
                Effect::Copy(text) => {
                    self.copied = Some(text);
                    continue;
                }
                Effect::None | Effect::Cancel(_) | Effect::Suspend | Effect::Redraw => continue,
            };
            waiting.push_back(self.app.update(Event::Answer(ticket, answer)));
        }
    }
}

/// Stops a thought after this many steps.
struct Patience(Cell<u64>);

impl Progress for Patience {
    fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
        let left = self.0.get().saturating_sub(1);
        self.0.set(left);
        if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
