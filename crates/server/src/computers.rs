//! The computers in the rooms: they think in a few threads of their own, each only for so long.

mod cache;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Computer, Dice, Player, Progress};
use tokio::sync::oneshot;

use crate::id::RoomId;
use crate::room::{Offer, Room, Task};

use cache::Cache;

/// Where the computers think.
pub(crate) struct Computers {
    shared: Arc<Shared>,
    threads: usize,
}

struct Shared {
    waiting: Mutex<Waiting>,
    more: Condvar,
    solved: Mutex<Cache>,
}

#[derive(Default)]
struct Waiting {
    questions: VecDeque<(Question, oneshot::Sender<Thought>)>,
    ended: bool,
}

/// What a computer is to think about.
pub(crate) struct Question {
    room: RoomId,
    seat: Seat,
    player: Player,
    game: &'static dyn AnyGame,
    /// A copy, in which the other seat's secret choice is not.
    at: Box<dyn AnyMatch>,
    /// What the dice are rolled from: the same for the same room and position.
    seed: u64,
    what: What,
    longest: Duration,
}

enum What {
    Move,
    Draw,
}

/// What a computer has come to. It may be secret, so it is no part of any output.
pub(crate) enum Thought {
    /// To make this move, and to say where it falls short of its name.
    Move {
        /// The move.
        text: String,
        /// What it has to say.
        note: Option<String>,
    },
    /// To accept what was offered.
    Accept,
    /// To decline it.
    Decline,
}

impl Question {
    /// What the computer in a seat has to think about; none where there is nothing to think about, and it accepts.
    pub(crate) fn of(room: &Room, seat: Seat, task: Task, longest: Duration) -> Option<Self> {
        let player = room.charter().player(seat)?;
        let (what, since) = match task {
            Task::Move(since) => (What::Move, since),
            Task::Answer(Offer::Draw(_), since) => (What::Draw, since),
            // To take back a move or to play again is always all right.
            Task::Answer(Offer::Back(_) | Offer::Rematch(_), _) => return None,
        };
        let seed = room.charter().seed() ^ since.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (game, at) = (room.charter().game(), room.table().game().copy());
        Some(Self { room: room.id(), seat, player, game, at, seed, what, longest })
    }
}

impl Computers {
    /// Starts the threads. They end with the computers.
    pub(crate) fn start(threads: usize) -> Self {
        let shared = Arc::new(Shared {
            waiting: Mutex::default(),
            more: Condvar::new(),
            solved: Mutex::new(Cache::default()),
        });
        let threads = threads.max(1);
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let started =
                thread::Builder::new().name(format!("computer {number}")).spawn(move || shared.work());
            if let Err(error) = started {
                tracing::error!(%error, "no thread for a computer");
            }
        }
        Self { shared, threads }
    }

    /// Asks a computer. The more others wait, the less time it has.
    pub(crate) fn ask(&self, mut question: Question) -> oneshot::Receiver<Thought> {
        let (answer, answered) = oneshot::channel();
        let mut waiting = self.shared.waiting();
        let ahead = u32::try_from(waiting.questions.len() / self.threads).unwrap_or(u32::MAX);
        question.longest /= ahead.saturating_add(1);
        waiting.questions.push_back((question, answer));
        drop(waiting);
        self.shared.more.notify_one();
        answered
    }
}

impl Drop for Computers {
    fn drop(&mut self) {
        self.shared.waiting().ended = true;
        self.shared.more.notify_all();
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some((question, answer)) = self.next() {
            let thought = in_any_case(|| self.think(&question), || at_a_loss(&question));
            let _ = answer.send(thought);
        }
    }

    fn next(&self) -> Option<(Question, oneshot::Sender<Thought>)> {
        let mut waiting = self.waiting();
        loop {
            if waiting.ended {
                return None;
            }
            if let Some(next) = waiting.questions.pop_front() {
                return Some(next);
            }
            waiting = self.more.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn think(&self, question: &Question) -> Thought {
        let Question { room, seat, player, game, at, seed, what, longest } = question;
        let begun = Instant::now();
        let deadline = Deadline(begun + *longest);
        let key = (*room, *seat);
        let known = self.solved().take(key);
        let (mut computer, spent) =
            known.unwrap_or_else(|| (Computer::new(*player, *game, *seed, *seat), Duration::ZERO));
        computer.roll(*seed, *seat);
        let thought = match what {
            What::Draw if computer.accepts_draw(&**at, *seat, &deadline) => Thought::Accept,
            What::Draw => Thought::Decline,
            What::Move => match computer.choose(&**at, *seat, &deadline) {
                Some(chosen) => Thought::Move { text: chosen.text, note: chosen.note },
                None => any_move(question),
            },
        };
        self.solved().keep(key, computer, spent + begun.elapsed());
        thought
    }

    fn solved(&self) -> MutexGuard<'_, Cache> {
        self.solved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Thinks, and comes to something else where the thinking breaks down: the thread is there for every room.
fn in_any_case(think: impl FnOnce() -> Thought, otherwise: impl FnOnce() -> Thought) -> Thought {
    catch_unwind(AssertUnwindSafe(think)).unwrap_or_else(|_| {
        tracing::error!("a computer made the server panic");
        otherwise()
    })
}

/// What a computer does whose thinking has broken down.
fn at_a_loss(question: &Question) -> Thought {
    match question.what {
        What::Draw => Thought::Decline,
        What::Move => any_move(question),
    }
}

/// What a computer does that has had no time to think.
fn any_move(question: &Question) -> Thought {
    let mut dice = Dice::new(question.seed, 3);
    let text = question.at.pick(question.seat, &mut |count| dice.below(count)).unwrap_or_default();
    let title = question.player.title();
    Thought::Move { text, note: Some(format!("{title} had no time to think, and plays any allowed move.")) }
}

/// Stops a thought that takes too long.
struct Deadline(Instant);

impl Progress for Deadline {
    fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
        if Instant::now() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::panic, reason = "this is what the test is about")]
    fn thinking_that_breaks_down_ends_no_thread() {
        let came_to =
            thread::spawn(|| in_any_case(|| panic!("broken on purpose"), || Thought::Decline)).join();
        assert!(matches!(came_to, Ok(Thought::Decline)));
    }
}
