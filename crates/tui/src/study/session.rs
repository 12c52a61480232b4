//! A record being looked at: where one stands, what is known, and what is being typed or tried.

use std::path::PathBuf;

use numberline_rules::{Seat, Turn};
use numberline_table::{Fraction, Known, Mixed, Record, ReviewError};

use super::Prompt;
use super::judged::Judged;
use super::moves::Columns;
use super::retry::{Retry, Tried};
use super::walk::{At, Walk};
use crate::board::Pointer;
use crate::coach::{Coach, refused};
use crate::effect::{Errand, Thought};
use crate::screen::{Context, Step};
use crate::spinner::Spinner;
use crate::{Answer, Effect, Event, Ticket};

/// A record being looked at.
pub(super) struct Session {
    pub(super) walk: Walk,
    pub(super) columns: Columns,
    pub(super) reviewing: Reviewing,
    pub(super) coach: Coach,
    pub(super) mode: Mode,
    pub(super) note: Option<Note>,
    /// Whether it is said what would have been better.
    pub(super) answers: bool,
    pub(super) pointer: Pointer,
    /// What Player 1 does, while Player 2's part of a branch is still to be chosen.
    pub(super) half: Option<String>,
    /// Whether the best move is to be played as soon as it is known.
    wants_best: bool,
    exporting: Option<(Ticket, String)>,
    /// A mistake that is tried again.
    pub(super) retry: Option<Retry>,
}

/// How far the review is.
pub(super) enum Reviewing {
    Thinking {
        ticket: Ticket,
        spinner: Spinner,
        stopped: bool,
    },
    Done(Judged),
    /// There is none, and why.
    Nothing(String),
}

/// What keys mean at the moment.
pub(super) enum Mode {
    /// They step through the match.
    Stepping,
    /// They point at a move.
    Pointing,
    /// They type a move.
    Typing(Prompt),
    /// They type the name of a file.
    Naming(Prompt),
}

/// What is to be told once.
pub(super) struct Note {
    pub(super) text: String,
    pub(super) is_warning: bool,
}

impl Session {
    pub(super) fn new(record: Record, context: &mut Context<'_>) -> Result<(Self, Effect), String> {
        let coach = Coach::new(record.game()).call(&record.tags.names);
        let columns = Columns::of(&record);
        let walk = Walk::new(record).map_err(|error| error.to_string())?;
        let mut session = Self {
            walk,
            columns,
            reviewing: Reviewing::Nothing(String::new()),
            coach,
            mode: Mode::Stepping,
            note: None,
            answers: false,
            pointer: Pointer::new(),
            half: None,
            wants_best: false,
            exporting: None,
            retry: None,
        };
        session.walk.end()?;
        session.look_at_last();
        let effect = session.review(context);
        Ok((session, effect))
    }

    /// Reviews the match from the beginning.
    pub(super) fn review(&mut self, context: &mut Context<'_>) -> Effect {
        if !matches!(self.reviewing, Reviewing::Nothing(_)) {
            return Effect::None;
        }
        let (ticket, effect) = context.think(Thought::Review(Box::new(self.walk.record().clone())));
        self.reviewing = Reviewing::Thinking { ticket, spinner: Spinner::default(), stopped: false };
        effect
    }

    pub(super) fn awaits(&self, ticket: Ticket) -> bool {
        let reviews = matches!(&self.reviewing, Reviewing::Thinking { ticket: own, .. } if *own == ticket);
        let exports = self.exporting.as_ref().is_some_and(|(own, _)| *own == ticket);
        reviews || exports || self.coach.awaits(ticket)
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.coach.is_thinking() || matches!(self.reviewing, Reviewing::Thinking { .. })
    }

    pub(super) fn is_typing(&self) -> bool {
        matches!(self.mode, Mode::Typing(_) | Mode::Naming(_))
    }

    pub(super) fn judged(&self) -> Option<&Judged> {
        match &self.reviewing {
            Reviewing::Done(judged) => Some(judged),
            Reviewing::Thinking { .. } | Reviewing::Nothing(_) => None,
        }
    }

    pub(super) fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step {
        match event {
            Event::Key(key) => self.key(key, context),
            Event::Mouse(mouse) => self.mouse(mouse, context),
            Event::Paste(text) => self.paste(&text),
            Event::Answer(ticket, answer) => self.answer(ticket, answer, context).into(),
            Event::Tick => {
                self.coach.tick();
                if let Reviewing::Thinking { spinner, .. } = &mut self.reviewing {
                    spinner.turn();
                }
                Step::STAY
            }
            Event::Resize { .. } | Event::Stop => Step::PASS,
        }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context<'_>) -> Effect {
        if self.coach.awaits(ticket) {
            let effect = self.coach.answer(ticket, answer, self.walk.game(), context);
            return effect.and(self.advised(context));
        }
        match (answer, &mut self.reviewing) {
            (Answer::Thinking { done, total }, Reviewing::Thinking { spinner, .. }) => {
                spinner.so_far(done, total);
            }
            (Answer::Reviewed(review), _) => self.reviewed(*review),
            (Answer::Written(result), _) => {
                let name = self.exporting.take().map(|(_, name)| name).unwrap_or_default();
                match result {
                    Ok(()) => self.say(format!("Written to {name}.")),
                    Err(reason) => self.warn(numberline_table::clean(&reason).into_owned()),
                }
            }
            _ => {}
        }
        Effect::None
    }

