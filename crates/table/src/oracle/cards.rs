//! Cards: the card that guarantees the win, or the mix and its worth, in words.

use numberline_rules::{Card, Cards, Game, Seat};
use numberline_solver::{Induction, Mix, Progress, Refusal, Weighed, cards};

use super::{Knows, Method, over};
use crate::{Analysis, Known, Mixed};

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
        let moves = Known::Mix(mix.moves.map(|moves| moves.into_iter().map(mixed).collect()));
        Ok(Analysis {
            turn: position.turn(),
            verdict: None,
            nimber: None,
            chance: Some(mix.chance),
            why,
            moves,
        })
    }
}

fn mixed(weighed: Weighed<Card>) -> Mixed {
    let Weighed { chosen, weight, chance, regret } = weighed;
    Mixed { text: chosen.to_string(), probability: weight, chance, regret }
}

/// A sure win is always some card's alone: a mix wins for sure only if each of its cards does.
fn why(mix: &Mix<Card>) -> String {
    let sure = if mix.chance.is_one() {
        Some(Seat::One)
    } else if mix.chance.is_zero() {
        Some(Seat::Two)
    } else {
        None
    };
    if let Some(winner) = sure {
        let card = winner.of(&mix.moves).iter().find(|weighed| !weighed.weight.is_zero());
        let card = card.map(|weighed| weighed.chosen.to_string()).unwrap_or_default();
        return format!("Player {winner}'s card {card} keeps a sure win, whatever the other plays.");
    }
    let [one, two] = Seat::BOTH.map(|seat| strategy(seat.of::<Vec<_>>(&mix.moves)));
    format!(
        "Player 1 plays {one}, Player 2 {two}; that is worth {} to Player 1, and neither can do better.",
        mix.chance
    )
}

/// `card 3`, or `1 with 1/3, 2 with 2/3`.
fn strategy(moves: &[Weighed<Card>]) -> String {
    let played: Vec<&Weighed<Card>> = moves.iter().filter(|weighed| !weighed.weight.is_zero()).collect();
    if let [only] = played.as_slice() {
        return format!("card {}", only.chosen);
    }
    let shares: Vec<String> =
        played.iter().map(|weighed| format!("{} with {}", weighed.chosen, weighed.weight)).collect();
    shares.join(", ")
}
