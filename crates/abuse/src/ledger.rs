//! The oracle: what a room was sent and what it acknowledged, held against what its log has.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use numberline_rules::Seat;
use numberline_server::{ClientId, Deed, Kept, RoomId, Shelf, SqliteShelf};
use serde_json::{Value, json};

use crate::Trouble;

/// What a room was sent, and what it said.
#[derive(Clone, Debug)]
pub struct Ledger {
    room: String,
    submissions: Vec<Submission>,
    /// Answers to a resent command that were not the first answer.
    contradicted: usize,
}

/// A move that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Whose it is.
    pub seat: Seat,
    /// What the client calls it.
    pub id: String,
    /// The move.
    pub text: String,
    /// The version that the client knew.
    pub seen: Option<u64>,
    /// The version that the server acknowledged.
    pub version: Option<u64>,
}

impl Submission {
    /// The message that carries it. A resend is the same message.
    #[must_use]
    pub fn message(&self) -> String {
        let Self { id, text, seen, .. } = self;
        let deed = json!({ "kind": "move", "text": text });
        match seen {
            Some(seen) => json!({ "type": "do", "id": id, "seen": seen, "do": deed }).to_string(),
            None => json!({ "type": "do", "id": id, "do": deed }).to_string(),
        }
    }

    /// The same for HTTP.
    #[must_use]
    pub fn body(&self) -> Value {
        json!({ "id": self.id, "seen": self.seen, "do": { "kind": "move", "text": self.text } })
    }
}

/// What does not add up.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Moves that were acknowledged.
    pub acknowledged: usize,
    /// Moves that are in the log.
    pub logged: usize,
    /// Acknowledged moves that are not in the log where the answer said.
    pub lost: usize,
    /// Moves that are in the log more than once, or share their version with another.
    pub doubled: usize,
    /// Moves in the log that nobody sent.
    pub strays: usize,
    /// Resent moves that got another answer than before.
    pub contradicted: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.logged += other.logged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.strays += other.strays;
        self.contradicted += other.contradicted;
    }
}

impl Ledger {
    /// Of a room to which nothing was sent yet.
    #[must_use]
    pub fn new(room: &str) -> Self {
        Self { room: room.to_owned(), submissions: Vec::new(), contradicted: 0 }
    }

    /// The room.
    #[must_use]
    pub fn room(&self) -> &str {
        &self.room
    }

    /// A move is about to be sent. The answer is its place.
    pub fn send(&mut self, seat: Seat, text: &str, seen: Option<u64>) -> usize {
        let place = self.submissions.len();
        let (id, text) = (format!("m-{}-{place}", seat.number()), text.to_owned());
        self.submissions.push(Submission { seat, id, text, seen, version: None });
        place
    }

    /// A move that was sent under a name of its own and acknowledged.
    pub fn add(&mut self, submission: Submission) {
        self.submissions.push(submission);
    }

    /// What was sent at a place.
    pub fn submission(&self, place: usize) -> Result<&Submission, Trouble> {
        self.submissions.get(place).ok_or_else(|| Trouble::new("the ledger has no such move"))
    }

    /// The move at a place was acknowledged.
    pub fn acknowledge(&mut self, place: usize, version: u64) {
        let Some(submission) = self.submissions.get_mut(place) else { return };
        match submission.version {
            None => submission.version = Some(version),
            Some(before) if before == version => {}
            Some(_) => self.contradicted += 1,
        }
    }

    /// A move that had been acknowledged, or may have been, was refused when it was sent again.
    pub fn contradict(&mut self) {
        self.contradicted += 1;
    }

    /// Believes that a move was made twice. Only a negative control does that.
    pub fn count_twice(&mut self) {
        let first = self.submissions.iter().find(|submission| submission.version.is_some()).cloned();
        self.submissions.extend(first);
    }

    /// Holds what was said against a log.
    #[must_use]
    pub fn audit(&self, kept: &Kept) -> Tally {
        let mut tally = Tally { contradicted: self.contradicted, ..Tally::default() };
        let sent: HashSet<(u8, &str)> =
            self.submissions.iter().map(|sent| (sent.seat.number(), sent.id.as_str())).collect();
        let mut moves = BTreeMap::new();
        let mut times: BTreeMap<(u8, &str), usize> = BTreeMap::new();
        for (entry, chosen) in &kept.log {
            let (text, Some(seat)) = (
                match &entry.deed {
                    Deed::Moved { text } => Some(text),
                    Deed::Chose => chosen.as_ref(),
                    _ => continue,
                },
                entry.seat,
            ) else {
                continue;
            };
            tally.logged += 1;
            moves.insert(entry.version, (seat, text));
            let client = entry.client.as_ref().map(ClientId::as_str);
            match client.filter(|client| sent.contains(&(seat.number(), *client))) {
                Some(client) => *times.entry((seat.number(), client)).or_default() += 1,
                None => tally.strays += 1,
            }
        }
        tally.doubled += times.values().map(|count| count - 1).sum::<usize>();
        let mut answers: BTreeMap<u64, usize> = BTreeMap::new();
        for submission in &self.submissions {
            let Some(version) = submission.version else { continue };
            tally.acknowledged += 1;
            *answers.entry(version).or_default() += 1;
            // A choice that still waits for the other seat's is in the log, too, with its move beside it.
            let holds = moves.get(&version).is_some_and(|(seat, text)| {
                *seat == submission.seat && text.is_some_and(|text| same(text, &submission.text))
            });
            tally.lost += usize::from(!holds);
        }
        tally.doubled += answers.values().map(|count| count - 1).sum::<usize>();
        tally
    }
}

