//! Every fact of `data/known.txt`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use crate::common;

use common::{position, start};
use numberline_rules::{Blockade, Cards, Choices, Duel, Game, Seat, Sequential, Siege, Token, Turn};
use numberline_solver::{
    Grundy, MOST_POSITIONS, Octal, Oracle, Race, Retrograde, Sums, TokenOracle, Value, cards,
};

#[test]
fn every_known_fact_holds() {
    let mut facts = 0;
    for line in
        include_str!("data/known.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [game, at, what, expected] = fields[..] else { panic!("not a fact: {line}") };
        let (slug, settings) = game.split_once(' ').unwrap_or((game, ""));
        let answer = match slug {
            "duel" => sum_fact::<Duel>(settings, at, what),
            "blockade" => sum_fact::<Blockade>(settings, at, what),
            "token" => {
                let position = at_position::<Token>(settings, at);
                fact(&TokenOracle::solve(&position, &()).unwrap(), &position, what)
            }
            "siege" => fact(&Race, &at_position::<Siege>(settings, at), what),
            "cards" => card_fact(&at_position(settings, at), what),
            _ => panic!("no such game: {line}"),
        };
        assert_eq!(answer, expected, "{line}");
        facts += 1;
    }
    assert!(facts > 20, "only {facts} facts were read");
}

/// The values of runs as printed in the literature on Kayles and Dawson's Chess.
#[test]
fn nim_values_are_those_of_the_literature() {
    let kayles = Grundy::<Duel>::new().unwrap();
    let dawson = Grundy::<Blockade>::new().unwrap();
    let values = |text: &str| text.split(' ').map(|value| value.parse().unwrap()).collect::<Vec<u64>>();
    let known = values(
        "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7",
    );
    assert_eq!((0..known.len() as u64).map(|run| kayles.sequence().nimber(run)).collect::<Vec<_>>(), known);
    let known = values("0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4");
    assert_eq!((0..known.len() as u64).map(|run| dawson.sequence().nimber(run)).collect::<Vec<_>>(), known);
}

fn at_position<G: Game>(settings: &str, at: &str) -> G {
    if at == "start" { start(settings) } else { position(settings, at) }
}

fn sum_fact<G: Octal>(settings: &str, at: &str, what: &str) -> String {
    let position: G = at_position(settings, at);
    match what {
        "nimber" => Grundy::<G>::new().unwrap().nimber(&position).to_string(),
        _ => fact(&Sums::solve(&position, &()).unwrap(), &position, what),
    }
}

fn fact<G: Sequential>(oracle: &impl Oracle<G>, position: &G, what: &str) -> String {
    let moves = |wanted: fn(Value) -> bool| {
        let Turn::Of(mover) = position.turn() else { return String::new() };
        let found =
            position.moves(mover).filter(|chosen| wanted(oracle.move_value(position, *chosen).unwrap()));
        let mut found: Vec<G::Move> = found.collect();
        found.sort_unstable();
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    // The general method has to know the same.
    let general = Retrograde::solve(position, MOST_POSITIONS, &()).unwrap();
    assert_eq!(general.value(position), oracle.value(position));
    match what {
        "value" => oracle.value(position).unwrap().to_string(),
        "winning" => moves(Value::is_win),
        "losing" => moves(Value::is_lose),
        _ => panic!("no such question: {what}"),
    }
}

fn card_fact(position: &Cards, what: &str) -> String {
    let solved = cards::solve(position, &()).unwrap();
    let sure = |seat: Seat| {
        let wins = |card: &_| {
            position.moves(seat.other()).all(|reply| {
                let choices =
                    if seat == Seat::One { Choices::Both(*card, reply) } else { Choices::Both(reply, *card) };
                let chance = solved.chance(&position.after(&choices)).unwrap();
                if seat == Seat::One { chance.is_one() } else { chance.is_zero() }
            })
        };
        position.moves(seat).filter(wins).map(|card| card.to_string()).collect::<Vec<_>>().join("; ")
    };
    match what {
        "chance" => solved.chance(position).unwrap().to_string(),
        "sure 1" => sure(Seat::One),
        "sure 2" => sure(Seat::Two),
        _ => panic!("no such question: {what}"),
    }
}
