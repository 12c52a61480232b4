//! Rooms that nobody keeps: challenges that are withdrawn, players who leave, wins that are claimed, and what players say
//! to each other.

use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_server::{
    ClientId, Command, CommandError, Emote, HubConfig, LocalBus, LogEntry, Room, RoomEvent, RoomId,
    RoomStanding, SeatKey,
};
use numberline_table::Ending;
use serde_json::json;

use crate::common::{Place, name, next, pair, reason, until, wish};

/// Players count as having left as soon as they are gone.
fn strict() -> HubConfig {
    HubConfig { gone: Duration::ZERO, ..HubConfig::default() }
}

#[tokio::test]
async fn a_challenge_can_be_withdrawn_until_it_is_accepted() {
    let place = Place::new();
    let hub = place.hub();
    let ada = hub.open(wish("duel", json!({ "listed": true })), name("Ada"), None).await.unwrap();
    assert_eq!(hub.list(RoomStanding::Open, 9).await.unwrap().len(), 1);
    let cancel = async |id: &str| {
        let id = id.to_owned().try_into().unwrap();
        hub.command(ada.room, &ada.key, &Command::Cancel, id, None).await
    };
    cancel("a").await.unwrap();
    assert!(hub.list(RoomStanding::Open, 9).await.unwrap().is_empty());
    assert_eq!(reason(cancel("b").await), "This challenge was withdrawn.");
    let late = hub.join(ada.room, name("Bo"), None).await.map(|_| 0);
    assert_eq!(reason(late), "This challenge was withdrawn.");
    let state: serde_json::Value = serde_json::from_str(&hub.game(ada.room).await.unwrap()).unwrap();
    assert_eq!(state["withdrawn"], true);
    let table = pair(&hub, wish("duel", json!({}))).await;
    let begun = reason(table.act(&hub, Seat::One, &Command::Cancel).await);
    assert!(begun.starts_with("The other player is here already."), "{begun}");
}

/// A challenge goes when its owner goes, comes back with them, and is not lost.
#[tokio::test]
async fn a_challenge_is_listed_while_its_owner_is_there() {
    let place = Place::new();
    let hub = place.hub_on(LocalBus::new(), strict());
    let mut watched = None;
    let ada = hub.open(wish("duel", json!({ "listed": true })), name("Ada"), None).await.unwrap();
    let here = hub.visit(ada.room, Some(&ada.key), None).await.unwrap();
    let watcher = watched.insert(hub.visit(ada.room, None, None).await.unwrap());
    // She was gone between opening and looking, if the alarm was that fast.
    let mut version = hub.visit(ada.room, None, None).await.unwrap().version;
    while version > 1 && hub.list(RoomStanding::Open, 9).await.unwrap().is_empty() {
        version = until(watcher, |change| change["what"] == "returned").await["version"].as_u64().unwrap();
    }
    assert_eq!(hub.list(RoomStanding::Open, 9).await.unwrap().len(), 1);
    drop(here);
    until(watcher, |change| change["what"] == "left").await;
    assert!(hub.list(RoomStanding::Open, 9).await.unwrap().is_empty());
    let _back = hub.visit(ada.room, Some(&ada.key), None).await.unwrap();
    until(watcher, |change| change["what"] == "returned").await;
    assert_eq!(hub.list(RoomStanding::Open, 9).await.unwrap().len(), 1);
    hub.join(ada.room, name("Bo"), None).await.unwrap();
}

