//! The coach: hints, values, reasons, beside the board.
//!
//! A coach is a part of a screen. It lends its adviser to a thought and copes with its being away: whatever is wanted
//! meanwhile is asked when the adviser comes back, about the position that the match then stands in. Everything it says
//! is made of the position alone, so it cannot give a waiting choice away.

mod mix;
mod panel;
#[cfg(test)]
mod tests;

pub(crate) use panel::refused;

use numberline_rules::{Seat, Turn};
use numberline_table::{Adviser, Analysis, AnyGame, AnyMatch, Hint, Known, Ladder, Name, Refusal, Weighing};

use crate::board::Valued;
use crate::effect::Thought;
use crate::screen::Context;
use crate::spinner::Spinner;
use crate::{Answer, Effect, Ticket};

/// Whoever stands beside the board and knows. Says nothing until asked.
pub(crate) struct Coach {
    game: &'static dyn AnyGame,
    names: [Name; 2],
    /// Away while lent to a thought.
    adviser: Option<Box<Adviser>>,
    asked: Option<Asked>,
    /// Where the match stands, as far as the coach was told.
    here: String,
    found: Option<Found>,
    /// Whether the values are shown.
    open: bool,
    nimbers: bool,
    ladder: Ladder,
    hints: Vec<String>,
    hinted: Option<Seat>,
    /// A hint that is wanted as soon as the position is known.
    wanted_hint: Option<Seat>,
    /// Whether the screen wants to know, although nothing is shown.
    wanted_quietly: bool,
    wanted_weighing: Option<Wish>,
    weighed: Option<(String, Result<Weighing, Refusal>)>,
    /// The move whose reason is shown, by its place among the moves.
    looked_at: Option<usize>,
    scroll: usize,
}

/// What the adviser is thinking about.
struct Asked {
    ticket: Ticket,
    position: String,
    weighing: Option<String>,
    stopped: bool,
    spinner: Spinner,
}

/// What came of it.
struct Found {
    position: String,
    analysis: Result<Analysis, Refusal>,
    values: Vec<Valued>,
}

/// A move to be weighed.
struct Wish {
    position: String,
    seat: Seat,
    text: String,
}

impl Coach {
    /// A coach for matches of a game. Nothing is solved yet, and nothing is shown.
    pub(crate) fn new(game: &'static dyn AnyGame) -> Self {
        Self {
            game,
            names: Name::of_both_seats(),
            adviser: Some(Box::new(Adviser::new(game))),
            asked: None,
            here: String::new(),
            found: None,
            open: false,
            nimbers: false,
            ladder: Ladder::default(),
            hints: Vec::new(),
            hinted: None,
            wanted_hint: None,
            wanted_quietly: false,
            wanted_weighing: None,
            weighed: None,
            looked_at: None,
            scroll: 0,
        }
    }

    /// The same, calling the players by their names.
    pub(crate) fn call(mut self, names: &[Name; 2]) -> Self {
        self.names.clone_from(names);
        self
    }

