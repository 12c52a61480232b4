//! A server whose file is watched, bounded and tidied: by itself, and by its operator beside it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use numberline_server::{Archive, Config, RolledBack, RoomId, ServeError, Server, StoreError, StoreLimits};
use rusqlite::Connection;
use serde_json::json;

use crate::house::{House, PATIENCE, Seat, file_folder};
use crate::lines::Lines;
use crate::talk::Talk;

fn room(seat: &Seat) -> RoomId {
    seat.room.parse().expect("a room")
}

/// Waits until a room is not there any more.
async fn until_gone(house: &House, seat: &Seat) {
    let gone = async {
        while house.get(&format!("/api/rooms/{}", seat.room)).await.status != 404 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, gone).await.expect("the room goes away");
}

#[tokio::test]
async fn a_second_server_is_refused() {
    let house = House::in_file().await;
    let mut config = Config::new(&house.database());
    config.listen.set_port(0);
    let second = Server::bind(&config).await.err().expect("a refusal");
    assert!(matches!(second, ServeError::Store { why: StoreError::InUse, .. }), "{second}");
    assert!(second.to_string().contains("another server is using it"), "{second}");
    // An operator's commands are not servers.
    Archive::open(&house.database().as_path().into()).expect("a file").list().expect("a list");
    House::at(house.close().await, |_| {}).await.close().await;
}

/// A server whose file is gone acknowledges nothing, says so, and lets the games be watched.
#[tokio::test]
async fn a_database_that_is_taken_away_stops_the_server_from_saving() {
    let mut house = House::in_file().await;
    let seats = house.pair(&json!({})).await;
    let (mut grace, game) = Talk::sit(&house, &seats[1]).await;
    house.play(&seats[0], "one", "5").await.json();
    assert_eq!(house.get("/readyz").await.status, 200);
    fs::rename(house.database(), house.database().with_extension("away")).expect("renamed");
    let stopped = async {
        loop {
            let answer = house.get("/readyz").await;
            if answer.body.contains("moved, deleted or replaced") {
                return answer;
            }
        }
    };
    let answer = tokio::time::timeout(PATIENCE, stopped).await.expect("it is noticed");
    answer.problem(503, "not-ready");
    house.play(&seats[1], "two", "7").await.problem(503, "stopped");
    house.post("/api/rooms", &json!({ "game": "duel", "name": "Eve" })).await.problem(503, "stopped");
    let path = format!("/api/rooms/{}", seats[0].room);
    assert_eq!(house.get(&path).await.json()["version"], game["version"].as_u64().expect("a version") + 1);
    grace.play("three", "1").await;
    let (reason, code) = grace.bye().await;
    assert_eq!(code, Some(1011), "{reason:?}");
    assert!(reason.expect("a reason").contains("could not confirm"));
    house.tell_to_end();
    assert!(matches!(house.ended().await, Err(ServeError::Broken)), "it could not save any more");
}

/// What a server wrote last is compared with what the next one finds.
#[tokio::test]
async fn a_database_that_lost_entries_is_noticed() {
    fn copy(from: &Path, to: &Path) {
        for end in ["", "-wal", "-shm"] {
            let path = |file: &Path| format!("{}{end}", file.display());
            drop(fs::remove_file(path(to)));
            if end != "-shm" && Path::new(&path(from)).exists() {
                fs::copy(path(from), path(to)).expect("a copy");
            }
        }
    }
    let write = async |folder| {
        let house = House::at(folder, |_| {}).await;
        let (seats, found) = (house.pair(&json!({})).await, house.rolled_back);
        (house.close().await, room(&seats[0]), found)
    };
    let look = async |folder| {
        let house = House::at(folder, |_| {}).await;
        let found = house.rolled_back;
        (house.close().await, found)
    };
    let (folder, ..) = write(file_folder()).await;
    let (file, old) = (folder.path().join("rooms.sqlite3"), folder.path().join("old"));
    copy(&file, &old);
    let (folder, _, found) = write(folder).await;
    assert_eq!(found, None);
    let (folder, found) = look(folder).await;
    assert_eq!(found, None, "the control: nothing is missing");
    copy(&old, &file);
    let (folder, found) = look(folder).await;
    assert_eq!(found, Some(RolledBack::Shorter(2)), "two players had joined another room");
    // A server that writes accepts the database as it is.
    let (folder, _, found) = write(folder).await;
    assert_eq!(found, Some(RolledBack::Shorter(2)));
    let (folder, found) = look(folder).await;
    assert_eq!(found, None);
    // A copy of the same length with another history.
    let mark = fs::read(folder.path().join("rooms.sqlite3-mark")).expect("a mark");
    copy(&old, &file);
    let (folder, newest, _) = write(folder).await;
    fs::write(folder.path().join("rooms.sqlite3-mark"), mark).expect("written");
    let (folder, found) = look(folder).await;
    assert_eq!(found, Some(RolledBack::Other));
    let (folder, ..) = write(folder).await;
    // A deleted room is not a lost one, even if it was the newest.
    let (folder, newest) = match write(folder).await {
        (folder, room, None) => (folder, [newest, room]),
        (_, _, found) => panic!("{found:?}"),
    };
    Archive::open(&file.as_path().into()).expect("a file").delete(&newest).expect("deleted");
    let (folder, found) = look(folder).await;
    assert_eq!(found, None);
    let (folder, _, found) = write(folder).await;
    assert_eq!(found, None);
    // Without the mark nothing is known, and nothing is claimed.
    fs::remove_file(folder.path().join("rooms.sqlite3-mark")).expect("removed");
    copy(&old, &file);
    assert_eq!(look(folder).await.1, None);
}

