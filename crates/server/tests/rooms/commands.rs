//! What counts once, what is refused, and the text of the refusal.

use numberline_rules::Seat;
use numberline_server::{ClientId, Command, HubError, RoomId, RoomStanding, SeatKey, StoreError};
use serde_json::json;

use crate::common::{Place, fresh, name, pair, reason, texts, wish};

fn cross(text: &str) -> Command {
    Command::Move { text: text.to_owned() }
}

#[tokio::test]
async fn a_command_that_is_sent_again_counts_once_and_gets_the_same_answer() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({}))).await;
    let id = ClientId::try_from("once".to_owned()).unwrap();
    let send = |seen| {
        let (id, hub, table) = (id.clone(), &hub, &table);
        async move { hub.command(table.room, table.key(Seat::One), &cross("5 6"), id, seen).await }
    };
    let first = send(Some(2)).await.unwrap();
    assert_eq!(first, 3);
    assert_eq!(send(Some(2)).await, Ok(first), "the seen version is no longer current");
    assert_eq!(send(None).await, Ok(first), "it is the other player's turn");
    table.play(&hub, Seat::Two, "8").await.unwrap();
    assert_eq!(send(None).await, Ok(first), "it would be refused now");
    let other = hub.command(table.room, table.key(Seat::One), &cross("1"), id.clone(), None).await;
    assert_eq!(reason(other), "This id was used for another command. Choose a new id for each command.");
    assert_eq!(texts(&table.game(&hub).await["plies"]), ["5 6", "8"]);
    // Two seats may use the same id.
    assert_eq!(table.play(&hub, Seat::One, "1").await, Ok(5));
    let bo = hub.command(table.room, table.key(Seat::Two), &cross("2"), id.clone(), None).await;
    assert_eq!(bo, Ok(6));
    drop(hub);
    let hub = place.hub();
    let again = hub.command(table.room, table.key(Seat::One), &cross("5 6"), id, None).await;
    assert_eq!(again, Ok(first), "a restart forgets nothing");
}

#[tokio::test]
async fn of_many_simultaneous_commands_one_counts() {
    let place = Place::new();
    let hub = place.hub();
    let table = std::sync::Arc::new(pair(&hub, wish("duel", json!({}))).await);
    let sent: Vec<_> = (0..50)
        .map(|number| {
            let (hub, table) = (std::sync::Arc::clone(&hub), std::sync::Arc::clone(&table));
            tokio::spawn(async move {
                let id = ClientId::try_from(format!("copy{}", number % 2)).unwrap();
                let command = cross(if number % 2 == 0 { "5" } else { "6" });
                hub.command(table.room, table.key(Seat::One), &command, id, Some(2)).await
            })
        })
        .collect();
    let mut taken = 0;
    for one in sent {
        match one.await.unwrap() {
            Ok(version) => {
                assert_eq!(version, 3);
                taken += 1;
            }
            Err(error) => assert!(matches!(error, HubError::Refused { version: 3, .. }), "{error}"),
        }
    }
    assert_eq!(taken, 25, "all copies of the first one get its answer");
    assert_eq!(table.game(&hub).await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_move_for_another_position_is_refused() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({}))).await;
    let send = |seat, text, seen| {
        let (hub, table) = (&hub, &table);
        async move { hub.command(table.room, table.key(seat), &cross(text), fresh(), Some(seen)).await }
    };
    send(Seat::One, "5", 2).await.unwrap();
    assert_eq!(reason(send(Seat::Two, "6", 2).await), "The game has changed since; check it and try again.");
    assert!(send(Seat::Two, "6", 99).await.is_err(), "no client has seen a future version");
    // An offer changes nothing on the line.
    table.act(&hub, Seat::One, &Command::OfferDraw).await.unwrap();
    assert_eq!(send(Seat::Two, "6", 3).await, Ok(5));
    // An answer is for one offer, and not for the next.
    table.act(&hub, Seat::One, &Command::OfferDraw).await.unwrap();
    table.act(&hub, Seat::One, &Command::Decline).await.unwrap();
    table.act(&hub, Seat::One, &Command::AskBack).await.unwrap();
    let late = hub.command(table.room, table.key(Seat::Two), &Command::Accept, fresh(), Some(6)).await;
    assert_eq!(reason(late), "The game has changed since; check it and try again.");
}

#[tokio::test]
async fn a_seat_is_held_by_its_key() {
    let place = Place::new();
    let hub = place.hub();
    let ada = hub.open(wish("duel", json!({})), name("Ada"), Some(Seat::Two)).await.unwrap();
    assert_eq!(ada.seat, Seat::Two);
    let alone = hub.command(ada.room, &ada.key, &cross("5"), fresh(), None).await;
    assert_eq!(reason(alone), "The other player is not here yet.");
    let again = hub.join(ada.room, name("Eve"), Some(Seat::Two)).await;
    assert_eq!(again.err().unwrap().to_string(), "That seat is taken.");
    let bo = hub.join(ada.room, name("Bo"), None).await.unwrap();
    assert_eq!(bo.seat, Seat::One);
    let late = hub.join(ada.room, name("Eve"), None).await;
    assert_eq!(late.err().unwrap().to_string(), "Both seats are taken.");
    let repeated = hub.join_with(ada.room, name("Bo"), None, bo.key.clone()).await.unwrap();
    assert_eq!((repeated.seat, repeated.key == bo.key), (Seat::One, true));
    let stranger = SeatKey::random();
    let stolen = hub.command(ada.room, &stranger, &cross("5"), fresh(), None).await;
    assert_eq!(stolen, Err(HubError::NotYours));
    assert!(matches!(hub.visit(ada.room, Some(&stranger), None).await, Err(HubError::NotYours)));
    let wrong_seat = hub.command(ada.room, &ada.key, &cross("5"), fresh(), None).await;
    assert_eq!(reason(wrong_seat), "It is the other player's turn.");
    assert_eq!(hub.visit(ada.room, Some(&bo.key), None).await.unwrap().seat, Some(Seat::One));
    assert_eq!(hub.visit(ada.room, None, None).await.unwrap().seat, None);
    assert!(matches!(hub.game(RoomId::random()).await, Err(HubError::NoRoom)));
}

