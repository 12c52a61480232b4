//! What is in the log, and what is not. This is a process of its own, because a process has one log.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "a test that fails says so by panicking, and needs only a part of what the other tests share with it"
)]

#[path = "../http/contract.rs"]
mod contract;
#[path = "../http/house.rs"]
mod house;
#[path = "../http/lines.rs"]
mod lines;
#[path = "../http/talk.rs"]
mod talk;
#[path = "../http/wire.rs"]
mod wire;

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::Level;

use crate::house::House;
use crate::lines::Lines;
use crate::talk::Talk;
use crate::wire::Request;

#[derive(Clone, Default)]
struct Journal(Arc<Mutex<Vec<u8>>>);

impl Write for Journal {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("a journal").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A whole evening with full logging: the log has routes, and nothing that a player sent.
#[tokio::test]
async fn no_key_name_move_or_query_is_logged() {
    let journal = Journal::default();
    let writer = journal.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).expect("the only log");
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({ "game": "cards", "name": "Zarathustra" })).await;
    let (mut talk, _) = Talk::sit(&house, &ada).await;
    let (mut other, _) = Talk::sit(&house, &grace).await;
    let mut lines = Lines::open(&house, &ada.room, "?since=17770001777").await;
    lines.message().await;
    talk.play("secret-id-1", "3").await;
    talk.hear_of("done").await;
    talk.play("secret-id-2", "9876543210").await;
    talk.hear_of("refused").await;
    other.play("secret-id-3", "2").await;
    other.hear_of("done").await;
    house.play(&ada, "secret-id-4", "1234567890").await.problem(422, "refused");
    let wrong = Request::get("/api/rooms?standing=querysecret").bearer(&ada.key).send(house.address).await;
    wrong.problem(400, "bad-request");
    house.get("/r/pathsecret?moves=querysecret").await;
    house.get("/pathsecret").await;
    drop((talk, other, lines));
    house.close().await;
    let log = String::from_utf8(journal.0.lock().expect("a journal").clone()).expect("text");
    for seat in [&ada, &grace] {
        assert!(!log.contains(&seat.key), "{log}");
        assert!(log.contains(&format!("room={}", seat.room)), "{log}");
    }
    // The numbers are longer than any that the log writes itself, in its times too.
    for secret in ["Zarathustra", "Grace", "secret", "9876543210", "1234567890", "17770001777", "127.0.0.1"] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
    for route in ["/api/rooms/{room}/join", "/api/rooms/{room}/commands", "/r/{room}", "status=422", "ended"]
    {
        assert!(log.contains(route), "{route} in {log}");
    }
}
