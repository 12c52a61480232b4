//! Solved games that were asked about lately, so that walking through a game does not solve it again at every step.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use numberline_table::{AnyMatch, AnyOracle};

/// The most games that are remembered, and the most positions that they may have together.
const MOST_GAMES: usize = 64;
const MOST_POSITIONS: u64 = 1_500_000;
/// A match is looked up by its positions only if they are few and short; else by its start and where it stands.
const MOST_PLIES: usize = 200;
const LONGEST_POSITION: usize = 1_000;

/// Solved games that were asked about lately.
pub(crate) struct Oracles {
    /// How many positions they may have together.
    room: u64,
    /// The one that was last of use comes first.
    kept: Mutex<VecDeque<Kept>>,
}

struct Kept {
    key: Key,
    oracle: Arc<dyn AnyOracle>,
    positions: u64,
}

/// What was solved: everything that can come up from this position. Two variants may write a position alike.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    game: &'static str,
    settings: String,
    position: String,
}

impl Default for Oracles {
    fn default() -> Self {
        Self { room: MOST_POSITIONS, kept: Mutex::default() }
    }
}

impl Oracles {
    /// A solved game that knows where a match stands: one that was solved from a position of this very match.
    pub(crate) fn find(&self, game: &dyn AnyMatch) -> Option<Arc<dyn AnyOracle>> {
        self.find_from(game, &way(game))
    }

    /// A solved game that knows every position of a match: one that was solved from where it began.
    pub(crate) fn find_whole(&self, game: &dyn AnyMatch) -> Option<Arc<dyn AnyOracle>> {
        self.find_from(game, &[game.start()])
    }

    fn find_from(&self, game: &dyn AnyMatch, way: &[String]) -> Option<Arc<dyn AnyOracle>> {
        let (slug, settings) = (game.info().slug, game.settings().to_string());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|Kept { key, .. }| {
            key.game == slug && key.settings == settings && way.contains(&key.position)
        })?;
        let found = kept.remove(place)?;
        let oracle = Arc::clone(&found.oracle);
        kept.push_front(found);
        Some(oracle)
    }

    /// Remembers a game that was solved from where a match stands, or from where it began.
    pub(crate) fn keep(&self, game: &dyn AnyMatch, position: String, oracle: &Arc<dyn AnyOracle>) {
        // Without positions a formula answers. That is as quick to have anew, and knows less of a long line than if it is
        // asked about what has become of it.
        let Some(positions) = oracle.positions().filter(|positions| *positions <= self.room) else {
            return;
        };
        let key = Key { game: game.info().slug, settings: game.settings().to_string(), position };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.key != key);
        kept.push_front(Kept { key, oracle: Arc::clone(oracle), positions });
        let mut sum = 0_u64;
        let few = kept.iter().take(MOST_GAMES).take_while(|kept| {
            sum = sum.saturating_add(kept.positions);
            sum <= self.room
        });
        let few = few.count();
        kept.truncate(few);
    }
}

/// The positions from which this match has come to where it stands.
fn way(game: &dyn AnyMatch) -> Vec<String> {
    let here = game.position();
    if game.length() <= MOST_PLIES && here.len() <= LONGEST_POSITION {
        game.positions()
    } else {
        vec![game.start(), here]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use numberline_table::{Setup, find};

    use super::*;

    impl Oracles {
        fn len(&self) -> usize {
            self.kept.lock().unwrap().len()
        }
    }

    fn at(slug: &str, settings: &[&str], position: Option<&str>, moves: &str) -> Box<dyn AnyMatch> {
        let setup = Setup {
            settings: settings.iter().map(ToString::to_string).collect(),
            position: position.map(str::to_owned),
            moves: Some(moves.to_owned()),
            first: None,
        };
        setup.start(find(slug).unwrap()).unwrap()
    }

    fn keep(oracles: &Oracles, game: &dyn AnyMatch) {
        let oracle = find(game.info().slug).unwrap().solve(game, &()).unwrap();
        oracles.keep(game, game.position(), &oracle.into());
    }

    #[test]
    fn a_solved_game_is_found_again_further_on_and_nowhere_else() {
        let oracles = Oracles::default();
        keep(&oracles, &*at("duel", &[], None, "5 6"));
        assert!(oracles.find(&*at("duel", &[], None, "5 6; 1;")).is_some());
        assert!(oracles.find(&*at("duel", &[], None, "")).is_none());
        assert!(oracles.find(&*at("duel", &[], None, "1; 5 6")).is_none());
        assert!(oracles.find(&*at("duel", &["misere=yes"], None, "5 6")).is_none());
        assert!(oracles.find(&*at("duel", &[], Some("....XX.... 2"), "1;")).is_some());
        assert!(oracles.find_whole(&*at("duel", &[], Some("....XX.... 2"), "1;")).is_some());
        assert!(oracles.find_whole(&*at("duel", &[], None, "5 6; 1;")).is_none());
        assert!(oracles.find(&*at("blockade", &["length=10"], None, "5")).is_none());
    }

    #[test]
    fn what_a_formula_answers_is_not_kept() {
        let oracles = Oracles::default();
        keep(&oracles, &*at("siege", &[], None, ""));
        keep(&oracles, &*at("duel", &["length=1000"], None, ""));
        assert_eq!(oracles.len(), 0);
    }

    #[test]
    fn the_ones_that_were_of_no_use_for_longest_go_first() {
        let oracles = Oracles::default();
        let lengths: Vec<String> = (3..3 + MOST_GAMES).map(|length| format!("length={length}")).collect();
        for length in &lengths {
            keep(&oracles, &*at("token", &["start=2", length], None, ""));
        }
        assert_eq!(oracles.len(), MOST_GAMES);
        assert!(oracles.find(&*at("token", &["start=2", "length=3"], None, "")).is_some());
        keep(&oracles, &*at("token", &["start=2", "length=200"], None, ""));
        assert_eq!(oracles.len(), MOST_GAMES);
        assert!(oracles.find(&*at("token", &["start=2", "length=3"], None, "")).is_some());
        assert!(oracles.find(&*at("token", &["start=2", "length=4"], None, "")).is_none());
    }

    #[test]
    fn together_they_stay_within_the_memory_they_may_have() {
        let oracles = Oracles { room: 100, ..Oracles::default() };
        for start in ["start=2", "start=3", "start=4", "start=5"] {
            keep(&oracles, &*at("token", &["length=40", start], None, ""));
        }
        // Each has 40 positions, one for each square.
        assert_eq!(oracles.len(), 2);
        assert!(oracles.find(&*at("token", &["length=40", "start=5"], None, "")).is_some());
        keep(&oracles, &*at("token", &["length=101"], None, ""));
        assert_eq!(oracles.len(), 2);
    }
}
