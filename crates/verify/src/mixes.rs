//! Proofs by mixed strategies: positions with Player 1's chance and a strategy for each seat, fewest cards first.
//!
//! A line holds if Player 1's strategy is worth at least the chance against every card of Player 2, and Player 2's
//! leaves at most the chance to every card of Player 1. Then the value cannot be less and cannot be more: the chance
//! is exact. Only positions that one of the two strategies can lead to are needed for that, and only those are listed.

use std::collections::HashMap;

use dashu_ratio::RBig;
use numberline_rules::{Card, Cards, CardsVariant, Choices, Game, Seat, Turn};

use crate::fault::excerpt;
use crate::header::{Header, read_position};
use crate::lines::Lines;
use crate::value::fraction;
use crate::{Fault, Value};

/// Checks so many lines, and says what they prove of the start.
pub(crate) fn check(header: &Header<Cards>, count: u64, lines: &mut Lines<'_>) -> Result<Value, Fault> {
    let proof_line = lines.number();
    let variant = header.start.variant();
    let mut proved = Proved::default();
    let mut before = None;
    for _ in 0..count {
        let line = lines.next()?;
        let entry = Entry::read(line, &variant).map_err(|reason| lines.fault(reason))?;
        let place = Some((entry.position.hand(Seat::One).count(), entry.position.to_string()));
        if place <= before {
            return Err(lines.fault("this line stands in the wrong place, or twice".into()));
        }
        before = place;
        entry.check(&mut proved).map_err(|reason| lines.fault(reason))?;
        proved.numbers.insert(entry.position, proved.chances.len());
        proved.chances.push((entry.chance, false));
    }
    let chance = proved
        .chance(&header.start)
        .ok_or_else(|| lines.fault("the lines end without the position of the certificate".into()))?;
    // Nothing stands in the list that the value does not rest on.
    match (1..).zip(&proved.chances).find(|(_, (_, used))| !used) {
        Some((place, _)) => Err(Fault::new(proof_line + place, "nothing below rests on this line".into())),
        None => Ok(Value::Chance(chance)),
    }
}

/// The chances proved so far.
#[derive(Default)]
struct Proved {
    numbers: HashMap<Cards, usize>,
    /// Player 1's chance, and whether anything rests on it.
    chances: Vec<(RBig, bool)>,
}

impl Proved {
    /// Player 1's chance in a position, on which from now on something rests.
    fn chance(&mut self, position: &Cards) -> Option<RBig> {
        if let Turn::Over { winner } = position.turn() {
            return Some(if winner == Seat::One { RBig::ONE } else { RBig::ZERO });
        }
        let (chance, used) = self.chances.get_mut(*self.numbers.get(position)?)?;
        *used = true;
        Some(chance.clone())
    }

    /// Player 1's chance when one seat plays a card and the other mixes.
    fn average(&mut self, position: &Cards, seat: Seat, card: Card, mix: &[Share]) -> Result<RBig, String> {
        let mut sum = RBig::ZERO;
        for (other, weight) in mix {
            let choices = match seat {
                Seat::One => Choices::Both(card, *other),
                Seat::Two => Choices::Both(*other, card),
            };
            let next = position.after(&choices);
            let missing = || format!("this rests on '{next}', which no line above proves");
            sum += self.chance(&next).ok_or_else(missing)? * weight;
        }
        Ok(sum)
    }
}

/// A card and how often it is played.
type Share = (Card, RBig);

/// A line: `0 1,2 1,2 - = 1/2 by 1:1/2,2:1/2 against 1:1/2,2:1/2`.
struct Entry {
    position: Cards,
    chance: RBig,
    mixes: [Vec<Share>; 2],
}

impl Entry {
    fn read(line: &str, variant: &CardsVariant) -> Result<Self, String> {
        let parts = line.split_once(" = ").and_then(|(position, rest)| {
            let (chance, mixes) = rest.split_once(" by ")?;
            let (one, two) = mixes.split_once(" against ")?;
            Some((position, chance, one, two))
        });
        let (position, chance, one, two) = parts
            .ok_or("here stands a position, ' = ', its chance, ' by ' and ' against ' the strategies")?;
        let position: Cards = read_position(position, variant)?;
        if position.turn() != Turn::Both {
            return Err("the game is over here, so this needs no line".into());
        }
        let chance = read_fraction(chance)?;
        let mixes = [read_mix(one, Seat::One, &position)?, read_mix(two, Seat::Two, &position)?];
        Ok(Self { position, chance, mixes })
    }

    /// Holds both strategies against every card of the other seat.
    fn check(&self, proved: &mut Proved) -> Result<(), String> {
        let [one, two] = &self.mixes;
        for card in self.position.moves(Seat::Two) {
            let worth = proved.average(&self.position, Seat::Two, card, one)?;
            if worth < self.chance {
                return Err(format!(
                    "against card {card} Player 1's strategy is worth only {}",
                    short(&worth)
                ));
            }
        }
        for card in self.position.moves(Seat::One) {
            let worth = proved.average(&self.position, Seat::One, card, two)?;
            if worth > self.chance {
                return Err(format!("against Player 2's strategy card {card} is worth {}", short(&worth)));
            }
        }
        Ok(())
    }
}

/// Reads a strategy: cards in hand, ascending, each with a weight, 1 in all.
fn read_mix(text: &str, seat: Seat, position: &Cards) -> Result<Vec<Share>, String> {
    let mut mix: Vec<Share> = Vec::new();
    let mut sum = RBig::ZERO;
    for share in text.split(',') {
        let (card, weight) = share.split_once(':').ok_or("a strategy is written '1:1/3,2:2/3'")?;
        let chosen: Card = card.parse().map_err(|_| format!("'{}' is no card", excerpt(card)))?;
        if chosen.to_string() != card || mix.last().is_some_and(|(before, _)| *before >= chosen) {
            return Err("the cards of a strategy stand in ascending order".into());
        }
        position.check(seat, chosen).map_err(|error| error.to_string())?;
        let weight = read_fraction(weight)?;
        if weight.is_zero() {
            return Err("a strategy names only cards that it plays".into());
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
    fraction(text).ok_or_else(|| format!("'{}' is no fraction from 0 to 1 in lowest terms", excerpt(text)))
}

fn short(fraction: &RBig) -> String {
    excerpt(&fraction.to_string())
}
