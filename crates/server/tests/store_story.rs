//! One story for every store: of two writers of the same version one wins, a refused change leaves no trace, and a
//! secret stays in a separate table until it is revealed.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

use crate::common;

use numberline_rules::Seat;
use numberline_server::{
    ClientId, Decision, LogEntry, NewRoom, Reader, RoomEvent, RoomId, RoomStanding, SeatKey, SecretFate,
    Sqlite, SqliteReader, Store, StoreError, Write,
};
use rusqlite::Connection;
use serde_json::json;

use common::{Place, name, wish};

fn entry(version: u64, event: RoomEvent, seat: Seat, client: &str) -> LogEntry {
    let client = Some(ClientId::try_from(client.to_owned()).unwrap());
    LogEntry { version, event, seat: Some(seat), client, left: None }
}

fn append(room: RoomId, decision: impl Into<Decision>) -> Write {
    Write::Append { room, decision: decision.into().into() }
}

fn moved(room: RoomId, version: u64, seat: Seat, client: &str, text: &str) -> Write {
    append(room, entry(version, RoomEvent::Moved { text: text.to_owned() }, seat, client))
}

fn secretly(room: RoomId, version: u64, event: RoomEvent, secret: SecretFate) -> Write {
    let entry = entry(version, event, Seat::One, &format!("secret{version}"));
    append(room, Decision { secret, ..entry.into() })
}

fn joined(text: &str) -> RoomEvent {
    RoomEvent::Joined { name: Some(name(text)), key: SeatKey::random().hash() }
}

pub(crate) fn opening(room: RoomId, listed: bool) -> Box<NewRoom> {
    let joined = Seat::BOTH.map(|seat| {
        entry(u64::from(seat.number()), joined(if seat == Seat::One { "Ada" } else { "Bo" }), seat, "join")
    });
    let wish = wish("duel", json!({ "listed": listed }));
    Box::new(NewRoom { room, wish, joined: joined.to_vec(), standing: RoomStanding::Live })
}

/// The story, for any store and any reader of the same place.
async fn tell(store: &mut dyn Store, reader: &dyn Reader) {
    let [room, other, third] = [(), (), ()].map(|()| RoomId::random());
    assert!(reader.load(room, 0).await.unwrap().is_none());
    assert_eq!(reader.version(room).await.unwrap(), 0);
    assert_eq!(store.write(&[Write::Open(opening(room, true)), Write::Probe]), [Ok(()), Ok(())]);
    assert_eq!(reader.version(room).await.unwrap(), 2);
    compare_and_swap(store, reader, room).await;
    refuse_without_a_trace(store, reader, room, other).await;
    keep_secrets(store, reader, other).await;
    open_with_an_entry(store, reader, room, third).await;
    list_the_names(store, reader).await;
}

/// Whether a player came with the room or later, the list has the name in its seat.
async fn list_the_names(store: &mut dyn Store, reader: &dyn Reader) {
    let (both, room) = (RoomId::random(), RoomId::random());
    let mut alone = opening(room, true);
    alone.joined.truncate(1);
    assert_eq!(store.write(&[Write::Open(opening(both, true)), Write::Open(alone)]), [Ok(()), Ok(())]);
    let names = async |wanted| {
        let rows = reader.list(RoomStanding::Live, 10).await.unwrap();
        rows.into_iter().find(|row| row.room == wanted).unwrap().names.map(Option::unwrap_or_default)
    };
    assert_eq!(names(both).await, ["Ada", "Bo"]);
    assert_eq!(names(room).await, ["Ada", ""]);
    let cy = append(room, entry(2, joined("Cy"), Seat::Two, "join"));
    assert_eq!(store.write(&[cy]), [Ok(())]);
    assert_eq!(names(room).await, ["Ada", "Cy"]);
}

async fn compare_and_swap(store: &mut dyn Store, reader: &dyn Reader, room: RoomId) {
    let both = [moved(room, 3, Seat::One, "a", "5"), moved(room, 3, Seat::Two, "b", "6")];
    assert_eq!(store.write(&both), [Ok(()), Err(StoreError::Stale)]);
    assert_eq!(store.write(&[moved(room, 5, Seat::Two, "c", "6")]), [Err(StoreError::Stale)], "a gap");
    assert_eq!(
        store.write(&[moved(room, 2, Seat::Two, "d", "6")]),
        [Err(StoreError::Stale)],
        "an old version"
    );
    assert_eq!(reader.version(room).await.unwrap(), 3);
    assert_eq!(store.write(&[moved(room, 4, Seat::Two, "a", "7")]), [Ok(())]);
    // The clients' command ids are read back with them.
    let log = reader.load(room, 2).await.unwrap().unwrap().log;
    let told: Vec<_> = log.into_iter().map(|(entry, _)| entry).collect();
    let moved =
        |version, seat, text: &str| entry(version, RoomEvent::Moved { text: text.to_owned() }, seat, "a");
    assert_eq!(told, [moved(3, Seat::One, "5"), moved(4, Seat::Two, "7")]);
    assert_eq!(
        store.write(&[Write::Open(opening(room, true))]),
        [Err(StoreError::Stale)],
        "the name is taken"
    );
}

