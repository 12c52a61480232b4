//! Clients that are sent only what changed: whatever happens, what they put together is the state of the room.

use std::collections::BTreeSet;
use std::io::BufWriter;
use std::process::{Command as ProcessCommand, Stdio};
use std::sync::Arc;
use std::time::Duration;

use numberline_rules::{FirstTurn, Seat};
use numberline_server::{Bus, Command, Detail, Emote, Hub, HubConfig, LocalBus, Visit};
use numberline_table::{Dice, catalog};
use serde_json::{Value, json};

use super::merge::merge;
use crate::common::{PATIENCE, Pair, Place, home, movers, name, pair, wish};

/// How many commands are tried in a room.
const TRIES: usize = 60;

/// What has to happen in the random sessions. A finished ply needs no word.
const HAPPENS: [&str; 11] = [
    "joined",
    "chose",
    "chose again",
    "offered draw",
    "asked back",
    "offered rematch",
    "declined",
    "took back",
    "resigned",
    "next round",
    "emoted",
];

/// The copy of a room that a client keeps.
struct Copy {
    visit: Visit,
    home: Option<Seat>,
    game: Value,
    /// What was told to have happened.
    heard: BTreeSet<String>,
    first: Value,
    /// What was told, with the state after it.
    steps: Vec<[Value; 2]>,
}

impl Copy {
    async fn of(hub: &Hub, table: &Pair, home: Option<Seat>) -> Self {
        let key = home.map(|home| table.key(home));
        let visit = hub.visit_for(table.room, key, None, Detail::Diffs).await.unwrap();
        let game: Value = serde_json::from_str(&visit.first[0]).unwrap();
        Self { visit, home, first: game.clone(), game, heard: BTreeSet::new(), steps: Vec::new() }
    }

    fn version(&self) -> u64 {
        self.game["version"].as_u64().unwrap()
    }

    /// Takes in the next message that changes the state.
    async fn hear(&mut self) {
        loop {
            let told = tokio::time::timeout(PATIENCE, self.visit.changes.recv()).await;
            let told: Value = serde_json::from_str(&told.expect("a message").unwrap()).unwrap();
            match told["type"].as_str().unwrap() {
                "presence" => continue,
                "diff" => {
                    assert_eq!(told["ply"].is_null(), told["what"].is_string(), "{told}");
                    self.heard.extend(told["what"].as_str().map(str::to_owned));
                    merge(&mut self.game, told.as_object().unwrap(), self.home);
                    self.steps.push([told, self.game.clone()]);
                }
                other => panic!("a {other} was not asked for"),
            }
            return;
        }
    }

    /// All of it, as the page's own code replays it.
    fn story(self) -> Value {
        json!({ "home": self.home.map(Seat::number), "first": self.first, "steps": self.steps })
    }
}

/// The page's own code makes the same of what was told.
#[expect(clippy::print_stderr, reason = "a test that leaves something out says so")]
fn replay_in_the_page(stories: &[Value]) {
    let node = ProcessCommand::new("node").arg("page-tests/replay.js").stdin(Stdio::piped()).spawn();
    let Ok(mut node) = node else {
        assert!(std::env::var("CI").is_err(), "no Node on a build machine");
        eprintln!("not replayed with the page's code: install Node");
        return;
    };
    serde_json::to_writer(BufWriter::new(node.stdin.take().unwrap()), stories).unwrap();
    assert!(node.wait().unwrap().success(), "the page makes something else of it");
}

/// The state without what runs by itself, and without the moves that are not the follower's own.
fn compared(mut game: Value, home: Option<Seat>) -> Value {
    for (part, running) in [("clock", "left"), ("claim", "wait")] {
        if let Some(part) = game[part].as_object_mut() {
            part.remove(running);
        }
    }
    for place in [0, 1] {
        if home.is_none_or(|home| game["players"][place]["home"] != home.number()) {
            game["moves"][place] = json!([]);
        }
    }
    game
}

