//! A choice that waits for the other seat's is a secret: at every position of every game in which both act, everything
//! that any client receives is identical to the byte, whatever was chosen.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

use crate::common;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use numberline_rules::{Seat, Turn};
use numberline_server::{Command, Detail, Hub, Visit};
use numberline_table::{AnyGame, AnyMatch, Dice, catalog};
use rusqlite::Connection;
use serde_json::json;

use common::{Pair, Place, name, wish};

/// The number of rooms played at the same time. Their moves share commits.
const AT_ONCE: usize = 128;

/// A pending choice: where, whose, and which.
#[derive(Clone)]
struct Choice {
    slug: &'static str,
    position: String,
    seat: Seat,
    text: String,
}

/// Everything an observer could get hold of.
struct Seen {
    /// Before the other seat has chosen.
    before: String,
    /// The same, with the table of pending choices.
    with_pending: String,
    /// After the other seat has made its first move.
    after: String,
}

#[tokio::test]
async fn nothing_depends_on_a_pending_choice() {
    let place = Place::with_file();
    let hub = place.hub();
    // The list of rooms says no more than their rows do, which are compared.
    let file = Arc::new(Mutex::new(Connection::open(place.path()).unwrap()));
    let choices = all_choices();
    assert!(choices.len() > 1_000, "the book's card game alone has more: {}", choices.len());
    let mut first_of: BTreeMap<(&str, String, u8), (Choice, Seen)> = BTreeMap::new();
    let mut compared = 0;
    for some in choices.chunks(AT_ONCE) {
        let seen = some.iter().map(|choice| {
            let (hub, file, choice) = (Arc::clone(&hub), Arc::clone(&file), choice.clone());
            tokio::spawn(async move { watch(&hub, &file, &choice).await })
        });
        for (choice, seen) in some.iter().zip(seen.collect::<Vec<_>>()) {
            let seen = seen.await.unwrap();
            let key = (choice.slug, choice.position.clone(), choice.seat.number());
            let Some((other, first)) = first_of.get(&key) else {
                first_of.insert(key, (choice.clone(), seen));
                continue;
            };
            let told =
                format!("{} and {} at {} for {}", choice.text, other.text, choice.position, choice.seat);
            let leak = first.before.lines().zip(seen.before.lines()).find(|(one, other)| one != other);
            assert_eq!(leak, None, "{told}");
            assert!(first.before == seen.before, "{told}");
            // The comparison can fail: with the pending choice, or after the reveal, it does.
            assert!(
                first.with_pending != seen.with_pending,
                "the pending choice is not in its table: {told}"
            );
            assert!(first.after != seen.after, "the choice was not revealed: {told}");
            compared += 1;
        }
    }
    assert!(compared > 500, "only {compared} choices were compared");
}

#[test]
fn a_command_says_nothing_of_its_move() {
    let said = ["1", "5", "12 13"].map(|text| format!("{:?}", Command::Move { text: text.to_owned() }));
    assert_eq!(said, ["move", "move", "move"]);
}

/// Every choice of either seat at every reachable position in which both act.
fn all_choices() -> Vec<Choice> {
    let mut choices = Vec::new();
    for game in catalog().into_iter().filter(|game| lets_both_act(*game)) {
        let slug = game.info().slug;
        for at in reachable(game) {
            for seat in Seat::BOTH {
                choices.extend(at.moves(seat, usize::MAX).into_iter().map(|text| Choice {
                    slug,
                    position: at.position(),
                    seat,
                    text,
                }));
            }
        }
    }
    choices
}

/// Whether both ever act in the same turn: some random games show it.
fn lets_both_act(game: &'static dyn AnyGame) -> bool {
    (0..50).any(|seed| {
        let mut dice = Dice::new(seed, 0);
        let mut at = game.start(&game.book_settings(), Seat::One).unwrap();
        for _ in 0..50 {
            let seat = match at.turn() {
                Turn::Both => return true,
                Turn::Of(seat) => seat,
                Turn::Over { .. } => return false,
            };
            let text = at.pick(seat, &mut |count| dice.below(count)).unwrap();
            at.play_turn(&text).unwrap();
        }
        false
    })
}

/// All positions in which both act.
fn reachable(game: &'static dyn AnyGame) -> Vec<Box<dyn AnyMatch>> {
    let settings = game.book_settings();
    let start = game.start(&settings, Seat::One).unwrap().position();
    let mut known = HashSet::from([start.clone()]);
    let (mut found, mut open) = (Vec::new(), vec![start]);
    while let Some(position) = open.pop() {
        let at = game.start_at(&settings, &position).unwrap();
        let [one, two] = Seat::BOTH.map(|seat| at.moves(seat, usize::MAX));
        let turns: Vec<String> = match at.turn() {
            Turn::Both => {
                one.iter().flat_map(|one| two.iter().map(move |two| format!("{one}/{two}"))).collect()
            }
            Turn::Of(_) => [one, two].concat(),
            Turn::Over { .. } => continue,
        };
        for turn in turns {
            let mut next = game.start_at(&settings, &position).unwrap();
            next.play_turn(&turn).unwrap();
            if known.insert(next.position()) {
                open.push(next.position());
            }
        }
        if at.turn() == Turn::Both {
            found.push(at);
        }
    }
    found
}

