//! What must hold in a room whatever its players send: each command is taken or refused as a small model says, what is
//! refused changes nothing, the log leads to the same room again, and nobody sees a secret choice.
//!
//! The first line of the input describes the room. Each character after it is an action, a small letter for Player 1
//! and a capital for Player 2:
//!
//! | letter | action |
//! |---|---|
//! | `j`, `k`, `l` | sits down under a name; without one, anywhere; under the name Ada |
//! | `m`, `x` | makes a move; sends a text that may be none |
//! | `d`, `b`, `r` | offers a draw, asks for a move back, offers a rematch |
//! | `a`, `c` | accepts, declines |
//! | `q`, `n` | resigns, begins the next round |
//! | `0` to `9` | so many seconds pass, squared |
//! | `!` | the room is loaded again from its log |
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a check that fails panics")]

mod model;

use std::time::{Duration, Instant};

use model::Model;
use numberline_rules::Seat;
use numberline_server::{
    Change, Charter, ClientId, Command, DamagedLogError, Decision, Emote, GameView, LogEntry, NewRoom, Plies,
    Room, RoomEvent, RoomId, SecretFate, Wish,
};
use numberline_table::{Dice, Name, Record, catalog, read_records};
use serde_json::json;

/// How many actions are looked at. More would only take longer.
const MOST_ACTIONS: usize = 300;

/// Plays the actions in the room that the first line describes.
pub(crate) fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (line, actions) = text.split_once('\n').unwrap_or((&text, ""));
    let Some(mut trial) = Trial::new(line) else { return };
    for letter in actions.chars().take(MOST_ACTIONS) {
        trial.act(letter);
    }
    trial.reload();
    trial.check_records();
}

/// A room with its model, and its log as a store keeps it.
struct Trial {
    id: RoomId,
    charter: Charter,
    room: Room,
    model: Model,
    log: Vec<Stored>,
    now: Instant,
    dice: Dice,
}

/// An entry, the choice that it does not reveal, and when it was written.
#[derive(Clone)]
struct Stored {
    entry: LogEntry,
    chosen: Option<String>,
    at: Instant,
}

impl Trial {
    /// The room that a line such as `duel length=7 rounds=3 best time=9+1 two=computer` describes, if there is one.
    fn new(line: &str) -> Option<Self> {
        let wish = read_wish(line);
        let charter = wish.grant().ok()?;
        let id = "abcdefghijkm".parse().expect("the name of a room");
        let room = Room::new(id, charter.clone());
        let model = Model::new(&charter);
        Some(Self { id, charter, room, model, log: Vec::new(), now: Instant::now(), dice: Dice::new(1, 0) })
    }

    fn act(&mut self, letter: char) {
        let seat = if letter.is_ascii_uppercase() { Seat::Two } else { Seat::One };
        let before = self.view();
        match letter.to_ascii_lowercase() {
            'j' => self.join(Some(seat), Some(if seat == Seat::One { "Ada" } else { "Bo" })),
            'k' => self.join(None, None),
            'l' => self.join(Some(seat), Some("Ada")),
            'm' => {
                let (model, dice) = (&self.model, &mut self.dice);
                let text = model.game().pick(seat, &mut |count| dice.below(count));
                self.command(seat, &Command::Move { text: text.unwrap_or_else(|| "1".to_owned()) });
            }
            'x' => {
                let texts = ["", "0", "1", " 2 ", "+1", "3 4", "one", "99999999999999999999", "-1", "1/1"];
                let text = texts[usize::try_from(self.dice.below(10)).unwrap_or_default()].to_owned();
                self.command(seat, &Command::Move { text });
            }
            'd' => self.command(seat, &Command::OfferDraw),
            'b' => self.command(seat, &Command::AskBack),
            'r' => self.command(seat, &Command::OfferRematch),
            'a' => self.command(seat, &Command::Accept),
            'c' => self.command(seat, &Command::Decline),
            'q' => self.command(seat, &Command::Resign),
            'n' => self.command(seat, &Command::NextRound),
            'w' => self.command(seat, &Command::Cancel),
            'y' => self.command(seat, &Command::Claim),
            'e' => self.command(seat, &Command::Emote { emote: Emote::Hello }),
            '!' => self.reload(),
            digit => {
                let Some(digit) = digit.to_digit(10) else { return };
                return self.wait(Duration::from_secs(u64::from(digit * digit)));
            }
        }
        if self.view().state.version == before.state.version {
            assert_eq!(self.view(), before, "what is refused changes nothing");
        }
        self.model.assert_shown(&self.view().state, &self.room);
    }

