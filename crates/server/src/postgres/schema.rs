//! The tables, and what a database has to promise before anything is written to it.

use tokio_postgres::Client;

use super::link::{Fault, fault};
use crate::store::StoreError;

/// The version of the tables that this program writes.
const SHAPE: i32 = 1;

/// Only one program at a time changes the tables. The number means nothing; it is "numberline" in a hash.
const LOCK: i64 = 0x6e75_6d62_6c69_6e65;

/// Older versions of PostgreSQL are no longer maintained.
const OLDEST: i32 = 140_000;

/// The key of the log is what decides which of two writers was first. Rooms have numbers, so that a room that is opened
/// again under the name of a deleted one has nothing to do with it.
///
/// `oldest` is the oldest version of the program that may still use the tables, during an upgrade of several servers.
const TABLES: &str = "
    CREATE SCHEMA IF NOT EXISTS numberline;
    CREATE TABLE numberline.shape (current int NOT NULL, oldest int NOT NULL);
    CREATE TABLE numberline.rooms (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        room text NOT NULL UNIQUE,
        wish text NOT NULL,
        listed boolean NOT NULL,
        standing text NOT NULL,
        name1 text, name2 text,
        opened timestamptz NOT NULL DEFAULT now(),
        finished timestamptz,
        sum bigint NOT NULL
    );
    CREATE INDEX rooms_by_standing ON numberline.rooms (standing, number) WHERE listed;
    CREATE INDEX rooms_by_end ON numberline.rooms (finished) WHERE finished IS NOT NULL;
    CREATE TABLE numberline.log (
        number bigint NOT NULL,
        version bigint NOT NULL,
        kind text NOT NULL,
        seat smallint,
        client text,
        body text,
        left1 bigint, left2 bigint,
        hash bytea,
        at timestamptz NOT NULL DEFAULT now(),
        sum bigint NOT NULL,
        PRIMARY KEY (number, version)
    );
    CREATE TABLE numberline.pending (
        number bigint NOT NULL, version bigint NOT NULL, chosen text NOT NULL, sum bigint NOT NULL,
        PRIMARY KEY (number, version)
    );
    CREATE TABLE numberline.revealed (
        number bigint NOT NULL, version bigint NOT NULL, chosen text NOT NULL, sum bigint NOT NULL,
        PRIMARY KEY (number, version)
    );
    CREATE TABLE numberline.deleted (
        number bigint NOT NULL PRIMARY KEY, version bigint NOT NULL, room text NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX deleted_by_time ON numberline.deleted (at);
";

/// Refuses a server that may lose what it has confirmed, or that cannot be written. It is asked on every connection,
/// because another server may have taken over.
pub(super) async fn check_server(client: &Client) -> Result<(), Fault> {
    let ask = "SELECT current_setting('server_version_num')::int, current_setting('fsync'),
        current_setting('full_page_writes'), current_setting('synchronous_commit'), pg_is_in_recovery(),
        current_setting('transaction_read_only')";
    let row = client.query_one(ask, &[]).await.map_err(fault)?;
    let (version, standby): (i32, bool) = (row.get(0), row.get(4));
    let is = |column: usize, value: &str| row.get::<_, &str>(column) == value;
    let reason = if version < OLDEST {
        "it is older than PostgreSQL 14; use a newer one"
    } else if standby {
        "it is a standby; name the primary server"
    } else if is(1, "off") {
        "fsync is off, so it loses games when its machine fails; switch it on"
    } else if is(2, "off") {
        "full_page_writes is off, so its machine's failure may damage it; switch it on"
    } else if is(3, "off") {
        "synchronous_commit is off, so it confirms moves that it may lose; set it to on"
    } else if is(5, "on") {
        "it may only be read; check default_transaction_read_only, and whether its disk is full"
    } else {
        return Ok(());
    };
    Err(Fault::Refused(StoreError::Unfit(reason)))
}

/// Creates the tables, or brings older ones up to date.
pub(super) async fn prepare(client: &mut Client) -> Result<(), Fault> {
    if check_shape(client).await? == Shape::Current {
        return Ok(());
    }
    let transaction = client.transaction().await.map_err(fault)?;
    // Another server may be doing the same; it is waited for.
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(fault)?;
    if check_shape(transaction.client()).await? == Shape::None {
        transaction.batch_execute(TABLES).await.map_err(fault)?;
        let insert = "INSERT INTO numberline.shape (current, oldest) VALUES ($1, $1)";
        transaction.execute(insert, &[&SHAPE]).await.map_err(fault)?;
    }
    transaction.commit().await.map_err(fault)
}

/// How a database compares with what this program writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// It has no tables of ours.
    None,
    /// It is as it should be, or a newer program says that this one may use it.
    Current,
}

/// Looks at the tables. What this program must not touch is an error.
pub(super) async fn check_shape(client: &Client) -> Result<Shape, Fault> {
    // Names are looked up in a cache, which may not know yet what another server has just made.
    let exists = "SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = 'numberline' AND relname = 'shape')";
    if !client.query_one(exists, &[]).await.map_err(fault)?.get::<_, bool>(0) {
        return Ok(Shape::None);
    }
    let shape = client.query_opt("SELECT current, oldest FROM numberline.shape", &[]).await.map_err(fault)?;
    let (current, oldest) = shape.map_or((0, i32::MAX), |row| (row.get(0), row.get::<_, i32>(1)));
    if oldest <= SHAPE && SHAPE <= current {
        return Ok(Shape::Current);
    }
    Err(Fault::Refused(StoreError::Failed(format!(
        "its tables are from another version of numberline (their schema is {current}, this one knows {SHAPE})"
    ))))
}
