//! A client's copy of a room's state: what it makes of the diffs that it is sent, as the API describes them.

use numberline_rules::Seat;
use serde_json::{Map, Value, json};

/// What a diff says besides the properties of the state.
const BESIDE: [&str; 7] = ["type", "what", "by", "emote", "ply", "stay", "yourMoves"];

/// Merges what changed into the state, as the page does.
pub(crate) fn merge(game: &mut Value, diff: &Map<String, Value>, home: Option<Seat>) {
    let former = game.clone();
    game["version"] = json!(former["version"].as_u64().unwrap() + 1);
    if let Some(ply) = diff.get("ply") {
        finish(game, &former, ply);
    } else if diff["what"] == "chose" {
        let place = usize::try_from(diff["by"].as_u64().unwrap()).unwrap() - 1;
        game["chosen"][place] = json!(true);
    }
    for (name, value) in diff.iter().filter(|(name, _)| !BESIDE.contains(&name.as_str())) {
        // What runs by itself may happen to be what it was, and the version is the next one.
        let runs = matches!(name.as_str(), "clock" | "claim" | "version");
        assert!(runs || &game[name] != value, "{name} has not changed");
        assert!(name != "version" || &game[name] == value, "it is not the next version");
        game[name] = value.clone();
    }
    if let Some(stay) = diff.get("stay") {
        let stay = usize::try_from(stay.as_u64().unwrap()).unwrap();
        game["plies"].as_array_mut().unwrap().truncate(stay);
    }
    game["played"] = game["lastPly"]["text"].clone();
    for seat in Seat::BOTH {
        let place = usize::from(seat.number()) - 1;
        let is_own = home.is_some_and(|home| game["players"][place]["home"] == home.number());
        let acts = game["turn"] == "both" || game["turn"] == seat.number();
        game["moves"][place] = match diff.get("yourMoves") {
            Some(columns) if is_own && acts => moves(columns, game),
            None if is_own && acts => former["moves"][place].clone(),
            _ => json!([]),
        };
    }
}

/// A ply that was finished, with everything that follows from it.
fn finish(game: &mut Value, former: &Value, ply: &Value) {
    let by = &former["turn"];
    let text = ply["text"].as_str().unwrap();
    let cells = ply.get("cells").cloned().unwrap_or_else(|| json!(numbers(text)));
    let blocked = ply.get("blocked").cloned().unwrap_or_else(|| json!([]));
    let mut all = numbers(text);
    all.extend([&cells, &blocked].into_iter().flat_map(list).map(|cell| cell.as_i64().unwrap().abs()));
    let last = &former["lastPly"];
    let told = |own: &str, of_last: &str| match ply.get(own) {
        Some(told) => told.clone(),
        None => json!(again(former, last[of_last].as_str().unwrap(), last["by"] != *by, &all)),
    };
    let (did, sentence) = (told("did", "short"), told("told", "text"));
    game["plies"].as_array_mut().unwrap().push(json!({ "by": by, "text": text, "did": did }));
    let ends: Vec<i64> = list(&cells).map(|cell| cell.as_i64().unwrap()).collect();
    game["cells"] = json!(shown(former, ply.get("then"), ends.first().copied(), ends.last().copied()));
    game["lastPly"] = json!({ "by": by, "text": sentence, "short": did, "cells": cells, "blocked": blocked });
    game["chosen"] = json!([false, false]);
    game["turn"] = by.as_u64().map_or_else(|| by.clone(), |seat| json!(3 - seat));
}

