//! A game unknown to the full screen is played, coached and analysed like the five.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails says so by panicking")]

#[path = "../../table/tests/countdown/mod.rs"]
mod countdown;
#[path = "../../table/tests/hideout/mod.rs"]
mod hideout;

use countdown::Countdown;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use hideout::Hideout;
use numberline_table::{AnyGame, Bounds, ByInduction, ByRetrograde, Request, game};
use numberline_tui::{App, Event, Headless, Preferences, Start};

fn shows(program: &mut Headless, text: &str) -> bool {
    let page = program.page();
    let rows = page.content().chunks(usize::from(page.area.width));
    rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>())
        .any(|row| row.contains(text))
}

fn press(program: &mut Headless, code: KeyCode) {
    program.tell(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

/// The full screen with a match of a game that has just begun.
fn begun(game: &'static dyn AnyGame, players: [Option<&str>; 2]) -> Headless {
    let players = players.map(|player| player.map(str::to_owned));
    let request = Request { players, seed: Some("1".to_owned()), ..Request::default() };
    let start = Start::Play(Box::new(request.terms_of(game, &Bounds::LOCAL).unwrap()));
    Headless::new(App::new(Preferences::default(), (100, 30), start), None, (100, 30))
}

#[test]
fn it_is_played_on_the_full_screen() {
    let mut program = begun(game::<Countdown, ByRetrograde>(), [None, None]);
    assert!(shows(&mut program, "Countdown"));
    press(&mut program, KeyCode::Char('c'));
    assert!(shows(&mut program, "Player 1 wins in 5 turns"), "{:?}", program.page());
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

/// Opens the curtain and chooses. Nothing on the screen shows what is typed.
fn choose(program: &mut Headless, choice: &str) {
    press(program, KeyCode::Enter);
    let mut keys = choice.chars();
    if choice.starts_with(':') {
        // From here on letters belong to the choice, as the footer says.
        press(program, KeyCode::Char(keys.next().unwrap()));
    }
    let before = program.page().clone();
    for key in keys {
        press(program, KeyCode::Char(key));
        assert_eq!(*program.page(), before, "what is typed behind the curtain is not seen");
    }
    press(program, KeyCode::Enter);
}

#[test]
fn it_is_chosen_in_secret_on_the_full_screen() {
    let mut program = begun(game::<Hideout, ByInduction>(), [None, None]);
    choose(&mut program, "4");
    choose(&mut program, ":cell 2");
    assert!(shows(&mut program, "Player 1 played 4, Player 2 played 2."), "{:?}", program.page());
    press(&mut program, KeyCode::Enter);
    choose(&mut program, "2");
    choose(&mut program, "1");
    assert!(shows(&mut program, "Player 2 wins"), "{:?}", program.page());
    press(&mut program, KeyCode::Char('a'));
    assert!(shows(&mut program, "Analysis of Hideout"), "{:?}", program.page());
    assert!(shows(&mut program, "1 mistake"), "{:?}", program.page());
}

/// Against a computer nothing has to be hidden: keys point at the cells, and the coach shows the mix.
#[test]
fn it_is_pointed_at_on_the_full_screen() {
    let mut program = begun(game::<Hideout, ByInduction>(), [None, Some("computer")]);
    press(&mut program, KeyCode::Char('c'));
    assert!(shows(&mut program, "50 %"), "{:?}", program.page());
    press(&mut program, KeyCode::Char('c'));
    press(&mut program, KeyCode::Right);
    press(&mut program, KeyCode::Right);
    press(&mut program, KeyCode::Enter);
    assert!(shows(&mut program, "Player 1 played 2"), "{:?}", program.page());
}
