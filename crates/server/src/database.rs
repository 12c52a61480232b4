//! Which database stores the rooms: a file of its own, or a PostgreSQL that several servers may share.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::postgres::PostgresAddress;

/// Which database stores the rooms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// An SQLite file, for one server.
    Sqlite(PathBuf),
    /// A PostgreSQL database, for any number of servers.
    Postgres(Box<PostgresAddress>),
}

/// The text names no database. It is not repeated, because it may contain a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The text is neither.
    #[error(
        "a database is sqlite:FILE or an address like postgres://user@host:5432/name, as in sqlite:rooms.sqlite3 \
         or postgres://numberline@db.example/numberline?sslmode=verify-full"
    )]
    Unknown,
    /// The address of a PostgreSQL cannot be read.
    #[error("the address of the database cannot be read ({0}); it looks like postgres://user@host:5432/name")]
    Address(String),
    /// The mode of encryption is unknown.
    #[error("sslmode must be disable, prefer, require, verify-ca or verify-full")]
    SslMode,
    /// The certificates cannot be read.
    #[error("the certificates in {0} cannot be read: {1}; sslrootcert names a file in PEM form, or system")]
    Certificates(String, String),
    /// The password file cannot be used.
    #[error("the password file {0} cannot be used: {1}")]
    PasswordFile(String, String),
}

impl Database {
    /// Reads `sqlite:FILE` or `postgres://…`.
    pub fn read(text: &str) -> Result<Self, DatabaseError> {
        match text.split_once(':') {
            Some(("sqlite", file)) if !file.is_empty() => Ok(Self::Sqlite(file.into())),
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
                Ok(Self::Postgres(Box::new(PostgresAddress::read(text)?)))
            }
            _ => Err(DatabaseError::Unknown),
        }
    }

    /// Whether the text contains a password, so that it must not be in the list of processes.
    #[must_use]
    pub fn holds_password(text: &str) -> bool {
        Self::read(text).is_ok_and(|read| matches!(read, Self::Postgres(at) if at.holds_password()))
            || text.contains("password=")
    }

    /// The file, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Sqlite(file) => Some(file),
            Self::Postgres(_) => None,
        }
    }
}

impl From<&Path> for Database {
    fn from(file: &Path) -> Self {
        Self::Sqlite(file.to_owned())
    }
}

/// As people read it, without user and password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => file.display().fmt(f),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    #[test]
    fn reads_both_kinds() {
        assert_eq!(Database::read("sqlite:a/b.db").unwrap(), Database::Sqlite("a/b.db".into()));
        assert_eq!(Database::read("sqlite:/a:b").unwrap().file(), Some(Path::new("/a:b")));
        let read = Database::read("postgres://ada@db.example:5433/games?sslmode=disable").unwrap();
        assert_eq!(read.to_string(), "the database games on db.example:5433");
        for wrong in ["", "rooms.db", "sqlite:", "mysql://host/db", "postgres:db"] {
            assert_eq!(Database::read(wrong), Err(DatabaseError::Unknown), "{wrong}");
        }
        let modes = Database::read("postgres://db.example/games?sslmode=maybe");
        assert_eq!(modes, Err(DatabaseError::SslMode));
    }

    #[test]
    fn a_password_is_never_shown() {
        for text in [
            "postgres://ada:hunter2@db.example/games",
            "postgres://db.example/games?user=ada&password=hunter2",
            "postgresql://ada:hunter2@db.example/games?sslmode=require",
        ] {
            let read = Database::read(text).unwrap();
            assert!(Database::holds_password(text), "{text}");
            for shown in [format!("{read:?}"), format!("{read:#?}"), read.to_string()] {
                assert!(!shown.contains("hunter2"), "{shown}");
            }
        }
        for wrong in
            ["postgres://ada:hunter2@[/", "postgres://ada:hunter2@db/x?port=y", "psotgres://ada:hunter2@db"]
        {
            let Err(why) = Database::read(wrong) else { panic!("{wrong} was read") };
            assert!(!format!("{why} {why:?}").contains("hunter2"), "{why}");
        }
        assert!(!Database::holds_password("postgres://ada@db.example/games?sslmode=disable"));
    }
}
