//! The API description matches what the server does.

use std::collections::BTreeSet;
use std::{env, fs};

use serde_json::{Value, json};

use crate::contract::{self, Contract};
use crate::house::House;
use crate::lines::Lines;
use crate::talk::Talk;
use crate::wire::Request;

/// Every route, except for the page and the description itself.
const ROUTES: [&str; 52] = [
    "GET /api/games",
    "GET /api/games/{slug}/analysis",
    "GET /api/games/{slug}/board",
    "GET /api/games/{slug}/hint",
    "GET /api/games/{slug}/odds",
    "GET /api/games/{slug}/picture.png",
    "GET /api/games/{slug}/placements",
    "GET /api/games/{slug}/predictions",
    "GET /api/games/{slug}/review",
    "GET /api/games/{slug}/rules",
    "GET /api/games/{slug}/seating",
    "GET /api/games/{slug}/try",
    "GET /api/lessons",
    "GET /api/lessons/{slug}/{lesson}",
    "GET /api/players",
    "GET /api/puzzles",
    "GET /api/puzzles/daily",
    "GET /api/puzzles/themes",
    "GET /api/puzzles/{id}",
    "GET /api/rooms",
    "GET /api/rooms/{room}",
    "GET /api/rooms/{room}/code.svg",
    "GET /api/rooms/{room}/picture.png",
    "GET /api/rooms/{room}/record",
    "GET /api/rooms/{room}/review",
    "GET /api/rooms/{room}/socket",
    "GET /api/rooms/{room}/stream",
    "GET /healthz",
    "GET /metrics",
    "GET /readyz",
    "POST /api/drills",
    "POST /api/games/{slug}/analysis",
    "POST /api/games/{slug}/board",
    "POST /api/games/{slug}/hint",
    "POST /api/games/{slug}/odds",
    "POST /api/games/{slug}/placements",
    "POST /api/games/{slug}/predict",
    "POST /api/games/{slug}/predictions",
    "POST /api/games/{slug}/review",
    "POST /api/games/{slug}/seating",
    "POST /api/games/{slug}/try",
    "POST /api/lessons/{slug}/{lesson}/answer",
    "POST /api/lessons/{slug}/{lesson}/hint",
    "POST /api/lessons/{slug}/{lesson}/solution",
    "POST /api/progress",
    "POST /api/puzzles/{id}/answer",
    "POST /api/puzzles/{id}/hint",
    "POST /api/puzzles/{id}/solution",
    "POST /api/review",
    "POST /api/rooms",
    "POST /api/rooms/{room}/commands",
    "POST /api/rooms/{room}/join",
];

async fn description(house: &House) -> Value {
    let answer = house.get("/api/openapi.json").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"));
    answer.json()
}

#[tokio::test]
async fn every_route_is_described_and_every_description_is_a_route() {
    let house = House::open().await;
    let document = description(&house).await;
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")), "{document}");
    assert_eq!(document["info"]["title"], "numberline");
    let mut described = BTreeSet::new();
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let name = format!("{} {path}", method.to_uppercase());
            assert!(operation["summary"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
            assert!(
                operation["responses"]["default"]["content"]["application/problem+json"].is_object(),
                "{name}"
            );
            let asked =
                path.replace("{room}", "abcdefghijkm").replace("{slug}", "chess").replace("{id}", "duel-7a");
            let answer = match method.as_str() {
                "get" => house.get(&asked).await,
                _ => house.post(&asked, &json!({})).await,
            };
            assert_ne!(answer.status, 405, "{name}");
            assert!(!answer.body.contains("no-such-page"), "{name}");
            assert!(names.insert(operation["operationId"].as_str().expect("a name").to_owned()), "{name}");
            described.insert(name);
        }
    }
    assert_eq!(described, ROUTES.map(str::to_owned).into());
}

/// The types of the page are generated from this file.
#[tokio::test]
async fn the_page_is_checked_against_the_description() {
    let house = House::open().await;
    let text = format!("{:#}\n", description(&house).await);
    if env::var_os("NUMBERLINE_BLESS").is_some() {
        fs::write(contract::path(), &text).expect("the file can be written");
    }
    assert!(
        contract::kept() == text,
        "the API has changed: run `cargo xtask bless` and check the changes in page-types"
    );
}

