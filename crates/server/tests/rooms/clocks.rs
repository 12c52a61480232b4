//! Clocks: whose time runs, whose flag falls, and that no player pays for the server's downtime.

use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_server::{Command, KeyHash, Room, RoomEvent, RoomId, RoomStanding, SeatKey, SecretFate};
use numberline_table::Ending;
use serde_json::json;

use crate::common::{Place, name, next, pair, until, wish};

const SECOND: Duration = Duration::from_secs(1);

/// A room with a minute each and two seconds per move, with both players seated, and its log.
struct Story {
    room: Room,
    log: Vec<(numberline_server::LogEntry, Option<String>)>,
}

fn charter() -> numberline_server::Charter {
    let wanted = json!({ "time": { "seconds": 60, "increment": 2 }, "rounds": 2, "seats": "swap" });
    wish("duel", wanted).grant().unwrap()
}

impl Story {
    fn new(now: Instant) -> Self {
        let mut story = Self { room: Room::new(RoomId::random(), charter()), log: Vec::new() };
        for (seat, who) in [(Seat::One, "Ada"), (Seat::Two, "Bo")] {
            let key: KeyHash = SeatKey::random().hash();
            let entry = story.room.join(Some(seat), name(who), key, None).unwrap().entry;
            story.take(entry, now);
        }
        story
    }

    fn take(&mut self, entry: numberline_server::LogEntry, now: Instant) {
        self.room.apply(&entry, None, now).unwrap();
        self.log.push((entry, None));
    }

    fn act(&mut self, seat: Seat, command: &Command, now: Instant) {
        let entry = self.room.decide(seat, command, None, now).unwrap().entry;
        self.take(entry, now);
    }

    fn play(&mut self, seat: Seat, text: &str, now: Instant) {
        self.act(seat, &Command::Move { text: text.to_owned() }, now);
    }

    /// The same room, loaded from its log.
    fn loaded(&self, now: Instant) -> Room {
        let mut room = Room::new(RoomId::random(), charter());
        for (entry, chosen) in &self.log {
            room.apply(entry, chosen.as_deref(), now).unwrap();
        }
        room
    }

    fn left(&self, now: Instant) -> [u64; 2] {
        Seat::BOTH.map(|seat| self.room.clock().unwrap().left(seat, now).as_secs())
    }
}

#[test]
fn time_runs_for_the_seat_to_move_and_a_move_adds_to_it() {
    let begun = Instant::now();
    let mut story = Story::new(begun);
    assert_eq!(story.left(begun + 10 * SECOND), [50, 60]);
    story.play(Seat::One, "5", begun + 10 * SECOND);
    assert_eq!(story.left(begun + 30 * SECOND), [52, 40]);
    story.play(Seat::Two, "1", begun + 30 * SECOND);
    assert_eq!(story.left(begun + 30 * SECOND), [52, 42]);
    assert_eq!(story.room.next_flag(), Some(begun + 82 * SECOND));
    assert!(story.room.flag(begun + 81 * SECOND).is_none());
    let fallen = story.room.flag(begun + 82 * SECOND).unwrap();
    assert_eq!((&fallen.entry.event, fallen.entry.seat), (&RoomEvent::RanOut, Some(Seat::One)));
    assert_eq!(fallen.standing, None, "there is another round");
    assert!(fallen.secret == SecretFate::Forget);
}

#[test]
fn no_clock_is_charged_for_downtime() {
    let begun = Instant::now();
    let mut story = Story::new(begun);
    story.play(Seat::One, "5", begun + 10 * SECOND);
    story.play(Seat::Two, "1", begun + 30 * SECOND);
    // The server is down for a day. Ada had thought for some seconds before; she gets them back.
    let later = begun + 86_400 * SECOND;
    let room = story.loaded(later);
    let left = |now| Seat::BOTH.map(|seat| room.clock().unwrap().left(seat, now).as_secs());
    assert_eq!(left(later), [52, 42]);
    assert_eq!(left(later + 5 * SECOND), [47, 42]);
}