/// The text of the last ply, with other numbers and perhaps with the names the other way round.
fn again(former: &Value, text: &str, changes: bool, all: &[i64]) -> String {
    let names = [0, 1].map(|place| {
        let name = former["players"][place]["name"].as_str().map(str::to_owned);
        name.unwrap_or_else(|| format!("Player {}", place + 1))
    });
    // The names are put aside, because there may be numbers in them.
    let aside = text.replace(&names[0], "\u{1}").replace(&names[1], "\u{2}");
    let count = numbers(&aside).len();
    let told = with_numbers(&aside, &all[all.len() - count..]);
    let [one, two] = if changes { [&names[1], &names[0]] } else { [&names[0], &names[1]] };
    told.replace('\u{1}', one).replace('\u{2}', two)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<i64> {
    let digits = text.split(|letter: char| !letter.is_ascii_digit());
    digits.filter(|digits| !digits.is_empty()).map(|digits| digits.parse().unwrap()).collect()
}

/// A text with other numbers.
fn with_numbers(text: &str, numbers: &[i64]) -> String {
    let (mut told, mut in_number, mut numbers) = (String::new(), false, numbers.iter());
    for letter in text.chars() {
        match (letter.is_ascii_digit(), in_number) {
            (true, true) => {}
            (true, false) => told.push_str(&numbers.next().unwrap().to_string()),
            (false, _) => told.push(letter),
        }
        in_number = letter.is_ascii_digit();
    }
    told
}

/// The letters of the line once it shows something else on these first and last cells.
fn shown(game: &Value, then: Option<&Value>, first: Option<i64>, last: Option<i64>) -> String {
    let mut letters: Vec<char> = game["cells"].as_str().unwrap().chars().collect();
    let place = |cell: i64| usize::try_from(cell - game["first"].as_i64().unwrap()).unwrap();
    if let Some([from, stretch]) = then.and_then(Value::as_array).map(Vec::as_slice) {
        for (cell, letter) in (from.as_i64().unwrap()..).zip(stretch.as_str().unwrap().chars()) {
            letters[place(cell)] = letter;
        }
        return letters.into_iter().collect();
    }
    let (Some(first), Some(last)) = (first, last) else { return letters.into_iter().collect() };
    let given = then.and_then(Value::as_str).map(|letter| letter.chars().next().unwrap());
    let letter = given.unwrap_or(letters[place(first)]);
    if matches!(letter, 'o' | 'A' | 'B') {
        letters.iter_mut().filter(|now| **now == letter).for_each(|now| *now = '.');
        letters[place(last)] = letter;
    } else if given.is_some() {
        letters[place(first)..=place(last)].fill(letter);
    }
    letters.into_iter().collect()
}

/// Texts of which some are told by the last whole one with as many numbers.
fn texts(column: &Value, others: &[String]) -> Vec<String> {
    let (mut whole, mut all): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (place, told) in list(column).enumerate() {
        let given = match told {
            Value::String(text) => {
                whole.push(text.clone());
                all.push(text.clone());
                continue;
            }
            Value::Number(number) => vec![number.as_i64().unwrap()],
            list if list == &json!([]) => numbers(&others[place]),
            list => list.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect(),
        };
        let model = whole.iter().rev().find(|text| numbers(text).len() == given.len()).unwrap();
        all.push(with_numbers(model, &given));
    }
    all
}

/// The moves of columns.
fn moves(columns: &Value, game: &Value) -> Value {
    let typed = texts(&columns["text"], &[]);
    let mut effects = columns["effect"].as_array().unwrap().clone();
    effects.resize(typed.len(), json!([]));
    let effects = texts(&effects.into(), &typed);
    let mut stretch = json!(null);
    let mut all = Vec::new();
    for (place, text) in typed.iter().enumerate() {
        let mut one = json!({ "text": text, "effect": effects[place], "ends": false });
        let ends = |text: &str| {
            let numbers = numbers(text);
            json!([numbers.first().unwrap(), numbers.last().unwrap()])
        };
        let cells = match (columns.get("cells"), columns.get("card")) {
            (Some(cells), _) if cells == &json!([]) => ends(text),
            (Some(cells), _) if cells[place].is_number() => json!([cells[place], cells[place]]),
            (Some(cells), _) => cells[place].clone(),
            (None, Some(_)) => json!(null),
            (None, None) => ends(&effects[place]),
        };
        let then = match columns.get("then") {
            Some(Value::Array(column)) if column[place].is_number() => json!([column[place], stretch]),
            Some(Value::Array(column)) => column[place].clone(),
            letter => json!(letter),
        };
        if !then.is_null() {
            stretch = if then.is_array() { then[1].clone() } else { stretch };
            let [first, last] = [0, 1].map(|end| cells[end].as_i64());
            let after = shown(game, Some(&then), first, last);
            let before = game["cells"].as_str().unwrap();
            let line = (game["first"].as_i64().unwrap()..).zip(before.chars().zip(after.chars()));
            let changed = line.filter(|(_, (before, after))| before != after);
            one["then"] = changed.map(|(cell, (_, after))| json!([cell, after.to_string()])).collect();
        }
        if !cells.is_null() {
            one["cells"] = cells;
        }
        match columns.get("card") {
            Some(cards) if cards == &json!([]) => one["card"] = json!(numbers(text)[0]),
            Some(cards) if !cards[place].is_null() => one["card"] = cards[place].clone(),
            _ => {}
        }
        all.push(one);
    }
    for place in columns.get("ends").into_iter().flat_map(list) {
        all[usize::try_from(place.as_u64().unwrap()).unwrap()]["ends"] = json!(true);
    }
    for capture in columns.get("captures").into_iter().flat_map(list) {
        all[usize::try_from(capture[0].as_u64().unwrap()).unwrap()]["captures"] = capture[1].clone();
    }
    Value::from(all)
}
