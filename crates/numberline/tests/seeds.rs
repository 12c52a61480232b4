//! The same seed and players give the same game in every front end.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{Place, movers, pair, texts, until, wish};
use numberline_rules::Seat;
use numberline_server::Hub;
use numberline_table::{catalog, load};
use serde_json::{Value, json};

/// The number of turns that a person plays before leaving.
const TURNS: usize = 8;

/// A person who always makes the first legal move plays a computer in a room. Returns the plies, and what the person
/// played.
async fn in_a_room(hub: &Hub, game: &str, computer: &str, seed: u64) -> (Vec<String>, Vec<String>) {
    let wanted = json!({ "players": ["human", computer], "seed": seed.to_string() });
    let table = pair(hub, wish(game, wanted)).await;
    let mut visit = hub.visit(table.room, None, None).await.unwrap();
    let mut state = table.game(hub).await;
    let mut typed = Vec::new();
    let own = |state: &Value| movers(state).into_iter().find(|(seat, _)| *seat == Seat::One);
    while let Some((_, moves)) = own(&state).filter(|_| typed.len() < TURNS) {
        let made = table.play(hub, Seat::One, &moves[0]).await.unwrap();
        typed.push(moves[0].clone());
        let since = |state: &Value| state["version"].as_u64().unwrap() >= made;
        state = until(&mut visit, |state| since(state) && (state["turn"] == "over" || own(state).is_some()))
            .await;
    }
    let game = table.game(hub).await;
    (texts(&game["plies"]).into_iter().map(str::to_owned).collect(), typed)
}

/// The same person at a command line, until there is nothing more to type.
fn in_line_mode(folder: &Path, game: &str, computer: &str, seed: u64, typed: &[String]) -> Vec<String> {
    let file = folder.join(format!("{game}-{seed}.txt"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_numberline"))
        .args(["play", game, "--p2", computer, "--seed", &seed.to_string(), "--record"])
        .arg(&file)
        .env("NUMBERLINE_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut answers = child.stdin.take().expect("a pipe");
    // The program may end before it has read everything.
    let _ = answers.write_all((typed.join("\n") + "\n").as_bytes());
    drop(answers);
    child.wait().expect("the program ends");
    let records = load(&file).expect("a record");
    let [record] = records.as_slice() else { panic!("{} records", records.len()) };
    assert_eq!(record.tags.seed, Some(seed));
    record.plies().iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_room_plays_the_game_of_line_mode() {
    let place = Place::new();
    let hub = place.hub();
    let folder = tempfile::tempdir().expect("a folder");
    for game in catalog() {
        let slug = game.info().slug;
        let mut different = std::collections::HashSet::new();
        for (computer, seed) in [("computer:1", 3), ("computer:2", 7), ("computer:perfect", u64::MAX)] {
            let (plies, typed) = in_a_room(&hub, slug, computer, seed).await;
            assert!(plies.len() > 1, "{slug}: {plies:?}");
            assert_eq!(
                in_line_mode(folder.path(), slug, computer, seed, &typed),
                plies,
                "{slug} {computer} {seed}"
            );
            different.insert(plies);
        }
        assert!(different.len() > 1, "{slug}: {different:?}");
    }
}

/// The output of `numberline arena` for a seed, which may be one that the program drew.
fn arena(seed: Option<&str>) -> (Value, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numberline"));
    command.args(["arena", "token", "--p1", "computer:1", "--p2", "computer:2", "--games", "200", "--json"]);
    command.args(seed.map(|seed| format!("--seed={seed}")));
    let output = command.output().expect("the program ends");
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let seed = json["seed"].as_str().map_or_else(|| json["seed"].to_string(), str::to_owned);
    (json, seed)
}

/// A printed seed repeats the run, and it is exact in programs that store every number as a float.
#[test]
fn a_printed_seed_repeats_the_run() {
    let (json, seed) = arena(None);
    assert!(json["seed"].as_u64().is_some_and(|seed| seed < 1 << 53), "{json}");
    assert_eq!(arena(Some(&seed)).0, json);
    let (json, seed) = arena(Some("18446744073709551615"));
    assert_eq!((&json["seed"], seed.as_str()), (&json!("18446744073709551615"), "18446744073709551615"));
    assert_eq!(arena(Some(&seed)).0, json);
    let (json, _) = arena(Some("9007199254740991"));
    assert_eq!(json["seed"], json!(9_007_199_254_740_991_u64));
}
