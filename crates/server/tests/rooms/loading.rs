//! Loading rooms: long ones wait for each other, and nobody else waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::BoxFuture;
use numberline_rules::Seat;
use numberline_server::{
    Command, Hub, HubConfig, Kept, LocalBus, LogEntry, Reader, RoomEvent, RoomId, RoomRow, RoomStanding,
    Store, StoreError, Study, Write, Writer,
};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::common::{PATIENCE, Place, pair, wish};

/// A reader that takes for ever to load one of these rooms.
#[derive(Clone)]
struct Stuck {
    reader: Arc<dyn Reader>,
    rooms: Arc<Vec<RoomId>>,
    begun: Arc<AtomicUsize>,
    freed: Arc<Semaphore>,
}

impl Reader for Stuck {
    fn load(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<Kept>, StoreError>> {
        Box::pin(async move {
            if self.rooms.contains(&room) && after == 0 {
                self.begun.fetch_add(1, Ordering::Relaxed);
                drop(self.freed.acquire().await);
            }
            self.reader.load(room, after).await
        })
    }

    fn waiting(&self, room: RoomId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        self.reader.waiting(room)
    }

    fn version(&self, room: RoomId) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.reader.version(room)
    }

    fn list(&self, standing: RoomStanding, most: u32) -> BoxFuture<'_, Result<Vec<RoomRow>, StoreError>> {
        self.reader.list(standing, most)
    }

    fn deleted(&self, after: Option<u64>) -> BoxFuture<'_, Result<(u64, Vec<RoomId>), StoreError>> {
        self.reader.deleted(after)
    }
}

/// Appends offers that are declined until the room has this many entries.
fn lengthen(store: &mut Box<dyn Store>, room: RoomId, entries: u64) {
    let writes = (3..=entries).map(|version| {
        let event = if version % 2 == 0 { RoomEvent::Declined } else { RoomEvent::OfferedDraw };
        let entry = LogEntry { version, event, seat: Some(Seat::One), client: None, left: None };
        Write::Append { room, decision: Arc::new(entry.into()) }
    });
    let writes: Vec<Write> = writes.collect();
    assert!(store.write(&writes).iter().all(Result::is_ok));
}

/// Asks for twelve rooms that take for ever to load, of which the hub loads some at once.
async fn load_twelve(entries: u64, at_once: usize) {
    let place = Place::new();
    let hub = place.hub();
    let mut rooms = Vec::new();
    for _ in 0..12 {
        rooms.push(pair(&hub, wish("duel", json!({}))).await.room);
    }
    let short = pair(&hub, wish("duel", json!({ "listed": true }))).await;
    drop(hub);
    let mut store = place.store();
    rooms.iter().for_each(|room| lengthen(&mut store, *room, entries));
    drop(store);
    let reader = Stuck {
        reader: place.reader(),
        rooms: Arc::new(rooms.clone()),
        begun: Arc::default(),
        freed: Arc::new(Semaphore::new(0)),
    };
    let (writer, _) = Writer::start(place.store()).unwrap();
    let hub = Hub::start(writer, reader.clone(), LocalBus::new(), Study::default(), HubConfig::default());
    let loads: Vec<_> = rooms
        .iter()
        .map(|room| {
            let (hub, room) = (Arc::clone(&hub), *room);
            tokio::spawn(async move { hub.game(room).await.map(drop) })
        })
        .collect();
    while reader.begun.load(Ordering::Relaxed) < at_once {
        tokio::task::yield_now().await;
    }
    assert_eq!(hub.list(RoomStanding::Live, 10).await.unwrap().len(), 1, "a list waits for no room");
    if at_once == 1 {
        let others = short.act(&hub, Seat::One, &Command::Resign);
        tokio::time::timeout(PATIENCE, others).await.expect("a short room waits for no long one").unwrap();
    }
    assert_eq!(reader.begun.load(Ordering::Relaxed), at_once);
    reader.freed.close();
    for load in loads {
        load.await.unwrap().unwrap();
    }
    assert_eq!(reader.begun.load(Ordering::Relaxed), 12);
}

#[tokio::test]
async fn long_rooms_wait_for_each_other_and_hold_up_no_others() {
    load_twelve(1_001, 1).await;
}

/// The control: with one entry less they are in the lane of all others.
#[tokio::test]
async fn rooms_that_are_not_long_share_a_lane() {
    load_twelve(1_000, 2).await;
}
