//! Proofs by positions: every position that can come up, the nearest to the end first, the endless ones last.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;

use numberline_rules::{Choices, Impartial, Sequential, Turn};
use numberline_solver::{Oracle, Progress, SolveError, Value};

use super::{Certificate, CertificateError, Draft, MOST_CERTIFIED, MOST_CERTIFIED_PLIES, watch};

/// Proves a value by all positions that can come up.
pub(crate) fn by_positions<G: Sequential>(
    oracle: &dyn Oracle<G>,
    start: &G,
    progress: &dyn Progress,
) -> Result<Certificate, CertificateError> {
    certify(oracle, start, G::clone, |position, _| Some(position.clone()), progress)
}

/// Proves a value by all collections of runs that can come up: their order and who is to move make no difference.
pub(crate) fn by_runs<G: Impartial>(
    oracle: &dyn Oracle<G>,
    start: &G,
    progress: &dyn Progress,
) -> Result<Certificate, CertificateError> {
    certify(oracle, start, sorted_runs, |runs: &Vec<u64>, like| with_runs(runs, like), progress)
}

/// Among positions with the same key, and so the same value, `stand` finds the one that represents all of them.
fn certify<G: Sequential, K: Clone + Eq + Hash>(
    oracle: &dyn Oracle<G>,
    start: &G,
    key: impl Fn(&G) -> K,
    stand: impl Fn(&K, &G) -> Option<G>,
    progress: &dyn Progress,
) -> Result<Certificate, CertificateError> {
    let positions = explore(start, &key, &stand, progress)?;
    let total = positions.len();
    let mut valued = Vec::with_capacity(total);
    for (number, position) in positions.into_iter().enumerate() {
        watch(progress, number, total)?;
        valued.push((oracle.value(&position).ok_or(SolveError::Unknown)?, position));
    }
    let claimed = claim(start, valued.first().map(|(value, _)| *value));
    // Sorting keeps the order in which play meets positions of the same distance.
    valued.sort_by_key(|(value, _)| value.remoteness().unwrap_or(u32::MAX));
    let mut draft = Draft::new(start, &claimed, &format_args!("positions {total}"))?;
    for (done, (value, position)) in valued.iter().enumerate() {
        watch(progress, done, total)?;
        match witness(oracle, position, *value) {
            Some(witness) => draft.push(&format_args!("{position} = {value} by {witness}"))?,
            None => draft.push(&format_args!("{position} = {value}"))?,
        }
    }
    draft.finish()
}

fn sorted_runs<G: Impartial>(position: &G) -> Vec<u64> {
    let mut runs: Vec<u64> = position.runs().collect();
    runs.sort_unstable();
    runs
}

/// The position with these runs, one cell apart, and Player 1 to move.
fn with_runs<G: Impartial>(runs: &[u64], like: &G) -> Option<G> {
    let runs: Vec<String> = runs.iter().map(u64::to_string).collect();
    G::parse(&format!("runs {} / 1", runs.join(" ")), &like.variant()).ok()
}

fn claim<G: Sequential>(start: &G, value: Option<Value>) -> String {
    let (winner, plies) = match (start.turn(), value) {
        (Turn::Over { winner }, _) => (winner, 0),
        (Turn::Of(mover), Some(Value::Win(plies))) => (mover, plies),
        (Turn::Of(mover), Some(Value::Lose(plies))) => (mover.other(), plies),
        _ => return "draw".to_owned(),
    };
    format!("{winner} wins in {plies}")
}

/// The first move of a won position that wins fastest, or of a drawn one that keeps the draw.
fn witness<G: Sequential>(oracle: &dyn Oracle<G>, position: &G, value: Value) -> Option<G::Move> {
    let Turn::Of(mover) = position.turn() else { return None };
    if value.is_lose() {
        return None;
    }
    position.moves(mover).find(|chosen| oracle.move_value(position, *chosen) == Some(value))
}

/// Every position that can come up and is not over, in the order of a breadth-first search.
fn explore<G: Sequential, K: Clone + Eq + Hash>(
    start: &G,
    key: &impl Fn(&G) -> K,
    stand: &impl Fn(&K, &G) -> Option<G>,
    progress: &dyn Progress,
) -> Result<Vec<G>, CertificateError> {
    let mut known = HashSet::new();
    let mut waiting = VecDeque::new();
    let mut positions = Vec::new();
    let mut meet = |position: &G, waiting: &mut VecDeque<K>| {
        if position.turn().winner().is_none() {
            let key = key(position);
            if !known.contains(&key) {
                known.insert(key.clone());
                waiting.push_back(key);
            }
        }
        known.len() as u64
    };
    meet(start, &mut waiting);
    let mut plies = 0;
    while let Some(key) = waiting.pop_front() {
        watch(progress, 0, positions.len() + waiting.len())?;
        let position = stand(&key, start).ok_or(SolveError::Unknown)?;
        let Turn::Of(mover) = position.turn() else { return Err(SolveError::Unknown.into()) };
        for chosen in position.moves(mover) {
            plies += 1;
            if meet(&position.after(&Choices::Of(mover, chosen)), &mut waiting) > MOST_CERTIFIED {
                return Err(CertificateError::TooManyPositions);
            }
        }
        if plies > MOST_CERTIFIED_PLIES {
            return Err(CertificateError::TooManyPlies);
        }
        positions.push(position);
    }
    Ok(positions)
}