#[test]
fn the_clocks_wait_for_both_players_and_stop_at_the_end() {
    let begun = Instant::now();
    let mut room = Room::new(RoomId::random(), charter());
    let joined = room.join(Some(Seat::One), name("Ada"), SeatKey::random().hash(), None).unwrap();
    room.apply(&joined.entry, None, begun).unwrap();
    assert_eq!(room.next_flag(), None);
    let mut story = Story::new(begun);
    story.act(Seat::Two, &Command::Resign, begun + 7 * SECOND);
    assert_eq!(story.room.next_flag(), None);
    assert_eq!(story.left(begun + 100 * SECOND), [53, 60]);
}

/// Ada first took the first seat, and Bo has it in the second round.
#[test]
fn time_is_charged_to_the_player_in_the_seat() {
    let begun = Instant::now();
    let mut story = Story::new(begun);
    story.act(Seat::Two, &Command::Resign, begun + 5 * SECOND);
    story.act(Seat::One, &Command::NextRound, begun + 6 * SECOND);
    assert_eq!(story.left(begun + 16 * SECOND), [50, 60], "both clocks are full again, and Bo's runs");
    story.play(Seat::One, "5", begun + 16 * SECOND);
    assert_eq!(story.left(begun + 26 * SECOND), [52, 50]);
    let moved = &story.log.last().unwrap().0;
    assert_eq!((moved.seat, moved.left), (Some(Seat::Two), Some([52 * SECOND, 60 * SECOND])));
    let later = begun + 86_400 * SECOND;
    let left = |room: &Room, now| Seat::BOTH.map(|seat| room.clock().unwrap().left(seat, now).as_secs());
    assert_eq!(left(&story.loaded(later), later + SECOND), [52, 59], "the log gives the same clocks");
    let fallen = story.room.flag(begun + 76 * SECOND).unwrap();
    assert_eq!(
        (&fallen.entry.event, fallen.entry.seat),
        (&RoomEvent::RanOut, Some(Seat::One)),
        "it is Ada's"
    );
    assert_eq!(fallen.standing, Some(RoomStanding::Over));
    story.take(fallen.entry, begun + 76 * SECOND);
    assert_eq!(story.room.session().ending(), Some(Ending::TimedOut { winner: Seat::One }));
    assert_eq!(story.room.session().wins(), [1, 1]);
}

#[tokio::test]
async fn a_flag_falls_by_itself() {
    let place = Place::new();
    let hub = place.hub();
    let time = json!({ "time": { "seconds": 1, "increment": 0 }, "listed": true, "rounds": 2 });
    let table = pair(&hub, wish("duel", time)).await;
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let fallen = next(&mut visit, "change").await;
    assert_eq!((&fallen["what"], &fallen["by"]), (&json!("ran out"), &json!(1)));
    assert_eq!(fallen["ending"]["winner"], 2);
    assert!(fallen["ending"]["text"].as_str().unwrap().contains("runs out of time"));
    assert_eq!(fallen["ending"]["kind"], "timed out");
    assert_eq!(fallen["clock"]["runs"], json!([false, false]));
    // The next round begins with full clocks.
    table.act(&hub, Seat::One, &Command::NextRound).await.unwrap();
    let round = until(&mut visit, |change| change["what"] == "next round").await;
    assert_eq!(round["clock"]["runs"], json!([true, false]));
    assert!(round["clock"]["left"][0].as_u64().unwrap() > 900);
}

#[tokio::test]
async fn a_room_with_a_clock_resumes_after_a_restart() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({ "time": { "seconds": 30, "increment": 0 } }))).await;
    table.play(&hub, Seat::One, "5").await.unwrap();
    let before = table.game(&hub).await;
    drop(hub);
    let hub = place.hub();
    let after = table.game(&hub).await;
    assert_eq!(after["clock"]["left"][0], before["clock"]["left"][0], "a stopped clock keeps its time");
    assert_eq!(after["clock"]["runs"], json!([false, true]));
    assert!(after["clock"]["left"][1].as_u64().unwrap() > 29_000);
}
