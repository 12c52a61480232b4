//! Draws, take-backs, resignations and rematches.

use std::sync::Arc;
use std::time::Instant;

use numberline_rules::{Seat, Turn};
use numberline_server::{
    Command, CommandError, LogEntry, Room, RoomEvent, RoomId, RoomStanding, SeatKey, SecretFate, Store, Write,
};
use serde_json::{Value, json};

use crate::common::{Place, next, pair, reason, texts, wish};

/// The kind of the offer that waits, and the seat that made it.
fn offered(state: &Value) -> (&str, u64) {
    (state["offer"]["kind"].as_str().unwrap(), state["offer"]["by"].as_u64().unwrap())
}

#[tokio::test]
async fn a_draw_is_offered_declined_withdrawn_and_agreed() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("token", json!({ "listed": true }))).await;
    assert_eq!(reason(table.act(&hub, Seat::One, &Command::Accept).await), "There is nothing to answer.");
    table.act(&hub, Seat::Two, &Command::OfferDraw).await.unwrap();
    assert_eq!(offered(&table.game(&hub).await), ("draw", 2));
    assert_eq!(reason(table.act(&hub, Seat::One, &Command::OfferDraw).await), "There is already an offer.");
    assert_eq!(reason(table.act(&hub, Seat::Two, &Command::Accept).await), "There is nothing to answer.");
    table.act(&hub, Seat::One, &Command::Decline).await.unwrap();
    table.act(&hub, Seat::Two, &Command::OfferDraw).await.unwrap();
    table.act(&hub, Seat::Two, &Command::Decline).await.unwrap();
    assert_eq!(table.game(&hub).await["offer"], json!(null));
    table.act(&hub, Seat::Two, &Command::OfferDraw).await.unwrap();
    table.play(&hub, Seat::One, "1 right").await.unwrap();
    assert_eq!(table.game(&hub).await["offer"], json!(null), "a move is an answer");
    table.act(&hub, Seat::One, &Command::OfferDraw).await.unwrap();
    table.act(&hub, Seat::Two, &Command::Accept).await.unwrap();
    let over = table.game(&hub).await;
    assert_eq!(
        over["ending"],
        json!({ "winner": null, "kind": "draw agreed", "text": "The players agree on a draw.", "ruling": null })
    );
    assert_eq!((&over["turn"], &over["moves"]), (&json!("over"), &json!([[], []])));
    assert_eq!(hub.list(RoomStanding::Over, 9).await.unwrap().len(), 1);
    for command in [Command::OfferDraw, Command::AskBack, Command::Resign] {
        assert_eq!(reason(table.act(&hub, Seat::One, &command).await), "The game is over.");
    }
}

#[tokio::test]
async fn a_take_back_returns_to_the_askers_move() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({}))).await;
    let nothing = "There is nothing to take back.";
    assert_eq!(reason(table.act(&hub, Seat::One, &Command::AskBack).await), nothing);
    table.play(&hub, Seat::One, "1").await.unwrap();
    assert_eq!(reason(table.act(&hub, Seat::Two, &Command::AskBack).await), nothing);
    table.play(&hub, Seat::Two, "2").await.unwrap();
    table.play(&hub, Seat::One, "3").await.unwrap();
    // The player who moved last takes back one ply, the other one two.
    table.act(&hub, Seat::One, &Command::AskBack).await.unwrap();
    table.act(&hub, Seat::Two, &Command::Accept).await.unwrap();
    let back = table.game(&hub).await;
    assert_eq!((texts(&back["plies"]), &back["turn"]), (vec!["1", "2"], &json!(1)));
    table.play(&hub, Seat::One, "5").await.unwrap();
    table.act(&hub, Seat::Two, &Command::AskBack).await.unwrap();
    assert_eq!(offered(&table.game(&hub).await), ("back", 2));
    table.act(&hub, Seat::One, &Command::Accept).await.unwrap();
    let back = table.game(&hub).await;
    assert_eq!((texts(&back["plies"]), &back["turn"]), (vec!["1"], &json!(2)));
    table.play(&hub, Seat::Two, "9").await.unwrap();
    let before = hub.game(table.room).await.unwrap();
    drop(hub);
    assert_eq!(place.hub().game(table.room).await.unwrap(), before, "the log gives the same state");
}

#[tokio::test]
async fn a_take_back_withdraws_a_secret_choice_for_good() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("cards", json!({}))).await;
    table.play(&hub, Seat::One, "5").await.unwrap();
    table.play(&hub, Seat::Two, "1").await.unwrap();
    table.play(&hub, Seat::Two, "4").await.unwrap();
    table.act(&hub, Seat::One, &Command::AskBack).await.unwrap();
    table.act(&hub, Seat::Two, &Command::Accept).await.unwrap();
    let back = table.game(&hub).await;
    assert_eq!((&back["plies"], &back["chosen"]), (&json!([]), &json!([false, false])));
    table.play(&hub, Seat::Two, "2").await.unwrap();
    drop(hub);
    let hub = place.hub();
    assert_eq!(table.game(&hub).await["chosen"], json!([false, true]));
    table.play(&hub, Seat::One, "3").await.unwrap();
    assert_eq!(texts(&table.game(&hub).await["plies"]), ["3/2"]);
}

