//! How long a page takes: `cargo bench -p numberline-tui`. Each page is asserted to show what it is about.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use divan::Bencher;
use numberline_history::Home;
use numberline_table::{Bounds, Request};
use numberline_tui::{App, Event, Headless, Preferences, Setting, Start};

fn main() {
    divan::main();
}

const SIZE: (u16, u16) = (200, 60);

fn game(slug: &str, settings: &[&str], moves: &str) -> Start {
    let request = Request {
        game: slug.to_owned(),
        set: settings.iter().map(|&setting| setting.to_owned()).collect(),
        moves: Some(moves.to_owned()),
        ..Request::default()
    };
    Start::Play(Box::new(request.terms(&Bounds::LOCAL).unwrap()))
}

/// Draws the page that is reached with these keys, over and over.
fn page(bencher: Bencher<'_, '_>, start: Start, keys: &[KeyCode], shows: &str) {
    let folder = tempfile::tempdir().unwrap();
    let preferences = Preferences::default().given(Setting::Depth, "true").unwrap();
    let preferences = preferences.given(Setting::Motion, "off").unwrap();
    let app = App::new(preferences, SIZE, start);
    let mut program = Headless::new(app, Some(Home::at(folder.path())), SIZE);
    for key in keys {
        program.tell(Event::Key(KeyEvent::new(*key, KeyModifiers::NONE)));
    }
    let text: String = program.page().content().iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains(shows), "the page does not show {shows:?}: {text}");
    bencher.bench_local(|| program.page().area.area());
}

#[divan::bench]
fn home(bencher: Bencher<'_, '_>) {
    page(bencher, Start::Home, &[], "Number Siege");
}

#[divan::bench]
fn set_up(bencher: Bencher<'_, '_>) {
    page(bencher, Start::Home, &[KeyCode::Enter], "Opponent");
}

#[divan::bench]
fn settings(bencher: Bencher<'_, '_>) {
    page(bencher, Start::Home, &[KeyCode::Char(',')], "Theme");
}

#[divan::bench]
fn rules(bencher: Bencher<'_, '_>) {
    page(bencher, Start::Home, &[KeyCode::Char('R')], "Goal");
}

#[divan::bench]
fn history(bencher: Bencher<'_, '_>) {
    page(bencher, Start::Home, &[KeyCode::Char('y')], "History");
}

#[divan::bench]
fn match_with_coach(bencher: Bencher<'_, '_>) {
    let keys = [KeyCode::Char('c'), KeyCode::Right];
    page(bencher, game("blockade", &[], "11; 7"), &keys, "Player 1");
}

#[divan::bench]
fn match_on_a_line_of_a_million(bencher: Bencher<'_, '_>) {
    page(bencher, game("duel", &["length=1000000"], "5 6"), &[KeyCode::End], "1000000");
}

#[divan::bench]
fn cards_with_mix(bencher: Bencher<'_, '_>) {
    page(bencher, game("cards", &[], ""), &[KeyCode::Char('c')], "Player 1");
}

#[divan::bench]
fn analysis(bencher: Bencher<'_, '_>) {
    page(bencher, game("siege", &[], "2; 1; 3; 3; 1"), &[KeyCode::Char('a')], "Player 1");
}

#[divan::bench]
fn keys(bencher: Bencher<'_, '_>) {
    page(bencher, Start::Home, &[KeyCode::Char('?')], "Keys");
}
