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

use super::{Itself, Proof};
use crate::header::Header;
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
