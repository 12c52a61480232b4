//! What the database looks like, which version of that a file has, and how it gets to the newest.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::HistoryError;
use crate::error::At;

/// The number in the file's header that says whose database it is: `nlin`.
const APPLICATION_ID: i64 = 0x6E6C_696E;

/// SQLite before 3.51.3 can damage a database whose journal is a write-ahead log.
const OLDEST_SQLITE: i32 = 3_051_003;

/// How each version is made of the one before. A step that has been released is never changed again.
const STEPS: &[&str] = &[
    "
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        finished TEXT NOT NULL,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        player1 TEXT NOT NULL,
        player2 TEXT NOT NULL,
        winner INTEGER CHECK (winner IN (1, 2)),
        ending TEXT NOT NULL,
        turns INTEGER NOT NULL CHECK (turns >= 0),
        record TEXT NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE studied (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        idea TEXT NOT NULL,
        subject TEXT NOT NULL,
        score REAL NOT NULL,
        grade INTEGER NOT NULL
    ) STRICT;
",
];

/// Refuses an SQLite that can lose games. The number is the one SQLite gives itself.
pub(crate) fn check_sqlite(version: i32) -> Result<(), HistoryError> {
    if version >= OLDEST_SQLITE {
        return Ok(());
    }
    let (major, minor, patch) = (version / 1_000_000, version / 1000 % 1000, version % 1000);
    Err(HistoryError::OldSqlite(format!("{major}.{minor}.{patch}")))
}

/// Makes a new and empty file a history of the newest version.
pub(crate) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    climb(&transaction, 0)?;
    transaction.commit()
}

/// Checks that the file is a history, and brings an older one to the newest version. Others are left as they are.
pub(crate) fn bring_up_to_date(connection: &mut Connection, path: &Path) -> Result<(), HistoryError> {
    let application: i64 = connection.pragma_query_one(None, "application_id").at(path)?;
    if application != APPLICATION_ID {
        return Err(HistoryError::Foreign(path.to_owned()));
    }
    let reached = version(connection, path)?;
    // What may not be written can still be read as it is, once it has the games.
    if reached == STEPS.len() || (reached > 0 && connection.is_readonly("main").at(path)?) {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).at(path)?;
    // Another process may have done it while this one waited for the lock.
    let reached = version(&transaction, path)?;
    climb(&transaction, reached).at(path)?;
    transaction.commit().at(path)
}

/// Which version the file has, if it is none that only a newer program can know.
fn version(connection: &Connection, path: &Path) -> Result<usize, HistoryError> {
    let version: i64 = connection.pragma_query_one(None, "user_version").at(path)?;
    let reached =
        usize::try_from(version).map_err(|_| HistoryError::damaged(path, "its version is below zero"))?;
    if reached > STEPS.len() {
        let known = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
        return Err(HistoryError::Newer { path: path.to_owned(), version, known });
    }
    Ok(reached)
}

fn climb(transaction: &Transaction<'_>, reached: usize) -> rusqlite::Result<()> {
    for (number, step) in (1_i64..).zip(STEPS).skip(reached) {
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", number)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_sqlite_that_can_lose_games_is_refused() {
        assert!(check_sqlite(3_051_003).is_ok());
        assert!(check_sqlite(3_054_000).is_ok());
        let error = check_sqlite(3_051_002).unwrap_err();
        assert!(error.to_string().contains("SQLite 3.51.2,"), "{error}");
    }

    #[test]
    fn the_sqlite_built_in_is_recent_enough() {
        check_sqlite(rusqlite::version_number()).unwrap();
    }
}
