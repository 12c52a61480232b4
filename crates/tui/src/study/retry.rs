//! Retrying mistakes: the trainer knows them, and the answer stays hidden until the player finds it, or gives up.

use numberline_learn::{Place, Tried};
use numberline_rules::{Seat, Turn};
use numberline_table::{SolveError, Weighing, unsolved};

use super::Study;
use crate::effect::Thought;
use crate::screen::{Context, Step};
use crate::{Effect, Ticket};

impl Study {
    /// Retries the next mistake.
    pub(super) fn begin_retry(&mut self, context: &mut Context) -> Effect {
        // A player who has just seen a mistake wants to retry that one.
        let seen = self.walk.ply().saturating_sub(1);
        let Ok(judged) = &mut self.judged else { return self.warn("The moves have not been judged yet.") };
        let trainer = &mut judged.trainer;
        if self.retrying {
            trainer.advance();
        }
        if !self.retrying || trainer.current().is_none() {
            trainer.go_to(if self.retrying { 0 } else { seen });
        }
        let Some(ply) = trainer.current().map(|exercise| exercise.ply) else {
            return self.say("There is no mistake to retry.");
        };
        self.retrying = true;
        self.answers = false;
        self.walk(|walk| walk.leave_branch().and_then(|()| walk.go(Place::Main(ply))), context)
    }

    /// Computes what a move would have been worth.
    pub(super) fn try_move(&mut self, seat: Seat, text: &str, context: &mut Context) -> Effect {
        self.bench.note = crate::note::Note::default();
        let thought = Thought::Weigh(self.adviser(context), self.walk.game().copy(), seat, text.to_owned());
        self.trying.ask(text.to_owned(), thought, context)
    }

    pub(super) fn tried(
        &mut self,
        ticket: Ticket,
        weighing: Result<Weighing, SolveError>,
        context: &mut Context,
    ) -> Effect {
        let (Some(text), Ok(judged)) = (self.trying.take(ticket), &mut self.judged) else {
            return Effect::None;
        };
        let Tried { right, said } = match weighing {
            Ok(weighing) => judged.trainer.take(&weighing),
            Err(refusal) => return self.warn(unsolved(&refusal)),
        };
        if !right {
            return self.warn(said);
        }
        self.retrying = false;
        // Where both act, one move alone is not yet a ply.
        let effect = match self.walk.game().turn() {
            Turn::Both => Effect::None,
            _ => self.branch(&text, context),
        };
        effect.and(self.say(said))
    }

    /// Gives up on a mistake.
    pub(super) fn give_up(&mut self) -> Step {
        let answer = self.exercise().map(|exercise| exercise.answer.clone());
        self.retrying = false;
        answer.map_or(Step::STAY, |answer| self.say(answer).into())
    }

    pub(super) fn stop_retry(&mut self) -> Step {
        self.retrying = false;
        self.say("").into()
    }

    pub(super) fn walk_to_mistake(&mut self, forward: bool, context: &mut Context) -> Effect {
        let Ok(judged) = &self.judged else { return self.warn("The moves have not been judged yet.") };
        let here = self.walk.ply();
        let mut plies = judged.trainer.exercises().iter().map(|exercise| exercise.ply + 1);
        let (first, last) = (plies.clone().next(), plies.clone().next_back());
        let ply = if forward {
            plies.find(|ply| *ply > here).or(first)
        } else {
            plies.rfind(|ply| *ply < here).or(last)
        };
        match ply {
            Some(ply) => self.walk(|walk| walk.go(Place::Main(ply)), context),
            None => self.say("There are no mistakes."),
        }
    }
}
