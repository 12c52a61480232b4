//! Computers in the rooms: they play, answer offers, survive restarts, and know no secrets.

use numberline_rules::Seat;
use numberline_server::{
    Command, Hub, HubConfig, LocalBus, LogEntry, PoolSize, Store, Study, WorkError, Write,
};
use numberline_table::{AnyMatch, Player, Request, catalog, find};
use serde_json::{Value, json};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use crate::common::{Pair, Place, movers, pair, scramble, until, wish};
use crate::studied::analysed;

/// Longer games are abandoned: in some, neither player has to win.
const LONGEST: usize = 24;

#[tokio::test]
async fn every_computer_plays_every_game_it_knows() {
    let place = Place::new();
    let hub = place.hub();
    for game in catalog() {
        let slug = game.info().slug;
        for (number, player) in Player::all_of(slug).into_iter().enumerate() {
            let seats =
                if number % 2 == 0 { ["human", &player.to_string()] } else { [&player.to_string(), "human"] };
            let table = pair(&hub, wish(slug, json!({ "players": seats }))).await;
            let seat = Seat::BOTH.into_iter().find(|seat| seat.of(&table.keys).is_some()).unwrap();
            play(&hub, &table, seat).await;
            let last = table.game(&hub).await;
            assert_eq!(last["players"][usize::from(seat.other().number()) - 1]["computer"], true);
            assert!(!last["plies"].as_array().unwrap().is_empty(), "{slug} {player}");
        }
    }
}

/// Plays random moves against a computer, to the end or for a while.
async fn play(hub: &Hub, table: &Pair, seat: Seat) {
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let mut state: Value = serde_json::from_str(&visit.first[0]).unwrap();
    for ply in 0..LONGEST {
        // It is the person's turn, or the computer is about to move.
        let mine = |state: &Value| movers(state).into_iter().find(|(mover, _)| *mover == seat);
        if mine(&state).is_none() && state["turn"] != "over" {
            state = until(&mut visit, |state| state["turn"] == "over" || mine(state).is_some()).await;
        }
        let Some((_, moves)) = mine(&state) else { return };
        let version = table.play(hub, seat, &moves[scramble(ply) % moves.len()]).await.unwrap();
        state = until(&mut visit, |state| state["version"].as_u64() >= Some(version)).await;
    }
}

