//! The frame around the screens: header, footer, keys, questions, and every size.
#![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEventKind};
use numberline_table::{Bounds, find};

use super::Start;
use crate::tests::rehearsal::Rehearsal;
use crate::tests::trial::request;
use crate::{Effect, Event, Leave, Preferences, Program, Setting};

#[test]
fn the_keys_are_seen_and_scrolled() {
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        let mut program = Rehearsal::new(width, height);
        program.press(KeyCode::Char('?'));
        insta::assert_snapshot!(format!("keys_{width}x{height}"), program.screen());
        if height == 12 {
            assert!(program.shows("more"));
            program.press(KeyCode::End).mouse(MouseEventKind::ScrollUp, 0, 0);
            program.mouse(MouseEventKind::ScrollDown, 0, 0);
            assert!(program.shows("suspend"), "{}", program.screen());
        }
        program.press(KeyCode::Char('x'));
        assert!(!program.shows("suspend"));
    }
}

#[test]
fn rules_look_like_pages() {
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        let mut program = Rehearsal::new(width, height);
        program.press(KeyCode::Char('4')).press(KeyCode::Char('R'));
        insta::assert_snapshot!(format!("rules_{width}x{height}"), program.screen());
        program.press(KeyCode::End);
        assert!(program.shows("happen only in positions that were") || program.shows("set up."));
    }
}

#[test]
fn the_foot_cuts_no_word() {
    for width in 1..=120 {
        let program = Rehearsal::new(width, 20);
        let screen = program.screen();
        let foot = screen.lines().last().unwrap_or_default().trim().to_owned();
        assert!(width < 12 || foot.ends_with("all keys"), "{width}: {foot}");
    }
}

#[test]
fn the_way_out_is_quick_where_nothing_is_lost() {
    let mut program = Rehearsal::new(80, 24);
    program.press(KeyCode::Char('q'));
    assert_eq!(program.left(), Some(Leave::Quit));
    let mut program = Rehearsal::new(80, 24);
    let control = |letter| Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
    assert!(matches!(program.app().update(control('c')), Effect::Leave(Leave::Signal(2))));
    assert!(matches!(program.app().update(control('z')), Effect::Suspend));
    assert!(matches!(program.app().update(control('l')), Effect::Redraw));
    assert!(matches!(program.app().update(Event::Stop), Effect::Leave(Leave::Signal(2))));
}

#[test]
fn an_idle_screen_wants_no_ticks() {
    let mut program = Rehearsal::new(80, 24);
    assert_eq!(program.app().tick(), None);
    program.press(KeyCode::Enter);
    assert_eq!(program.app().tick(), None);
}

#[test]
fn it_begins_where_it_is_told() {
    let game = find("siege").unwrap();
    let program = Rehearsal::begun(80, 24, Start::Game(game), |preferences| preferences);
    assert!(program.shows("Number-line duels › Number Siege"), "{}", program.screen());
    let choices = super::SetupScreen::new(game, &crate::Preferences::default());
    let terms = choices.terms().unwrap();
    let program = Rehearsal::begun(80, 24, Start::Play(Box::new(terms)), |preferences| preferences);
    assert!(!program.shows("More settings") && !program.shows("Who wins"), "{}", program.screen());
}

#[test]
fn the_mouse_can_be_left_to_the_terminal() {
    let off = |preferences: Preferences| preferences.given(Setting::Mouse, "off").unwrap();
    let mut program = Rehearsal::begun(80, 24, Start::Home, off);
    let before = program.screen();
    program.mouse(MouseEventKind::ScrollDown, 4, 4);
    assert_eq!(program.screen(), before);
}

/// Every screen of the program at every small size, in every theme, with keys pressed and sizes changed.
#[test]
fn no_size_is_too_small() {
    let sizes = (0..=14).flat_map(|width| (0..=14).map(move |height| (width * 3, height)));
    let mut program = Rehearsal::new(80, 24);
    for (width, height) in sizes {
        program.resize(width, height);
        for keys in ["?", "x", "w", "R", "j", "b"] {
            program.types(keys);
            program.screen();
        }
        // The next theme with every size.
        program.press(KeyCode::Esc).types(",").press(KeyCode::Right).screen();
        program.press(KeyCode::Esc).press(KeyCode::Enter).press(KeyCode::Down).press(KeyCode::Right);
        for (column, row) in [(0, 0), (width, height), (width / 2, height / 2)] {
            program.mouse(MouseEventKind::ScrollDown, column, row).screen();
        }
        program.press(KeyCode::Esc).press(KeyCode::Esc).press(KeyCode::Down);
    }
}

