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
    let even = EvenVariant::of(game.info().slug);
    let said = even.map(|even| even.sentence(game, &at.settings()));
    let other = even.filter(|even| !even.set.is_empty() && even.settings(game) != at.settings());
    let play = other.map(|even| {
        let set: String = even.set.iter().map(|set| format!(" --set {set}")).collect();
        format!("Play it with: numberline play {}{set}", game.info().slug)
    });
    [Some(favour), said, play].into_iter().flatten().collect::<Vec<_>>().join("\n")
}
