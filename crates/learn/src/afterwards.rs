//! What comes after a lesson: a game against the player whose belief it refutes, and the next lesson.

use std::sync::Arc;

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Named, OracleCache, Request, seat_against_computer};

use crate::lesson::Rival;
use crate::{Course, Lesson};

/// What comes after a lesson.
#[derive(Clone, Debug)]
pub struct Afterwards {
    /// `Lesson finished: Equal halves.`
    pub finished: String,
    /// The game that is offered.
    pub versus: Option<Versus>,
    /// The next lesson; none after the last.
    pub next: Option<Arc<Lesson>>,
}

/// A game against the player whose belief a lesson refutes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Versus {
    /// The player, as `--against` takes it.
    pub player: String,
    /// What differs from the book's variant, as `--set` takes it.
    pub set: Vec<String>,
    /// Where the learner sits.
    pub seat: Seat,
    /// `Play against Pair Grabber now?`
    pub offer: String,
}

impl Afterwards {
    /// What comes after this lesson of a course.
    #[must_use]
    pub fn of(lesson: &Lesson, cache: &Arc<OracleCache>) -> Self {
        let versus = lesson.rival.as_ref().and_then(|rival| {
            let title = Named::find(&rival.player)?.title;
            let Rival { player, set } = rival.clone();
            let seat = seat_against_computer(lesson.game, &*rival.start(lesson.game).ok()?, cache);
            Some(Versus { player, set, seat, offer: format!("Play against {title} now?") })
        });
        let next = Course::of(lesson.game.info().slug).after(lesson).cloned();
        Self { finished: format!("Lesson finished: {}.", lesson.title), versus, next }
    }
}

impl Versus {
    /// Who plays in each seat.
    #[must_use]
    pub fn players(&self) -> [String; 2] {
        let mut players = [String::from("human"), String::from("human")];
        *self.seat.other().of_mut(&mut players) = self.player.clone();
        players
    }

    /// The command that plays it, without the program's name: `play siege --against runner --set step=5`.
    #[must_use]
    pub fn command(&self, slug: &str) -> String {
        let set: String = self.set.iter().map(|value| format!(" --set {value}")).collect();
        format!("play {slug} --against {}{set}", self.player)
    }
}

impl Rival {
    /// The start of a game against it.
    pub(crate) fn start(&self, game: &'static dyn AnyGame) -> Result<Box<dyn AnyMatch>, String> {
        let request = Request { set: self.set.clone(), ..Request::default() };
        request.start(game).map_err(|error| error.to_string())
    }
}
