//! A database that accepts no writes: the server says so, and everything else works.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use numberline_server::{ServeError, Store, StoreError, Write};
use serde_json::json;
use tokio::time::timeout;

use crate::house::{House, PATIENCE};
use crate::talk::Talk;

/// A disk that is full whenever the test says so.
struct Disk {
    store: Box<dyn Store>,
    full: Arc<AtomicBool>,
}

impl Store for Disk {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        if self.full.load(Ordering::SeqCst) {
            return changes.iter().map(|_| Err(StoreError::Full)).collect();
        }
        self.store.write(changes)
    }
}

#[tokio::test]
async fn a_full_disk_refuses_honestly_and_recovers() {
    let full = Arc::new(AtomicBool::new(false));
    let disk = Arc::clone(&full);
    let house = House::with_store(|store| Disk { store, full: disk }).await;
    let seats = house.pair(&json!({})).await;
    let (mut ada, game) = Talk::sit(&house, &seats[0]).await;
    assert_eq!(house.get("/readyz").await.status, 200);
    full.store(true, Ordering::SeqCst);

    let why = house.get("/readyz").await.problem(503, "not-ready");
    assert!(why.contains("disk is full"), "{why}");
    assert_eq!(house.get("/healthz").await.status, 200, "the server is alive nevertheless");
    house.play(&seats[0], "one", "5").await.problem(507, "disk-full");
    house.post("/api/rooms", &json!({ "game": "duel", "name": "Eve" })).await.problem(507, "disk-full");
    ada.play("two", "5").await;
    let refused = ada.hear_of("refused").await;
    assert!(refused["reason"].as_str().is_some_and(|reason| reason.contains("disk is full")), "{refused}");
    let path = format!("/api/rooms/{}", seats[0].room);
    assert_eq!(house.get(&path).await.json(), game, "reading still works, and nothing has changed");
    assert!(house.counted("numberline_commits_failed_total").await >= 3.0);

    full.store(false, Ordering::SeqCst);
    assert_eq!(house.get("/readyz").await.status, 200);
    ada.play("two", "5").await;
    assert_eq!(ada.hear_of("done").await["version"], game["version"].as_u64().expect("a version") + 1);
}

/// A player who is refused because of the disk does not lose on time, however long it takes.
#[tokio::test]
async fn clocks_stand_still_while_the_disk_is_full() {
    let full = Arc::new(AtomicBool::new(false));
    let disk = Arc::clone(&full);
    let house = House::with_store(|store| Disk { store, full: disk }).await;
    let clocks = json!({ "time": { "seconds": 3, "increment": 0 } });
    let refused = house.pair(&clocks).await;
    full.store(true, Ordering::SeqCst);
    house.play(&refused[0], "one", "5").await.problem(507, "disk-full");
    tokio::time::sleep(Duration::from_secs(4)).await;
    full.store(false, Ordering::SeqCst);
    assert_eq!(house.get("/readyz").await.status, 200);
    assert_eq!(house.play(&refused[0], "one", "5").await.status, 200, "the clock stood still");
    // The other player's clock runs again, so the flag falls.
    let path = format!("/api/rooms/{}", refused[0].room);
    let falls = async {
        while house.get(&path).await.json()["ending"]["kind"] != "timed out" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, falls).await.expect("a flag that falls");
    assert!(house.counted("numberline_clocks_stopped_seconds").await >= 4.0);
}

/// A store that writes everything, and panics at the first move.
struct Brittle(Box<dyn Store>);

impl Store for Brittle {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        let written = self.0.write(changes);
        let is_move = |change: &Write| matches!(change, Write::Append { decision, .. } if decision.entry.client.is_some());
        assert!(!changes.iter().any(is_move), "broken on purpose");
        written
    }
}

#[tokio::test]
async fn a_server_whose_writer_fails_promises_nothing_and_ends() {
    let mut house = House::with_store(Brittle).await;
    let seats = house.pair(&json!({})).await;
    house.play(&seats[0], "one", "5").await.problem(503, "unsure");
    assert!(matches!(house.ended().await, Err(ServeError::Broken)));
    let again = House::at(house.folder, |_| {}).await;
    let game = again.get(&format!("/api/rooms/{}", seats[0].room)).await.json();
    assert_eq!(
        game["plies"],
        json!([{ "by": 1, "text": "5", "did": "crosses out 5" }]),
        "it was on disk, as it may be"
    );
    let repeated = again.play(&seats[0], "one", "5").await;
    assert_eq!((repeated.status, &repeated.json()["version"]), (200, &game["version"]), "it counts once");
}
