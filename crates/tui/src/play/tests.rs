//! Matches played through by keys, by typing and by mouse, and how they look on the way.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

mod clear;
mod looks;
mod rounds;
mod secrets;
mod storm;
mod thinking;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_rules::{Aim, Seat, Span};
use numberline_table::{Bounds, Ending, Record, Request, Session};
use ratatui::layout::Position;

use super::{Play, State};
use crate::effect::Errand;
use crate::page::Spot;
use crate::screen::{Go, Screen};
use crate::tests::trial::{Trial, key, names, request};
use crate::{Effect, Event, Setting};

/// A match between Ada and Grace.
fn wanted(slug: &str, settings: &[&str], moves: &str) -> Request {
    Request { names: names(["Ada", "Grace"]), ..request(slug, settings, moves) }
}

fn usual() -> Option<String> {
    Some("computer".to_owned())
}

fn begun(request: &Request, trial: &mut Trial) -> Play {
    let session = Session::begin(request.terms(&Bounds::LOCAL).unwrap(), None, 7);
    opened(session, trial)
}

fn opened(session: Session, trial: &mut Trial) -> Play {
    let (mut play, effect) = Play::new(session, &mut trial.context);
    trial.settle(&mut play, effect);
    play
}

fn resumed(records: Vec<Record>, trial: &mut Trial) -> Play {
    opened(Session::resume(records, &Request::default(), None, 7).unwrap(), trial)
}

/// Plays what is pointed at; an untouched board is pointed at first.
fn enter(trial: &mut Trial, play: &mut Play) {
    if matches!(play.state, State::Pointing)
        && play.bench.pointer.aim().is_none()
        && play.bench.prompt().is_none()
    {
        trial.press(play, KeyCode::Tab);
    }
    trial.press(play, KeyCode::Enter);
}

fn position(play: &Play) -> String {
    play.session.at().position()
}

/// Lets this many ticks pass.
fn wait(trial: &mut Trial, play: &mut Play, moments: usize) {
    for _ in 0..moments {
        trial.give(play, Event::Tick);
    }
}

fn remembered(effect: &Effect) -> Vec<Vec<Record>> {
    match effect {
        Effect::Several(effects) => effects.iter().flat_map(remembered).collect(),
        Effect::Run(_, Errand::Remember(records)) => vec![records.clone()],
        _ => Vec::new(),
    }
}

fn errands(effect: &Effect) -> Vec<&'static str> {
    match effect {
        Effect::Several(effects) => effects.iter().flat_map(errands).collect(),
        Effect::Run(_, Errand::Remember(_)) => vec!["remember"],
        Effect::Run(_, Errand::Keep(_)) => vec!["keep"],
        Effect::Run(_, Errand::Forget(_)) => vec!["forget"],
        _ => Vec::new(),
    }
}

/// Every game can be played to its end with Enter and arrows alone.
#[test]
fn every_game_is_played_through_by_keys() {
    let mut trial = Trial::new(80, 24);
    for slug in ["duel", "blockade", "siege"] {
        let mut play = begun(&wanted(slug, &[], ""), &mut trial);
        for turn in 0..100 {
            if play.session.ending().is_some() {
                break;
            }
            for _ in 0..turn % 3 {
                trial.press(&mut play, KeyCode::Right);
            }
            enter(&mut trial, &mut play);
        }
        assert!(matches!(play.session.ending(), Some(Ending::Won(_))), "{slug}");
    }
}

#[test]
fn a_card_game_is_played_through_behind_the_curtain() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("cards", &[], ""), &mut trial);
    for card in ["5", "4", "3", "2", "1"] {
        for seat in Seat::BOTH {
            assert!(matches!(play.state, State::Curtain(alone) if alone == seat));
            enter(&mut trial, &mut play);
            trial.types(&mut play, card);
            enter(&mut trial, &mut play);
        }
        if play.session.ending().is_none() {
            assert!(
                trial
                    .picture(&play)
                    .contains(&format!("Ada played {card}, Grace played {card}: the marker stays on 0."))
            );
            enter(&mut trial, &mut play);
        }
    }
    assert_eq!(play.session.ending(), Some(Ending::Won(Seat::Two)));
    // The book is ambiguous here, so the screen says what decided.
    assert!(trial.picture(&play).contains("never moved"), "{}", trial.picture(&play));
}

