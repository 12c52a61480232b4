//! Study over HTTP: the same answers as the command line, for every game and variant, within the time limits.

use std::collections::BTreeSet;

use numberline_rules::Seat;
use numberline_table::{
    Adviser, AnyGame, AnyMatch, Dice, Limits as TableLimits, Name, OracleCache, Record, Request, Review,
    Table, Tags,
};
use numberline_table::{catalog, find};
use numberline_wire::{AnalysisJson, GameJson, HintJson, PlayerJson, PointJson, ReviewJson, RulesJson, rung};
use serde_json::{Value, json};

use crate::house::House;

/// Variants of every game, small enough to solve instantly.
const VARIANTS: [(&str, &[&str]); 10] = [
    ("duel", &[]),
    ("duel", &["length=12", "misere=yes"]),
    ("duel", &["length=1000000"]),
    ("token", &[]),
    ("token", &["length=9", "start=4", "step=3", "revisit=no"]),
    ("blockade", &[]),
    ("blockade", &["length=15", "misere=yes"]),
    ("cards", &[]),
    ("cards", &["cards=4", "end=3", "tiebreak=sample"]),
    ("siege", &["length=17", "step=4"]),
];

fn encoded(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            },
        )
        .collect()
}

fn query(settings: &[&str], moves: &[String]) -> String {
    let set = settings.iter().map(|setting| format!("set={}&", encoded(setting))).collect::<String>();
    format!("?{set}moves={}", encoded(&moves.iter().map(|text| format!("{text};")).collect::<String>()))
}

fn begin(game: &dyn AnyGame, settings: &[&str]) -> Box<dyn AnyMatch> {
    let set = settings.iter().map(ToString::to_string).collect();
    Request { set, ..Request::default() }.start(game).unwrap()
}

fn same<T: serde::Serialize>(ours: &Value, theirs: &T) {
    assert_eq!(ours, &serde_json::to_value(theirs).unwrap());
}

/// Walks through a match of every variant. Each position is queried on its own, later ones with a warm cache, and the
/// answer always equals that of solving it from scratch.
#[tokio::test]
async fn every_position_of_a_walk_matches_the_command_line() {
    let house = House::limited(|limits| limits.requests_per_second_per_address = 100_000).await;
    let mut dice = Dice::new(11, 0);
    for (slug, settings) in VARIANTS {
        let game = find(slug).unwrap();
        let mut at = begin(game, settings);
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..8 {
            let asked = query(settings, &moves);
            let analysis = game.solve(&*at, &()).unwrap().analyse(&*at).unwrap();
            let answer = house.get(&format!("/api/games/{slug}/analysis{asked}")).await;
            assert_eq!(answer.status, 200, "{slug} {asked} {}", answer.body);
            let mut answer = answer.json();
            let point = answer.as_object_mut().unwrap().remove("point").unwrap();
            same(&answer, &AnalysisJson::new(&*at, &analysis));
            same(&point, &PointJson::new(&analysis.point(), &Name::of_both_seats(), false));
            let board = house.get(&format!("/api/games/{slug}/board{asked}")).await.json();
            assert_eq!((&board["position"], &board["plies"]), (&json!(at.position()), &json!(moves)));
            for seat in Seat::BOTH.into_iter().filter(|seat| at.turn().acts(*seat)) {
                for number in 1..=4 {
                    let path = format!("/api/games/{slug}/hint{asked}&rung={number}&seat={seat}");
                    same(
                        &house.get(&path).await.json(),
                        &HintJson::new(&analysis, seat, rung(number).unwrap()),
                    );
                }
            }
            if at.turn().winner().is_some() {
                break;
            }
            let acting = Seat::BOTH.into_iter().filter(|seat| at.turn().acts(*seat));
            let chosen: Vec<String> =
                acting.filter_map(|seat| at.pick(seat, &mut |count| dice.below(count))).collect();
            at.play_turn(&chosen.join("/")).unwrap();
            moves.push(at.plies().last().unwrap().to_string());
        }
        let table = Table::new(at, Name::of_both_seats(), TableLimits::default());
        let record = Record::of(game, &table, Tags::default());
        let fresh = Review::of(&record, &OracleCache::shared(), &()).unwrap();
        let plain = serde_json::to_value(ReviewJson::new(&record, &fresh)).unwrap();
        // The second time the game is cached.
        for _ in 0..2 {
            let review =
                house.get(&format!("/api/games/{slug}/review{}", query(settings, &moves))).await.json();
            for (name, value) in plain.as_object().unwrap() {
                assert_eq!(&review[name], value, "{slug} {settings:?} {name}");
            }
            assert_eq!(review["chart"].as_array().unwrap().len(), moves.len() + 1);
        }
        let written = house.post("/api/review", &json!({ "record": record.to_string() })).await.json();
        assert_eq!(written["plies"], plain["plies"]);
    }
}

