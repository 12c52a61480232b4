//! The sessions that were left unfinished: a record file each, until they are resumed and finished, or given up.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use numberline_table::{LoadError, Record, clean, counted, load, save};

use crate::Home;

/// A session that can be resumed.
#[derive(Clone)]
pub struct Unfinished {
    /// The number under which it is kept.
    pub number: u32,
    /// The records of its rounds, the unfinished one last.
    pub records: Vec<Record>,
}

impl Unfinished {
    /// Such as `Number Siege, Ada against Grace, after 12 turns`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Some(record) = self.records.last() else { return String::new() };
        let [one, two] = &record.tags.names;
        let turns = match record.plies().len() {
            0 => "not yet begun".to_owned(),
            plies => format!("after {}", counted(plies, "turn")),
        };
        format!("{}, {one} against {two}, {turns}", record.game().info().title)
    }
}

/// Why an unfinished session cannot be found, written, read or removed, and what became of its file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnfinishedError(String);

impl UnfinishedError {
    /// There is no session with this number, or none at all.
    #[must_use]
    pub fn none(number: Option<u32>) -> Self {
        Self(match number {
            Some(number) => {
                format!("there is no unfinished game {number}; numberline play --resume lists them all")
            }
            None => "there is no unfinished game".to_owned(),
        })
    }
}

/// More sessions than this are not kept: the oldest gives way.
const MOST: usize = 99;

impl Home {
    /// Writes a session down, in place of an earlier state of the same session, and says under which number.
    pub fn remember(&self, records: &[Record]) -> Result<u32, UnfinishedError> {
        let folder = self.unfinished();
        let failed =
            |error: io::Error| UnfinishedError(format!("cannot write {}: {error}", folder.display()));
        fs::create_dir_all(&folder).map_err(failed)?;
        let kept = self.files()?;
        let number = self.number_of(&kept, records);
        if number.is_none()
            && let Some(oldest) = kept.get(MOST.saturating_sub(1))
        {
            self.forget(*oldest)?;
        }
        let next = || kept.iter().max().map_or(1, |number| number.saturating_add(1));
        let number = number.unwrap_or_else(next);
        save(&self.unfinished_file(number), records).map_err(|error| UnfinishedError(error.to_string()))?;
        Ok(number)
    }

    /// All sessions that were written down, the latest first. A file that cannot be read is put aside, not thrown away, and
    /// reported.
    pub fn all_unfinished(&self) -> Result<Vec<Unfinished>, UnfinishedError> {
        let mut sessions = Vec::new();
        for number in self.files()? {
            sessions.extend(self.recall(number)?);
        }
        Ok(sessions)
    }

    /// The session with this number, if there is one.
    pub fn recall(&self, number: u32) -> Result<Option<Unfinished>, UnfinishedError> {
        match load(&self.unfinished_file(number)) {
            Ok(records) if records.last().is_some_and(|record| record.ending().is_none()) => {
                Ok(Some(Unfinished { number, records }))
            }
            Ok(_) => Err(self.put_aside(number, "there is no unfinished game in it")),
            Err(LoadError::Io(_, error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error @ LoadError::Io(..)) => Err(UnfinishedError(clean(&error.to_string()).into_owned())),
            Err(error) => Err(self.put_aside(number, &error.to_string())),
        }
    }

    /// Removes what was written down under this number.
    pub fn forget(&self, number: u32) -> Result<(), UnfinishedError> {
        let file = self.unfinished_file(number);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(UnfinishedError(format!("cannot remove {}: {error}", file.display())))
            }
            _ => Ok(()),
        }
    }

    /// Removes what was written down of this session, whatever state it was in.
    pub fn forget_session(&self, records: &[Record]) -> Result<(), UnfinishedError> {
        self.number_of(&self.files()?, records).map_or(Ok(()), |number| self.forget(number))
    }

    fn number_of(&self, kept: &[u32], records: &[Record]) -> Option<u32> {
        let same =
            |number: &u32| load(&self.unfinished_file(*number)).is_ok_and(|kept| are_one(&kept, records));
        kept.iter().copied().find(same)
    }

    /// The numbers of the files, the latest first. The one file of an earlier version becomes one of them.
    fn files(&self) -> Result<Vec<u32>, UnfinishedError> {
        let folder = self.unfinished();
        let earlier = self.folder().join("unfinished.txt");
        if earlier.is_file() && fs::create_dir_all(&folder).is_ok() && !self.unfinished_file(1).exists() {
            // If this fails, the file stays where it is.
            let _ = fs::rename(&earlier, self.unfinished_file(1));
        }
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => {
                return Err(UnfinishedError(format!("cannot read {}: {error}", folder.display())));
            }
        };
        let numbered = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let number: u32 = entry.file_name().to_str()?.strip_suffix(".txt")?.parse().ok()?;
            let written =
                entry.metadata().and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            Some((written, number))
        });
        let mut numbered: Vec<(SystemTime, u32)> = numbered.collect();
        numbered.sort_unstable();
        Ok(numbered.into_iter().rev().map(|(_, number)| number).collect())
    }

    fn unfinished_file(&self, number: u32) -> PathBuf {
        self.unfinished().join(format!("{number}.txt"))
    }

    /// Renames the file, and says so.
    fn put_aside(&self, number: u32, reason: &str) -> UnfinishedError {
        let mut names = (1..=99).map(|number| self.folder().join(format!("unfinished-damaged-{number}.txt")));
        let free = names.find(|name| !name.exists());
        let moved = free.filter(|name| fs::rename(self.unfinished_file(number), name).is_ok());
        let kept = moved.map(|name| format!(" Its file is kept as {}.", name.display())).unwrap_or_default();
        UnfinishedError(clean(&format!("An unfinished game cannot be read: {reason}.{kept}")).into_owned())
    }
}