#[test]
fn moves_can_be_typed() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    trial.types(&mut play, "5 6");
    assert!(trial.picture(&play).contains("Move: 5 6"));
    assert_eq!(
        play.bench.pointer.aim(),
        Some(Aim::Cells(Span { first: 5, last: 6 })),
        "it is shown before it is made"
    );
    enter(&mut trial, &mut play);
    assert_eq!(position(&play), "....XX.... 2");
    let mut play = begun(&wanted("token", &[], ""), &mut trial);
    trial.types(&mut play, "2 right");
    enter(&mut trial, &mut play);
    assert_eq!(position(&play), "7 2");
}

#[test]
fn two_cells_are_taken_by_extending() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    trial.press(&mut play, KeyCode::Right);
    trial.press(&mut play, KeyCode::Right);
    trial.press(&mut play, KeyCode::Char('L'));
    assert_eq!(play.bench.pointer.aim(), Some(Aim::Cells(Span { first: 2, last: 3 })));
    trial.press(&mut play, KeyCode::Char('L'));
    assert_eq!(
        play.bench.pointer.aim(),
        Some(Aim::Cells(Span { first: 2, last: 3 })),
        "three are not a move"
    );
    trial.press(&mut play, KeyCode::Char('H'));
    assert_eq!(play.bench.pointer.aim(), Some(Aim::cell(2)));
    trial.give(&mut play, Event::Key(KeyEvent::new(KeyCode::Left, KeyModifiers::SHIFT)));
    assert_eq!(play.bench.pointer.aim(), Some(Aim::Cells(Span { first: 1, last: 2 })));
    trial.press(&mut play, KeyCode::Down);
    assert_eq!(play.bench.pointer.aim(), Some(Aim::cell(1)));
    trial.press(&mut play, KeyCode::Up);
    trial.press(&mut play, KeyCode::Right);
    assert_eq!(play.bench.pointer.aim(), Some(Aim::Cells(Span { first: 2, last: 3 })), "the width stays");
    enter(&mut trial, &mut play);
    assert_eq!(position(&play), ".XX....... 2");
    assert_eq!(play.bench.pointer.aim(), None, "nothing is pointed at before the next player points");
    trial.press(&mut play, KeyCode::Right);
    assert_eq!(play.bench.pointer.aim(), Some(Aim::cell(1)), "what is crossed out is not pointed at");
}

/// The place of a cell on the screen.
fn place_of(trial: &Trial, play: &Play, aim: Aim) -> Position {
    trial.places(play).find(Spot::Aim(aim)).unwrap()
}

#[test]
fn a_match_is_played_by_mouse() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("blockade", &["length=5"], ""), &mut trial);
    for cell in [3, 1, 5] {
        let at = place_of(&trial, &play, Aim::cell(cell));
        trial.click(&mut play, at.x, at.y);
        assert_eq!(play.bench.pointer.aim(), Some(Aim::cell(cell)));
        trial.click(&mut play, at.x, at.y);
    }
    assert!(matches!(play.session.ending(), Some(Ending::Won(Seat::One))));
}

#[test]
fn a_click_where_the_pointer_stands_by_itself_does_not_play() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    let at = place_of(&trial, &play, Aim::cell(1));
    trial.click(&mut play, at.x, at.y);
    assert_eq!(play.session.at().length(), 0);
}

