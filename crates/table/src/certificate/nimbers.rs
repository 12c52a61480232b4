//! Proofs by nimbers: the nimbers of as many runs as it takes to show that they repeat for ever.

use numberline_rules::Turn;
use numberline_solver::{Grundy, Octal, SolveError};

use super::{Certificate, CertificateError, Draft};

/// Proves a value by the nimbers of runs.
pub(crate) fn by_nimbers<G: Octal>(grundy: &Grundy<G>, start: &G) -> Result<Certificate, CertificateError> {
    let Turn::Of(mover) = start.turn() else { return Err(SolveError::Unknown.into()) };
    let nimber = grundy.nimber(start);
    let winner = if nimber == 0 { mover.other() } else { mover };
    let sequence = grundy.sequence();
    let (period, from) = (sequence.period(), sequence.preperiod());
    let most_taken = G::TAKES.iter().map(|take| take.most()).max().unwrap_or(0);
    let count = 2 * from + 2 * period + most_taken;
    let mut draft = Draft::new(
        start,
        &format_args!("{winner} wins with nimber {nimber}"),
        &format_args!("nimbers {count} period {period} from {from}"),
    )?;
    for run in 0..count {
        draft.push(&format_args!("{run} = {}", sequence.nimber(run)))?;
    }
    draft.finish()
}
