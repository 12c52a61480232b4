//! Moves per second that reach the disk: `cargo bench -p numberline-server`. Everything timed is then read back from
//! the file.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use numberline_rules::Seat;
use numberline_server::{
    ClientId, Command, Hub, HubConfig, LocalBus, LogEntry, NewRoom, RoomEvent, RoomId, RoomStanding, SeatKey,
    Sqlite, SqliteConnection, SqliteReader, Study, Wish, Write, Writer,
};
use numberline_table::Name;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Matches played at the same time.
const ROOMS: usize = 100;

/// Moves in each of them.
const MOVES: u64 = 50;

fn main() {
    divan::main();
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

fn wish() -> Wish {
    serde_json::from_str(r#"{"game":"token","set":["length=20","start=10"]}"#).unwrap()
}

fn path(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("rooms.db")
}

/// Entries of a hundred rooms, each of which waits until its last one is on disk.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn append(bencher: Bencher<'_, '_>) {
    let runtime = runtime();
    let folder = tempfile::tempdir().unwrap();
    let (writer, _) = Writer::start(Sqlite::open(&path(&folder)).unwrap()).unwrap();
    let file = SqliteConnection::open(&path(&folder)).unwrap();
    let open = || {
        let room = RoomId::random();
        let opening = NewRoom { room, wish: wish(), joined: Vec::new(), standing: RoomStanding::Live };
        runtime.block_on(writer.write(Write::Open(Box::new(opening)))).unwrap();
        room
    };
    bencher
        .counter(ItemsCount::new(ROOMS as u64 * MOVES))
        .with_inputs(|| (0..ROOMS).map(|_| open()).collect::<Vec<_>>())
        .bench_local_values(|rooms| {
            let tasks =
                rooms.iter().map(|room| runtime.spawn(fill(writer.clone(), *room))).collect::<Vec<_>>();
            tasks.into_iter().for_each(|task| runtime.block_on(task).unwrap());
            assert!(rooms.iter().all(|room| file.version(*room) == Ok(MOVES)));
        });
}

async fn fill(writer: Writer, room: RoomId) {
    for version in 1..=MOVES {
        let client = ClientId::try_from(format!("0123456789abcdef-{version}")).unwrap();
        let entry = LogEntry {
            version,
            event: RoomEvent::Moved { text: "1 right".into() },
            seat: Some(Seat::One),
            client: Some(client),
            left: None,
        };
        writer.write(Write::Append { room, decision: Arc::new(entry.into()) }).await.unwrap();
    }
}

/// Whole matches: both players and a spectator get every change, and the next move waits for the answer to the last.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn play(bencher: Bencher<'_, '_>) {
    let runtime = runtime();
    let folder = tempfile::tempdir().unwrap();
    let (writer, _) = Writer::start(Sqlite::open(&path(&folder)).unwrap()).unwrap();
    let file = SqliteConnection::open(&path(&folder)).unwrap();
    let hub = runtime.block_on(async {
        Hub::start(
            writer,
            SqliteReader::new(&path(&folder)),
            LocalBus::new(),
            Study::default(),
            HubConfig::default(),
        )
    });
    let open = || {
        runtime.block_on(async {
            let ada = hub.open(wish(), Name::of_seat(Seat::One), Some(Seat::One)).await.unwrap();
            let bo = hub.join(ada.room, Name::of_seat(Seat::Two), None).await.unwrap();
            (ada.room, [ada.key, bo.key])
        })
    };
    bencher
        .counter(ItemsCount::new(ROOMS as u64 * MOVES))
        .with_inputs(|| (0..ROOMS).map(|_| open()).collect::<Vec<_>>())
        .bench_local_values(|rooms| {
            let matches = rooms
                .iter()
                .map(|(room, keys)| runtime.spawn(play_match(Arc::clone(&hub), *room, keys.clone())));
            matches.collect::<Vec<_>>().into_iter().for_each(|task| runtime.block_on(task).unwrap());
            assert!(rooms.iter().all(|(room, _)| file.version(*room) == Ok(MOVES + 2)));
        });
}

async fn play_match(hub: Arc<Hub>, room: RoomId, keys: [SeatKey; 2]) {
    let mut visits = Vec::new();
    for key in [keys.first(), keys.last(), None] {
        visits.push(hub.visit(room, key, None).await.unwrap());
    }
    for number in 0..MOVES {
        let (key, text) = match number % 2 {
            0 => (keys.first(), "1 right"),
            _ => (keys.last(), "1 left"),
        };
        let client = ClientId::try_from(format!("0123456789abcdef-{number}")).unwrap();
        let version =
            hub.command(room, key.unwrap(), &Command::Move { text: text.into() }, client, None).await;
        assert_eq!(version, Ok(number + 3));
        for visit in &mut visits {
            while !visit.changes.recv().await.unwrap().contains(r#""what":"moved""#) {}
        }
    }
}