#[test]
fn dragging_takes_two_cells_and_a_click_on_them_plays() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    let (from, to) = (place_of(&trial, &play, Aim::cell(4)), place_of(&trial, &play, Aim::cell(5)));
    trial.click(&mut play, from.x, from.y);
    let kind = MouseEventKind::Drag(MouseButton::Left);
    let drag = MouseEvent { kind, column: to.x, row: to.y, modifiers: KeyModifiers::NONE };
    trial.give(&mut play, Event::Mouse(drag));
    trial.click(&mut play, to.x, to.y);
    assert_eq!(position(&play), "...XX..... 2");
}

#[test]
fn a_move_that_is_not_allowed_is_refused_with_its_reason_and_counted() {
    let mut trial = Trial::new(80, 24);
    let max_invalid = Some("2".to_owned());
    let mut play = begun(&Request { max_invalid, ..wanted("duel", &[], "5 6") }, &mut trial);
    trial.types(&mut play, "5");
    enter(&mut trial, &mut play);
    let said = "5 is already crossed out. One more invalid attempt forfeits the game.";
    assert_eq!(play.bench.note.text, said);
    assert!(trial.picture(&play).contains(said), "{}", trial.picture(&play));
    trial.types(&mut play, ":five");
    enter(&mut trial, &mut play);
    assert_eq!(play.session.ending(), Some(Ending::Forfeited { winner: Seat::One }));
}

#[test]
fn undo_takes_back_a_ply_and_against_a_computer_a_whole_turn() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    enter(&mut trial, &mut play);
    enter(&mut trial, &mut play);
    trial.press(&mut play, KeyCode::Char('u'));
    assert_eq!(play.session.at().length(), 1);

    let players = [None, usual()];
    let mut play = begun(&Request { players, ..wanted("duel", &["length=30"], "") }, &mut trial);
    enter(&mut trial, &mut play);
    assert_eq!(play.session.at().length(), 1, "the answer waits until the move has been seen");
    wait(&mut trial, &mut play, 20);
    assert_eq!(play.session.at().length(), 2);
    assert_eq!(play.tick(), None, "nothing moves any more");
    trial.press(&mut play, KeyCode::Char('u'));
    assert_eq!(play.session.at().length(), 0);
    trial.press(&mut play, KeyCode::Char('u'));
    assert_eq!(play.bench.note.text, "There is nothing to take back.");
}

/// A slow computer can be stopped, and resumes with the player's next action.
#[test]
fn a_slow_computer_is_stopped_by_esc_and_resumed() {
    let mut trial = Trial::new(80, 24);
    let players = [None, usual()];
    let mut play = begun(&Request { players, ..wanted("duel", &[], "") }, &mut trial);
    trial.press(&mut play, KeyCode::Tab);
    let (_, thinking) = trial.event(&mut play, key(KeyCode::Enter));
    for _ in 0..6 {
        trial.event(&mut play, Event::Tick);
    }
    assert!(trial.picture(&play).contains("is thinking"), "{}", trial.picture(&play));
    assert!(play.tick().is_some());
    let (go, effect) = trial.event(&mut play, key(KeyCode::Esc));
    assert!(matches!((go, effect), (Go::Stay, Effect::Cancel(_))));
    assert!(trial.picture(&play).contains("Paused"), "{}", trial.picture(&play));
    trial.settle(&mut play, thinking);
    wait(&mut trial, &mut play, 20);
    assert_eq!(play.session.at().length(), 1, "it waits");
    trial.press(&mut play, KeyCode::Char('u'));
    assert_eq!(play.session.at().length(), 0);
    enter(&mut trial, &mut play);
    wait(&mut trial, &mut play, 20);
    assert_eq!(play.session.at().length(), 2, "and plays on");
}

