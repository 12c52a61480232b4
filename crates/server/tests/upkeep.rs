//! What the store notices about its own file: damage, loss, removal, and a file that only seems complete.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numberline_rules::Seat;
use numberline_server::{
    Archive, ArchiveError, DamagedLogError, Hub, HubError, RoomId, Sqlite, SqliteConnection, StopReason,
    Store, StoreError, Write,
};
use rusqlite::Connection;
use serde_json::json;

use crate::store_story::opening;
use common::{Pair, Place, pair, wish};

/// A match of each kind, with a choice that waits in the second.
async fn play_some(hub: &Hub) -> [Pair; 2] {
    let duel = pair(hub, wish("duel", json!({ "time": { "seconds": 600, "increment": 1 } }))).await;
    duel.play(hub, Seat::One, "5").await.unwrap();
    duel.play(hub, Seat::Two, "7 8").await.unwrap();
    let cards = pair(hub, wish("cards", json!({}))).await;
    for (seat, card) in [(Seat::One, "2"), (Seat::Two, "4"), (Seat::Two, "1")] {
        cards.play(hub, seat, card).await.unwrap();
    }
    [duel, cards]
}

fn change(file: &Path, statement: &str) {
    let connection = Connection::open(file).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    assert_eq!(connection.execute(statement, []).unwrap(), 1, "{statement}");
}

/// The database itself makes the copy: its server may still be moving the log into the file.
fn copy(from: &Path, to: &Path) {
    for end in ["", "-wal", "-shm"] {
        drop(fs::remove_file(PathBuf::from(format!("{}{end}", to.display()))));
    }
    Connection::open(from).unwrap().execute("VACUUM INTO ?1", [to.to_str()]).unwrap();
}

/// Whatever is damaged in a room's rows, the room says where, and the other room is not affected.
#[tokio::test]
async fn damage_is_noticed_where_it_is() {
    let place = Place::with_file();
    let hub = place.hub();
    let [duel, cards] = play_some(&hub).await;
    drop(hub);
    let of = |table: &Pair| format!("number = (SELECT number FROM rooms WHERE room = '{}')", table.room);
    let (duels, choices) = (of(&duel), of(&cards));
    let copied = place.path().with_extension("copy");
    copy(&place.path(), &copied);
    for table in [&duel, &cards] {
        let sound = SqliteConnection::open(&copied).unwrap().load(table.room, 0);
        assert_eq!(sound.unwrap().unwrap().log.len(), if table.room == duel.room { 4 } else { 5 });
    }
    for (table, statement, version) in [
        (&duel, format!("UPDATE log SET body = '4' WHERE version = 3 AND {duels}"), 3),
        (&duel, format!("UPDATE log SET body = 'Eve' WHERE version = 1 AND {duels}"), 1),
        (&duel, format!("UPDATE log SET seat = 3 - seat WHERE version = 4 AND {duels}"), 4),
        (&duel, format!("UPDATE log SET client = 'other' WHERE version = 3 AND {duels}"), 3),
        (&duel, format!("UPDATE log SET left1 = left1 + 1 WHERE version = 4 AND {duels}"), 4),
        (&duel, format!("UPDATE log SET kind = 'resigned' WHERE version = 4 AND {duels}"), 4),
        (&duel, format!("UPDATE log SET kind = 'nonsense' WHERE version = 4 AND {duels}"), 4),
        (&duel, format!("UPDATE log SET version = 9 WHERE version = 2 AND {duels}"), 2),
        (&duel, format!("UPDATE log SET sum = sum + 1 WHERE version = 2 AND {duels}"), 2),
        (&duel, format!("DELETE FROM log WHERE version = 4 AND {duels}"), 1),
        (&duel, format!("UPDATE log SET before = id WHERE version = 3 AND {duels}"), 1),
        (&duel, format!("UPDATE keys SET hash = zeroblob(32) WHERE seat = 2 AND {duels}"), 2),
        (&duel, format!("UPDATE rooms SET wish = replace(wish, '600', '900') WHERE {duels}"), 0),
        (&duel, format!("DELETE FROM heads WHERE {duels}"), 0),
        (&cards, format!("UPDATE revealed SET chosen = '5' WHERE version = 3 AND {choices}"), 3),
        (&cards, format!("UPDATE pending SET chosen = '5' WHERE {choices}"), 5),
    ] {
        copy(&place.path(), &copied);
        change(&copied, &statement);
        let file = SqliteConnection::open(&copied).unwrap();
        let found = file.load(table.room, 0).map(|_| ());
        if statement.starts_with("UPDATE keys") {
            let joined = file.load(table.room, 0).err().unwrap();
            assert!(matches!(joined, StoreError::Damaged(DamagedLogError { version: 1 | 2 })), "{joined}");
        } else {
            assert_eq!(found, Err(DamagedLogError { version }.into()), "{statement}");
        }
        let other = if table.room == duel.room { &cards } else { &duel };
        assert!(file.load(other.room, 0).unwrap().is_some(), "{statement}");
    }
}