    fn reviewed(&mut self, review: Result<numberline_table::Review, ReviewError>) {
        self.reviewing = match review {
            Ok(review) => Reviewing::Done(Judged::new(review, self.last_turn())),
            Err(ReviewError::Stopped) => {
                Reviewing::Nothing("The review was stopped; r begins it again.".to_owned())
            }
            Err(error) => Reviewing::Nothing(format!("The moves cannot be judged: {error}.")),
        };
    }

    /// Who acts at the end of the match.
    fn last_turn(&self) -> Turn {
        match (self.walk.at(), self.walk.record().begin()) {
            (At::Main(ply), _) if ply == self.walk.length() => self.walk.game().turn(),
            (_, Ok(mut game)) => {
                let mut plies = self.walk.record().plies().iter();
                let _ = plies.try_for_each(|choices| game.play_turn_unseen(&choices.to_string()));
                game.turn()
            }
            (_, Err(_)) => Turn::Both,
        }
    }

    /// The coach has found something out.
    fn advised(&mut self, context: &mut Context<'_>) -> Effect {
        if let Some((text, weighing)) = self.coach.take_weighing() {
            return self.tried(&text, &weighing, context);
        }
        match self.coach.known() {
            Some(known) if self.wants_best => {
                if let Err(refusal) = known {
                    let said = refused(refusal);
                    self.wants_best = false;
                    self.warn(said);
                    return Effect::None;
                }
                self.play_best(context)
            }
            _ => Effect::None,
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.note = Some(Note { text: text.into(), is_warning: false });
    }

    pub(super) fn warn(&mut self, text: impl Into<String>) {
        self.note = Some(Note { text: text.into(), is_warning: true });
    }

    /// Goes somewhere, and everybody is told.
    pub(super) fn walk(
        &mut self,
        go: impl FnOnce(&mut Walk) -> Result<(), String>,
        context: &mut Context<'_>,
    ) -> Effect {
        self.note = None;
        if let Err(reason) = go(&mut self.walk) {
            self.warn(reason);
        }
        self.arrived(context)
    }

    /// One stands somewhere else now.
    fn arrived(&mut self, context: &mut Context<'_>) -> Effect {
        self.half = None;
        self.wants_best = false;
        self.pointer.lift();
        self.look_at_last();
        if let Mode::Pointing = self.mode {
            self.settle_pointer();
        }
        self.coach.moved(self.walk.game(), context)
    }

    fn look_at_last(&mut self) {
        let cells = self.walk.last().map(|ply| ply.after.cells.as_slice());
        let focus = cells.and_then(|cells| cells.get(cells.len() / 2)).map(|cell| cell.number);
        self.pointer.look_at(focus.unwrap_or_else(|| self.walk.game().extent().first));
    }

    /// Who chooses next in a branch, or tries again.
    pub(super) fn chooser(&self) -> Option<Seat> {
        match (&self.retry, self.walk.game().turn()) {
            (Some(retry), _) => Some(retry.seat),
            (None, Turn::Of(seat)) => Some(seat),
            (None, Turn::Both) if self.half.is_some() => Some(Seat::Two),
            (None, Turn::Both) => Some(Seat::One),
            (None, Turn::Over { .. }) => None,
        }
    }

    pub(super) fn settle_pointer(&mut self) {
        match self.chooser() {
            Some(seat) => self.pointer.settle(self.walk.game(), seat),
            None => self.mode = Mode::Stepping,
        }
    }

    /// Plays a move that was typed: a branch, or a try.
    pub(super) fn typed(&mut self, text: &str, context: &mut Context<'_>) -> Effect {
        match (self.retry.is_some(), self.walk.game().turn()) {
            (false, Turn::Both) if text.contains('/') => self.branch(text, context),
            _ => self.choose(text, context),
        }
    }

    /// Chooses a seat's move: a branch, half of one, or a try.
    pub(super) fn choose(&mut self, text: &str, context: &mut Context<'_>) -> Effect {
        let Some(seat) = self.chooser() else {
            self.warn("The game is over.");
            return Effect::None;
        };
        if let Err(reason) = self.walk.game().check(seat, text) {
            self.warn(reason.to_string());
            return Effect::None;
        }
        if self.retry.is_some() {
            self.note = None;
            return self.coach.weigh(self.walk.game(), seat, text, context);
        }
        match (self.walk.game().turn(), self.half.take()) {
            (Turn::Both, None) => {
                self.half = Some(text.to_owned());
                self.pointer.lift();
                self.settle_pointer();
                let name = Seat::Two.of(&self.walk.record().tags.names);
                self.say(format!("And {name}?"));
                Effect::None
            }
            (Turn::Both, Some(half)) => self.branch(&format!("{half}/{text}"), context),
            _ => self.branch(text, context),
        }
    }

    /// Plays a finished turn.
    fn branch(&mut self, text: &str, context: &mut Context<'_>) -> Effect {
        match self.walk.play(text) {
            Ok(()) => {
                self.note = None;
                self.arrived(context)
            }
            Err(reason) => {
                self.warn(reason.to_string());
                Effect::None
            }
        }
    }

    /// Plays the best move, as soon as it is known; where both act, what each most often plays at its best.
    pub(super) fn play_best(&mut self, context: &mut Context<'_>) -> Effect {
        if let Turn::Over { .. } = self.walk.game().turn() {
            self.wants_best = false;
            self.warn("The game is over.");
            return Effect::None;
        }
        let Some(analysis) = self.coach.analysis() else {
            self.wants_best = true;
            return self.coach.find_out(self.walk.game(), context);
        };
        let best = match &analysis.moves {
            Known::Mix(mixes) => {
                let [one, two] = mixes.each_ref().map(|mix| likeliest(mix));
                one.zip(two).map(|(one, two)| format!("{one}/{two}"))
            }
            moves => moves.best().map(|best| best.text.clone()),
        };
        self.wants_best = false;
        match best {
            Some(text) => self.branch(&text, context),
            None => Effect::None,
        }
    }

    /// Stops whatever is being thought about; none if nothing is.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        if self.coach.is_thinking() {
            self.wants_best = false;
            return Some(self.coach.cancel());
        }
        match &mut self.reviewing {
            Reviewing::Thinking { ticket, stopped, .. } if !*stopped => {
                *stopped = true;
                Some(Effect::Cancel(*ticket))
            }
            _ => None,
        }
    }

    /// Tries the next mistake again.
    pub(super) fn begin_retry(&mut self, context: &mut Context<'_>) -> Effect {
        let after = match &self.retry {
            Some(retry) => retry.ply + 1,
            // Whoever has just seen a mistake wants to try that one.
            None => self.walk.ply().saturating_sub(1),
        };
        let Some(judged) = self.judged() else {
            self.warn("The moves have not been judged yet.");
            return Effect::None;
        };
        let Some(retry) = judged.next_mistake(after).and_then(Retry::new) else {
            self.say("There is no mistake to try again.");
            return Effect::None;
        };
        let ply = retry.ply;
        self.retry = Some(retry);
        self.answers = false;
        self.walk(|walk| walk.leave_branch().and_then(|_| walk.go(At::Main(ply))), context)
    }

    fn tried(
        &mut self,
        text: &str,
        weighing: &Result<numberline_table::Weighing, numberline_table::Refusal>,
        context: &mut Context<'_>,
    ) -> Effect {
        let Some(retry) = &mut self.retry else { return Effect::None };
        match retry.take(weighing) {
            Tried::Wrong(said) => {
                self.warn(said);
                Effect::None
            }
            Tried::Right(said) => {
                self.retry = None;
                // Where both act, one move alone is no ply yet.
                let effect = match self.walk.game().turn() {
                    Turn::Both => Effect::None,
                    _ => self.branch(text, context),
                };
                self.say(said);
                effect
            }
        }
    }

    /// Gives up on a mistake.
    pub(super) fn give_up(&mut self) {
        if let Some(retry) = self.retry.take() {
            self.say(retry.answer());
        }
    }

    /// Writes the record to a file.
    pub(super) fn export(&mut self, name: &str, context: &mut Context<'_>) -> Effect {
        if name.is_empty() {
            self.warn("A file needs a name.");
            return Effect::None;
        }
        let record = Box::new(self.walk.record().clone());
        let (ticket, effect) = context.run(Errand::Export(PathBuf::from(name), record));
        self.exporting = Some((ticket, name.to_owned()));
        effect
    }
}

/// The move that a mix plays most often; the first of several.
fn likeliest(mix: &[Mixed]) -> Option<String> {
    let mut best: Option<(&Mixed, &Fraction)> = None;
    for mixed in mix {
        if best.is_none_or(|(_, most)| mixed.probability > *most) {
            best = Some((mixed, &mixed.probability));
        }
    }
    best.map(|(mixed, _)| mixed.text.clone())
}
