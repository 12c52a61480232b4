//! Nothing on the screen depends on the choice behind the curtain.

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_rules::Seat;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::{begun, enter, wanted};
use crate::Event;
use crate::page::{ClickMap, Page};
use crate::play::{Play, State};
use crate::screen::Screen;
use crate::tests::trial::Trial;

/// Everything visible: the picture with its colours, the keys, and whether anything moves.
fn seen(trial: &Trial, play: &Play) -> (Buffer, String, Option<std::time::Duration>) {
    let mut terminal =
        Terminal::new(TestBackend::new(trial.context.area.width, trial.context.area.height)).unwrap();
    let mut places = ClickMap::default();
    terminal
        .draw(|frame| play.draw(&mut Page::new(frame, &mut places), trial.context.area, &trial.look()))
        .unwrap();
    (terminal.backend().buffer().clone(), format!("{:?}{}", trial.keys(play), play.title()), play.tick())
}

/// What is visible while a seat chooses a card, key by key, up to the other seat's own choice.
fn glances(card: &str, coach: bool) -> Vec<(Buffer, String, Option<std::time::Duration>)> {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("cards", &["cards=12"], ""), &mut trial);
    if coach {
        trial.types(&mut play, "ct");
    }
    let mut all = vec![seen(&trial, &play)];
    enter(&mut trial, &mut play);
    for letter in card.chars() {
        trial.types(&mut play, &letter.to_string());
    }
    // The number of keys pressed shows nowhere either, so only the last glance counts.
    all.push(seen(&trial, &play));
    enter(&mut trial, &mut play);
    all.push(seen(&trial, &play));
    enter(&mut trial, &mut play);
    all.push(seen(&trial, &play));
    all
}

#[test]
fn every_card_looks_the_same_until_both_have_chosen() {
    for coach in [false, true] {
        let first = glances("1", coach);
        for card in 2..=12 {
            assert!(glances(&card.to_string(), coach) == first, "card {card} can be told apart");
        }
    }
}

#[test]
fn keys_that_point_move_nothing_behind_the_curtain() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("cards", &[], ""), &mut trial);
    enter(&mut trial, &mut play);
    let before = seen(&trial, &play);
    for code in [KeyCode::Left, KeyCode::Right, KeyCode::Char('l'), KeyCode::Home, KeyCode::End, KeyCode::Tab]
    {
        trial.press(&mut play, code);
        assert!(seen(&trial, &play) == before, "{code:?}");
    }
    for row in 0..24 {
        for column in 0..80 {
            let kind = MouseEventKind::Down(MouseButton::Left);
            trial.give(
                &mut play,
                Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }),
            );
        }
    }
    assert!(seen(&trial, &play) == before);
    assert!(!play.session.at().has_chosen(Seat::One));
}

#[test]
fn a_choice_can_be_taken_back_and_a_wrong_one_is_refused_alike() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("cards", &[], ""), &mut trial);
    let mut refused = Vec::new();
    for wrong in ["6", "77", "0"] {
        enter(&mut trial, &mut play);
        trial.types(&mut play, wrong);
        enter(&mut trial, &mut play);
        refused.push(seen(&trial, &play));
    }
    assert!(refused.iter().all(|glance| *glance == refused[0]));
    assert_eq!(play.bench.note.text, "That is not one of your cards. You can choose 1, 2, 3, 4, 5.");
    enter(&mut trial, &mut play);
    trial.types(&mut play, "3");
    enter(&mut trial, &mut play);
    assert!(matches!(play.state, State::Curtain(Seat::Two)));
    trial.types(&mut play, "u");
    assert!(matches!(play.state, State::Curtain(Seat::One)));
    assert!(!play.session.at().has_chosen(Seat::One));
}

/// A hint says what to choose, so it is gone before the other player looks.
#[test]
fn what_the_coach_told_one_seat_is_gone_when_the_other_looks() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("cards", &["end=4"], ""), &mut trial);
    enter(&mut trial, &mut play);
    trial.types(&mut play, "ttt");
    assert!(trial.picture(&play).contains("your chance"), "{}", trial.picture(&play));
    trial.types(&mut play, "1");
    enter(&mut trial, &mut play);
    enter(&mut trial, &mut play);
    assert!(matches!(play.state, State::Choosing(Seat::Two, _)));
    assert!(!trial.picture(&play).contains("your chance"), "{}", trial.picture(&play));
}
