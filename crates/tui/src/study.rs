//! An analysis of a match: step through it, branch off, see what each move was worth.

mod branch;
mod keys;
mod layout;
mod moves;
mod retry;
mod story;
#[cfg(test)]
mod tests;
mod view;

use std::time::Duration;

use numberline_learn::{Exercise, Misconception, Trainer, Walk};
use numberline_rules::{Seat, Turn};
use numberline_table::{Adviser, Point, Record, ReplayError, Review, ReviewError, SolveError, Weighing};
use ratatui::layout::Rect;

use crate::bench::{Bench, Benched};
use crate::coach::Coach;
use crate::effect::Thought;
use crate::keys::{KeyHelp, TakesKeys};
use crate::learn::Classroom;
use crate::note::Note;
use crate::page::{Mouse, Page, Spot};
use crate::pending::Pending;
use crate::screen::{Context, Screen, Step};
use crate::{Answer, Effect, Look, Setting, Ticket};
use moves::Columns;

/// An analysis of a match.
pub(crate) struct Study {
    walk: Walk,
    columns: Columns,
    /// What the moves were worth, or why that is unknown.
    judged: Result<Judged, String>,
    reviewing: Pending<()>,
    bench: Bench,
    /// Whether the keys point at a move; else they step through the match.
    is_pointing: bool,
    /// Whether the better moves are shown.
    answers: bool,
    /// Player 1's choice, while Player 2's part of a branch is still missing.
    half: Option<String>,
    /// Play the best move as soon as it is known.
    best: Pending<()>,
    /// Whether a mistake is being retried.
    retrying: bool,
    /// A move that is tried instead of the mistake.
    trying: Pending<String>,
    /// What each position is worth is predicted before it is shown.
    veil: Veil,
}

/// Whether the values are still to be predicted.
enum Veil {
    /// They are shown as soon as they are known.
    Off,
    /// They are not shown before the player has predicted them, or does not want to.
    On,
    /// They are known and wait for that.
    Over(Box<Reviewed>),
    /// They are being predicted.
    Lifting(Box<Reviewed>),
}

/// The result of a review.
struct Judged {
    review: Review,
    /// What each position is worth.
    points: Vec<Point>,
    /// The mistakes, to be retried.
    trainer: Trainer,
    /// The misconceptions behind them.
    beliefs: Vec<Misconception>,
}

/// The result of a review, before it is shown.
type Reviewed = Result<(Review, Vec<Misconception>), ReviewError>;

impl Judged {
    /// What is known about the moves of a ply.
    fn moves(&self, ply: usize) -> Option<&Result<Vec<(Seat, Weighing)>, SolveError>> {
        self.review.plies.get(ply).map(|ply| &ply.moves)
    }
}

impl Study {
    /// Analyses a record, whether or not its match has ended. The review of its moves runs in the background.
    pub(crate) fn new(record: Record, context: &mut Context) -> Result<(Self, Effect), ReplayError> {
        let coach = Coach::new(Adviser::new(record.game(), &context.cache), &record.tags.names);
        let mut study = Self {
            columns: Columns::of(&record),
            bench: Bench::new(coach, ""),
            walk: Walk::new(record)?,
            judged: Err(String::new()),
            reviewing: Pending::default(),
            is_pointing: false,
            answers: false,
            half: None,
            best: Pending::default(),
            retrying: false,
            trying: Pending::default(),
            veil: if context.preferences.is_on(Setting::Predict) { Veil::On } else { Veil::Off },
        };
        study.look_at_last();
        let effect = study.review(context);
        Ok((study, effect))
    }

    /// Reviews the match from the beginning.
    fn review(&mut self, context: &mut Context) -> Effect {
        let record = Box::new(self.walk.record().clone());
        self.judged = Err(String::new());
        self.reviewing.ask((), Thought::Review(record, context.cache.clone()), context)
    }

    /// The values are known: they are shown, unless they are to be predicted first.
    fn learn_values(&mut self, review: Reviewed) {
        if matches!(self.veil, Veil::On) && review.is_ok() {
            self.veil = Veil::Over(Box::new(review));
            let [predict, show] = ["predict", "show the values"].map(|does| self.key_to(does));
            self.judged = Err(format!(
                "{predict} asks you who wins in each position; {show} shows the values at once."
            ));
            return;
        }
        self.reviewed(review);
    }

    fn is_veiled(&self) -> bool {
        matches!(self.veil, Veil::Over(_))
    }

    /// Shows the values.
    fn unveil(&mut self) {
        if let Veil::Over(review) | Veil::Lifting(review) = std::mem::replace(&mut self.veil, Veil::Off) {
            self.reviewed(*review);
        }
    }

    /// Asks who wins in each position of the match.
    fn predict(&mut self, context: &mut Context) -> Step {
        if let Veil::Over(review) = std::mem::replace(&mut self.veil, Veil::Off) {
            self.veil = Veil::Lifting(review);
        }
        let record = self.walk.record();
        let positions = (0..record.plies().len()).filter_map(|ply| record.resumed_at(ply).ok()).collect();
        Classroom::predicting(positions, context)
    }

    /// Opens or closes the coach. A player who wants to predict is asked before the values are shown.
    fn turn_coach(&mut self, context: &mut Context) -> Step {
        let opens = !self.bench.coach.is_open() && context.preferences.is_on(Setting::Predict);
        let effect = self.bench.coach.toggle(self.walk.game(), context);
        if !opens {
            return effect.into();
        }
        let Step { go, effect: asked } = Classroom::predicting(vec![self.walk.game().copy()], context);
        Step { go, effect: effect.and(asked) }
    }