#[tokio::test]
async fn the_catalog_the_players_and_the_rules_are_those_of_the_command_line() {
    let house = House::open().await;
    let games = house.get("/api/games").await.json();
    for (ours, theirs) in games.as_array().unwrap().iter().zip(GameJson::all()) {
        let theirs = serde_json::to_value(theirs).unwrap();
        for (name, value) in theirs.as_object().unwrap() {
            assert_eq!(&ours[name], value);
        }
        assert!(["fixed", "playerOne", "either"].contains(&ours["first"].as_str().unwrap()), "{ours}");
    }
    assert_eq!(games.as_array().unwrap().len(), catalog().len());
    same(&house.get("/api/players").await.json(), &PlayerJson::all());
    for game in catalog() {
        let rules = house.get(&format!("/api/games/{}/rules", game.info().slug)).await.json();
        same(&rules, &RulesJson::new(game));
    }
    // The rules of a variant have its numbers.
    let seven = house.get("/api/games/cards/rules?set=cards%3D7").await.json();
    assert!(seven.to_string().contains('7') && seven != house.get("/api/games/cards/rules").await.json());
    house.get("/api/games/cards/rules?set=cards%3Dnone").await.problem(422, "setup");
}

/// A query that does not fit into a URL can be sent in the body, with the same meaning.
#[tokio::test]
async fn a_query_can_be_sent_in_the_body() {
    let house = House::open().await;
    let asked = "?set=length%3D12&position=&moves=5%206%3B&move=7";
    let sent = json!({ "set": ["length=12"], "moves": "5 6;", "move": "7" });
    let asked = asked.replace("&position=", "");
    for what in ["board", "analysis", "hint", "odds", "placements", "seating", "try", "review"] {
        let path = format!("/api/games/duel/{what}");
        let answer = house.post(&path, &sent).await;
        assert_eq!(answer.status, 200, "{what} {}", answer.body);
        assert_eq!(answer.json(), house.get(&format!("{path}{asked}")).await.json(), "{what}");
    }
    // A number that other programs would round is sent as text, and accepted as either.
    for from in [json!(999_999_999_999_999_990_i64), json!("999999999999999990")] {
        let asked = json!({ "set": ["length=1000000000000000000"], "from": from, "cells": 5 });
        let window = house.post("/api/games/duel/board", &asked).await.json();
        assert_eq!((&window["from"], &window["cells"]), (&json!("999999999999999990"), &json!(".....")));
        assert_eq!((&window["first"], &window["last"]), (&json!(1), &json!("1000000000000000000")));
        assert_eq!(window["variant"]["length"], json!("1000000000000000000"));
        assert_eq!(window["moves"][0][0]["cells"][0], json!("999999999999999990"));
    }
    let first = house.get("/api/games/token/board?first=2").await.json();
    assert_eq!(first["turn"], 2);
}

