//! What PostgreSQL keeps, and what it promises while servers run: checksums, retention, the limit of the size, encryption, and
//! settings that change. Where it is not installed, none of this runs.

use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use numberline_cluster::{Cluster, free_port};
use numberline_rules::Seat;
use numberline_server::{
    Command, DamagedLogError, Database, HubError, Postgres, PostgresReader, Reader, Store, StoreError,
    StoreLimits, Write,
};
use serde_json::json;

use crate::common::{Apart, Pair, Place, pair, wish};
use crate::postgres::{address, hub, name_of, open};

/// Runs a store on threads of their own, as the writer does.
fn store(text: &str, limits: StoreLimits) -> Apart {
    Apart::new(Postgres::open(&address(text), limits).unwrap())
}

/// Whatever is damaged in a room's rows, the room says where, and others are not affected.
#[tokio::test]
async fn damage_is_noticed_where_it_is() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let database = name_of(&text).to_owned();
    let place = Place::of(&text);
    let hub = place.hub();
    let duel = pair(&hub, wish("duel", json!({ "time": { "seconds": 600, "increment": 1 } }))).await;
    for (seat, played) in [(Seat::One, "5"), (Seat::Two, "7 8")] {
        duel.play(&hub, seat, played).await.unwrap();
    }
    let cards = pair(&hub, wish("cards", json!({}))).await;
    for (seat, card) in [(Seat::One, "2"), (Seat::Two, "4"), (Seat::Two, "1")] {
        cards.play(&hub, seat, card).await.unwrap();
    }
    drop(hub);
    let of = |table: &Pair| {
        format!("number = (SELECT number FROM numberline.rooms WHERE room = '{}')", table.room)
    };
    let (duels, choices) = (of(&duel), of(&cards));
    for (table, change, version) in [
        (&duel, format!("UPDATE numberline.log SET body = '4' WHERE version = 3 AND {duels}"), 3),
        (&duel, format!("UPDATE numberline.log SET seat = 3 - seat WHERE version = 4 AND {duels}"), 4),
        (&duel, format!("UPDATE numberline.log SET client = 'other' WHERE version = 3 AND {duels}"), 3),
        (&duel, format!("UPDATE numberline.log SET left1 = left1 + 1 WHERE version = 4 AND {duels}"), 4),
        (&duel, format!("UPDATE numberline.log SET kind = 'resigned' WHERE version = 4 AND {duels}"), 4),
        (&duel, format!("UPDATE numberline.log SET sum = sum + 1 WHERE version = 2 AND {duels}"), 2),
        (&duel, format!("DELETE FROM numberline.log WHERE version = 3 AND {duels}"), 3),
        (&duel, format!("UPDATE numberline.log SET hash = sha256('x') WHERE version = 2 AND {duels}"), 2),
        (&duel, format!("UPDATE numberline.rooms SET wish = replace(wish, '600', '900') WHERE {duels}"), 0),
        (&cards, format!("UPDATE numberline.revealed SET chosen = '5' WHERE version = 3 AND {choices}"), 3),
        (&cards, format!("UPDATE numberline.pending SET chosen = '5' WHERE {choices}"), 5),
    ] {
        let copy = cluster.copy(&database).unwrap();
        cluster.sql(name_of(&copy), &change).unwrap();
        let reader = PostgresReader::new(&address(&copy)).unwrap();
        let found = reader.load(table.room, 0).await.map(drop);
        assert_eq!(found, Err(DamagedLogError { version }.into()), "{change}");
        let other = if table.room == duel.room { &cards } else { &duel };
        assert!(reader.load(other.room, 0).await.unwrap().is_some(), "{change}");
    }
    let copy = cluster.copy(&database).unwrap();
    let reader = PostgresReader::new(&address(&copy)).unwrap();
    for table in [&duel, &cards] {
        assert!(reader.load(table.room, 0).await.unwrap().is_some(), "the control");
    }
}

