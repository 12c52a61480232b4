//! Whom a variant favours, and which one is closest to even: said when a player asks.

use std::sync::Arc;

use numberline_table::{
    AnyGame, AnyMatch, EvenVariant, Favour, Name, OracleCache, Progress, Session, unsolved,
};

/// What a player of the session is told.
pub(crate) fn odds(session: &Session, cache: &Arc<OracleCache>, progress: &dyn Progress) -> String {
    odds_of(session.game(), session.terms().start(), session.names(), cache, progress)
}

/// Whom best play favours from there, and the closest even variant of the game.
pub(crate) fn odds_of(
    game: &'static dyn AnyGame,
    at: &dyn AnyMatch,
    names: &[Name; 2],
    cache: &Arc<OracleCache>,
    progress: &dyn Progress,
) -> String {
    let favour = Favour::of(game, at, cache, progress)
        .map_or_else(|refusal| unsolved(&refusal), |favour| favour.sentence(names));
    let even = EvenVariant::of(game.info().slug).map(|even| even.sentence(game, &at.settings()));
    [Some(favour), even].into_iter().flatten().collect::<Vec<_>>().join("\n")
}
