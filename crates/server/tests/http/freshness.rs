//! How long answers may be kept.

use serde_json::json;

use crate::house::House;
use crate::wire::Request;

/// Reading is cheap where nothing changes, and what has a key in it is kept nowhere.
#[tokio::test]
async fn every_answer_says_how_long_it_may_be_kept() {
    let house = House::open().await;
    let [ada, _] = house.pair(&json!({})).await;
    let room = format!("/api/rooms/{}", ada.room);
    for (path, kept) in [
        ("/", "no-cache"),
        ("/worker.js", "no-cache"),
        ("/api/games/duel/picture.png", "no-cache"),
        ("/api/openapi.json", "no-cache"),
        ("/api/games", "no-cache"),
        ("/api/players", "no-cache"),
        ("/api/games/duel/rules", "no-cache"),
        ("/api/games/duel/board", "max-age=300"),
        ("/api/games/duel/analysis", "max-age=300"),
        ("/api/games/duel/hint?rung=1", "max-age=300"),
        ("/api/games/duel/try?move=5", "max-age=300"),
        ("/api/games/duel/review?moves=5", "max-age=300"),
        ("/api/rooms?standing=live", "no-cache"),
        (&room, "no-cache"),
        (&format!("{room}/record"), "no-cache"),
        (&format!("{room}/review"), "no-cache"),
        // What fails now may work next.
        ("/api/games/chess/rules", "no-store"),
        ("/api/games/duel/board?moves=99", "no-store"),
        ("/api/rooms/abcdefghijkm", "no-store"),
        (&format!("{room}/socket"), "no-store"),
        ("/nowhere", "no-store"),
        ("/healthz", "no-store"),
        ("/readyz", "no-store"),
        ("/metrics", "no-store"),
    ] {
        assert_eq!(house.get(path).await.header("cache-control"), kept, "{path}");
    }
    for (path, body, status) in [
        ("/api/rooms".to_owned(), json!({ "game": "duel" }), 201),
        (format!("{room}/join"), json!({ "key": ada.key }), 200),
        ("/api/games/duel/board".to_owned(), json!({}), 200),
        (format!("{room}/join"), json!({}), 409),
    ] {
        let answer = house.post(&path, &body).await;
        assert_eq!((answer.status, answer.header("cache-control")), (status, "no-store"), "{path}");
    }
    let done = house.command(&ada, "one", &json!({ "kind": "resign" })).await;
    assert_eq!((done.status, done.header("cache-control")), (200, "no-store"));
}

#[tokio::test]
async fn an_answer_that_is_known_is_not_sent_again() {
    let house = House::open().await;
    let mut tags = Vec::new();
    for path in
        ["/api/openapi.json", "/api/games", "/api/players", "/api/games/duel/rules", "/api/games/siege/rules"]
    {
        let first = house.get(path).await;
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && !tags.contains(&tag), "{path}: {tag}");
        let again = Request::get(path).header("if-none-match", &tag).send(house.address).await;
        assert_eq!((again.status, again.body.as_str(), again.header("etag")), (304, "", &*tag), "{path}");
        let other = Request::get(path).header("if-none-match", "W/\"other\"").send(house.address).await;
        assert_eq!((other.status, &other.body), (200, &first.body), "{path}");
        tags.push(tag);
    }
}
