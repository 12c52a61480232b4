//! Two hubs on one file, like two machines on one database: neither misses what the other has written.

use numberline_rules::Seat;
use numberline_server::{Bus, Command, HubConfig, HubError, LocalBus, RoomStanding, SeatKey};
use serde_json::json;
use std::sync::Arc;

use crate::common::{Pair, Place, fresh, movers, name, pair, scramble, until, wish};

#[tokio::test]
async fn a_move_on_one_machine_reaches_the_other() {
    let place = Place::new();
    let bus: Arc<dyn Bus> = LocalBus::new();
    let [here, there] = [(), ()].map(|()| place.hub_on(Arc::clone(&bus), HubConfig::default()));
    let ada =
        here.open(wish("cards", json!({ "listed": true })), name("Ada"), Some(Seat::One)).await.unwrap();
    let mut far = there.visit(ada.room, None, None).await.unwrap();
    let bo = there.join(ada.room, name("Bo"), None).await.unwrap();
    let table = Pair { room: ada.room, keys: [Some(ada.key), Some(bo.key)] };
    // Ada's machine may not know about Bo yet; that does not matter.
    table.play(&here, Seat::One, "5").await.unwrap();
    until(&mut far, |state| state["version"] == 3).await;
    table.play(&there, Seat::Two, "4").await.unwrap();
    let mut near = here.visit(ada.room, None, Some(3)).await.unwrap();
    let played = until(&mut far, |state| state["version"] == 4).await;
    assert_eq!(played["plies"]["add"], json!([{ "by": "both", "text": "5/4", "did": "marker to +1" }]));
    if near.version < 4 {
        until(&mut near, |state| state["version"] == 4).await;
    }
    assert_eq!(here.game(ada.room).await.unwrap(), there.game(ada.room).await.unwrap());
}

#[tokio::test]
async fn machines_without_notices_still_agree() {
    let place = Place::new();
    let hubs = [place.hub(), place.hub()];
    let table = pair(&hubs[0], wish("duel", json!({ "set": ["length=30"], "listed": true }))).await;
    table.game(&hubs[1]).await;
    let mut state = table.game(&hubs[0]).await;
    for ply in 0.. {
        let Some((seat, moves)) = movers(&state).into_iter().next() else { break };
        // This machine believes that it is the other player's turn, until the store says otherwise.
        let hub = &hubs[ply % 2];
        table.play(hub, seat, &moves[scramble(ply) % moves.len()]).await.unwrap();
        state = table.game(hub).await;
    }
    assert_eq!(table.game(&place.hub()).await, state);
    assert_eq!(hubs[0].list(RoomStanding::Over, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_command_that_is_sent_to_both_machines_counts_once() {
    let place = Place::new();
    let hubs = [place.hub(), place.hub()];
    let table = pair(&hubs[0], wish("token", json!({}))).await;
    for hub in &hubs {
        table.game(hub).await;
    }
    for (turn, version) in (3..9).enumerate() {
        let seat = Seat::BOTH[turn % 2];
        let command = Command::Move { text: if turn % 2 == 0 { "+1" } else { "-1" }.to_owned() };
        let id = fresh();
        // The second machine does not know about it, and could make the very same move.
        for hub in [&hubs[turn % 2], &hubs[(turn + 1) % 2]] {
            let taken = hub.command(table.room, table.key(seat), &command, id.clone(), None).await;
            assert_eq!(taken, Ok(version));
        }
    }
    assert_eq!(table.game(&hubs[0]).await, table.game(&hubs[1]).await);
}

#[tokio::test]
async fn a_player_seated_at_one_machine_is_known_at_the_other() {
    let place = Place::new();
    let hubs = [place.hub(), place.hub()];
    let ada = hubs[0].open(wish("duel", json!({})), name("Ada"), Some(Seat::One)).await.unwrap();
    hubs[1].game(ada.room).await.unwrap();
    let bo = hubs[0].join(ada.room, name("Bo"), None).await.unwrap();
    assert_eq!(hubs[1].visit(ada.room, Some(&bo.key), None).await.unwrap().seat, Some(Seat::Two));
    let stranger = hubs[1].visit(ada.room, Some(&SeatKey::random()), None).await;
    assert!(matches!(stranger, Err(HubError::NotYours)));
}

#[tokio::test]
async fn a_seat_is_taken_once() {
    let place = Place::new();
    let hubs = [place.hub(), place.hub()];
    let ada = hubs[0].open(wish("duel", json!({})), name("Ada"), Some(Seat::One)).await.unwrap();
    for hub in &hubs {
        hub.game(ada.room).await.unwrap();
    }
    let joins =
        hubs.clone().map(|hub| tokio::spawn(async move { hub.join(ada.room, name("Bo"), None).await }));
    let mut keys: Vec<SeatKey> = Vec::new();
    for join in joins {
        keys.extend(join.await.unwrap().ok().map(|seated| seated.key));
    }
    assert_eq!(keys.len(), 1);
    let table = Pair { room: ada.room, keys: [Some(ada.key), keys.pop()] };
    table.play(&hubs[0], Seat::One, "5").await.unwrap();
    table.play(&hubs[1], Seat::Two, "1").await.unwrap();
}
