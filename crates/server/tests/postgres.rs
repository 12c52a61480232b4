//! What is special about PostgreSQL: what is refused at the start, servers that share it, and what happens when it fails.
//! Where it is not installed, none of this runs.

use std::sync::Arc;
use std::time::Duration;

use numberline_cluster::Cluster;
use numberline_rules::Seat;
use numberline_server::{
    Archive, Command, Database, Hub, HubConfig, HubError, Postgres, PostgresAddress, PostgresBus,
    PostgresReader, Reader, RoomId, StoreError, StoreLimits, Study, Writer,
};
use serde_json::json;

use crate::common::{Pair, Place, fresh, name, next, pair, until, wish};

pub(crate) fn address(text: &str) -> PostgresAddress {
    match Database::read(text) {
        Ok(Database::Postgres(address)) => *address,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn open(text: &str) -> Result<Postgres, StoreError> {
    Postgres::open(&address(text), StoreLimits::default())
}

/// The name of a database in its address.
pub(crate) fn name_of(text: &str) -> &str {
    text.rsplit('/').next().and_then(|end| end.split('?').next()).unwrap()
}

/// A server on a database, as `numberline serve` would connect it.
pub(crate) fn hub(text: &str) -> Arc<Hub> {
    let address = address(text);
    let store = Postgres::open(&address, StoreLimits::default()).unwrap();
    let (writer, _) = Writer::start(store).unwrap();
    let reader = PostgresReader::new(&address).unwrap();
    Hub::start(writer, reader, PostgresBus::new(&address), Study::default(), HubConfig::default())
}

#[test]
fn a_database_that_may_lose_what_it_confirms_is_refused() {
    let Some(cluster) = Cluster::shared() else { return };
    for (setting, says) in [
        ("synchronous_commit = off", "synchronous_commit is off"),
        ("default_transaction_read_only = on", "may only be read"),
    ] {
        let text = cluster.database().unwrap();
        let database = name_of(&text);
        assert!(open(&text).is_ok(), "the control");
        cluster.sql("postgres", &format!("ALTER DATABASE {database} SET {setting}")).unwrap();
        let refused = open(&text).err().unwrap().to_string();
        assert!(refused.contains(says), "{refused}");
    }
    let refused = open(&cluster.address("nowhere")).err().unwrap().to_string();
    assert!(refused.contains("does not exist"), "{refused}");
}

#[test]
fn unsafe_settings_of_a_server_are_refused() {
    if !Cluster::is_installed() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    let text = cluster.database().unwrap();
    assert!(open(&text).is_ok(), "the control");
    for setting in ["fsync", "full_page_writes"] {
        cluster.sql("postgres", &format!("ALTER SYSTEM SET {setting} = off")).unwrap();
        cluster.reload().unwrap();
        // The server reads its settings in its own time.
        let refused = loop {
            if let Err(error) = open(&text) {
                break error.to_string();
            }
        };
        assert!(refused.contains(&format!("{setting} is off")), "{refused}");
        cluster.sql("postgres", &format!("ALTER SYSTEM RESET {setting}")).unwrap();
        cluster.reload().unwrap();
        while open(&text).is_err() {}
    }
}

#[test]
fn servers_that_start_at_once_make_the_tables_once_and_newer_tables_are_left_alone() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let database = name_of(&text);
    std::thread::scope(|scope| {
        let starting: Vec<_> = (0..6).map(|_| scope.spawn(|| open(&text).map(drop))).collect();
        for started in starting {
            assert_eq!(started.join().unwrap(), Ok(()));
        }
    });
    assert_eq!(cluster.sql(database, "SELECT count(*) FROM numberline.shape").unwrap().trim(), "1");
    // During an upgrade the newer program says whether this one may go on.
    cluster.sql(database, "UPDATE numberline.shape SET current = 9").unwrap();
    assert!(open(&text).is_ok());
    cluster.sql(database, "UPDATE numberline.shape SET oldest = 9").unwrap();
    let refused = open(&text).err().unwrap().to_string();
    assert!(refused.contains("another version of numberline"), "{refused}");
}

#[tokio::test]
async fn a_move_and_who_is_there_reach_the_other_server() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let [here, there] = [hub(&text), hub(&text)];
    let table = pair(&here, wish("duel", json!({}))).await;
    let mut far = there.visit(table.room, Some(table.key(Seat::Two)), None).await.unwrap();
    let mut near = here.visit(table.room, Some(table.key(Seat::One)), None).await.unwrap();
    // Each sees the other, who is at the other server.
    for visit in [&mut near, &mut far] {
        while next(visit, "presence").await["here"] != json!([true, true]) {}
    }
    table.play(&here, Seat::One, "5").await.unwrap();
    until(&mut far, |state| state["version"] == 3).await;
    drop(near);
    while next(&mut far, "presence").await["here"] != json!([false, true]) {}
}

