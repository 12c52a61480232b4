//! Any game in which both seats choose at once, by backward induction: the move that guarantees the win, or the mix and
//! its worth.

use numberline_rules::{Choices, Seat, Simultaneous};
use numberline_solver::{Fraction, Induction, MOST_MIXED_POSITIONS, Mix, Progress, SolveError, Weighed};

use super::{Knows, Method, Prospect, Weight, over};
use crate::certificate::by_mixes;
use crate::{Analysis, CardReason, Certificate, CertificateError, Known, Look, Mixed};

/// Any game in which both seats choose in every turn, by backward induction with exact matrix games. A game in which one
/// seat moves at a time has no such method:
///
/// ```compile_fail
/// use numberline_rules::Siege;
/// use numberline_table::{ByInduction, game};
/// game::<Siege, ByInduction>();
/// ```
pub struct ByInduction;

impl<G: Simultaneous> Method<G> for ByInduction {
    fn solve(position: &G, progress: &dyn Progress) -> Result<Box<dyn Knows<G>>, SolveError> {
        let solved = Induction::solve(position, MOST_MIXED_POSITIONS, progress)?;
        Ok(Box::new(Mixes { solved, look: Look::in_mix }))
    }
}

/// A solved game in which both seats choose.
pub(super) struct Mixes<G: Simultaneous> {
    pub(super) solved: Induction<G>,
    /// Where to look for the moves of a mix: what a move chooses, how many moves there are, and the places of those played.
    pub(super) look: fn(&'static str, usize, &[usize]) -> Look,
}

impl<G: Simultaneous> Knows<G> for Mixes<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, SolveError> {
        if position.turn().winner().is_some() {
            return Ok(over(position.turn()));
        }
        let (mix, losses) = weigh(&self.solved, position)?;
        let why = why(&mix, G::INFO.piece);
        let looks = Seat::BOTH.map(|seat| Some(self.look(&mix, seat)));
        let [one, two] = mix.moves;
        let [for_one, for_two] = losses;
        let mixed = |(weighed, loss): (Weighed<G::Move>, Fraction)| {
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
            looks,
            moves,
        })
    }

    fn positions(&self) -> Option<u64> {
        Some(self.solved.len() as u64)
    }

    fn certificate(&self, start: &G, progress: &dyn Progress) -> Result<Certificate, CertificateError> {
        by_mixes(&self.solved, start, progress)
    }

    fn worth(&self, position: &G) -> Result<Prospect, SolveError> {
        let (Mix { chance, moves: [one, two] }, [for_one, for_two]) = weigh(&self.solved, position)?;
        let weight = |(weighed, loss): (Weighed<G::Move>, Fraction)| Weight {
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

impl<G: Simultaneous> Mixes<G> {
    fn look(&self, mix: &Mix<G::Move>, seat: Seat) -> Look {
        let lost = if seat == Seat::One { mix.chance.is_zero() } else { mix.chance.is_one() };
        if lost {
            return Look::NoPiece(G::INFO.piece);
        }
        let moves: &Vec<_> = seat.of(&mix.moves);
        let played = moves.iter().enumerate().filter(|(_, weighed)| !weighed.weight.is_zero());
        let places: Vec<usize> = played.map(|(place, _)| place).collect();
        (self.look)(G::INFO.piece, moves.len(), &places)
    }
}

/// Both seats' best mixes, and how much each of their moves gives away.
type Weighings<M> = (Mix<M>, [Vec<Fraction>; 2]);

/// How both seats play at their best, and how much each move gives away against the most punishing answer. Whatever a
/// seat plays that has lost for sure is optimal, so it plays what is hardest to answer.
fn weigh<G: Simultaneous>(solved: &Induction<G>, position: &G) -> Result<Weighings<G::Move>, SolveError> {
    let mut mix = solved.mix(position, &())?;
    let losses = solved.regrets(position, &mix, &())?;
    let sure = [mix.chance.is_zero(), mix.chance.is_one()];
    if let Some(loser) = Seat::BOTH.into_iter().find(|seat| *seat.of(&sure)) {
        defend(solved, position, loser, &mut mix).ok_or(SolveError::Unknown)?;
    }
    Ok((mix, losses))
}

/// Lets a seat that has lost for sure make the move that the fewest moves beat; none if that was not solved.
fn defend<G: Simultaneous>(
    solved: &Induction<G>,
    position: &G,
    loser: Seat,
    mix: &mut Mix<G::Move>,
) -> Option<()> {
    let winner = loser.other();
    // The winner's chance when these two moves meet.
    let chance = |own: G::Move, other: G::Move| {
        let choices = match loser {
            Seat::One => Choices::Both(own, other),
            Seat::Two => Choices::Both(other, own),
        };
        let one = solved.chance(&position.after(&choices))?;
        Some(if winner == Seat::One { one.clone() } else { one.complement() })
    };
    let beats = |own: G::Move, other: G::Move| chance(own, other).is_some_and(|chance| chance.is_one());
    let answers = |own: &G::Move| position.moves(winner).filter(|other| beats(*own, *other)).count();
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

/// A sure win is always some move's alone: a mix wins for sure only if each of its moves does.
fn why<M: ToString>(mix: &Mix<M>, piece: &'static str) -> CardReason {
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
            CardReason::Sure { winner, piece, card: played(winner).into_iter().next().unwrap_or_default() }
        }
        None => CardReason::Open { piece, cards: Seat::BOTH.map(played), chance: mix.chance.clone() },
    }
}
