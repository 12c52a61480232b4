//! Deletes rooms with everything about them: entries, choices, keys and names.

use rusqlite::{Connection, OptionalExtension, params};

use crate::id::RoomId;
use crate::store::StoreError;

/// How long the name of a deleted room is kept, so that running servers hear of it.
const REMEMBERED_SECONDS: u32 = 86_400;

/// How many finished rooms are deleted at a time: moves wait meanwhile.
const AT_ONCE: u32 = 64;

/// Deletes a room. Returns whether it was there.
pub(super) fn delete(at: &Connection, room: RoomId) -> Result<bool, StoreError> {
    let name = room.to_string();
    let found = at
        .prepare_cached("SELECT number FROM rooms WHERE room = ?1")?
        .query_row([&name], |row| row.get::<_, i64>(0))
        .optional()?;
    let Some(number) = found else { return Ok(false) };
    // The numbers of entries must not be used again, so the newest entry stays, without its content.
    for statement in [
        "UPDATE log SET kind = 'deleted', seat = NULL, client = NULL, body = NULL, left1 = NULL, left2 = NULL
        WHERE number = ?1 AND id = (SELECT max(id) FROM log)",
        "DELETE FROM log WHERE kind <> 'deleted' AND id IN (
            WITH RECURSIVE chain (id, rest) AS (
                SELECT last, version FROM heads WHERE number = ?1
                UNION ALL SELECT log.before, rest - 1 FROM log JOIN chain USING (id) WHERE rest > 1)
            SELECT id FROM chain)",
        "DELETE FROM heads WHERE number = ?1",
        "DELETE FROM keys WHERE number = ?1",
        "DELETE FROM pending WHERE number = ?1",
        "DELETE FROM revealed WHERE number = ?1",
        "DELETE FROM rooms WHERE number = ?1",
    ] {
        at.prepare_cached(statement)?.execute([number])?;
    }
    at.prepare_cached("INSERT INTO deleted (room) VALUES (?1)")?.execute([&name])?;
    at.prepare_cached("DELETE FROM deleted WHERE at < unixepoch() - ?1")?.execute([REMEMBERED_SECONDS])?;
    Ok(true)
}

/// Some of the rooms that were finished longer ago than this.
pub(super) fn finished_before(at: &Connection, seconds: u64) -> Result<Vec<RoomId>, StoreError> {
    let mut select = at.prepare_cached(
        "SELECT room FROM rooms WHERE finished < unixepoch() - ?1 ORDER BY finished LIMIT ?2",
    )?;
    let names = select.query_map(params![seconds, AT_ONCE], |row| row.get::<_, String>(0))?;
    let names = names.collect::<Result<Vec<_>, _>>()?;
    Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
}
