//! Tests of the coach: what it says, when it says it, and what happens to a late answer.

use numberline_rules::Seat;
use numberline_table::{Adviser, AnyMatch, Name, OracleCache, Outcome, SolveError, find};
use ratatui::layout::Rect;

use super::Coach;
use crate::tests::trial::{Trial, picture, request};
use crate::{Answer, Effect};

struct Beside {
    trial: Trial,
    game: Box<dyn AnyMatch>,
    coach: Coach,
}

fn beside(slug: &str, settings: &[&str]) -> Beside {
    let row = find(slug).unwrap();
    let game = request(slug, settings, "").start(row).unwrap();
    let coach = Coach::new(Adviser::new(row, &OracleCache::shared()), &Name::of_both_seats());
    Beside { trial: Trial::new(80, 24), game, coach }
}

impl Beside {
    fn settle(&mut self, effect: Effect) {
        let mut answers = self.trial.carry_out(effect);
        while let Some((ticket, answer)) = answers.pop() {
            let Answer::Analysed(known) = answer else { panic!("not asked for the values") };
            let effect = self.coach.answer(ticket, known, &*self.game, &mut self.trial.context);
            answers.extend(self.trial.carry_out(effect));
        }
    }

    fn toggle(&mut self) -> Effect {
        self.coach.toggle(&*self.game, &mut self.trial.context)
    }

    fn hint(&mut self, seat: Seat) -> Effect {
        self.coach.hint(&*self.game, seat, &mut self.trial.context)
    }

    fn play(&mut self, text: &str) -> Effect {
        self.game.play_turn(text).unwrap();
        self.coach.moved(&*self.game, &mut self.trial.context)
    }

    fn drawn(&self, width: u16, height: u16) -> String {
        let look = self.trial.look();
        picture(Rect::new(0, 0, width, height), |page, area| {
            self.coach.draw(page, area, &look);
            look.restrain(page.buffer_mut());
        })
    }
}

#[test]
fn the_coach_is_silent_until_asked() {
    let mut beside = beside("duel", &[]);
    let effect = beside.play("5");
    assert!(matches!(effect, Effect::None));
    assert!(!beside.coach.is_open() && !beside.coach.thinking.is_some());
    assert!(beside.coach.values(&*beside.game).is_empty());
}

#[test]
fn hints_climb_a_ladder_and_begin_again_after_a_move() {
    let mut beside = beside("duel", &[]);
    for rung in 1..=5 {
        let effect = beside.hint(Seat::One);
        beside.settle(effect);
        assert_eq!(beside.coach.hints.len(), rung.min(4));
    }
    assert_eq!(beside.coach.hints[0], "You can win.");
    assert!(beside.coach.is_open() && beside.coach.values(&*beside.game).is_empty(), "hints show no values");
    insta::assert_snapshot!("coach_hints", beside.drawn(40, 10));
    let effect = beside.play("5");
    beside.settle(effect);
    assert!(!beside.coach.is_open());
    let effect = beside.hint(Seat::Two);
    beside.settle(effect);
    assert_eq!(beside.coach.hints.len(), 1);
}

#[test]
fn values_are_shown_with_letters_distances_and_reasons() {
    for (slug, settings) in [
        ("duel", vec![]),
        ("token", vec![]),
        ("blockade", vec![]),
        ("cards", vec![]),
        ("siege", vec![]),
        ("cards", vec!["cards=4", "end=2"]),
        ("cards", vec!["cards=5", "end=3"]),
        ("duel", vec!["length=1000000000000000000"]),
        ("token", vec!["length=60", "revisit=no"]),
    ] {
        let mut beside = beside(slug, &settings.clone());
        let effect = beside.toggle();
        beside.settle(effect);
        beside.coach.toggle_nimbers();
        let name = settings.first().map_or_else(String::new, |text| format!("_{}", text.replace('=', "_")));
        insta::assert_snapshot!(format!("coach_{slug}{name}_30x22"), beside.drawn(30, 22));
        insta::assert_snapshot!(format!("coach_{slug}{name}_40x5"), beside.drawn(40, 5));
        insta::assert_snapshot!(format!("coach_{slug}{name}_60x58"), beside.drawn(60, 58));
        beside.trial = Trial::new(80, 24).in_ascii();
        let ascii = beside.drawn(60, 58);
        assert!(ascii.is_ascii(), "{ascii}");
        for (width, height) in [(0, 0), (1, 1), (2, 2), (3, 3), (5, 1), (1, 9)] {
            beside.drawn(width, height);
        }
    }
}

