//! Proofs by mixed strategies: the positions that an optimal strategy can lead to, with the strategies of both seats.

use std::collections::{BTreeMap, HashSet};

use numberline_rules::{Card, Cards, Choices, Game, Seat};
use numberline_solver::{Induction, Mix, Progress, Refusal, Weighed};

use super::{Certificate, Draft, MOST_CERTIFIED, Uncertified, watch};

/// Proves a chance of winning by the strategies that rest on each other.
pub(crate) fn by_mixes(
    solved: &Induction<Cards>,
    start: &Cards,
    progress: &dyn Progress,
) -> Result<Certificate, Uncertified> {
    // Fewest cards first, then as the text sorts.
    let mut lines: BTreeMap<(usize, String), Mix<Card>> = BTreeMap::new();
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        // How many there will be shows only at the end.
        watch(progress, 0, lines.len())?;
        if position.turn().winner().is_some() {
            continue;
        }
        let mix = solved.mix(&position, &())?;
        let [one, two] = &mix.moves;
        for (first, second) in one.iter().flat_map(|first| two.iter().map(move |second| (first, second))) {
            // What neither strategy leads to has no say in the value.
            if first.weight.is_zero() && second.weight.is_zero() {
                continue;
            }
            let next = position.after(&Choices::Both(first.chosen, second.chosen));
            if known.insert(next.clone()) {
                waiting.push(next);
            }
        }
        lines.insert((position.hand(Seat::One).count(), position.to_string()), mix);
        if lines.len() as u64 > MOST_CERTIFIED {
            return Err(Uncertified::TooManyPositions);
        }
    }
    let chance = solved.chance(start).ok_or(Refusal::Unknown)?;
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

/// `1:1/3,2:2/3`: the cards that a strategy plays, and how often.
fn shares(moves: &[Weighed<Card>]) -> String {
    let played = moves.iter().filter(|weighed| !weighed.weight.is_zero());
    let shares: Vec<String> =
        played.map(|weighed| format!("{}:{}", weighed.chosen, weighed.weight)).collect();
    shares.join(",")
}
