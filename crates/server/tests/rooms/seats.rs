//! Players swap seats after each round: who sits where, whose commands count for which seat, and what stays with the
//! player.

use std::sync::Arc;

use numberline_rules::Seat;
use numberline_server::{
    ClientId, Command, Hub, LogEntry, NewRoom, RoomEvent, RoomId, RoomStanding, SeatKey, Store, Write,
};
use numberline_table::{Name, NameError};
use serde_json::{Value, json};

use crate::common::{Pair, Place, fresh, home, movers, name, next, pair, reason, texts, until, wish};

const ADA: Seat = Seat::One;
const BO: Seat = Seat::Two;

/// A room for duel in which Ada took the first seat.
async fn seated(hub: &Hub, change: Value) -> Pair {
    let ada = hub.open(wish("duel", change), name("Ada"), Some(ADA)).await.unwrap();
    let bo = hub.join(ada.room, name("Bo"), None).await.unwrap();
    Pair { room: ada.room, keys: [Some(ada.key), Some(bo.key)] }
}

/// One player resigns, and the other begins the next round.
async fn lose(hub: &Hub, table: &Pair, home: Seat) {
    table.act(hub, home, &Command::Resign).await.unwrap();
    table.act(hub, home.other(), &Command::NextRound).await.unwrap();
}

fn names(state: &Value) -> [&str; 2] {
    [0, 1].map(|place| state["players"][place]["name"].as_str().unwrap())
}

fn homes(state: &Value) -> [Seat; 2] {
    Seat::BOTH.map(|seat| home(state, seat))
}

#[tokio::test]
async fn seats_change_after_each_round_and_the_score_follows_the_players() {
    let place = Place::new();
    let hub = place.hub();
    let table = seated(&hub, json!({ "rounds": 3 })).await;
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let first = table.game(&hub).await;
    assert_eq!((names(&first), homes(&first), &first["seats"]), (["Ada", "Bo"], [ADA, BO], &json!("swap")));
    table.play(&hub, ADA, "5").await.unwrap();
    table.act(&hub, BO, &Command::Resign).await.unwrap();
    assert_eq!(table.game(&hub).await["score"]["wins"], json!([1, 0]));
    table.act(&hub, BO, &Command::NextRound).await.unwrap();
    let begun = until(&mut visit, |change| change["what"] == "next round").await;
    assert_eq!((names(&begun), homes(&begun)), (["Bo", "Ada"], [BO, ADA]));
    assert_eq!(begun["by"], 1, "Bo began it, and this is his current seat");
    assert_eq!(begun["score"], json!({ "wins": [0, 1], "draws": 0, "text": "Score: Ada 1, Bo 0" }));
    // The player in the first seat moves first, and the keys have moved along.
    assert_eq!(reason(table.play(&hub, ADA, "5").await), "It is the other player's turn.");
    table.play(&hub, BO, "5").await.unwrap();
    table.play(&hub, ADA, "8").await.unwrap();
    let second = table.game(&hub).await;
    assert_eq!(
        second["plies"],
        json!([
            { "by": 1, "text": "5", "did": "crosses out 5" },
            { "by": 2, "text": "8", "did": "crosses out 8" },
        ])
    );
    drop((visit, hub));
    let hub = place.hub();
    assert_eq!(table.game(&hub).await, second, "a restart leaves all players in their seats");
    assert_eq!(reason(table.play(&hub, ADA, "1").await), "It is the other player's turn.");
    table.act(&hub, BO, &Command::Resign).await.unwrap();
    let over = table.game(&hub).await;
    assert_eq!((&over["ending"]["winner"], &over["score"]["wins"]), (&json!(2), &json!([0, 2])));
    assert_eq!(over["ending"]["text"], "Bo resigns, so Ada wins.");
    table.act(&hub, ADA, &Command::NextRound).await.unwrap();
    let third = table.game(&hub).await;
    assert_eq!((names(&third), homes(&third)), (["Ada", "Bo"], [ADA, BO]));
    assert_eq!(third["score"]["wins"], json!([2, 0]));
    let records = hub.records(table.room).await.unwrap();
    let sat: Vec<_> = records.iter().map(|record| record.tags.names.each_ref().map(Name::as_str)).collect();
    assert_eq!(sat, [["Ada", "Bo"], ["Bo", "Ada"], ["Ada", "Bo"]]);
    assert!(records.iter().all(|record| record.to_string().contains("[Seats \"swap\"]")));
}

