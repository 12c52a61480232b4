//! Any game in which both seats choose at once, by backward induction: the move that guarantees the win, or the mix and
//! its worth.

use numberline_rules::{Choices, Seat, Simultaneous};
use numberline_solver::{
    Fraction, Induction, MOST_MIXED_POSITIONS, MOST_MIXED_POSITIONS_LARGE, Mix, Progress, SolveError, Weighed,
};

use super::{Knows, Method, Prospect, Weight, over};
use crate::certificate::by_mixes;
use crate::{Analysis, CardReason, Certificate, CertificateError, Known, Mixed, WhereToLook};

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
        let most = progress.effort().choose(MOST_MIXED_POSITIONS, MOST_MIXED_POSITIONS_LARGE);
        let solved = Induction::solve(position, most, progress)?;
        Ok(Box::new(Mixes { solved, look: WhereToLook::in_mix }))
    }
}

/// A solved game in which both seats choose.
pub(super) struct Mixes<G: Simultaneous> {
    pub(super) solved: Induction<G>,
    /// Where to look for the moves of a mix: what a move chooses, how many moves there are, and the places of those played.
    pub(super) look: fn(&'static str, usize, &[usize]) -> WhereToLook,
}

impl<G: Simultaneous> Knows<G> for Mixes<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, SolveError> {
        if position.turn().winner().is_some() {
            return Ok(over(position.turn()));
        }
        let weighed = weigh(&self.solved, position)?;
        let why = why(&weighed, G::INFO.piece);
        let looks = Seat::BOTH.map(|seat| Some(self.look(&weighed, seat)));
        let [one, two] = weighed.moves;
        let mixed = |own: Fraction, moves: Vec<Candidate<G::Move>>| {
            let row = |it: Candidate<G::Move>| Mixed {
                text: it.chosen.to_string(),
                probability: it.weight,
                chance: &own - &it.regret,
                regret: it.regret,
            };
            moves.into_iter().map(row).collect()
        };
        let moves = Known::Mix([mixed(weighed.chance.clone(), one), mixed(weighed.chance.complement(), two)]);
        Ok(Analysis {
            turn: position.turn(),
            verdict: None,
            nimber: None,
            chance: Some(weighed.chance),
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
        let Weighings { chance, moves } = weigh(&self.solved, position)?;
        let weight = |it: Candidate<G::Move>| Weight {
            probability: it.weight,
            regret: it.regret,
            wins_at_once: false,
            can_lose_at_once: false,
        };
        let weights = moves.map(|moves| moves.into_iter().map(weight).collect());
        Ok(Prospect::Both { chance, weights })
    }
}

impl<G: Simultaneous> Mixes<G> {
    fn look(&self, mix: &Weighings<G::Move>, seat: Seat) -> WhereToLook {
        let lost = if seat == Seat::One { mix.chance.is_zero() } else { mix.chance.is_one() };
        if lost {
            return WhereToLook::NoPiece(G::INFO.piece);
        }
        let moves: &Vec<_> = seat.of(&mix.moves);
        let played = moves.iter().enumerate().filter(|(_, weighed)| !weighed.weight.is_zero());
        let places: Vec<usize> = played.map(|(place, _)| place).collect();
        (self.look)(G::INFO.piece, moves.len(), &places)
    }
}

/// The optimal play of both seats in one position.
struct Weighings<M> {
    /// Player 1's chance of winning.
    chance: Fraction,
    /// Each seat's moves.
    moves: [Vec<Candidate<M>>; 2],
}

/// A move with its probability, and how much it gives away against the most punishing answer.
struct Candidate<M> {
    chosen: M,
    weight: Fraction,
    regret: Fraction,
}

/// The optimal play of both seats, and how much each move gives away. For a seat that has lost for sure every move is
/// optimal, so it plays what is hardest to answer.
fn weigh<G: Simultaneous>(solved: &Induction<G>, position: &G) -> Result<Weighings<G::Move>, SolveError> {
    let mix = solved.mix(position, &())?;
    let [for_one, for_two] = solved.regrets(position, &mix, &())?;
    let Mix { chance, moves: [one, two] } = mix;
    let candidate = |(weighed, regret): (Weighed<G::Move>, Fraction)| Candidate {
        chosen: weighed.chosen,
        weight: weighed.weight,
        regret,
    };
    let mut moves = [one.into_iter().zip(for_one), two.into_iter().zip(for_two)]
        .map(|rows| rows.map(candidate).collect::<Vec<_>>());
    let sure = [chance.is_zero(), chance.is_one()];
    if let Some(loser) = Seat::BOTH.into_iter().find(|seat| *seat.of(&sure)) {
        let hardest = hardest(solved, position, loser).ok_or(SolveError::Unknown)?;
        for it in loser.of_mut(&mut moves) {
            it.weight = if it.chosen == hardest { Fraction::ONE } else { Fraction::ZERO };
        }
    }
    Ok(Weighings { chance, moves })
}

/// The move of a seat that has lost for sure which the fewest moves beat; `None` if that was not solved.
fn hardest<G: Simultaneous>(solved: &Induction<G>, position: &G, loser: Seat) -> Option<G::Move> {
    let winner = loser.other();
    let beats = |own: G::Move, other: G::Move| {
        let choices = match loser {
            Seat::One => Choices::Both(own, other),
            Seat::Two => Choices::Both(other, own),
        };
        let one = solved.chance(&position.after(&choices));
        one.is_some_and(|one| if winner == Seat::One { one.is_one() } else { one.is_zero() })
    };
    let answers = |own: &G::Move| position.moves(winner).filter(|other| beats(*own, *other)).count();
    position.moves(loser).min_by_key(answers)
}

/// A sure win always needs a single move: a mix wins for sure only if each of its moves does.
fn why<M: ToString>(mix: &Weighings<M>, piece: &'static str) -> CardReason {
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
