//! Followers of a room, what they missed, and what stays in memory without them.

use std::time::Duration;

use numberline_rules::Seat;
use numberline_server::{Command, HubConfig, LocalBus};
use serde_json::{Value, json};

use crate::common::{Place, next, pair, until, wish};

fn read(told: &str) -> Value {
    serde_json::from_str(told).unwrap()
}

#[tokio::test]
async fn a_follower_that_returns_gets_what_it_missed() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("token", json!({}))).await;
    let visit = hub.visit(table.room, None, None).await.unwrap();
    assert_eq!((read(&visit.first[0])["type"].as_str(), visit.version), (Some("game"), 2));
    table.play(&hub, Seat::One, "1 right").await.unwrap();
    table.play(&hub, Seat::Two, "1 left").await.unwrap();
    let back = hub.visit(table.room, Some(table.key(Seat::One)), Some(2)).await.unwrap();
    let missed: Vec<Value> = back.first.iter().map(|told| read(told)).collect();
    assert_eq!(missed.iter().map(|change| change["version"].as_u64().unwrap()).collect::<Vec<_>>(), [3, 4]);
    assert!(missed.iter().all(|change| change["type"] == "change"));
    let current = hub.visit(table.room, None, Some(4)).await.unwrap();
    assert!(current.first.is_empty() && current.version == 4);
    // What is no longer kept, or never was, comes as the full state.
    for since in [0, 1, 77] {
        let visit = hub.visit(table.room, None, Some(since)).await.unwrap();
        assert_eq!((visit.first.len(), read(&visit.first[0])["type"].as_str()), (1, Some("game")));
    }
    drop((visit, back, current));
    // Nothing is encoded without followers.
    table.play(&hub, Seat::One, "1 right").await.unwrap();
    let visit = hub.visit(table.room, None, Some(4)).await.unwrap();
    assert_eq!(read(&visit.first[0])["type"], "game");
}

#[tokio::test]
async fn a_slow_follower_gets_the_full_state() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("token", json!({}))).await;
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let here = next(&mut visit, "presence").await;
    for _ in 0..20 {
        table.act(&hub, Seat::One, &Command::OfferDraw).await.unwrap();
        table.act(&hub, Seat::Two, &Command::Decline).await.unwrap();
    }
    let lagged = visit.changes.recv().await;
    assert!(matches!(lagged, Err(tokio::sync::broadcast::error::RecvError::Lagged(_))));
    assert_eq!(read(&visit.refresh().await)["version"], 42);
    assert_eq!(next(&mut visit, "presence").await, here, "presence may have been missed, too");
    table.play(&hub, Seat::One, "1 right").await.unwrap();
    assert_eq!(next(&mut visit, "change").await["version"], 43);
}

#[tokio::test]
async fn all_clients_are_told_who_is_present() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("token", json!({}))).await;
    let mut watcher = hub.visit(table.room, None, None).await.unwrap();
    let alone = next(&mut watcher, "presence").await;
    assert_eq!((&alone["here"], &alone["watching"]), (&json!([false, false]), &json!(1)));
    let ada = hub.visit(table.room, Some(table.key(Seat::One)), None).await.unwrap();
    assert_eq!(next(&mut watcher, "presence").await["here"], json!([true, false]));
    let twice = hub.visit(table.room, Some(table.key(Seat::One)), None).await.unwrap();
    drop(ada);
    assert_eq!(next(&mut watcher, "presence").await["here"], json!([true, false]));
    drop(twice);
    assert_eq!(next(&mut watcher, "presence").await["here"], json!([false, false]));
    assert_eq!(table.game(&hub).await["version"], 2, "presence is not part of the log");
}

#[tokio::test]
async fn idle_rooms_are_unloaded_and_reloaded() {
    let place = Place::new();
    let config = HubConfig { idle: Duration::ZERO, ..HubConfig::default() };
    let hub = place.hub_on(LocalBus::new(), config);
    let timed = json!({ "time": { "seconds": 600, "increment": 0 } });
    let clocked = pair(&hub, wish("duel", timed)).await;
    let left = pair(&hub, wish("duel", json!({}))).await;
    let watched = pair(&hub, wish("duel", json!({}))).await;
    let visit = hub.visit(watched.room, None, None).await.unwrap();
    left.play(&hub, Seat::One, "5").await.unwrap();
    let before = left.game(&hub).await;
    watched.play(&hub, Seat::One, "5").await.unwrap();
    let missed = |since| hub.visit(watched.room, None, Some(since));
    assert!(read(&missed(2).await.unwrap().first[0])["type"] == "change");
    hub.unload();
    assert_eq!(hub.loaded(), 2, "the watched room and the one whose clock runs");
    // An idle room keeps only its state in memory.
    assert!(read(&missed(2).await.unwrap().first[0])["type"] == "game");
    assert!(missed(3).await.unwrap().first.is_empty());
    drop(visit);
    clocked.act(&hub, Seat::One, &Command::Resign).await.unwrap();
    hub.unload();
    assert_eq!(hub.loaded(), 0);
    assert_eq!(left.game(&hub).await, before);
    left.play(&hub, Seat::Two, "1").await.unwrap();
}

#[tokio::test]
async fn a_private_room_is_in_no_list_and_a_drawn_seed_in_no_state() {
    let place = Place::new();
    let hub = place.hub();
    let drawn = json!({ "players": ["human", "computer:1"], "listed": true, "choseSeed": true });
    let table = pair(&hub, wish("duel", drawn)).await;
    pair(&hub, wish("duel", json!({}))).await;
    let listed = hub.list(numberline_server::RoomStanding::Live, 100).await.unwrap();
    assert_eq!(listed.len(), 1);
    let kept = place.reader().load(table.room, 0).await.unwrap().unwrap();
    let seed = kept.wish.seed.unwrap().to_string();
    let said = serde_json::to_string(&listed).unwrap() + &hub.game(table.room).await.unwrap();
    assert!(!said.contains(&seed), "{said}");
    let record = || async { hub.records(table.room).await.unwrap()[0].to_string() };
    assert!(!record().await.contains(&seed), "the game is in progress");
    table.act(&hub, Seat::One, &Command::Resign).await.unwrap();
    assert!(record().await.contains(&seed));
}

/// A player who chose the seed could try out in another room what the computer will do.
#[tokio::test]
async fn a_chosen_seed_is_shown_to_all_and_kept_out_of_the_list() {
    let place = Place::new();
    let seeded = |listed: bool| {
        wish("duel", json!({ "players": ["human", "computer:1"], "seed": 123_456_789, "listed": listed }))
    };
    let refused = place.hub().open(seeded(true), None, None).await.err().unwrap().to_string();
    assert!(refused.contains("cannot choose its seed"), "{refused}");
    let table = pair(&place.hub(), seeded(false)).await;
    // Also after a restart.
    let hub = place.hub();
    assert_eq!(table.game(&hub).await["seed"], 123_456_789);
    assert!(hub.records(table.room).await.unwrap()[0].to_string().contains("123456789"));
    for command in [Command::Resign, Command::OfferRematch] {
        table.act(&hub, Seat::One, &command).await.unwrap();
    }
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let mut state = read(&visit.first[0]);
    if state["rematch"].is_null() {
        state = until(&mut visit, |change| change["rematch"].is_string()).await;
    }
    let next = state["rematch"].as_str().unwrap().parse().unwrap();
    let again = read(&hub.game(next).await.unwrap());
    assert_eq!(again["seed"], Value::Null, "a rematch has a seed that nobody knows");
}
