//! The first screen: how it looks, and where it leads.
#![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

use std::fs;

use crate::setup::SetupScreen;
use crate::tests::rehearsal::Rehearsal;
use crate::{Leave, Preferences, Setting, Start};
use crossterm::event::{KeyCode, MouseEventKind};
use numberline_table::{catalog, find};

const RECORD: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 2 *\n";

/// The program with a game that was left unfinished.
fn with_unfinished(width: u16, height: u16) -> Rehearsal {
    begun_with_unfinished(width, height, Start::Home)
}

fn begun_with_unfinished(width: u16, height: u16, start: Start) -> Rehearsal {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("unfinished.txt"), RECORD).unwrap();
    Rehearsal::in_folder(folder, (width, height), start, |preferences| preferences)
}

#[test]
fn a_requested_match_begins_beside_an_unfinished_one() {
    let choices = SetupScreen::new(find("duel").unwrap(), &Preferences::default());
    let start = Start::Play(Box::new(choices.terms().unwrap()));
    let program = begun_with_unfinished(80, 24, start);
    assert!(program.shows("Number-line duels › Number Line Duel"), "{}", program.screen());
}

#[test]
fn begins_in_a_session_that_is_resumed_or_with_a_record() {
    let record = || numberline_table::read_records(RECORD).unwrap();
    let program = begun_with_unfinished(80, 24, Start::Resume(record(), Box::default()));
    assert!(program.shows("Number Siege") && program.shows("Grace"), "{}", program.screen());
    let study = Start::Study(Box::new(record().remove(0)));
    let program = begun_with_unfinished(80, 24, study);
    assert!(program.shows("Number Siege") && program.shows("Ada"), "{}", program.screen());
}

#[test]
fn looks() {
    for (width, height) in [(40, 12), (80, 24), (120, 40), (200, 60)] {
        insta::assert_snapshot!(format!("home_{width}x{height}"), Rehearsal::new(width, height).screen());
        insta::assert_snapshot!(
            format!("home_continue_{width}x{height}"),
            with_unfinished(width, height).screen()
        );
        let mut told = Rehearsal::new(width, height);
        told.press(KeyCode::Char('w'));
        insta::assert_snapshot!(format!("home_told_{width}x{height}"), told.screen());
    }
}

#[test]
fn looks_without_unicode() {
    let ascii = |preferences: Preferences| preferences.given(Setting::Symbols, "ascii").unwrap();
    let program = Rehearsal::begun(200, 60, Start::Home, ascii);
    assert!(program.screen().is_ascii());
    insta::assert_snapshot!("home_ascii_200x60", program.screen());
}

#[test]
fn who_wins_is_shown_only_on_request() {
    let mut program = Rehearsal::new(200, 60);
    let told = |program: &Rehearsal| program.shows("with perfect play.") || program.shows("for ever");
    for _ in catalog() {
        assert!(!told(&program), "{}", program.screen());
        program.press(KeyCode::Char('w'));
        assert!(told(&program) || program.shows("of the games"), "{}", program.screen());
        program.press(KeyCode::Right);
    }
    program.press(KeyCode::Char('w')).press(KeyCode::Char('w'));
    assert!(!told(&program) && !program.shows("of the games"));
}

#[test]
fn the_games_are_chosen_by_arrows_digits_wheel_and_clicks() {
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        let mut program = Rehearsal::new(width, height);
        let title = |place: usize| catalog()[place].info().title;
        let open = |program: &mut Rehearsal| {
            program.press(KeyCode::Enter);
            let screen = program.screen();
            program.press(KeyCode::Esc);
            screen.lines().next().unwrap_or_default().to_owned()
        };
        assert!(open(&mut program).contains(title(0)));
        program.press(KeyCode::Right);
        assert!(open(&mut program).contains(title(1)), "{width}×{height}");
        program.press(KeyCode::Char('4'));
        assert!(open(&mut program).contains(title(3)));
        program.mouse(MouseEventKind::ScrollDown, 1, 1);
        assert!(open(&mut program).contains(title(4)));
        program.times(9, KeyCode::Up).press(KeyCode::Home).click_on(title(2));
        assert!(program.shows(title(0)), "the first click only chooses");
        program.click_on(title(2));
        assert!(program.screen().lines().next().unwrap().contains(title(2)));
    }
}

#[test]
fn an_unfinished_game_is_resumed() {
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        let mut program = with_unfinished(width, height);
        assert!(program.shows("Continue Number Siege"), "{}", program.screen());
        program.press(KeyCode::Char('o'));
        assert!(program.shows("Ada"), "{}", program.screen());
        let mut program = with_unfinished(width, height);
        program.click_on("Continue");
        assert!(program.shows("Ada"), "{}", program.screen());
    }
    let mut program = Rehearsal::new(80, 24);
    let before = program.screen();
    program.press(KeyCode::Char('o'));
    assert_eq!(program.screen(), before, "there is nothing to resume");
}

#[test]
fn a_problem_with_a_file_is_shown_and_can_be_dismissed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.toml"), "theme = \"purple\"").unwrap();
    let mut program = Rehearsal::in_folder(folder, (80, 24), Start::Home, |preferences| preferences);
    assert!(program.shows("'purple' is not one of"), "{}", program.screen());
    program.press(KeyCode::Esc);
    assert!(!program.shows("purple"));

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("unfinished.txt"), "\u{7}").unwrap();
    let program = Rehearsal::in_folder(folder, (80, 24), Start::Home, |preferences| preferences);
    assert!(program.shows("An unfinished game cannot be read"), "{}", program.screen());
}

#[test]
fn other_screens_and_line_mode_are_a_key_away() {
    let mut program = Rehearsal::new(80, 24);
    program.press(KeyCode::Char('R'));
    assert!(program.shows("Rules of Number Line Duel"));
    program.press(KeyCode::Esc).press(KeyCode::Char(','));
    assert!(program.shows("Theme"));
    program.press(KeyCode::Esc).press(KeyCode::Char('p'));
    assert_eq!(program.left(), Some(Leave::Plain));
}

/// Several unfinished games are listed, resumed and given up.
#[test]
fn several_unfinished_games_are_listed() {
    let mut program = Rehearsal::new(80, 24);
    for game in ["1", "5", "3"] {
        program
            .press(KeyCode::Char(game.chars().next().unwrap()))
            .press(KeyCode::Enter)
            .press(KeyCode::Enter);
        program.press(KeyCode::Right).press(KeyCode::Enter).press(KeyCode::Esc);
    }
    assert!(
        program.shows("Continue Number Line Blockade") && program.shows("and 2 more"),
        "{}",
        program.screen()
    );
    program.press(KeyCode::Char('o'));
    for title in ["Number Line Duel,", "Number Siege,", "Number Line Blockade,"] {
        assert!(program.shows(title), "{}", program.screen());
    }
    insta::assert_snapshot!("games_in_progress_80x24", program.screen());
    program.press(KeyCode::Down).press(KeyCode::Char('D'));
    assert!(program.shows("Discard Number Siege"), "{}", program.screen());
    program.press(KeyCode::Char('y'));
    assert!(!program.shows("Number Siege,"), "{}", program.screen());
    program.press(KeyCode::End).press(KeyCode::Enter);
    assert!(program.shows("Number-line duels › Number Line Duel"), "{}", program.screen());
    program.press(KeyCode::Esc);
    assert!(program.shows("and 1 more"), "{}", program.screen());
}
