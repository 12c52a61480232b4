//! Who reads and writes files: one errand after the other, in a thread of its own.

use numberline_history::{History, Home, Stats, now};
use numberline_table::{Record, check_free, read_records, save};

use crate::effect::Errand;
use crate::event::Finished;
use crate::{Answer, unfinished};

/// Runs errands. Where there is no home, nothing is kept and nothing is found; that a game cannot be resumed is said.
pub(crate) struct Clerk {
    home: Option<Home>,
}

impl Clerk {
    pub(crate) fn new(home: Option<Home>) -> Self {
        Self { home }
    }

    /// Runs an errand, and says what came of it.
    pub(crate) fn run(&mut self, errand: Errand) -> Answer {
        match errand {
            Errand::Keep(record) => Answer::Written(self.keep(&record)),
            Errand::Remember(records) => Answer::Written(self.remember(&records)),
            Errand::Forget => Answer::Written(self.home.as_ref().map_or(Ok(()), unfinished::forget)),
            Errand::Recall => Answer::Unfinished(self.home.as_ref().map_or(Ok(None), unfinished::recall)),
            Errand::Prefer(preferences) => {
                Answer::Written(preferences.save().map_err(|error| error.to_string()))
            }
            Errand::Export(path, record) => Answer::Written(
                check_free(&path)
                    .and_then(|()| save(&path, std::slice::from_ref(&*record)))
                    .map_err(|error| error.to_string()),
            ),
            Errand::Look(filter) => {
                let stats = Stats { games: 0, by_game: Vec::new(), by_player: Vec::new() };
                let none = Finished { games: Vec::new(), stats };
                Answer::History(self.look(none, |history| {
                    Ok(Finished { games: history.list(&filter)?, stats: history.stats(&filter)? })
                }))
            }
            Errand::Read(number) => {
                let text = self.look(None, |history| history.record(number));
                let missing = || format!("there is no game {number} in the history");
                Answer::Read(text.and_then(|text| text.ok_or_else(missing)).and_then(|text| {
                    let records = read_records(&text).map_err(|error| error.to_string())?;
                    records.into_iter().next().map(Box::new).ok_or_else(missing)
                }))
            }
        }
    }

    fn keep(&self, record: &Record) -> Result<(), String> {
        let Some(home) = &self.home else { return Ok(()) };
        let mut history = History::open(home).map_err(|error| error.to_string())?;
        history.keep(record, &now()).map(|_| ()).map_err(|error| error.to_string())
    }

    fn remember(&self, records: &[Record]) -> Result<(), String> {
        let nowhere = || "nothing is kept in this session".to_owned();
        self.home.as_ref().ok_or_else(nowhere).and_then(|home| unfinished::remember(home, records))
    }

    /// Looks something up in the history, which may not be there yet.
    fn look<T>(
        &self,
        none: T,
        question: impl FnOnce(&History) -> Result<T, numberline_history::HistoryError>,
    ) -> Result<T, String> {
        let Some(home) = &self.home else { return Ok(none) };
        match History::open_to_read(home).map_err(|error| error.to_string())? {
            Some(history) => question(&history).map_err(|error| error.to_string()),
            None => Ok(none),
        }
    }
}
