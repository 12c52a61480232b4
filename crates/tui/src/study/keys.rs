//! Keys and mouse in an analysis.

use crossterm::event::KeyEvent;
use numberline_learn::{Place, Walk};
use numberline_rules::{Seat, Span, Turn};
use numberline_table::{AnyMatch, Record};
use ratatui::layout::Rect;

use super::Study;
use crate::bench::{Bench, Benched};
use crate::board::Towards;
use crate::keys::{Binding, KeyTable, Keyed, bind};
use crate::screen::{Context, Step};
use crate::{Effect, coach};

/// How many plies a page is.
const PAGE: usize = 10;

/// While stepping through a match, pointing at a move, or retrying a mistake.
const KEYS: &[Binding<Study>] = &[
    bind("Backspace", "leave the branch", Study::has_branch, |it, _, at| it.leave_branch(at)),
    bind("← h", "point at a move", Study::can_point, |it, _, at| it.point(Towards::Left, at)),
    bind("→ l", "point at a move", Study::can_point, |it, _, at| it.point(Towards::Right, at)),
    bind("Enter Space", "play it", Study::can_point, |it, _, at| it.play_pointed(at).into()),
    bind("← ↑ h k", "step", Study::is_stepping, |it, _, at| it.walk(|walk| walk.back(1), at).into()),
    bind("→ ↓ l j", "step", Study::is_stepping, |it, _, at| it.walk(|walk| walk.forward(1), at).into()),
    bind("Space", "best move", Study::is_stepping, |it, _, at| it.play_best(at).into()),
    bind("Tab Enter", "point at a move", |it| !it.can_point(), |it, _, _| it.begin_pointing()),
    bind("0-9 :", "type a move", |it| it.retrying, Study::begin_move),
    bind("v", "show the answer", |it| it.retrying, |it, _, _| it.give_up()),
    bind("e", "next mistake", |it| it.retrying, |it, _, at| it.begin_retry(at).into()),
    bind("f", "predict", Study::is_veiled, |it, _, at| it.predict(at)),
    bind("v", "show the values", Study::is_veiled, |it, _, _| it.lift_veil()),
    bind(coach::SHOW, "coach", Study::is_reading, |it, _, at| it.turn_coach(at)),
    bind("m", "next, previous mistake", Study::is_reading, |it, _, at| it.walk_to_mistake(true, at).into()),
    bind("M", "next, previous mistake", Study::is_reading, |it, _, at| it.walk_to_mistake(false, at).into()),
    bind("v", "better moves", Study::is_reading, |it, _, _| it.turn_answers()),
    bind("e", "retry a mistake", Study::is_reading, |it, _, at| it.begin_retry(at).into()),
    bind("s", Study::SAVE, Study::is_reading, |it, _, _| it.begin_saving()),
];

/// The same, after the keys that point.
const MORE: &[Binding<Study>] = &[
    bind("Home g", "start, end", Study::is_stepping, |it, _, at| it.walk(Walk::start, at).into()),
    bind("End G", "start, end", Study::is_stepping, |it, _, at| it.walk(Walk::end, at).into()),
    bind("PgUp", "ten turns", Study::is_stepping, |it, _, at| it.walk(|walk| walk.back(PAGE), at).into()),
    bind("PgDn", "ten turns", Study::is_stepping, |it, _, at| it.walk(|walk| walk.forward(PAGE), at).into()),
    bind("0-9 :", "type a move", Study::is_reading, Study::begin_move),
    bind("F5", "review", Study::can_review, |it, _, at| it.review(at).into()),
    // Esc leaves the innermost state first.
    bind("Esc", "back to stepping", Study::can_point, |it, _, _| it.stop_pointing()),
    bind(coach::STOP, "stop thinking", Study::is_thinking, |it, _, _| it.stop_thinking()),
    bind("Esc", "stop the retry", |it| it.retrying, |it, _, _| it.stop_retry()),
    bind("Esc", "leave the branch", Study::is_on_branch, |it, _, at| it.leave_branch(at)),
    bind("Esc", "stop the review", |it| it.reviewing.is_some(), |it, _, _| it.stop_review()),
];

