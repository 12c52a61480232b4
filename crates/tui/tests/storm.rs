//! Random keys, clicks, pastes, sizes and ticks, in every theme: nothing panics and nothing runs for ever.
//!
//! `cargo xtask storm` does the same for longer.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

use std::collections::BTreeSet;
use std::env;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_history::Home;
use numberline_table::{Dice, catalog};
use numberline_tui::{App, Event, Headless, Preferences, Setting, Start, ThemeName};

/// The letters that are pressed. There is no slash and no dot, so that no file is written outside of the home.
const LETTERS: &str = "hjklhjklHJKL0123456789 ucnRravswybptdexoi+-:?q,=(){}漢é";
const CODES: [KeyCode; 20] = [
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Left,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Backspace,
    KeyCode::Delete,
];
const SIZES: [(u16, u16); 12] = [
    (80, 24),
    (80, 24),
    (100, 30),
    (40, 12),
    (40, 12),
    (200, 60),
    (39, 11),
    (20, 5),
    (3, 2),
    (1, 1),
    (300, 1),
    (1, 100),
];
const PASTES: [&str; 7] =
    ["5 6", "\u{fffd}[2J\n", "2 right", "", "漢字", "99999999999999999999", "Ada,Grace"];

struct Storm {
    dice: Dice,
    size: (u16, u16),
}

impl Storm {
    fn below(&mut self, bound: u64) -> u16 {
        u16::try_from(self.dice.below(bound)).unwrap()
    }

    fn any<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.below(all.len() as u64))]
    }

    fn event(&mut self) -> Event {
        match self.below(100) {
            0..=39 => {
                let modifiers = self.any(&[
                    KeyModifiers::NONE,
                    KeyModifiers::NONE,
                    KeyModifiers::NONE,
                    KeyModifiers::SHIFT,
                    KeyModifiers::CONTROL,
                    KeyModifiers::ALT,
                ]);
                Event::Key(KeyEvent::new(self.any(&CODES), modifiers))
            }
            40..=74 => {
                let letters: Vec<char> = LETTERS.chars().collect();
                Event::Key(KeyEvent::new(KeyCode::Char(self.any(&letters)), KeyModifiers::NONE))
            }
            75..=84 => Event::Tick,
            85..=92 => {
                let kind = self.any(&[
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Up(MouseButton::Left),
                    MouseEventKind::Drag(MouseButton::Left),
                    MouseEventKind::Down(MouseButton::Right),
                    MouseEventKind::Moved,
                    MouseEventKind::ScrollDown,
                    MouseEventKind::ScrollUp,
                ]);
                let (width, height) = self.size;
                let (column, row) = (self.below(u64::from(width) + 3), self.below(u64::from(height) + 3));
                Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
            }
            93..=95 => Event::Paste(self.any(&PASTES).to_owned()),
            _ => {
                self.size = self.any(&SIZES);
                Event::Resize { width: self.size.0, height: self.size.1 }
            }
        }
    }
}

/// How many events there are in each theme.
fn length() -> u64 {
    env::var("NUMBERLINE_STORM").ok().map_or(20_000, |events| events.parse().unwrap())
}

fn blow(theme: ThemeName, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut storm = Storm { dice: Dice::new(seed, 0), size: (80, 24) };
    let (mut begun, mut pages) = (0, 0);
    let mut seen = BTreeSet::new();
    let mut program: Option<Headless> = None;
    for event in 0..length() {
        // After quitting, the player comes back, and finds the unfinished game.
        let running = program.take().filter(|program| program.left().is_none());
        let mut running = running.unwrap_or_else(|| {
            begun += 1;
            let mut preferences = Preferences::default();
            let theme = theme.to_string();
            for (setting, word) in [
                (Setting::Theme, theme.as_str()),
                (Setting::Depth, storm.any(Setting::Depth.about().words)),
                (Setting::Symbols, storm.any(Setting::Symbols.about().words)),
            ] {
                preferences = preferences.given(setting, word).unwrap();
            }
            let app = App::new(preferences, storm.size, Start::Home);
            let home = Home::at(folder.path());
            Headless::new(app, Some(home), storm.size).with_patience(5_000)
        });
        running.tell(storm.event());
        if event % 2 == 0 {
            let page = running.page();
            assert_eq!((page.area.width, page.area.height), storm.size);
            pages += 1;
            if storm.size == (200, 60) {
                let head =
                    page.content().iter().take(200).map(ratatui::buffer::Cell::symbol).collect::<String>();
                seen.insert(
                    head.trim().rsplit(['›', '>']).next().map(str::trim).unwrap_or_default().to_owned(),
                );
            }
        }
        program = Some(running);
    }
    assert!(begun > 1 && pages > 1_000, "{theme}: begun {begun} times, {pages} pages");
    // A storm that does not get anywhere proves nothing.
    let games = catalog().into_iter().map(|game| game.info().title.to_owned());
    for screen in games.chain(["Settings", "History"].map(str::to_owned)) {
        assert!(seen.contains(&screen), "{theme}: never got to {screen}, only to {seen:?}");
    }
    assert!(seen.iter().any(|screen| screen.starts_with("Analysis")), "{theme}: {seen:?}");
}

#[test]
fn a_storm_in_every_theme() {
    let seed = env::var("NUMBERLINE_STORM_SEED").ok().map_or(1, |seed| seed.parse().unwrap());
    let storms = ThemeName::ALL
        .iter()
        .zip(0..)
        .map(|(theme, place)| std::thread::spawn(move || blow(*theme, seed * 100 + place)));
    for storm in storms.collect::<Vec<_>>() {
        storm.join().unwrap();
    }
}
