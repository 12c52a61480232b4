//! Rooms as lines of JSON.

use serde_json::json;

use crate::house::House;
use crate::lines::Lines;

#[tokio::test]
async fn a_stream_begins_with_the_game_and_continues_with_each_change() {
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({ "set": ["length=4"] })).await;
    let mut lines = Lines::open(&house, &ada.room, "").await;
    assert!(lines.head.starts_with("http/1.1 200"), "{}", lines.head);
    assert!(lines.head.contains("content-type: application/x-ndjson"), "{}", lines.head);
    assert!(!lines.head.contains("content-encoding"), "{}", lines.head);
    let game = lines.message().await;
    assert_eq!(game, house.get(&format!("/api/rooms/{}", ada.room)).await.json());
    let version = game["version"].as_u64().expect("a version");
    house.play(&ada, "one", "2 3").await;
    house.play(&grace, "two", "1").await;
    for (text, did, step) in [("2 3", "crosses out 2 and 3", 1), ("1", "crosses out 1", 2)] {
        let change = lines.message().await;
        assert_eq!((&change["type"], &change["version"]), (&json!("change"), &json!(version + step)));
        let ply = json!({ "by": step, "text": text, "did": did });
        assert_eq!(change["plies"], json!({ "from": step - 1, "add": [ply] }));
    }
    assert_eq!(house.counted("numberline_streams").await, 1.0);
    drop(lines);
    house.until_counted("numberline_streams", 0.0).await;
}

#[tokio::test]
async fn a_stream_can_continue_where_another_ended() {
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({ "set": ["length=6"] })).await;
    let mut whole = Lines::open(&house, &ada.room, "").await;
    let version = whole.message().await["version"].as_u64().expect("a version");
    house.play(&ada, "one", "1").await;
    house.play(&grace, "two", "2").await;
    let first = whole.message().await;
    let second = whole.message().await;
    let mut rest = Lines::open(&house, &ada.room, &format!("?since={}", version + 1)).await;
    assert_eq!(rest.message().await, second);
    let mut both = Lines::open(&house, &ada.room, &format!("?since={version}")).await;
    assert_eq!([both.message().await, both.message().await], [first, second]);
    let bad = house.get(&format!("/api/rooms/{}/stream?since=yesterday", ada.room)).await;
    bad.problem(400, "bad-request");
}

/// A slow reader misses changes, but never the state: it gets the full state and continues from there.
#[tokio::test]
async fn a_client_that_falls_behind_gets_the_full_state() {
    let house = House::limited(|limits| {
        limits.requests_per_second_per_address = 1_000_000;
        limits.send_buffer_bytes = 4_096;
        // On a busy machine the moves take longer than a client may take to read.
        limits.write_time = std::time::Duration::from_secs(3_600);
    })
    .await;
    let seats = house.pair(&json!({ "set": ["length=200"] })).await;
    let mut lines = Lines::open(&house, &seats[0].room, "").await;
    let first = lines.message().await["version"].as_u64().expect("a version");
    for turn in 0..150_usize {
        let played = house.play(&seats[turn % 2], &format!("turn{turn}"), &format!("{}", turn + 1)).await;
        assert_eq!(played.status, 200, "{}", played.body);
    }
    let (mut version, mut pictures) = (first, 0);
    while version < first + 150 {
        let message = lines.message().await;
        let next = message["version"].as_u64().expect("a version");
        if message["type"] == "game" {
            pictures += 1;
            assert!(next > version);
        } else {
            assert_eq!(
                next,
                version + 1,
                "changes come in order, and none is missing unless the full state replaces it"
            );
        }
        version = next;
    }
    assert!(pictures > 0, "the reader kept up with everything, so nothing was tested");
}
