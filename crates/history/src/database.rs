//! The file: how it is made, opened for writing, and opened for reading alone.
//!
//! A new database is made under another name and moved into place whole, so a file that is empty or half made is never
//! ours, and two programs that start at once cannot meet one. Nothing in here opens the file except through SQLite:
//! closing it elsewhere in the process would drop the locks that SQLite holds on it.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::At;
use crate::{HistoryError, Home, schema};

/// How long to wait for another program's lock. A player is waiting at a prompt meanwhile.
const PATIENCE: Duration = Duration::from_millis(500);

/// The length of SQLite's smallest page. It takes a shorter file for a new database.
const SMALLEST_FILE: u64 = 512;

/// Opens the database for writing, and makes it if there is none.
pub(crate) fn open(home: &Home) -> Result<Connection, HistoryError> {
    schema::check_sqlite(rusqlite::version_number())?;
    let path = home.database();
    if !is_there(&path)? {
        create(&path)?;
    }
    let mut connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).at(&path)?;
    // If a file may not be written, SQLite silently opens it for reading.
    if connection.is_readonly("main").at(&path)? {
        return Err(HistoryError::ReadOnly(path));
    }
    set_safety(&connection).at(&path)?;
    schema::bring_up_to_date(&mut connection, &path)?;
    set_log(&connection).at(&path)?;
    Ok(connection)
}

/// Opens the database for reading, even where nothing may be written. `None` if there is none.
pub(crate) fn open_to_read(home: &Home) -> Result<Option<Connection>, HistoryError> {
    schema::check_sqlite(rusqlite::version_number())?;
    let path = home.database();
    if !is_there(&path)? {
        return Ok(None);
    }
    match read_shared(&path) {
        // Where nobody can write, nothing need be shared; but games that are still in the log would be silently skipped, so
        // then the refusal stands.
        Err(HistoryError::CannotOpen { .. } | HistoryError::ReadOnly(_)) if !holds_data(&log_of(&path)) => {
            read_alone(&path).map(Some)
        }
        answer => answer.map(Some),
    }
}

/// Reads beside other programs. With the right to write, SQLite recovers what an interrupted program left, and cleans up
/// after itself; without, it can only join running programs, and would leave files that nobody can write.
fn read_shared(path: &Path) -> Result<Connection, HistoryError> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).at(path)?;
    if connection.is_readonly("main").at(path)? && !log_of(path).exists() {
        return Err(HistoryError::ReadOnly(path.to_owned()));
    }
    to_read(connection, path)
}

/// Reads a file that does not change, without locks, and without files beside it.
fn read_alone(path: &Path) -> Result<Connection, HistoryError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = connect(Path::new(&address_of(path)), flags).at(path)?;
    to_read(connection, path)
}

fn to_read(mut connection: Connection, path: &Path) -> Result<Connection, HistoryError> {
    set_safety(&connection).at(path)?;
    schema::bring_up_to_date(&mut connection, path)?;
    connection.pragma_update(None, "query_only", true).at(path)?;
    Ok(connection)
}

/// Whether there is a database. A file that is certainly not one is refused before SQLite could take it for a new one.
fn is_there(path: &Path) -> Result<bool, HistoryError> {
    let cannot = |reason: String| HistoryError::CannotOpen { path: path.to_owned(), reason };
    match fs::metadata(path) {
        Ok(file) if !file.is_file() => Err(cannot("it is not a file".into())),
        Ok(file) if file.len() == 0 => Err(HistoryError::damaged(path, "it is empty")),
        Ok(file) if file.len() < SMALLEST_FILE => Err(HistoryError::damaged(path, "it is cut short")),
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // A new database beside an old one's log would be overwritten from that log.
            let left = ["-wal", "-journal"]
                .map(|ending| beside(path, ending))
                .into_iter()
                .find(|file| holds_data(file));
            match left {
                // Another process may have made the database between the two checks.
                Some(_) if path.exists() => Ok(true),
                Some(left) => Err(HistoryError::LeftBehind { path: path.to_owned(), left }),
                None => Ok(false),
            }
        }
        Err(error) => Err(cannot(error.to_string())),
    }
}

