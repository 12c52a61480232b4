//! Columns of a row, read as what they should be. Anyone may have written the file, so nothing in it is trusted.

use numberline_table::{Name, clean};
use rusqlite::Row;
use rusqlite::types::FromSql;

/// Why a column does not hold what it should.
#[derive(Debug, thiserror::Error)]
#[error("the {column} of a game {reason}")]
pub(crate) struct Flaw {
    column: &'static str,
    reason: String,
}

impl Flaw {
    pub(crate) fn new(column: &'static str, reason: impl Into<String>) -> Self {
        Self { column, reason: reason.into() }
    }
}

pub(crate) fn value<T: FromSql>(row: &Row<'_>, column: &'static str) -> Result<T, Flaw> {
    row.get(column).map_err(|error| Flaw::new(column, format!("cannot be read: {error}")))
}

pub(crate) fn text(row: &Row<'_>, column: &'static str) -> Result<String, Flaw> {
    let text: String = value(row, column)?;
    Ok(clean(&text).into_owned())
}

pub(crate) fn name(row: &Row<'_>, column: &'static str) -> Result<String, Flaw> {
    let text: String = value(row, column)?;
    let name = Name::new(&text).map_err(|error| Flaw::new(column, format!("is not a name: {error}")))?;
    Ok(name.to_string())
}

/// A game's slug. It need not be in the catalog: a newer program may have kept a game that this one does not know.
pub(crate) fn slug(row: &Row<'_>, column: &'static str) -> Result<String, Flaw> {
    let text: String = value(row, column)?;
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=32).contains(&text.len()) && text.bytes().all(plain) {
        return Ok(text);
    }
    Err(Flaw::new(column, "is not the name of a game"))
}

pub(crate) fn count(row: &Row<'_>, column: &'static str) -> Result<u64, Flaw> {
    let count: i64 = value(row, column)?;
    u64::try_from(count).map_err(|_| Flaw::new(column, "is below zero"))
}