    fn reviewed(&mut self, review: Reviewed) {
        let record = self.walk.record();
        self.judged = match review {
            Ok((review, beliefs)) => {
                let end = record.replayed().map_or(Turn::Both, |game| game.turn());
                let (points, trainer) = (review.chart(end), Trainer::new(record, &review));
                Ok(Judged { review, points, trainer, beliefs })
            }
            Err(ReviewError::Stopped) => {
                Err(format!("The review was stopped; {} restarts it.", self.key_to("review")))
            }
            Err(error) => Err(format!("The moves cannot be judged: {error}.")),
        };
    }

    /// The mistake that is being retried.
    fn exercise(&self) -> Option<&Exercise> {
        self.judged.as_ref().ok().filter(|_| self.retrying)?.trainer.current()
    }

    /// Whether the position is being analysed.
    fn is_thinking(&self) -> bool {
        self.bench.coach.thinking.is_some() || self.best.is_some() || self.trying.is_some()
    }

    fn say(&mut self, text: impl Into<String>) -> Effect {
        self.bench.note = Note::said(text);
        Effect::None
    }

    fn warn(&mut self, text: impl Into<String>) -> Effect {
        self.bench.note = Note::warning(text);
        Effect::None
    }

    /// Goes somewhere, and tells all parts.
    fn walk(
        &mut self,
        go: impl FnOnce(&mut Walk) -> Result<(), ReplayError>,
        context: &mut Context,
    ) -> Effect {
        self.bench.note = Note::default();
        if let Err(error) = go(&mut self.walk) {
            self.warn(error.to_string());
        }
        self.arrived(context)
    }

    /// The current position has changed. Answers about the last one are dropped.
    fn arrived(&mut self, context: &mut Context) -> Effect {
        self.half = None;
        let stopped = self.best.stop().and(self.trying.stop());
        self.bench.pointer.lift();
        self.look_at_last();
        if self.is_pointing {
            self.settle_pointer();
        }
        stopped.and(self.bench.coach.moved(self.walk.game(), context))
    }

    fn look_at_last(&mut self) {
        let cells = self.walk.last().map(|ply| ply.after.cells.as_slice());
        let focus = cells.and_then(|cells| cells.get(cells.len() / 2)).map(|cell| cell.number);
        self.bench.pointer.focus = focus.unwrap_or_else(|| self.walk.game().extent().first);
    }

    /// Stops all thoughts about the position.
    fn stop_thinking(&mut self) -> Step {
        self.bench.coach.cancel().and(self.best.stop()).and(self.trying.stop()).into()
    }

    fn stop_review(&mut self) -> Step {
        let stopped = self.reviewing.stop();
        self.reviewed(Err(ReviewError::Stopped));
        stopped.into()
    }
}

impl Screen for Study {
    fn title(&self) -> String {
        format!("Analysis of {}", self.walk.record().game().info().title)
    }

    fn takes_letters(&self) -> bool {
        self.bench.prompt().is_some()
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        if let Some(step) = self.use_mouse(mouse, context) {
            return step;
        }
        match mouse {
            _ if self.retrying || self.takes_letters() => Effect::None,
            Mouse::Wheel(-1, _) => self.walk(|walk| walk.back(1), context),
            Mouse::Wheel(..) => self.walk(|walk| walk.forward(1), context),
            Mouse::Click(Spot::At(at)) => self.walk(|walk| walk.go(at), context),
            _ => Effect::None,
        }
        .into()
    }

    fn paste(&mut self, text: &str) {
        self.take_paste(text);
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context) -> Step {
        match answer {
            Answer::Thinking { done, total } => {
                self.bench.coach.thinking.advance(ticket, done, total);
                self.reviewing.advance(ticket, done, total);
            }
            Answer::Analysed(known) if self.best.take(ticket).is_some() => {
                return self.play_known(known, context).into();
            }
            Answer::Analysed(known) => {
                return self.bench.coach.answer(ticket, known, self.walk.game(), context).into();
            }
            Answer::Weighed(weighing) => return self.tried(ticket, weighing, context).into(),
            Answer::Reviewed(review) if self.reviewing.take(ticket).is_some() => self.learn_values(review),
            Answer::Written(written) => self.bench.exported(ticket, &written),
            _ => {}
        }
        Step::STAY
    }

    fn pass_moment(&mut self, _: &mut Context) -> Effect {
        self.bench.coach.thinking.tick();
        self.reviewing.tick();
        Effect::None
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        self.draw_all(page, area, look);
    }

    fn signs(&self, look: &Look) -> Vec<KeyHelp> {
        self.board_signs(look)
    }

    /// The predictions are over.
    fn seen_again(&mut self, _: &mut Context) -> Effect {
        if let Veil::Lifting(_) = self.veil {
            self.unveil();
        }
        Effect::None
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.bench.awaits(ticket)
            || self.reviewing.awaits(ticket)
            || self.best.awaits(ticket)
            || self.trying.awaits(ticket)
    }

    fn tick(&self) -> Option<Duration> {
        const TURN: Duration = Duration::from_millis(120);
        (self.is_thinking() || self.reviewing.is_some()).then_some(TURN)
    }
}
