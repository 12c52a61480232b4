//! A game of every kind in the catalog from the first move to the last, with many refusals on the way.

use numberline_rules::Seat;
use numberline_server::{Command, Hub, RoomStanding};
use numberline_table::{catalog, read_records};
use serde_json::{Value, json};

use crate::common::{Pair, Place, movers, next, pair, scramble, texts, wish};

/// Longer games are resigned: in some, neither player has to win.
const LONGEST: usize = 120;

#[tokio::test]
async fn every_game_is_played_to_its_end() {
    let place = Place::new();
    let hub = place.hub();
    for game in catalog() {
        for start in 0..3 {
            let slug = game.info().slug;
            let table = pair(&hub, wish(slug, json!({ "listed": true }))).await;
            let last = play(&hub, &table, start).await;
            assert_eq!(last["turn"], "over", "{slug}");
            let said = last["ending"]["text"].as_str().unwrap();
            assert!(said.ends_with("wins.") || said.ends_with("loses."), "{slug}: {last}");
            check_record(&hub, &table, &last).await;
        }
    }
}

/// Plays random moves to the end, and checks that all messages agree. Returns the last state.
async fn play(hub: &Hub, table: &Pair, start: usize) -> Value {
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let mut state: Value = serde_json::from_str(&visit.first[0]).unwrap();
    let mut plies: Vec<Value> = state["plies"].as_array().unwrap().clone();
    for ply in start.. {
        let movers = movers(&state);
        let Some((seat, moves)) = movers.get(scramble(ply) % movers.len().max(1)).cloned() else { break };
        refuse_everything(hub, table, seat, &state).await;
        assert!(is_listed(hub, table, RoomStanding::Live).await);
        let text = &moves[scramble(ply + 7) % moves.len()];
        let before = state["version"].as_u64().unwrap();
        let version = if plies.len() < LONGEST {
            table.play(hub, seat, text).await.unwrap()
        } else {
            table.act(hub, seat, &Command::Resign).await.unwrap()
        };
        state = next(&mut visit, "change").await;
        assert_eq!((before + 1, version), (version, state["version"].as_u64().unwrap()));
        assert_eq!(state["by"], seat.number());
        plies.truncate(usize::try_from(state["plies"]["from"].as_u64().unwrap()).unwrap());
        plies.extend(state["plies"]["add"].as_array().unwrap().iter().cloned());
        compare(&table.game(hub).await, &state, &plies);
    }
    // A room whose game has just ended is listed as over at once.
    assert!(is_listed(hub, table, RoomStanding::Over).await);
    assert!(!is_listed(hub, table, RoomStanding::Live).await);
    table.game(hub).await
}

/// The full state equals the sum of the changes.
fn compare(game: &Value, change: &Value, plies: &[Value]) {
    assert_eq!(game["plies"].as_array().unwrap(), plies);
    for (field, value) in change.as_object().unwrap() {
        if !matches!(field.as_str(), "type" | "what" | "by" | "plies") {
            assert_eq!(&game[field], value, "{field}");
        }
    }
}

async fn refuse_everything(hub: &Hub, table: &Pair, seat: Seat, state: &Value) {
    let version = state["version"].as_u64().unwrap();
    assert!(table.play(hub, seat, "no such move").await.is_err());
    assert!(table.play(hub, seat, "999").await.is_err());
    if state["turn"] != "both" {
        assert!(table.play(hub, seat.other(), "1").await.is_err());
    }
    assert!(table.act(hub, seat, &Command::NextRound).await.is_err());
    assert!(table.act(hub, seat, &Command::Accept).await.is_err());
    assert!(table.act(hub, seat, &Command::OfferRematch).await.is_err());
    assert_eq!(table.game(hub).await["version"], version);
}

async fn is_listed(hub: &Hub, table: &Pair, standing: RoomStanding) -> bool {
    let room = table.room.to_string();
    hub.list(standing, 100).await.unwrap().iter().any(|listed| listed.room == room)
}

/// The record can be parsed, and says the same.
async fn check_record(hub: &Hub, table: &Pair, last: &Value) {
    let text = hub.records(table.room).await.unwrap()[0].to_string();
    let read = read_records(&text).unwrap();
    let plies: Vec<String> = read[0].plies().iter().map(ToString::to_string).collect();
    assert_eq!(plies, texts(&last["plies"]));
    let winner = read[0].ending().unwrap().winner().map(Seat::number);
    assert_eq!(json!(winner), last["ending"]["winner"]);
}

/// Where the book can be read in two ways, the ending says which reading decided.
#[tokio::test]
async fn the_ending_says_which_reading_decided() {
    let place = Place::new();
    let hub = place.hub();
    for (tiebreak, cards, says) in [
        ("rules", ["3/5", "1/1", "2/2", "4/3", "5/4"], Some("wins by the book's rule")),
        ("sample", ["3/5", "1/1", "2/2", "4/3", "5/4"], Some("loses, as in the book's worked example")),
        ("rules", ["1/1", "2/2", "3/3", "4/4", "5/5"], None),
    ] {
        let table = pair(&hub, wish("cards", json!({ "set": [format!("tiebreak={tiebreak}")] }))).await;
        for turn in cards {
            for (seat, card) in Seat::BOTH.into_iter().zip(turn.split('/')) {
                table.play(&hub, seat, card).await.unwrap();
            }
        }
        let ending = table.game(&hub).await["ending"].clone();
        let ruling = ending["ruling"].as_str();
        assert_eq!(ruling.is_some(), says.is_some(), "{ending}");
        assert!(says.is_none_or(|says| ruling.unwrap().contains(says)), "{ending}");
        assert!(ending["text"].as_str().unwrap().starts_with("All cards are played"), "{ending}");
    }
}
