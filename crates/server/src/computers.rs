//! The computers in the rooms: what each one has to decide, and what it decides within its time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::{AnyMatch, Chosen, Computer, OracleCache, Progress};

use crate::pool::{Watch, WorkError};
use crate::room::{Offer, Room, Task};
use crate::study::Study;

/// A question for a computer.
pub(crate) struct Consultation {
    seat: Seat,
    /// The seed: the same room and position give the same choice.
    computer: Computer,
    /// A copy without the other seat's secret choice.
    at: Box<dyn AnyMatch>,
    what: What,
    longest: Duration,
}

enum What {
    Move,
    Draw,
}

/// A computer's decision. It may be secret, so it never appears in any output.
pub(crate) enum Thought {
    /// Make this move; the session decides what happens without one.
    Move(Option<Chosen>),
    /// Accept the offer.
    Accept,
    /// Decline it.
    Decline,
}

impl Consultation {
    /// What the computer in a seat has to think about; none where it simply accepts.
    pub(crate) fn of(
        room: &Room,
        seat: Seat,
        task: Task,
        cache: &Arc<OracleCache>,
        longest: Duration,
    ) -> Option<Self> {
        let what = match task {
            Task::Move(_) => What::Move,
            Task::Answer(Offer::Draw(_), _) => What::Draw,
            // A computer always agrees to a take-back or a rematch.
            Task::Answer(Offer::Back(_) | Offer::Rematch(_), _) => return None,
        };
        let computer = room.session().computer(seat, cache)?;
        Some(Self { seat, computer, at: room.session().at().copy(), what, longest })
    }

    /// Thinks alongside study requests, and shares solved games with them and with other computers.
    pub(crate) async fn think(mut self, study: Study) -> Result<Thought, WorkError> {
        let longest = self.longest;
        let thought = move |watch: &Watch| Ok(self.in_any_case(|question| question.come_to(watch)));
        study.pool().think(longest, thought).await
    }

    /// Thinks, with a fallback if thinking panics, so that the room continues.
    fn in_any_case(&mut self, think: impl FnOnce(&mut Self) -> Thought) -> Thought {
        catch_unwind(AssertUnwindSafe(|| think(self))).unwrap_or_else(|_| {
            tracing::error!("a computer player panicked");
            match self.what {
                What::Draw => Thought::Decline,
                What::Move => self.any_move(),
            }
        })
    }

    fn come_to(&mut self, progress: &dyn Progress) -> Thought {
        let (at, seat) = (&*self.at, self.seat);
        match self.what {
            What::Draw if self.computer.accepts_draw(at, seat, progress) => Thought::Accept,
            What::Draw => Thought::Decline,
            What::Move => match self.computer.choose(at, seat, progress) {
                None => self.any_move(),
                chosen => Thought::Move(chosen),
            },
        }
    }

    /// What a computer does if it had no time to think.
    fn any_move(&mut self) -> Thought {
        let note = format!("{} had no time to think and plays any allowed move.", self.computer.title());
        let text = self.computer.any_move(&*self.at, self.seat);
        Thought::Move(text.map(|text| Chosen { text, note: Some(note) }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use numberline_rules::Token;
    use numberline_table::{AnyGame, BySquares, Dice, Knows, Method, SolveError, catalog, game};

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn question(
        game: &'static dyn AnyGame,
        at: &dyn AnyMatch,
        seat: Seat,
        seed: u64,
        cache: &Arc<OracleCache>,
    ) -> Consultation {
        let player = "computer:perfect".parse().unwrap();
        let computer = Computer::new(player, game, cache, Dice::new(seed, 1));
        Consultation { seat, computer, at: at.copy(), what: What::Move, longest: LONG }
    }

    fn start(game: &dyn AnyGame) -> Box<dyn AnyMatch> {
        game.start(&game.book_settings(), Seat::One).unwrap()
    }

    fn text(thought: Thought) -> String {
        let Thought::Move(Some(Chosen { text, note: None })) = thought else {
            return "no move of its own".into();
        };
        text
    }

    #[test]
    #[allow(clippy::panic, reason = "this is what the test is about")]
    fn thinking_that_panics_ends_no_thread() {
        let duel = catalog()[0];
        let mut question = question(duel, &*start(duel), Seat::One, 1, &OracleCache::shared());
        let came_to =
            std::thread::spawn(move || question.in_any_case(|_| panic!("broken on purpose"))).join().unwrap();
        let Thought::Move(Some(Chosen { text, note: Some(note) })) = came_to else { panic!("no move") };
        assert!(start(duel).check(Seat::One, &text).is_ok() && note.contains("any allowed move"), "{note}");
    }

    static SOLVED: AtomicUsize = AtomicUsize::new(0);

    /// Counts how often a game is solved.
    struct Counted;

    impl Method<Token> for Counted {
        fn solve(position: &Token, progress: &dyn Progress) -> Result<Box<dyn Knows<Token>>, SolveError> {
            SOLVED.fetch_add(1, Ordering::Relaxed);
            BySquares::solve(position, progress)
        }
    }

    #[tokio::test]
    async fn computers_in_many_rooms_and_study_solve_a_game_once() {
        let (game, study) = (game::<Token, Counted>(), Study::default());
        for seed in 0..100 {
            let mut at = start(game);
            for seat in [Seat::One, Seat::Two, Seat::One] {
                let question = question(game, &*at, seat, seed, study.cache());
                let chosen = question.think(study.clone()).await.unwrap();
                at.play_turn(&text(chosen)).unwrap();
            }
            let asked = study.clone();
            study.pool().run(move |watch| asked.analyse(game, &*at, watch).map(drop)).await.unwrap();
        }
        assert_eq!(SOLVED.load(Ordering::Relaxed), 1);
    }

    /// Plays through every game, with what was solved before and without.
    #[test]
    fn a_computer_never_depends_on_earlier_questions() {
        for game in catalog() {
            let shared = OracleCache::shared();
            for seed in 0..8 {
                let mut at = start(game);
                for _ in 0..8 {
                    let acting: Vec<Seat> =
                        Seat::BOTH.into_iter().filter(|seat| at.turn().acts(*seat)).collect();
                    let chosen = acting.into_iter().map(|seat| {
                        let [ours, fresh] = [&shared, &OracleCache::shared()]
                            .map(|cache| text(question(game, &*at, seat, seed, cache).come_to(&())));
                        assert_eq!(ours, fresh, "{}", at.position());
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