/// A cancelled thought changes nothing, however late its answer comes.
#[test]
fn a_computer_that_is_taken_back_while_it_thinks_thinks_about_what_is_played_instead() {
    let mut trial = Trial::new(80, 24);
    let players = [None, usual()];
    let mut play = begun(&Request { players, ..wanted("duel", &[], "") }, &mut trial);
    trial.press(&mut play, KeyCode::Tab);
    let (_, stale) = trial.event(&mut play, key(KeyCode::Enter));
    trial.press(&mut play, KeyCode::Char('u'));
    assert_eq!(play.session.at().length(), 0);
    trial.press(&mut play, KeyCode::Right);
    trial.press(&mut play, KeyCode::Right);
    let (_, current) = trial.event(&mut play, key(KeyCode::Enter));
    assert_eq!(play.session.at().length(), 1);
    trial.settle(&mut play, stale);
    wait(&mut trial, &mut play, 20);
    assert_eq!(play.session.at().length(), 1, "that was about another position");
    trial.settle(&mut play, current);
    assert_eq!(play.session.at().length(), 2);
    assert!(position(&play).starts_with(".X"), "{}", position(&play));
}

#[test]
fn computers_play_each_other_and_can_be_paused() {
    let mut trial = Trial::new(80, 24);
    let players = [usual(), usual()];
    let mut play = begun(&Request { players, names: [None, None], ..wanted("siege", &[], "") }, &mut trial);
    assert!(play.tick().is_some() || play.session.at().length() > 0);
    trial.press(&mut play, KeyCode::Char(' '));
    let length = play.session.at().length();
    wait(&mut trial, &mut play, 200);
    assert_eq!(play.session.at().length(), length);
    assert_eq!(play.tick(), None);
    trial.press(&mut play, KeyCode::Char(' '));
    wait(&mut trial, &mut play, 500);
    assert!(play.session.ending().is_some());
    assert_eq!(play.tick(), None);
}

#[test]
fn a_computers_move_does_not_interrupt_typing_a_name() {
    let mut trial = Trial::new(80, 24);
    let players = [None, usual()];
    let mut play = begun(&Request { players, ..wanted("duel", &[], "") }, &mut trial);
    trial.press(&mut play, KeyCode::Tab);
    let (_, thinking) = trial.event(&mut play, key(KeyCode::Enter));
    trial.press(&mut play, KeyCode::Char('s'));
    trial.settle(&mut play, thinking);
    wait(&mut trial, &mut play, 20);
    assert_eq!(play.session.at().length(), 2);
    trial.types(&mut play, "r");
    assert!(trial.picture(&play).contains("Save to: duel.txtr"), "{}", trial.picture(&play));
}

#[test]
fn resigning_asks_first_and_a_draw_asks_the_other_player() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("token", &[], ""), &mut trial);
    trial.types(&mut play, "r");
    assert!(trial.picture(&play).contains("really resign"));
    trial.types(&mut play, "nd");
    assert!(trial.picture(&play).contains("Grace, do you accept?"));
    trial.types(&mut play, "n");
    assert_eq!(play.bench.note.text, "Grace declines the draw.");
    trial.types(&mut play, "dy");
    assert_eq!(play.session.ending(), Some(Ending::DrawAgreed));
    let mut play = begun(&wanted("token", &[], ""), &mut trial);
    trial.types(&mut play, "ry");
    assert_eq!(play.session.ending(), Some(Ending::Resigned { winner: Seat::Two }));
    let players = [None, usual()];
    let mut play = begun(&Request { players, ..wanted("token", &[], "") }, &mut trial);
    trial.types(&mut play, "d");
    assert!(trial.picture(&play).contains("answers at once"), "{}", trial.picture(&play));
    trial.types(&mut play, "n");
    assert_eq!(play.session.ending(), None);
    trial.types(&mut play, "dy");
    assert_eq!(play.session.ending(), Some(Ending::DrawAgreed), "the computer does not stand better");
    assert!(!trial.picture(&play).contains("considering"), "{}", trial.picture(&play));
}

