//! A classroom: a sheet with a board, a question and replies. Lessons, puzzles, drills and predictions all look like this.

mod keys;
mod view;

use std::time::Duration;

use numberline_learn::Attempt;
use numberline_rules::Seat;
use numberline_table::{Adviser, AnyGame, AnyMatch, Name, Ply, catalog, find};
use ratatui::layout::Rect;

use super::class::{Class, Lesson, More, Over, Plan, Request, Said, Sheet, Taught};
use crate::bench::{Bench, Benched};
use crate::coach::Coach;
use crate::effect::{Errand, Thought};
use crate::keys::KeyHelp;
use crate::note::Note;
use crate::page::{Mouse, Page, Spot};
use crate::pending::Pending;
use crate::screen::{Context, Go, Screen, Step};
use crate::setup::SetupScreen;
use crate::{Answer, Effect, Look, Role, Ticket};

/// A classroom.
pub(crate) struct Classroom {
    /// The class; none while it works in the background.
    class: Option<Box<Class>>,
    working: Pending<()>,
    keeping: Pending<()>,
    title: String,
    sheet: Sheet,
    /// The position that the question is about; the last one where there is none.
    at: Box<dyn AnyMatch>,
    /// The last turn that was played on the board.
    last: Option<Ply>,
    /// The board after a wrong move and the reply that punishes it, with that reply.
    punished: Option<(Box<dyn AnyMatch>, Ply)>,
    /// What was said on this sheet.
    lines: Vec<(String, Role)>,
    /// Whether there is nothing more to do on this sheet.
    done: bool,
    over: Option<Over>,
    /// The chosen one of a few answers.
    choice: usize,
    bench: Bench,
    /// How a run goes, and how long it still lasts.
    score: Option<String>,
    time_left: Option<Duration>,
    /// By how many rows the text is scrolled.
    scrolled: i32,
}

impl Classroom {
    /// Opens a classroom, with its first sheet on the way.
    pub(crate) fn open(class: Class, context: &mut Context) -> Step {
        let Some(game) = catalog().into_iter().next() else { return Step::STAY };
        match game.start(&game.book_settings(), Seat::One) {
            Ok(at) => Step::opening(Self::new(class, game, at, context)),
            Err(_) => Step::STAY,
        }
    }

    /// A classroom for a lesson.
    pub(crate) fn of_lesson(lesson: Lesson, context: &mut Context) -> Step {
        let class = Class::new(Plan::Lesson(lesson), &context.cache);
        Self::open(class, context)
    }

    /// Asks what is about to be shown about these positions of a game.
    pub(crate) fn predicting(positions: Vec<Box<dyn AnyMatch>>, context: &mut Context) -> Step {
        let Some(game) = positions.first().and_then(|at| find(at.info().slug)) else { return Step::STAY };
        let short = positions.len() > 1;
        let plan = Plan::Predictions { game, positions: positions.into(), scores: Vec::new(), short };
        Self::open(Class::new(plan, &context.cache), context)
    }

    fn new(
        class: Class,
        game: &'static dyn AnyGame,
        at: Box<dyn AnyMatch>,
        context: &mut Context,
    ) -> (Self, Effect) {
        let coach = coach_of(game, context);
        let mut room = Self {
            title: class.title(),
            score: class.score(),
            time_left: class.time_left(),
            class: Some(Box::new(class)),
            working: Pending::default(),
            keeping: Pending::default(),
            sheet: Sheet::default(),
            at,
            last: None,
            punished: None,
            lines: Vec::new(),
            done: false,
            over: None,
            choice: 0,
            bench: Bench::new(coach, ""),
            scrolled: 0,
        };
        let effect = room.request(Request::Next, context);
        (room, effect)
    }

    /// Asks the class for something. Nothing else can be asked until it answers.
    fn request(&mut self, request: Request, context: &mut Context) -> Effect {
        let Some(class) = self.class.take() else { return Effect::None };
        self.bench.note = Note::default();
        self.working.ask((), Thought::Teach(class, request), context)
    }

    fn taught(&mut self, taught: Taught, context: &mut Context) -> Step {
        let Taught { class, said, keep } = taught;
        (self.score, self.time_left) = (class.score(), class.time_left());
        self.class = Some(class);
        let effect = self.keep(keep, context);
        match said {
            Said::Sheet(sheet) => self.take_sheet(*sheet, context),
            Said::More(more) => self.take_more(more),
            Said::Over(over) if over.at_once => return Step { go: Go::Back, effect },
            Said::Over(over) => {
                self.sheet = Sheet { heading: self.title.clone(), ..Sheet::default() };
                self.lines = over.lines.iter().map(|line| (line.clone(), Role::Strong)).collect();
                (self.done, self.punished, self.over) = (true, None, Some(over));
            }
        }
        effect.into()
    }

    fn keep(&mut self, attempts: Vec<Attempt>, context: &mut Context) -> Effect {
        if attempts.is_empty() {
            return Effect::None;
        }
        self.keeping.ask((), Errand::Learn(attempts), context)
    }

