//! Cards: the general method, with its size known before the work begins and hints that know a hand.

use numberline_rules::Cards;
use numberline_solver::{Effort, Progress, SolveError, cards};

use super::induction::Mixes;
use super::{Knows, Method};
use crate::WhereToLook;

/// Cards by backward induction.
pub(crate) struct ByCards;

impl Method<Cards> for ByCards {
    fn solve(position: &Cards, progress: &dyn Progress) -> Result<Box<dyn Knows<Cards>>, SolveError> {
        Ok(Box::new(Mixes { solved: cards::solve(position, progress)?, look: WhereToLook::in_hand }))
    }

    fn estimate(position: &Cards, _: Effort) -> Option<u64> {
        Some(cards::estimate(position))
    }
}