/// The log spells a move in its own way; blanks do not count.
fn same(one: &str, two: &str) -> bool {
    one.split_whitespace().eq(two.split_whitespace())
}

/// Holds ledgers against the file, whether or not a server has it open.
pub fn audit<'a>(database: &Path, ledgers: impl IntoIterator<Item = &'a Ledger>) -> Result<Tally, Trouble> {
    let failed = |error| Trouble::new(format!("the file cannot be read: {error}"));
    let shelf = SqliteShelf::open(database).map_err(failed)?;
    let mut tally = Tally::default();
    for ledger in ledgers {
        let room: RoomId = ledger.room.parse().map_err(|_| Trouble::new("no name of a room"))?;
        match shelf.load(room, 0).map_err(failed)? {
            Some(kept) => tally += ledger.audit(&kept),
            None => {
                let said = ledger.submissions.iter().filter(|sent| sent.version.is_some()).count();
                tally += Tally { acknowledged: said, lost: said, ..Tally::default() };
            }
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use numberline_server::{Entry, Wish};

    use super::*;

    fn kept(moves: &[(u64, Seat, &str, &str)]) -> Kept {
        let wish: Wish = serde_json::from_str(r#"{"game":"any"}"#).unwrap();
        let entry = |(version, seat, id, text): &(u64, Seat, &str, &str)| Entry {
            version: *version,
            deed: Deed::Moved { text: (*text).to_owned() },
            seat: Some(*seat),
            client: Some(ClientId::try_from((*id).to_owned()).unwrap()),
            left: None,
        };
        Kept { wish, log: moves.iter().map(|made| (entry(made), None)).collect() }
    }

    fn ledger() -> Ledger {
        let mut ledger = Ledger::new("room");
        ledger.send(Seat::One, "5 6", None);
        ledger.acknowledge(0, 3);
        ledger.send(Seat::Two, "8", None);
        ledger
    }

    #[test]
    fn finds_nothing_where_nothing_is_wrong() {
        let one = (3, Seat::One, "m-1-0", "5  6");
        let tally = ledger().audit(&kept(&[one]));
        assert_eq!(tally, Tally { acknowledged: 1, logged: 1, ..Tally::default() });
        // What was not acknowledged may be there or not.
        let tally = ledger().audit(&kept(&[one, (4, Seat::Two, "m-2-1", "8")]));
        assert_eq!(tally, Tally { acknowledged: 1, logged: 2, ..Tally::default() });
    }

    #[test]
    fn finds_what_is_lost() {
        for wrong in [
            vec![],
            vec![(4, Seat::One, "m-1-0", "5 6")],
            vec![(3, Seat::Two, "m-2-1", "5 6")],
            vec![(3, Seat::One, "m-1-0", "6 7")],
        ] {
            assert_eq!(ledger().audit(&kept(&wrong)).lost, 1, "{wrong:?}");
        }
    }

    #[test]
    fn finds_what_counts_twice_and_what_nobody_sent() {
        let twice = kept(&[(3, Seat::One, "m-1-0", "5 6"), (4, Seat::One, "m-1-0", "5 6")]);
        assert_eq!(ledger().audit(&twice).doubled, 1);
        let stray = kept(&[(3, Seat::One, "m-1-0", "5 6"), (4, Seat::Two, "other", "8")]);
        assert_eq!(ledger().audit(&stray).strays, 1);
        let mut same_version = ledger();
        same_version.acknowledge(1, 3);
        assert_eq!(same_version.audit(&stray).doubled, 1);
    }

    #[test]
    fn finds_answers_that_differ() {
        let mut ledger = ledger();
        ledger.acknowledge(0, 3);
        assert_eq!(ledger.contradicted, 0);
        ledger.acknowledge(0, 5);
        assert_eq!(ledger.contradicted, 1);
    }
}
