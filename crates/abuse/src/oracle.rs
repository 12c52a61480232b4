//! The oracle compares what a room was sent and acknowledged with its log.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_server::{ClientId, Command, Kept, LogEntry, RoomEvent, RoomId, SqliteConnection};

use crate::ledger::{Ledger, Submission};
use crate::{Outages, Trouble};

/// The log stores milliseconds, rounded down.
const ROUNDING: Duration = Duration::from_millis(2);

/// The counts, and everything that does not add up.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Acknowledged commands.
    pub acknowledged: usize,
    /// Commands in the log.
    pub logged: usize,
    /// Acknowledged commands that are not in the log at their version and as they were sent.
    pub lost: usize,
    /// Commands that are in the log more than once, or share their version with another.
    pub doubled: usize,
    /// Log entries without a sender.
    pub strays: usize,
    /// Resent commands with a different answer.
    pub contradicted: usize,
    /// Clocks that show less than the server's running time allows, or more than they had.
    pub mischarged: usize,
    /// How often each event occurred, by its name in the log.
    pub events: BTreeMap<&'static str, usize>,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.logged += other.logged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.strays += other.strays;
        self.contradicted += other.contradicted;
        self.mischarged += other.mischarged;
        for (event, times) in other.events {
            *self.events.entry(event).or_default() += times;
        }
    }
}

/// Compares ledgers with the file, whether or not a server has it open.
pub fn audit<'a>(database: &Path, ledgers: impl IntoIterator<Item = &'a Ledger>) -> Result<Tally, Trouble> {
    audit_with(database, ledgers, &Outages::default())
}

/// The same with known outages.
pub fn audit_with<'a>(
    database: &Path,
    ledgers: impl IntoIterator<Item = &'a Ledger>,
    outages: &Outages,
) -> Result<Tally, Trouble> {
    let failed = |error| Trouble::new(format!("the file cannot be read: {error}"));
    let file = SqliteConnection::open(database).map_err(failed)?;
    let mut tally = Tally::default();
    for ledger in ledgers {
        let room: RoomId = ledger.room().parse().map_err(|_| Trouble::new("not the name of a room"))?;
        let Some(kept) = file.load(room, 0).map_err(failed)? else {
            let said = ledger.submissions().iter().filter(|sent| sent.version.is_some()).count();
            tally += Tally { acknowledged: said, lost: said, ..Tally::default() };
            continue;
        };
        tally += compare(ledger, &kept, outages);
        // A rematch is lost if its room is missing or lacks a player.
        for (entry, _) in &kept.log {
            if let RoomEvent::Rematched { room } = entry.event {
                let opened = file.load(room, 0).map_err(failed)?;
                let sit = |kept: &Kept| kept.log.iter().filter(|(entry, _)| is_joining(entry)).count();
                tally.lost += usize::from(opened.as_ref().map(sit) != Some(2));
            }
        }
    }
    Ok(tally)
}

/// How many entries a room has; 0 if it does not exist.
pub fn length(database: &Path, room: &str) -> Result<usize, Trouble> {
    let failed = |error| Trouble::new(format!("the file cannot be read: {error}"));
    let room: RoomId = room.parse().map_err(|_| Trouble::new("not the name of a room"))?;
    let kept = SqliteConnection::open(database).and_then(|file| file.load(room, 0)).map_err(failed)?;
    Ok(kept.map_or(0, |kept| kept.log.len()))
}

/// Compares a ledger with a log.
#[must_use]
pub fn compare(ledger: &Ledger, kept: &Kept, outages: &Outages) -> Tally {
    let mut tally = Tally { contradicted: ledger.contradicted(), ..Tally::default() };
    let sent: HashMap<(u8, &str), &Submission> =
        ledger.submissions().iter().map(|sent| ((sent.player.number(), sent.id.as_str()), sent)).collect();
    let mut times: HashMap<(u8, &str), usize> = HashMap::new();
    let mut places = HashMap::new();
    for (place, (entry, _)) in kept.log.iter().enumerate() {
        if is_joining(entry) || is_presence(entry) {
            continue;
        }
        tally.logged += 1;
        *tally.events.entry(entry.event.kind()).or_default() += 1;
        places.insert(entry.version, place);
        match name(entry).filter(|name| sent.contains_key(name)) {
            Some(name) => *times.entry(name).or_default() += 1,
            None => tally.strays += 1,
        }
    }
    tally.doubled += times.values().map(|count| count - 1).sum::<usize>();
    let mut answers: HashMap<u64, usize> = HashMap::new();
    for submission in ledger.submissions() {
        let Some(version) = submission.version else { continue };
        tally.acknowledged += 1;
        *answers.entry(version).or_default() += 1;
        let holds = places.get(&version).is_some_and(|place| is_kept(submission, kept, *place));
        tally.lost += usize::from(!holds);
    }
    tally.doubled += answers.values().map(|count| count - 1).sum::<usize>();
    tally.mischarged = mischarged(ledger, kept, &sent, outages);
    tally
}