/// The withdrawn choice is in no log, so a reloaded room must not need it.
#[tokio::test]
async fn a_take_back_of_the_last_ply_withdraws_the_askers_pending_choice() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("cards", json!({}))).await;
    for (seat, card) in [(Seat::One, "5"), (Seat::Two, "1"), (Seat::One, "4")] {
        table.play(&hub, seat, card).await.unwrap();
    }
    table.act(&hub, Seat::One, &Command::AskBack).await.unwrap();
    table.act(&hub, Seat::Two, &Command::Accept).await.unwrap();
    let back = table.game(&hub).await;
    assert_eq!((&back["plies"], &back["chosen"]), (&json!([]), &json!([false, false])));
    drop(hub);
    assert_eq!(table.game(&place.hub()).await, back);
}

#[tokio::test]
async fn a_player_who_resigns_loses() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("cards", json!({ "listed": true }))).await;
    table.play(&hub, Seat::One, "5").await.unwrap();
    table.act(&hub, Seat::Two, &Command::Resign).await.unwrap();
    let over = table.game(&hub).await;
    assert_eq!((&over["ending"]["winner"], &over["ending"]["kind"]), (&json!(1), &json!("resigned")));
    assert_eq!(over["chosen"], json!([false, false]));
    assert_eq!(hub.list(RoomStanding::Over, 9).await.unwrap().len(), 1);
    assert_eq!(hub.list(RoomStanding::Live, 9).await.unwrap().len(), 0);
    drop(hub);
    assert_eq!(table.game(&place.hub()).await, over);
}

/// A room with both players seated.
fn full_room(game: &str, now: Instant) -> Room {
    let mut room = Room::new(RoomId::random(), wish(game, json!({})).grant().unwrap());
    for seat in Seat::BOTH {
        let joined = room.join(Some(seat), None, SeatKey::random().hash(), None).unwrap();
        room.apply(&joined.entry, None, now).unwrap();
    }
    room
}

#[test]
fn the_room_decides_what_happens_to_a_secret_choice() {
    let now = Instant::now();
    let mut room = full_room("cards", now);
    let chosen = |text: &str| Command::Move { text: text.to_owned() };
    let story = [
        (Seat::One, chosen("5"), SecretFate::Keep("5".into())),
        (Seat::Two, Command::OfferDraw, SecretFate::Untouched),
        (Seat::One, Command::Decline, SecretFate::Untouched),
        (Seat::Two, chosen("4"), SecretFate::Reveal("4".into())),
        (Seat::Two, chosen("3"), SecretFate::Keep("3".into())),
        (Seat::One, Command::AskBack, SecretFate::Untouched),
        (Seat::Two, Command::Accept, SecretFate::Forget),
        (Seat::Two, chosen("2"), SecretFate::Keep("2".into())),
        (Seat::One, Command::OfferDraw, SecretFate::Untouched),
    ];
    for (seat, command, fate) in story {
        let decision = room.decide(seat, &command, None, now).unwrap();
        assert!(decision.secret == fate, "{command:?}");
        room.apply(&decision.entry, decision.secret.chosen(), now).unwrap();
    }
    for ends in [Command::Accept, Command::Resign] {
        assert!(room.decide(Seat::Two, &ends, None, now).unwrap().secret == SecretFate::Forget, "{ends:?}");
    }
}

/// Everything that happens in a room until a command is refused.
fn until_refused(game: &str, next: impl Fn(&Room) -> (Seat, Command)) -> (Room, CommandError) {
    let now = Instant::now();
    let mut room = full_room(game, now);
    loop {
        let (seat, command) = next(&room);
        match room.decide(seat, &command, None, now) {
            Ok(decision) => room.apply(&decision.entry, None, now).unwrap(),
            Err(refused) => return (room, refused),
        };
        assert!(room.version() <= 1_000_000, "it never ends");
    }
}

#[test]
fn in_a_game_of_maximum_length_offers_are_answered_and_nothing_new_begins() {
    let (mut room, refused) = until_refused("duel", |room| match room.offer() {
        Some(_) => (Seat::Two, Command::Decline),
        None => (Seat::One, Command::OfferDraw),
    });
    assert_eq!((refused, room.version()), (CommandError::TooLong, 20_100));
    let now = Instant::now();
    for new in
        [Command::Move { text: "5".to_owned() }, Command::OfferDraw, Command::AskBack, Command::NextRound]
    {
        assert!(
            room.decide(Seat::One, &new, None, now).is_err_and(|error| error == CommandError::TooLong),
            "{new:?}"
        );
    }
    let mut offered = room.decide(Seat::One, &Command::Resign, None, now).unwrap().entry;
    offered.event = RoomEvent::OfferedDraw;
    room.apply(&offered, None, now).unwrap();
    for answer in [Command::Accept, Command::Decline, Command::Resign] {
        assert!(room.decide(Seat::Two, &answer, None, now).is_ok(), "{answer:?}");
    }
    let ends = room.decide(Seat::One, &Command::Resign, None, now).unwrap();
    assert_eq!(ends.standing, Some(RoomStanding::Over));
}

