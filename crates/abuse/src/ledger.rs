//! The commands sent to a room, and its answers.

use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_server::Command;
use serde_json::{Value, json};

use crate::Trouble;

/// The commands sent to a room, and its answers.
#[derive(Clone, Debug)]
pub struct Ledger {
    room: String,
    /// Before this instant no player was seated.
    begun: Instant,
    submissions: Vec<Submission>,
    looks: Vec<Look>,
    /// Answers to resent commands that differ from the first answer.
    contradicted: usize,
}

/// A sent command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// The player, by the seat they first took.
    pub player: Seat,
    /// The client's id for it.
    pub id: String,
    /// The command.
    pub command: Command,
    /// The version that the client knew.
    pub seen: Option<u64>,
    /// The acknowledged version.
    pub version: Option<u64>,
    /// When it was first sent.
    pub sent: Instant,
    /// When it was first answered.
    pub answered: Option<Instant>,
}

/// Clocks that the server has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Their version.
    pub version: u64,
    /// The time the seats had left.
    pub left: [Duration; 2],
    /// The latest possible instant of that.
    pub at: Instant,
}

impl Submission {
    /// A command about to be sent.
    #[must_use]
    pub fn new(player: Seat, id: &str, command: Command, seen: Option<u64>) -> Self {
        let (id, sent) = (id.to_owned(), Instant::now());
        Self { player, id, command, seen, version: None, sent, answered: None }
    }

    /// Its message. A resend is the same message.
    #[must_use]
    pub fn message(&self) -> String {
        let Self { id, command, seen, .. } = self;
        match seen {
            Some(seen) => json!({ "type": "do", "id": id, "seen": seen, "do": command }).to_string(),
            None => json!({ "type": "do", "id": id, "do": command }).to_string(),
        }
    }

    /// The same for HTTP.
    #[must_use]
    pub fn body(&self) -> Value {
        json!({ "id": self.id, "seen": self.seen, "do": self.command })
    }
}

impl Ledger {
    /// A ledger for a room without commands, in which no player was seated before that instant.
    #[must_use]
    pub fn new(room: &str, begun: Instant) -> Self {
        Self { room: room.to_owned(), begun, submissions: Vec::new(), looks: Vec::new(), contradicted: 0 }
    }

    /// The room.
    #[must_use]
    pub fn room(&self) -> &str {
        &self.room
    }

    /// Before this instant no player was seated.
    #[must_use]
    pub fn begun(&self) -> Instant {
        self.begun
    }

    /// The sent commands.
    #[must_use]
    pub fn submissions(&self) -> &[Submission] {
        &self.submissions
    }

    /// The clocks shown.
    #[must_use]
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// The number of answers to resent commands that differ from the first answer.
    #[must_use]
    pub fn contradicted(&self) -> usize {
        self.contradicted
    }

    /// Records a command about to be sent. Returns its index.
    pub fn send(&mut self, player: Seat, command: Command, seen: Option<u64>) -> usize {
        let place = self.submissions.len();
        // The room is part of it, so that it says all by itself which command it belongs to.
        let id = format!("{}-{}-{place}", self.room, player.number());
        self.submissions.push(Submission::new(player, &id, command, seen));
        place
    }

    /// The same commands before any of them was acknowledged.
    #[must_use]
    pub fn unanswered(&self) -> Self {
        let mut ledger = self.clone();
        ledger.submissions.iter_mut().for_each(|sent| sent.version = None);
        ledger
    }

    /// Records a command that was sent with its own id and acknowledged.
    pub fn add(&mut self, submission: Submission) {
        self.submissions.push(submission);
    }

    /// The command at an index.
    pub fn submission(&self, place: usize) -> Result<&Submission, Trouble> {
        self.submissions.get(place).ok_or_else(|| Trouble::new("the ledger has no such command"))
    }

    /// Records that the command at an index was acknowledged.
    pub fn acknowledge(&mut self, place: usize, version: u64) {
        let Some(submission) = self.submissions.get_mut(place) else { return };
        submission.answered.get_or_insert_with(Instant::now);
        match submission.version {
            None => submission.version = Some(version),
            Some(before) if before == version => {}
            Some(_) => self.contradicted += 1,
        }
    }

    /// Records that a resent command was refused although it was, or may have been, acknowledged.
    pub fn contradict(&mut self) {
        self.contradicted += 1;
    }

    /// Records that the server has shown the room, with its clocks if it has any.
    pub fn look(&mut self, shown: &Value) {
        let left = |seat: usize| shown.pointer(&format!("/clock/left/{seat}")).and_then(Value::as_u64);
        let version = shown.get("version").and_then(Value::as_u64);
        if let (Some(version), Some(one), Some(two)) = (version, left(0), left(1)) {
            let left = [one, two].map(Duration::from_millis);
            self.looks.push(Look { version, left, at: Instant::now() });
        }
    }

    /// Records a command as done twice. Only a negative control does that.
    pub fn count_twice(&mut self) {
        let first = self.submissions.iter().find(|submission| submission.version.is_some()).cloned();
        self.submissions.extend(first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_answers_that_differ() {
        let mut ledger = Ledger::new("room", Instant::now());
        ledger.send(Seat::One, Command::Resign, None);
        ledger.acknowledge(0, 3);
        ledger.acknowledge(0, 3);
        assert_eq!(ledger.contradicted(), 0);
        ledger.acknowledge(0, 5);
        assert_eq!(ledger.contradicted(), 1);
    }

    #[test]
    fn keeps_the_clocks_that_it_is_shown() {
        let mut ledger = Ledger::new("room", Instant::now());
        ledger.look(&json!({ "version": 4, "clock": null }));
        ledger.look(&json!({ "version": 5, "clock": { "left": [1_500, 700] } }));
        let shown: Vec<_> = ledger.looks().iter().map(|look| (look.version, look.left)).collect();
        assert_eq!(shown, [(5, [Duration::from_millis(1_500), Duration::from_millis(700)])]);
    }
}