#[tokio::test]
async fn players_may_keep_their_seats() {
    let place = Place::new();
    let hub = place.hub();
    let table = seated(&hub, json!({ "rounds": 2, "seats": "keep" })).await;
    lose(&hub, &table, ADA).await;
    let second = table.game(&hub).await;
    assert_eq!(
        (names(&second), homes(&second), &second["seats"]),
        (["Ada", "Bo"], [ADA, BO], &json!("keep"))
    );
    table.play(&hub, ADA, "5").await.unwrap();
    table.act(&hub, BO, &Command::Resign).await.unwrap();
    assert_eq!(table.game(&hub).await["score"]["wins"], json!([1, 1]));
    // They keep them in a rematch, too.
    let again = rematch(&hub, &table).await;
    let new = table_at(again, &table, [ADA, BO]).game(&hub).await;
    assert_eq!((names(&new), &new["seats"]), (["Ada", "Bo"], &json!("keep")));
}

/// The room of the rematch.
async fn rematch(hub: &Hub, table: &Pair) -> RoomId {
    table.act(hub, ADA, &Command::OfferRematch).await.unwrap();
    table.act(hub, BO, &Command::Accept).await.unwrap();
    table.game(hub).await["rematch"].as_str().unwrap().parse().unwrap()
}

/// The same players in another room, with these first seats.
fn table_at(room: RoomId, table: &Pair, order: [Seat; 2]) -> Pair {
    Pair { room, keys: order.map(|home| Some(table.key(home).clone())) }
}

/// A player who had the first seat in the last round has the second one in the first round of the rematch.
#[tokio::test]
async fn seats_change_for_a_rematch_wherever_the_players_sat_last() {
    let place = Place::new();
    let hub = place.hub();
    for (rounds, order) in [(1, [BO, ADA]), (2, [ADA, BO])] {
        let table = seated(&hub, json!({ "rounds": rounds })).await;
        for _ in 1..rounds {
            lose(&hub, &table, ADA).await;
        }
        table.act(&hub, ADA, &Command::Resign).await.unwrap();
        let last = table.game(&hub).await;
        let again = table_at(rematch(&hub, &table).await, &table, order);
        let new = again.game(&hub).await;
        let mut swapped = names(&last);
        swapped.reverse();
        assert_eq!((names(&new), homes(&new)), (swapped, Seat::BOTH), "{rounds} rounds");
        again.play(&hub, Seat::One, "5").await.unwrap();
        again.play(&hub, Seat::Two, "8").await.unwrap();
        let known = hub.visit(again.room, Some(again.key(Seat::Two)), None).await.unwrap();
        assert_eq!(
            known.seat,
            Some(Seat::Two),
            "in the new room players are identified by their first seats there"
        );
    }
}

#[tokio::test]
async fn a_command_that_is_sent_again_after_the_seats_have_changed_counts_once() {
    let place = Place::new();
    let mut hub = place.hub();
    let table = seated(&hub, json!({ "rounds": 3 })).await;
    let id = |text: &str| ClientId::try_from(text.to_owned()).unwrap();
    let send = async |hub: &Hub, home, command: &Command, text: &str| {
        hub.command(table.room, table.key(home), command, id(text), None).await
    };
    let cross = Command::Move { text: "5".to_owned() };
    assert_eq!(send(&hub, ADA, &cross, "move").await, Ok(3));
    assert_eq!(send(&hub, BO, &Command::Resign, "end").await, Ok(4));
    assert_eq!(send(&hub, ADA, &Command::NextRound, "next").await, Ok(5));
    for _ in ["as it is", "after a restart"] {
        assert_eq!(send(&hub, ADA, &cross, "move").await, Ok(3));
        assert_eq!(send(&hub, BO, &Command::Resign, "end").await, Ok(4), "he would resign the next round");
        assert_eq!(send(&hub, ADA, &Command::NextRound, "next").await, Ok(5));
        drop(std::mem::replace(&mut hub, place.hub()));
    }
    // Ada's command ids from the seat that Bo has now do not affect him.
    assert_eq!(send(&hub, BO, &cross, "move").await, Ok(6));
    assert_eq!(texts(&table.game(&hub).await["plies"]), ["5"]);
}