#[tokio::test]
async fn an_unanswerable_query_says_why() {
    let house = House::open().await;
    let get = [
        ("/api/games/chess/board", 404, "no-such-game", "/api/games lists"),
        ("/api/games/chess/rules", 404, "no-such-game", "/api/games lists"),
        ("/api/games/duel/board?set=length%3D0", 422, "setup", "Length is '0', but must be 1 to"),
        ("/api/games/duel/board?set=size%3D5", 422, "setup", "There is no parameter 'size'"),
        ("/api/games/duel/board?set=length", 422, "setup", "write it as name=value"),
        ("/api/games/duel/board?moves=11", 422, "move", "Move 1 (11): 11 is not on the line"),
        ("/api/games/duel/analysis?position=nonsense", 422, "setup", "A position of this game is written as"),
        ("/api/games/duel/board?first=2", 422, "setup", "the book says who begins"),
        ("/api/games/token/board?first=3", 400, "bad-request", "First must be 1 or 2."),
        ("/api/games/duel/board?from=x", 400, "bad-request", "From must be a whole number."),
        ("/api/games/duel/board?colour=red", 400, "bad-request", "The parameters are set, position"),
        ("/api/games/duel/board?moves=1&moves=2", 400, "bad-request", "Only set may appear"),
        ("/api/games/duel/hint?rung=5", 400, "bad-request", "The rung must be 1, 2, 3 or 4."),
        // A number out of its range is refused where it would not matter, too.
        ("/api/games/duel/board?rung=0", 400, "bad-request", "The rung must be 1, 2, 3 or 4."),
        ("/api/games/duel/review?seat=0", 400, "bad-request", "Seat must be 1 or 2."),
        ("/api/games/duel/board?cells=0", 400, "bad-request", "Cells must be 1 to 200."),
        ("/api/games/duel/board?cells=201", 400, "bad-request", "Cells must be 1 to 200."),
        ("/api/games/duel/hint?seat=2", 422, "turn", "It is Player 1's turn"),
        ("/api/games/cards/hint", 400, "bad-request", "seat=1 or seat=2"),
        ("/api/games/siege/seating?player=hal", 400, "bad-request", "hal"),
        ("/api/games/cards/odds?set=cards%3D20", 422, "too-much", "choose a smaller variant"),
        ("/api/games/siege/try", 400, "bad-request", "Add move="),
        ("/api/games/siege/try?move=9", 422, "move", "1 to 3"),
        ("/api/games/siege/try?move=two", 422, "move", "how many positions"),
        ("/api/games/siege/try?move=2&seat=2", 422, "turn", "It is Player 1's turn"),
        ("/api/games/cards/try?move=3", 400, "bad-request", "seat=1 or seat=2"),
        ("/api/games/cards/try?move=9&seat=2", 422, "move", "9"),
        ("/api/games/cards/try?move=3&seat=1&set=cards%3D20", 422, "too-much", "choose a smaller variant"),
        ("/api/games/cards/analysis?set=cards%3D20", 422, "too-much", "choose a smaller variant"),
        ("/api/games/duel/analysis?set=length%3D60&set=misere%3Dyes", 422, "unsolved", "solved up to 48"),
        (
            "/api/games/token/analysis?set=length%3D300&set=step%3D3&set=revisit%3Dno",
            422,
            "unsolved",
            "more than 100000",
        ),
    ];
    for (path, status, kind, says) in get {
        let answer = house.get(path).await;
        let said = answer.problem(status, kind);
        assert!(said.contains(says), "{path}: {said}");
    }
    let post = [
        ("/api/review", json!({ "record": "nonsense" }), 422, "record", "line 1"),
        ("/api/review", json!({ "record": WON, "round": 2 }), 422, "record", "round must be 1 to 1"),
        ("/api/games/duel/board", json!({ "colour": "red" }), 422, "bad-request", "colour"),
        ("/api/games/duel/board", json!({ "set": vec!["length=9"; 17] }), 422, "setup", "more settings"),
        // The values of the fields alone, in their order, are no query.
        ("/api/games/duel/board", json!([[], null, null, null, null, 5]), 422, "bad-request", "an object"),
    ];
    for (path, body, status, kind, says) in post {
        let answer = house.post(path, &body).await;
        let said = answer.problem(status, kind);
        assert!(said.contains(says), "{path}: {said}");
    }
}

/// A mistake is retried: with a move that keeps the value of the position, and with one that does not.
#[tokio::test]
async fn a_move_is_tried() {
    let house = House::open().await;
    let tried = async |path: &str| {
        let answer = house.get(&format!("/api/games/{path}")).await;
        assert_eq!(answer.status, 200, "{path} {}", answer.body);
        let tried = answer.json();
        (tried["right"].as_bool().unwrap(), tried["said"].as_str().unwrap().to_owned())
    };
    let (right, said) = tried("siege/try?move=2").await;
    assert!(right && said.starts_with("Right: 2. "), "{said}");
    let (right, said) = tried("siege/try?move=3&seat=1").await;
    assert!(!right && said.starts_with("Not 3. "), "{said}");
    // Two notations of a move are the same move, after other moves and from any position.
    let (right, said) = tried("token/try?moves=1%20right&move=1r").await;
    assert!(said.contains(" 1 right. "), "{right} {said}");
    // Where both act at once, a card is right if no mix of the other seat punishes it, and each seat asks for itself.
    let cards = find("cards").unwrap();
    let adviser = Adviser::new(cards, &OracleCache::shared());
    let mut verdicts = BTreeSet::new();
    for seat in Seat::BOTH {
        for card in 1..=5 {
            let weighed = adviser.weigh(&*begin(cards, &[]), seat, &card.to_string(), &()).unwrap();
            let (right, said) = tried(&format!("cards/try?seat={seat}&move={card}")).await;
            assert_eq!(right, weighed.mistake().is_none(), "{said}");
            let begins = if right { format!("Right: {card}. ") } else { format!("Not {card}. It ") };
            assert!(said.starts_with(&begins), "{said}");
            verdicts.insert(right);
        }
    }
    assert_eq!(verdicts.len(), 2, "some cards are right, and some are not");
}

