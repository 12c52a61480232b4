//! Deletes rooms with everything about them: entries, choices, keys and names.

use tokio_postgres::{Client, Transaction};

use super::link::{Fault, fault};
use crate::id::RoomId;

/// How long the last place of a deleted room stays taken: far longer than any write that was under way meanwhile.
const REMEMBERED: &str = "interval '1 day'";

/// How many finished rooms are deleted at a time.
const AT_ONCE: i64 = 64;

/// Deletes a room. Returns whether it was there.
///
/// First the next place of its log is taken, as by an entry, so that a move that is under way is either before the
/// deletion or too late. That place stays taken, with nothing in it.
pub(super) async fn delete(at: &Transaction<'_>, room: RoomId) -> Result<bool, Fault> {
    let name = room.to_string();
    let (number, version) = loop {
        let find = "SELECT number, coalesce((SELECT max(version) FROM numberline.log WHERE log.number = rooms.number), 0)
            FROM numberline.rooms WHERE room = $1";
        let Some(row) = at.query_opt(find, &[&name]).await.map_err(fault)? else { return Ok(false) };
        let (number, version): (i64, i64) = (row.get(0), row.get::<_, i64>(1) + 1);
        let take = "INSERT INTO numberline.log (number, version, kind, sum) VALUES ($1, $2, 'deleted', 0)
            ON CONFLICT DO NOTHING";
        if at.execute(take, &[&number, &version]).await.map_err(fault)? == 1 {
            break (number, version);
        }
    };
    for statement in [
        "DELETE FROM numberline.log WHERE number = $1 AND kind <> 'deleted'",
        "DELETE FROM numberline.pending WHERE number = $1",
        "DELETE FROM numberline.revealed WHERE number = $1",
        "DELETE FROM numberline.rooms WHERE number = $1",
    ] {
        at.execute(statement, &[&number]).await.map_err(fault)?;
    }
    let remember = "INSERT INTO numberline.deleted (number, version, room) VALUES ($1, $2, $3)";
    at.execute(remember, &[&number, &version, &name]).await.map_err(fault)?;
    Ok(true)
}

/// Deletes some of the rooms that were finished longer ago than this, and returns how many there were. Each has a
/// transaction of its own, so that servers that do the same never wait for each other in a circle.
pub(super) async fn sweep(client: &mut Client, seconds: u64) -> Result<usize, Fault> {
    let find = "SELECT room FROM numberline.rooms WHERE finished < now() - $1::bigint * interval '1 second'
        ORDER BY finished LIMIT $2";
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX / 2_000_000);
    let rows = client.query(find, &[&seconds, &AT_ONCE]).await.map_err(fault)?;
    let mut deleted = 0;
    for row in &rows {
        let Ok(room) = row.get::<_, &str>(0).parse() else { continue };
        let transaction = client.transaction().await.map_err(fault)?;
        deleted += usize::from(delete(&transaction, room).await?);
        transaction.commit().await.map_err(fault)?;
    }
    Ok(deleted)
}

/// Forgets rooms that were deleted long ago.
pub(super) async fn forget(client: &Client) -> Result<(), Fault> {
    let forget = format!(
        "WITH old AS (DELETE FROM numberline.deleted WHERE at < now() - {REMEMBERED} RETURNING number, version)
        DELETE FROM numberline.log USING old WHERE log.number = old.number AND log.version = old.version"
    );
    client.execute(forget.as_str(), &[]).await.map_err(fault)?;
    Ok(())
}
