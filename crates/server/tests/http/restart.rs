//! A restart with many games in progress.

use std::sync::Arc;

use numberline_rules::Seat;
use numberline_server::{
    ClientId, LogEntry, NewRoom, RoomEvent, RoomId, RoomStanding, SeatKey, Sqlite, Store, Wish, Write,
};
use numberline_table::Name;
use serde_json::json;

use crate::house::{House, Seat as Chair, file_folder};

const GAMES: usize = 10_000;

/// Ten thousand live games on disk, and the keys to one of them.
fn fill(store: &mut Sqlite) -> [Chair; 2] {
    let mut chairs = None;
    let wish: Wish = serde_json::from_value(json!({ "game": "duel", "listed": true })).expect("a wish");
    for batch in 0..GAMES / 1_000 {
        let mut writes = Vec::new();
        for _ in 0..1_000 {
            let (room, keys) = (RoomId::random(), [SeatKey::random(), SeatKey::random()]);
            let joined = Seat::BOTH.into_iter().zip(&keys).zip(1..).map(|((seat, key), version)| {
                let event = RoomEvent::Joined { name: Some(Name::of_seat(seat)), key: key.hash() };
                LogEntry { version, event, seat: Some(seat), client: None, left: None }
            });
            let joined = joined.collect();
            writes.push(Write::Open(Box::new(NewRoom {
                room,
                wish: wish.clone(),
                joined,
                standing: RoomStanding::Live,
            })));
            let moved = LogEntry {
                version: 3,
                event: RoomEvent::Moved { text: "5".to_owned() },
                seat: Some(Seat::One),
                client: Some(ClientId::try_from("one".to_owned()).expect("an id")),
                left: None,
            };
            writes.push(Write::Append { room, decision: Arc::new(moved.into()) });
            let chair = |key: &SeatKey, seat| Chair { room: room.to_string(), seat, key: key.reveal() };
            chairs = Some([chair(&keys[0], 1), chair(&keys[1], 2)]);
        }
        let written = store.write(&writes);
        assert!(written.iter().all(Result::is_ok), "batch {batch}: {written:?}");
    }
    chairs.expect("a game")
}

#[tokio::test]
async fn of_ten_thousand_games_only_the_requested_one_is_loaded() {
    let folder = file_folder();
    let mut store = Sqlite::open(&folder.path().join("rooms.sqlite3")).expect("a store");
    let [ada, grace] = fill(&mut store);
    drop(store);
    let house = House::at(folder, |_| {}).await;
    let live = house.get("/api/rooms?standing=live").await.json();
    assert_eq!(live.as_array().expect("a list").len(), 100);
    // A list looks after a few of the rooms that it shows.
    assert!(house.counted("numberline_rooms").await <= 4.0, "a room is loaded on demand");
    let game = house.get(&format!("/api/rooms/{}", ada.room)).await.json();
    let played = house.play(&grace, "two", "6").await;
    assert!(house.counted("numberline_rooms").await <= 5.0, "and only that one");
    assert_eq!(
        (&game["plies"], &game["turn"]),
        (&json!([{ "by": 1, "text": "5", "did": "crosses out 5" }]), &json!(2))
    );
    assert_eq!(played.json(), json!({ "id": "two", "version": 4 }));
}