fn is_joining(entry: &LogEntry) -> bool {
    matches!(entry.event, RoomEvent::Joined { .. })
}

/// Whether a player left or came back, which the server notices by itself.
fn is_presence(entry: &LogEntry) -> bool {
    matches!(entry.event, RoomEvent::Left | RoomEvent::Returned)
}

fn name(entry: &LogEntry) -> Option<(u8, &str)> {
    Some((entry.seat?.number(), entry.client.as_ref().map(ClientId::as_str)?))
}

/// Whether the log entry at an index matches what was sent.
fn is_kept(sent: &Submission, kept: &Kept, place: usize) -> bool {
    let Some((before, [(entry, chosen), after @ ..])) = kept.log.split_at_checked(place) else {
        return false;
    };
    if name(entry) != Some((sent.player.number(), sent.id.as_str())) {
        return false;
    }
    match (&sent.command, &entry.event) {
        (Command::Move { text }, RoomEvent::Moved { text: made }) => same(made, text),
        // A pending choice is in the log, too, with its move beside it.
        (Command::Move { text }, RoomEvent::Chose | RoomEvent::ChoseAgain) => match chosen {
            Some(made) => same(made, text),
            None => is_dropped(after),
        },
        (Command::Accept, event) => accepted(before) == Some(event.kind()),
        (Command::OfferDraw, RoomEvent::OfferedDraw)
        | (Command::AskBack, RoomEvent::AskedBack)
        | (Command::OfferRematch, RoomEvent::OfferedRematch)
        | (Command::Decline, RoomEvent::Declined)
        | (Command::Resign, RoomEvent::Resigned)
        | (Command::NextRound, RoomEvent::NextRound) => true,
        _ => false,
    }
}

/// Whether a turn of both was abandoned before the second choice; the first is then never revealed.
fn is_dropped(after: &[(LogEntry, Option<String>)]) -> bool {
    let next = after.iter().map(|(entry, _)| &entry.event).find(|event| {
        matches!(
            event,
            RoomEvent::Chose
                | RoomEvent::NextRound
                | RoomEvent::TookBack
                | RoomEvent::Resigned
                | RoomEvent::AgreedDraw
        )
    });
    matches!(next, Some(RoomEvent::TookBack | RoomEvent::Resigned | RoomEvent::AgreedDraw))
}

/// The event, by its name in the log, if the last offer is accepted.
fn accepted(before: &[(LogEntry, Option<String>)]) -> Option<&'static str> {
    match before.iter().rfind(|(entry, _)| !is_presence(entry)).map(|(entry, _)| &entry.event)? {
        RoomEvent::OfferedDraw => Some("agreed draw"),
        RoomEvent::AskedBack => Some("took back"),
        RoomEvent::OfferedRematch => Some("rematched"),
        _ => None,
    }
}

/// The log normalizes a move; whitespace does not count.
fn same(one: &str, two: &str) -> bool {
    one.split_whitespace().eq(two.split_whitespace())
}