    fn take_sheet(&mut self, mut sheet: Sheet, context: &mut Context) {
        if let Some(at) = sheet.board.take() {
            if let Some(game) = find(at.info().slug).filter(|_| at.info().slug != self.at.info().slug) {
                self.bench.coach = coach_of(game, context);
            }
            self.at = at.copy();
            sheet.board = Some(at);
        }
        self.done = sheet.ask.is_none();
        self.sheet = sheet;
        self.lines.clear();
        (self.choice, self.scrolled) = (0, 0);
        (self.last, self.punished) = (None, None);
        self.bench.pointer = crate::board::Pointer::default();
        self.bench.pointer.focus = self.at.extent().first;
    }

    fn take_more(&mut self, more: More) {
        let More { lines, board, punished, played, done, ask } = more;
        self.lines.extend(lines);
        self.done |= done;
        self.scrolled = 0;
        self.punished = shown_after(&*self.at, &punished);
        if let Some(board) = board {
            self.last = shown_after(&*self.at, &played).map(|(_, ply)| ply);
            self.at = board;
            self.bench.pointer.lift();
        }
        if let Some((ask, task)) = ask {
            self.sheet.ask = Some(ask);
            self.sheet.task = Some(task);
            self.choice = 0;
        }
    }

    /// The few words that can be answered, where there are only a few.
    fn choices(&self) -> &'static [&'static str] {
        match self.sheet.task {
            Some(task) if self.is_asking() => task.choices(&*self.at),
            _ => &[],
        }
    }

    /// Whether a question is open and the class is there to take the answer.
    fn is_asking(&self) -> bool {
        !self.done && self.sheet.ask.is_some() && self.class.is_some()
    }

    fn answer_with(&mut self, text: &str, context: &mut Context) -> Effect {
        if self.is_asking() { self.request(Request::Answer(text.to_owned()), context) } else { Effect::None }
    }

    /// A player who has just finished a lesson may try it against the player whose belief it refutes.
    fn play_rival(&mut self, context: &mut Context) -> Step {
        let versus = self.over.as_ref().and_then(|over| over.versus.as_ref());
        match (versus, find(self.at.info().slug)) {
            (Some(versus), Some(game)) => Step::opening(SetupScreen::against(game, versus, context)),
            _ => Step::STAY,
        }
    }

    /// The next lesson, or out.
    fn go_on(&mut self, context: &mut Context) -> Step {
        match self.over.as_mut().map(|over| over.next.take()) {
            Some(Some(lesson)) => {
                let Step { go, effect } = Self::of_lesson(lesson, context);
                let go = if let Go::Open(screen) = go { Go::Replace(screen) } else { Go::Back };
                Step { go, effect }
            }
            Some(None) => Step::BACK,
            None => self.request(Request::Next, context).into(),
        }
    }

    fn leave(&mut self, context: &mut Context) -> Step {
        let keep = self.class.as_mut().map(|class| class.leave()).unwrap_or_default();
        let effect = self.working.stop().and(self.keep(keep, context));
        Step { go: Go::Back, effect }
    }
}

/// The board after some turns, and the last of them.
fn shown_after(at: &dyn AnyMatch, turns: &[String]) -> Option<(Box<dyn AnyMatch>, Ply)> {
    let (last, before) = turns.split_last()?;
    let mut next = at.copy();
    for turn in before {
        next.play_turn(turn).ok()?;
    }
    let ply = next.preview(last).ok()?;
    next.play_turn(last).ok()?;
    Some((next, ply))
}

/// A coach who is never asked: every board has one.
fn coach_of(game: &'static dyn AnyGame, context: &Context) -> Coach {
    Coach::new(Adviser::new(game, &context.cache), &Name::of_both_seats())
}

impl Screen for Classroom {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn takes_letters(&self) -> bool {
        self.bench.prompt().is_some()
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        if self.punished.is_none()
            && let Some(step) = self.use_mouse(mouse, context)
        {
            return step;
        }
        match mouse {
            Mouse::Click(Spot::Item(place)) => match self.choices().get(place) {
                Some(word) => self.answer_with(word, context).into(),
                None => Step::STAY,
            },
            Mouse::Click(_) if self.punished.is_some() => self.try_again(),
            Mouse::Wheel(by, _) => self.scroll_text(by),
            _ => Step::STAY,
        }
    }

    fn paste(&mut self, text: &str) {
        self.take_paste(text);
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context) -> Step {
        match answer {
            Answer::Thinking { done, total } => self.working.advance(ticket, done, total),
            Answer::Taught(taught) if self.working.take(ticket).is_some() => {
                return self.taught(*taught, context);
            }
            Answer::Written(Err(reason)) if self.keeping.take(ticket).is_some() => {
                let reason = numberline_table::clean(&reason).into_owned();
                self.bench.note = Note::warning(Attempt::not_kept(&reason));
            }
            _ => {}
        }
        Step::STAY
    }

    fn pass_moment(&mut self, _: &mut Context) -> Effect {
        self.working.tick();
        if let Some(class) = &self.class {
            self.time_left = class.time_left();
        }
        Effect::None
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        self.draw_all(page, area, look);
    }

    fn signs(&self, look: &Look) -> Vec<KeyHelp> {
        if self.sheet.board.is_some() { self.board_signs(look) } else { Vec::new() }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.working.awaits(ticket) || self.keeping.awaits(ticket)
    }

    fn tick(&self) -> Option<Duration> {
        const TURN: Duration = Duration::from_millis(120);
        const SECOND: Duration = Duration::from_secs(1);
        match self.working.is_some() {
            true => Some(TURN),
            false => self.time_left.filter(|_| self.over.is_none()).map(|_| SECOND),
        }
    }
}