fn create(path: &Path) -> Result<(), HistoryError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let refused = |error: &io::Error| HistoryError::of_making(path, error);
    make_folder(folder).map_err(|error| refused(&error))?;
    let draft =
        tempfile::Builder::new().prefix(".history-").tempfile_in(folder).map_err(|error| refused(&error))?;
    let draft = draft.into_temp_path();
    let mut connection = connect(&draft, OpenFlags::SQLITE_OPEN_READ_WRITE).at(path)?;
    set_safety(&connection).at(path)?;
    schema::create(&mut connection).at(path)?;
    // Only now, so that everything is in the one file that gets the name.
    set_log(&connection).at(path)?;
    connection.close().map_err(|(_, error)| error).at(path)?;
    match draft.persist_noclobber(path) {
        Ok(()) => sync_folder(folder).map_err(|error| refused(&error)),
        // Another process was faster, and its database is as good.
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(refused(&error.error)),
    }
}

fn connect(place: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let is_uri = flags.contains(OpenFlags::SQLITE_OPEN_URI);
    // SQLite takes a relative path that begins with `file:` for an address.
    let absolute =
        if is_uri { place.to_owned() } else { std::path::absolute(place).unwrap_or(place.to_owned()) };
    let connection = Connection::open_with_flags(absolute, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn set_safety(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "FULL")
}

/// Asks for a write-ahead log, in which readers and a writer do not wait for each other. Where the file system cannot
/// share memory SQLite keeps its rollback journal, which loses nothing either.
fn set_log(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
}

/// The URI under which SQLite reads a file as immutable.
fn address_of(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or(path.to_owned());
    let mut address = String::from("file://");
    for byte in absolute.as_os_str().as_encoded_bytes() {
        match *byte {
            plain if plain.is_ascii_alphanumeric() || b"/-._~".contains(&plain) => address.push(plain.into()),
            other => address.push_str(&format!("%{other:02X}")),
        }
    }
    address + "?immutable=1"
}

fn log_of(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn holds_data(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.len() > 0)
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A new name is durable only once its folder is synced.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(connection: &Connection, name: &str) -> String {
        connection
            .query_row(&format!("SELECT CAST(\"{name}\" AS TEXT) FROM pragma_{name}"), [], |row| row.get(0))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[test]
    fn what_makes_it_durable_is_in_force() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        for connection in [open(&home).unwrap(), open(&home).unwrap(), open_to_read(&home).unwrap().unwrap()]
        {
            assert_eq!(setting(&connection, "journal_mode"), "wal");
            assert_eq!(setting(&connection, "synchronous"), "2", "2 is FULL");
            assert_eq!(setting(&connection, "foreign_keys"), "1");
            assert_eq!(setting(&connection, "trusted_schema"), "0");
            let patience: i64 = connection.pragma_query_one(None, "busy_timeout").unwrap();
            assert_eq!(patience, 500);
        }
    }

    #[test]
    fn a_reader_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        open(&home).unwrap();
        let connection = open_to_read(&home).unwrap().unwrap();
        let refused = connection.execute("DELETE FROM matches", []).at(&home.database());
        assert!(matches!(refused, Err(HistoryError::ReadOnly(_))), "{refused:?}");
    }

    #[test]
    fn another_journal_is_replaced_by_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        let first = open(&home).unwrap();
        first.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(())).unwrap();
        assert_eq!(setting(&first, "journal_mode"), "delete");
        drop(first);
        assert_eq!(setting(&open(&home).unwrap(), "journal_mode"), "wal");
    }

    #[test]
    fn an_address_holds_any_path() {
        assert_eq!(address_of(Path::new("/a b/c?d#e%f.db")), "file:///a%20b/c%3Fd%23e%25f.db?immutable=1");
    }

    #[test]
    fn a_file_that_nobody_may_change_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("a b?c#d%41"));
        open(&home).unwrap();
        let connection = read_alone(&home.database()).unwrap();
        assert!(connection.is_readonly("main").unwrap());
        let games: i64 = connection.query_row("SELECT COUNT(*) FROM matches", [], |row| row.get(0)).unwrap();
        assert_eq!(games, 0);
        let files = fs::read_dir(home.folder()).unwrap().count();
        assert_eq!(files, 1, "reading made files beside the database");
    }
}