/// Waits until all copies have heard what the room knows, and compares them with it. Returns the state.
async fn agree(hub: &Hub, table: &Pair, copies: &mut [Copy]) -> Value {
    loop {
        let whole = table.game(hub).await;
        let version = whole["version"].as_u64().unwrap();
        for copy in copies.iter_mut() {
            while copy.version() < version {
                copy.hear().await;
            }
        }
        // A computer may have moved meanwhile.
        if copies.iter().all(|copy| copy.version() == version) {
            for copy in copies.iter() {
                let (game, whole) = (copy.game.clone(), whole.clone());
                assert_eq!(compared(game, copy.home), compared(whole, copy.home), "{:?}", copy.home);
            }
            return whole;
        }
    }
}

/// Does something at random. Most of it is refused at most times.
async fn act(hub: &Hub, table: &Pair, whole: &Value, dice: &mut Dice) {
    let mut below = |count: usize| usize::try_from(dice.below(count as u64)).unwrap();
    let movers = movers(whole);
    let offered = whole["offer"]["by"].as_u64().filter(|_| below(2) == 0);
    let (text, seat) = match movers.get(below(movers.len().max(1))) {
        _ if offered.is_some() => (None, if offered == Some(1) { Seat::Two } else { Seat::One }),
        Some((seat, moves)) if below(3) > 0 => (Some(moves[below(moves.len())].clone()), *seat),
        _ => (None, Seat::BOTH[below(2)]),
    };
    let home = home(whole, seat);
    if home.of(&table.keys).is_none() {
        return;
    }
    let place = usize::from(seat.number()) - 1;
    let command = match (text, below(10)) {
        (Some(text), _) => Command::Move { text },
        _ if offered.is_some() => {
            if below(2) == 0 {
                Command::Accept
            } else {
                Command::Decline
            }
        }
        (_, 0) => Command::OfferDraw,
        (_, 1 | 2) => Command::AskBack,
        (_, 3 | 4) => Command::Accept,
        (_, 5) => Command::Decline,
        (_, 6) => Command::Emote { emote: Emote::Hello },
        // A choice that is made once more.
        (_, 7) if whole["chosen"][place] == true => {
            Command::Move { text: whole["moves"][place][0]["text"].as_str().unwrap().to_owned() }
        }
        (_, 7) if below(4) == 0 => Command::Resign,
        (_, 8) => Command::OfferRematch,
        _ => Command::NextRound,
    };
    let _ = table.act(hub, home, &command).await;
}

/// Plays at random in a room while clients come and go. Returns what was told to have happened.
async fn play(
    hub: &Hub,
    table: &Pair,
    mut copies: Vec<Copy>,
    seed: u64,
    stories: &mut Vec<Value>,
) -> BTreeSet<String> {
    let mut dice = Dice::new(seed, 0);
    let mut heard = BTreeSet::new();
    for _ in 0..TRIES {
        let whole = agree(hub, table, &mut copies).await;
        heard.extend(copies.iter().flat_map(|copy| copy.heard.clone()));
        // One of them begins again, from the whole state.
        let again = usize::try_from(dice.below(30)).unwrap();
        if let Some(copy) = copies.get_mut(again) {
            let former = std::mem::replace(copy, Copy::of(hub, table, copy.home).await);
            stories.push(former.story());
        }
        act(hub, table, &whole, &mut dice).await;
    }
    agree(hub, table, &mut copies).await;
    stories.extend(copies.into_iter().map(Copy::story));
    heard
}

/// For both players and spectators, one of them on another machine.
#[tokio::test]
async fn what_changed_adds_up_to_the_state() {
    let place = Place::new();
    let bus: Arc<dyn Bus> = LocalBus::new();
    let [hub, far] = [(), ()].map(|()| place.hub_on(Arc::clone(&bus), HubConfig::default()));
    let (mut heard, mut stories) = (BTreeSet::new(), Vec::new());
    let kinds = [
        json!({}),
        json!({ "rounds": 3, "first": "toss" }),
        json!({ "rounds": 2, "seats": "keep" }),
        json!({ "time": { "seconds": 600, "increment": 2 } }),
    ];
    for game in catalog() {
        for (seed, kind) in (1..).zip(&kinds) {
            let slug = game.info().slug;
            let mut kind = kind.clone();
            let choices = kind.as_object_mut().unwrap();
            // It decides the toss.
            choices.insert("seed".to_owned(), json!(seed));
            if game.info().first != FirstTurn::EitherSeat {
                choices.remove("first");
            }
            let ada = hub.open(wish(slug, kind), name("Ada"), Some(Seat::One)).await.unwrap();
            let mut table = Pair { room: ada.room, keys: [Some(ada.key), None] };
            let mut copies = vec![Copy::of(&hub, &table, None).await];
            copies.push(Copy::of(&hub, &table, Some(Seat::One)).await);
            copies.push(Copy::of(&far, &table, None).await);
            table.keys[1] = Some(hub.join(ada.room, name("Bo"), None).await.unwrap().key);
            copies.push(Copy::of(&hub, &table, Some(Seat::Two)).await);
            heard.extend(play(&hub, &table, copies, seed, &mut stories).await);
        }
    }
    replay_in_the_page(&stories);
    let missing: Vec<&&str> = HAPPENS.iter().filter(|what| !heard.contains(**what)).collect();
    assert!(missing.is_empty(), "{missing:?} did not happen, but {heard:?}");
}

