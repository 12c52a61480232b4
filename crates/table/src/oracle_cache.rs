//! Solved games kept for later: shared by all callers, bounded, and never asked about what they do not know.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numberline_solver::{Progress, SolveError};

use crate::{Analysis, AnyGame, AnyMatch, AnyOracle};

/// The most games that are kept, and the memory that they may take together.
const MOST_GAMES: usize = 64;
const MOST_BYTES: u64 = 256 << 20;
/// What a solved position takes at most, all around it included. Mixed strategies take the most, which was measured with
/// `cards=10`; positions with one best move take far less.
const BYTES_PER_POSITION: u64 = 240;
/// How many refusals are remembered, so that asking again costs nothing.
const MOST_REFUSALS: usize = 64;
/// How many analyses are kept: a mix of large fractions takes a while.
const MOST_ANALYSES: usize = 8;
/// A match is looked up by its positions only if they are few and short; else by its start and its current position.
const MOST_PLIES: usize = 200;
const LONGEST_POSITION: usize = 1_000;

/// Recently used solved games. An answer never depends on earlier callers: a solved game is used only for a match that
/// has passed through the position it was solved from.
pub struct OracleCache {
    /// How many bytes the games may take together.
    room: AtomicU64,
    kept: Mutex<Kept>,
}

/// The kept games, the most recently used first.
#[derive(Default)]
struct Kept {
    solved: VecDeque<Solved>,
    refused: VecDeque<(Key, SolveError)>,
    analyses: VecDeque<(Key, Analysis)>,
}

struct Solved {
    key: Key,
    oracle: Arc<dyn AnyOracle>,
    bytes: u64,
}

impl Kept {
    /// Takes out the games that do not fit into this many bytes.
    fn shrink(&mut self, room: u64) -> VecDeque<Solved> {
        let mut sum = 0_u64;
        let few = self.solved.iter().take(MOST_GAMES).take_while(|solved| {
            sum = sum.saturating_add(solved.bytes);
            sum <= room
        });
        let few = few.count();
        self.solved.split_off(few)
    }
}

/// Everything that can come up from this position. Two variants may write a position alike.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    game: &'static str,
    settings: String,
    position: String,
}

/// How much of a match to solve when nothing is known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// What can still come up.
    Position,
    /// Everything since its start, so that earlier positions are known too; if that is too large, what can still come up.
    Match,
}

impl Default for OracleCache {
    fn default() -> Self {
        Self { room: MOST_BYTES.into(), kept: Mutex::default() }
    }
}

impl OracleCache {
    /// A cache that several can share.
    #[must_use]
    pub fn shared() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// Keeps no more than this many bytes of solved games, as far as that can be known. Those that were of no use for longest
    /// go first.
    pub fn limit(&self, bytes: u64) {
        self.room.store(bytes, Ordering::Relaxed);
        let unwanted = self.lock().shrink(bytes);
        // They are dropped after the lock is released, so that no caller waits for that.
        drop(unwanted);
    }

