//! The setup: how it looks, what it refuses, and what it leads to.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failing test is meant to panic")]

use std::fs;

use crossterm::event::KeyCode;
use numberline_table::{First, Limits, Rounds, Seats, Terms, catalog, find};

use super::choices::Choices;
use super::field::Field;
use super::*;
use crate::tests::rehearsal::Rehearsal;
use crate::{Event, Start};
use numberline_rules::{FirstTurn, Seat};

fn at_setup(slug: &str, width: u16, height: u16) -> Rehearsal {
    Rehearsal::begun(width, height, Start::Game(find(slug).unwrap()), |preferences| preferences)
}

fn choices(slug: &str) -> Choices {
    let mut choices = Choices::new(find(slug).unwrap(), &Preferences::default());
    choices.more = true;
    choices
}

fn go_to(program: &mut Rehearsal, label: &str) {
    program.press(KeyCode::Home);
    if program.press(KeyCode::End).shows("▶  More settings") {
        program.press(KeyCode::Enter);
    }
    program.press(KeyCode::Home);
    for _ in 0..40 {
        if program.screen().lines().any(|line| line.contains(&format!("▶ {label}"))) {
            return;
        }
        program.press(KeyCode::Down);
    }
    assert!(program.shows(&format!("▶ {label}")), "{}", program.screen());
}

#[test]
fn looks() {
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        for game in catalog() {
            let slug = game.info().slug;
            let program = at_setup(slug, width, height);
            insta::assert_snapshot!(format!("setup_{slug}_{width}x{height}"), program.screen());
        }
        let mut wrong = at_setup("token", width, height);
        go_to(&mut wrong, "Start");
        wrong.press(KeyCode::Backspace).types("77");
        insta::assert_snapshot!(format!("setup_wrong_{width}x{height}"), wrong.screen());
    }
}

#[test]
fn enter_and_enter_plays() {
    for game in catalog() {
        let mut program = Rehearsal::new(80, 24);
        let place = catalog().iter().position(|other| other.info().slug == game.info().slug).unwrap();
        program.types(&(place + 1).to_string()).press(KeyCode::Enter).press(KeyCode::Enter);
        assert!(!program.shows("More settings"), "{}", program.screen());
        assert!(!program.shows("Who wins"), "{}", program.screen());
    }
}

fn terms(choices: &Choices) -> Terms {
    choices.terms.clone().ok().unwrap()
}

#[test]
fn by_default_a_person_plays_the_computer_by_the_book() {
    for game in catalog() {
        let terms = terms(&choices(game.info().slug));
        let [one, two] = terms.players;
        assert!(one.is_none());
        assert_eq!(two.unwrap().to_string(), "computer:3");
        assert!(terms.names == [None, None] && terms.first.is_none() && terms.seats.is_none());
        let book = game.start(&game.book_settings(), Seat::One).unwrap();
        assert_eq!((terms.start().position(), terms.start().settings()), (book.position(), book.settings()));
        assert_eq!((terms.rounds, terms.limits), (Rounds::One, Limits::default()));
    }
}

#[test]
fn everything_can_be_wanted() {
    let mut choices = choices("token");
    choices.turn(Field::Player(Seat::One), -1);
    choices.turn(Field::Player(Seat::Two), -3);
    choices.typed_mut(Field::Name(Seat::One)).unwrap().set("Ada");
    choices.turn(Field::Set(0), 10);
    choices.turn(Field::Set(3), 1);
    choices.turn(Field::First, -1);
    choices.turn(Field::Rounds, -1);
    choices.turn(Field::Count, 2);
    choices.turn(Field::Seats, -1);
    choices.turn(Field::Coach, 1);
    choices.turn(Field::MaxInvalid, 1);
    choices.look_again();
    let terms = terms(&choices);
    assert_eq!(terms.start().settings().to_string(), "length=20 start=5 step=2 revisit=no");
    assert!(terms.players[0].is_some());
    assert_eq!(terms.names[0].as_ref().unwrap().as_str(), "Ada");
    assert_eq!(terms.first, Some(First::Toss));
    assert_eq!((terms.rounds, terms.seats), (Rounds::BestOf(5), Some(Seats::Keep)));
    assert!(choices.coach());
    assert_eq!(terms.limits.max_invalid.unwrap().get(), 1);
    for field in [Field::MaxInvalid, Field::MaxTurns] {
        choices.turn(field, -1);
        assert_eq!(choices.text(field), "", "counting down ends at no limit");
    }
}