#[tokio::test]
async fn a_computer_answers_offers() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("token", json!({ "players": ["human", "computer:perfect"] }))).await;
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let text = movers(&table.game(&hub).await)[0].1[0].clone();
    table.play(&hub, Seat::One, &text).await.unwrap();
    until(&mut visit, |state| state["plies"]["add"] != json!([]) && state["by"] == 2).await;
    table.act(&hub, Seat::One, &Command::AskBack).await.unwrap();
    let back = until(&mut visit, |state| state["what"] == "took back").await;
    assert_eq!((&back["by"], &back["plies"]["from"], &back["turn"]), (&json!(2), &json!(0), &json!(1)));
    table.act(&hub, Seat::One, &Command::OfferDraw).await.unwrap();
    let answer = until(&mut visit, |state| state["offer"] == json!(null)).await;
    assert_eq!(answer["by"], 2);
    if answer["turn"] != "over" {
        table.act(&hub, Seat::One, &Command::Resign).await.unwrap();
    }
    table.act(&hub, Seat::One, &Command::OfferRematch).await.unwrap();
    let again = until(&mut visit, |state| state["rematch"] != json!(null)).await;
    let room = again["rematch"].as_str().unwrap().parse().unwrap();
    let again = Pair { room, keys: [None, table.keys[0].clone()] };
    assert_eq!(again.game(&hub).await["players"][0]["computer"], true);
    play(&hub, &again, Seat::Two).await;
    assert!(!again.game(&hub).await["plies"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_computer_that_was_to_move_moves_after_a_restart() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({ "players": ["human", "computer:2"] }))).await;
    drop(hub);
    // The person's move is on disk, and the server dies before the computer is notified of it.
    let event = numberline_server::RoomEvent::Moved { text: "5".into() };
    let entry = LogEntry { version: 2, event, seat: Some(Seat::One), client: None, left: None };
    let write = Write::Append { room: table.room, decision: Arc::new(entry.into()) };
    assert_eq!(place.store().write(&[write]), [Ok(())]);
    let hub = place.hub();
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let first: Value = serde_json::from_str(&visit.first[0]).unwrap();
    if first["version"] == 2 {
        let moved = until(&mut visit, |state| state["version"] == 3).await;
        assert_eq!(moved["by"], 2);
    }
    assert_eq!(table.game(&hub).await["plies"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_computer_without_time_plays_any_move_and_says_so() {
    let place = Place::new();
    let config = HubConfig { longest_thought: Duration::ZERO, ..HubConfig::default() };
    let hub = place.hub_on(LocalBus::new(), config);
    let wanted = json!({ "players": ["computer:perfect", "human"], "set": ["cards=9"] });
    let table = pair(&hub, wish("cards", wanted)).await;
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let mut state: Value = serde_json::from_str(&visit.first[0]).unwrap();
    if state["chosen"] == json!([false, false]) {
        state = until(&mut visit, |state| state["by"] == 1).await;
    }
    let note = state["note"].as_str().unwrap();
    assert_eq!(note, "Computer (perfect) had no time to think and plays any allowed move.");
}

/// Longer than any test takes.
const EVER: Duration = Duration::from_secs(600);

/// A game that cannot be solved instantly.
const HARD: [&str; 4] = ["length=24", "start=12", "step=3", "revisit=no"];

fn hard() -> Box<dyn AnyMatch> {
    let set = HARD.map(str::to_owned).into();
    Request { set, ..Request::default() }.start(find("token").unwrap()).unwrap()
}

/// This study has no time to solve anything, so it knows only what the computer has solved.
#[tokio::test]
async fn study_reuses_what_a_computer_has_solved() {
    let place = Place::new();
    let study = Study::new(PoolSize { time: Duration::ZERO, ..PoolSize::default() });
    let config = HubConfig { longest_thought: EVER, ..HubConfig::default() };
    let hub = place.hub_with(LocalBus::new(), study.clone(), config);
    let token = find("token").unwrap();
    assert!(matches!(analysed(&study, token, hard()).await, Err(WorkError::TooSlow { .. })));
    let wanted = json!({ "players": ["computer:perfect", "human"], "set": HARD });
    let table = pair(&hub, wish("token", wanted)).await;
    moved(&hub, &table).await;
    assert!(analysed(&study, token, hard()).await.is_ok());
}

/// The computers here have no time, and know only what was solved for study.
#[tokio::test]
async fn computers_reuse_what_was_solved_for_study() {
    let place = Place::new();
    let study = Study::new(PoolSize { time: EVER, ..PoolSize::default() });
    let config = HubConfig { longest_thought: Duration::ZERO, ..HubConfig::default() };
    let hub = place.hub_with(LocalBus::new(), study.clone(), config);
    for is_known in [false, true, true] {
        let wanted = json!({ "players": ["computer:perfect", "human"], "set": HARD });
        let table = pair(&hub, wish("token", wanted)).await;
        let state = moved(&hub, &table).await;
        assert_eq!(state["note"].is_null(), is_known, "{state}");
        analysed(&study, find("token").unwrap(), hard()).await.unwrap();
    }
}

/// Waits until the computer in the first seat has made its first move.
async fn moved(hub: &Hub, table: &Pair) -> Value {
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let state: Value = serde_json::from_str(&visit.first[0]).unwrap();
    if state["turn"] == 2 { state } else { until(&mut visit, |state| state["turn"] == 2).await }
}

#[tokio::test]
async fn computers_move_while_study_uses_every_thread() {
    let place = Place::new();
    let study = Study::new(PoolSize { threads: 1, waiting: 1, time: EVER });
    let hub = place.hub_with(LocalBus::new(), study.clone(), HubConfig::default());
    let (release, held) = mpsc::channel::<()>();
    let flood = {
        let study = study.clone();
        tokio::spawn(async move { study.pool().run(move |_| Ok(held.recv().is_ok())).await })
    };
    let waiting = {
        let study = study.clone();
        tokio::spawn(async move { study.pool().run(|_| Ok(())).await })
    };
    while study.pool().busy() < 2 {
        tokio::task::yield_now().await;
    }
    for game in catalog() {
        let wanted = json!({ "players": ["human", "computer:perfect"] });
        play(&hub, &pair(&hub, wish(game.info().slug, wanted)).await, Seat::One).await;
    }
    assert_eq!(study.pool().run(|_| Ok(())).await, Err(WorkError::Busy));
    release.send(()).unwrap();
    assert_eq!((flood.await.unwrap(), waiting.await.unwrap()), (Ok(true), Ok(())));
}

#[tokio::test]
async fn study_is_served_while_many_computers_think() {
    let place = Place::new();
    let study = Study::new(PoolSize { threads: 1, waiting: 0, time: EVER });
    let config = HubConfig { longest_thought: EVER, ..HubConfig::default() };
    let hub = place.hub_with(LocalBus::new(), study.clone(), config);
    let mut tables = Vec::new();
    for _ in 0..20 {
        // Solving this takes far longer than the test.
        let wanted = json!({ "players": ["computer:perfect", "human"], "set": ["cards=10", "end=10"] });
        tables.push(pair(&hub, wish("cards", wanted)).await);
    }
    for game in catalog() {
        let at = game.start(&game.book_settings(), Seat::One).unwrap();
        assert!(analysed(&study, game, at).await.is_ok());
    }
    for table in tables {
        assert_eq!(table.game(&hub).await["chosen"], json!([false, false]));
    }
}

#[tokio::test]
async fn the_same_seed_makes_the_same_choices_even_across_a_restart() {
    let place = Place::new();
    let mut seen = Vec::new();
    for restart in [false, true] {
        let mut hub = place.hub();
        let wanted = json!({ "players": ["human", "computer:2"], "seed": 7, "set": ["length=20"] });
        let table = pair(&hub, wish("duel", wanted)).await;
        for text in ["5", "10", "15"] {
            let mut visit = hub.visit(table.room, None, None).await.unwrap();
            if table.play(&hub, Seat::One, text).await.is_ok() {
                until(&mut visit, |state| state["by"] == 2 || state["turn"] == "over").await;
            }
            if restart {
                drop((visit, hub));
                hub = place.hub();
            }
        }
        seen.push(table.game(&hub).await["plies"].clone());
    }
    assert_eq!(seen[0], seen[1]);
    assert!(seen[0].as_array().unwrap().len() > 3);
}
