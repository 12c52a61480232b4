//! A server that dies at any instant: everything acknowledged is stored, once, and the games continue.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

use crate::common;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use numberline_rules::Seat;
use numberline_server::{
    Command, Hub, HubConfig, HubError, LocalBus, Sqlite, SqliteReader, Store, StoreError, Study, Write,
    Writer,
};
use serde_json::json;

use common::{Pair, Place, fresh, movers, pair, scramble, wish};

/// What a dying machine leaves behind: a copy of the files at this instant, taken while the server writes to them.
fn photograph(from: &Path, to: &Path) {
    for end in ["", "-wal"] {
        let path = |file: &Path| PathBuf::from(format!("{}{end}", file.display()));
        if path(from).exists() {
            std::fs::copy(path(from), path(to)).unwrap();
        }
    }
}

/// A store that copies its file between a commit and its answer, when told to.
struct Photographed {
    store: Sqlite,
    from: PathBuf,
    to: PathBuf,
    commits: Arc<AtomicUsize>,
}

impl Store for Photographed {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        let answers = self.store.write(changes);
        let number = self.commits.fetch_add(1, Ordering::SeqCst);
        photograph(&self.from, &PathBuf::from(format!("{}.{number}", self.to.display())));
        answers
    }
}

/// Plays in a room until it is over, and records what was acknowledged.
async fn play(
    hub: &Hub,
    table: &Pair,
    acknowledged: &Mutex<Vec<(usize, u64, String)>>,
    commits: &AtomicUsize,
) {
    for ply in 0..40 {
        let state = table.game(hub).await;
        let Some((seat, moves)) = movers(&state).into_iter().next() else { return };
        let text = moves[scramble(ply) % moves.len()].clone();
        let Ok(version) = table.play(hub, seat, &text).await else { return };
        // The last commit that was complete when the answer came.
        let commit = commits.load(Ordering::SeqCst) - 1;
        acknowledged.lock().unwrap().push((commit, version, text));
    }
}

#[tokio::test]
async fn everything_acknowledged_is_in_the_file_at_that_instant() {
    let place = Place::with_file();
    let commits = Arc::new(AtomicUsize::new(0));
    let to = place.path().with_extension("photo");
    let store = Sqlite::open(&place.path()).unwrap();
    let store = Photographed { store, from: place.path(), to: to.clone(), commits: Arc::clone(&commits) };
    let hub = hub_with(store, &place.path());
    for slug in ["duel", "cards"] {
        let table = pair(&hub, wish(slug, json!({}))).await;
        let acknowledged = Mutex::default();
        play(&hub, &table, &acknowledged, &commits).await;
        let acknowledged = acknowledged.into_inner().unwrap();
        assert!(acknowledged.len() > 3);
        for (commit, version, _) in acknowledged {
            let picture = PathBuf::from(format!("{}.{commit}", to.display()));
            let later = hub_with(Sqlite::open(&picture).unwrap(), &picture);
            let state = table.game(&later).await;
            assert_eq!(state["version"], version, "{slug}");
            let next = movers(&state).into_iter().next();
            if let Some((seat, moves)) = next {
                assert_eq!(table.play(&later, seat, &moves[0]).await, Ok(version + 1), "the game continues");
            }
        }
    }
}

/// A hub that writes to this store and reads from that file.
fn hub_with(store: impl Store + 'static, path: &Path) -> Arc<Hub> {
    let (writer, _) = Writer::start(store).unwrap();
    Hub::start(writer, SqliteReader::new(path), LocalBus::new(), Study::default(), HubConfig::default())
}

/// A store that acknowledges before writing, and never writes.
struct Liar;

impl Store for Liar {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        changes.iter().map(|_| Ok(())).collect()
    }
}

/// The test above would detect a server that acknowledges what is not on disk.
#[tokio::test]
async fn a_server_that_acknowledges_too_early_is_detected() {
    let place = Place::with_file();
    drop(Sqlite::open(&place.path()).unwrap());
    let hub = hub_with(Liar, &place.path());
    let table = pair(&hub, wish("duel", json!({}))).await;
    assert_eq!(table.play(&hub, Seat::One, "5").await, Ok(3));
    assert_eq!(place.hub().game(table.room).await, Err(HubError::NoRoom));
}

#[tokio::test]
async fn a_caller_that_stops_waiting_does_not_cancel_the_move() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({}))).await;
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    {
        let chosen = Command::Move { text: "5".into() };
        // Once polled, the command is on its way to the disk; then the sender is gone. A disk may be as quick as that.
        tokio::select! {
            biased;
            answer = hub.command(table.room, table.key(Seat::One), &chosen, fresh(), None) => { answer.unwrap(); }
            () = std::future::ready(()) => {}
        }
    }
    let told = common::next(&mut visit, "change").await;
    assert_eq!(told["plies"]["add"], json!([{ "by": 1, "text": "5", "did": "crosses out 5" }]));
    table.play(&hub, Seat::Two, "1").await.unwrap();
}

#[tokio::test]
async fn a_dropped_hub_has_stored_everything() {
    let place = Place::new();
    let mut expected = Vec::new();
    let hub = place.hub();
    for number in 0..20 {
        let table = pair(&hub, wish(["duel", "token", "cards"][number % 3], json!({}))).await;
        for ply in 0..number {
            let Some((seat, moves)) = movers(&table.game(&hub).await).into_iter().next() else { break };
            table.play(&hub, seat, &moves[scramble(ply) % moves.len()]).await.unwrap();
        }
        let game = table.game(&hub).await;
        expected.push((table, game));
    }
    drop(hub);
    let hub = place.hub();
    assert_eq!(hub.loaded(), 0, "rooms are loaded on demand");
    for (table, game) in expected {
        assert_eq!(table.game(&hub).await, game);
    }
}
