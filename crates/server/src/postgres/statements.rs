//! The statements of the writer. Rows are sorted, so that two servers never wait for each other in a circle.

/// The last entry of each of some rooms.
pub(super) const HEADS: &str = "
    SELECT rooms.room, rooms.number, coalesce(last.version, 0), coalesce(last.sum, rooms.sum)
    FROM numberline.rooms LEFT JOIN LATERAL (
        SELECT version, sum FROM numberline.log WHERE log.number = rooms.number ORDER BY version DESC LIMIT 1
    ) AS last ON true
    WHERE rooms.room = ANY ($1::text[])";

/// Writes entries. Those that do not come back are stale.
pub(super) const PLAIN: &str = "
    INSERT INTO numberline.log (number, version, kind, seat, client, body, left1, left2, hash, sum)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::smallint[], $5::text[], $6::text[],
        $7::bigint[], $8::bigint[], $9::bytea[], $10::bigint[]) AS new (number, version)
    ORDER BY number, version
    ON CONFLICT DO NOTHING RETURNING number, version";

/// The same with what becomes of secret choices, listings and names. A room has one row in it at most, because a
/// statement does not see what it has written itself.
pub(super) const FULL: &str = "
    WITH new AS (
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::smallint[], $5::text[], $6::text[],
            $7::bigint[], $8::bigint[], $9::bytea[], $10::bigint[],
            $11::text[], $12::text[], $13::bigint[], $14::text[], $15::text[], $16::text[])
        AS new (number, version, kind, seat, client, body, left1, left2, hash, sum,
            fate, chosen, chosen_sum, standing, name1, name2)
    ), written AS (
        INSERT INTO numberline.log (number, version, kind, seat, client, body, left1, left2, hash, sum)
        SELECT number, version, kind, seat, client, body, left1, left2, hash, sum FROM new ORDER BY number, version
        ON CONFLICT DO NOTHING RETURNING number, version
    ), done AS (
        SELECT new.* FROM new JOIN written USING (number, version)
    ), taken AS (
        DELETE FROM numberline.pending USING done
        WHERE pending.number = done.number AND done.fate IS NOT NULL
        RETURNING pending.number, pending.version, pending.chosen, pending.sum
    ), kept AS (
        INSERT INTO numberline.pending (number, version, chosen, sum)
        SELECT number, version, chosen, chosen_sum FROM done WHERE fate = 'keep'
    ), shown AS (
        INSERT INTO numberline.revealed (number, version, chosen, sum)
        SELECT taken.number, taken.version, taken.chosen, taken.sum FROM taken JOIN done USING (number)
            WHERE done.fate = 'reveal'
        UNION ALL SELECT number, version, chosen, chosen_sum FROM done WHERE fate = 'reveal'
    ), listed AS (
        UPDATE numberline.rooms SET
            standing = coalesce(done.standing, rooms.standing),
            finished = CASE WHEN done.standing IS NULL THEN rooms.finished WHEN done.standing = 'over' THEN now() END,
            name1 = coalesce(done.name1, rooms.name1),
            name2 = coalesce(done.name2, rooms.name2)
        FROM done WHERE rooms.number = done.number
            AND coalesce(done.standing, done.name1, done.name2) IS NOT NULL
    )
    SELECT number, version FROM written";

/// Opens rooms. Those that do not come back have a name that is taken.
pub(super) const OPEN: &str = "
    INSERT INTO numberline.rooms (room, wish, listed, standing, name1, name2, sum)
    SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::bigint[])
        AS new (room)
    ORDER BY room
    ON CONFLICT DO NOTHING RETURNING room, number";

/// Takes back rooms that were opened with entries that are stale.
pub(super) const CLOSE: &str = "DELETE FROM numberline.rooms WHERE number = ANY ($1::bigint[])";

/// A write that proves that writing works. Whatever is committed after it waits until everything before is as safe as
/// the database makes it. It goes to the database's own log alone: a row would be locked, and a server that stops at the wrong moment
/// would hold up the others.
pub(super) const PROBE: &str = "SELECT pg_logical_emit_message(true, 'numberline', 'probe')";

/// Takes new pages from the disk, as a growing log does, and gives them back. The probe alone fits where it was.
pub(super) const SPACE: &str = "
    CREATE TABLE numberline.space AS SELECT generate_series(1, 2000);
    DROP TABLE numberline.space";

/// The entries at some places, each with the checksum of the one before, and that of its choice.
pub(super) const PLACES: &str = "
    SELECT wanted.place, log.sum, coalesce(earlier.sum, rooms.sum), coalesce(pending.sum, revealed.sum)
    FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS wanted (place, room, version)
    JOIN numberline.rooms USING (room)
    JOIN numberline.log ON log.number = rooms.number AND log.version = wanted.version
    LEFT JOIN numberline.log AS earlier ON earlier.number = rooms.number AND earlier.version = wanted.version - 1
    LEFT JOIN numberline.pending ON pending.number = rooms.number AND pending.version = wanted.version
    LEFT JOIN numberline.revealed ON revealed.number = rooms.number AND revealed.version = wanted.version";

/// When an imported room was opened, and when it ended.
pub(super) const DATE: &str = "
    UPDATE numberline.rooms SET opened = to_timestamp($2::bigint), finished = to_timestamp($3::bigint) WHERE room = $1";
