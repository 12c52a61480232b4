//! Cards: the card that guarantees the win, or the mix and its worth.

use numberline_rules::{Card, Cards, Game, Seat};
use numberline_solver::{Fraction, Induction, Mix, Progress, Refusal, Weighed, cards};

use super::{Knows, Method, over};
use crate::{Analysis, CardReason, Known, Mixed};

/// Cards by backward induction with exact matrix games.
pub struct ByInduction;

impl Method<Cards> for ByInduction {
    fn solve(position: &Cards, progress: &dyn Progress) -> Result<Box<dyn Knows<Cards>>, Refusal> {
        Ok(Box::new(cards::solve(position, progress)?))
    }
}

impl Knows<Cards> for Induction<Cards> {
    fn analyse(&self, position: &Cards) -> Result<Analysis, Refusal> {
        if position.turn().winner().is_some() {
            return Ok(over(position.turn()));
        }
        let mix = self.mix(position, &())?;
        let why = why(&mix);
        let losses = self.regrets(position, &())?;
        let [one, two] = mix.moves;
        let [for_one, for_two] = losses;
        let mixed = |(weighed, loss): (Weighed<Card>, Fraction)| {
            let Weighed { chosen, weight, chance, regret } = weighed;
            Mixed { text: chosen.to_string(), probability: weight, chance, regret, loss }
        };
        let moves = Known::Mix([
            one.into_iter().zip(for_one).map(mixed).collect(),
            two.into_iter().zip(for_two).map(mixed).collect(),
        ]);
        Ok(Analysis {
            turn: position.turn(),
            verdict: None,
            nimber: None,
            chance: Some(mix.chance),
            why: why.into(),
            look: None,
            moves,
        })
    }
}

/// A sure win is always some card's alone: a mix wins for sure only if each of its cards does.
fn why(mix: &Mix<Card>) -> CardReason {
    let played = |seat: Seat| -> Vec<String> {
        let played = seat.of::<Vec<_>>(&mix.moves).iter().filter(|weighed| !weighed.weight.is_zero());
        played.map(|weighed| weighed.chosen.to_string()).collect()
    };
    let sure = if mix.chance.is_one() {
        Some(Seat::One)
    } else if mix.chance.is_zero() {
        Some(Seat::Two)
    } else {
        None
    };
    match sure {
        Some(winner) => {
            CardReason::Sure { winner, card: played(winner).into_iter().next().unwrap_or_default() }
        }
        None => CardReason::Open { cards: Seat::BOTH.map(played), chance: mix.chance.clone() },
    }
}
