//! Proofs by mixed strategies: positions with Player 1's chance and a strategy for each seat, fewest plies left
//! first.
//!
//! A line holds if Player 1's strategy is worth at least the chance against every move of Player 2, and Player 2's
//! leaves at most the chance to every move of Player 1. Then the value cannot be less and cannot be more: the chance
//! is exact. Only positions that one of the two strategies can lead to are needed for that, and only those are listed.

use std::collections::HashMap;

use dashu_ratio::RBig;
use numberline_rules::{Choices, Seat, Simultaneous, Turn};

use crate::fault::excerpt;
use crate::header::{Header, read_position};
use crate::lines::Lines;
use crate::value::fraction;
use crate::{CertifiedValue, Fault};

/// Checks this many lines, and says what they prove about the start.
pub(crate) fn check<G: Simultaneous>(
    header: &Header<G>,
    count: u64,
    lines: &mut Lines<'_>,
) -> Result<CertifiedValue, Fault> {
    let proof_line = lines.number();
    let variant = header.start.variant();
    let mut proved = Proved { numbers: HashMap::new(), chances: Vec::new() };
    let mut before = None;
    for _ in 0..count {
        let line = lines.next()?;
        let entry = Entry::<G>::read(line, &variant).map_err(|reason| lines.fault(reason))?;
        let place = Some((entry.position.plies_left(), entry.position.to_string()));
        if place <= before {
            return Err(lines.fault("this line is in the wrong place, or repeated".into()));
        }
        before = place;
        entry.check(&mut proved).map_err(|reason| lines.fault(reason))?;
        proved.numbers.insert(entry.position, proved.chances.len());
        proved.chances.push((entry.chance, false));
    }
    let chance = proved
        .chance(&header.start)
        .ok_or_else(|| lines.fault("the lines end without the position of the certificate".into()))?;
    // Every listed line must contribute to the value.
    match (1..).zip(&proved.chances).find(|(_, (_, used))| !used) {
        Some((place, _)) => Err(Fault::new(proof_line + place, "no line below depends on this one".into())),
        None => Ok(CertifiedValue::Chance(chance)),
    }
}

/// The chances proved so far.
struct Proved<G> {
    numbers: HashMap<G, usize>,
    /// Player 1's chance, and whether anything depends on it.
    chances: Vec<(RBig, bool)>,
}

impl<G: Simultaneous> Proved<G> {
    /// Player 1's chance in a position, which something now depends on.
    fn chance(&mut self, position: &G) -> Option<RBig> {
        if let Turn::Over { winner } = position.turn() {
            return Some(if winner == Seat::One { RBig::ONE } else { RBig::ZERO });
        }
        let (chance, used) = self.chances.get_mut(*self.numbers.get(position)?)?;
        *used = true;
        Some(chance.clone())
    }

    /// Player 1's chance when one seat makes a move and the other mixes.
    fn average(
        &mut self,
        position: &G,
        seat: Seat,
        chosen: G::Move,
        mix: &[Share<G::Move>],
    ) -> Result<RBig, String> {
        let mut sum = RBig::ZERO;
        for (other, weight) in mix {
            let choices = match seat {
                Seat::One => Choices::Both(chosen, *other),
                Seat::Two => Choices::Both(*other, chosen),
            };
            let next = position.after(&choices);
            let missing = || format!("this depends on '{next}', which no line above proves");
            sum += self.chance(&next).ok_or_else(missing)? * weight;
        }
        Ok(sum)
    }
}

/// A move and how often it is played.
type Share<M> = (M, RBig);

/// A line: `0 1,2 1,2 - = 1/2 by 1:1/2,2:1/2 against 1:1/2,2:1/2`.
struct Entry<G: Simultaneous> {
    position: G,
    chance: RBig,
    mixes: [Vec<Share<G::Move>>; 2],
}

impl<G: Simultaneous> Entry<G> {
    fn read(line: &str, variant: &G::Variant) -> Result<Self, String> {
        let parts = line.split_once(" = ").and_then(|(position, rest)| {
            let (chance, mixes) = rest.split_once(" by ")?;
            let (one, two) = mixes.split_once(" against ")?;
            Some((position, chance, one, two))
        });
        let (position, chance, one, two) = parts.ok_or(
            "expected a position, ' = ', its chance, and the strategies after ' by ' and ' against '",
        )?;
        let position: G = read_position(position, variant)?;
        if position.turn() != Turn::Both {
            return Err("the game is over here, so this needs no line".into());
        }
        let chance = read_fraction(chance)?;
        let mixes = [read_mix(one, Seat::One, &position)?, read_mix(two, Seat::Two, &position)?];
        Ok(Self { position, chance, mixes })
    }

    /// Checks both strategies against every move of the other seat.
    fn check(&self, proved: &mut Proved<G>) -> Result<(), String> {
        let [one, two] = &self.mixes;
        let piece = G::INFO.piece;
        for chosen in self.position.moves(Seat::Two) {
            let worth = proved.average(&self.position, Seat::Two, chosen, one)?;
            if worth < self.chance {
                return Err(format!(
                    "against {piece} {chosen} Player 1's strategy is worth only {}",
                    short(&worth)
                ));
            }
        }
        for chosen in self.position.moves(Seat::One) {
            let worth = proved.average(&self.position, Seat::One, chosen, two)?;
            if worth > self.chance {
                let worth = short(&worth);
                return Err(format!("against Player 2's strategy {piece} {chosen} is worth {worth}"));
            }
        }
        Ok(())
    }
}

/// Reads a strategy: legal moves, ascending, each with a weight, 1 in all.
fn read_mix<G: Simultaneous>(text: &str, seat: Seat, position: &G) -> Result<Vec<Share<G::Move>>, String> {
    let piece = G::INFO.piece;
    let mut mix: Vec<Share<G::Move>> = Vec::new();
    let mut sum = RBig::ZERO;
    for share in text.split(',') {
        let (word, weight) = share.split_once(':').ok_or("a strategy is written '1:1/3,2:2/3'")?;
        let chosen: G::Move = word.parse().map_err(|_| format!("'{}' is not a {piece}", excerpt(word)))?;
        if chosen.to_string() != word || mix.last().is_some_and(|(before, _)| *before >= chosen) {
            return Err(format!("the {piece}s of a strategy must be in ascending order"));
        }
        position.check(seat, chosen).map_err(|error| error.to_string())?;
        let weight = read_fraction(weight)?;
        if weight.is_zero() {
            return Err(format!("a strategy names only {piece}s that it plays"));
        }
        sum += &weight;
        mix.push((chosen, weight));
    }
    if sum.is_one() {
        Ok(mix)
    } else {
        Err(format!("the weights of Player {seat}'s strategy make {}", short(&sum)))
    }
}

fn read_fraction(text: &str) -> Result<RBig, String> {
    fraction(text).ok_or_else(|| format!("'{}' is not a fraction from 0 to 1 in lowest terms", excerpt(text)))
}

fn short(fraction: &RBig) -> String {
    excerpt(&fraction.to_string())
}