#[test]
fn a_value_out_of_range_is_reported_in_its_field_and_cannot_be_played() {
    let mut program = at_setup("duel", 80, 24);
    go_to(&mut program, "Length");
    program.times(3, KeyCode::Backspace).types("0");
    assert!(program.shows("! length is '0', but must be"), "{}", program.screen());
    program.press(KeyCode::Home).press(KeyCode::Enter);
    assert!(program.shows("▶ Length"), "the wrong field is selected\n{}", program.screen());
    program.press(KeyCode::Right);
    assert!(!program.shows("! length"), "{}", program.screen());
}

#[test]
fn a_conflict_between_parameters_is_reported_at_the_wrong_one() {
    let mut choices = choices("token");
    choices.typed_mut(Field::Set(0)).unwrap().set("4");
    choices.look_again();
    assert!(choices.problem(Field::Set(0)).is_none());
    let problem = choices.problem(Field::Set(1)).unwrap();
    assert!(problem.contains("start"), "{problem}");
    choices.set_to(&choices.game.book_settings());
    assert!(choices.problem(Field::Set(1)).is_none());
}

#[test]
fn names_must_be_two_different_names() {
    let mut choices = choices("duel");
    choices.typed_mut(Field::Name(Seat::One)).unwrap().set("Ada");
    choices.typed_mut(Field::Name(Seat::Two)).unwrap().set(" Ada ");
    choices.look_again();
    assert_eq!(choices.wrong(), Some(Field::Name(Seat::Two)));
    choices.typed_mut(Field::Name(Seat::Two)).unwrap().set("");
    choices.look_again();
    assert_eq!(
        terms(&choices).names.map(|name| name.map(|name| name.to_string())),
        [Some("Ada".into()), None]
    );
    assert_eq!(choices.usual_name(Seat::Two).as_str(), "Computer (level 3)");
}

#[test]
fn who_begins_is_asked_only_where_the_book_leaves_it_open() {
    for game in catalog() {
        let choices = choices(game.info().slug);
        let open = game.info().first != FirstTurn::Fixed;
        assert_eq!(choices.fields().contains(&Field::First), open, "{}", game.info().slug);
    }
    let mut choices = choices("duel");
    choices.turn(Field::Player(Seat::Two), -3);
    while choices.player(Seat::Two).is_some() {
        choices.turn(Field::Player(Seat::Two), -1);
    }
    choices.turn(Field::First, 1);
    assert_eq!(choices.wrong(), Some(Field::First), "two people without names cannot be told apart");
    assert!(choices.problem(Field::First).unwrap().contains("names"));
}

#[test]
fn letters_in_a_name_are_letters() {
    let mut program = at_setup("duel", 80, 24);
    go_to(&mut program, "Player 1");
    program.press(KeyCode::Down).types("q?brjkhl");
    assert!(program.shows("q?brjkhl"), "{}", program.screen());
    assert_eq!(program.left(), None);
    program.tell(Event::Paste("\u{1b}[2J".repeat(1 << 18)));
    assert!(!program.screen().contains('\u{1b}'));
}

#[test]
fn who_played_is_remembered() {
    let mut program = at_setup("duel", 80, 24);
    go_to(&mut program, "Player 1");
    program.press(KeyCode::Down).types("Ada").press(KeyCode::Down);
    program.press(KeyCode::Right);
    program.press(KeyCode::Home).press(KeyCode::Enter);
    let kept = fs::read_to_string(program.folder.path().join("config.toml")).unwrap();
    assert!(kept.contains("Ada") && kept.contains("computer:4"), "{kept}");
}

#[test]
fn a_game_that_was_left_unfinished_stays_beside_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let records = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 2 *\n";
    fs::write(folder.path().join("unfinished.txt"), records).unwrap();
    let mut program = Rehearsal::in_folder(folder, (80, 24), Start::Home, |preferences| preferences);
    program.press(KeyCode::Enter).press(KeyCode::Enter).press(KeyCode::Enter).press(KeyCode::Enter);
    let kept = fs::read_dir(program.folder.path().join("unfinished")).unwrap().count();
    assert_eq!(kept, 2, "{}", program.screen());
}

#[test]
fn preferences_that_cannot_be_saved_are_reported_in_the_match() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.toml"), "colour = 3").unwrap();
    let mut program = Rehearsal::in_folder(folder, (80, 24), Start::Home, |preferences| preferences);
    program.press(KeyCode::Enter).press(KeyCode::Enter);
    assert!(program.shows("Your settings are not saved:"), "{}", program.screen());
}

/// Who wins is told on request, for the variant that is set, and only until something changes.
#[test]
fn who_wins_the_variant_is_shown_only_on_request() {
    let mut program = at_setup("duel", 80, 24);
    assert!(!program.shows("can force a win"));
    program.types("w");
    assert!(program.shows("can force a win. Closest to even is Twenty Numbers"), "{}", program.screen());
    go_to(&mut program, "Misere");
    program.press(KeyCode::Right);
    assert!(!program.shows("can force a win"), "{}", program.screen());
    program.types("w");
    assert!(program.shows("can force a win"), "{}", program.screen());
    program.types("w");
    assert!(!program.shows("can force a win"));
}