    fn view(&self) -> GameView {
        GameView::of(&self.room, self.now)
    }

    fn join(&mut self, seat: Option<Seat>, name: Option<&'static str>) {
        let key = model::key(self.log.len()).hash();
        let decided = self.room.join(seat, name.map(|name| Name::new(name).expect("a name")), key, None);
        match (decided, self.model.may_join(seat, name)) {
            (Ok(decision), Ok(home)) => {
                assert_eq!(decision.entry.seat, Some(home));
                self.settle(home, decision);
                self.model.join(home, name);
                assert_eq!(self.room.home_of(&key), Some(home));
            }
            (Err(refused), Err(expected)) => assert_eq!(refused, expected),
            (decided, expected) => panic!("{:?}, not {expected:?}", decided.map(|decision| decision.entry)),
        }
    }

    fn command(&mut self, seat: Seat, command: &Command) {
        let client = ClientId::try_from(format!("c{}", self.log.len())).expect("an id");
        let home = self.model.home(seat);
        for seen in 0..=self.model.version() + 1 {
            assert_eq!(self.room.is_current(home, command, seen), self.model.is_current(home, command, seen));
        }
        let decided = self.room.decide(seat, command, Some(client.clone()), self.now);
        match (decided, self.model.expect(seat, command)) {
            (Ok(decision), Ok(expected)) => {
                assert_eq!(decision.entry.event.kind(), expected.kind());
                // The name of a rematch's room is drawn.
                if !matches!(expected, RoomEvent::Rematched { .. }) {
                    assert_eq!(decision.entry.event, expected);
                }
                assert_eq!(
                    (decision.entry.seat, &decision.entry.client),
                    (Some(home), &Some(client.clone()))
                );
                let version = decision.entry.version;
                self.settle(seat, decision);
                assert_eq!(
                    self.room.version_of(home, &client, command),
                    Ok(Some(version)),
                    "a command counts once"
                );
            }
            (Err(refused), Err(expected)) => assert_eq!(refused, expected, "{command:?}"),
            (decided, expected) => {
                let decided = decided.map(|decision| decision.entry);
                panic!("{command:?} of {seat}: {decided:?}, not {expected:?}")
            }
        }
    }

    /// Does what was decided: to the store, to the room and to the model.
    fn settle(&mut self, seat: Seat, decision: Decision) {
        let Decision { entry, secret, standing, opens } = decision;
        assert_eq!(entry.version, self.model.version() + 1);
        let chosen = secret.chosen().map(ToOwned::to_owned);
        let other = self.model.waiting(seat.other()).map(ToOwned::to_owned);
        let standing = match (&secret, &chosen, &other) {
            (SecretFate::Reveal(_), Some(chosen), Some(other)) => {
                self.room.standing_with(seat, chosen, other)
            }
            _ => standing,
        };
        if let SecretFate::Keep(chosen) = &secret {
            self.check_secrecy(seat, &entry, chosen);
        }
        let before = self.model.standing();
        let plies = self.room.apply(&entry, chosen.as_deref(), self.now).expect("what is decided fits");
        if entry.event == RoomEvent::ChoseAgain {
            self.model.secret_entries().for_each(|place| self.log[place].chosen = None);
        }
        let fate = self.model.apply(seat, &entry.event, chosen.as_deref(), &plies);
        assert!(secret == fate, "what becomes of a secret choice");
        let opened = matches!(entry.event, RoomEvent::Rematched { .. });
        assert_eq!(opens.is_some(), opened, "a rematch opens a room, and nothing else does");
        if let Some(opens) = opens {
            self.check_rematch(&opens);
        }
        if fate == SecretFate::Forget {
            self.model.secret_entries().for_each(|place| self.log[place].chosen = None);
            self.model.forget();
        }
        let again = self.room.apply(&entry, chosen.as_deref(), self.now);
        assert_eq!(again, Err(DamagedLogError { version: entry.version }), "an entry counts once");
        self.log.push(Stored { entry, chosen, at: self.now });
        // A seat is taken in the model only after this.
        if self.log.last().is_some_and(|last| !matches!(last.entry.event, RoomEvent::Joined { .. })) {
            let after = self.model.standing();
            assert_eq!(standing, Some(after).filter(|after| *after != before), "where the room is listed");
        }
        assert_eq!(self.room.version(), self.model.version());
    }

