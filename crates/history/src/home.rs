//! Where numberline keeps its files.

use std::env;
use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy, Xdg};

/// Where numberline keeps its files: `NUMBERLINE_HOME`, or `numberline` in the XDG data directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home {
    folder: PathBuf,
}

/// It is unknown where numberline's files belong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot tell where your home folder is; set NUMBERLINE_HOME to a folder for numberline's files")]
pub struct HomeError;

impl Home {
    /// Reads the environment. An empty `NUMBERLINE_HOME` counts as unset. Nothing is created.
    pub fn find() -> Result<Self, HomeError> {
        if let Some(folder) = env::var_os("NUMBERLINE_HOME").filter(|folder| !folder.is_empty()) {
            return Ok(Self::at(folder));
        }
        let directories = Xdg::new().map_err(|_| HomeError)?;
        Ok(Self::at(directories.data_dir().join("numberline")))
    }

    /// A folder of the caller's choice.
    #[must_use]
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder that holds all the files.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The database of finished games.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.folder.join("history.sqlite3")
    }

    /// The database of the server's rooms.
    #[must_use]
    pub fn rooms(&self) -> PathBuf {
        self.folder.join("rooms.sqlite3")
    }

    /// The folder of the sessions that were left unfinished: record files with numbers.
    #[must_use]
    pub fn unfinished(&self) -> PathBuf {
        self.folder.join("unfinished")
    }

    /// The name of the person who plays here.
    #[must_use]
    pub fn name(&self) -> PathBuf {
        self.folder.join("name.txt")
    }

    /// The line editor's history.
    #[must_use]
    pub fn typed_lines(&self) -> PathBuf {
        self.folder.join("typed.txt")
    }
}
