//! Solved games behind one interface, and the methods that solve them.

mod cards;
mod induction;
mod misere;
mod race;
mod retrograde;
mod sight;
mod sums;
mod token;

use std::any::Any;

use numberline_rules::{Choices, Game, Match, Seat, Sequential, Turn};
use numberline_solver::{Effort, Fraction, MOST_MIXED_POSITIONS_LARGE, Oracle, Progress, Rated, SolveError};

pub(crate) use cards::ByCards;
pub use induction::ByInduction;
pub(crate) use race::ByRace;
pub use retrograde::ByRetrograde;
pub(crate) use sight::{MOST_REPLIES, best_of, judge, trick_of_reply, with_ends_at_once};
pub use sight::{Prospect, Seen, Sight, Weight};
pub(crate) use sums::BySums;
pub use token::BySquares;

use crate::arena::{Kind, Plan, Venue};
use crate::{
    Analysis, AnyMatch, AnyRule, Certificate, CertificateError, Judged, Known, Outcome, Reason, Verdict,
    WhereToLook,
};

/// How a game is solved. A row of the catalog names one.
pub trait Method<G: Game>: 'static {
    /// Solves everything that can come up from a position.
    fn solve(position: &G, progress: &dyn Progress) -> Result<Box<dyn Knows<G>>, SolveError>;

    /// Prepares many games from a position, between players by skill and by these rules.
    fn venue(
        position: &G,
        rules: &[&'static dyn AnyRule],
        progress: &dyn Progress,
    ) -> Result<Venue, SolveError> {
        by_table(position, &*Self::solve(position, progress)?, rules, progress)
    }

    /// An upper bound on the positions this has to visit, without visiting them; `None` if only trying tells.
    fn estimate(_position: &G, _effort: Effort) -> Option<u64> {
        None
    }

    /// The most positions that this solves with [`Effort::Large`], and the bytes that each of them takes then, at most.
    const LARGEST: [u64; 2] = [MOST_MIXED_POSITIONS_LARGE, 300];
}