    /// Whatever else the seat had chosen, all would see the same.
    fn check_secrecy(&self, seat: Seat, entry: &LogEntry, chosen: &str) {
        let shown = |text: &str| {
            let mut room = self.loaded();
            let plies = room.apply(entry, Some(text), self.now).expect("a legal choice fits");
            let change = Change::of(&room, entry, plies, self.now);
            let records: Vec<String> = room.records().iter().map(Record::to_string).collect();
            (GameView::of(&room, self.now), change, records)
        };
        let others = self.model.game().moves(seat, 20);
        if let Some(other) = others.iter().find(|other| *other != chosen) {
            assert_eq!(shown(chosen), shown(other), "a choice that waits is a secret");
        }
    }

    /// The same players, in the seats that they should have, with their keys.
    fn check_rematch(&self, opened: &NewRoom) {
        let mut room = Room::new(opened.room, opened.wish.grant().expect("what was playable once"));
        for entry in &opened.joined {
            room.apply(entry, None, self.now).expect("the players sit down");
        }
        assert!(room.is_full() && room.standing() == opened.standing);
        self.model.assert_seated_again(&room, model::key);
    }

    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.model.wait(time);
        let fallen = self.room.flag(self.now);
        assert_eq!(fallen.is_some(), self.model.fallen().is_some(), "a flag falls when its time is up");
        if let (Some(decision), Some(seat)) = (fallen, self.model.fallen()) {
            assert_eq!(decision.entry.event, RoomEvent::RanOut);
            assert_eq!(decision.entry.seat, Some(self.model.home(seat)));
            self.settle(seat, decision);
        }
        self.model.assert_shown(&self.view().state, &self.room);
    }

    /// The room as its log defines it.
    fn loaded(&self) -> Room {
        let mut room = Room::new(self.id, self.charter.clone());
        for Stored { entry, chosen, at } in &self.log {
            let _: Plies = room.apply(entry, chosen.as_deref(), *at).expect("the log is not damaged");
        }
        room
    }

    fn reload(&mut self) {
        let loaded = self.loaded();
        assert_eq!(GameView::of(&loaded, self.now), self.view(), "the log leads to the same room");
        assert_eq!(loaded.standing(), self.room.standing());
        assert_eq!(texts(&loaded), texts(&self.room));
        self.room = loaded;
    }

    /// Each round can be written down and read back, and ends as it did.
    fn check_records(&self) {
        let records = self.room.records();
        assert_eq!(records.len(), self.model.round());
        for record in &records {
            let again = read_records(&record.to_string()).expect("a record reads back");
            assert_eq!(again.len(), 1);
        }
        let last = records.last().and_then(Record::ending);
        assert_eq!(last, self.room.session().ending());
    }
}

fn texts(room: &Room) -> Vec<String> {
    room.records().iter().map(Record::to_string).collect()
}

/// The wish that a line describes: words that are not understood change nothing.
fn read_wish(line: &str) -> Wish {
    let mut wish = json!({ "game": "duel", "set": [], "seed": 7, "players": ["human", "human"] });
    for word in line.split_whitespace().take(12) {
        match word.split_once('=') {
            None if catalog().iter().any(|row| row.info().slug == word) => wish["game"] = json!(word),
            None if ["keep", "swap"].contains(&word) => wish["seats"] = json!(word),
            None => wish["bestOf"] = json!(word == "best"),
            Some(("rounds", number)) => wish["rounds"] = json!(number.parse::<u8>().unwrap_or(1)),
            Some(("first", seat)) => wish["first"] = json!(seat.parse::<u8>().unwrap_or(1)),
            Some(("one", player)) => wish["players"][0] = json!(player),
            Some(("two", player)) => wish["players"][1] = json!(player),
            Some(("time", time)) => {
                let (seconds, increment) = time.split_once('+').unwrap_or((time, "0"));
                let number = |text: &str| text.parse::<u32>().unwrap_or(1);
                wish["time"] = json!({ "seconds": number(seconds), "increment": number(increment) });
            }
            Some(_) => wish["set"].as_array_mut().expect("a list").push(json!(word)),
        }
    }
    serde_json::from_value::<Wish>(wish).expect("a wish").settled().expect("a wish that can be met")
}