async fn refuse_without_a_trace(store: &mut dyn Store, reader: &dyn Reader, room: RoomId, other: RoomId) {
    // In one commit with others, a refused change does not affect them.
    let batch = [
        moved(room, 4, Seat::One, "stale", "1"),
        Write::Open(opening(other, false)),
        moved(other, 3, Seat::One, "a", "1"),
        moved(RoomId::random(), 1, Seat::One, "a", "1"),
        moved(room, 5, Seat::One, "fits", "1"),
    ];
    let stale = || Err(StoreError::Stale);
    assert_eq!(store.write(&batch), [stale(), Ok(()), Ok(()), stale(), Ok(())]);
    assert_eq!((reader.version(room).await.unwrap(), reader.version(other).await.unwrap()), (5, 3));
    let listed: Vec<_> =
        reader.list(RoomStanding::Live, 10).await.unwrap().iter().map(|row| row.room).collect();
    assert_eq!(listed.first(), Some(&room));
    assert!(!listed.contains(&other), "a private room is in no list");
}

/// A store does with secrets what it is told, whatever the events: it knows nothing of turns.
async fn keep_secrets(store: &mut dyn Store, reader: &dyn Reader, room: RoomId) {
    let mut write = async |version, event, fate| {
        assert_eq!(store.write(&[secretly(room, version, event, fate)]), [Ok(())]);
        let log = reader.load(room, 3).await.unwrap().unwrap().log;
        (reader.waiting(room).await.unwrap(), log.into_iter().map(|(_, chosen)| chosen).collect::<Vec<_>>())
    };
    let [three, four, five] = ["3", "4", "5"].map(|text| Some(text.to_owned()));
    assert_eq!(
        write(4, RoomEvent::Chose, SecretFate::Keep("3".into())).await,
        (three.clone(), vec![three.clone()])
    );
    // Another choice takes the place of the first, which is gone for good.
    let changed = write(5, RoomEvent::ChoseAgain, SecretFate::Keep("2".into())).await;
    let two = Some("2".to_owned());
    assert_eq!(changed, (two.clone(), vec![None, two.clone()]));
    let told = vec![None, two, four];
    drop(three);
    assert_eq!(write(6, RoomEvent::Chose, SecretFate::Reveal("4".into())).await, (None, told.clone()));
    // Revealed choices stay revealed; deleted ones are gone for good.
    let kept = write(7, RoomEvent::OfferedDraw, SecretFate::Keep("5".into())).await;
    assert_eq!(kept, (five.clone(), [&told[..], &[five]].concat()));
    let forgotten = write(8, RoomEvent::OfferedDraw, SecretFate::Forget).await;
    assert_eq!(forgotten, (None, [&told[..], &[None, None]].concat()));
}

async fn open_with_an_entry(store: &mut dyn Store, reader: &dyn Reader, room: RoomId, third: RoomId) {
    let again = |version| {
        let entry =
            entry(version, RoomEvent::Rematched { room: third }, Seat::One, &format!("again{version}"));
        append(room, Decision { opens: Some(opening(third, true)), ..entry.into() })
    };
    assert_eq!(store.write(&[again(9)]), [Err(StoreError::Stale)]);
    assert!(reader.load(third, 0).await.unwrap().is_none(), "both or neither");
    assert_eq!(store.write(&[again(6)]), [Ok(())]);
    assert_eq!(reader.load(third, 0).await.unwrap().unwrap().log.len(), 2);
    assert_eq!(reader.list(RoomStanding::Live, 10).await.unwrap()[0].room, third, "the newest comes first");
}

#[tokio::test]
async fn every_store_tells_the_story() {
    for place in [Some(Place::with_file()), Place::on_postgres()].into_iter().flatten() {
        // The second time, on top of existing rooms.
        for _ in 0..2 {
            tell(&mut place.store(), &place.reader()).await;
        }
    }
}

/// Two servers on one PostgreSQL write the same versions of many rooms, in opposite orders.
#[tokio::test]
async fn of_two_servers_one_wins_each_version() {
    let Some(place) = Place::on_postgres() else { return };
    let mut rooms: Vec<RoomId> = (0..50).map(|_| RoomId::random()).collect();
    let opened: Vec<Write> = rooms.iter().map(|room| Write::Open(opening(*room, true))).collect();
    assert!(place.store().write(&opened).iter().all(Result::is_ok));
    let mut stores = [place.store(), place.store()];
    for version in 3..12 {
        let batches = [(); 2].map(|()| {
            rooms.reverse();
            let moves =
                rooms.iter().map(|room| moved(*room, version, Seat::One, &format!("c{version}"), "5"));
            (rooms.clone(), moves.collect::<Vec<_>>())
        });
        let [one, two] = std::thread::scope(|scope| {
            let mut pairs = stores.iter_mut().zip(&batches);
            let mut start = || {
                let (store, (_, batch)) = pairs.next().unwrap();
                scope.spawn(|| store.write(batch))
            };
            [start(), start()].map(|running| running.join().unwrap())
        });
        for (room, answer) in batches[0].0.iter().zip(&one) {
            let other = batches[1].0.iter().position(|other| other == room).unwrap();
            let answers = [answer.is_ok(), two[other].is_ok()];
            assert!(answers == [true, false] || answers == [false, true], "{answers:?}");
        }
    }
    for room in rooms {
        assert_eq!(place.reader().load(room, 0).await.unwrap().unwrap().log.len(), 11);
    }
}