/// Lets a seat choose at a position, and records everything that any client receives.
async fn watch(hub: &Hub, file: &Mutex<Connection>, choice: &Choice) -> Seen {
    let Choice { slug, position, seat, text } = choice;
    let wanted = wish(slug, json!({ "position": position, "seed": 1 }));
    let ada = hub.open(wanted, name("Ada"), Some(Seat::One)).await.unwrap();
    let bo = hub.join(ada.room, name("Bo"), None).await.unwrap();
    let table = Pair { room: ada.room, keys: [Some(ada.key), Some(bo.key)] };
    let mut visits = visits(hub, &table, None).await;
    // Player 2 changes their mind first: nobody learns from what to what.
    if *seat == Seat::Two {
        let state = table.game(hub).await;
        let first = state["moves"][1][0]["text"].as_str().unwrap().to_owned();
        table.play(hub, *seat, &first).await.unwrap();
    }
    let version = table.play(hub, *seat, text).await.unwrap();
    let mut said = format!("{version}\n");
    for visit in &mut visits {
        collect(visit, &mut said);
    }
    for since in [None, Some(2)] {
        for visit in self::visits(hub, &table, since).await {
            visit.first.iter().for_each(|told| writeln!(said, "{since:?} {told}").unwrap());
        }
    }
    said += &refusals(hub, &table, *seat).await;
    for record in hub.records(table.room).await.unwrap() {
        said += &record.to_string();
    }
    let anonymous = |text: &str| text.replace(&table.room.to_string(), "ROOM........");
    let before = anonymous(&(said.clone() + &rows(file, &table, &["rooms", "heads", "log", "revealed"])));
    let with_pending =
        anonymous(&(said + &rows(file, &table, &["rooms", "heads", "log", "revealed", "pending"])));
    let state = table.game(hub).await;
    let answer =
        state["moves"][usize::from(seat.other().number()) - 1][0]["text"].as_str().unwrap().to_owned();
    table.play(hub, seat.other(), &answer).await.unwrap();
    let mut after = String::new();
    visits.iter_mut().for_each(|visit| collect(visit, &mut after));
    Seen { before, with_pending, after: anonymous(&after) }
}

/// Both players and a spectator, with whole changes and with diffs, and one who is told in brief.
async fn visits(hub: &Hub, table: &Pair, since: Option<u64>) -> Vec<Visit> {
    let mut visits = Vec::new();
    for detail in [Detail::Full, Detail::Diffs] {
        for key in [Some(table.key(Seat::One)), Some(table.key(Seat::Two)), None] {
            visits.push(hub.visit_for(table.room, key, since, detail).await.unwrap());
        }
    }
    visits.push(hub.visit_for(table.room, None, since, Detail::Brief).await.unwrap());
    visits
}

/// The received messages. Presence does not depend on the choice.
fn collect(visit: &mut Visit, said: &mut String) {
    while let Ok(told) = visit.changes.try_recv() {
        if !told.starts_with(r#"{"type":"presence""#) {
            writeln!(said, "{told}").unwrap();
        }
    }
}

/// The answers to illegal or repeated commands of both seats.
async fn refusals(hub: &Hub, table: &Pair, chooser: Seat) -> String {
    let mut said = String::new();
    let probes = ["no such move", "0", "999", ""];
    let tries = probes.map(|text| (chooser, Command::Move { text: text.to_owned() }));
    let others = [Command::Accept, Command::NextRound, Command::OfferRematch];
    let others = others.iter().flat_map(|command| Seat::BOTH.map(|seat| (seat, command.clone())));
    let probes = probes.map(|text| (chooser.other(), Command::Move { text: text.to_owned() }));
    for (seat, command) in tries.into_iter().chain(others).chain(probes) {
        let refused = table.act(hub, seat, &command).await.unwrap_err();
        writeln!(said, "{refused} {refused:?}").unwrap();
    }
    said
}

/// The columns that depend on order, chance or time. A checksum covers them, and never a choice.
const IN_TURN: [&str; 8] = ["number", "id", "before", "last", "at", "opened", "client", "sum"];

/// A room's rows in these tables, without those columns.
fn rows(file: &Mutex<Connection>, table: &Pair, tables: &[&str]) -> String {
    let file = file.lock().unwrap();
    let mut said = String::new();
    for part in tables {
        let sql = format!(
            "SELECT * FROM {part} WHERE number = (SELECT number FROM rooms WHERE room = ?1) ORDER BY 2"
        );
        let mut select = file.prepare_cached(&sql).unwrap();
        let columns: Vec<String> = select.column_names().map(str::to_owned).collect();
        let mut rows = select.query([table.room.to_string()]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in columns.iter().filter(|column| !IN_TURN.contains(&column.as_str())) {
                writeln!(
                    said,
                    "{part}.{column} {:?}",
                    row.get::<_, rusqlite::types::Value>(column.as_str()).unwrap()
                )
                .unwrap();
            }
        }
    }
    said
}