/// Counts impossible clocks. Between two entries a seat can be charged for the time from the sending of the first to
/// the answer to the second, but not for outages; the same holds when the room is shown.
fn mischarged(
    ledger: &Ledger,
    kept: &Kept,
    sent: &HashMap<(u8, &str), &Submission>,
    outages: &Outages,
) -> usize {
    let Some(control) = kept.wish.time else { return 0 };
    let full = [Duration::from_secs(control.seconds.into()); 2];
    let is_wrong = |before: Duration, after: Duration, from: Instant, until: Instant| {
        after > before + ROUNDING || before > after + outages.uptime(from, until) + ROUNDING
    };
    let swaps = kept.wish.seats.as_deref() == Some("swap");
    let (mut left, mut since, mut wrong, mut swapped) = (full, ledger.begun(), 0, false);
    let mut states = HashMap::new();
    for (entry, _) in &kept.log {
        let sent = name(entry).and_then(|name| sent.get(&name));
        let until = sent.and_then(|sent| sent.answered).unwrap_or_else(Instant::now);
        let moved = matches!(entry.event, RoomEvent::Moved { .. } | RoomEvent::Chose);
        // The log identifies players by their first seats, and clocks by current seats.
        let sits = entry.seat.map(|player| if swapped { player.other() } else { player });
        if let Some(shown) = entry.left {
            for seat in Seat::BOTH {
                let adds = moved && sits == Some(seat);
                let added = Duration::from_secs(if adds { control.increment.into() } else { 0 });
                wrong += usize::from(is_wrong(*seat.of(&left) + added, *seat.of(&shown), since, until));
            }
            left = shown;
        }
        if entry.event == RoomEvent::NextRound {
            left = full;
            swapped ^= swaps;
        }
        since = sent.map_or(since, |sent| sent.sent);
        states.insert(entry.version, (left, since));
    }
    for look in ledger.looks() {
        // A version that was shown and lost is counted elsewhere.
        let Some((left, since)) = states.get(&look.version) else { continue };
        let seats = Seat::BOTH.into_iter();
        wrong += seats.filter(|seat| is_wrong(*seat.of(left), *seat.of(&look.left), *since, look.at)).count();
    }
    wrong
}

#[cfg(test)]
mod tests {
    use numberline_server::Wish;

    use super::*;

    fn entry(version: u64, seat: Seat, id: &str, event: RoomEvent) -> LogEntry {
        let client = Some(ClientId::try_from(id.to_owned()).unwrap());
        LogEntry { version, event, seat: Some(seat), client, left: None }
    }

    fn moved(version: u64, seat: Seat, id: &str, text: &str) -> LogEntry {
        entry(version, seat, id, RoomEvent::Moved { text: text.to_owned() })
    }