/// A query is in the URL or in the body: the same names, each with one meaning.
#[tokio::test]
async fn a_query_is_described_for_the_url_and_the_body() {
    let house = House::open().await;
    let contract = Contract::new(description(&house).await);
    let document = &contract.document;
    for what in ["analysis", "board", "hint", "odds", "placements", "review", "seating", "try"] {
        let item = &document["paths"][format!("/api/games/{{slug}}/{what}")];
        let parameters = |method: &str, place: &str| -> BTreeSet<String> {
            let all = item[method]["parameters"].as_array().expect("parameters").iter();
            let here = all.filter(|parameter| parameter["in"] == place);
            here.map(|parameter| parameter["name"].as_str().expect("a name").to_owned()).collect()
        };
        for method in ["get", "post"] {
            assert_eq!(parameters(method, "path"), ["slug".to_owned()].into(), "{method} {what}");
        }
        assert_eq!(item["get"]["requestBody"], Value::Null);
        assert_eq!(parameters("post", "query"), BTreeSet::new(), "{what}");
        let body = &item["post"]["requestBody"];
        assert_eq!(body["required"], true);
        let schema = &body["content"]["application/json"]["schema"];
        assert_eq!(*schema, json!({ "$ref": "#/components/schemas/Question" }));
        let question = &document["components"]["schemas"]["Question"];
        let names = question["properties"].as_object().expect("properties").keys().cloned().collect();
        assert_eq!(parameters("get", "query"), names, "{what}");
        let asked = json!({ "set": ["length=12"], "moves": "5 6", "rung": 1, "move": "7" });
        contract.fits("Question", &asked).expect("a query as described");
        let path = format!("/api/games/duel/{what}");
        let by_address = house.get(&format!("{path}?set=length%3D12&moves=5%206&rung=1&move=7")).await;
        let by_body = house.post(&path, &asked).await;
        assert_eq!((by_address.status, by_body.status), (200, 200), "{what} {}", by_body.body);
        assert_eq!(by_address.json(), by_body.json());
    }
}

/// Every way to answer that a client meets without breaking something is asked for. What comes back is held against the
/// description by what receives it.
#[tokio::test]
async fn every_route_answers_as_described() {
    let house = House::open().await;
    let contract = Contract::new(description(&house).await);
    let [ada, grace] = house
        .pair(&json!({ "rounds": 3, "bestOf": true, "first": "toss",
        "seed": "18446744073709551615", "time": { "seconds": 60, "increment": 1 }, "game": "token" }))
        .await;
    house.room(&json!({ "listed": true })).await;
    let resigned = house.command(&ada, "one", &json!({ "kind": "resign" })).await;
    assert_eq!(resigned.status, 200, "{}", resigned.body);
    let asked = json!({ "set": ["length=12"], "moves": "5 6", "rung": 1, "move": "7" });
    let record = house.get(&format!("/api/rooms/{}/record", ada.room)).await.body;
    let mut answered = BTreeSet::new();
    for route in ROUTES.iter().filter(|route| !route.ends_with("/socket") && !route.ends_with("/stream")) {
        let (method, template) = route.split_once(' ').expect("a method");
        let path = template
            .replace("{room}", &ada.room)
            .replace("{slug}", "duel")
            .replace("{lesson}", "first-game")
            .replace("{id}", "siege-32342c333b313b342032312031");
        let request = match (method, template) {
            ("GET", "/api/rooms") => Request::get("/api/rooms?standing=live"),
            ("GET", "/api/games/{slug}/try") => Request::get(&format!("{path}?move=5")),
            ("GET", "/api/games/{slug}/hint") => Request::get(&format!("{path}?rung=4")),
            ("GET", "/api/puzzles") => Request::get("/api/puzzles?seed=1&game=siege"),
            ("GET", "/api/puzzles/daily") => Request::get("/api/puzzles/daily?date=2026-11-18"),
            ("GET", _) => Request::get(&path),
            (_, "/api/progress" | "/api/drills") => Request::post(&path, &json!({ "attempts": [] })),
            (_, "/api/games/{slug}/predict") => {
                Request::post(&path, &json!({ "question": {}, "task": "value", "answer": "win" }))
            }
            (_, path_of_lesson) if path_of_lesson.starts_with("/api/lessons") => {
                Request::post(&path, &json!({ "step": 1, "answer": "1 2" }))
            }
            (_, path_of_puzzle) if path_of_puzzle.starts_with("/api/puzzles") => {
                Request::post(&path, &json!({ "answer": "1" }))
            }
            (_, "/api/rooms") => Request::post(&path, &json!({ "game": "siege" })),
            (_, "/api/rooms/{room}/join") => Request::post(&path, &json!({ "key": grace.key })),
            (_, "/api/rooms/{room}/commands") => {
                let next = json!({ "id": "two", "seen": null, "do": { "kind": "nextRound" } });
                Request::post(&path, &next).bearer(&grace.key)
            }
            (_, "/api/review") => Request::post(&path, &json!({ "record": record, "round": 1 })),
            _ => Request::post(&path, &asked),
        };
        let answer = request.send(house.address).await;
        assert!(answer.status == 200 || answer.status == 201, "{route}: {} {}", answer.status, answer.body);
        assert_eq!(contract.template(&path), Some(template));
        answered.insert(*route);
    }
    assert_eq!(answered.len(), ROUTES.len() - 2);
    // Lists with something in them, numbers that are written as text, both kinds of values, and a position that is over.
    for path in [
        "/api/rooms?standing=open",
        "/api/games/duel/board?set=length=9007199254740993",
        "/api/games/duel/review?set=length=4&moves=2%203;1;4",
        "/api/games/cards/analysis",
        "/api/games/cards/hint?seat=1&rung=3",
        "/api/games/blockade/analysis?set=length=9007199254740993",
        "/api/games/siege/try?move=3",
        "/api/games/chess/rules",
        "/api/games/duel/analysis?first=9",
    ] {
        house.get(path).await;
    }
    let (mut talk, _) = Talk::sit(&house, &ada).await;
    let mut lines = Lines::open(&house, &ada.room, "").await;
    lines.message().await;
    talk.order("three", &json!({ "kind": "offerDraw" })).await;
    talk.hear_of("done").await;
    talk.order("four", &json!({ "kind": "accept" })).await;
    talk.hear_of("refused").await;
    talk.say(&json!({ "type": "ping" })).await;
    talk.hear_of("pong").await;
    lines.message().await;
    talk.say(&json!({ "type": "shout" })).await;
    assert_eq!(talk.bye().await.1, Some(1003));
}

