//! Cards: the card that guarantees the win, or the mix and its worth.

use numberline_rules::{Card, Cards, Choices, Game, Seat};
use numberline_solver::{Fraction, Induction, Mix, Progress, Refusal, Weighed, cards};

use super::{Knows, Method, Prospect, Weight, over};
use crate::certificate::by_mixes;
use crate::{Analysis, CardReason, Certificate, Known, Mixed, Uncertified};

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
        let losses = self.regrets(position, &mix, &())?;
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

    fn positions(&self) -> Option<u64> {
        Some(self.len() as u64)
    }

    fn certificate(&self, start: &Cards, progress: &dyn Progress) -> Result<Certificate, Uncertified> {
        by_mixes(self, start, progress)
    }

    fn worth(&self, position: &Cards) -> Result<Prospect, Refusal> {
        let Mix { chance, moves } = self.mix(position, &())?;
        let sure = [chance.is_zero(), chance.is_one()];
        let weight = |Weighed { weight, regret, .. }: Weighed<Card>| Weight {
            probability: weight,
            regret,
            wins_at_once: false,
        };
        let mut weights = moves.map(|moves| moves.into_iter().map(weight).collect::<Vec<_>>());
        // Whatever a seat plays that has lost for sure is optimal, so it plays what is hardest to answer.
        if let Some(loser) = Seat::BOTH.into_iter().find(|seat| *seat.of(&sure)) {
            let winner = loser.other();
            let keeps = |own: Card, other: Card| {
                let choices = match loser {
                    Seat::One => Choices::Both(own, other),
                    Seat::Two => Choices::Both(other, own),
                };
                self.chance(&position.after(&choices)) == Some(&chance)
            };
            let answers = |own: Card| position.moves(winner).filter(|other| keeps(own, *other)).count();
            let trickiest = position.moves(loser).enumerate().min_by_key(|(_, own)| answers(*own));
            // Of a sure win a card gives away whatever some reply can take.
            for (weight, own) in winner.of_mut(&mut weights).iter_mut().zip(position.moves(winner)) {
                let left = sure_of(self, position, winner, own).ok_or(Refusal::Unknown)?;
                weight.regret = left.complement();
            }
            for (place, weight) in loser.of_mut(&mut weights).iter_mut().enumerate() {
                let played = trickiest.is_some_and(|(best, _)| best == place);
                weight.probability = if played { Fraction::ONE } else { Fraction::ZERO };
            }
        }
        Ok(Prospect::Both { chance, weights })
    }
}

/// The chance that a seat has left after a card, whatever the other plays; none if that was not solved.
fn sure_of(induction: &Induction<Cards>, position: &Cards, seat: Seat, own: Card) -> Option<Fraction> {
    let left = position.moves(seat.other()).map(|other| match seat {
        Seat::One => induction.chance(&position.after(&Choices::Both(own, other))).cloned(),
        Seat::Two => induction.chance(&position.after(&Choices::Both(other, own))).map(Fraction::complement),
    });
    left.min().flatten()
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
