//! A screen under test: events go in, effects are carried out at once or held back, and pictures come out.

use std::collections::VecDeque;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_history::Home;
use numberline_table::{Bounds, Record, Request, Session, read_records};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;

use crate::clerk::Clerk;
use crate::keys::{KeyHelp, KeyList};
use crate::page::{ClickMap, Page};
use crate::screen::{Context, Go, Screen};
use crate::{Answer, Depth, Effect, Event, Look, Preferences, Symbols, Theme, Ticket, desk};

/// What a screen needs around it.
pub(crate) struct Trial {
    pub(crate) context: Context,
    symbols: Symbols,
    clerk: Clerk,
    /// Where a record is saved whose name has no folder.
    pub(crate) folder: tempfile::TempDir,
}

impl Trial {
    /// A screen of this size, and no home for files.
    pub(crate) fn new(width: u16, height: u16) -> Self {
        Self::at(width, height, None)
    }

    /// A screen of this size, and perhaps a home for files.
    pub(crate) fn at(width: u16, height: u16, home: Option<Home>) -> Self {
        let context = Context::new(Rect::new(0, 0, width, height), Preferences::default());
        let folder = tempfile::tempdir().unwrap();
        let clerk = Clerk::new(home).in_folder(folder.path());
        Self { context, symbols: Symbols::Unicode, clerk, folder }
    }

    /// The same in plain ASCII.
    pub(crate) fn in_ascii(mut self) -> Self {
        self.symbols = Symbols::Ascii;
        self
    }

    pub(crate) fn look(&self) -> Look {
        Look { theme: Theme::dark(Depth::None), symbols: self.symbols, motion: true }
    }

    /// Carries out one effect after the other, and returns the answers.
    pub(crate) fn carry_out(&mut self, effect: Effect) -> Vec<(Ticket, Answer)> {
        match effect {
            Effect::Several(effects) => {
                effects.into_iter().flat_map(|effect| self.carry_out(effect)).collect()
            }
            Effect::Think(ticket, thought) => vec![(ticket, desk::answer(thought, &()))],
            Effect::Run(ticket, errand) => vec![(ticket, self.clerk.run(errand))],
            _ => Vec::new(),
        }
    }

    /// Passes an event to a screen without carrying out its effect.
    pub(crate) fn event(&mut self, screen: &mut dyn Screen, event: Event) -> (Go, Effect) {
        let places = if let Event::Mouse(_) = event { self.places(screen) } else { ClickMap::default() };
        let step = screen.update(event, &places, &mut self.context);
        (step.go, step.effect)
    }

    /// Carries out a screen's effects until there are none left. Returns where it went last.
    pub(crate) fn settle(&mut self, screen: &mut dyn Screen, effect: Effect) -> Go {
        let mut went = Go::Stay;
        let mut answers = VecDeque::from(self.carry_out(effect));
        while let Some((ticket, answer)) = answers.pop_front() {
            if screen.awaits(ticket) {
                let (go, effect) = self.event(screen, Event::Answer(ticket, answer));
                answers.extend(self.carry_out(effect));
                if !matches!(go, Go::Stay | Go::Pass) {
                    went = go;
                }
            }
        }
        went
    }

    /// Passes an event to a screen, and carries out its effects.
    pub(crate) fn give(&mut self, screen: &mut dyn Screen, event: Event) -> Go {
        let (go, effect) = self.event(screen, event);
        match self.settle(screen, effect) {
            Go::Stay => go,
            went => went,
        }
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, screen: &mut dyn Screen, code: KeyCode) -> Go {
        self.give(screen, key(code))
    }

    /// Types a text.
    pub(crate) fn types(&mut self, screen: &mut dyn Screen, text: &str) {
        for letter in text.chars() {
            self.press(screen, KeyCode::Char(letter));
        }
    }

    /// Clicks somewhere.
    pub(crate) fn click(&mut self, screen: &mut dyn Screen, column: u16, row: u16) -> Go {
        self.mouse(screen, MouseEventKind::Down(MouseButton::Left), column, row)
    }

    /// Moves the mouse there with its button down.
    pub(crate) fn drag(&mut self, screen: &mut dyn Screen, column: u16, row: u16) -> Go {
        self.mouse(screen, MouseEventKind::Drag(MouseButton::Left), column, row)
    }

    fn mouse(&mut self, screen: &mut dyn Screen, kind: MouseEventKind, column: u16, row: u16) -> Go {
        self.give(screen, Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
    }

    /// The keys that the screen takes now.
    pub(crate) fn keys(&self, screen: &dyn Screen) -> Vec<KeyHelp> {
        let mut keys = KeyList::default();
        screen.keys(&mut keys);
        keys.rows
    }

    /// What the screen looks like.
    pub(crate) fn picture(&self, screen: &dyn Screen) -> String {
        let look = self.look();
        picture(self.context.area, |page, area| {
            screen.show(page, area, &look);
            look.restrain(page.buffer_mut());
        })
    }

    /// What can be clicked.
    pub(crate) fn places(&self, screen: &dyn Screen) -> ClickMap {
        drawn(self.context.area, |page, area| screen.show(page, area, &self.look())).1
    }
}

pub(crate) fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// Draws on a test terminal, and returns what it shows.
pub(crate) fn picture(area: Rect, draw: impl FnOnce(&mut Page<'_, '_>, Rect)) -> String {
    drawn(area, draw).0
}

/// The same, with what can be clicked.
pub(crate) fn drawn(area: Rect, draw: impl FnOnce(&mut Page<'_, '_>, Rect)) -> (String, ClickMap) {
    let mut terminal = Terminal::new(TestBackend::new(area.right(), area.bottom())).unwrap();
    let mut places = ClickMap::default();
    terminal.draw(|frame| draw(&mut Page::new(frame, &mut places), area)).unwrap();
    let buffer = terminal.backend().buffer();
    let rows = (0..area.bottom()).map(|row| {
        let cells =
            (0..area.right()).map(|column| buffer.cell((column, row)).map_or(" ", |cell| cell.symbol()));
        cells.collect::<String>().trim_end().to_owned()
    });
    (rows.collect::<Vec<_>>().join("\n"), places)
}

/// A record from its text.
pub(crate) fn record(text: &str) -> Record {
    read_records(text).unwrap().remove(0)
}

/// A match of a game from the catalog, between people.
pub(crate) fn request(game: &str, settings: &[&str], moves: &str) -> Request {
    Request {
        game: game.to_owned(),
        set: settings.iter().map(|&setting| setting.to_owned()).collect(),
        moves: Some(moves.to_owned()).filter(|moves| !moves.is_empty()),
        ..Request::default()
    }
}

/// Two names, as a request takes them.
pub(crate) fn names(names: [&str; 2]) -> [Option<String>; 2] {
    names.map(|name| Some(name.to_owned()))
}

/// A record of a game between Ada and Grace, unfinished unless the rules end it.
pub(crate) fn played(game: &str, variant: &str, moves: &[&str]) -> Record {
    let settings: Vec<&str> = variant.split_whitespace().collect();
    let names = names(["Ada", "Grace"]);
    let request = Request { names, ..request(game, &settings, &(moves.join(";") + ";")) };
    let mut record = Session::begin(request.terms(&Bounds::LOCAL).unwrap(), None, 1).record();
    record.tags.seed = None;
    record.tags.setup.clear();
    record
}
