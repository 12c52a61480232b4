//! Moves that were not played: whose they are, how they are chosen, and the best of them.

use numberline_rules::{Seat, Turn};
use numberline_table::{Adviser, Analysis, Known, Mixed, MoveError, SolveError, unsolved};

use super::Study;
use crate::Effect;
use crate::bench::Benched;
use crate::effect::Thought;
use crate::screen::Context;

impl Study {
    pub(super) fn adviser(&self, context: &Context) -> Adviser {
        Adviser::new(self.walk.record().game(), &context.cache)
    }

    pub(super) fn settle_pointer(&mut self) {
        match self.pointing() {
            Some(seat) => self.bench.pointer.begin(self.walk.game(), seat, self.walk.game().extent()),
            None => self.is_pointing = false,
        }
    }

    /// Chooses a seat's move: a branch, half of one, or a try.
    pub(super) fn choose(&mut self, text: &str, context: &mut Context) -> Effect {
        let Some(seat) = self.pointing() else { return self.warn(MoveError::over().to_string()) };
        if let Err(reason) = self.walk.game().check(seat, text) {
            return self.warn(reason.to_string());
        }
        if self.retrying {
            return self.try_move(seat, text, context);
        }
        match (self.walk.game().turn(), self.half.take()) {
            (Turn::Both, None) => {
                self.half = Some(text.to_owned());
                self.bench.pointer.lift();
                self.settle_pointer();
                self.say(format!("And {}?", Seat::Two.of(&self.walk.record().tags.names)))
            }
            (Turn::Both, Some(half)) => self.branch(&format!("{half}/{text}"), context),
            _ => self.branch(text, context),
        }
    }

    /// Plays a finished turn.
    pub(super) fn branch(&mut self, text: &str, context: &mut Context) -> Effect {
        if let Err(reason) = self.walk.play(text) {
            return self.warn(reason.to_string());
        }
        self.walk(|_| Ok(()), context)
    }

    /// Plays the best move, as soon as it is known.
    pub(super) fn play_best(&mut self, context: &mut Context) -> Effect {
        if let Turn::Over { .. } = self.walk.game().turn() {
            return self.warn(MoveError::over().to_string());
        }
        let thought = Thought::Analyse(self.adviser(context), self.walk.game().copy());
        self.best.ask((), thought, context)
    }

    /// Plays the best move; where both act, the move that each plays most often in its optimal mix.
    pub(super) fn play_known(
        &mut self,
        known: Result<Analysis, SolveError>,
        context: &mut Context,
    ) -> Effect {
        let best = match known.map(|analysis| analysis.moves) {
            Err(refusal) => return self.warn(unsolved(&refusal)),
            Ok(Known::Mix(mixes)) => {
                let [one, two] = mixes.each_ref().map(|mix| likeliest(mix));
                one.zip(two).map(|(one, two)| format!("{one}/{two}"))
            }
            Ok(moves) => moves.best().map(|best| best.text.clone()),
        };
        best.map_or(Effect::None, |text| self.branch(&text, context))
    }
}

/// The move that a mix plays most often; the first of several.
fn likeliest(mix: &[Mixed]) -> Option<&str> {
    let best = mix.iter().rev().max_by(|one, two| one.probability.cmp(&two.probability));
    best.map(|mixed| mixed.text.as_str())
}