#[test]
fn values_lie_on_the_board_only_while_they_are_right() {
    let mut beside = beside("duel", &[]);
    let effect = beside.toggle();
    beside.settle(effect);
    let values = beside.coach.values(&*beside.game);
    assert_eq!(values.len(), beside.game.moves(Seat::One, 100).len());
    assert!(values.iter().any(|valued| valued.outcome == Outcome::Win));
    let late = beside.play("5");
    assert!(beside.coach.values(&*beside.game).is_empty(), "the values belong to another position");
    beside.settle(late);
    assert_eq!(beside.coach.values(&*beside.game).len(), beside.game.moves(Seat::Two, 100).len());
    let effect = beside.toggle();
    beside.settle(effect);
    assert!(beside.coach.values(&*beside.game).is_empty() && !beside.coach.is_open());
}

#[test]
fn a_position_that_changed_meanwhile_is_asked_about_again() {
    let mut beside = beside("siege", &[]);
    let late = beside.toggle();
    assert!(matches!(beside.play("2"), Effect::None), "one thing after the other");
    beside.settle(late);
    assert!(!beside.coach.thinking.is_some());
    assert_eq!(beside.coach.current().unwrap().position, beside.game.position());
}

#[test]
fn a_long_thought_turns_a_spinner_and_can_be_stopped() {
    let mut beside = beside("duel", &[]);
    let Effect::Think(ticket, _) = beside.toggle() else { panic!("nobody thinks") };
    beside.coach.thinking.tick();
    beside.coach.thinking.tick();
    beside.coach.thinking.advance(ticket, 3, 7);
    assert!(beside.coach.thinking.is_some());
    insta::assert_snapshot!("coach_thinking", beside.drawn(40, 6));
    assert!(matches!(beside.coach.cancel(), Effect::Cancel(stopped) if stopped == ticket));
    assert!(matches!(beside.coach.cancel(), Effect::None), "once is enough");
    assert!(!beside.coach.thinking.is_some());
    assert!(beside.drawn(60, 6).contains("Stopped."));
    let late = Err(SolveError::Stopped);
    let effect = beside.coach.answer(ticket, late, &*beside.game, &mut beside.trial.context);
    assert!(matches!(effect, Effect::None), "a stopped question is not asked again");
    // Asked once more, it is thought about once more.
    let effect = beside.hint(Seat::One);
    beside.settle(effect);
    assert_eq!(beside.coach.hints, ["You can win."]);
    assert!(!beside.coach.values(&*beside.game).is_empty());
}

#[test]
fn reopening_the_panel_at_once_gets_an_answer() {
    let mut beside = beside("duel", &[]);
    let late = beside.toggle();
    assert!(matches!(beside.toggle(), Effect::Cancel(_)));
    let current = beside.toggle();
    beside.settle(late);
    assert!(beside.coach.thinking.is_some(), "the answer to the first question is dropped");
    beside.settle(current);
    assert!(!beside.coach.values(&*beside.game).is_empty());
}

#[test]
fn what_is_too_large_is_refused_with_the_reason() {
    let mut beside = beside("token", &["length=10000", "revisit=no"]);
    let effect = beside.toggle();
    beside.settle(effect);
    let effect = beside.hint(Seat::One);
    beside.settle(effect);
    insta::assert_snapshot!("coach_refusal", beside.drawn(40, 12));
    assert!(beside.drawn(60, 12).contains("too large to solve"));
}

#[test]
fn many_moves_are_scrolled() {
    let mut beside = beside("duel", &["length=100"]);
    let effect = beside.toggle();
    beside.settle(effect);
    let (area, look) = (Rect::new(0, 0, 40, 12), beside.trial.look());
    let top = beside.drawn(40, 12);
    beside.coach.scroll(1_000, area, &look);
    let end = beside.drawn(40, 12);
    assert_ne!(top, end);
    beside.coach.scroll(-1, area, &look);
    assert_ne!(beside.drawn(40, 12), end, "no step is lost at the end");
    insta::assert_snapshot!("coach_scrolled", end);
    beside.coach.scroll(i64::MIN, area, &look);
    assert_eq!(beside.drawn(40, 12), top);
}

#[test]
fn the_reason_of_a_move_is_shown_but_never_where_choices_are_secret() {
    let mut duel = beside("duel", &[]);
    let effect = duel.toggle();
    duel.settle(effect);
    let before = duel.drawn(40, 20);
    duel.coach.look_at(Some("1"));
    assert_ne!(duel.drawn(40, 20), before);
    let mut cards = beside("cards", &[]);
    let effect = cards.toggle();
    cards.settle(effect);
    let before = cards.drawn(40, 30);
    cards.coach.look_at(Some("3"));
    assert_eq!(cards.drawn(40, 30), before);
}
