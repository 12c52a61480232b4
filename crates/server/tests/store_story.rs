//! One story that every store has to tell: of two who write the same version one counts, what is refused leaves no trace, and
//! a secret lies in a table of its own until it is none.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

mod common;

use numberline_rules::Seat;
use numberline_server::{
    ClientId, Deed, Entry, Opening, RoomId, SeatKey, Secret, Shelf, Sqlite, SqliteShelf, Standing, Store,
    StoreError, Write,
};
use rusqlite::Connection;
use serde_json::json;

use common::{Place, name, wish};

fn entry(version: u64, deed: Deed, seat: Seat, client: &str) -> Box<Entry> {
    let client = Some(ClientId::try_from(client.to_owned()).unwrap());
    Box::new(Entry { version, deed, seat: Some(seat), client, left: None })
}

fn moved(room: RoomId, version: u64, seat: Seat, client: &str, text: &str) -> Write {
    let entry = entry(version, Deed::Moved { text: text.to_owned() }, seat, client);
    Write::Append { room, entry, secret: None, standing: None, opens: None }
}

fn chose(room: RoomId, version: u64, seat: Seat, text: &str, completes: bool) -> Write {
    let entry = entry(version, Deed::Chose, seat, &format!("choice{version}"));
    let secret = Some(Secret { text: text.to_owned(), completes });
    Write::Append { room, entry, secret, standing: None, opens: None }
}

fn opening(room: RoomId, listed: bool) -> Box<Opening> {
    let joined = Seat::BOTH.map(|seat| {
        let deed = Deed::Joined { name: name("Ada"), key: SeatKey::random().hash() };
        *entry(u64::from(seat.number()), deed, seat, "join")
    });
    let wish = wish("duel", json!({ "listed": listed }));
    Box::new(Opening { room, wish, joined: joined.to_vec(), standing: Standing::Live })
}

/// The story, for any store and any shelf that looks at the same place.
fn tell(store: &mut dyn Store, shelf: &dyn Shelf) {
    let [room, other, third] = [(), (), ()].map(|()| RoomId::random());
    assert!(shelf.load(room, 0).unwrap().is_none());
    assert_eq!(shelf.version(room).unwrap(), 0);
    assert_eq!(store.write(&[Write::Open(opening(room, true)), Write::Probe]), [Ok(()), Ok(())]);
    assert_eq!(shelf.version(room).unwrap(), 2);
    compare_and_swap(store, shelf, room);
    refuse_without_a_trace(store, shelf, room, other);
    keep_secrets(store, shelf, other);
    open_with_an_entry(store, shelf, room, third);
}

fn compare_and_swap(store: &mut dyn Store, shelf: &dyn Shelf, room: RoomId) {
    let both = [moved(room, 3, Seat::One, "a", "5"), moved(room, 3, Seat::Two, "b", "6")];
    assert_eq!(store.write(&both), [Ok(()), Err(StoreError::Stale)]);
    assert_eq!(store.write(&[moved(room, 5, Seat::Two, "c", "6")]), [Err(StoreError::Stale)], "a gap");
    assert_eq!(store.write(&[moved(room, 2, Seat::Two, "d", "6")]), [Err(StoreError::Stale)], "long ago");
    assert_eq!(shelf.version(room).unwrap(), 3);
    assert_eq!(store.write(&[moved(room, 4, Seat::Two, "a", "7")]), [Ok(())]);
    // What the clients called their commands is told with them.
    let log = shelf.load(room, 2).unwrap().unwrap().log;
    let told: Vec<_> = log.into_iter().map(|(entry, _)| Box::new(entry)).collect();
    let moved = |version, seat, text: &str| entry(version, Deed::Moved { text: text.to_owned() }, seat, "a");
    assert_eq!(told, [moved(3, Seat::One, "5"), moved(4, Seat::Two, "7")]);
    assert_eq!(
        store.write(&[Write::Open(opening(room, true))]),
        [Err(StoreError::Stale)],
        "the name is taken"
    );
}

fn refuse_without_a_trace(store: &mut dyn Store, shelf: &dyn Shelf, room: RoomId, other: RoomId) {
    // In one commit with others, what is refused takes nobody with it.
    let batch = [
        moved(room, 4, Seat::One, "stale", "1"),
        Write::Open(opening(other, false)),
        moved(other, 3, Seat::One, "a", "1"),
        moved(RoomId::random(), 1, Seat::One, "a", "1"),
        moved(room, 5, Seat::One, "fits", "1"),
    ];
    let stale = || Err(StoreError::Stale);
    assert_eq!(store.write(&batch), [stale(), Ok(()), Ok(()), stale(), Ok(())]);
    assert_eq!((shelf.version(room).unwrap(), shelf.version(other).unwrap()), (5, 3));
    let listed: Vec<_> = shelf.list(Standing::Live, 10).unwrap().iter().map(|row| row.room).collect();
    assert_eq!(listed.first(), Some(&room));
    assert!(!listed.contains(&other), "a private room is in no list");
}

