//! What a room asks of its server: when a computer thinks, whose absence matters, and what a change has finished.
#![allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use std::time::Instant;

use numberline_rules::Seat;
use serde_json::{Value, json};

use super::{Offer, Room, Task};
use crate::charter::Wish;
use crate::command::Command;
use crate::entry::{LogEntry, RoomEvent};
use crate::id::{RoomId, SeatKey};
use crate::store::{Decision, RoomStanding};

/// A room of this game with these fields besides.
fn room(game: &str, fields: &Value) -> Room {
    let mut wish = json!({ "game": game });
    let all = wish.as_object_mut().unwrap();
    all.extend(fields.as_object().unwrap().clone());
    let wish: Wish = serde_json::from_value(wish).unwrap();
    Room::new(RoomId::random(), wish.settled().and_then(|wish| wish.grant()).unwrap())
}

fn join(room: &mut Room, seat: Seat) {
    let joined = room.join(Some(seat), None, SeatKey::random().hash(), None).unwrap();
    room.apply(&joined.entry, None, Instant::now()).unwrap();
}

/// Carries out what a seat wants, and says what it has finished.
fn act(room: &mut Room, seat: Seat, command: &Command) -> Option<String> {
    let Decision { entry, secret, .. } = room.decide(seat, command, None, Instant::now()).unwrap();
    let applied = room.take_in(&entry, secret.chosen(), Instant::now()).unwrap();
    applied.ply().map(|ply| ply.choices.to_string())
}

fn play(room: &mut Room, seat: Seat, text: &str) -> Option<String> {
    act(room, seat, &Command::Move { text: text.to_owned() })
}

/// Applies an entry that no player has asked for.
fn happens(room: &mut Room, event: RoomEvent, seat: Seat) {
    let entry = LogEntry { version: room.version() + 1, event, seat: Some(seat), client: None, left: None };
    room.apply(&entry, None, Instant::now()).unwrap();
}

#[test]
fn a_computer_thinks_on_its_turn_of_a_game_that_is_on() {
    let mut duel = room("duel", &json!({ "players": ["computer:1", "human"] }));
    assert_eq!(duel.task(Seat::One), None, "nobody plays against it yet");
    join(&mut duel, Seat::Two);
    assert_eq!((duel.task(Seat::One), duel.task(Seat::Two)), (Some(Task::Move(0)), None));
    play(&mut duel, Seat::One, "5");
    assert_eq!((duel.task(Seat::One), duel.task(Seat::Two)), (None, None), "the other's turn");
    act(&mut duel, Seat::Two, &Command::OfferDraw);
    assert_eq!(duel.task(Seat::One), Some(Task::Answer(Offer::Draw(Seat::Two), 3)));
    play(&mut duel, Seat::Two, "1");
    assert_eq!(duel.task(Seat::One), Some(Task::Move(4)));
    act(&mut duel, Seat::Two, &Command::Resign);
    assert_eq!(duel.task(Seat::One), None, "the game is over, although it was its turn");

    let mut cards = room("cards", &json!({ "players": ["computer:1", "human"] }));
    join(&mut cards, Seat::Two);
    assert_eq!(cards.task(Seat::One), Some(Task::Move(0)));
    play(&mut cards, Seat::One, "3");
    assert_eq!(cards.task(Seat::One), None, "it has chosen");
    play(&mut cards, Seat::Two, "3");
    assert_eq!(cards.task(Seat::One), Some(Task::Move(3)));

    let mut withdrawn = room("duel", &json!({ "players": ["computer:1", "human"] }));
    join(&mut withdrawn, Seat::Two);
    happens(&mut withdrawn, RoomEvent::Cancelled, Seat::Two);
    assert_eq!(withdrawn.task(Seat::One), None);
}

#[test]
fn an_absence_matters_to_a_player_who_waits_and_to_a_list() {
    let minds = |room: &Room| Seat::BOTH.map(|home| room.minds_absence(home));
    for listed in [false, true] {
        let mut alone = room("duel", &json!({ "listed": listed }));
        assert_eq!(minds(&alone), [false, false], "nobody can be away");
        join(&mut alone, Seat::One);
        assert_eq!(minds(&alone), [listed, false]);
        join(&mut alone, Seat::Two);
        assert_eq!(minds(&alone), [true, true]);
        act(&mut alone, Seat::One, &Command::Resign);
        assert_eq!(minds(&alone), [false, false], "the game is over");
    }
    let mut against = room("duel", &json!({ "players": ["human", "computer:1"], "listed": true }));
    join(&mut against, Seat::One);
    assert_eq!(minds(&against), [true, false], "a computer is never away");
}

#[test]
fn a_room_is_left_when_all_its_people_are_away() {
    let mut pair = room("duel", &json!({ "listed": true }));
    join(&mut pair, Seat::One);
    assert_eq!(pair.leave(Seat::One).standing, Some(RoomStanding::Left));
    join(&mut pair, Seat::Two);
    let away = pair.leave(Seat::One);
    assert_eq!((away.standing, away.entry.seat), (None, Some(Seat::One)), "the other is still there");
    happens(&mut pair, RoomEvent::Left, Seat::One);
    assert_eq!((pair.is_away(Seat::One), pair.is_away(Seat::Two)), (true, false));
    assert_eq!(pair.leave(Seat::Two).standing, Some(RoomStanding::Left));
    assert_eq!(pair.come_back(Seat::One).standing, None);
    happens(&mut pair, RoomEvent::Left, Seat::Two);
    assert_eq!(pair.standing(), RoomStanding::Left);
    assert_eq!(pair.come_back(Seat::One).standing, Some(RoomStanding::Live));
}

#[test]
fn a_change_knows_the_ply_that_it_has_finished() {
    let mut duel = room("duel", &json!({}));
    let mut cards = room("cards", &json!({}));
    for room in [&mut duel, &mut cards] {
        Seat::BOTH.into_iter().for_each(|seat| join(room, seat));
    }
    assert_eq!(play(&mut duel, Seat::One, "5 6").as_deref(), Some("5 6"));
    assert_eq!(act(&mut duel, Seat::One, &Command::OfferDraw), None);
    assert_eq!(play(&mut cards, Seat::One, "3"), None, "a choice is no ply");
    assert_eq!(play(&mut cards, Seat::Two, "4").as_deref(), Some("3/4"));
}
