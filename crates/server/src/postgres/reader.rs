//! Rooms read from PostgreSQL, over a few connections that all readers share.

use std::time::Duration;

use deadpool_postgres::{
    Client, Hook, HookError, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime, Timeouts,
};
use futures_util::future::BoxFuture;
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

use super::address::PostgresAddress;
use super::link::{Fault, fault};
use super::schema;
use crate::archive::StoredRow;
use crate::entry::LogEntry;
use crate::id::RoomId;
use crate::room::DamagedLogError;
use crate::store::{CHALLENGE_SECONDS, Kept, Reader, RoomRow, RoomStanding, StoreError, StoredLog};
use crate::stored::StoredEntry;
use crate::sum;

/// How many connections read.
const READS: usize = 6;

/// How long a read may take.
const LONGEST: Duration = Duration::from_secs(6);

/// How long a read waits for a connection.
const TURN: Duration = Duration::from_secs(4);

/// How far back deletions are looked for: longer than any transaction takes.
const OVERLAP_SECONDS: i64 = 30;

const ENTRIES: &str = "
    SELECT log.version, kind, seat, client, body, left1, left2, hash, log.sum,
        coalesce(revealed.chosen, pending.chosen), coalesce(revealed.sum, pending.sum)
    FROM numberline.log
    LEFT JOIN numberline.revealed ON revealed.number = log.number AND revealed.version = log.version
    LEFT JOIN numberline.pending ON pending.number = log.number AND pending.version = log.version
    WHERE log.number = (SELECT number FROM numberline.rooms WHERE room = $1) AND log.version >= $2
    ORDER BY log.version";

const ROWS: &str = "
    SELECT room, wish, name1, name2,
        coalesce((SELECT max(version) FROM numberline.log WHERE log.number = rooms.number), 0),
        standing, listed, extract(epoch FROM opened)::bigint, extract(epoch FROM finished)::bigint
    FROM numberline.rooms";

/// Reads rooms from PostgreSQL. Clones share their connections.
#[derive(Clone)]
pub struct PostgresReader {
    pool: Pool,
}