fn keep_secrets(store: &mut dyn Store, shelf: &dyn Shelf, room: RoomId) {
    let last = |shelf: &dyn Shelf| shelf.load(room, 3).unwrap().unwrap().log;
    assert_eq!(store.write(&[chose(room, 4, Seat::One, "3", false)]), [Ok(())]);
    assert_eq!(shelf.waiting(room).unwrap().as_deref(), Some("3"));
    assert_eq!(last(shelf)[0].1.as_deref(), Some("3"));
    assert_eq!(store.write(&[chose(room, 5, Seat::Two, "4", true)]), [Ok(())]);
    assert_eq!(shelf.waiting(room).unwrap(), None);
    let told: Vec<_> = last(shelf).into_iter().map(|(_, chosen)| chosen).collect();
    assert_eq!(told, [Some("3".to_owned()), Some("4".to_owned())]);
    // What was chosen for a turn that is not finished is forgotten.
    assert_eq!(store.write(&[chose(room, 6, Seat::One, "5", false)]), [Ok(())]);
    let gives_up = entry(7, Deed::Resigned, Seat::Two, "enough");
    let standing = Some(Standing::Over);
    let write = Write::Append { room, entry: gives_up, secret: None, standing, opens: None };
    assert_eq!(store.write(&[write]), [Ok(())]);
    assert_eq!((shelf.waiting(room).unwrap(), last(shelf)[2].1.clone()), (None, None));
}

fn open_with_an_entry(store: &mut dyn Store, shelf: &dyn Shelf, room: RoomId, third: RoomId) {
    let again = |version| {
        let entry = entry(version, Deed::Rematched { room: third }, Seat::One, &format!("again{version}"));
        Write::Append { room, entry, secret: None, standing: None, opens: Some(opening(third, true)) }
    };
    assert_eq!(store.write(&[again(9)]), [Err(StoreError::Stale)]);
    assert!(shelf.load(third, 0).unwrap().is_none(), "both or neither");
    assert_eq!(store.write(&[again(6)]), [Ok(())]);
    assert_eq!(shelf.load(third, 0).unwrap().unwrap().log.len(), 2);
    assert_eq!(shelf.list(Standing::Live, 10).unwrap()[0].room, third, "the newest comes first");
}

#[test]
fn sqlite_tells_the_story() {
    let place = Place::new();
    let mut store = Sqlite::open(&place.path()).unwrap();
    tell(&mut store, &SqliteShelf::open(&place.path()).unwrap());
    drop(store);
    // And once more, after what is there already.
    tell(&mut Sqlite::open(&place.path()).unwrap(), &SqliteShelf::open(&place.path()).unwrap());
}

#[test]
fn a_challenge_is_listed_only_while_somebody_may_wait() {
    let place = Place::new();
    let mut store = Sqlite::open(&place.path()).unwrap();
    let [old, new] = [(); 2].map(|()| RoomId::random());
    for room in [old, new] {
        let opening = Opening { standing: Standing::Open, ..*opening(room, true) };
        store.write(&[Write::Open(Box::new(opening))]).into_iter().for_each(|written| written.unwrap());
    }
    let shelf = SqliteShelf::open(&place.path()).unwrap();
    let listed = || shelf.list(Standing::Open, 10).unwrap().iter().map(|row| row.room).collect::<Vec<_>>();
    assert_eq!(listed(), [new, old]);
    let file = Connection::open(place.path()).unwrap();
    file.execute("UPDATE rooms SET opened = opened - 86400 WHERE room = ?1", [old.to_string()]).unwrap();
    assert_eq!(listed(), [new]);
}

#[cfg(unix)]
#[test]
fn what_waits_can_be_read_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let store = Sqlite::open(&place.path()).unwrap();
    for name in ["rooms.db", "rooms.db-wal", "rooms.db-shm"] {
        let mode = std::fs::metadata(place.path().with_file_name(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    drop(store);
}

#[test]
fn a_file_of_somebody_else_stays_as_it_is() {
    let place = Place::new();
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
fn a_file_of_a_newer_version_is_left_alone() {
    let place = Place::new();
    drop(Sqlite::open(&place.path()).unwrap());
    Connection::open(place.path()).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused = Sqlite::open(&place.path()).err().unwrap().to_string();
    assert!(refused.contains("another version") && refused.contains("99"), "{refused}");
}

#[test]
fn commits_go_to_the_disk() {
    let place = Place::new();
    drop(Sqlite::open(&place.path()).unwrap());
    assert!(rusqlite::version_number() >= 3_051_003);
    let file = Connection::open(place.path()).unwrap();
    let mode: String = file.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}

/// A disk is full when the file may not grow any more.
#[test]
fn a_full_disk_refuses_and_goes_on_when_there_is_room_again() {
    let place = Place::new();
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
        assert!(version < 10_000, "the file grows and grows");
    };
    assert_eq!(refused, StoreError::Full);
    assert!(refused.to_string().contains("nothing was changed"));
    let shelf = SqliteShelf::open(&place.path()).unwrap();
    assert_eq!(shelf.version(room).unwrap(), version, "what was there can be read, and no more is there");
    store.set_most_pages(None).unwrap();
    assert_eq!(store.write(&[moved(room, version + 1, Seat::One, "again", "5")]), [Ok(())]);
    assert_eq!(shelf.load(room, version).unwrap().unwrap().log.len(), 1);
}