/// The other machine still believes that the first round is in progress, with Ada in the first seat.
#[tokio::test]
async fn a_machine_that_missed_the_next_round_lets_no_player_move_for_the_other() {
    let place = Place::new();
    let [here, there] = [place.hub(), place.hub()];
    let table = seated(&here, json!({ "rounds": 3 })).await;
    table.act(&here, BO, &Command::Resign).await.unwrap();
    table.game(&there).await;
    let id = fresh();
    let next = |hub: Arc<Hub>| {
        let (room, key, id) = (table.room, table.key(ADA).clone(), id.clone());
        async move { hub.command(room, &key, &Command::NextRound, id, None).await }
    };
    assert_eq!(next(Arc::clone(&here)).await, Ok(4));
    assert_eq!(reason(table.play(&there, ADA, "5").await), "It is the other player's turn.");
    assert_eq!(table.play(&there, BO, "5").await, Ok(5));
    assert_eq!(next(there).await, Ok(4), "resent to the other machine, it begins no third round");
    assert_eq!(table.game(&here).await["round"], 2);
}

#[tokio::test]
async fn a_computer_takes_the_other_seat_and_begins() {
    let place = Place::new();
    let hub = place.hub();
    let wanted = json!({ "players": ["human", "computer:2"], "rounds": 3 });
    let table = pair(&hub, wish("siege", wanted)).await;
    for (round, computer, person) in [(2, 0, 1), (3, 1, 0)] {
        let mut visit = hub.visit(table.room, None, None).await.unwrap();
        table.act(&hub, ADA, &Command::Resign).await.unwrap();
        table.act(&hub, ADA, &Command::NextRound).await.unwrap();
        let begun = until(&mut visit, |change| change["what"] == "next round").await;
        let sits = |place: usize| begun["players"][place]["computer"] == true;
        assert_eq!((&begun["round"], sits(computer), sits(person)), (&json!(round), true, false));
        if computer == 0 {
            let moved = until(&mut visit, |change| change["what"] == "moved").await;
            assert_eq!(moved["plies"]["add"][0]["by"], 1, "the first seat begins, and the computer has it");
            let (seat, moves) = movers(&moved).remove(0);
            assert_eq!((seat, home(&moved, seat)), (Seat::Two, ADA));
            table.play(&hub, ADA, &moves[0]).await.unwrap();
        }
    }
    let last = table.game(&hub).await;
    assert_eq!(last["score"]["text"], "Score: Ada 0, Computer (level 2) 2");
    // In a rematch, the computer takes the person's last seat.
    table.act(&hub, ADA, &Command::Resign).await.unwrap();
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    table.act(&hub, ADA, &Command::OfferRematch).await.unwrap();
    let again = until(&mut visit, |change| change["rematch"] != json!(null)).await;
    let room = again["rematch"].as_str().unwrap().parse().unwrap();
    let new = Pair { room, keys: [None, table.keys[0].clone()] };
    assert_eq!(new.game(&hub).await["players"][0]["computer"], true);
}

#[tokio::test]
async fn presence_is_by_first_seats() {
    let place = Place::new();
    let hub = place.hub();
    let table = seated(&hub, json!({ "rounds": 2 })).await;
    lose(&hub, &table, BO).await;
    let mut watcher = hub.visit(table.room, None, None).await.unwrap();
    next(&mut watcher, "presence").await;
    let ada = hub.visit(table.room, Some(table.key(ADA)), None).await.unwrap();
    assert_eq!(ada.seat, Some(ADA), "though her current seat is the other one");
    assert_eq!(next(&mut watcher, "presence").await["here"], json!([true, false]));
    let joined = hub.join_with(table.room, name("Bo"), None, table.key(BO).clone()).await.unwrap();
    assert_eq!(joined.seat, BO);
}

