//! Whether the open files are still the ones at their paths. A file that was deleted or replaced can be written without
//! an error, and everything written to it is lost.

use std::fs::metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The files of a database, as they were when it was opened.
#[derive(Clone, Debug)]
pub(super) struct Files {
    database: Known,
    log: Known,
}

/// A file at a path.
#[derive(Clone, Debug)]
struct Known {
    path: PathBuf,
    /// None if there was no file, and then any will do.
    identity: Option<Identity>,
}

/// Two files with the same identity are the same file, whatever their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Identity {
    device: u64,
    inode: u64,
}

impl Files {
    /// The database at a path that is open now, and its write-ahead log.
    pub(super) fn of(database: &Path) -> Self {
        // SQLite keeps the log beside the real file, wherever a link may be.
        Self { database: Known::at(database.to_owned()), log: Known::at(beside(&real(database), "-wal")) }
    }

    /// Whether both are still at their paths. This is one system call per file.
    pub(super) fn are_in_place(&self) -> bool {
        self.database.is_in_place() && self.log.is_in_place()
    }

    /// The size of the write-ahead log.
    pub(super) fn log_bytes(&self) -> u64 {
        metadata(&self.log.path).map_or(0, |file| file.len())
    }
}

impl Known {
    fn at(path: PathBuf) -> Self {
        let identity = Identity::of(&path);
        Self { path, identity }
    }

    fn is_in_place(&self) -> bool {
        self.identity.is_none() || Identity::of(&self.path) == self.identity
    }
}

impl Identity {
    fn of(path: &Path) -> Option<Self> {
        let file = metadata(path).ok()?;
        Some(Self { device: file.dev(), inode: file.ino() })
    }
}

/// The path of a file without links. The file itself need not exist yet.
pub(super) fn real(file: &Path) -> PathBuf {
    let in_folder = || {
        let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        Ok::<_, std::io::Error>(folder.canonicalize()?.join(file.file_name().unwrap_or_default()))
    };
    file.canonicalize().or_else(|_| in_folder()).unwrap_or_else(|_| file.to_owned())
}

/// The path of a companion of a file: the same name with something behind it.
pub(super) fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}
