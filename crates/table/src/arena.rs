//! Many games between two computer players, on all cores, with the same result on any number of them.

mod course;
mod pairing;
mod plan;
mod policy;
mod standing;
mod sums;
mod tally;
mod venue;

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use numberline_solver::{Progress, SolveError};

pub(crate) use plan::Plan;
pub use standing::{Bound, Rating, Standing, standings};
pub(crate) use sums::{ByNimbers, fits_table};
pub use tally::Tally;
pub use venue::Venue;
pub(crate) use venue::{Kind, Seated};

use crate::{AnyGame, AnyMatch, AnyRule, Dice, Player};

/// Streams of random numbers below this belong to the players at a table.
const FIRST_STREAM: u64 = 16;

/// A place for many games from one position.
pub struct Arena {
    venue: Venue,
    players: Vec<Seated>,
    cap: NonZeroU32,
}

impl Arena {
    /// Two seats for any of these players, from the current position of a match. A game of more than `cap` plies is a
    /// draw (ruling R2).
    pub fn new(
        game: &dyn AnyGame,
        start: &dyn AnyMatch,
        players: Vec<Player>,
        cap: NonZeroU32,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let slug = game.info().slug;
        let mut rules: Vec<&'static dyn AnyRule> = Vec::new();
        let seated = players.into_iter().map(|player| {
            let rule = match player {
                Player::Named(named) => named.rule(slug),
                Player::Computer(_) => None,
            };
            rules.extend(rule);
            Seated { player, rule: rule.map(|_| rules.len() - 1) }
        });
        let players = seated.collect();
        Ok(Self { venue: game.venue(start, &rules, progress)?, players, cap })
    }

    /// How many positions the table of the game has; `None` if it is played without one.
    #[must_use]
    pub fn positions(&self) -> Option<usize> {
        self.venue.positions()
    }

    /// Plays this many games between two of the players, given by their places. `watch` is told now and then how many are
    /// done, always on the caller's own thread, and may stop it; the games done by then are counted.
    pub fn play(
        &self,
        seats: [usize; 2],
        games: u64,
        seed: u64,
        threads: NonZeroUsize,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Tally {
        let (meeting, sheaf_size) = (self.venue.meeting(self.seated(seats)), self.venue.sheaf());
        let (next, done, stopped) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        // Plays the next batch, if there is one left.
        let sheaf = |tally: &mut Tally| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let left = games.saturating_sub(number.saturating_mul(sheaf_size)).min(sheaf_size);
            if left == 0 || stopped.load(Ordering::Relaxed) {
                return false;
            }
            let mut dice = Dice::new(seed, FIRST_STREAM + number);
            meeting.games(left, self.cap.get(), &mut dice, tally);
            done.fetch_add(left, Ordering::Relaxed);
            true
        };
        thread::scope(|scope| {
            let work = || {
                let mut tally = Tally::default();
                while sheaf(&mut tally) {}
                tally
            };
            let others: Vec<_> = (1..threads.get()).map(|_| scope.spawn(work)).collect();
            let mut sum = Tally::default();
            while sheaf(&mut sum) {
                if watch(done.load(Ordering::Relaxed)).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            for other in others {
                // A thread that panics has already reported it; there is nothing of it to count.
                sum += other.join().unwrap_or_default();
            }
            sum
        })
    }

    /// The players at these places.
    fn seated(&self, seats: [usize; 2]) -> [Seated; 2] {
        let usual = Seated { player: Player::USUAL, rule: None };
        seats.map(|place| self.players.get(place).copied().unwrap_or(usual))
    }
}