    fn kept(log: Vec<LogEntry>) -> Kept {
        let wish: Wish =
            serde_json::from_str(r#"{"game":"any","time":{"seconds":60,"increment":2}}"#).unwrap();
        Kept { wish, log: log.into_iter().map(|entry| (entry, None)).collect() }
    }

    fn to_move(text: &str) -> Command {
        Command::Move { text: text.to_owned() }
    }

    fn ledger() -> Ledger {
        let mut ledger = Ledger::new("room", Instant::now());
        ledger.send(Seat::One, to_move("5 6"), None);
        ledger.acknowledge(0, 3);
        ledger.send(Seat::Two, to_move("8"), None);
        ledger
    }

    fn held(ledger: &Ledger, log: Vec<LogEntry>) -> Tally {
        Tally { events: BTreeMap::new(), ..compare(ledger, &kept(log), &Outages::default()) }
    }

    #[test]
    fn finds_nothing_where_nothing_is_wrong() {
        let one = moved(3, Seat::One, "room-1-0", "5  6");
        assert_eq!(
            held(&ledger(), vec![one.clone()]),
            Tally { acknowledged: 1, logged: 1, ..Tally::default() }
        );
        // An unacknowledged command may be there or not.
        let both = vec![one, moved(4, Seat::Two, "room-2-1", "8")];
        assert_eq!(held(&ledger(), both), Tally { acknowledged: 1, logged: 2, ..Tally::default() });
    }

    #[test]
    fn finds_what_is_lost() {
        for wrong in [
            vec![],
            vec![moved(4, Seat::One, "room-1-0", "5 6")],
            vec![moved(3, Seat::Two, "room-2-1", "5 6")],
            vec![moved(3, Seat::One, "room-1-0", "6 7")],
            vec![moved(3, Seat::One, "room-1-9", "5 6")],
            vec![entry(3, Seat::One, "room-1-0", RoomEvent::Resigned)],
            vec![entry(3, Seat::One, "room-1-0", RoomEvent::Chose)],
        ] {
            assert_eq!(held(&ledger(), wrong.clone()).lost, 1, "{wrong:?}");
        }
    }

    #[test]
    fn finds_what_counts_twice_and_what_was_never_sent() {
        let one = moved(3, Seat::One, "room-1-0", "5 6");
        let twice = vec![one.clone(), moved(4, Seat::One, "room-1-0", "5 6")];
        assert_eq!(held(&ledger(), twice).doubled, 1);
        let ran_out = LogEntry { client: None, ..entry(4, Seat::Two, "room-2-1", RoomEvent::RanOut) };
        for stray in [moved(4, Seat::Two, "other", "8"), ran_out] {
            assert_eq!(held(&ledger(), vec![one.clone(), stray.clone()]).strays, 1);
            let mut same_version = ledger();
            same_version.acknowledge(1, 3);
            assert_eq!(held(&same_version, vec![one.clone(), stray]).doubled, 1);
        }
    }

    #[test]
    fn knows_what_an_answer_leads_to() {
        let offers = [
            (Command::OfferDraw, RoomEvent::OfferedDraw, RoomEvent::AgreedDraw),
            (Command::AskBack, RoomEvent::AskedBack, RoomEvent::TookBack),
            (
                Command::OfferRematch,
                RoomEvent::OfferedRematch,
                RoomEvent::Rematched { room: RoomId::random() },
            ),
        ];
        for (asks, asked, answered) in offers.clone() {
            for (command, event) in [(Command::Accept, answered), (Command::Decline, RoomEvent::Declined)] {
                let mut ledger = Ledger::new("room", Instant::now());
                ledger.send(Seat::One, asks.clone(), None);
                ledger.acknowledge(0, 3);
                ledger.send(Seat::Two, command, None);
                ledger.acknowledge(1, 4);
                let log = |event: &RoomEvent| {
                    vec![
                        entry(3, Seat::One, "room-1-0", asked.clone()),
                        entry(4, Seat::Two, "room-2-1", event.clone()),
                    ]
                };
                assert_eq!(held(&ledger, log(&event)).lost, 0, "{event:?}");
                let others =
                    offers.iter().map(|(_, _, other)| other).filter(|other| other.kind() != event.kind());
                for other in others {
                    assert_eq!(held(&ledger, log(other)).lost, 1, "{event:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_choice_may_stay_secret_only_if_its_turn_was_abandoned() {
        let mut ledger = Ledger::new("room", Instant::now());
        ledger.send(Seat::One, to_move("5"), None);
        ledger.acknowledge(0, 3);
        for (next, lost) in [
            (RoomEvent::Resigned, 0),
            (RoomEvent::TookBack, 0),
            (RoomEvent::Chose, 1),
            (RoomEvent::NextRound, 1),
        ] {
            let log = vec![
                entry(3, Seat::One, "room-1-0", RoomEvent::Chose),
                entry(4, Seat::Two, "room-2-1", next),
            ];
            assert_eq!(held(&ledger, log.clone()).lost, lost, "{log:?}");
        }
    }

    #[test]
    fn finds_clocks_that_are_charged_for_an_outage() {
        let begun = Instant::now();
        let at = |second| begun + Duration::from_secs(second);
        let mut ledger = Ledger::new("room", begun);
        let sent = |id: &str, version, sent, answered| Submission {
            version: Some(version),
            sent: at(sent),
            answered: Some(at(answered)),
            ..Submission::new(Seat::One, id, to_move("5"), None)
        };
        ledger.add(sent("a", 3, 4, 5));
        ledger.add(sent("b", 4, 20, 21));
        let mut outages = Outages::default();
        outages.add(at(6), at(16));
        let found = |first: u64, second: u64| {
            let left = |seconds| Some([Duration::from_secs(seconds), Duration::from_secs(60)]);
            let log = vec![
                LogEntry { left: left(first), ..moved(3, Seat::One, "a", "5") },
                LogEntry { left: left(second), ..moved(4, Seat::One, "b", "5") },
            ];
            compare(&ledger, &kept(log), &outages).mischarged
        };
        // A move adds two seconds. The server ran for at most seven seconds between the two.
        assert_eq!((found(57, 52), found(57, 59)), (0, 0));
        assert_eq!((found(57, 51), found(56, 52), found(57, 60), found(63, 60)), (1, 1, 1, 1));
        // After the next round has begun with full clocks, the increment belongs to the other seat.
        let swapped = |left: [u64; 2]| {
            let mut kept = kept(vec![
                entry(3, Seat::One, "a", RoomEvent::NextRound),
                LogEntry { left: Some(left.map(Duration::from_secs)), ..moved(4, Seat::One, "b", "5") },
            ]);
            kept.wish.seats = Some("swap".to_owned());
            compare(&ledger, &kept, &outages).mischarged
        };
        assert_eq!((swapped([60, 62]), swapped([62, 60])), (0, 1));
        let mut shown = ledger.clone();
        shown.look(&serde_json::json!({ "version": 4, "clock": { "left": [52_000, 60_000] } }));
        shown.look(&serde_json::json!({ "version": 4, "clock": { "left": [10, 60_000] } }));
        let log = vec![LogEntry {
            left: Some([Duration::from_secs(52), Duration::from_secs(60)]),
            ..moved(4, Seat::One, "b", "5")
        }];
        assert_eq!(compare(&shown, &kept(log), &outages).mischarged, 1);
    }
}