/// Finished games go after their time, and others stay, also older ones.
#[tokio::test]
async fn finished_games_are_kept_for_their_time() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let place = Place::of(&text);
    let hub = place.hub();
    let mut rooms = Vec::new();
    for _ in 0..3 {
        rooms.push(pair(&hub, wish("duel", json!({}))).await);
    }
    for over in &rooms[..2] {
        over.act(&hub, Seat::One, &Command::Resign).await.unwrap();
    }
    let [old, new, live] = [rooms[0].room, rooms[1].room, rooms[2].room];
    let age = format!(
        "UPDATE numberline.rooms SET opened = opened - interval '9 days', finished = finished - interval '8 days'
            WHERE room <> '{new}'"
    );
    cluster.sql(name_of(&text), &age).unwrap();
    let limits =
        StoreLimits { keep_finished: Some(Duration::from_secs(7 * 86_400)), ..StoreLimits::default() };
    store(&text, StoreLimits::default()).tend(true);
    let reader = place.reader();
    assert!(reader.version(old).await.unwrap() > 0, "the control");
    store(&text, limits).tend(true);
    let versions = [reader.version(old).await, reader.version(new).await, reader.version(live).await];
    assert_eq!(versions, [Ok(0), Ok(3), Ok(2)]);
    let left = "SELECT count(*) FROM numberline.log WHERE kind <> 'deleted'";
    assert_eq!(cluster.sql(name_of(&text), left).unwrap().trim(), "5");
    // That a room was deleted is remembered for longer than any write takes, and then forgotten.
    let remembered = || cluster.sql(name_of(&text), "SELECT count(*) FROM numberline.deleted").unwrap();
    assert_eq!(remembered().trim(), "1");
    cluster.sql(name_of(&text), "UPDATE numberline.deleted SET at = at - interval '2 days'").unwrap();
    store(&text, limits).tend(true);
    assert_eq!(remembered().trim(), "0");
}

/// Near its limit a database takes no new rooms, and at the limit nothing.
#[tokio::test]
async fn a_limited_database_refuses_rooms_before_moves() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let limited = |bytes| {
        let limits = StoreLimits { most_bytes: Some(bytes), ..StoreLimits::default() };
        let mut store = store(&text, limits);
        store.tend(true);
        store
    };
    let size = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class
        WHERE relnamespace = 'numberline'::regnamespace AND relkind = 'r'";
    drop(limited(u64::MAX));
    let bytes: u64 = cluster.sql(name_of(&text), size).unwrap().trim().parse().unwrap();
    let opening = || Write::Open(crate::store_story::opening(numberline_server::RoomId::random(), true));
    assert_eq!(limited(2 * bytes).write(&[opening(), Write::Probe]), [Ok(()), Ok(())]);
    // What has just been written counts, too.
    let bytes: u64 = cluster.sql(name_of(&text), size).unwrap().trim().parse().unwrap();
    assert_eq!(limited(bytes + 1).write(&[opening(), Write::Probe]), [Err(StoreError::NoSpace), Ok(())]);
    assert_eq!(limited(bytes).write(&[Write::Probe]), [Err(StoreError::Full)]);
}

