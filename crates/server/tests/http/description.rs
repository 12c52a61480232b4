//! The API description matches what the server does.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use serde_json::{Value, json};

use crate::house::House;
use crate::lines::Lines;
use crate::talk::Talk;

/// Every route, except for the page and the description itself.
const ROUTES: [&str; 26] = [
    "GET /api/games",
    "GET /api/games/{slug}/analysis",
    "GET /api/games/{slug}/board",
    "GET /api/games/{slug}/hint",
    "GET /api/games/{slug}/review",
    "GET /api/games/{slug}/rules",
    "GET /api/games/{slug}/try",
    "GET /api/players",
    "GET /api/rooms",
    "GET /api/rooms/{room}",
    "GET /api/rooms/{room}/record",
    "GET /api/rooms/{room}/review",
    "GET /api/rooms/{room}/socket",
    "GET /api/rooms/{room}/stream",
    "GET /healthz",
    "GET /metrics",
    "GET /readyz",
    "POST /api/games/{slug}/analysis",
    "POST /api/games/{slug}/board",
    "POST /api/games/{slug}/hint",
    "POST /api/games/{slug}/review",
    "POST /api/games/{slug}/try",
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
            let asked = path.replace("{room}", "abcdefghijkm").replace("{slug}", "chess");
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page-types/openapi.json");
    let text = format!("{:#}\n", description(&house).await);
    if env::var_os("NUMBERLINE_BLESS").is_some() {
        fs::write(&path, &text).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).expect("the description of the API");
    assert!(kept == text, "the API has changed: run `cargo xtask bless` and check the changes in page-types");
}

/// A query is in the URL or in the body: the same names, each with one meaning.
#[tokio::test]
async fn a_query_is_described_for_the_url_and_the_body() {
    let house = House::open().await;
    let document = description(&house).await;
    for what in ["analysis", "board", "hint", "review", "try"] {
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
        check(&document, schema, &asked).expect("a query as described");
        let path = format!("/api/games/duel/{what}");
        let by_address = house.get(&format!("{path}?set=length%3D12&moves=5%206&rung=1&move=7")).await;
        let by_body = house.post(&path, &asked).await;
        assert_eq!((by_address.status, by_body.status), (200, 200), "{what} {}", by_body.body);
        assert_eq!(by_address.json(), by_body.json());
    }
}

/// The server's responses match their schemas.
#[tokio::test]
async fn responses_match_their_schemas() {
    let house = House::open().await;
    let document = description(&house).await;
    let fits = |schema: &str, value: &Value| {
        let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
        check(&document, &reference, value).unwrap_or_else(|why| panic!("{schema}: {why} in {value}"));
    };
    for game in ["duel", "token", "blockade", "cards", "siege"] {
        let [ada, _] = house
            .pair(&json!({ "game": game, "listed": true, "time": { "seconds": 60, "increment": 1 } }))
            .await;
        fits("Game", &house.get(&format!("/api/rooms/{}", ada.room)).await.json());
        let mut lines = Lines::open(&house, &ada.room, "").await;
        fits("Game", &lines.message().await);
        let (mut talk, _) = Talk::sit(&house, &ada).await;
        talk.order("one", &json!({ "kind": "offerDraw" })).await;
        fits("Change", &lines.message().await);
        fits("Says", &talk.hear_of("done").await);
        talk.order("two", &json!({ "kind": "accept" })).await;
        fits("Says", &talk.hear_of("refused").await);
    }
    for standing in ["open", "live", "over"] {
        for listed in
            house.get(&format!("/api/rooms?standing={standing}")).await.json().as_array().expect("a list")
        {
            fits("Listed", listed);
        }
    }
    let seated = house.post("/api/rooms", &json!({ "game": "duel", "name": "Ada" })).await.json();
    fits("Seated", &seated);
    fits("Problem", &house.get("/api/rooms/abcdefghijkm").await.json());
    // The checker itself can fail.
    let mut wrong = seated.clone();
    wrong["seat"] = json!("one");
    let reference = json!({ "$ref": "#/components/schemas/Seated" });
    assert!(check(&document, &reference, &wrong).is_err());
    assert!(check(&document, &reference, &json!({})).is_err());
}

/// The part of JSON Schema that the description uses.
fn check(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().expect("a name");
        let schema = &document["components"]["schemas"][name];
        assert!(schema.is_object(), "no schema {name}");
        return check(document, schema, value).map_err(|why| format!("{name}: {why}"));
    }
    if let Some(all) = schema["allOf"].as_array() {
        all.iter().try_for_each(|part| check(document, part, value))?;
    }
    for several in ["oneOf", "anyOf"] {
        if let Some(any) = schema[several].as_array() {
            let tried: Vec<_> = any.iter().map(|part| check(document, part, value)).collect();
            if tried.iter().all(Result::is_err) {
                return Err(format!("none of {tried:?}"));
            }
        }
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Err(format!("{value} is none of {allowed:?}"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => vec![],
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fits = kinds.contains(&kind) || (kind == "integer" && kinds.contains(&"number"));
    if !kinds.is_empty() && !fits {
        return Err(format!("{kind} is not {kinds:?}"));
    }
    for required in schema["required"].as_array().into_iter().flatten() {
        if value.is_object() && value.get(required.as_str().expect("a name")).is_none() {
            return Err(format!("{required} is missing"));
        }
    }
    for (name, part) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            check(document, part, value).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    if schema["items"].is_object() {
        for item in value.as_array().into_iter().flatten() {
            check(document, &schema["items"], item)?;
        }
    }
    Ok(())
}
