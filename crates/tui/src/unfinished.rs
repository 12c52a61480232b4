//! The session that was left unfinished: a record file of its own, until it is resumed or another takes its place.

use std::fs;
use std::io;

use numberline_history::Home;
use numberline_table::{LoadError, Record, clean, counted, load, save};
use unicode_width::UnicodeWidthStr;

/// A session that can be resumed: the records of its rounds, the unfinished one last.
pub(crate) struct Unfinished(pub(crate) Vec<Record>);

impl Unfinished {
    /// Such as `Number Siege, Ada against Grace, after 12 turns`, or less of it where there is little room.
    pub(crate) fn within(&self, room: usize) -> String {
        let Some(record) = self.0.last() else { return String::new() };
        let (title, [one, two]) = (record.game().info().title, &record.tags.names);
        let turns = match record.plies().len() {
            0 => "not yet begun".to_owned(),
            plies => format!("after {}", counted(plies, "turn")),
        };
        let texts = [format!("{title}, {one} against {two}, {turns}"), format!("{title}, {turns}")];
        texts.into_iter().find(|text| text.width() <= room).unwrap_or_else(|| title.to_owned())
    }

    /// Whether another match is to take its place.
    pub(crate) fn question(&self) -> String {
        format!("This takes the place of the unfinished game: {}. Begin anyway?", self.within(usize::MAX))
    }
}

/// Writes a session down, in place of the one that was written down before.
pub(crate) fn remember(home: &Home, records: &[Record]) -> Result<(), String> {
    let file = home.unfinished();
    fs::create_dir_all(home.folder()).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    save(&file, records).map_err(|error| error.to_string())
}

/// The session that was written down, if there is one. A file that cannot be read is put aside, not thrown away.
pub(crate) fn recall(home: &Home) -> Result<Option<Vec<Record>>, String> {
    match load(&home.unfinished()) {
        Ok(records) if records.last().is_some_and(|record| record.ending().is_none()) => Ok(Some(records)),
        Ok(_) => Err(put_aside(home, "there is no unfinished game in it")),
        Err(LoadError::Io(_, error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error @ LoadError::Io(..)) => Err(clean(&error.to_string()).into_owned()),
        Err(error) => Err(put_aside(home, &error.to_string())),
    }
}

/// Removes what was written down.
pub(crate) fn forget(home: &Home) -> Result<(), String> {
    let file = home.unfinished();
    match fs::remove_file(&file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {error}", file.display()))
        }
        _ => Ok(()),
    }
}

/// Renames the file, and says so.
fn put_aside(home: &Home, reason: &str) -> String {
    let mut names = (1..=99).map(|number| home.folder().join(format!("unfinished-damaged-{number}.txt")));
    let free = names.find(|name| !name.exists());
    let moved = free.filter(|name| fs::rename(home.unfinished(), name).is_ok());
    let kept = moved.map(|name| format!(" Its file is kept as {}.", name.display())).unwrap_or_default();
    clean(&format!("The unfinished game cannot be read: {reason}.{kept}")).into_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

    use super::*;
    use crate::tests::trial::record;

    const RECORD: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 2 *\n";

    #[test]
    fn a_session_is_remembered_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("new"));
        assert!(recall(&home).unwrap().is_none());
        remember(&home, &[record(RECORD)]).unwrap();
        let recalled = recall(&home).unwrap().unwrap();
        assert_eq!(recalled.iter().map(ToString::to_string).collect::<Vec<_>>(), [RECORD]);
        assert_eq!(Unfinished(recalled).within(80), "Number Siege, Ada against Grace, after 2 turns");
        forget(&home).unwrap();
        forget(&home).unwrap();
        assert!(recall(&home).unwrap().is_none());
    }

    #[test]
    fn what_cannot_be_read_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        let over = "[Result \"1-0\"]\n[Ending \"won\"]\n\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0\n";
        let finished = RECORD.replace("[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 2 *\n", over);
        assert!(numberline_table::read_records(&finished).is_ok(), "only that it is over is wrong with it");
        let mut kept = 0;
        for bytes in [b"\xff".to_vec(), b"coach = 3".to_vec(), vec![b'x'; 17 << 20], finished.into_bytes()] {
            fs::write(home.unfinished(), &bytes).unwrap();
            let message = recall(&home).err().unwrap();
            kept += 1;
            let aside = folder.path().join(format!("unfinished-damaged-{kept}.txt"));
            assert!(message.contains(&aside.display().to_string()), "{message}");
            assert_eq!(fs::read(aside).unwrap(), bytes);
            assert!(recall(&home).unwrap().is_none(), "nobody is told twice");
        }
    }
}