/// A room that catches up reads only what is new, and checks that, too.
#[tokio::test]
async fn damage_is_noticed_when_a_room_catches_up() {
    let place = Place::with_file();
    let hub = place.hub();
    let [duel, _] = play_some(&hub).await;
    drop(hub);
    let file = SqliteConnection::open(&place.path()).unwrap();
    assert_eq!(file.load(duel.room, 3).unwrap().unwrap().log.len(), 1);
    assert_eq!(file.load(duel.room, 4).unwrap().unwrap().log.len(), 0);
    let room = duel.room;
    let number = format!("number = (SELECT number FROM rooms WHERE room = '{room}')");
    change(&place.path(), &format!("UPDATE log SET body = '1' WHERE version = 4 AND {number}"));
    let found = file.load(duel.room, 3).map(|_| ());
    assert_eq!(found, Err(DamagedLogError { version: 4 }.into()));
}

/// A file from before the checksums gets them, and every game continues.
#[tokio::test]
async fn an_older_file_is_brought_up_to_date() {
    let place = Place::with_file();
    let hub = place.hub();
    let tables = play_some(&hub).await;
    let over = pair(&hub, wish("token", json!({}))).await;
    over.act(&hub, Seat::One, &numberline_server::Command::Resign).await.unwrap();
    let views = [tables[0].game(&hub).await, tables[1].game(&hub).await];
    drop(hub);
    let file = Connection::open(place.path()).unwrap();
    file.execute_batch(
        "DROP INDEX rooms_by_end; DROP TABLE deleted;
        ALTER TABLE rooms DROP COLUMN finished; ALTER TABLE rooms DROP COLUMN sum; ALTER TABLE log DROP COLUMN sum;
        ALTER TABLE pending DROP COLUMN sum; ALTER TABLE revealed DROP COLUMN sum; PRAGMA user_version = 2",
    )
    .unwrap();
    drop(file);
    let refused = Archive::open(&place.path().as_path().into()).unwrap().list().err().unwrap().to_string();
    assert!(refused.contains("start the server once"), "{refused}");
    let hub = place.hub();
    for (table, view) in tables.iter().zip(views) {
        let mut now = table.game(&hub).await;
        let mut before = view;
        // The clocks have run in between.
        before["clock"].take();
        now["clock"].take();
        assert_eq!(now, before);
    }
    tables[0].play(&hub, Seat::One, "1").await.unwrap();
    tables[1].play(&hub, Seat::One, "5").await.unwrap();
    drop(hub);
    let file = SqliteConnection::open(&place.path()).unwrap();
    assert_eq!(file.load(tables[0].room, 0).unwrap().unwrap().log.len(), 5);
    assert_eq!(file.load(tables[1].room, 0).unwrap().unwrap().log.len(), 6);
    let (rooms, damaged) = Archive::open(&place.path().as_path().into()).unwrap().list().unwrap();
    assert_eq!((rooms.len(), damaged.len()), (3, 0));
    assert_eq!(rooms.iter().filter(|room| room.finished.is_some()).count(), 1);
}

