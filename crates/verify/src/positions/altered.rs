//! Every line of a long proof, altered. The whole file is too long to be checked once for each alteration, so this holds
//! the alterations against [`Proof::take`], which is all that the checker does with a line of such a proof: what it
//! refuses once, no line further down and no seal can make good.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

use numberline_rules::{Sequential, Siege, Token};
use numberline_table::{Request, find};

use super::{Itself, Next, Proof, Worth, followers};
use crate::header::{Header, read_position};
use crate::lines::Lines;

/// A certificate, fresh from the solvers.
fn certificate(game: &str, settings: &[&str]) -> String {
    let row = find(game).expect("a game");
    let settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
    let start = Request { set: settings, ..Request::default() }.start(row).expect("a variant");
    let oracle = row.solve(&*start, &()).expect("a solution");
    let certificate = oracle.certificate(&*start, &()).expect("a certificate");
    certificate.text().to_owned()
}

/// The line with each of its characters changed, digits by one either way; with one more at either end; and cut short.
fn altered(line: &str) -> impl Iterator<Item = String> {
    let changed = line.bytes().enumerate().flat_map(move |(at, letter)| {
        let others = match letter {
            b'0'..=b'9' => [1, 9].map(|by| char::from(b'0' + (letter - b'0' + by) % 10)),
            b'a'..=b'z' => [1, 25].map(|by| char::from(b'a' + (letter - b'a' + by) % 26)),
            _ => ['0', '-'],
        };
        others.map(|other| format!("{}{other}{}", &line[..at], &line[at + 1..]))
    });
    let longer = [format!("{line} "), format!("{line}0"), format!(" {line}"), format!("0{line}")];
    changed.chain(longer).chain([line[..line.len() - 1].to_owned(), String::new()])
}

fn no_altered_line_is_taken<G: Sequential>(game: &str, settings: &[&str]) {
    let text = certificate(game, settings);
    let mut lines = Lines::new(text.as_bytes());
    lines.next().and_then(|_| lines.field("game")).expect("the game");
    let start = &Header::<G>::read(&mut lines).expect("a header").start;
    let lines: Vec<&str> = text.lines().collect();
    let (end, lines) = lines.split_last().expect("lines");
    let lines = &lines[6..];
    let count = lines.len() as u64;
    // A file with a line too few or too many either says so, which is refused before any of them is read, or has the seal
    // where a line should stand, or a line where the seal should.
    assert!(Proof::<G, Itself>::new(start, count - 1).is_err());
    assert!(Proof::<G, Itself>::new(start, count + 1).is_err());
    let mut proof = Proof::<G, Itself>::new(start, count).expect("all the positions");
    for (place, line) in lines.iter().enumerate() {
        let name = || format!("{game} {settings:?}, line {}: {line}", place + 7);
        let before = proof.before;
        let next = lines.get(place + 1).copied();
        assert!(!line.starts_with("end ") && proof.take(end).is_err(), "{}: the seal is a line", name());
        for altered in altered(line) {
            if proof.take(&altered).is_ok() {
                // It has become a line from further down, so the next one comes too late or twice.
                let late = next.is_some_and(|next| proof.take(next).is_err());
                assert!(late, "{} is taken as {altered}", name());
                take_back(&mut proof, before);
            }
        }
        if next.is_some_and(|next| proof.take(next).is_ok()) {
            assert!(proof.take(line).is_err(), "{} stands behind the next line", name());
            take_back(&mut proof, before);
        }
        proof.take(line).unwrap_or_else(|reason| panic!("{}: {reason}", name()));
        assert!(proof.take(line).is_err(), "{} stands twice", name());
    }
    assert!(proof.value(start).is_ok());
}

/// A win that stands too late, as a slower one that is there too. Until then no line has needed it, so only its own line can
/// tell: the lines above have both, and the fastest counts.
fn no_slower_win_is_taken<G: Sequential>(game: &str, settings: &[&str]) {
    let text = certificate(game, settings);
    let mut header = Lines::new(text.as_bytes());
    header.next().and_then(|_| header.field("game")).expect("the game");
    let start = &Header::<G>::read(&mut header).expect("a header").start;
    let all: Vec<&str> = text.lines().collect();
    let lines = &all[6..all.len() - 1];
    let mut refused = 0;
    for (place, line) in lines.iter().enumerate() {
        let (position, said) = line.split_once(" = ").expect("a line");
        if !said.starts_with("win in ") {
            continue;
        }
        let reached: G = read_position(position, &start.variant()).expect("a position");
        let mut proof = Proof::<G, Itself>::new(start, lines.len() as u64).expect("all the positions");
        let others = lines.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, other)| other);
        for other in others {
            for (chosen, worth) in lost_followers(&reached, &proof) {
                let slower = format!("win in {} by {chosen}", worth + 1);
                if slower != said {
                    let reason = proof.take(&format!("{position} = {slower}")).expect_err(&slower);
                    assert!(
                        reason.ends_with(&format!("make it '{said}'")),
                        "{position} as {slower}: {reason}"
                    );
                    refused += 1;
                }
            }
            // What needs the line that is missing does not follow from here on.
            if proof.take(other).is_err() {
                break;
            }
        }
    }
    assert!(refused > 0, "no win of {game} {settings:?} could be slower");
}

/// The moves after which the other seat is known to lose, and how soon.
fn lost_followers<G: Sequential>(position: &G, proof: &Proof<G, Itself>) -> Vec<(G::Move, u32)> {
    let known = |key: &G| proof.numbers.get(key).and_then(|number| proof.known[*number]);
    let lost = followers::<G, Itself>(position).filter_map(|(chosen, next)| match next {
        Next::Open { own_turn: false, key } => match known(&key) {
            Some(Worth::Lose(plies)) => Some((chosen, plies)),
            _ => None,
        },
        _ => None,
    });
    lost.collect()
}

/// Forgets the last line.
fn take_back<G: Sequential>(proof: &mut Proof<G, Itself>, before: Option<(u32, usize)>) {
    let (_, number) = proof.before.expect("a line");
    proof.known[number] = None;
    proof.before = before;
}

#[test]
fn no_altered_line_of_a_long_race_is_taken() {
    no_altered_line_is_taken::<Siege>("siege", &["length=200"]);
}

#[test]
fn no_altered_line_of_a_long_path_is_taken() {
    no_altered_line_is_taken::<Token>("token", &["length=1000", "start=2"]);
    no_altered_line_is_taken::<Token>("token", &["length=10", "step=9", "revisit=no"]);
}

#[test]
fn no_slower_win_is_taken_for_the_fastest() {
    no_slower_win_is_taken::<Siege>("siege", &[]);
    no_slower_win_is_taken::<Token>("token", &["length=8", "step=2", "revisit=no"]);
}