impl PostgresReader {
    /// A reader that connects on its first read.
    pub fn new(address: &PostgresAddress) -> Result<Self, StoreError> {
        let config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(address.config().clone(), address.tls(), config);
        let fit = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
            Box::pin(async move {
                let ready = async {
                    client.batch_execute(super::link::LIMITS).await.map_err(fault)?;
                    schema::check_server(client).await
                };
                ready.await.map_err(|fault| HookError::message(fault.reason()))
            })
        });
        let limits = Timeouts { wait: Some(TURN), create: Some(TURN), recycle: Some(TURN) };
        let pool = Pool::builder(manager)
            .max_size(READS)
            .timeouts(limits)
            .runtime(Runtime::Tokio1)
            .post_create(fit)
            .build()
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { pool })
    }

    /// Runs a query. A connection that has failed, or that takes too long, is not used again.
    async fn ask(&self, statement: &str, with: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        let client = self.client().await?;
        let asked = async {
            let statement = client.prepare_cached(statement).await?;
            client.query(&statement, with).await
        };
        let answer = timeout(LONGEST, asked).await;
        settle(client, answer)
    }

    async fn client(&self) -> Result<Client, StoreError> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Backend(error) => fault(error).of_reading(),
            PoolError::PostCreateHook(HookError::Message(why)) => StoreError::Unreadable(why.into_owned()),
            PoolError::Timeout(_) => StoreError::Unreadable("it does not answer".into()),
            error => StoreError::Unreadable(error.to_string()),
        })
    }

    async fn read_room(&self, room: RoomId, after: u64) -> Result<Option<Kept>, StoreError> {
        let (name, from) = (room.to_string(), after.cast_signed());
        let client = self.client().await?;
        let asked = async {
            let (rooms, entries) = tokio::try_join!(
                client.prepare_cached("SELECT wish, sum FROM numberline.rooms WHERE room = $1"),
                client.prepare_cached(ENTRIES)
            )?;
            tokio::try_join!(async { client.query_opt(&rooms, &[&name]).await }, async {
                client.query(&entries, &[&name, &from]).await
            })
        };
        let answer = timeout(LONGEST, asked).await;
        let (found, rows) = settle(client, answer)?;
        let Some(found) = found else { return Ok(None) };
        let (text, start): (String, i64) = (found.get(0), found.get(1));
        if rows.iter().any(is_deletion) || (rows.is_empty() && after == 0) {
            // It was deleted between the two queries.
            return Ok(None);
        }
        let wish = serde_json::from_str(&text).ok().filter(|_| sum::of_room(room, &text) == start);
        let wish = wish.ok_or(DamagedLogError { version: 0 })?;
        let mut rows = rows.iter();
        let mut before = start;
        if after > 0 {
            let last = rows.next().filter(|row| row.get::<_, i64>(0) == from);
            // What this server knows of is not there any more.
            before = last.ok_or(DamagedLogError { version: after })?.get(8);
        }
        Ok(Some(Kept { wish, log: chained(rows, before, after)? }))
    }

    /// The same in one query, for a room that is there and whose last known entry is still the same.
    async fn read_news(&self, room: RoomId, after: u64) -> Result<Option<StoredLog>, StoreError> {
        let from = after.cast_signed();
        let rows = self.ask(ENTRIES, &[&room.to_string(), &from]).await?;
        match rows.split_first() {
            Some((last, news)) if last.get::<_, i64>(0) == from && !rows.iter().any(is_deletion) => {
                Ok(Some(chained(news.iter(), last.get(8), after)?))
            }
            _ => Ok(self.read_room(room, after).await?.map(|kept| kept.log)),
        }
    }

    /// All rooms, newest first, and the names of those that are too damaged to be listed.
    pub(crate) async fn all(&self) -> Result<(Vec<StoredRow>, Vec<String>), StoreError> {
        let rows = self.ask(&format!("{ROWS} ORDER BY number DESC"), &[]).await?;
        let (mut sound, mut damaged) = (Vec::new(), Vec::new());
        for row in &rows {
            match read_stored(row) {
                Some(stored) => sound.push(stored),
                None => damaged.push(row.get(0)),
            }
        }
        Ok((sound, damaged))
    }

    /// How many bytes the tables take.
    pub(super) async fn bytes(&self) -> Result<u64, StoreError> {
        let ask = "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
            WHERE relnamespace = 'numberline'::regnamespace AND relkind = 'r'";
        Ok(self.ask(ask, &[]).await?.first().map_or(0, |row| row.get::<_, i64>(0).unsigned_abs()))
    }
}

fn settle<T>(
    client: Client,
    answer: Result<Result<T, Error>, tokio::time::error::Elapsed>,
) -> Result<T, StoreError> {
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => {
            let fault = fault(error);
            if matches!(fault, Fault::Lost(_)) {
                drop(Client::take(client));
            }
            Err(fault.of_reading())
        }
        Err(_) => {
            drop(Client::take(client));
            Err(StoreError::Unreadable("it does not answer".into()))
        }
    }
}

/// Whether this is what a deleted room leaves.
fn is_deletion(row: &Row) -> bool {
    row.get::<_, &str>(1) == "deleted"
}

/// Entries after one with this checksum and version.
fn chained<'a>(
    rows: impl Iterator<Item = &'a Row>,
    mut before: i64,
    after: u64,
) -> Result<StoredLog, StoreError> {
    let mut log = StoredLog::new();
    for (place, row) in (after + 1..).zip(rows) {
        log.push(check(row, before, place).ok_or(DamagedLogError { version: place })?);
        before = row.get(8);
    }
    Ok(log)
}

/// An entry with the choice that it does not reveal; none if it is not what was written at this place.
fn check(row: &Row, before: i64, place: u64) -> Option<(LogEntry, Option<String>)> {
    let stored = StoredEntry {
        version: row.try_get::<_, i64>(0).ok()?.try_into().ok()?,
        kind: row.try_get(1).ok()?,
        seat: row.try_get::<_, Option<i16>>(2).ok()?.map(i64::from),
        client: row.try_get(3).ok()?,
        body: row.try_get(4).ok()?,
        left: [row.try_get(5).ok()?, row.try_get(6).ok()?],
        hash: row.try_get::<_, Option<Vec<u8>>>(7).ok()?.and_then(|hash| hash.try_into().ok()),
    };
    let entry = stored.read().ok().filter(|entry| entry.version == place)?;
    let (sum, chosen): (i64, Option<String>) = (row.try_get(8).ok()?, row.try_get(9).ok()?);
    let chosen_sum: Option<i64> = row.try_get(10).ok()?;
    let is_sound = sum::of_entry(before, &entry) == sum
        && chosen.as_ref().is_none_or(|chosen| chosen_sum == Some(sum::of_choice(sum, chosen)));
    is_sound.then_some((entry, chosen))
}

