//! `numberline analyze` says the same for people and for programs, number for number.

use std::io;

use numberline_cli::{AnalyzeArgs, Out, Script, SetupArgs, analyze};
use numberline_rules::Seat;
use numberline_table::{Dice, Request, catalog, share, short_share};
use serde_json::Value;

use crate::paper::Paper;

fn said(game: &str, settings: &[&str], position: &str, json: bool) -> String {
    let settings = settings.iter().map(ToString::to_string).collect();
    let setup = SetupArgs { settings, position: Some(position.to_owned()), moves: None };
    let paper = Paper::default();
    let mut out = Out::to(Box::new(paper.clone()), Box::new(Paper::default()));
    let args = AnalyzeArgs { game: game.to_owned(), setup, predict: false, large: false, json };
    analyze(&args, &mut Script::new(io::Cursor::new("")), &mut out).unwrap();
    paper.text()
}

/// Compares both outputs about a position, and returns the JSON.
fn check(game: &str, settings: &[&str], position: &str) -> Value {
    let text = said(game, settings, position, false);
    let json: Value = serde_json::from_str(&said(game, settings, position, true)).unwrap();
    let place = format!("{game} {settings:?} {position}\n{text}\n{json:#}");
    let string = |value: &Value| value.as_str().unwrap().to_owned();
    assert!(text.contains(&string(&json["headline"])), "{place}");
    if json["turn"] == "over" {
        return json;
    }
    assert!(text.contains(&string(&json["why"])), "{place}");
    let nimber = json["nimber"].as_u64().map(|nimber| format!(" The nimber is {nimber}."));
    assert_eq!(text.contains("The nimber is"), nimber.is_some(), "{place}");
    assert!(nimber.is_none_or(|nimber| text.contains(&nimber)), "{place}");
    if let Some(moves) = json["moves"].as_array() {
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
        assert_eq!(rows.len(), moves.len(), "{place}");
        for (row, judged) in rows.iter().zip(moves) {
            let within = judged["remoteness"].as_u64().map(|plies| match plies {
                1 => " in 1 turn".to_owned(),
                plies => format!(" in {plies} turns"),
            });
            let value = string(&judged["moveValue"]);
            let letter = value[..1].to_uppercase();
            let worth = [("win", "win"), ("lose", "loss"), ("draw", "no forced end")];
            let worth = worth.iter().find(|(word, _)| *word == value).unwrap().1;
            let verdict = worth.to_owned() + &within.unwrap_or_default();
            let words = format!("{letter} {} {verdict} {}", string(&judged["move"]), string(&judged["why"]));
            assert_eq!(row.split_whitespace().collect::<Vec<_>>().join(" "), words, "{place}");
        }
    }
    for seat in ["1", "2"] {
        let Some(cards) = json["strategy"][seat].as_array() else { continue };
        let table = text.split(&format!("\nPlayer {seat}\n")).nth(1).expect(&place);
        for (row, card) in table.lines().skip(1).zip(cards) {
            let figures = ["probability", "winProbability", "regret"].map(|name| string(&card[name]));
            let shares = figures.each_ref().map(|figure| short_share(&figure.parse().unwrap()));
            let name = string(&card["move"]);
            assert_eq!(
                row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>(),
                [std::slice::from_ref(&name), &shares[..]].concat(),
                "{place}"
            );
            // Where a percentage has lost something, the exact fractions stand at the end.
            let [often, chance, regret] = &figures;
            let exact = format!(
                "\n  Player {seat}, card {name}: played with {often}, wins with {chance}, gives away {regret}"
            );
            let lost = figures.iter().any(|figure| share(&figure.parse().unwrap()).contains(['(', 'a']));
            assert_eq!(text.contains(&exact), lost, "{place}");
        }
    }
    json
}

/// Random positions, in every game and in variants of it.
#[test]
fn text_and_json_agree_in_every_game() {
    let variants: [(&str, &[&str]); 10] = [
        ("duel", &[]),
        ("duel", &["length=12", "misere=yes"]),
        ("token", &[]),
        ("token", &["revisit=no"]),
        ("blockade", &[]),
        ("blockade", &["length=15", "misere=yes"]),
        ("cards", &["cards=4", "end=3"]),
        ("cards", &["cards=4", "end=4", "tiebreak=sample"]),
        ("siege", &[]),
        ("siege", &["length=17", "step=1"]),
    ];
    let mut dice = Dice::new(11, 0);
    for (slug, settings) in variants {
        let game = catalog().into_iter().find(|game| game.info().slug == slug).unwrap();
        let set = settings.iter().map(ToString::to_string).collect();
        for _ in 0..4 {
            let mut at = Request { set: Vec::clone(&set), ..Request::default() }.start(game).unwrap();
            for _ in 0..8 {
                check(slug, settings, &at.position());
                let chosen: Vec<String> = Seat::BOTH
                    .into_iter()
                    .filter_map(|seat| at.pick(seat, &mut |count| dice.below(count)))
                    .collect();
                if at.turn().winner().is_some() {
                    break;
                }
                at.play_turn(&chosen.join("/")).unwrap();
            }
        }
    }
}

/// Player 2 has won with another card. The first one beats the reply that is shown, and loses to others that cost nothing.
#[test]
fn a_card_wins_with_what_the_most_punishing_reply_leaves() {
    let json = check("cards", &[], "2 1,2,3,4 1,2,4,5 1");
    let card = &json["strategy"]["2"][0];
    assert_eq!(
        (&card["move"], &card["winProbability"], &card["regret"]),
        (&"1".into(), &"0".into(), &"1".into())
    );
}

/// The named reply wins as soon as the verdict says.
#[test]
fn a_reply_reaches_the_distance_beside_it() {
    let json = check("duel", &[], ".........X 1");
    let judged = json["moves"].as_array().unwrap().iter().find(|judged| judged["move"] == "1 2").unwrap();
    assert_eq!((&judged["moveValue"], &judged["remoteness"]), (&"lose".into(), &6.into()));
    let why = judged["why"].as_str().unwrap();
    let reply = why.split("The reply ").nth(1).and_then(|rest| rest.split(" makes it 0").next()).expect(why);
    let after = check("duel", &[], "XX.......X 2");
    let reply = after["moves"].as_array().unwrap().iter().find(|judged| judged["move"] == reply).unwrap();
    assert_eq!((&reply["moveValue"], &reply["remoteness"]), (&"win".into(), &5.into()), "{why}");
}

/// Numbers that other programs would round are written as strings.
#[test]
fn a_length_beyond_2_to_the_53_survives() {
    for (length, written) in [
        ("9007199254740991", Value::from(9_007_199_254_740_991_u64)),
        ("9007199254740993", Value::from("9007199254740993")),
        ("1000000000000000000", Value::from("1000000000000000000")),
    ] {
        let setting = format!("length={length}");
        let json = check("duel", &[&setting], &format!("runs {length} / 1"));
        assert_eq!(json["variant"]["length"], written);
    }
}
