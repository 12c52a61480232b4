//! What happens during long thoughts: answers come late, and the player does something else meanwhile.

use crossterm::event::KeyCode;
use numberline_table::{Ending, Request};

use super::{begun, enter, errands, usual, wanted};
use crate::play::{Play, State};
use crate::screen::{Go, Screen};
use crate::tests::trial::{Trial, key};
use crate::{Effect, Environment, Event, Preferences, Setting};

fn against_a_computer(slug: &str, trial: &mut Trial) -> Play {
    begun(&Request { players: [None, usual()], ..wanted(slug, &[], "") }, trial)
}

#[test]
fn the_coach_calls_the_players_by_their_names() {
    let mut trial = Trial::new(120, 33);
    let mut play = begun(&wanted("siege", &[], ""), &mut trial);
    trial.types(&mut play, "c");
    assert!(trial.picture(&play).contains("Ada wins in 5 turns"), "{}", trial.picture(&play));
}

#[test]
fn esc_stops_the_coach_before_it_leaves() {
    let mut trial = Trial::new(80, 22);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    let (_, thinking) = trial.event(&mut play, key(KeyCode::Char('c')));
    for _ in 0..3 {
        trial.event(&mut play, Event::Tick);
    }
    assert!(trial.picture(&play).contains("Esc stops it."), "{}", trial.picture(&play));
    let (go, effect) = trial.event(&mut play, key(KeyCode::Esc));
    assert!(matches!((go, effect), (Go::Stay, Effect::Cancel(_))));
    trial.settle(&mut play, thinking);
    assert!(matches!(trial.press(&mut play, KeyCode::Esc), Go::Back));
}

#[test]
fn what_the_coach_says_can_be_scrolled_by_keys() {
    let mut trial = Trial::new(80, 22);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    let keys = |trial: &Trial, play: &Play| trial.keys(play).iter().any(|key| key.keys == ["[", "]"]);
    assert!(!keys(&trial, &play));
    trial.types(&mut play, "c");
    assert!(keys(&trial, &play));
    let top = trial.picture(&play);
    trial.types(&mut play, "]");
    assert_ne!(trial.picture(&play), top);
    trial.types(&mut play, "[");
    assert_eq!(trial.picture(&play), top);
}

#[test]
fn a_move_withdraws_the_draw_offer() {
    let mut trial = Trial::new(80, 22);
    let mut play = against_a_computer("token", &mut trial);
    trial.event(&mut play, key(KeyCode::Char('d')));
    let (_, asked) = trial.event(&mut play, key(KeyCode::Char('y')));
    enter(&mut trial, &mut play);
    assert_eq!(play.session.at().length(), 1);
    trial.settle(&mut play, asked);
    assert_eq!(play.session.ending(), None, "the answer was about another position");
    super::wait(&mut trial, &mut play, 20);
    assert_eq!(play.session.at().length(), 2, "and the computer plays on");
}

/// A match that ends while a question about it is open ends once, and is kept once.
#[test]
fn a_question_is_settled_by_the_end_of_the_match() {
    let mut trial = Trial::new(80, 22);
    let mut play = against_a_computer("token", &mut trial);
    trial.event(&mut play, key(KeyCode::Char('d')));
    let (_, asked) = trial.event(&mut play, key(KeyCode::Char('y')));
    trial.types(&mut play, "r");
    assert!(matches!(play.state, State::Asking(..)));
    trial.settle(&mut play, asked);
    assert_eq!(play.session.ending(), Some(Ending::DrawAgreed));
    let (_, effect) = trial.event(&mut play, key(KeyCode::Char('y')));
    assert!(errands(&effect).is_empty(), "{:?}", errands(&effect));
    assert!(matches!(play.state, State::Pointing));
}

#[test]
fn nothing_moves_where_the_environment_forbids_it() {
    let here = Environment { still: true, ..Environment::default() };
    let mut trial = Trial::new(80, 22);
    trial.context.preferences = Preferences::load(&here).0;
    let mut play = against_a_computer("duel", &mut trial);
    enter(&mut trial, &mut play);
    assert_eq!(play.session.at().length(), 2, "the answer is not held back");
    assert_eq!(play.tick(), None);
}

/// At speed `instant` no tick passes in between: an answer that was held back is played when the speed is chosen.
#[test]
fn computers_that_are_told_to_hurry_do_not_stop() {
    let mut trial = Trial::new(80, 22);
    let players = [usual(), usual()];
    let mut play =
        begun(&Request { players, names: [None, None], ..wanted("blockade", &[], "") }, &mut trial);
    trial.context.preferences.choose(Setting::Motion, "off");
    for _ in 0..60 {
        trial.give(&mut play, Event::Tick);
    }
    assert!(play.tick().is_some() && play.session.at().length() > 0, "an answer is held back");
    trial.types(&mut play, "++");
    assert!(play.session.ending().is_some(), "nothing holds them up any more");
}