    /// How many bytes the solved games take, at most.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.lock().solved.iter().map(|solved| solved.bytes).sum()
    }

    /// A solved game that knows the current position of a match, if there is one.
    #[must_use]
    pub fn find(&self, at: &dyn AnyMatch) -> Option<Arc<dyn AnyOracle>> {
        self.find_from(at, &way(at))
    }

    /// A solved game that knows the current position of a match. It is solved now if there is none.
    pub fn oracle(
        &self,
        game: &dyn AnyGame,
        at: &dyn AnyMatch,
        scope: Scope,
        progress: &dyn Progress,
    ) -> Result<Arc<dyn AnyOracle>, SolveError> {
        if let Some(oracle) = self.find(at) {
            return Ok(oracle);
        }
        if scope == Scope::Match && at.length() > 0 {
            let start = game.start_at(&at.settings(), &at.start()).map_err(|_| SolveError::Unknown)?;
            match self.solve(game, &*start, progress) {
                // A formula knows more about a position later on a long line than about the whole.
                Ok(oracle) if oracle.positions().is_some() => return Ok(oracle),
                Err(SolveError::Stopped) => return Err(SolveError::Stopped),
                Ok(_) | Err(_) => {}
            }
        }
        self.solve(game, at, progress)
    }

    /// Everything known about the current position of a match.
    pub fn analyse(
        &self,
        game: &dyn AnyGame,
        at: &dyn AnyMatch,
        scope: Scope,
        progress: &dyn Progress,
    ) -> Result<Analysis, SolveError> {
        let key = Key::of(at, at.position());
        if let Some(analysis) = lookup(&mut self.lock().analyses, &key) {
            return Ok(analysis);
        }
        let analysis = self.oracle(game, at, scope, progress)?.analyse(at)?;
        remember(&mut self.lock().analyses, key, analysis.clone(), MOST_ANALYSES);
        Ok(analysis)
    }

    fn find_from(&self, at: &dyn AnyMatch, way: &[String]) -> Option<Arc<dyn AnyOracle>> {
        let (slug, settings) = (at.info().slug, at.settings().to_string());
        let solved = &mut self.lock().solved;
        let place = solved.iter().position(|Solved { key, .. }| {
            key.game == slug && key.settings == settings && way.contains(&key.position)
        })?;
        let found = solved.remove(place)?;
        let oracle = Arc::clone(&found.oracle);
        solved.push_front(found);
        Some(oracle)
    }

    /// Solves what can come up from the current position of a match.
    fn solve(
        &self,
        game: &dyn AnyGame,
        at: &dyn AnyMatch,
        progress: &dyn Progress,
    ) -> Result<Arc<dyn AnyOracle>, SolveError> {
        let key = Key::of(at, at.position());
        if let Some(refusal) = lookup(&mut self.lock().refused, &key) {
            return Err(refusal);
        }
        match game.solve(at, progress) {
            Ok(oracle) => {
                let oracle: Arc<dyn AnyOracle> = oracle.into();
                self.keep(key, &oracle);
                Ok(oracle)
            }
            Err(refusal) => {
                if refusal != SolveError::Stopped {
                    remember(&mut self.lock().refused, key, refusal.clone(), MOST_REFUSALS);
                }
                Err(refusal)
            }
        }
    }

    fn keep(&self, key: Key, oracle: &Arc<dyn AnyOracle>) {
        // Without positions a formula answers, which is as quick to compute again.
        let room = self.room.load(Ordering::Relaxed);
        let bytes = oracle.positions().map(|positions| positions.saturating_mul(BYTES_PER_POSITION));
        let Some(bytes) = bytes.filter(|bytes| *bytes <= room) else { return };
        let mut kept = self.lock();
        kept.solved.retain(|solved| solved.key != key);
        kept.solved.push_front(Solved { key, oracle: Arc::clone(oracle), bytes });
        let unwanted = kept.shrink(room);
        drop(kept);
        drop(unwanted);
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Key {
    fn of(at: &dyn AnyMatch, position: String) -> Self {
        Self { game: at.info().slug, settings: at.settings().to_string(), position }
    }
}

fn lookup<T: Clone>(list: &mut VecDeque<(Key, T)>, key: &Key) -> Option<T> {
    let place = list.iter().position(|(kept, _)| kept == key)?;
    let found = list.remove(place)?;
    let value = found.1.clone();
    list.push_front(found);
    Some(value)
}

fn remember<T>(list: &mut VecDeque<(Key, T)>, key: Key, value: T, most: usize) {
    list.push_front((key, value));
    list.truncate(most);
}

/// The positions that led this match to the current one.
fn way(at: &dyn AnyMatch) -> Vec<String> {
    let here = at.position();
    if at.length() <= MOST_PLIES && here.len() <= LONGEST_POSITION {
        at.positions()
    } else {
        vec![at.start(), here]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, find};

    impl OracleCache {
        fn len(&self) -> usize {
            self.lock().solved.len()
        }
    }

    fn at(slug: &str, settings: &[&str], position: Option<&str>, moves: &str) -> Box<dyn AnyMatch> {
        let request = Request {
            set: settings.iter().map(ToString::to_string).collect(),
            position: position.map(str::to_owned),
            moves: Some(moves.to_owned()),
            ..Request::default()
        };
        request.start(find(slug).unwrap()).unwrap()
    }

    fn ask(cache: &OracleCache, at: &dyn AnyMatch) {
        cache.oracle(find(at.info().slug).unwrap(), at, Scope::Position, &()).unwrap();
    }

    #[test]
    fn a_solved_game_is_found_again_further_on_and_nowhere_else() {
        let cache = OracleCache::default();
        ask(&cache, &*at("duel", &[], None, "5 6"));
        assert!(cache.find(&*at("duel", &[], None, "5 6; 1;")).is_some());
        assert!(cache.find(&*at("duel", &[], None, "")).is_none());
        assert!(cache.find(&*at("duel", &[], None, "1; 5 6")).is_none());
        assert!(cache.find(&*at("duel", &["misere=yes"], None, "5 6")).is_none());
        assert!(cache.find(&*at("duel", &[], Some("....XX.... 2"), "1;")).is_some());
        assert!(cache.find(&*at("blockade", &["length=10"], None, "5")).is_none());
    }

    #[test]
    fn a_whole_match_is_solved_from_its_start() {
        let cache = OracleCache::default();
        let game = find("duel").unwrap();
        cache.oracle(game, &*at("duel", &[], None, "5 6; 1;"), Scope::Match, &()).unwrap();
        assert!(cache.find(&*at("duel", &[], None, "")).is_some());
    }

    #[test]
    fn what_a_formula_answers_is_not_kept() {
        let cache = OracleCache::default();
        ask(&cache, &*at("siege", &[], None, ""));
        ask(&cache, &*at("duel", &["length=1000"], None, ""));
        assert_eq!(cache.len(), 0);
    }

    #[test]
    fn the_ones_that_were_of_no_use_for_longest_go_first() {
        let cache = OracleCache::default();
        let lengths: Vec<String> = (3..3 + MOST_GAMES).map(|length| format!("length={length}")).collect();
        for length in &lengths {
            ask(&cache, &*at("token", &["start=2", length], None, ""));
        }
        assert_eq!(cache.len(), MOST_GAMES);
        assert!(cache.find(&*at("token", &["start=2", "length=3"], None, "")).is_some());
        ask(&cache, &*at("token", &["start=2", "length=200"], None, ""));
        assert_eq!(cache.len(), MOST_GAMES);
        assert!(cache.find(&*at("token", &["start=2", "length=3"], None, "")).is_some());
        assert!(cache.find(&*at("token", &["start=2", "length=4"], None, "")).is_none());
    }

    #[test]
    fn together_they_stay_within_the_memory_they_may_have() {
        let cache = OracleCache::default();
        cache.limit(100 * BYTES_PER_POSITION);
        for start in ["start=2", "start=3", "start=4", "start=5"] {
            ask(&cache, &*at("token", &["length=40", start], None, ""));
        }
        // Each has 40 positions, one for each square.
        assert_eq!(cache.len(), 2);
        assert!(cache.find(&*at("token", &["length=40", "start=5"], None, "")).is_some());
        ask(&cache, &*at("token", &["length=101"], None, ""));
        assert_eq!((cache.len(), cache.bytes()), (2, 80 * BYTES_PER_POSITION));
        cache.limit(40 * BYTES_PER_POSITION);
        assert_eq!((cache.len(), cache.bytes()), (1, 40 * BYTES_PER_POSITION));
        assert!(cache.find(&*at("token", &["length=40", "start=5"], None, "")).is_some());
        cache.limit(0);
        assert_eq!(cache.len(), 0);
    }
}