#[tokio::test]
async fn a_challenge_is_listed_only_while_a_player_may_be_waiting() {
    let place = Place::with_file();
    let mut store = Sqlite::open(&place.path()).unwrap();
    let [old, new] = [(); 2].map(|()| RoomId::random());
    for room in [old, new] {
        let opening = NewRoom { standing: RoomStanding::Open, ..*opening(room, true) };
        store.write(&[Write::Open(Box::new(opening))]).into_iter().for_each(|written| written.unwrap());
    }
    let reader = SqliteReader::new(&place.path());
    let listed = async || {
        let rows = reader.list(RoomStanding::Open, 10).await.unwrap();
        rows.iter().map(|row| row.room).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, [new, old]);
    let file = Connection::open(place.path()).unwrap();
    file.execute("UPDATE rooms SET opened = opened - 86400 WHERE room = ?1", [old.to_string()]).unwrap();
    assert_eq!(listed().await, [new]);
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_file();
    let store = Sqlite::open(&place.path()).unwrap();
    for name in ["rooms.db", "rooms.db-wal", "rooms.db-shm"] {
        let mode = std::fs::metadata(place.path().with_file_name(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    drop(store);
}

#[test]
fn a_foreign_file_is_left_alone() {
    let place = Place::with_file();
    for (pragma, says) in [
        ("CREATE TABLE theirs (x); PRAGMA user_version = 7", "belongs to another program"),
        ("CREATE TABLE theirs (x)", "belongs to another program"),
    ] {
        let path = place.path();
        Connection::open(&path).unwrap().execute_batch(pragma).unwrap();
        let before = std::fs::read(&path).unwrap();
        let refused = Sqlite::open(&path).err().unwrap().to_string();
        assert!(refused.contains(says), "{refused}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
        std::fs::remove_file(path).unwrap();
    }
    std::fs::write(place.path(), "This is a text and no database, whatever its name may be.".repeat(50))
        .unwrap();
    assert!(Sqlite::open(&place.path()).is_err());
}

#[test]
fn a_file_from_a_newer_version_is_left_alone() {
    let place = Place::with_file();
    drop(Sqlite::open(&place.path()).unwrap());
    Connection::open(place.path()).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused = Sqlite::open(&place.path()).err().unwrap().to_string();
    assert!(refused.contains("another version") && refused.contains("99"), "{refused}");
}

#[test]
fn commits_go_to_the_disk() {
    let place = Place::with_file();
    drop(Sqlite::open(&place.path()).unwrap());
    assert!(rusqlite::version_number() >= 3_051_003);
    let file = Connection::open(place.path()).unwrap();
    let mode: String = file.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    let vacuum: u8 = file.pragma_query_value(None, "auto_vacuum", |row| row.get(0)).unwrap();
    assert_eq!(vacuum, 2, "incremental: what deleted rooms leave can be given back");
}

/// A disk is full when the file may not grow any more.
#[tokio::test]
async fn a_full_disk_refuses_and_recovers_when_there_is_space() {
    let place = Place::with_file();
    let mut store = Sqlite::open(&place.path()).unwrap();
    let room = RoomId::random();
    assert_eq!(store.write(&[Write::Open(opening(room, true))]), [Ok(())]);
    store.set_most_pages(Some(1)).unwrap();
    let mut version = 2;
    let refused = loop {
        let long = "5 ".repeat(500);
        match &store.write(&[moved(room, version + 1, Seat::One, &format!("c{version}"), &long)])[..] {
            [Ok(())] => version += 1,
            [Err(error)] => break error.clone(),
            _ => panic!("one answer for one change"),
        }
        assert!(version < 10_000, "the file keeps growing");
    };
    assert_eq!(refused, StoreError::Full);
    assert!(refused.to_string().contains("Nothing changed"));
    let reader = SqliteReader::new(&place.path());
    assert_eq!(
        reader.version(room).await.unwrap(),
        version,
        "the old content can be read, and there is nothing new"
    );
    store.set_most_pages(None).unwrap();
    assert_eq!(store.write(&[moved(room, version + 1, Seat::One, "again", "5")]), [Ok(())]);
    assert_eq!(reader.load(room, version).await.unwrap().unwrap().log.len(), 1);
}