/// All clients in a deleted room are told, nothing about it is left in the file, and the other rooms go on.
#[tokio::test]
async fn a_deleted_room_ends_for_all() {
    let house = House::in_file().await;
    let seats = house.pair(&json!({ "name": "Hildegard" })).await;
    let others = house.pair(&json!({ "name": "Emmy" })).await;
    house.play(&seats[0], "hildegards-move", "5").await.json();
    let (mut player, _) = Talk::sit(&house, &seats[0]).await;
    let (mut spectator, _) = Talk::enter(&house, &seats[0].room, None).await;
    let (mut elsewhere, _) = Talk::sit(&house, &others[0]).await;
    let mut lines = Lines::open(&house, &seats[0].room, "").await;
    assert!(lines.head.contains("x-accel-buffering: no"), "{}", lines.head);
    lines.message().await;
    Archive::open(&house.database().as_path().into())
        .expect("a file")
        .delete(&[room(&seats[0])])
        .expect("deleted");
    for talk in [&mut player, &mut spectator] {
        let (reason, code) = talk.bye().await;
        assert_eq!(code, Some(4410));
        assert!(reason.expect("a reason").contains("deleted"));
    }
    let bye = lines.message().await;
    assert_eq!((&bye["type"], lines.line().await), (&json!("bye"), None));
    house.get(&format!("/api/rooms/{}", seats[0].room)).await.problem(404, "no-such-room");
    house.play(&seats[1], "two", "7").await.problem(404, "no-such-room");
    elsewhere.play("one", "5").await;
    elsewhere.hear_of("done").await;
    let folder = house.close().await;
    let mut bytes = Vec::new();
    for end in ["", "-wal"] {
        bytes.extend(fs::read(folder.path().join(format!("rooms.sqlite3{end}"))).unwrap_or_default());
    }
    let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds("Emmy"), "the control: names can be found in the file");
    assert!(!holds("Hildegard") && !holds("hildegards-move"), "the name and the id are overwritten");
}

/// Retention counts from the end of a game.
#[tokio::test]
async fn finished_games_are_deleted_when_they_are_old_enough() {
    let folder = file_folder();
    let keep = |time| move |config: &mut Config| config.store.keep_finished = time;
    let house = House::at(folder, keep(None)).await;
    let plain = json!({});
    let (old, new, live) = (house.pair(&plain).await, house.pair(&plain).await, house.pair(&plain).await);
    for seats in [&old, &new] {
        let resigned = house.command(&seats[0], "end", &json!({ "kind": "resign" })).await;
        assert_eq!(resigned.status, 200);
    }
    let file = Connection::open(house.database()).expect("a file");
    let age = |seat: &Seat| {
        let update = "UPDATE rooms SET finished = finished - 86400 WHERE room = ?1 AND finished IS NOT NULL";
        file.execute(update, [&seat.room]).expect("changed")
    };
    assert_eq!((age(&old[0]), age(&live[0])), (1, 0), "a live game has no end");
    drop(file);
    let house = House::at(house.close().await, keep(None)).await;
    let path = format!("/api/rooms/{}", old[0].room);
    assert_eq!(house.get(&path).await.status, 200, "the control: by default games are kept");
    let house = House::at(house.close().await, keep(Some(Duration::from_secs(3_600)))).await;
    until_gone(&house, &old[0]).await;
    for seats in [&new, &live] {
        assert_eq!(house.get(&format!("/api/rooms/{}", seats[0].room)).await.status, 200);
    }
    assert_eq!(house.play(&live[0], "one", "5").await.status, 200);
}

/// A database that is almost as large as it may be takes no new rooms. Games that have begun go on.
#[tokio::test]
async fn a_large_database_opens_no_more_rooms() {
    // In a file, whose size is known with every write.
    let house = House::at(file_folder(), |config| {
        config.store = StoreLimits { most_bytes: Some(1 << 20), ..StoreLimits::default() };
        config.limits.rooms_per_minute_per_address = 1_000_000;
        config.limits.requests_per_second_per_address = 1_000_000;
    })
    .await;
    let seats = house.pair(&json!({ "game": "token", "set": ["length=200", "start=100"] })).await;
    let body = json!({ "game": "duel", "name": "Eve", "set": ["length=100"] });
    let mut opened = 0;
    let refused = loop {
        let answer = house.post("/api/rooms", &body).await;
        if answer.status != 201 {
            break answer;
        }
        opened += 1;
        assert!(opened < 20_000, "the file keeps growing");
    };
    let why = refused.problem(507, "no-space");
    assert!(why.contains("no space for new games"), "{why}");
    assert_eq!(house.counted("numberline_limited_total{limit=\"max-db\"}").await, 1.0);
    assert!(opened > 100, "{opened}");
    for turn in 0..50 {
        let seat = if turn % 2 == 0 { &seats[0] } else { &seats[1] };
        let step = if turn % 2 == 0 { "1 right" } else { "1 left" };
        assert_eq!(house.play(seat, &format!("m{turn}"), step).await.status, 200);
    }
    let ready = house.get("/readyz").await;
    assert_eq!(ready.status, 200, "{}", ready.body);
    // Without the limit there is space.
    let house = House::at(house.close().await, |_| {}).await;
    assert_eq!(house.post("/api/rooms", &body).await.status, 201);
}