/// A match from the command line starts once it is known what would be lost by it. Typing ahead chooses no other game.
#[test]
fn what_is_typed_before_a_match_begins_does_nothing_else() {
    let mut program = Rehearsal::new(80, 24);
    let terms = request("siege", &[], "").terms(&Bounds::LOCAL).unwrap();
    *program.app() = super::App::new(crate::Preferences::default(), (80, 24), Start::Play(Box::new(terms)));
    let beginning = program.app().begin();
    for code in [KeyCode::Enter, KeyCode::Char('p'), KeyCode::Char('q'), KeyCode::Char('y')] {
        let key = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        assert!(matches!(program.app().update(key), Effect::None), "{code:?}");
    }
    program.settle(beginning);
    assert!(program.shows("Player 1 to move"), "{}", program.screen());
}

/// Where letters are typed or answer a question, the footer offers none of them as a key.
#[test]
fn the_foot_offers_no_letter_that_would_be_typed() {
    let foot = |program: &Rehearsal| program.screen().lines().last().unwrap().to_owned();
    let offers = |program: &Rehearsal| foot(program).contains("? all keys");
    let mut program = Rehearsal::new(200, 60);
    assert!(offers(&program));
    program.press(KeyCode::Enter);
    assert!(offers(&program), "{}", foot(&program));
    program.times(3, KeyCode::Down);
    assert_eq!(foot(&program).trim(), "a-z type a name  ↑ ↓ next field  Esc back  F1 all keys");
    program.press(KeyCode::Esc);
    program.press(KeyCode::Char('y')).press(KeyCode::Char('/'));
    assert_eq!(foot(&program).trim(), "Enter keep the filter  Esc cancel  F1 all keys");
    program.press(KeyCode::Esc).press(KeyCode::Esc).press(KeyCode::Enter).press(KeyCode::Enter);
    assert!(offers(&program), "{}", foot(&program));
    for key in ['5', 's', 'r'] {
        program.press(KeyCode::Char(key));
        assert!(!foot(&program).contains("quit") && !foot(&program).contains('?'), "{}", foot(&program));
        program.press(KeyCode::Esc);
    }
}

/// What the footer names can be clicked, also where the key belongs to every screen.
#[test]
fn what_the_footer_names_can_be_clicked() {
    let mut program = Rehearsal::new(80, 24);
    program.click_on("all keys");
    assert!(program.shows(" Keys "), "{}", program.screen());
    program.press(KeyCode::Esc).click_on("R rules");
    assert!(program.shows("Rules of Number Line Duel"), "{}", program.screen());
    program.click_on("Esc back").click_on("Enter play").click_on("Enter begin");
    assert!(program.shows("Player 1 to move"), "{}", program.screen());
    program.click_on("→ point  ↑").click_on("↑ ↓ one or two");
    assert!(program.shows("crosses out 1 and 2"), "{}", program.screen());
    program.click_on("Enter play");
    assert!(program.shows("X ") || program.shows("╳"), "{}", program.screen());
    program.click_on("Esc leave").click_on("q quit");
    assert_eq!(program.left(), Some(Leave::Quit));
}

/// `?` explains the signs on the board, and those of the coach while it is open.
#[test]
fn the_signs_are_explained_below_the_keys() {
    let terms = request("blockade", &[], "").terms(&Bounds::LOCAL).unwrap();
    let start = Start::Play(Box::new(terms));
    let mut program = Rehearsal::begun(200, 60, start, |preferences| preferences);
    program.press(KeyCode::Char('?'));
    assert!(program.shows("×  what a move blocks") && !program.shows("W5"), "{}", program.screen());
    program.press(KeyCode::Esc).types("c?");
    assert!(program.shows("D  nobody can force an end"), "{}", program.screen());
}

/// At 80 columns the footer of a match names what the game needs and how to leave.
#[test]
fn the_footer_names_what_a_game_needs_and_how_to_leave() {
    for (slug, pairs) in
        [("duel", true), ("token", false), ("blockade", false), ("cards", false), ("siege", false)]
    {
        let request = numberline_table::Request {
            players: [None, Some("computer".to_owned())],
            ..request(slug, &[], "")
        };
        let start = Start::Play(Box::new(request.terms(&Bounds::LOCAL).unwrap()));
        let program = Rehearsal::begun(80, 24, start, |preferences| preferences);
        let screen = program.screen();
        let foot = screen.lines().last().unwrap();
        assert!(
            foot.contains("← → point") && foot.contains("Esc leave") && foot.contains("? all keys"),
            "{foot}"
        );
        assert_eq!(foot.contains("one or two"), pairs, "{slug}: {foot}");
    }
}