fn read_row(row: &Row) -> Option<RoomRow> {
    Some(RoomRow {
        room: row.get::<_, &str>(0).parse().ok()?,
        wish: serde_json::from_str(row.get(1)).ok()?,
        names: [row.get(2), row.get(3)],
        version: row.get::<_, i64>(4).unsigned_abs(),
    })
}

fn read_stored(row: &Row) -> Option<StoredRow> {
    Some(StoredRow {
        row: read_row(row)?,
        standing: RoomStanding::named(row.get(5))?,
        listed: row.get(6),
        opened: row.get(7),
        finished: row.get(8),
    })
}

impl Reader for PostgresReader {
    fn load(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<Kept>, StoreError>> {
        Box::pin(self.read_room(room, after))
    }

    fn news(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<StoredLog>, StoreError>> {
        Box::pin(self.read_news(room, after))
    }

    fn waiting(&self, room: RoomId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        Box::pin(async move {
            let ask =
                "SELECT chosen FROM numberline.pending JOIN numberline.rooms USING (number) WHERE room = $1";
            Ok(self.ask(ask, &[&room.to_string()]).await?.first().map(|row| row.get(0)))
        })
    }

    fn version(&self, room: RoomId) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            Ok(self.versions(vec![room]).await?.first().map(|(_, version)| *version).unwrap_or_default())
        })
    }

    fn versions(&self, rooms: Vec<RoomId>) -> BoxFuture<'_, Result<Vec<(RoomId, u64)>, StoreError>> {
        Box::pin(async move {
            let ask = "SELECT room, (SELECT max(version) FROM numberline.log WHERE log.number = rooms.number)
                FROM numberline.rooms WHERE room = ANY ($1::text[])";
            let names: Vec<String> = rooms.iter().map(ToString::to_string).collect();
            let rows = self.ask(ask, &[&names]).await?;
            let read = |row: &Row| Some((row.get::<_, &str>(0).parse().ok()?, row.get::<_, Option<i64>>(1)?));
            Ok(rows.iter().filter_map(read).map(|(room, version)| (room, version.unsigned_abs())).collect())
        })
    }

    fn list(&self, standing: RoomStanding, most: u32) -> BoxFuture<'_, Result<Vec<RoomRow>, StoreError>> {
        Box::pin(async move {
            let ask = format!(
                "{ROWS} WHERE listed AND standing = $1
                    AND (standing <> 'open' OR opened > now() - {CHALLENGE_SECONDS} * interval '1 second')
                ORDER BY number DESC LIMIT $2"
            );
            let rows = self.ask(&ask, &[&<&str>::from(standing), &i64::from(most)]).await?;
            // A damaged room says so to those who open it; the others are listed.
            Ok(rows.iter().filter_map(read_row).collect())
        })
    }

    fn deleted(&self, after: Option<u64>) -> BoxFuture<'_, Result<(u64, Vec<RoomId>), StoreError>> {
        // By time and not by number, because a number may become visible after a higher one. Rooms may be named twice.
        Box::pin(async move {
            let ask = "SELECT extract(epoch FROM now())::bigint, deleted.room
                FROM (SELECT 1) AS once LEFT JOIN numberline.deleted
                ON $1::bigint IS NOT NULL AND deleted.at >= to_timestamp($1::bigint - $2::bigint)";
            let after = after.map(u64::cast_signed);
            let rows = self.ask(ask, &[&after, &OVERLAP_SECONDS]).await?;
            let now = rows.first().map_or(0, |row| row.get::<_, i64>(0).unsigned_abs());
            let names = rows.iter().filter_map(|row| row.get::<_, Option<&str>>(1));
            Ok((now, names.filter_map(|name| name.parse().ok()).collect()))
        })
    }
}
