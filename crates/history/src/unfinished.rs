//! The session that was left unfinished: a record file of its own, until it is resumed or another takes its place.

use std::fs;
use std::io;

use numberline_table::{LoadError, Record, clean, load, save};

use crate::Home;

/// Why the unfinished session cannot be written, read or removed, and what became of its file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnfinishedError(String);

impl Home {
    /// Writes a session down, in place of the one that was written down before.
    pub fn remember(&self, records: &[Record]) -> Result<(), UnfinishedError> {
        let file = self.unfinished();
        fs::create_dir_all(self.folder())
            .map_err(|error| UnfinishedError(format!("cannot write {}: {error}", file.display())))?;
        save(&file, records).map_err(|error| UnfinishedError(error.to_string()))
    }

    /// The session that was written down, if there is one. A file that cannot be read is put aside, not thrown away.
    pub fn recall(&self) -> Result<Option<Vec<Record>>, UnfinishedError> {
        match load(&self.unfinished()) {
            Ok(records) if records.last().is_some_and(|record| record.ending().is_none()) => {
                Ok(Some(records))
            }
            Ok(_) => Err(self.put_aside("there is no unfinished game in it")),
            Err(LoadError::Io(_, error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error @ LoadError::Io(..)) => Err(UnfinishedError(clean(&error.to_string()).into_owned())),
            Err(error) => Err(self.put_aside(&error.to_string())),
        }
    }

    /// Removes what was written down.
    pub fn forget(&self) -> Result<(), UnfinishedError> {
        let file = self.unfinished();
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(UnfinishedError(format!("cannot remove {}: {error}", file.display())))
            }
            _ => Ok(()),
        }
    }

    /// Renames the file, and says so.
    fn put_aside(&self, reason: &str) -> UnfinishedError {
        let mut names = (1..=99).map(|number| self.folder().join(format!("unfinished-damaged-{number}.txt")));
        let free = names.find(|name| !name.exists());
        let moved = free.filter(|name| fs::rename(self.unfinished(), name).is_ok());
        let kept = moved.map(|name| format!(" Its file is kept as {}.", name.display())).unwrap_or_default();
        UnfinishedError(clean(&format!("The unfinished game cannot be read: {reason}.{kept}")).into_owned())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

    use numberline_table::read_records;

    use super::*;

    const RECORD: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 2 *\n";

    #[test]
    fn a_session_is_remembered_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("new"));
        assert!(home.recall().unwrap().is_none());
        home.remember(&read_records(RECORD).unwrap()).unwrap();
        let recalled = home.recall().unwrap().unwrap();
        assert_eq!(recalled.iter().map(ToString::to_string).collect::<Vec<_>>(), [RECORD]);
        home.forget().unwrap();
        home.forget().unwrap();
        assert!(home.recall().unwrap().is_none());
    }

    #[test]
    fn what_cannot_be_read_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        let over = "[Result \"1-0\"]\n[Ending \"won\"]\n\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0\n";
        let finished = RECORD.replace("[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 2 *\n", over);
        assert!(read_records(&finished).is_ok(), "only that it is over is wrong with it");
        let mut kept = 0;
        for bytes in [b"\xff".to_vec(), b"coach = 3".to_vec(), vec![b'x'; 17 << 20], finished.into_bytes()] {
            fs::write(home.unfinished(), &bytes).unwrap();
            let message = home.recall().err().unwrap();
            kept += 1;
            let aside = folder.path().join(format!("unfinished-damaged-{kept}.txt"));
            assert!(message.to_string().contains(&aside.display().to_string()), "{message}");
            assert_eq!(fs::read(aside).unwrap(), bytes);
            assert!(home.recall().unwrap().is_none(), "the problem is reported once");
        }
    }
}
