//! The records of a session: what is written down, what the history keeps, and what can be resumed.

use super::{Session, count};
use crate::{Ending, NextRound, Record, Seats, Table, Tags};

impl Session {
    /// The current match, with the comments and tags of the resumed record.
    #[must_use]
    pub fn record(&self) -> Record {
        let record = self.record_of(&self.table, self.score.next_round(), self.swapped);
        let record = counting(record, &self.finished, self.decisions);
        match &self.earlier {
            Some(earlier) => record.continuing(earlier),
            None => record,
        }
    }

    /// The records of all rounds, this one last.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        self.finished.iter().cloned().chain([self.record()]).collect()
    }

    /// Whether anything was played in this match besides the turns of its setup.
    #[must_use]
    pub fn was_played(&self) -> bool {
        !self.terms.start().plies().starts_with(&self.at().plies())
    }

    /// What the history keeps: the match, once it has ended. A match that was over when it was set up has no players.
    #[must_use]
    pub fn kept(&self) -> Option<Record> {
        let by_moves = matches!(self.ending()?, Ending::Won(_) | Ending::TurnLimit);
        (self.was_played() || !by_moves).then(|| self.record())
    }

    /// The records from which the session can be resumed; `None` if nothing was played, or nothing is left to play.
    #[must_use]
    pub fn to_resume(&self) -> Option<Vec<Record>> {
        let mut records = self.records();
        if self.ending().is_some() {
            let next = self.score().next_round()?;
            let swapped = self.swapped ^ (self.seats == Seats::Swap);
            let table = self.next_table(swapped);
            let decisions = self.decisions.wrapping_add(count(table.game().length()));
            let record = self.record_of(&table, Some(next), swapped);
            let record = counting(record, &records, decisions);
            records.push(record);
        }
        (records.len() > 1 || self.was_played()).then_some(records)
    }

    fn record_of(&self, table: &Table, round: Option<NextRound>, swapped: bool) -> Record {
        let round = round.and_then(|round| round.tag);
        let mut computers = self.people.each_ref().map(|person| person.player);
        if swapped {
            computers.reverse();
        }
        let tags = Tags {
            names: self.names_with(swapped),
            date: self.date,
            round,
            seed: Some(self.seed),
            computers,
            seats: round.map(|_| self.seats),
            limits: self.terms.limits,
            setup: self.terms.start().plies().iter().map(ToString::to_string).collect(),
            decisions: None,
        };
        Record::of(self.game(), table, tags)
    }
}

/// An unfinished record with the number of decisions, unless that is the number of plies in it and the records before it.
fn counting(mut record: Record, before: &[Record], decisions: u64) -> Record {
    let open = record.ending().is_none();
    record.tags.decisions = Some(decisions).filter(|_| open && decisions != plies(before, &record));
    record
}

/// How many plies there are in some records and one more.
pub(super) fn plies(before: &[Record], last: &Record) -> u64 {
    count(before.iter().chain([last]).map(|record| record.plies().len()).sum())
}