/// The contract can be broken: by the server, and by what a client says.
#[tokio::test]
async fn what_is_not_described_breaks_the_contract() {
    let house = House::open().await;
    let contract = Contract::new(description(&house).await);
    let [ada, _] = house.pair(&json!({ "time": { "seconds": 60, "increment": 1 } })).await;
    let game = house.get(&format!("/api/rooms/{}", ada.room)).await.json();
    contract.fits("Game", &game).expect("a game as described");
    for (place, value) in [
        ("/type", json!("match")),
        ("/version", json!("7")),
        ("/players", json!([])),
        ("/players/0/key", json!(ada.key)),
        ("/turn", json!(3)),
        ("/clock/left", json!([0.5, 1])),
        ("/variant/length", json!(true)),
        ("/secret", json!(1)),
    ] {
        let mut wrong = game.clone();
        let (parent, name) = place.rsplit_once('/').expect("a name");
        wrong.pointer_mut(parent).expect("a place")[name] = value;
        assert!(contract.fits("Game", &wrong).is_err(), "{place} in {wrong}");
    }
    for right in [
        json!({ "type": "hello" }),
        json!({ "type": "hello", "key": ada.key, "since": 3 }),
        json!({ "type": "do", "id": "one", "do": { "kind": "resign" } }),
        json!({ "type": "do", "id": "one", "seen": 5, "do": { "kind": "move", "text": "5 6" } }),
        json!({ "type": "ping" }),
    ] {
        contract.fits("Said", &right).unwrap_or_else(|why| panic!("{right}: {why}"));
    }
    for wrong in [
        json!({}),
        json!({ "type": "shout" }),
        json!({ "type": "hello", "seat": 1 }),
        json!({ "type": "do", "do": { "kind": "resign" } }),
        json!({ "type": "do", "id": "", "do": { "kind": "resign" } }),
        json!({ "type": "do", "id": "a b", "do": { "kind": "resign" } }),
        json!({ "type": "do", "id": "one", "do": { "kind": "cheat" } }),
        json!({ "type": "do", "id": "one", "do": { "kind": "move" } }),
        json!({ "type": "do", "id": "one", "do": { "kind": "move", "text": "5", "seat": 2 } }),
        json!({ "type": "do", "id": "one", "key": ada.key, "do": { "kind": "resign" } }),
    ] {
        assert!(contract.fits("Said", &wrong).is_err(), "{wrong}");
        let mut talk = Talk::open(&house, &ada.room).await;
        talk.say(&wrong).await;
        assert_eq!(talk.bye().await.1, Some(1003), "{wrong}");
    }
}