/// Whether the records are two states of one session: the same game, with the same dice.
fn are_one(one: &[Record], two: &[Record]) -> bool {
    let (Some(one), Some(two)) = (one.first(), two.first()) else { return false };
    one.game().info().slug == two.game().info().slug
        && one.settings() == two.settings()
        && one.tags.seed.is_some()
        && one.tags.seed == two.tags.seed
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

    use numberline_table::read_records;

    use super::*;

    const RECORD: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n[Seed \"7\"]\n\n1. 3 2. 2 *\n";

    fn texts(sessions: &[Unfinished]) -> Vec<String> {
        sessions.iter().flat_map(|session| &session.records).map(ToString::to_string).collect()
    }

    #[test]
    fn several_sessions_are_remembered_until_they_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("new"));
        assert!(home.all_unfinished().unwrap().is_empty());
        assert_eq!(home.remember(&read_records(RECORD).unwrap()).unwrap(), 1);
        let other = RECORD.replace("\"7\"", "\"8\"");
        assert_eq!(home.remember(&read_records(&other).unwrap()).unwrap(), 2);
        let further = RECORD.replace("2. 2 *", "2. 2 3. 1 *");
        assert_eq!(home.remember(&read_records(&further).unwrap()).unwrap(), 1, "the same session");
        let mut all = texts(&home.all_unfinished().unwrap());
        all.sort();
        assert_eq!(all.len(), 2);
        assert_eq!(texts(&[home.recall(1).unwrap().unwrap()]).len(), 1);
        assert_eq!(
            home.recall(1).unwrap().unwrap().sentence(),
            "Number Siege, Ada against Grace, after 3 turns"
        );
        home.forget(1).unwrap();
        home.forget(1).unwrap();
        assert!(home.recall(1).unwrap().is_none());
        assert_eq!(home.all_unfinished().unwrap().len(), 1);
    }

    #[test]
    fn the_file_of_an_earlier_version_is_found() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("unfinished.txt"), RECORD).unwrap();
        let home = Home::at(folder.path());
        assert_eq!(home.all_unfinished().unwrap().len(), 1);
        assert!(!folder.path().join("unfinished.txt").exists());
    }

    #[test]
    fn what_cannot_be_read_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        fs::create_dir_all(home.unfinished()).unwrap();
        let over = "[Result \"1-0\"]\n[Ending \"won\"]\n[Seed \"7\"]\n\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0\n";
        let finished =
            RECORD.replace("[Result \"*\"]\n[Ending \"unfinished\"]\n[Seed \"7\"]\n\n1. 3 2. 2 *\n", over);
        assert!(read_records(&finished).is_ok(), "only that it is over is wrong with it");
        let mut kept = 0;
        for bytes in [b"\xff".to_vec(), b"coach = 3".to_vec(), vec![b'x'; 17 << 20], finished.into_bytes()] {
            fs::write(home.unfinished_file(3), &bytes).unwrap();
            let message = home.all_unfinished().err().unwrap();
            kept += 1;
            let aside = folder.path().join(format!("unfinished-damaged-{kept}.txt"));
            assert!(message.to_string().contains(&aside.display().to_string()), "{message}");
            assert_eq!(fs::read(aside).unwrap(), bytes);
            assert!(home.all_unfinished().unwrap().is_empty(), "the problem is reported once");
        }
    }
}
