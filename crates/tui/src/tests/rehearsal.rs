//! The whole program for tests: keys and clicks go in, and the screen comes out as text.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test is meant to panic")]

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_history::Home;
use numberline_table::Date;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::{App, Effect, Environment, Event, Headless, Leave, Preferences, Program, Start};

/// The program without a terminal, and a folder for its files.
pub(crate) struct Rehearsal {
    program: Headless,
    size: (u16, u16),
    pub(crate) folder: tempfile::TempDir,
}

impl Rehearsal {
    /// The program on a screen of this size.
    pub(crate) fn new(width: u16, height: u16) -> Self {
        Self::begun(width, height, Start::Home, |preferences| preferences)
    }

    /// The program with other preferences, started somewhere.
    pub(crate) fn begun(
        width: u16,
        height: u16,
        start: Start,
        like: impl FnOnce(Preferences) -> Preferences,
    ) -> Self {
        Self::in_folder(tempfile::tempdir().unwrap(), (width, height), start, like)
    }

    /// The program with existing files.
    pub(crate) fn in_folder(
        folder: tempfile::TempDir,
        size: (u16, u16),
        start: Start,
        like: impl FnOnce(Preferences) -> Preferences,
    ) -> Self {
        let here = Environment { config: Some(folder.path().join("config.toml")), ..Environment::default() };
        let (preferences, error) = Preferences::load(&here);
        let notice = error.map(|error| error.to_string());
        let app = App::new(like(preferences), size, start).with_notice(notice).on_day(Self::today);
        let program = Headless::new(app, Some(Home::at(folder.path())), size);
        Self { program, size, folder }
    }

    /// The day on which every test plays.
    pub(crate) fn today() -> Option<Date> {
        Date::new(2026, 11, 19)
    }

    /// The state itself.
    pub(crate) fn app(&mut self) -> &mut App {
        &mut self.program.app
    }

    /// How the program was left, if it was.
    pub(crate) fn left(&self) -> Option<Leave> {
        self.program.left()
    }

    pub(crate) fn tell(&mut self, event: Event) {
        self.program.tell(event);
    }

    /// Carries out effects until there are none left.
    pub(crate) fn settle(&mut self, effect: Effect) {
        self.program.carry_out(effect);
    }

    pub(crate) fn press(&mut self, code: KeyCode) -> &mut Self {
        self.tell(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self
    }

    /// Presses a key several times.
    pub(crate) fn times(&mut self, count: usize, code: KeyCode) -> &mut Self {
        for _ in 0..count {
            self.press(code);
        }
        self
    }

    /// Types letters.
    pub(crate) fn types(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            self.press(KeyCode::Char(letter));
        }
        self
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> &mut Self {
        self.tell(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        self
    }

    /// Clicks on the first place where the screen shows this text.
    pub(crate) fn click_on(&mut self, text: &str) -> &mut Self {
        let screen = self.screen();
        let place = screen.lines().zip(0_u16..).find_map(|(line, row)| {
            let start = line.find(text)?;
            let column = line.get(..start)?.chars().count();
            Some((u16::try_from(column).ok()?, row))
        });
        let Some((column, row)) = place else { panic!("{text:?} is not visible:\n{screen}") };
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row)
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.size = (width, height);
        self.tell(Event::Resize { width, height });
        self
    }

    /// What the screen shows.
    pub(crate) fn screen(&self) -> String {
        let (width, height) = self.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.program.app.draw(frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let rows = (0..height).map(|row| {
            let cells = (0..width).map(|column| buffer.cell((column, row)).map_or(" ", |cell| cell.symbol()));
            cells.collect::<String>().trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    /// Whether the screen shows this text.
    pub(crate) fn shows(&self, text: &str) -> bool {
        self.screen().contains(text)
    }
}