/// The connection that listens is cut, so the notice is lost. Nobody asks, and the room is brought up to date.
#[tokio::test]
async fn a_lost_notice_is_made_up_for() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let database = name_of(&text);
    let deaf = hub(&text);
    let table = pair(&deaf, wish("duel", json!({}))).await;
    let mut visit = deaf.visit(table.room, None, None).await.unwrap();
    // Another store writes behind its back, and says nothing to anyone.
    let mute = Place::of(&text);
    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
        AND query LIKE '%pg_notify%' AND pid <> pg_backend_pid()";
    cluster.sql(database, kill).unwrap();
    table.play(&mute.hub(), Seat::One, "5").await.unwrap();
    until(&mut visit, |state| state["version"] == 3).await;
}

/// The database crashes and comes back. Nothing is acknowledged meanwhile, and afterwards everything resumes by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_crash_of_the_database_costs_nothing() {
    if !Cluster::is_installed() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    let text = cluster.database().unwrap();
    let hub = hub(&text);
    let table = pair(&hub, wish("duel", json!({}))).await;
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    table.play(&hub, Seat::One, "5").await.unwrap();
    cluster.stop("immediate").unwrap();
    let (id, play) = (fresh(), Command::Move { text: "1".into() });
    let send = || hub.command(table.room, table.key(Seat::Two), &play, id.clone(), None);
    let refused = send().await;
    assert!(matches!(refused, Err(HubError::Store(_))), "{refused:?}");
    assert!(hub.probe().await.is_err());
    let state = table.game(&hub).await;
    assert_eq!(state["version"], 3, "the game can be watched");
    cluster.start_again().unwrap();
    let answer = loop {
        match send().await {
            Ok(version) => break version,
            Err(HubError::Store(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
            Err(other) => panic!("{other:?}"),
        }
    };
    assert_eq!((answer, send().await), (4, Ok(4)), "it counts once");
    until(&mut visit, |state| state["version"] == 4).await;
    assert_eq!(hub.probe().await, Ok(()));
    let kept = PostgresReader::new(&address(&text)).unwrap().load(table.room, 0).await.unwrap().unwrap();
    assert_eq!(kept.log.len(), 4);
}

/// A deleted room is closed on all servers, and a move that was decided before comes too late.
#[tokio::test]
async fn a_deleted_room_is_gone_everywhere() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let [here, there] = [hub(&text), hub(&text)];
    let table = pair(&here, wish("duel", json!({}))).await;
    let mut visit = there.visit(table.room, None, None).await.unwrap();
    let (database, room) = (Database::read(&text).unwrap(), table.room);
    let deleted =
        std::thread::spawn(move || Archive::open(&database).unwrap().delete(&[room])).join().unwrap();
    assert!(deleted.is_ok(), "{deleted:?}");
    let late = table.play(&here, Seat::One, "5").await;
    assert!(matches!(late, Err(HubError::NoRoom)), "{late:?}");
    while visit.changes.recv().await.is_ok() {}
    let gone = there.visit(table.room, None, None).await.err();
    assert!(matches!(gone, Some(HubError::NoRoom)), "{gone:?}");
}

