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

    fn estimate(position: &Cards) -> Option<u64> {
        Some(cards::estimate(position))
    }
}

impl Knows<Cards> for Induction<Cards> {
    fn analyse(&self, position: &Cards) -> Result<Analysis, Refusal> {
        if position.turn().winner().is_some() {
            return Ok(over(position.turn()));
        }
        let (mix, losses) = weigh(self, position)?;
        let why = why(&mix);
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
        let (Mix { chance, moves: [one, two] }, [for_one, for_two]) = weigh(self, position)?;
        let weight = |(weighed, loss): (Weighed<Card>, Fraction)| Weight {
            probability: weighed.weight,
            regret: loss,
            wins_at_once: false,
            can_lose_at_once: false,
        };
        let weights = [
            one.into_iter().zip(for_one).map(weight).collect(),
            two.into_iter().zip(for_two).map(weight).collect(),
        ];
        Ok(Prospect::Both { chance, weights })
    }
}

/// How both seats play at their best, and how much each card gives away against the most punishing answer. Whatever a
/// seat plays that has lost for sure is optimal, so it plays what is hardest to answer.
fn weigh(solved: &Induction<Cards>, position: &Cards) -> Result<(Mix<Card>, [Vec<Fraction>; 2]), Refusal> {
    let mut mix = solved.mix(position, &())?;
    let losses = solved.regrets(position, &mix, &())?;
    let sure = [mix.chance.is_zero(), mix.chance.is_one()];
    if let Some(loser) = Seat::BOTH.into_iter().find(|seat| *seat.of(&sure)) {
        defend(solved, position, loser, &mut mix).ok_or(Refusal::Unknown)?;
    }
    Ok((mix, losses))
}

/// Lets a seat that has lost for sure play the card that the fewest cards beat; none if that was not solved.
fn defend(solved: &Induction<Cards>, position: &Cards, loser: Seat, mix: &mut Mix<Card>) -> Option<()> {
    let winner = loser.other();
    // The winner's chance when these two cards meet.
    let chance = |own: Card, other: Card| {
        let choices = match loser {
            Seat::One => Choices::Both(own, other),
            Seat::Two => Choices::Both(other, own),
        };
        let one = solved.chance(&position.after(&choices))?;
        Some(if winner == Seat::One { one.clone() } else { one.complement() })
    };
    let beats = |own: Card, other: Card| chance(own, other).is_some_and(|chance| chance.is_one());
    let answers = |own: &Card| position.moves(winner).filter(|other| beats(*own, *other)).count();
    let hardest = position.moves(loser).min_by_key(answers)?;
    for weighed in loser.of_mut(&mut mix.moves) {
        weighed.weight = if weighed.chosen == hardest { Fraction::ONE } else { Fraction::ZERO };
    }
    for weighed in winner.of_mut(&mut mix.moves) {
        weighed.chance = chance(hardest, weighed.chosen)?;
        weighed.regret = weighed.chance.complement();
    }
    Some(())
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
