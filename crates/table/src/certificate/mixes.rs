//! Proofs by mixed strategies: the positions that an optimal strategy can lead to, with the strategies of both seats.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;

use numberline_rules::{Choices, Seat, Simultaneous};
use numberline_solver::{Induction, Mix, Progress, SolveError, Weighed};

use super::{Certificate, CertificateError, Draft, MOST_CERTIFIED, watch};

/// Proves a chance of winning by strategies that depend on each other.
pub(crate) fn by_mixes<G: Simultaneous>(
    solved: &Induction<G>,
    start: &G,
    progress: &dyn Progress,
) -> Result<Certificate, CertificateError> {
    // Fewest plies left first, then in the order of the text.
    let mut lines: BTreeMap<(u64, String), Mix<G::Move>> = BTreeMap::new();
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        // Their number is known only at the end.
        watch(progress, 0, lines.len())?;
        if position.turn().winner().is_some() {
            continue;
        }
        let mix = solved.mix(&position, &())?;
        let [one, two] = &mix.moves;
        for (first, second) in one.iter().flat_map(|first| two.iter().map(move |second| (first, second))) {
            // Positions that neither strategy leads to do not affect the value.
            if first.weight.is_zero() && second.weight.is_zero() {
                continue;
            }
            let next = position.after(&Choices::Both(first.chosen, second.chosen));
            if known.insert(next.clone()) {
                waiting.push(next);
            }
        }
        lines.insert((position.plies_left(), position.to_string()), mix);
        if lines.len() as u64 > MOST_CERTIFIED {
            return Err(CertificateError::TooManyPositions);
        }
    }
    let chance = solved.chance(start).ok_or(SolveError::Unknown)?;
    let mut draft = Draft::new(
        start,
        &format_args!("1 wins with chance {chance}"),
        &format_args!("mixes {}", lines.len()),
    )?;
    for ((_, position), mix) in &lines {
        let [one, two] = Seat::BOTH.map(|seat| shares(seat.of::<Vec<_>>(&mix.moves)));
        draft.push(&format_args!("{position} = {} by {one} against {two}", mix.chance))?;
    }
    draft.finish()
}

/// `1:1/3,2:2/3`: the moves that a strategy plays, and how often.
fn shares<M: Display>(moves: &[Weighed<M>]) -> String {
    let played = moves.iter().filter(|weighed| !weighed.weight.is_zero());
    let shares: Vec<String> =
        played.map(|weighed| format!("{}:{}", weighed.chosen, weighed.weight)).collect();
    shares.join(",")
}