/// A match that is cut off by the length of its room can be ended in peace, and the players go on in another room.
#[test]
fn at_the_maximum_length_a_draw_and_a_rematch_can_still_be_agreed_on() {
    let (mut room, refused) = until_refused("token", back_and_forth);
    assert_eq!((refused, room.version()), (CommandError::TooLong, 20_000));
    let now = Instant::now();
    for (seat, command) in [
        (Seat::One, Command::OfferDraw),
        (Seat::Two, Command::Accept),
        (Seat::One, Command::OfferRematch),
        (Seat::Two, Command::Accept),
    ] {
        let decision = room.decide(seat, &command, None, now).unwrap();
        room.apply(&decision.entry, None, now).unwrap();
    }
    assert!(room.rematch().is_some());
}

/// The next move of a match that goes nowhere.
fn back_and_forth(room: &Room) -> (Seat, Command) {
    let game = room.session().at();
    let text = if game.length().is_multiple_of(2) { "1 right" } else { "1 left" };
    let mover = if game.turn() == Turn::Of(Seat::Two) { Seat::Two } else { Seat::One };
    (mover, Command::Move { text: text.to_owned() })
}

/// Each take-back replays the match, so in a long match there are fewer.
#[test]
fn take_backs_are_limited_by_what_they_cost() {
    let (room, refused) = until_refused("token", |room| {
        let (mover, play) = back_and_forth(room);
        match room.offer() {
            Some(offer) => (offer.by().other(), Command::Accept),
            None if room.session().at().length() < 2_000 => (mover, play),
            None => (mover.other(), Command::AskBack),
        }
    });
    assert_eq!(refused, CommandError::TooOften);
    assert_eq!(room.version(), 2 + 2_000 + 500 * 3, "2,000 plies were replayed 500 times");
}

/// A computer answers the last offer before the log was full, and then has nothing to do.
#[tokio::test]
async fn a_computer_stops_where_nothing_new_can_begin() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({ "players": ["human", "computer:perfect"] }))).await;
    drop(hub);
    // The log as it would be after very many offers.
    let mut store = place.store();
    let entries: Vec<Write> = (2..20_100)
        .map(|version| {
            let event = if version % 2 == 0 { RoomEvent::OfferedDraw } else { RoomEvent::Declined };
            let entry = LogEntry { version, event, seat: Some(Seat::One), client: None, left: None };
            Write::Append { room: table.room, decision: Arc::new(entry.into()) }
        })
        .collect();
    for some in entries.chunks(1_000) {
        assert!(store.write(some).iter().all(Result::is_ok));
    }
    drop(store);
    let hub = place.hub();
    assert_eq!(table.act(&hub, Seat::One, &Command::OfferDraw).await, Ok(20_100));
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    while visit.version < 20_101 {
        visit.version = next(&mut visit, "change").await["version"].as_u64().unwrap();
    }
    assert_eq!(table.game(&hub).await["offer"], json!(null));
    assert_eq!(reason(table.play(&hub, Seat::One, "5").await), CommandError::TooLong.to_string());
}

#[tokio::test]
async fn a_rematch_swaps_seats_and_keeps_the_keys() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("siege", json!({ "set": ["length=12"], "listed": true }))).await;
    assert_eq!(reason(table.act(&hub, Seat::One, &Command::OfferRematch).await), "The game is not over.");
    table.act(&hub, Seat::One, &Command::Resign).await.unwrap();
    table.act(&hub, Seat::Two, &Command::OfferRematch).await.unwrap();
    assert_eq!(offered(&table.game(&hub).await), ("rematch", 2));
    table.act(&hub, Seat::One, &Command::Accept).await.unwrap();
    let old = table.game(&hub).await;
    assert_eq!(reason(table.act(&hub, Seat::One, &Command::OfferRematch).await), "The rematch has begun.");
    let room = old["rematch"].as_str().unwrap().parse().unwrap();
    let [one, two] = table.keys.clone();
    let again = crate::common::Pair { room, keys: [two, one] };
    let new = again.game(&hub).await;
    assert_eq!((&new["settings"], &new["version"]), (&old["settings"], &json!(2)));
    for (seat, before) in [(0, 1), (1, 0)] {
        let who = |game: &serde_json::Value, seat: usize| game["players"][seat]["name"].clone();
        assert_eq!(who(&new, seat), who(&old, before));
        assert_eq!(new["players"][seat]["home"], seat + 1, "here these are their first seats");
    }
    let begins = if new["turn"] == 1 { Seat::One } else { Seat::Two };
    let text = new["moves"][usize::from(begins.number()) - 1][0]["text"].as_str().unwrap().to_owned();
    again.play(&hub, begins, &text).await.unwrap();
    assert_eq!(hub.list(RoomStanding::Live, 9).await.unwrap()[0].room, room.to_string());
    hub.close().await.unwrap();
    assert_eq!(table.game(&place.hub()).await["rematch"], old["rematch"], "the log knows the room");
}