/// What a player asks before a match: whom the variant favours, where that seats them, and what a computer cannot do.
#[tokio::test]
async fn odds_and_seats_follow_the_variant() {
    let house = House::open().await;
    let get = async |path: &str| {
        let answer = house.get(&format!("/api/games/{path}")).await;
        assert_eq!(answer.status, 200, "{path} {}", answer.body);
        answer.json()
    };
    let book = get("cards/odds").await;
    assert_eq!((&book["seat"], &book["text"]), (&json!(2), &json!("Player 2 can force a win.")));
    let even = &book["even"];
    assert_eq!(
        (&even["name"], &even["set"], &even["here"]),
        (&json!("Seven Cards"), &json!(["cards=7"]), &json!(false))
    );
    assert_eq!(get("cards/odds?set=cards%3D7").await["even"]["here"], true);
    assert_eq!(get("token/odds").await["seat"], json!(null));
    for (path, seat) in [("cards/seating", 2), ("siege/seating", 1), ("token/seating", 1)] {
        assert_eq!(get(path).await, json!({ "seat": seat, "shortfall": null }), "{path}");
    }
    let large = "token/seating?set=length%3D300&set=step%3D3&set=revisit%3Dno";
    let short = get(&format!("{large}&player=computer:3")).await;
    assert!(short["shortfall"].as_str().is_some_and(|said| said.contains("100000")), "{short}");
}

const WON: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n\
    [Result \"1-0\"]\n[Ending \"won\"]\n\n1. 2 2. 1 3. 3 4. 1 5. 3 1-0\n";

const SLOW: &str = "/api/games/token/analysis?set=length%3D34&set=step%3D3&set=revisit%3Dno";

/// The time for this is unknown in advance, so it starts, and stops at the limit. With more time it is answered.
#[tokio::test]
async fn a_query_that_takes_too_long_is_stopped() {
    let house = House::limited(|limits| limits.think_time = std::time::Duration::from_millis(1)).await;
    let said = house.get(&format!("{SLOW}&set=start%3D17")).await.problem(422, "too-much");
    assert!(said.contains("longer than the 1ms"), "{said}");
    let house = House::open().await;
    assert_eq!(house.get(&format!("{SLOW}&set=start%3D17")).await.status, 200);
}

/// A formula answers each ply quickly; but there may be thousands of plies, each with a long text.
#[tokio::test]
async fn a_long_review_is_stopped_and_a_longer_one_is_refused() {
    let review = async |house: &House, plies: u32| {
        let moves: Vec<String> = (0..plies).map(|ply| (3 * ply + 1).to_string()).collect();
        let asked = json!({ "set": ["length=1000000"], "moves": moves.join("; ") });
        house.post("/api/games/duel/review", &asked).await
    };
    let house = House::limited(|limits| limits.think_time = std::time::Duration::from_millis(1)).await;
    let said = review(&house, 400).await.problem(422, "too-much");
    assert!(said.contains("longer than the 1ms"), "{said}");
    let house = House::open().await;
    assert_eq!(review(&house, 40).await.status, 200);
    let said = review(&house, 8_000).await.problem(422, "too-much");
    assert!(said.contains("too long"), "{said}");
}

/// The time for this can be estimated, so it is not started at all. With more time it is answered.
#[tokio::test]
async fn a_query_that_would_take_far_too_long_is_refused() {
    let path = "/api/games/cards/analysis?set=cards%3D8";
    let house = House::limited(|limits| limits.think_time = std::time::Duration::from_millis(20)).await;
    let said = house.get(path).await.problem(422, "too-much");
    assert!(said.contains("positions to search"), "{said}");
    let house = House::open().await;
    assert_eq!(house.get(path).await.status, 200);
}

/// With one thread and a queue of one, most concurrent queries are refused with a retry delay.
#[tokio::test]
async fn a_query_to_a_busy_server_is_told_to_retry() {
    let house = House::limited(|limits| {
        limits.think_threads = 1;
        limits.think_queue = 1;
        limits.think_time = std::time::Duration::from_secs(60);
        limits.request_time = std::time::Duration::from_secs(600);
    })
    .await;
    let paths: Vec<String> = (13..22).map(|start| format!("{SLOW}&set=start%3D{start}")).collect();
    let questions = paths.iter().map(|path| house.get(path));
    let answers = futures_util::future::join_all(questions).await;
    let busy: Vec<_> = answers.iter().filter(|answer| answer.status == 503).collect();
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(busy.len() + done, answers.len());
    assert!(done >= 1 && !busy.is_empty(), "{done} done, {} busy", busy.len());
    for answer in busy {
        assert_eq!(answer.header("retry-after"), "5");
        let said = answer.problem(503, "busy");
        assert!(said.contains("try again"), "{said}");
    }
    // Small queries are served again soon.
    assert_eq!(house.get("/api/games/siege/analysis").await.status, 200);
}