impl Keyed for Study {
    fn table(&self) -> impl KeyTable<Self> {
        let tables: [&[_]; 5] = match self.bench.prompt() {
            Some(_) => [Self::TYPING, &[], &[], &[], &[]],
            None => [KEYS, Self::POINTING, Self::COACHING, Self::COPYING, MORE],
        };
        tables.into_iter().flatten()
    }

    fn other_key(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        self.type_on(key, context)
    }
}

impl Study {
    fn is_stepping(&self) -> bool {
        !self.retrying && !self.can_point()
    }

    fn lift_veil(&mut self) -> Step {
        self.unveil();
        Step::STAY
    }

    fn has_branch(&self) -> bool {
        self.is_reading() && self.walk.branch().is_some()
    }

    fn is_on_branch(&self) -> bool {
        matches!(self.walk.at(), Place::Branch(_))
    }

    fn can_review(&self) -> bool {
        self.is_reading() && !self.reviewing.is_some() && self.judged.is_err() && !self.is_veiled()
    }

    fn leave_branch(&mut self, context: &mut Context) -> Step {
        self.walk(Walk::leave_branch, context).into()
    }

    fn is_reading(&self) -> bool {
        !self.retrying
    }

    fn turn_answers(&mut self) -> Step {
        self.answers = !self.answers;
        Step::STAY
    }

    fn stop_pointing(&mut self) -> Step {
        self.is_pointing = false;
        self.bench.pointer.lift();
        self.half = None;
        Step::STAY
    }

    fn begin_pointing(&mut self) -> Step {
        self.is_pointing = true;
        self.settle_pointer();
        Step::STAY
    }
}

impl Benched for Study {
    fn bench(&self) -> &Bench {
        &self.bench
    }

    fn bench_mut(&mut self) -> &mut Bench {
        &mut self.bench
    }

    fn at(&self) -> &dyn AnyMatch {
        self.walk.game()
    }

    fn records(&self) -> Vec<Record> {
        vec![self.walk.record().clone()]
    }

    /// Who chooses next in a branch, or retries.
    fn pointing(&self) -> Option<Seat> {
        match (self.exercise(), self.walk.game().turn()) {
            (Some(exercise), _) => Some(exercise.seat),
            (None, Turn::Of(seat)) => Some(seat),
            (None, Turn::Both) if self.half.is_some() => Some(Seat::Two),
            (None, Turn::Both) => Some(Seat::One),
            (None, Turn::Over { .. }) => None,
        }
    }

    fn can_point(&self) -> bool {
        self.is_pointing
    }

    fn is_armed(&self) -> bool {
        self.is_pointing
    }

    fn arm(&mut self, armed: bool) {
        self.is_pointing = armed;
    }

    fn play_typed(&mut self, text: &str, context: &mut Context) -> Effect {
        match (self.retrying, self.walk.game().turn()) {
            (false, Turn::Both) if text.contains('/') => self.branch(text, context),
            _ => self.choose(text, context),
        }
    }

    fn play_pointed(&mut self, context: &mut Context) -> Effect {
        self.pointed().map_or(Effect::None, |text| self.choose(&text, context))
    }

    fn window(&self, area: Rect) -> Span {
        self.board(None).window(self.places(area).board)
    }

    fn coach_area(&self, area: Rect) -> Rect {
        self.places(area).coach
    }

    /// The coach is silent while a mistake is retried.
    fn shows_coach(&self) -> bool {
        self.bench.coach.is_open() && !self.retrying
    }

    fn point(&mut self, towards: Towards, context: &mut Context) -> Step {
        if let Some(seat) = self.pointing() {
            self.move_pointer(towards, seat, context.area);
        }
        Step::STAY
    }
}
