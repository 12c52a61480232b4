//! The coach: hints, values and reasons, beside the board.
//!
//! A coach is a part of a screen. Everything it says comes from the position alone, so it cannot give a pending choice
//! away.

mod mix;
mod panel;
#[cfg(test)]
mod tests;

use numberline_rules::{Seat, Turn};
use numberline_table::{Adviser, Analysis, AnyMatch, Hint, Known, Ladder, Name, SolveError, unsolved};

use crate::board::Valued;
use crate::effect::Thought;
use crate::pending::Pending;
use crate::screen::Context;
use crate::scroll::Scroll;
use crate::{Effect, Ticket};

/// The keys of the screens that have a coach: for the coach, for a hint, and to stop a long thought.
pub(crate) const SHOW: &str = "c";
pub(crate) const TIP: &str = "t";
pub(crate) const STOP: &str = "Esc";

/// The coach beside the board. Silent until asked.
pub(crate) struct Coach {
    adviser: Adviser,
    /// The players' names.
    pub(crate) names: [Name; 2],
    /// The position that is being analysed. If the match has moved on meanwhile, the answer is dropped.
    pub(crate) thinking: Pending<String>,
    /// The current position.
    here: String,
    found: Option<Found>,
    /// Whether the values are shown.
    open: bool,
    nimbers: bool,
    ladder: Ladder,
    hints: Vec<String>,
    hinted: Option<Seat>,
    /// Gives a hint as soon as the position is solved.
    wanted_hint: Option<Seat>,
    /// The move whose reason is shown, by its place among the moves.
    looked_at: Option<usize>,
    scroll: Scroll,
}

/// What is known about a position.
struct Found {
    position: String,
    analysis: Result<Analysis, SolveError>,
    values: Vec<Valued>,
}

impl Coach {
    /// A coach for matches between these players. Nothing is solved yet, and nothing is shown.
    pub(crate) fn new(adviser: Adviser, names: &[Name; 2]) -> Self {
        Self {
            adviser,
            names: names.clone(),
            thinking: Pending::default(),
            here: String::new(),
            found: None,
            open: false,
            nimbers: false,
            ladder: Ladder::default(),
            hints: Vec::new(),
            hinted: None,
            wanted_hint: None,
            looked_at: None,
            scroll: Scroll::default(),
        }
    }

    /// Takes the answer to a question of its own, and asks the next one if there is one.
    pub(crate) fn answer(
        &mut self,
        ticket: Ticket,
        analysis: Result<Analysis, SolveError>,
        at: &dyn AnyMatch,
        context: &mut Context,
    ) -> Effect {
        if self.thinking.take(ticket).is_some_and(|position| position == self.here) {
            let values = analysis.as_ref().map_or_else(|_| Vec::new(), |analysis| values_of(analysis, at));
            self.found = Some(Found { position: self.here.clone(), analysis, values });
            if let Some(seat) = self.wanted_hint.take() {
                self.tell(seat);
            }
        }
        self.ask(at, context)
    }

    /// The position has changed: hints begin at the first step of the ladder again.
    pub(crate) fn moved(&mut self, at: &dyn AnyMatch, context: &mut Context) -> Effect {
        self.forget_hints();
        self.looked_at = None;
        self.ask(at, context)
    }

    /// Shows the values, or hides everything.
    pub(crate) fn toggle(&mut self, at: &dyn AnyMatch, context: &mut Context) -> Effect {
        self.open = !self.open;
        if !self.open {
            self.forget_hints();
            return self.thinking.stop();
        }
        self.forget_stopped();
        self.ask(at, context)
    }

    /// Gives a seat its next hint, as soon as the position is solved.
    pub(crate) fn hint(&mut self, at: &dyn AnyMatch, seat: Seat, context: &mut Context) -> Effect {
        self.scroll = Scroll::default();
        self.forget_stopped();
        self.wanted_hint = Some(seat);
        let effect = self.ask(at, context);
        if self.current().is_some() {
            self.wanted_hint = None;
            self.tell(seat);
        }
        effect
    }

    /// Shows the nimbers of the runs, or hides them.
    pub(crate) fn toggle_nimbers(&mut self) {
        self.nimbers = !self.nimbers;
    }

    /// Whether there is anything to draw.
    pub(crate) fn is_open(&self) -> bool {
        self.open || !self.hints.is_empty() || self.wanted_hint.is_some()
    }

    /// Stops thinking, until asked again.
    pub(crate) fn cancel(&mut self) -> Effect {
        self.wanted_hint = None;
        if self.thinking.is_some() {
            let (position, analysis) = (self.here.clone(), Err(SolveError::Stopped));
            self.found = Some(Found { position, analysis, values: Vec::new() });
        }
        self.thinking.stop()
    }

    /// The values of the moves, to be drawn on the board; empty unless values are shown.
    pub(crate) fn values(&self, at: &dyn AnyMatch) -> &[Valued] {
        let found = self.found.as_ref().filter(|found| self.open && !found.values.is_empty());
        found.filter(|found| found.position == at.position()).map_or(&[], |found| &found.values)
    }

    /// Shows the reason for the move that is pointed at. Where both seats act nothing is shown: it would give away what is
    /// pointed at.
    pub(crate) fn look_at(&mut self, text: Option<&str>) {
        let analysis = self.current().and_then(|found| found.analysis.as_ref().ok());
        self.looked_at = match (analysis.map(|analysis| &analysis.moves), text) {
            (Some(Known::All(moves)), Some(text)) => moves.iter().position(|judged| judged.text == text),
            _ => None,
        };
    }

    fn current(&self) -> Option<&Found> {
        self.found.as_ref().filter(|found| found.position == self.here)
    }

    fn forget_hints(&mut self) {
        self.ladder.restart();
        self.hints.clear();
        self.hinted = None;
        self.wanted_hint = None;
        self.scroll = Scroll::default();
    }

    /// A stopped question is asked again on request.
    fn forget_stopped(&mut self) {
        self.found.take_if(|found| found.analysis == Err(SolveError::Stopped));
    }

    /// Gives the next hint.
    fn tell(&mut self, seat: Seat) {
        let Some(found) = &self.found else { return };
        let said = match &found.analysis {
            Ok(analysis) => Hint::new(analysis, seat, self.ladder.climb(seat)).to_string(),
            Err(refusal) => unsolved(refusal),
        };
        if self.hinted != Some(seat) {
            self.hints.clear();
            self.hinted = Some(seat);
        }
        if self.hints.last() != Some(&said) {
            self.hints.push(said);
        }
    }

    /// Asks about the position, if that is needed and no other question is open: the answer about one position makes the
    /// next one quick.
    fn ask(&mut self, at: &dyn AnyMatch, context: &mut Context) -> Effect {
        self.here = at.position();
        let is_wanted = self.open || self.wanted_hint.is_some();
        if !is_wanted || self.thinking.is_some() || self.current().is_some() {
            return Effect::None;
        }
        let thought = Thought::Analyse(self.adviser.clone(), at.copy());
        self.thinking.ask(self.here.clone(), thought, context)
    }
}

fn values_of(analysis: &Analysis, at: &dyn AnyMatch) -> Vec<Valued> {
    let Turn::Of(seat) = analysis.turn else { return Vec::new() };
    let valued = |judged: &numberline_table::Judged| {
        let (aim, verdict) = (at.aim(seat, &judged.text)?, judged.verdict);
        Some(Valued { aim, outcome: verdict.outcome, remoteness: verdict.remoteness })
    };
    analysis.moves.listed().iter().filter_map(valued).collect()
}
