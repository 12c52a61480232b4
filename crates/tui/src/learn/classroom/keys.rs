//! Keys and mouse in a classroom.

use crossterm::event::{KeyCode, KeyEvent};
use numberline_rules::{Seat, Span};
use numberline_table::{AnyMatch, Record};
use ratatui::layout::Rect;

use super::Classroom;
use crate::Effect;
use crate::bench::{Bench, Benched};
use crate::board::Towards;
use crate::keys::{Binding, KeyTable, Keyed, always, bind};
use crate::learn::Request;
use crate::screen::{Context, Step};

/// While something is to be done, or there is something to read.
const KEYS: &[Binding<Classroom>] = &[
    bind("Enter Space Backspace", "try again", Classroom::is_punished, |room, _, _| room.try_again()),
    bind("Enter Space", "next", Classroom::can_go_on, |room, _, context| room.go_on(context)),
    bind("← h", "choose", Classroom::has_choices, |room, _, _| room.choose(-1)),
    bind("→ l", "choose", Classroom::has_choices, |room, _, _| room.choose(1)),
    bind("Enter Space", "answer", Classroom::has_choices, |room, _, context| room.take_choice(context)),
    bind("← h", "point", Classroom::can_point, |room, _, context| room.point(Towards::Left, context)),
    bind("→ l", "point", Classroom::can_point, |room, _, context| room.point(Towards::Right, context)),
    bind("Enter Space", "answer", Classroom::can_point, |room, _, context| room.play_pointed(context).into()),
    bind("0-9 + - :", "type a move", Classroom::takes_move, |room, key, context| {
        room.punished = None;
        room.begin_move(key, context)
    }),
    bind("0-9 Enter :", "type an answer", Classroom::takes_text, |room, key, context| {
        room.begin_text(key, context)
    }),
    bind("t", "tip", Classroom::is_asking, |room, _, at| room.request(Request::Hint, at).into()),
    bind("v", "show the answer", Classroom::is_asking, |room, _, at| room.request(Request::Show, at).into()),
    bind("i", "skip", Classroom::is_asking, |room, _, at| room.request(Request::Next, at).into()),
    bind("z", "play a match", Classroom::has_rival, |room, _, at| room.play_rival(at)),
];

/// The same, after the keys that point.
const MORE: &[Binding<Classroom>] = &[
    bind("[", "scroll the text", always, |room, _, _| room.scroll_text(-3)),
    bind("]", "scroll the text", always, |room, _, _| room.scroll_text(3)),
    bind("Esc", "leave", always, |room, _, context| room.leave(context)),
];

impl Keyed for Classroom {
    fn table(&self) -> impl KeyTable<Self> {
        let tables: [&[_]; 3] = match self.bench.prompt() {
            Some(_) => [Self::TYPING, &[], &[]],
            None if self.can_point() => [KEYS, Self::POINTING, MORE],
            None => [KEYS, &[], MORE],
        };
        tables.into_iter().flatten()
    }

    fn other_key(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        self.type_on(key, context)
    }
}

impl Classroom {
    fn is_punished(&self) -> bool {
        self.punished.is_some()
    }

    fn can_go_on(&self) -> bool {
        self.done && (self.class.is_some() || self.over.is_some())
    }

    fn has_choices(&self) -> bool {
        !self.choices().is_empty()
    }

    /// Whether the answer is neither a move nor one of a few words.
    fn takes_text(&self) -> bool {
        self.is_asking() && !self.has_choices() && !self.takes_move()
    }

    fn takes_move(&self) -> bool {
        self.is_asking() && self.pointing().is_some()
    }

    fn has_rival(&self) -> bool {
        self.over.as_ref().is_some_and(|over| over.versus.is_some())
    }

    fn choose(&mut self, by: isize) -> Step {
        let last = self.choices().len().saturating_sub(1);
        self.choice = self.choice.saturating_add_signed(by).min(last);
        Step::STAY
    }

    fn take_choice(&mut self, context: &mut Context) -> Step {
        match self.choices().get(self.choice) {
            Some(word) => self.answer_with(word, context).into(),
            None => Step::STAY,
        }
    }

    fn begin_text(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        self.begin_answer();
        if matches!(key.code, KeyCode::Char(':') | KeyCode::Enter) {
            return Step::STAY;
        }
        self.type_on(key, context)
    }

    /// Back from the board that shows why a move was wrong.
    pub(super) fn try_again(&mut self) -> Step {
        self.punished = None;
        self.bench.pointer.lift();
        Step::STAY
    }

    pub(super) fn scroll_text(&mut self, rows: i64) -> Step {
        let rows = i32::try_from(rows).unwrap_or(0);
        self.scrolled = self.scrolled.saturating_add(rows).clamp(-500, 500);
        Step::STAY
    }
}

impl Benched for Classroom {
    fn bench(&self) -> &Bench {
        &self.bench
    }

    fn bench_mut(&mut self) -> &mut Bench {
        &mut self.bench
    }

    fn at(&self) -> &dyn AnyMatch {
        &*self.at
    }

    fn records(&self) -> Vec<Record> {
        Vec::new()
    }

    /// The learner's seat, where the answer is a move.
    fn pointing(&self) -> Option<Seat> {
        let is_move = self.sheet.task.is_some_and(numberline_learn::Task::is_move);
        if !self.done && is_move { self.sheet.seat } else { None }
    }

    fn can_point(&self) -> bool {
        self.is_asking() && self.punished.is_none() && self.pointing().is_some()
    }

    fn point(&mut self, towards: Towards, context: &mut Context) -> Step {
        if let Some(seat) = self.pointing() {
            self.move_pointer(towards, seat, context.area);
        }
        Step::STAY
    }

    /// A click chooses, and the same click again answers.
    fn is_armed(&self) -> bool {
        self.is_asking()
    }

    fn arm(&mut self, _: bool) {}

    fn play_typed(&mut self, text: &str, context: &mut Context) -> Effect {
        self.answer_with(text, context)
    }

    fn play_pointed(&mut self, context: &mut Context) -> Effect {
        self.pointed().map_or(Effect::None, |text| self.answer_with(&text, context))
    }

    fn window(&self, area: Rect) -> Span {
        self.board(None).window(self.places(area).board)
    }

    fn coach_area(&self, _: Rect) -> Rect {
        Rect::ZERO
    }
}