#[test]
fn the_coach_warns_before_a_mistake_if_it_is_wanted() {
    let mut trial = Trial::new(80, 24);
    trial.context.preferences.choose(Setting::Coach, "on");
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    trial.types(&mut play, "1");
    enter(&mut trial, &mut play);
    let warned = trial.picture(&play);
    assert!(warned.contains("That turns a win into a loss.") && warned.contains("Keep it?"), "{warned}");
    trial.types(&mut play, "n");
    assert_eq!(play.session.at().length(), 0);
    trial.types(&mut play, "5 6");
    enter(&mut trial, &mut play);
    assert_eq!(play.session.at().length(), 1, "the best move goes through");
    trial.types(&mut play, "!1");
    enter(&mut trial, &mut play);
    assert_eq!(play.session.at().length(), 2);
}

#[test]
fn a_match_that_could_not_be_saved_is_left_only_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut trial = Trial::at(80, 24, Some(numberline_history::Home::at(folder.path())));
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    enter(&mut trial, &mut play);
    assert_eq!(play.would_lose(), None);
    assert!(matches!(trial.press(&mut play, KeyCode::Esc), Go::Back));
    // Without a home there is nowhere to write to.
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    enter(&mut trial, &mut play);
    assert!(play.would_lose().is_some());
    assert!(matches!(trial.press(&mut play, KeyCode::Esc), Go::Stay));
    assert!(matches!(trial.press(&mut play, KeyCode::Char('y')), Go::Back));
}

#[test]
fn a_match_without_moves_cannot_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let home = numberline_history::Home::at(folder.path());
    let mut trial = Trial::at(80, 24, Some(home.clone()));
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    assert!(home.all_unfinished().unwrap().is_empty());
    enter(&mut trial, &mut play);
    assert!(!home.all_unfinished().unwrap().is_empty());
    trial.types(&mut play, "u");
    assert_eq!(play.session.at().length(), 0);
    assert!(home.all_unfinished().unwrap().is_empty());
}

#[test]
fn a_game_is_saved_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &[], "5 6"), &mut trial);
    trial.types(&mut play, "s");
    enter(&mut trial, &mut play);
    assert_eq!(play.bench.note.text, "Saved to duel.txt.");
    assert!(std::fs::read_to_string(trial.folder.path().join("duel.txt")).unwrap().contains("1. 5 6"));
    trial.types(&mut play, "s");
    for _ in 0.."duel.txt".len() {
        trial.press(&mut play, KeyCode::Backspace);
    }
    trial.give(&mut play, Event::Paste(path.display().to_string()));
    enter(&mut trial, &mut play);
    assert!(play.bench.note.text.starts_with("Saved to "), "{}", play.bench.note.text);
    assert!(std::fs::read_to_string(path).unwrap().contains("1. 5 6"));
}

#[test]
fn the_rules_and_the_analysis_are_a_key_away() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &["length=1"], ""), &mut trial);
    assert!(matches!(trial.press(&mut play, KeyCode::Char('R')), Go::Open(_)));
    assert!(
        matches!(trial.press(&mut play, KeyCode::Char('a')), Go::Pass),
        "there is nothing to analyse yet"
    );
    enter(&mut trial, &mut play);
    assert!(matches!(trial.press(&mut play, KeyCode::Char('a')), Go::Open(_)));
}

/// The longest line: every key and every picture reads no more than a window, or this would never end.
#[test]
fn the_longest_line_is_read_through_a_window() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &["length=1000000000000000000"], ""), &mut trial);
    for code in
        [KeyCode::End, KeyCode::PageUp, KeyCode::Left, KeyCode::Char('H'), KeyCode::Tab, KeyCode::Home]
    {
        trial.press(&mut play, code);
        trial.picture(&play);
    }
    trial.press(&mut play, KeyCode::End);
    assert_eq!(play.bench.pointer.aim(), Some(Aim::cell(1_000_000_000_000_000_000)));
    trial.press(&mut play, KeyCode::Enter);
    for kind in [MouseEventKind::ScrollUp, MouseEventKind::ScrollDown] {
        let wheel = MouseEvent { kind, column: 9, row: 9, modifiers: KeyModifiers::NONE };
        trial.give(&mut play, Event::Mouse(wheel));
    }
}
