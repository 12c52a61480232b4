//! Graceful shutdown.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::house::House;
use crate::lines::Lines;
use crate::talk::Talk;
use crate::wire::{Answer, Request};

#[tokio::test]
async fn all_clients_are_told_and_everything_is_stored() {
    let mut house = House::open().await;
    let seats = house.pair(&json!({})).await;
    let (mut ada, _) = Talk::sit(&house, &seats[0]).await;
    let mut lines = Lines::open(&house, &seats[0].room, "").await;
    let mut greeting = Talk::open(&house, &seats[0].room).await;
    ada.play("one", "5").await;
    let done = ada.hear_of("done").await;
    assert_eq!(house.get("/readyz").await.status, 200);
    house.tell_to_end();
    for talk in [&mut ada, &mut greeting] {
        let (reason, code) = talk.bye().await;
        assert_eq!(code, Some(1012), "come back later");
        assert!(reason.expect("a reason").contains("shutting down"));
    }
    while lines.line().await.is_some() {}
    let address = house.address;
    let again = House::at(house.close().await, |_| {}).await;
    assert!(TcpStream::connect(address).await.is_err(), "the server no longer listens");
    let game = again.get(&format!("/api/rooms/{}", seats[0].room)).await.json();
    assert_eq!(
        (&game["version"], &game["plies"]),
        (&done["version"], &json!([{ "by": 1, "text": "5", "did": "crosses out 5" }]))
    );
    assert_eq!(again.play(&seats[1], "two", "6").await.status, 200, "the game continues");
}

/// A request that has begun is finished; the next one on the same connection is not started.
#[tokio::test]
async fn pending_requests_are_finished() {
    let mut house = House::open().await;
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let body = json!({ "game": "duel", "name": "Ada" });
    let request = Request::post("/api/rooms", &body).header("connection", "keep-alive").bytes(house.address);
    let (begin, rest) = request.split_at(request.len() - 5);
    stream.write_all(begin).await.expect("sent");
    // Another request is answered meanwhile, so the first one has certainly been received.
    house.until_counted("numberline_connections", 2.0).await;
    house.tell_to_end();
    stream.write_all(rest).await.expect("sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("an answer");
    assert_eq!(Answer::read(&bytes).expect("an answer").status, 201);
    house.ended().await.expect("a graceful shutdown");
}

/// A client that never leaves does not delay the shutdown.
#[tokio::test]
async fn no_client_delays_the_shutdown() {
    let mut house = House::limited(|limits| {
        limits.shutdown_time = std::time::Duration::from_millis(100);
        limits.request_time = std::time::Duration::from_secs(3600);
    })
    .await;
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let head = Request::new("POST", "/api/rooms")
        .header("content-type", "application/json")
        .header("content-length", "20")
        .bytes(house.address);
    stream.write_all(&head).await.expect("sent");
    house.until_counted("numberline_connections", 2.0).await;
    house.tell_to_end();
    house.ended().await.expect("a graceful shutdown");
}