#[tokio::test]
async fn a_key_opens_one_room_however_often_it_is_sent() {
    let place = Place::new();
    let hubs = [place.hub(), place.hub()];
    let key = SeatKey::random();
    let asked: Vec<_> = (0..20)
        .map(|number| {
            let (hub, key) = (std::sync::Arc::clone(&hubs[number % 2]), key.clone());
            tokio::spawn(async move {
                hub.open_with(wish("duel", json!({ "listed": true })), name("Ada"), None, key).await
            })
        })
        .collect();
    let mut seats = Vec::new();
    for one in asked {
        let seated = one.await.unwrap().unwrap();
        assert!(seated.key == key && seated.room == key.room());
        seats.push(seated.seat);
    }
    assert!(seats.iter().all(|seat| *seat == seats[0]), "{seats:?}");
    assert_eq!(hubs[0].list(RoomStanding::Open, 10).await.unwrap().len(), 1);
    // Also after a restart, and when another player has joined.
    let hub = place.hub();
    hub.join(key.room(), name("Bo"), None).await.unwrap();
    let listed = || wish("duel", json!({ "listed": true }));
    let again = hub.open_with(listed(), name("Ada"), None, key.clone()).await.unwrap();
    assert_eq!((again.room, again.seat), (key.room(), seats[0]));
    let other = hub.open_with(wish("siege", json!({})), name("Ada"), None, key.clone()).await.err().unwrap();
    assert_eq!(other.to_string(), "This key has already opened a different game. Choose a new key.");
    assert_ne!(SeatKey::random().room(), key.room());
    let (key, seeded) = (SeatKey::random(), || wish("siege", json!({ "seed": 7 })));
    let first = hub.open_with(seeded(), name("Ada"), None, key.clone()).await.unwrap();
    let again = hub.open_with(seeded(), name("Ada"), None, key.clone()).await.unwrap();
    assert_eq!((again.room, again.seat), (first.room, first.seat), "with a seed, too");
}

#[tokio::test]
async fn an_invalid_request_says_what_to_change() {
    let place = Place::new();
    let hub = place.hub();
    for (wanted, says) in [
        (wish("chess", json!({})), "there is no game 'chess'"),
        (wish("duel", json!({ "set": ["length=201"] })), "at most 200"),
        (wish("duel", json!({ "position": "runs 999999999 / 1" })), "at most 200"),
        (wish("siege", json!({ "set": ["length=5000"] })), "at most 200"),
        (wish("duel", json!({ "players": ["computer", "computer:1"] })), "a room needs a person"),
        (wish("duel", json!({ "players": ["human", "deep thought"] })), "there is no player 'deep thought'"),
        (wish("duel", json!({ "rounds": 0 })), "rounds must be a whole number from 1 to 1000"),
        (wish("duel", json!({ "time": { "seconds": 0, "increment": 0 } })), "time is 1 to 86400"),
        (wish("token", json!({ "first": 3 })), "1, 2 or toss"),
        (wish("token", json!({ "first": "heads" })), "1, 2 or toss"),
        (wish("token", json!({ "first": 2, "position": "5 1" })), "the position already says who is to move"),
        (wish("duel", json!({ "first": 2 })), "the player in seat 1 begins"),
        (
            wish("duel", json!({ "first": 2, "players": ["human", "computer"] })),
            "the player in seat 1 begins",
        ),
        (wish("siege", json!({ "first": 2 })), "the book says who begins"),
        (wish("duel", json!({ "seats": "stools" })), "seats must be swap or keep"),
        (wish("duel", json!({ "position": "XXXXXXXXXX 1" })), "the game is already over in this position"),
    ] {
        let refused = hub.open(wanted, name("Ada"), None).await.err().unwrap();
        assert!(matches!(refused, HubError::Request(_)), "{refused}");
        assert!(refused.to_string().contains(says), "{refused}");
    }
    assert_eq!(hub.loaded(), 0);
    let longest = hub.open(wish("duel", json!({ "set": ["length=200"] })), name("Ada"), None).await;
    assert!(longest.is_ok());
}

#[tokio::test]
async fn a_closed_hub_accepts_nothing_and_keeps_what_it_accepted() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({}))).await;
    table.play(&hub, Seat::One, "5").await.unwrap();
    hub.probe().await.unwrap();
    hub.close().await.unwrap();
    assert_eq!(table.play(&hub, Seat::Two, "6").await, Err(StoreError::Closed.into()));
    assert!(hub.probe().await.is_err());
    assert_eq!(place.hub().game(table.room).await.unwrap(), hub.game(table.room).await.unwrap());
}
