//! Reviews as a page needs them: the object of the command line, and a chart that agrees with it.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use numberline_table::{AnyMatch, Limits, Name, OracleCache, Record, Request, Review, Table, Tags, find};
use numberline_wire::{HintJson, ReviewJson, ReviewedJson, rung};
use serde_json::{Value, json};

fn reviewed(slug: &str, settings: &[&str], moves: &str) -> (Value, Value) {
    let game = find(slug).unwrap();
    let settings = settings.iter().map(ToString::to_string).collect();
    let setup = Request { set: settings, moves: Some(moves.to_owned()), ..Request::default() };
    let names = Name::of_both_seats();
    let table = Table::new(setup.start(game).unwrap(), names.clone(), Limits::default());
    let record = Record::of(game, &table, Tags { names, ..Tags::default() });
    let review = Review::of(&record, &OracleCache::shared(), &()).unwrap();
    let end: Box<dyn AnyMatch> = setup.start(game).unwrap();
    let plain = serde_json::to_value(ReviewJson::new(&record, &review)).unwrap();
    (serde_json::to_value(ReviewedJson::new(&record, &review, &*end)).unwrap(), plain)
}

fn values(review: &Value) -> Vec<(Value, Value, bool)> {
    let points = review["chart"].as_array().unwrap().iter();
    points
        .map(|point| (point["value"].clone(), point["remoteness"].clone(), point["mistake"] == true))
        .collect()
}

#[test]
fn it_is_the_object_of_the_command_line_and_more() {
    for (slug, moves) in [("siege", "3,3,3,1"), ("cards", "5/4,1/1"), ("duel", "5 6; 1")] {
        let (page, plain) = reviewed(slug, &[], moves);
        for (name, value) in plain.as_object().unwrap() {
            assert_eq!(&page[name], value, "{slug} {name}");
        }
    }
}

#[test]
fn the_chart_shows_every_position_as_player_one_sees_it() {
    let (review, _) = reviewed("siege", &[], "3,3,3,1");
    let expected = [
        (json!("win"), json!(5), false),
        (json!("lose"), json!(3), true),
        (json!("lose"), json!(2), false),
        (json!("lose"), json!(1), false),
        (json!("lose"), json!(0), false),
    ];
    assert_eq!(values(&review), expected);
    assert_eq!(review["played"], json!(["3", "3", "3", "1"]));
    assert_eq!(
        (&review["start"], &review["end"], &review["turn"]),
        (&json!("0 10 1"), &json!("6 6 1"), &json!("over"))
    );
}

#[test]
fn an_unfinished_match_is_worth_what_its_last_move_left() {
    let (review, _) = reviewed("siege", &[], "3");
    assert_eq!(values(&review), [(json!("win"), json!(5), false), (json!("lose"), json!(3), true)]);
    let (review, _) = reviewed("token", &[], "2 right");
    assert_eq!(values(&review)[1], (json!("draw"), Value::Null, false));
    let (review, _) = reviewed("token", &[], "");
    assert_eq!(review["chart"].as_array().unwrap().len(), 1);
}

#[test]
fn where_both_act_the_chart_has_exact_chances() {
    let (review, _) = reviewed("cards", &["end=4"], "3/4");
    let chart = &review["chart"];
    let exact = chart[0]["p1WinProbability"].as_str().unwrap();
    let (above, below) = exact.split_once('/').unwrap();
    let about = above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap();
    assert!((chart[0]["about"].as_f64().unwrap() - about).abs() < 1e-12, "{exact}");
    // The value depends on both choices, and has not been computed.
    assert_eq!((&chart[1]["about"], &chart[1]["value"]), (&Value::Null, &Value::Null));
}

#[test]
fn an_unjudged_move_is_a_gap() {
    let (review, _) = reviewed("duel", &["length=60", "misere=yes"], "1;");
    assert_eq!(values(&review), [(Value::Null, Value::Null, false), (Value::Null, Value::Null, false)]);
    assert_eq!(review["played"], json!(["1"]));
}

#[test]
fn the_ladder_has_four_steps() {
    let game = find("siege").unwrap();
    let at = Request::default().start(game).unwrap();
    let analysis = game.solve(&*at, &()).unwrap().analyse(&*at).unwrap();
    let told: Vec<Value> = (1..=4)
        .map(|number| HintJson::new(&analysis, numberline_rules::Seat::One, rung(number).unwrap()))
        .map(|hint| serde_json::to_value(hint).unwrap())
        .collect();
    assert_eq!(told[0], json!({"rung": 1, "text": "You can win."}));
    assert_eq!(told[2], json!({"rung": 3, "text": "Play 2."}));
    assert_eq!(told[3]["rung"], 4);
    assert!(rung(0).is_err() && rung(5).is_err());
}