/// Many games, from a table of all positions that can come up.
fn by_table<G: Game>(
    position: &G,
    knows: &dyn Knows<G>,
    rules: &[&'static dyn AnyRule],
    progress: &dyn Progress,
) -> Result<Venue, SolveError> {
    Ok(Venue(Kind::Plan(Plan::new(position, knows, rules, progress)?)))
}

/// A solved game, with its reasons.
pub trait Knows<G: Game>: Send + Sync {
    /// Everything known about a position that can come up from the solved one.
    fn analyse(&self, position: &G) -> Result<Analysis, SolveError>;

    /// The bare value of such a position that is not over, without words: what players look at in every ply.
    fn worth(&self, position: &G) -> Result<Prospect, SolveError>;

    /// How many positions were visited; `None` if a formula answers them all.
    fn positions(&self) -> Option<u64>;

    /// Proves the value of the solved position.
    fn certificate(&self, start: &G, progress: &dyn Progress) -> Result<Certificate, CertificateError>;
}

/// A solved game of any kind.
pub trait AnyOracle: Send + Sync {
    /// Everything known about the current position of a match.
    fn analyse(&self, game: &dyn AnyMatch) -> Result<Analysis, SolveError>;

    /// What a player can see of the current position of a match.
    fn look(&self, game: &dyn AnyMatch) -> Result<Sight, SolveError>;

    /// How many positions were visited; `None` if a formula answers them all.
    fn positions(&self) -> Option<u64>;

    /// Proves the value of the current position of a match, which must be the solved one.
    fn certificate(
        &self,
        game: &dyn AnyMatch,
        progress: &dyn Progress,
    ) -> Result<Certificate, CertificateError>;
}

/// Hides which game it is.
pub(crate) struct Erased<G: Game>(pub(crate) Box<dyn Knows<G>>);

impl<G: Game> AnyOracle for Erased<G> {
    fn analyse(&self, game: &dyn AnyMatch) -> Result<Analysis, SolveError> {
        self.0.analyse(position_of::<G>(game)?)
    }

    fn positions(&self) -> Option<u64> {
        self.0.positions()
    }

    fn certificate(
        &self,
        game: &dyn AnyMatch,
        progress: &dyn Progress,
    ) -> Result<Certificate, CertificateError> {
        self.0.certificate(position_of::<G>(game)?, progress)
    }

    fn look(&self, game: &dyn AnyMatch) -> Result<Sight, SolveError> {
        sight::look(&*self.0, position_of::<G>(game)?)
    }
}

/// The position of a match of this same game.
pub(crate) fn position_of<G: Game>(game: &dyn AnyMatch) -> Result<&G, SolveError> {
    let any: &dyn Any = game;
    any.downcast_ref::<Match<G>>().map(Match::position).ok_or(SolveError::Unknown)
}

/// The reasons of a game in which one seat moves at a time; everything else comes from the solver.
trait Reasons<G: Sequential> {
    /// Why the position has its value.
    fn position(&self, position: &G, mover: Seat, best: &Rated<G::Move>) -> Reason;

    /// Why a move has its value; `next` is what it leads to.
    fn of_move(&self, position: &G, mover: Seat, rated: &Rated<G::Move>, next: &G) -> Reason;

    /// Where to look for the best of the moves, which come best first.
    fn look(&self, _position: &G, _mover: Seat, ranked: &[Rated<G::Move>]) -> Option<WhereToLook> {
        let best = ranked.first()?.value;
        let good = ranked.iter().filter(|rated| rated.value == best).count();
        Some(WhereToLook::Count { good, moves: ranked.len() })
    }
}

/// Combines a solver with its reasons.
fn analyse<G: Sequential, O>(oracle: &O, position: &G) -> Result<Analysis, SolveError>
where
    O: Oracle<G> + Reasons<G> + ?Sized,
{
    let turn = position.turn();
    let Turn::Of(mover) = turn else { return Ok(over(turn)) };
    let value = oracle.value(position).ok_or(SolveError::Unknown)?;
    let ranked = oracle.ranked(position);
    let best = ranked.first().ok_or(SolveError::Unknown)?;
    let judge = |rated: &Rated<G::Move>| Judged {
        text: rated.chosen.to_string(),
        verdict: rated.value.into(),
        nimber: None,
        why: oracle.of_move(position, mover, rated, &position.after(&Choices::Of(mover, rated.chosen))),
    };
    let moves = if ranked.len() > Known::MOST {
        Known::Best(Box::new(judge(best)))
    } else {
        Known::All(ranked.iter().map(judge).collect())
    };
    let verdict = Verdict::from(value);
    Ok(Analysis {
        turn,
        verdict: Some(verdict),
        nimber: None,
        chance: chance(mover, verdict),
        why: oracle.position(position, mover, best),
        looks: for_mover(mover, oracle.look(position, mover, &ranked)),
        moves,
    })
}

/// The value of a position where one seat moves, from its solver.
fn worth<G: Sequential, O: Oracle<G> + ?Sized>(oracle: &O, position: &G) -> Result<Prospect, SolveError> {
    oracle.value(position).map(|value| Prospect::One(value.into())).ok_or(SolveError::Unknown)
}

/// A position that is over, so there is nothing to find out.
fn over(turn: Turn) -> Analysis {
    let winner = turn.winner().unwrap_or(Seat::One);
    let chance = Some(if winner == Seat::One { Fraction::ONE } else { Fraction::ZERO });
    let why = Reason::Over { winner };
    Analysis { turn, verdict: None, nimber: None, chance, why, looks: [None, None], moves: Known::None }
}

/// Where the seat to move looks; the other has nothing to look for.
fn for_mover(mover: Seat, look: Option<WhereToLook>) -> [Option<WhereToLook>; 2] {
    match mover {
        Seat::One => [look, None],
        Seat::Two => [None, look],
    }
}

/// Player 1's chance when this is what the seat to move has before it.
fn chance(mover: Seat, verdict: Verdict) -> Option<Fraction> {
    let winner = match verdict.outcome {
        Outcome::Win => mover,
        Outcome::Lose => mover.other(),
        Outcome::Draw => return None,
    };
    Some(if winner == Seat::One { Fraction::ONE } else { Fraction::ZERO })
}