/// Rooms move from a file into PostgreSQL and back, with everything about them, and only if they follow the rules.
#[tokio::test]
async fn rooms_move_between_databases() {
    let Some(cluster) = Cluster::shared() else { return };
    let file = Place::with_file();
    let mut rooms: Vec<RoomId> = Vec::new();
    {
        let hub = file.hub();
        let cards = pair(&hub, wish("cards", json!({ "listed": true }))).await;
        for (seat, text) in [(Seat::One, "5"), (Seat::Two, "4"), (Seat::Two, "3")] {
            cards.play(&hub, seat, text).await.unwrap();
        }
        let duel = pair(&hub, wish("duel", json!({}))).await;
        duel.act(&hub, Seat::One, &Command::Resign).await.unwrap();
        rooms.extend([cards.room, duel.room]);
    }
    let text = cluster.database().unwrap();
    let database = Database::read(&text).unwrap();
    let (from, back) = (file.path(), file.path().with_file_name("back.db"));
    let moving = (database.clone(), back.clone());
    let listed = std::thread::spawn(move || {
        let (database, back) = moving;
        let shared = Archive::create(&database).unwrap();
        let copied = shared.import(&from).unwrap();
        assert_eq!((copied.copied, copied.present, copied.left_out), (2, 0, Vec::new()));
        let again = shared.import(&from).unwrap();
        assert_eq!((again.copied, again.present), (0, 2), "nothing is copied twice");
        assert_eq!(shared.export(&back).unwrap().copied, 2);
        let [old, new] =
            [&from, &back].map(|file| Archive::open(&file.as_path().into()).unwrap().list().unwrap());
        assert_eq!(old, new, "also when they were opened and finished");
        shared.list().unwrap()
    });
    assert_eq!(listed.join().unwrap().0.len(), 2);
    let [before, shared, after] = [
        file.reader(),
        Place::of(&text).reader(),
        Arc::new(numberline_server::SqliteReader::new(&back)) as Arc<dyn Reader>,
    ];
    for room in rooms {
        let mut logs = Vec::new();
        for reader in [&before, &shared, &after] {
            logs.push((
                reader.load(room, 0).await.unwrap().unwrap().log,
                reader.waiting(room).await.unwrap(),
            ));
        }
        assert!(logs[0] == logs[1] && logs[1] == logs[2], "{room}");
    }
    // A damaged game is left out.
    let name = name_of(&text);
    cluster.sql(name, "UPDATE numberline.log SET seat = 2 WHERE kind = 'resigned'").unwrap();
    let broken = back.with_file_name("broken.db");
    let exported = std::thread::spawn(move || Archive::open(&database).unwrap().export(&broken).unwrap());
    let exported = exported.join().unwrap();
    assert_eq!((exported.copied, exported.left_out.len()), (1, 1), "{exported:?}");
}

/// A table of two hubs, each with its own player.
#[tokio::test]
async fn a_whole_game_is_played_across_servers() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let hubs = [hub(&text), hub(&text), hub(&text)];
    let ada = hubs[0].open(wish("cards", json!({})), name("Ada"), Some(Seat::One)).await.unwrap();
    let bo = hubs[1].join(ada.room, name("Bo"), None).await.unwrap();
    let table = Pair { room: ada.room, keys: [Some(ada.key), Some(bo.key)] };
    for card in ["1", "2", "3", "4", "5"] {
        // The same command is sent to all servers at once, and counts once.
        for seat in Seat::BOTH {
            let (play, id) = (Command::Move { text: card.into() }, fresh());
            let mut answers = Vec::new();
            for hub in &hubs {
                answers.push(hub.command(table.room, table.key(seat), &play, id.clone(), None).await);
            }
            assert!(answers[0].is_ok() && answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        }
    }
    let states = [table.game(&hubs[0]).await, table.game(&hubs[1]).await, table.game(&hubs[2]).await];
    assert!(states[0] == states[1] && states[1] == states[2]);
    assert_ne!(states[0]["ending"], json!(null));
}
