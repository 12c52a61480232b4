//! A mix of moves as a learner types it, and what it guarantees.

use numberline_rules::Seat;
use numberline_table::{Adviser, AnyMatch, Fraction, Progress, SolveError};

/// A mix: moves with their weights. Only the proportions matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MixAnswer {
    weights: Vec<(String, Fraction)>,
    sum: Fraction,
}

/// What a mix is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guarantee {
    /// The chance of winning that it guarantees against every answer.
    pub chance: Fraction,
    /// The answer that holds it to that.
    pub answer: String,
}

impl MixAnswer {
    /// More moves than any hand has cards.
    const MOST: usize = 32;

    /// Reads `1:2, 4:1`: card 1 twice as often as card 4. A move alone is played always.
    pub fn read(at: &dyn AnyMatch, seat: Seat, text: &str) -> Result<Self, String> {
        let shape = "Write each card with its share, such as 1:2, 4:1 for card 1 twice as often as card 4.";
        let mut weights: Vec<(String, Fraction)> = Vec::new();
        for part in text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).take(Self::MOST) {
            let (chosen, share) = part.split_once([':', '=']).unwrap_or((part, "1"));
            let share: Fraction = share.trim().parse().map_err(|_| shape.to_owned())?;
            if share < Fraction::ZERO {
                return Err("A share cannot be below 0.".to_owned());
            }
            at.check(seat, chosen.trim()).map_err(|error| error.to_string())?;
            let chosen = at.spell(chosen.trim()).map_err(|error| error.to_string())?;
            if weights.iter().any(|(there, _)| *there == chosen) {
                return Err(format!("{chosen} is there twice."));
            }
            weights.push((chosen, share));
        }
        let sum: Fraction = weights.iter().map(|(_, share)| share.clone()).sum();
        if sum.is_zero() { Err(shape.to_owned()) } else { Ok(Self { weights, sum }) }
    }

    /// The least that the mix wins, over every answer of the other seat.
    pub fn guarantee(
        &self,
        adviser: &Adviser,
        at: &dyn AnyMatch,
        seat: Seat,
        progress: &dyn Progress,
    ) -> Result<Guarantee, SolveError> {
        let mut worst: Option<Guarantee> = None;
        for answer in at.moves(seat.other(), 100) {
            let mut total = Fraction::ZERO;
            for (own, share) in &self.weights {
                let turn = turn_of(seat, own, &answer);
                total = &total + &(share * &chance_after(adviser, at, seat, &turn, progress)?);
            }
            if worst.as_ref().is_none_or(|worst| total < worst.chance) {
                worst = Some(Guarantee { chance: total, answer });
            }
        }
        let worst = worst.ok_or(SolveError::Unknown)?;
        let chance = worst.chance.divided_by(&self.sum).ok_or(SolveError::Unknown)?;
        Ok(Guarantee { chance, ..worst })
    }
}

/// A finished turn of both seats.
pub(crate) fn turn_of(seat: Seat, own: &str, other: &str) -> String {
    if seat == Seat::One { format!("{own}/{other}") } else { format!("{other}/{own}") }
}

/// The seat's chance of winning after a finished turn.
pub(crate) fn chance_after(
    adviser: &Adviser,
    at: &dyn AnyMatch,
    seat: Seat,
    turn: &str,
    progress: &dyn Progress,
) -> Result<Fraction, SolveError> {
    let mut next = at.copy();
    next.play_turn(turn).map_err(|_| SolveError::Unknown)?;
    adviser.analyse(&*next, progress)?.chance_of(seat).ok_or(SolveError::Unknown)
}
