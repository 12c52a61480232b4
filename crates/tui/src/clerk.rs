//! Reads and writes files: one errand after the other, in its own thread.

use std::path::PathBuf;

use numberline_history::{History, HistoryError, Home, Person, Stats};
use numberline_table::{OwnFiles, Record, read_records};

use crate::Answer;
use crate::effect::Errand;
use crate::event::Finished;

/// Runs errands. Without a home, nothing is kept and nothing is found; only remembering a session is an error.
pub(crate) struct Clerk {
    home: Option<Home>,
    folder: PathBuf,
    /// The file that every session is written to, and what is in it.
    record: Option<(PathBuf, OwnFiles)>,
    written: Vec<Record>,
}

impl Clerk {
    pub(crate) fn new(home: Option<Home>) -> Self {
        Self { home, folder: PathBuf::new(), record: None, written: Vec::new() }
    }

    /// The same, where every session is written to a file as well.
    pub(crate) fn recording(self, record: Option<(PathBuf, OwnFiles)>) -> Self {
        Self { record, ..self }
    }

    /// The same, where the file names that a player gives are relative to this folder.
    pub(crate) fn in_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), ..self }
    }

    /// Runs an errand, and returns its result.
    pub(crate) fn run(&mut self, errand: Errand) -> Answer {
        match errand {
            Errand::Keep(record) => {
                self.written.retain(|written| written.ending().is_some());
                self.written.push((*record).clone());
                let recorded = self.write();
                let kept = said(self.home.as_ref().map_or(Ok(()), |home| home.keep(&record)));
                Answer::Written(kept.and(recorded))
            }
            Errand::Remember(records) => {
                let remembered = self.remember(&records);
                self.written = records;
                // The next round is written down once something was played in it.
                let is_begun = |record: &Record| record.ending().is_some() || !record.plies().is_empty();
                self.written.retain(is_begun);
                let recorded = self.write();
                Answer::Written(remembered.and(recorded))
            }
            Errand::Forget(records) => {
                Answer::Written(said(self.home.as_ref().map_or(Ok(()), |home| home.forget_session(&records))))
            }
            Errand::Recall => {
                Answer::Unfinished(said(self.home.as_ref().map_or(Ok(Vec::new()), Home::all_unfinished)))
            }
            Errand::Discard(number) => {
                Answer::Written(said(self.home.as_ref().map_or(Ok(()), |home| home.forget(number))))
            }
            // Where nothing is kept, nobody is asked.
            Errand::WhoPlays => Answer::Person(self.home.as_ref().map_or(Person::Nameless, Home::person)),
            Errand::Introduce(name) => {
                let introduce = |home: &Home| home.introduce(name.as_ref());
                Answer::Written(said(self.home.as_ref().map_or(Ok(()), introduce)))
            }
            Errand::Prefer(preferences) => Answer::Written(said(preferences.save())),
            Errand::Export(path, own, records) => {
                Answer::Written(said(own.save(&self.folder.join(path), &records)))
            }
            Errand::Look(filter) => {
                let none = Finished { games: Vec::new(), stats: Stats::default() };
                Answer::History(self.look(none, |history| {
                    Ok(Finished { games: history.list(&filter)?, stats: history.stats(&filter)? })
                }))
            }
            Errand::Study(cache) => {
                let nowhere = || "nothing is kept in this session".to_owned();
                let home = self.home.as_ref().ok_or_else(nowhere);
                Answer::Studied(home.and_then(|home| said(home.attempts(&cache))))
            }
            Errand::Learn(attempts) => {
                let kept = self.home.as_ref().map_or(Ok(()), |home| home.keep_attempts(&attempts));
                Answer::Written(said(kept))
            }
            Errand::Unlearn => {
                let erase = |home: &Home| History::open(home)?.erase_attempts().map(drop);
                Answer::Written(said(self.home.as_ref().map_or(Ok(()), erase)))
            }
            Errand::Read(number) => {
                let missing = || HistoryError::NoGame(number);
                let text = said(self.home.as_ref().ok_or_else(missing).and_then(|home| home.record(number)));
                Answer::Read(text.and_then(|text| {
                    said(said(read_records(&text))?.into_iter().next().map(Box::new).ok_or_else(missing))
                }))
            }
        }
    }

    /// Writes the session to its file, if it has one.
    fn write(&self) -> Result<(), String> {
        let file = self.record.as_ref().filter(|_| !self.written.is_empty());
        file.map_or(Ok(()), |(path, own)| said(own.save(path, &self.written)))
    }

    fn remember(&self, records: &[Record]) -> Result<(), String> {
        let nowhere = || "nothing is kept in this session".to_owned();
        self.home.as_ref().ok_or_else(nowhere).and_then(|home| said(home.remember(records)).map(drop))
    }

    /// Looks something up in the history, which may not exist yet.
    fn look<T>(
        &self,
        none: T,
        question: impl FnOnce(&History) -> Result<T, HistoryError>,
    ) -> Result<T, String> {
        let Some(home) = &self.home else { return Ok(none) };
        said(History::open_to_read(home).and_then(|history| history.as_ref().map_or(Ok(none), question)))
    }
}

/// The error, in words.
fn said<T>(done: Result<T, impl ToString>) -> Result<T, String> {
    done.map_err(|error| error.to_string())
}
