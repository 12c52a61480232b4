//! What must hold for every file that is checked as a certificate: it is refused with a line and a reason, or what it
//! claims is true, as the solvers say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a check that fails panics")]

use numberline_rules::{Seat, Turn};
use numberline_table::{Outcome, Request, catalog};
use numberline_verify::{Certified, CertifiedValue, verify};

/// Longer proofs, and positions on longer lines, would take the solvers too long.
const MOST_LINES: u64 = 2_000;
const LONGEST_LINE: u64 = 40;

/// Treats the bytes as a certificate: as they are; with the seal that they should have, so that the proof itself has to
/// notice what is wrong; and with the number of lines that there are.
pub(crate) fn check(data: &[u8]) {
    judge(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    judge(sealed(text).as_bytes());
    judge(sealed(&recounted(text)).as_bytes());
}

fn judge(data: &[u8]) {
    match verify(data) {
        Ok(certified) => {
            let text = std::str::from_utf8(data).expect("what holds is text");
            assert_eq!(sealed(text), text, "what holds has its seal");
            let claim = text.lines().nth(4).and_then(|line| line.strip_prefix("value "));
            assert_eq!(claim, Some(certified.value.to_string().as_str()), "the claim is what is proved");
            assert_true(&certified);
        }
        Err(fault) => {
            let lines = data.iter().filter(|byte| **byte == b'\n').count() as u64;
            assert!((1..=lines + 1).contains(&fault.line), "{fault}, but there are {lines} lines");
            let letters = fault.reason.chars().count();
            assert!((10..=400).contains(&letters), "too short or too long: {fault}");
            assert!(!fault.reason.chars().any(char::is_control), "not fit to be shown: {:?}", fault.reason);
        }
    }
}

/// The solvers say the same.
fn assert_true(certified: &Certified) {
    let row = catalog().into_iter().find(|row| row.info().title == certified.title).expect("a game");
    let set = certified.variant.split_whitespace().map(str::to_owned).collect();
    let wanted = Request { set, position: Some(certified.position.clone()), ..Request::default() };
    let start = wanted.start(row).expect("what is certified can be set up");
    if certified.lines > MOST_LINES || start.extent().len() > LONGEST_LINE {
        return;
    }
    let analysis =
        row.solve(&*start, &()).expect("a small game is solved").analyse(&*start).expect("an answer");
    let verdict = analysis.verdict;
    let is_won_by = |winner: Seat| match start.turn() {
        Turn::Of(mover) => verdict.map(|verdict| verdict.outcome) == Some(outcome(mover, winner)),
        Turn::Both | Turn::Over { .. } => start.turn().winner() == Some(winner),
    };
    let is_true = match &certified.value {
        CertifiedValue::Wins { winner, plies } => {
            let distance = verdict.map_or(Some(0), |verdict| verdict.remoteness);
            is_won_by(*winner) && distance.is_none_or(|distance| distance == *plies)
        }
        CertifiedValue::Draw => verdict.map(|verdict| verdict.outcome) == Some(Outcome::Draw),
        CertifiedValue::Nimber { winner, nimber } => is_won_by(*winner) && analysis.nimber == Some(*nimber),
        CertifiedValue::Chance(chance) => {
            analysis.chance.map(|chance| chance.to_string()) == Some(chance.to_string())
        }
    };
    assert!(is_true, "{certified:?} is taken, but the solvers say {verdict:?} at {}", start.position());
}

fn outcome(mover: Seat, winner: Seat) -> Outcome {
    if mover == winner { Outcome::Win } else { Outcome::Lose }
}

/// The text with a seal that fits, in place of the last line.
pub(crate) fn sealed(text: &str) -> String {
    let body = text.trim_end_matches('\n').rsplit_once('\n').map_or("", |(body, _)| body);
    let seal = body
        .bytes()
        .chain(*b"\n")
        .fold(0xcbf2_9ce4_8422_2325_u64, |seal, byte| (seal ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{body}\nend {seal:016x}\n")
}

/// The text with the number of lines that its proof has.
pub(crate) fn recounted(text: &str) -> String {
    let count = text.lines().count().saturating_sub(7);
    let lines = text.lines().map(|line| match line.split(' ').collect::<Vec<_>>().as_slice() {
        ["proof", kind @ ("positions" | "mixes"), _] => format!("proof {kind} {count}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}
