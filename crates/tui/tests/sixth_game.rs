//! A game that the full screen has never heard of is played, coached and looked at again like the five.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails says so by panicking")]

#[path = "../../table/tests/countdown/mod.rs"]
mod countdown;

use countdown::Countdown;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_table::{ByRetrograde, Limits, Rounds, Setup, Wanted, game};
use numberline_tui::{App, Event, Headless, Preferences, Start};

fn shows(program: &mut Headless, text: &str) -> bool {
    let page = program.page();
    let rows = page.content().chunks(usize::from(page.area.width));
    rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>())
        .any(|row| row.contains(text))
}

#[test]
fn it_is_played_on_the_full_screen() {
    let wanted = Wanted {
        game: game::<Countdown, ByRetrograde>(),
        setup: Setup::default(),
        players: [None, None],
        names: None,
        first: None,
        rounds: Rounds::One,
        coach: false,
        limits: Limits::default(),
        seed: 1,
    };
    let start = Start::Play(Box::new(wanted));
    let mut program = Headless::new(App::new(Preferences::default(), (100, 30), start), None, (100, 30));
    let press =
        |program: &mut Headless, code| program.tell(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    assert!(shows(&mut program, "Countdown"));
    press(&mut program, KeyCode::Char('c'));
    assert!(shows(&mut program, "Player 1 wins in 5 plies"), "{:?}", program.page());
    press(&mut program, KeyCode::Char('c'));
    for number in ['1', '2', '2', '2'] {
        press(&mut program, KeyCode::Char(number));
        press(&mut program, KeyCode::Enter);
    }
    assert!(shows(&mut program, "Player 2 wins"), "{:?}", program.page());
    press(&mut program, KeyCode::Char('a'));
    assert!(shows(&mut program, "Analysis of Countdown"), "{:?}", program.page());
    assert!(shows(&mut program, "1 mistake"), "{:?}", program.page());
}