/// After a restart nobody is there, and the list finds out by itself.
#[tokio::test]
async fn abandoned_games_leave_the_list_after_a_restart_too() {
    let place = Place::new();
    {
        let hub = place.hub();
        let table = pair(&hub, wish("duel", json!({ "listed": true }))).await;
        table.play(&hub, Seat::One, "5").await.unwrap();
        hub.close().await.unwrap();
    }
    let hub = place.hub_on(LocalBus::new(), strict());
    assert_eq!(hub.list(RoomStanding::Live, 9).await.unwrap().len(), 1);
    let gone = async {
        while !hub.list(RoomStanding::Live, 9).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.unwrap();
    assert_eq!(hub.list(RoomStanding::Left, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_player_who_acts_is_back() {
    let place = Place::new();
    let hub = place.hub_on(LocalBus::new(), strict());
    let table = pair(&hub, wish("duel", json!({}))).await;
    let mut watcher = hub.visit(table.room, Some(table.key(Seat::Two)), None).await.unwrap();
    // Player 1 has no connection at all.
    if watcher.version == 2 {
        until(&mut watcher, |change| change["what"] == "left" && change["by"] == 1).await;
    }
    let version = table.play(&hub, Seat::One, "5").await.unwrap();
    let state = table.game(&hub).await;
    assert_eq!(state["plies"][0]["text"], "5");
    assert!(state["version"].as_u64().unwrap() >= version);
}

/// The times are stated, and longer with clocks. They are told to the claimant, and to no other.
#[test]
fn the_win_can_be_claimed_after_a_while() {
    for (time, wait) in [(json!(null), 60), (json!({ "seconds": 600, "increment": 0 }), 240)] {
        let begun = Instant::now();
        let mut room = Room::new(RoomId::random(), wish("duel", json!({ "time": time })).grant().unwrap());
        for who in ["Ada", "Bo"] {
            let joined = room.join(None, name(who), SeatKey::random().hash(), None).unwrap();
            room.apply(&joined.entry, None, begun).unwrap();
        }
        let write = |room: &mut Room, event, at| {
            let version = room.version() + 1;
            let entry = LogEntry { version, event, seat: Some(Seat::Two), client: None, left: None };
            room.apply(&entry, None, at).unwrap();
        };
        let soon = begun + Duration::from_secs(wait - 1);
        assert_eq!(room.claim(begun), None);
        let refused = |room: &Room, seat, at| {
            room.decide(seat, &Command::Claim, None, at).err().map(|error| error.to_string())
        };
        assert!(refused(&room, Seat::One, soon).is_some(), "nobody has left");
        write(&mut room, RoomEvent::Left, begun);
        assert_eq!(room.claim(begun), Some((Seat::One, Duration::from_secs(wait))));
        assert!(refused(&room, Seat::One, soon).is_some(), "too early");
        let late = begun + Duration::from_secs(wait);
        assert!(refused(&room, Seat::Two, late).is_some(), "the one who left");
        // A player who comes back in time plays on.
        write(&mut room, RoomEvent::Returned, soon);
        assert!(refused(&room, Seat::One, late).is_some());
        write(&mut room, RoomEvent::Left, begun);
        for (event, claim) in
            [(RoomEvent::Left, None), (RoomEvent::Returned, Some((Seat::One, Duration::ZERO)))]
        {
            let version = room.version() + 1;
            let entry = LogEntry { version, event, seat: Some(Seat::One), client: None, left: None };
            room.apply(&entry, None, late).unwrap();
            assert_eq!(room.claim(late), claim, "only a player who is there can claim the win");
        }
        let claimed = room.decide(Seat::One, &Command::Claim, None, late).unwrap();
        room.apply(&claimed.entry, None, late).unwrap();
        assert_eq!(claimed.standing, Some(RoomStanding::Over));
        assert_eq!(room.session().ending(), Some(Ending::Left { winner: Seat::One }));
        assert_eq!(room.standing(), RoomStanding::Over);
        assert_eq!(room.claim(late), None, "it has been claimed");
    }
}

#[test]
fn a_computer_claims_no_win() {
    let now = Instant::now();
    let alone = wish("duel", json!({ "players": ["human", "computer:1"] }));
    let mut room = Room::new(RoomId::random(), alone.grant().unwrap());
    let joined = room.join(None, name("Ada"), SeatKey::random().hash(), None).unwrap();
    room.apply(&joined.entry, None, now).unwrap();
    let left =
        LogEntry { version: 2, event: RoomEvent::Left, seat: Some(Seat::One), client: None, left: None };
    room.apply(&left, None, now).unwrap();
    assert!(room.is_away(Seat::One) && room.is_full() && !room.is_withdrawn());
    assert_eq!(room.claim(now + Duration::from_secs(86_400)), None);
}

/// A choice can be changed until the other one is in, also across a restart.
#[tokio::test]
async fn a_secret_choice_can_be_changed() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("cards", json!({}))).await;
    let mut bo = hub.visit(table.room, Some(table.key(Seat::Two)), None).await.unwrap();
    table.play(&hub, Seat::One, "1").await.unwrap();
    table.play(&hub, Seat::One, "4").await.unwrap();
    let changed = until(&mut bo, |change| change["what"] == "chose again").await;
    assert_eq!(changed["chosen"], json!([true, false]));
    assert!(table.play(&hub, Seat::One, "9").await.is_err(), "no such card");
    drop(bo);
    hub.close().await.unwrap();
    let hub = place.hub();
    assert_eq!(table.game(&hub).await["chosen"], json!([true, false]));
    table.play(&hub, Seat::Two, "2").await.unwrap();
    assert_eq!(table.game(&hub).await["plies"][0]["text"], "4/2");
    // Now both are in, and a card is a choice of the next turn.
    table.play(&hub, Seat::One, "1").await.unwrap();
    assert_eq!(table.game(&hub).await["chosen"], json!([true, false]));
}

#[tokio::test]
async fn players_say_a_few_things_and_no_more() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({}))).await;
    let mut watcher = hub.visit(table.room, None, None).await.unwrap();
    let hello = Command::Emote { emote: Emote::Hello };
    table.act(&hub, Seat::Two, &hello).await.unwrap();
    let said = next(&mut watcher, "change").await;
    assert_eq!((&said["what"], &said["by"], &said["emote"]), (&json!("emoted"), &json!(2), &json!("hello")));
    for _ in 1..50 {
        table.act(&hub, Seat::Two, &hello).await.unwrap();
    }
    assert_eq!(reason(table.act(&hub, Seat::Two, &hello).await), "You have said enough in this game.");
    table.act(&hub, Seat::One, &hello).await.unwrap();
    let alone = pair(&hub, wish("duel", json!({ "players": ["human", "computer:1"] }))).await;
    assert_eq!(reason(alone.act(&hub, Seat::One, &hello).await), "There is no other player to talk to.");
    hub.close().await.unwrap();
    let hub = place.hub();
    assert_eq!(table.game(&hub).await["version"], 53, "the log knows what was said");
    assert_eq!(reason(table.act(&hub, Seat::Two, &hello).await), "You have said enough in this game.");
}

#[test]
fn something_else_cannot_be_said_under_the_same_id() {
    let now = Instant::now();
    let mut room = Room::new(RoomId::random(), wish("duel", json!({})).grant().unwrap());
    for who in ["Ada", "Bo"] {
        let joined = room.join(None, name(who), SeatKey::random().hash(), None).unwrap();
        room.apply(&joined.entry, None, now).unwrap();
    }
    let client = ClientId::try_from("once".to_owned()).unwrap();
    let [hello, oops] = [Emote::Hello, Emote::Oops].map(|emote| Command::Emote { emote });
    let said = room.decide(Seat::One, &hello, Some(client.clone()), now).unwrap();
    room.apply(&said.entry, None, now).unwrap();
    assert_eq!(room.version_of(Seat::One, &client, &hello), Ok(Some(3)));
    assert_eq!(room.version_of(Seat::One, &client, &oops), Err(CommandError::IdReused));
    assert_eq!(room.version_of(Seat::Two, &client, &hello), Ok(None));
}
