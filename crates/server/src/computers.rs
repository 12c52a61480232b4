//! The computers in the rooms: what each has to think about, and what it comes to in the time that it has.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Computer, Dice, Player, Progress};

use crate::oracles::Oracles;
use crate::pool::{NotDone, Watch};
use crate::room::{Offer, Room, Task};
use crate::study::Study;

/// What a computer is to think about.
pub(crate) struct Question {
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
        Some(Self { seat, player, game, at, seed, what, longest })
    }

    /// Lets the computer think beside those who study, with the games that they and other computers have solved.
    pub(crate) async fn think(self, study: Study) -> Result<Thought, NotDone> {
        let (longest, oracles) = (self.longest, study.oracles());
        let thought =
            move |watch: &Watch| Ok(in_any_case(|| self.come_to(&oracles, watch), || at_a_loss(&self)));
        study.pool().think(longest, thought).await
    }

    fn come_to(&self, oracles: &Oracles, progress: &dyn Progress) -> Thought {
        let (at, seat) = (&*self.at, self.seat);
        let known = oracles.find(at);
        let is_new = known.is_none();
        let computer = Computer::new(self.player, self.game, self.seed, seat);
        let mut computer = known.into_iter().fold(computer, Computer::knowing);
        let thought = match self.what {
            What::Draw if computer.accepts_draw(at, seat, progress) => Thought::Accept,
            What::Draw => Thought::Decline,
            What::Move => match computer.choose(at, seat, progress) {
                Some(chosen) => Thought::Move { text: chosen.text, note: chosen.note },
                None => any_move(self),
            },
        };
        if let Some(solved) = computer.solved().filter(|_| is_new) {
            oracles.keep(at, at.position(), &solved);
        }
        thought
    }
}

/// Thinks, and comes to something else where the thinking breaks down: the room goes on.
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use numberline_rules::Token;
    use numberline_table::{BySquares, Knows, Method, Refusal, catalog, game};

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn question(game: &'static dyn AnyGame, at: &dyn AnyMatch, seat: Seat, seed: u64) -> Question {
        let player = "computer:perfect".parse().unwrap();
        Question { seat, player, game, at: at.copy(), seed, what: What::Move, longest: LONG }
    }

    fn start(game: &dyn AnyGame) -> Box<dyn AnyMatch> {
        game.start(&game.book_settings(), Seat::One).unwrap()
    }

    fn text(thought: Thought) -> String {
        let Thought::Move { text, note: None } = thought else { return "no move of its own".into() };
        text
    }

    #[test]
    #[allow(clippy::panic, reason = "this is what the test is about")]
    fn thinking_that_breaks_down_ends_no_thread() {
        let came_to =
            std::thread::spawn(|| in_any_case(|| panic!("broken on purpose"), || Thought::Decline)).join();
        assert!(matches!(came_to, Ok(Thought::Decline)));
    }

    static SOLVED: AtomicUsize = AtomicUsize::new(0);

    /// Counts how often a game is solved.
    struct Counted;

    impl Method<Token> for Counted {
        fn solve(position: &Token, progress: &dyn Progress) -> Result<Box<dyn Knows<Token>>, Refusal> {
            SOLVED.fetch_add(1, Ordering::Relaxed);
            BySquares::solve(position, progress)
        }
    }

    #[tokio::test]
    async fn computers_in_many_rooms_and_those_who_study_solve_a_game_once() {
        let (game, study) = (game::<Token, Counted>(), Study::default());
        for seed in 0..100 {
            let mut at = start(game);
            for seat in [Seat::One, Seat::Two, Seat::One] {
                let chosen = question(game, &*at, seat, seed).think(study.clone()).await.unwrap();
                at.play_turn(&text(chosen)).unwrap();
            }
            study.analyse(game, at).await.unwrap();
        }
        assert_eq!(SOLVED.load(Ordering::Relaxed), 1);
    }

    /// Plays through every game, with what was solved before and without.
    #[test]
    fn what_a_computer_does_never_depends_on_who_asked_before() {
        for game in catalog() {
            let shared = Oracles::default();
            for seed in 0..8 {
                let mut at = start(game);
                for _ in 0..8 {
                    let acting: Vec<Seat> =
                        Seat::BOTH.into_iter().filter(|seat| at.turn().acts(*seat)).collect();
                    let chosen = acting.into_iter().map(|seat| {
                        let question = question(game, &*at, seat, seed);
                        let [ours, anew] = [&shared, &Oracles::default()]
                            .map(|oracles| text(question.come_to(oracles, &())));
                        assert_eq!(ours, anew, "{}", at.position());
                        ours
                    });
                    let chosen: Vec<String> = chosen.collect();
                    if chosen.is_empty() {
                        break;
                    }
                    at.play_turn(&chosen.join("/")).unwrap();
                }
            }
        }
    }
}
