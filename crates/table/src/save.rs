//! Record files: written atomically, and read only up to a size.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Record, RecordError, read_records};

/// The largest record file that is read, in bytes.
pub const LARGEST_FILE: u64 = 16 << 20;

/// Why a record could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file holds something else, which would be lost.
    #[error("{} exists and is not a record; choose another name", .0.display())]
    NotARecord(PathBuf),
    /// The file holds something else, which would be lost.
    #[error("{} exists and is not a certificate; choose another name", .0.display())]
    NotACertificate(PathBuf),
    /// The file holds a game that the player may want to resume.
    #[error("{file} holds an unfinished game: resume it with --resume {file}, or choose another name", file = .0.display())]
    Unfinished(PathBuf),
    /// The folder of the file does not exist.
    #[error("cannot write {}: there is no folder {}; create it first", .0.display(), .1.display())]
    NoFolder(PathBuf, PathBuf),
    /// The system refused.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

impl SaveError {
    /// The error for the system's refusal to write a file. `NotFound` then means its folder.
    pub(crate) fn of(path: &Path, error: io::Error) -> Self {
        match path.parent() {
            Some(folder) if error.kind() == io::ErrorKind::NotFound && !folder.as_os_str().is_empty() => {
                Self::NoFolder(path.to_owned(), folder.to_owned())
            }
            _ => Self::Io(path.to_owned(), error),
        }
    }
}

/// Why a record could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The system refused.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// It is larger than any record.
    #[error("{} is larger than {LARGEST_FILE} bytes, which is too large for a record", .0.display())]
    TooLarge(PathBuf),
    /// Its content is not a record.
    #[error("{}, {}", .0.display(), .1)]
    Damaged(PathBuf, RecordError),
}

/// Writes records to a file: into a temporary file beside it, synced, then renamed over it.
///
/// At every instant the file holds either its old content or all of the new text. A file that is neither empty nor
/// a record is not overwritten.
pub fn save(path: &Path, records: &[Record]) -> Result<(), SaveError> {
    if !may_replace(path, |text| text.starts_with('[') && text.contains("[Game \"")) {
        return Err(SaveError::NotARecord(path.to_owned()));
    }
    let text: Vec<String> = records.iter().map(Record::to_string).collect();
    write_atomically(path, text.join("\n").as_bytes()).map_err(|error| SaveError::of(path, error))
}

/// The files that hold a session and may be overwritten with it. Clones share the list.
#[derive(Clone, Debug, Default)]
pub struct OwnFiles(Arc<Mutex<Vec<PathBuf>>>);

impl OwnFiles {
    /// A list with the file that the session was resumed from, if any.
    #[must_use]
    pub fn new(resumed: Option<PathBuf>) -> Self {
        Self(Arc::new(Mutex::new(resumed.into_iter().collect())))
    }

    /// Writes the session to any file. Another session's unfinished game is not overwritten.
    pub fn save(&self, path: &Path, records: &[Record]) -> Result<(), SaveError> {
        self.check(path)?;
        save(path, records)?;
        let mut own = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !own.iter().any(|own| own == path) {
            own.push(path.to_owned());
        }
        Ok(())
    }

    /// Whether the file holds no unfinished game of another session.
    pub fn check(&self, path: &Path) -> Result<(), SaveError> {
        let own = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = own.iter().any(|own| own == path);
        if !is_own && load(path).is_ok_and(|held| held.iter().any(|record| record.ending().is_none())) {
            return Err(SaveError::Unfinished(path.to_owned()));
        }
        Ok(())
    }
}

/// Reads all records of a file, each played through by the rules.
pub fn load(path: &Path) -> Result<Vec<Record>, LoadError> {
    let failed = |error| LoadError::Io(path.to_owned(), error);
    // Checked before it is opened: opening a pipe would block until another program writes to it.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("it is not a file")));
    }
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(LoadError::TooLarge(path.to_owned()));
    }
    let damaged = |error| LoadError::Damaged(path.to_owned(), error);
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        damaged(RecordError { line, reason: "this is not UTF-8 text".into() })
    })?;
    read_records(&text).map_err(damaged)
}

/// A missing or empty file or a file of ours may be replaced; an unreadable one, a folder or a device may not.
pub(crate) fn may_replace(path: &Path, is_ours: impl Fn(&str) -> bool) -> bool {
    const LOOKED_AT: u64 = 4096;
    match fs::metadata(path) {
        Err(error) => return error.kind() == io::ErrorKind::NotFound,
        Ok(about) if !about.is_file() => return false,
        Ok(_) => {}
    }
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LOOKED_AT).read_to_end(&mut beginning));
    read.is_ok() && (beginning.is_empty() || is_ours(&String::from_utf8_lossy(&beginning)))
}

/// Writes a file atomically: into a temporary file beside it, synced, then renamed over it.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The target of a link is replaced, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".numberline-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less what the umask takes away
    // The error would name the temporary file, which the player does not know.
    let mut file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The new name is durable only once the folder is synced.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}