    /// Whether the answer to a question belongs to the coach.
    pub(crate) fn awaits(&self, ticket: Ticket) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.ticket == ticket)
    }

    /// Takes the answer to a question, and asks the next one if there is one.
    pub(crate) fn answer(
        &mut self,
        ticket: Ticket,
        answer: Answer,
        game: &dyn AnyMatch,
        context: &mut Context<'_>,
    ) -> Effect {
        if !self.awaits(ticket) {
            return Effect::None;
        }
        if let Answer::Thinking { done, total } = answer {
            if let Some(asked) = &mut self.asked {
                asked.spinner.so_far(done, total);
            }
            return Effect::None;
        }
        let Some(asked) = self.asked.take() else { return Effect::None };
        self.here = game.position();
        let is_current = asked.position == self.here;
        match answer {
            Answer::Analysed(adviser, analysis) => {
                self.adviser = Some(adviser);
                if asked.stopped && (analysis.is_err() || !is_current) {
                    // Whoever said stop does not want the next position to be thought about either.
                    self.remember(Err(Refusal::Stopped), game);
                } else if is_current && analysis != Err(Refusal::Stopped) {
                    self.remember(analysis, game);
                }
            }
            Answer::Weighed(adviser, weighing) => {
                self.adviser = Some(adviser);
                let is_wanted = is_current && self.wanted_weighing.is_none();
                if let Some(text) = asked.weighing.filter(|_| is_wanted) {
                    self.weighed = Some((text, weighing));
                }
            }
            // Whoever was lent does not come back with such an answer, so somebody else takes the place.
            _ => self.adviser = Some(Box::new(Adviser::new(self.game))),
        }
        if self.current().is_some() {
            self.wanted_quietly = false;
            if let Some(seat) = self.wanted_hint.take() {
                self.tell(seat);
            }
        }
        self.ask(game, context)
    }

    /// The position has changed: hints begin at the foot of the ladder again.
    pub(crate) fn moved(&mut self, game: &dyn AnyMatch, context: &mut Context<'_>) -> Effect {
        self.here = game.position();
        self.ladder.restart();
        self.hints.clear();
        self.hinted = None;
        self.wanted_hint = None;
        self.wanted_quietly = false;
        self.wanted_weighing = None;
        self.weighed = None;
        self.looked_at = None;
        self.scroll = 0;
        self.ask(game, context)
    }

    /// Shows the values, or hides everything.
    pub(crate) fn toggle(&mut self, game: &dyn AnyMatch, context: &mut Context<'_>) -> Effect {
        if self.open {
            return self.close();
        }
        self.open = true;
        self.forget_stopped();
        self.ask(game, context)
    }

    /// Hides everything, and stops thinking about it.
    fn close(&mut self) -> Effect {
        self.open = false;
        self.hints.clear();
        self.hinted = None;
        self.wanted_hint = None;
        self.ladder.restart();
        self.scroll = 0;
        // A move that is being weighed has nothing to do with what is shown.
        match &self.asked {
            Some(asked) if asked.weighing.is_none() => self.stop(),
            _ => Effect::None,
        }
    }

    /// Gives a seat its next hint, as soon as the position is known.
    pub(crate) fn hint(&mut self, game: &dyn AnyMatch, seat: Seat, context: &mut Context<'_>) -> Effect {
        self.here = game.position();
        self.scroll = 0;
        self.forget_stopped();
        if self.current().is_some() {
            self.tell(seat);
            return Effect::None;
        }
        self.wanted_hint = Some(seat);
        self.ask(game, context)
    }

    /// Finds out what the position is worth without showing it; see [`Coach::analysis`].
    pub(crate) fn find_out(&mut self, game: &dyn AnyMatch, context: &mut Context<'_>) -> Effect {
        self.forget_stopped();
        self.wanted_quietly = true;
        self.ask(game, context)
    }

    /// Finds out what a move would change; see [`Coach::take_weighing`].
    pub(crate) fn weigh(
        &mut self,
        game: &dyn AnyMatch,
        seat: Seat,
        text: &str,
        context: &mut Context<'_>,
    ) -> Effect {
        self.here = game.position();
        self.weighed = None;
        self.wanted_weighing = Some(Wish { position: self.here.clone(), seat, text: text.to_owned() });
        self.ask(game, context)
    }

    /// The move that was weighed last, as it was given, with what it changes. Once taken it is gone.
    pub(crate) fn take_weighing(&mut self) -> Option<(String, Result<Weighing, Refusal>)> {
        self.weighed.take()
    }

    /// Shows the nimbers of the runs, or hides them.
    pub(crate) fn toggle_nimbers(&mut self) {
        self.nimbers = !self.nimbers;
    }

    /// Whether there is anything to draw.
    pub(crate) fn is_open(&self) -> bool {
        self.open || !self.hints.is_empty() || self.wanted_hint.is_some()
    }

    /// Whether somebody is thinking. Ticks are wanted meanwhile.
    pub(crate) fn is_thinking(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether somebody is thinking for so long that the panel offers to stop it.
    pub(crate) fn is_slow(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.spinner.is_slow() && !asked.stopped)
    }

    /// A moment has passed.
    pub(crate) fn tick(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.spinner.turn();
        }
    }

    /// Stops thinking. A move that was to be weighed is answered with [`Refusal::Stopped`].
    pub(crate) fn cancel(&mut self) -> Effect {
        self.wanted_hint = None;
        self.wanted_quietly = false;
        if let Some(wish) = self.wanted_weighing.take() {
            self.weighed = Some((wish.text, Err(Refusal::Stopped)));
        }
        self.stop()
    }

    /// What the moves are worth, to be drawn on the board; nothing unless the values are shown.
    pub(crate) fn values(&self, game: &dyn AnyMatch) -> Vec<Valued> {
        let found = self.found.as_ref().filter(|_| self.open);
        found
            .filter(|found| !found.values.is_empty() && found.position == game.position())
            .map_or_else(Vec::new, |found| found.values.clone())
    }

    /// What is known about the position, whether or not it is shown; or why nothing is.
    pub(crate) fn known(&self) -> Option<&Result<Analysis, Refusal>> {
        self.current().map(|found| &found.analysis)
    }

    /// What is known about the position, whether or not it is shown.
    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        self.known().and_then(|known| known.as_ref().ok())
    }

    /// Shows the reason of the move that one points at. Where both seats act nothing is shown: it would give away what
    /// one points at.
    pub(crate) fn look_at(&mut self, text: Option<&str>) {
        self.looked_at = match (self.analysis().map(|analysis| &analysis.moves), text) {
            (Some(Known::All(moves)), Some(text)) => moves.iter().position(|judged| judged.text == text),
            _ => None,
        };
    }

    fn current(&self) -> Option<&Found> {
        self.found.as_ref().filter(|found| found.position == self.here)
    }

    fn stop(&mut self) -> Effect {
        let Some(asked) = self.asked.as_mut().filter(|asked| !asked.stopped) else { return Effect::None };
        asked.stopped = true;
        Effect::Cancel(asked.ticket)
    }

    /// What was stopped is thought about again when it is asked for again.
    fn forget_stopped(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.stopped = false;
        }
        if self.found.as_ref().is_some_and(|found| found.analysis == Err(Refusal::Stopped)) {
            self.found = None;
        }
    }

    fn remember(&mut self, analysis: Result<Analysis, Refusal>, game: &dyn AnyMatch) {
        let values = analysis.as_ref().map_or_else(|_| Vec::new(), |analysis| values_of(analysis, game));
        self.found = Some(Found { position: self.here.clone(), analysis, values });
    }

    /// Says the next hint.
    fn tell(&mut self, seat: Seat) {
        let Some(found) = &self.found else { return };
        let said = match &found.analysis {
            Ok(analysis) => Hint::new(analysis, seat, self.ladder.climb(seat)).to_string(),
            Err(refusal) => refused(refusal),
        };
        if self.hinted != Some(seat) {
            self.hints.clear();
            self.hinted = Some(seat);
        }
        if self.hints.last() != Some(&said) {
            self.hints.push(said);
        }
    }

    /// Asks what is wanted most, if the adviser is there.
    fn ask(&mut self, game: &dyn AnyMatch, context: &mut Context<'_>) -> Effect {
        self.here = game.position();
        if self.adviser.is_none() {
            return Effect::None;
        }
        let wish = self.wanted_weighing.take().filter(|wish| wish.position == self.here);
        let is_wanted = self.open || self.wanted_hint.is_some() || self.wanted_quietly;
        let wants_analysis = is_wanted && self.current().is_none();
        if wish.is_none() && !wants_analysis {
            return Effect::None;
        }
        let Some(adviser) = self.adviser.take() else { return Effect::None };
        let (thought, weighing) = match wish {
            Some(Wish { seat, text, .. }) => {
                (Thought::Weigh(adviser, game.copy(), seat, text.clone()), Some(text))
            }
            None => (Thought::Analyse(adviser, game.copy()), None),
        };
        let (ticket, effect) = context.think(thought);
        let position = self.here.clone();
        self.asked = Some(Asked { ticket, position, weighing, stopped: false, spinner: Spinner::default() });
        effect
    }
}

fn values_of(analysis: &Analysis, game: &dyn AnyMatch) -> Vec<Valued> {
    let (Turn::Of(seat), Known::All(moves)) = (analysis.turn, &analysis.moves) else {
        let best = analysis.moves.best().zip(match analysis.turn {
            Turn::Of(seat) => Some(seat),
            Turn::Both | Turn::Over { .. } => None,
        });
        let valued = best.and_then(|(judged, seat)| valued(judged, seat, game));
        return valued.into_iter().collect();
    };
    moves.iter().filter_map(|judged| valued(judged, seat, game)).collect()
}

fn valued(judged: &numberline_table::Judged, seat: Seat, game: &dyn AnyMatch) -> Option<Valued> {
    let aim = game.aim(seat, &judged.text)?;
    Some(Valued { aim, outcome: judged.verdict.outcome, remoteness: judged.verdict.remoteness })
}