/// A setting that would break a promise is noticed while the server runs, and so are tables of a newer program.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_becomes_unsafe_is_written_no_more() {
    if !Cluster::is_installed() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    let text = cluster.database().unwrap();
    let hub = hub(&text);
    let table = pair(&hub, wish("token", json!({}))).await;
    for (change, back, says) in [
        (
            "ALTER SYSTEM SET synchronous_commit = off",
            "ALTER SYSTEM RESET synchronous_commit",
            "synchronous_commit is off",
        ),
        ("ALTER SYSTEM SET fsync = off", "ALTER SYSTEM RESET fsync", "fsync is off"),
        (
            "UPDATE numberline.shape SET current = 9, oldest = 9",
            "UPDATE numberline.shape SET current = 1, oldest = 1",
            "another version of numberline",
        ),
    ] {
        assert_eq!(hub.probe().await, Ok(()), "the control");
        cluster.sql(name_of(&text), change).unwrap();
        cluster.reload().unwrap();
        let refused = loop {
            if let Err(error) = hub.probe().await {
                break error.to_string();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        assert!(refused.contains(says), "{refused}");
        let played = table.play(&hub, Seat::One, "1 right").await;
        assert!(matches!(played, Err(HubError::Store(_))), "{played:?}");
        assert_eq!(table.game(&hub).await["version"], 2, "it can be watched");
        cluster.sql(name_of(&text), back).unwrap();
        cluster.reload().unwrap();
        while hub.probe().await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    assert_eq!(table.play(&hub, Seat::One, "1 right").await, Ok(3));
}

/// After a failover to a standby that nobody waited for, the end of a log may be missing. What is there counts.
#[tokio::test]
async fn a_room_whose_last_moves_are_lost_continues_from_what_is_there() {
    let Some(cluster) = Cluster::shared() else { return };
    let text = cluster.database().unwrap();
    let hub = hub(&text);
    let table = pair(&hub, wish("token", json!({}))).await;
    for (seat, played) in [(Seat::One, "1 right"), (Seat::Two, "1 left")] {
        table.play(&hub, seat, played).await.unwrap();
    }
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    cluster.sql(name_of(&text), "DELETE FROM numberline.log WHERE version = 4").unwrap();
    while visit.changes.recv().await.is_ok() {}
    assert_eq!(table.game(&hub).await["version"], 3);
    assert_eq!(table.play(&hub, Seat::Two, "2 left").await, Ok(4));
}

#[test]
fn a_standby_is_refused_and_a_primary_server_among_two_is_found() {
    if !Cluster::is_installed() {
        return;
    }
    let primary = Cluster::start().unwrap();
    let text = primary.database().unwrap();
    assert_eq!(open(&text).map(drop), Ok(()));
    let standby = primary.standby(free_port().unwrap()).unwrap();
    let refused = open(&standby.address(name_of(&text))).err().unwrap().to_string();
    assert!(refused.contains("is a standby"), "{refused}");
    let both = format!(
        "postgres://games@127.0.0.1:{},127.0.0.1:{}/{}?sslmode=disable&target_session_attrs=read-write",
        standby.port(),
        primary.port(),
        name_of(&text)
    );
    assert_eq!(open(&both).map(drop), Ok(()));
}

/// Certificates of an issuer of our own, for "localhost".
fn certify(folder: &Path) {
    let run = |words: &[&str]| {
        let mut openssl = Process::new("openssl");
        openssl.args(words).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(openssl.status().expect("openssl runs").success(), "{words:?}");
    };
    let new = ["req", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
    run(&[&new[..], &["-x509", "-subj", "/CN=issuer", "-keyout", "issuer.key", "-out", "issuer.pem"]]
        .concat());
    run(&[&new[..4], &["-subj", "/CN=localhost", "-keyout", "own.key", "-out", "own.csr"]].concat());
    std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost\n").unwrap();
    let sign =
        ["x509", "-req", "-in", "own.csr", "-CA", "issuer.pem", "-CAkey", "issuer.key", "-CAcreateserial"];
    run(&[&sign[..], &["-days", "2", "-extfile", "names", "-out", "own.pem"]].concat());
}

/// Every mode means what it means to PostgreSQL's own programs.
#[test]
fn encryption_is_as_the_address_asks() {
    if !Cluster::is_installed() || Process::new("openssl").arg("version").output().is_err() {
        return;
    }
    let (cluster, folder) = (Cluster::start().unwrap(), tempfile::tempdir().unwrap());
    let text = cluster.database().unwrap();
    let at = |host: &str, mode: &str| {
        format!("postgres://games@{host}:{}/{}?sslmode={mode}", cluster.port(), name_of(&text))
    };
    let refused = open(&at("127.0.0.1", "require")).err().unwrap().to_string();
    assert!(refused.contains("TLS"), "{refused}");
    assert_eq!(open(&at("127.0.0.1", "prefer")).map(drop), Ok(()), "where there is no encryption");
    certify(folder.path());
    let file = |name: &str| folder.path().join(name);
    cluster.encrypt(&file("own.pem"), &file("own.key")).unwrap();
    while open(&at("127.0.0.1", "require")).is_err() {}
    let issuer = file("issuer.pem").display().to_string();
    for (host, mode, is_good) in [
        ("127.0.0.1", "disable".to_owned(), true),
        ("127.0.0.1", "prefer".to_owned(), true),
        ("127.0.0.1", "require".to_owned(), true),
        ("127.0.0.1", "verify-ca".to_owned(), false),
        ("127.0.0.1", format!("verify-ca&sslrootcert={issuer}"), true),
        ("127.0.0.1", format!("verify-full&sslrootcert={issuer}"), false),
        ("localhost", format!("verify-full&sslrootcert={issuer}"), true),
    ] {
        let opened = open(&at(host, &mode));
        assert_eq!(opened.is_ok(), is_good, "{host} {mode}: {:?}", opened.err());
    }
    let keeps = open(&at("127.0.0.1", "prefer")).unwrap();
    let encrypted =
        "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'games'";
    assert_eq!(
        cluster.sql("postgres", encrypted).unwrap().trim(),
        "t",
        "prefer means encrypted where it is offered"
    );
    drop(keeps);
    assert!(Database::read(&at("127.0.0.1", "verify-full&sslrootcert=/nowhere")).is_err());
}