/// They are called after the seats they have, not after those they first took.
#[tokio::test]
async fn players_without_names_go_by_their_seats_in_every_round() {
    let place = Place::new();
    let hub = place.hub();
    let host = hub.open(wish("duel", json!({ "rounds": 2, "listed": true })), None, Some(BO)).await.unwrap();
    let guest = hub.join(host.room, None, None).await.unwrap();
    let table = Pair { room: host.room, keys: [Some(guest.key), Some(host.key)] };
    let listed = serde_json::to_value(hub.list(RoomStanding::Live, 9).await.unwrap()).unwrap();
    let first = table.game(&hub).await;
    assert_eq!((names(&first), names(&listed[0])), (["Player 1", "Player 2"], ["Player 1", "Player 2"]));
    lose(&hub, &table, ADA).await;
    drop(hub);
    let hub = place.hub();
    let second = table.game(&hub).await;
    assert_eq!((names(&second), homes(&second)), (["Player 1", "Player 2"], [BO, ADA]));
    assert_eq!(
        second["score"],
        json!({ "wins": [1, 0], "draws": 0, "text": "Score: Player 2 0, Player 1 1" })
    );
    table.act(&hub, ADA, &Command::Resign).await.unwrap();
    let again = table_at(rematch(&hub, &table).await, &table, [ADA, BO]).game(&hub).await;
    assert_eq!(names(&again), ["Player 1", "Player 2"]);
}

#[tokio::test]
async fn two_players_need_different_names() {
    let place = Place::new();
    let hub = place.hub();
    let ada = hub.open(wish("duel", json!({})), name("Ada"), Some(ADA)).await.unwrap();
    let twin = hub.join(ada.room, name(" Ada "), None).await.map(|_| 0);
    assert_eq!(reason(twin), NameError::Taken.to_string());
    assert!(hub.join(ada.room, name("Bo"), None).await.is_ok(), "the seat stays free");
    // Nor do they differ by what nobody sees.
    let family = hub.open(wish("duel", json!({})), name("👨\u{200D}👩"), Some(ADA)).await.unwrap();
    let twin = hub.join(family.room, name("👨👩"), None).await.map(|_| 0);
    assert_eq!(reason(twin), NameError::Taken.to_string());
    let twin = hub.join(family.room, name("👨\u{200D}\u{FE0F}👩"), None).await.map(|_| 0);
    assert_eq!(reason(twin), NameError::Taken.to_string());
}

/// Rooms from before this setting existed: their request says nothing about seats, and may say who begins even where
/// that is fixed.
#[tokio::test]
async fn rooms_from_before_swapping_keep_their_seats() {
    let place = Place::new();
    let mut store = place.store();
    let old = [
        ("duel", json!({ "rounds": 2, "first": 1 })),
        ("siege", json!({ "rounds": 2, "first": 1 })),
        ("token", json!({ "rounds": 2, "first": 2 })),
        ("token", json!({ "rounds": 2, "first": 2, "position": "5 1" })),
    ];
    let tables = old.map(|(game, change)| {
        let (room, keys) = (RoomId::random(), [SeatKey::random(), SeatKey::random()]);
        let joined = Seat::BOTH.map(|seat| {
            let who = seat.of(&["Ada", "Bo"].map(name)).clone();
            let event = RoomEvent::Joined { name: Some(who), key: seat.of(&keys).hash() };
            LogEntry { version: seat.number().into(), event, seat: Some(seat), client: None, left: None }
        });
        let opening =
            NewRoom { room, wish: wish(game, change), joined: joined.into(), standing: RoomStanding::Live };
        assert_eq!(store.write(&[Write::Open(Box::new(opening))]), [Ok(())]);
        Pair { room, keys: keys.map(Some) }
    });
    drop(store);
    let hub = place.hub();
    for (table, begins) in tables.iter().zip([1, 1, 2, 1]) {
        assert_eq!(table.game(&hub).await["turn"], begins);
        lose(&hub, table, BO).await;
        let second = table.game(&hub).await;
        assert_eq!((names(&second), &second["seats"]), (["Ada", "Bo"], &json!("keep")));
        assert_eq!((&second["turn"], &second["score"]["wins"]), (&json!(begins), &json!([1, 0])));
        table.act(&hub, BO, &Command::Resign).await.unwrap();
        let again = table_at(rematch(&hub, table).await, table, [BO, ADA]).game(&hub).await;
        assert_eq!(names(&again), ["Bo", "Ada"], "a rematch has always swapped seats");
    }
}