#[tokio::test]
async fn what_changed_by_computers_adds_up_too() {
    let place = Place::new();
    let hub = place.hub();
    let mut stories = Vec::new();
    for game in catalog() {
        let players = json!({ "players": ["human", "computer:2"], "seed": 7 });
        let table = pair(&hub, wish(game.info().slug, players)).await;
        let copies = vec![Copy::of(&hub, &table, Some(Seat::One)).await, Copy::of(&hub, &table, None).await];
        play(&hub, &table, copies, 3, &mut stories).await;
    }
    replay_in_the_page(&stories);
}

/// A player who leaves and comes back, as the other and a spectator are told.
#[tokio::test]
async fn what_changed_by_leaving_adds_up_too() {
    let place = Place::new();
    let hub = place.hub_on(LocalBus::new(), HubConfig { gone: Duration::ZERO, ..HubConfig::default() });
    let table = pair(&hub, wish("siege", json!({}))).await;
    let mut copies = vec![Copy::of(&hub, &table, Some(Seat::One)).await, Copy::of(&hub, &table, None).await];
    let claim = |copy: &Copy| copy.game["claim"].is_object();
    while !claim(&copies[0]) {
        copies[0].hear().await;
    }
    agree(&hub, &table, &mut copies).await;
    let back = hub.visit(table.room, Some(table.key(Seat::Two)), None).await.unwrap();
    while claim(&copies[0]) {
        copies[0].hear().await;
    }
    agree(&hub, &table, &mut copies).await;
    drop(back);
}

/// How many bytes the diffs of a ply may take in the mean, to both players together, in the first plies of a match.
const MEAN_BYTES: [(&str, usize); 5] =
    [("duel", 340), ("token", 280), ("blockade", 620), ("cards", 500), ("siege", 350)];

/// A plain move costs little: nobody is sent what follows from what they have, nor the moves of another.
#[tokio::test]
async fn a_plain_move_is_short() {
    let place = Place::new();
    let hub = place.hub();
    for (game, most) in MEAN_BYTES {
        let table = pair(&hub, wish(game, json!({}))).await;
        let mut visits = Vec::new();
        for home in Seat::BOTH {
            visits.push(hub.visit_for(table.room, Some(table.key(home)), None, Detail::Diffs).await.unwrap());
        }
        let (mut bytes, mut plies) = (0, 0);
        while plies < 5 {
            let whole = table.game(&hub).await;
            let movers = movers(&whole);
            let (seat, moves) = &movers[0];
            let is_last = whole["turn"] != "both" || movers.len() == 1;
            table.play(&hub, home(&whole, *seat), &moves[moves.len() / 2]).await.unwrap();
            plies += usize::from(is_last);
            let whole = table.game(&hub).await;
            for visit in &mut visits {
                let acts = |seat: Seat| whole["turn"] == "both" || whole["turn"] == seat.number();
                while let Ok(told) = visit.changes.try_recv() {
                    if told.starts_with(r#"{"type":"diff""#) {
                        let renews = is_last && visit.seat.is_some_and(acts);
                        assert_eq!(told.contains("yourMoves"), renews, "{told}");
                        bytes += told.len();
                    }
                }
            }
        }
        assert!(bytes > 0 && bytes <= most * plies, "{game}: {bytes} bytes in {plies} plies");
    }
}