/// Something that happens to a file, with what it is called.
type Mishap = (&'static str, fn(&Path));

/// Nothing is acknowledged that goes into a file which is not at its path any more.
#[test]
fn a_file_that_was_taken_away_is_not_written() {
    let take_away: [Mishap; 5] = [
        ("deleted", |file| fs::remove_file(file).unwrap()),
        ("renamed", |file| fs::rename(file, file.with_extension("old")).unwrap()),
        ("replaced", |file| {
            fs::copy(file, file.with_extension("new")).unwrap();
            fs::rename(file.with_extension("new"), file).unwrap();
        }),
        ("without its log", |file| fs::remove_file(file.with_extension("db-wal")).unwrap()),
        // The control: what happens beside the file does not matter.
        ("", |file| fs::write(file.with_extension("other"), "beside it").unwrap()),
    ];
    for (what, take) in take_away {
        let place = Place::with_file();
        let mut store = Sqlite::open(&place.path()).unwrap();
        assert_eq!(store.write(&[Write::Probe]), [Ok(())]);
        take(&place.path());
        let expected = if what.is_empty() {
            [Ok(()), Ok(())]
        } else {
            [Err(StoreError::Unsure), Err(StoreError::Stopped(StopReason::Moved))]
        };
        let written = [store.write(&[Write::Probe]), store.write(&[Write::Probe])].concat();
        assert_eq!(written, expected, "{what}");
        // Without a write, a moment later.
        let place = Place::with_file();
        let mut store = Sqlite::open(&place.path()).unwrap();
        take(&place.path());
        store.tend(true);
        assert_eq!(store.write(&[Write::Probe]), [expected[1].clone()], "{what}");
    }
}

/// After a quiet second the file alone has everything. Before, it may have nothing.
#[test]
fn the_file_is_complete_when_the_store_is_idle() {
    let place = Place::with_file();
    let mut store = Sqlite::open(&place.path()).unwrap();
    let room = RoomId::random();
    assert_eq!(store.write(&[Write::Open(opening(room, true))]), [Ok(())]);
    let alone = place.path().with_extension("alone");
    let version = || {
        fs::copy(place.path(), &alone).unwrap();
        SqliteConnection::open(&alone).and_then(|file| file.version(room))
    };
    assert_ne!(version(), Ok(2), "the control: it is still in the log beside the file");
    store.tend(true);
    assert_eq!(version(), Ok(2));
}

#[tokio::test]
async fn an_error_of_the_archive_says_what_to_do() {
    let place = Place::with_file();
    let missing = Archive::open(&place.path().as_path().into()).err().unwrap();
    assert!(matches!(missing, ArchiveError::NoFile(_)) && missing.to_string().contains("--db"), "{missing}");
    let [Pair { room, .. }, _] = play_some(&place.hub()).await;
    let archive = Archive::open(&place.path().as_path().into()).unwrap();
    let stranger = RoomId::random();
    let unknown = archive.show(stranger).err().unwrap();
    assert!(matches!(unknown, ArchiveError::NoRoom(found) if found == stranger), "{unknown}");
    let refused = archive.delete(&[room, stranger]).err().unwrap();
    assert!(matches!(refused, ArchiveError::NoRoom(found) if found == stranger), "{refused}");
    assert!(archive.show(room).is_ok(), "all or none");
    change(&place.path(), &format!("UPDATE rooms SET wish = '{{' WHERE room = '{room}'"));
    let (rooms, damaged) = archive.list().unwrap();
    assert_eq!((rooms.len(), damaged), (1, vec![room.to_string()]));
    let broken = archive.show(room).err().unwrap();
    assert!(matches!(broken, ArchiveError::Room(..)) && broken.to_string().contains("damaged"), "{broken}");
    assert_eq!(
        place.hub().game(room).await,
        Err(HubError::from(StoreError::from(DamagedLogError { version: 0 })))
    );
}

/// A backup has everything that was acknowledged before it began, and overwrites nothing.
#[tokio::test]
async fn a_backup_is_complete_or_absent() {
    let place = Place::with_file();
    let hub = place.hub();
    let [duel, cards] = play_some(&hub).await;
    let archive = Archive::open(&place.path().as_path().into()).unwrap();
    let to = place.path().with_extension("backup");
    let busy = {
        let (hub, tables) = (Arc::clone(&hub), (0..50).map(|_| wish("duel", json!({}))).collect::<Vec<_>>());
        tokio::spawn(async move {
            for wish in tables {
                pair(&hub, wish).await;
            }
        })
    };
    let (archive, copied) = {
        let to = to.clone();
        let backing_up = tokio::task::spawn_blocking(move || {
            let copied = archive.back_up(&to);
            (archive, copied)
        });
        backing_up.await.unwrap()
    };
    copied.unwrap();
    busy.await.unwrap();
    let file = SqliteConnection::open(&to).unwrap();
    for (table, entries) in [(&duel, 4), (&cards, 5)] {
        assert_eq!(file.load(table.room, 0).unwrap().unwrap().log.len(), entries);
    }
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&to).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600, "it holds secret choices");
    let before = fs::read(&to).unwrap();
    let refused = archive.back_up(&to).err().unwrap();
    assert!(matches!(refused, ArchiveError::Exists(_)), "{refused}");
    assert_eq!(fs::read(&to).unwrap(), before);
    let nowhere = place.path().with_file_name("no folder").join("backup");
    assert!(matches!(archive.back_up(&nowhere), Err(ArchiveError::Copy(..))));
    let folder = place.path().parent().unwrap().to_owned();
    let left: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| name.to_str().unwrap().starts_with("rooms.")), "{left:?}");
    // The games continue in the copy.
    let restored = Place::with_file();
    fs::copy(&to, restored.path()).unwrap();
    assert_eq!(cards.play(&restored.hub(), Seat::One, "1").await, Ok(6));
}
