//! How the certificates of each game are proved. A new game is one row here.

use numberline_rules::{Blockade, Cards, Duel, Game, Impartial, Sequential, Siege, Simultaneous, Token};

use crate::header::{Header, Proof};
use crate::lines::Lines;
use crate::positions::{Itself, Same};
use crate::{CertifiedValue, Fault, mixes, nimbers, positions};

/// A game with certificates.
pub(crate) trait Checked: Game {
    /// Checks the proof and says what it proves.
    fn prove(header: &Header<Self>, lines: &mut Lines<'_>) -> Result<CertifiedValue, Fault>;
}

impl Checked for Duel {
    fn prove(header: &Header<Self>, lines: &mut Lines<'_>) -> Result<CertifiedValue, Fault> {
        sum(header, lines, 2)
    }
}

impl Checked for Token {
    fn prove(header: &Header<Self>, lines: &mut Lines<'_>) -> Result<CertifiedValue, Fault> {
        plain(header, lines)
    }
}

impl Checked for Blockade {
    fn prove(header: &Header<Self>, lines: &mut Lines<'_>) -> Result<CertifiedValue, Fault> {
        sum(header, lines, 3)
    }
}

impl Checked for Cards {
    fn prove(header: &Header<Self>, lines: &mut Lines<'_>) -> Result<CertifiedValue, Fault> {
        mixed(header, lines)
    }
}

impl Checked for Siege {
    fn prove(header: &Header<Self>, lines: &mut Lines<'_>) -> Result<CertifiedValue, Fault> {
        plain(header, lines)
    }
}

/// Position by position.
fn plain<G: Sequential>(header: &Header<G>, lines: &mut Lines<'_>) -> Result<CertifiedValue, Fault> {
    match header.proof {
        Proof::Positions(count) => positions::check::<G, Itself>(header, count, lines),
        Proof::Mixes(_) | Proof::Nimbers { .. } => Err(wrong_kind(lines)),
    }
}

/// Position by position, with a strategy for each seat.
fn mixed<G: Simultaneous>(header: &Header<G>, lines: &mut Lines<'_>) -> Result<CertifiedValue, Fault> {
    match header.proof {
        Proof::Mixes(count) => mixes::check(header, count, lines),
        Proof::Positions(_) | Proof::Nimbers { .. } => Err(wrong_kind(lines)),
    }
}

/// By the runs: position by position for a short line, by nimbers for any. A move takes at most `most_taken` cells.
fn sum<G: Impartial>(
    header: &Header<G>,
    lines: &mut Lines<'_>,
    most_taken: u64,
) -> Result<CertifiedValue, Fault> {
    match header.proof {
        Proof::Positions(count) => positions::check::<G, SameRuns>(header, count, lines),
        Proof::Nimbers { count, period, from } => {
            nimbers::check(header, nimbers::Table { count, period, from, most_taken }, lines)
        }
        Proof::Mixes(_) => Err(wrong_kind(lines)),
    }
}

/// Positions with equally long runs are equivalent: the one with the shortest run first, one cell apart, and
/// Player 1 to move represents all.
///
/// Both seats have the same moves, and a move in one run changes no other. So neither the order of the runs nor the
/// cells between them nor who is to move makes any difference to the value for the seat to move.
struct SameRuns;

impl<G: Impartial> Same<G> for SameRuns {
    type Key = Vec<u64>;

    fn key(position: &G) -> Vec<u64> {
        let mut runs: Vec<u64> = position.runs().collect();
        runs.sort_unstable();
        runs
    }

    fn position(key: &Vec<u64>, like: &G) -> Option<G> {
        nimbers::of_runs(key, &like.variant())
    }
}

fn wrong_kind(lines: &Lines<'_>) -> Fault {
    lines.fault("this game has no proof of this kind".into())
}
