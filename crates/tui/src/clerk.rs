//! Who reads and writes files: one errand after the other, in a thread of its own.

use numberline_history::{History, Home, now};
use numberline_table::{check_free, read_records, save};

use crate::effect::Errand;
use crate::{Answer, Unfinished};

/// Runs errands. Where there is no home, nothing is kept and nothing is found; that a game cannot be gone on with is said.
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
            Errand::Remember(game) => Answer::Written(self.remember(&game)),
            Errand::Forget => Answer::Written(self.home.as_ref().map_or(Ok(()), Unfinished::forget)),
            Errand::Recall => Answer::Unfinished(self.home.as_ref().map_or(Ok(None), Unfinished::recall)),
            Errand::Prefer(preferences) => {
                Answer::Written(preferences.save().map_err(|error| error.to_string()))
            }
            Errand::Export(path, record) => Answer::Written(
                check_free(&path)
                    .and_then(|()| save(&path, std::slice::from_ref(&*record)))
                    .map_err(|error| error.to_string()),
            ),
            Errand::List(filter) => Answer::Listed(self.look(Vec::new(), |history| history.list(&filter))),
            Errand::Count(filter) => {
                let none = numberline_history::Stats { games: 0, by_game: Vec::new(), by_player: Vec::new() };
                Answer::Counted(self.look(none, |history| history.stats(&filter)).map(Box::new))
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

    fn keep(&self, record: &numberline_table::Record) -> Result<(), String> {
        let Some(home) = &self.home else { return Ok(()) };
        let mut history = History::open(home).map_err(|error| error.to_string())?;
        history.keep(record, &now()).map(|_| ()).map_err(|error| error.to_string())
    }

    fn remember(&self, game: &Unfinished) -> Result<(), String> {
        let nowhere = || "nothing is kept in this session".to_owned();
        self.home.as_ref().ok_or_else(nowhere).and_then(|home| game.remember(home))
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