/// The variant that is closest to even is a key away once it was named.
#[test]
fn the_even_variant_is_taken_by_a_key() {
    let mut program = at_setup("cards", 80, 24);
    program.types("V");
    assert!(!program.shows("7 cards"), "not before it is named: {}", program.screen());
    program.types("w");
    assert!(program.shows("Seven Cards"), "{}", program.screen());
    program.types("V");
    assert!(program.shows("Not as in the book"), "{}", program.screen());
    program.types("w");
    assert!(program.shows("that is closest to even: with best play"), "{}", program.screen());
}

/// What is said is said to its end, also on the smallest screen and beside many fields.
#[test]
fn what_is_said_is_not_cut_off() {
    let words = |program: &Rehearsal| program.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut program = at_setup("duel", 40, 12);
    program.types("w");
    assert!(words(&program).contains("about half of the games."), "{}", program.screen());
    let mut program = at_setup("cards", 40, 12);
    go_to(&mut program, "Cards");
    program.press(KeyCode::Backspace).types("20");
    assert!(
        words(&program).contains("until it can. A hand is 1..cards (1 to 20; the book has 5)."),
        "{}",
        program.screen()
    );
    let mut program = at_setup("cards", 80, 24);
    go_to(&mut program, "Cards");
    program.press(KeyCode::Backspace).types("7").press(KeyCode::Home);
    assert!(words(&program).contains("Not as in the book: cards 1 to 7."), "{}", program.screen());
}

/// The rules are those of the variant that is set up.
#[test]
fn the_rules_are_those_of_the_variant() {
    let mut program = at_setup("cards", 80, 24);
    go_to(&mut program, "Cards");
    program.press(KeyCode::Backspace).types("7").types("R");
    assert!(program.shows("the cards 1 to 7"), "{}", program.screen());
}

/// Against a computer, a person sits where the game favours them.
#[test]
fn a_person_sits_where_the_game_favours_them() {
    for (slug, seat) in [("cards", "Player 2"), ("siege", "Player 1"), ("duel", "Player 1")] {
        let mut program = at_setup(slug, 80, 24);
        program.times(2, KeyCode::Down);
        let screen = program.screen();
        assert!(screen.contains(&format!("You play as {seat}.")), "{slug}: {screen}");
    }
}

/// Where a variant is too large for a computer, that is said before the game begins.
#[test]
fn a_variant_that_is_too_large_is_reported_before_the_game() {
    let mut program = at_setup("cards", 80, 24);
    assert!(!program.shows("cannot solve this"), "{}", program.screen());
    go_to(&mut program, "Cards");
    program.press(KeyCode::Backspace).types("20");
    assert!(program.shows("cannot solve this"), "{}", program.screen());
    program.times(2, KeyCode::Backspace).types("5");
    assert!(!program.shows("cannot solve this"), "{}", program.screen());
}

/// A person is asked for a name once, and it is remembered for every game.
#[test]
fn a_name_is_asked_once_and_remembered() {
    let mut program = at_setup("siege", 80, 24);
    assert!(program.shows("Your name"), "{}", program.screen());
    program
        .times(3, KeyCode::Down)
        .types("Ada")
        .press(KeyCode::Down)
        .press(KeyCode::Home)
        .press(KeyCode::Enter);
    assert!(program.shows("Ada to move"), "{}", program.screen());
    program.press(KeyCode::Esc).press(KeyCode::Char('5')).press(KeyCode::Enter);
    assert!(!program.shows("Your name"), "{}", program.screen());
    program.press(KeyCode::Enter);
    assert!(program.shows("Ada to move"), "{}", program.screen());
}

/// Game, opponent and Play are all that most people choose, and another game keeps the opponent.
#[test]
fn the_setup_is_short() {
    let mut program = at_setup("duel", 80, 24);
    for hidden in ["Length", "Rounds", "Attempts", "Name"] {
        assert!(!program.shows(hidden), "{}", program.screen());
    }
    program.times(2, KeyCode::Down).press(KeyCode::Right);
    assert!(program.shows("‹ Computer (level 4) ›"), "{}", program.screen());
    program.press(KeyCode::Right);
    assert!(program.shows("‹ Computer (perfect) ›"), "stronger to the right\n{}", program.screen());
    program.press(KeyCode::Up).press(KeyCode::Right);
    assert!(
        program.shows("Line Duel (token)") && program.shows("Computer (perfect)"),
        "{}",
        program.screen()
    );
    program.press(KeyCode::Home).press(KeyCode::Enter);
    assert!(program.shows("Player 1 to move") && program.shows("Landing here loses"), "{}", program.screen());
}
