//! Many games between two computer players, on all cores, with the same result whatever their number.

mod pairing;
mod plan;
mod policy;
mod standing;
mod tally;

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use numberline_rules::Seat;
use numberline_solver::{Progress, SolveError};

use pairing::Pairing;
pub use plan::{MOST_PLANNED, Plan};
use policy::Policy;
pub use standing::{Standing, standings};
pub use tally::Tally;

use crate::{AnyGame, AnyMatch, AnyRule, Dice, Player};

/// So many games in a row use the same source of random numbers. A source belongs to its games and not to a core, so
/// that the games are the same on any number of cores.
const SHEAF: u64 = 1_024;

/// Streams of random numbers below this belong to the players at a table.
const FIRST_STREAM: u64 = 16;

/// A place for many games from one position.
pub struct Arena {
    plan: Plan,
    players: Vec<Player>,
    /// The place of each player's rule in the plan.
    rules: Vec<Option<usize>>,
    cap: NonZeroU32,
}

impl Arena {
    /// Two seats for any of these players, at a match of this game as it stands. A game of more than `cap` plies is a
    /// draw (ruling R2).
    pub fn new(
        game: &dyn AnyGame,
        start: &dyn AnyMatch,
        players: Vec<Player>,
        cap: NonZeroU32,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let slug = game.info().slug;
        let mut in_plan: Vec<&'static dyn AnyRule> = Vec::new();
        let rules = players.iter().map(|player| {
            let rule = match player {
                Player::Named(named) => named.rule(slug)?,
                Player::Computer(_) => return None,
            };
            in_plan.push(rule);
            Some(in_plan.len() - 1)
        });
        let rules = rules.collect();
        let plan = game.plan(start, &in_plan, progress)?;
        Ok(Self { plan, players, rules, cap })
    }

    /// How many positions the table of the game has.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.plan.len()
    }

    /// Lets two of the players, given by their places, play so many games. `watch` is told now and then how many are
    /// done, always on the caller's own thread, and may stop it; what is done by then is counted.
    pub fn play(
        &self,
        seats: [usize; 2],
        games: u64,
        seed: u64,
        threads: NonZeroUsize,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Tally {
        let pairing = Pairing::new(&self.plan, self.policies(seats));
        let (next, done, stopped) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        // Plays the next sheaf, if there is one left.
        let sheaf = |tally: &mut Tally| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let left = games.saturating_sub(number.saturating_mul(SHEAF)).min(SHEAF);
            if left == 0 || stopped.load(Ordering::Relaxed) {
                return false;
            }
            let mut dice = Dice::new(seed, FIRST_STREAM + number);
            (0..left).for_each(|_| pairing.game(self.cap.get(), &mut dice, tally));
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
                // A thread that panics has reported that already; there is nothing of it to count.
                sum += other.join().unwrap_or_default();
            }
            sum
        })
    }

    /// What the two players do in their seats.
    fn policies(&self, seats: [usize; 2]) -> [Policy; 2] {
        Seat::BOTH.map(|seat| {
            let place = *seat.of(&seats);
            let player = self.players.get(place).copied().unwrap_or(Player::USUAL);
            Policy::new(&self.plan, player, seat, self.rules.get(place).copied().flatten())
        })
    }
}
