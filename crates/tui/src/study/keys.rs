//! What keys and the mouse do in an analysis.

use crossterm::event::{KeyCode, KeyEvent};
use numberline_rules::Aim;

use super::walk::{At, Walk};
use super::{Mode, Study};
use crate::Effect;
use crate::board::{Points, Towards};
use crate::keys::{Binding, KeyList, always, bind, find};
use crate::page::{Mouse, Spot};
use crate::screen::{Context, Step};
use crate::text_field::TextField;

/// How many plies a page is.
const PAGE: usize = 10;

/// While one steps through a match, points at a move, or tries a mistake again.
const KEYS: &[Binding<Study>] = &[
    bind("x", "leave the branch", Study::has_branch, |it, _, at| it.leave_branch(at)),
    bind("← h", "point at a move", Study::can_point, |it, _, at| it.point(Towards::Left, at)),
    bind("→ l", "point at a move", Study::can_point, |it, _, at| it.point(Towards::Right, at)),
    bind("Enter Space", "play it", Study::can_point, |it, _, at| it.choose_pointed(at).into()),
    bind("← ↑ h k", "step", Study::is_stepping, |it, _, at| it.walk(|walk| walk.back(1), at).into()),
    bind("→ ↓ l j", "step", Study::is_stepping, |it, _, at| it.walk(|walk| walk.forward(1), at).into()),
    bind("Space", "best move", Study::is_stepping, |it, _, at| it.play_best(at).into()),
    bind("Tab Enter", "point at a move", |it| !it.can_point(), |it, _, _| it.begin_pointing()),
    bind("0-9 :", "type a move", Study::is_retrying, |it, key, _| it.begin_move(key)),
    bind("s", "show the answer", Study::is_retrying, |it, _, _| it.give_up()),
    bind("t", "next mistake", Study::is_retrying, |it, _, at| it.begin_retry(at).into()),
    bind("c", "coach", Study::is_reading, |it, _, at| it.coach.toggle(it.walk.game(), at).into()),
    bind("m", "next, previous mistake", Study::is_reading, |it, _, at| it.walk_to_mistake(true, at).into()),
    bind("M", "next, previous mistake", Study::is_reading, |it, _, at| it.walk_to_mistake(false, at).into()),
    bind("a", "answers", Study::is_reading, |it, _, _| it.turn_answers()),
    bind("t", "try a mistake again", Study::is_reading, |it, _, at| it.begin_retry(at).into()),
    bind("e", "export", Study::is_reading, |it, _, _| it.begin_naming()),
];

/// The same, after the keys that point.
const MORE: &[Binding<Study>] = &[
    bind("Home g", "start, end", Study::is_stepping, |it, _, at| it.walk(Walk::start, at).into()),
    bind("End G", "start, end", Study::is_stepping, |it, _, at| it.walk(Walk::end, at).into()),
    bind("PgUp", "ten plies", Study::is_stepping, |it, _, at| it.walk(|walk| walk.back(PAGE), at).into()),
    bind("PgDn", "ten plies", Study::is_stepping, |it, _, at| it.walk(|walk| walk.forward(PAGE), at).into()),
    bind("0-9 :", "type a move", Study::is_reading, |it, key, _| it.begin_move(key)),
    bind("n", "nimbers", Study::shows_coach, |it, _, _| it.turn_nimbers()),
    bind("[", "scroll the coach", Study::shows_coach, |it, _, at| it.scroll_coach(-3, at)),
    bind("]", "scroll the coach", Study::shows_coach, |it, _, at| it.scroll_coach(3, at)),
    bind("r", "review", Study::can_review, |it, _, at| it.review(at).into()),
    // Esc goes from what is nearest to what is farthest.
    bind("Esc", "step again", Study::can_point, |it, _, _| it.stop_pointing()),
    bind("Esc", "stop thinking", Study::is_thinking, |it, _, _| it.stop_thinking()),
    bind("Esc", "stop trying", Study::is_retrying, |it, _, _| it.stop_retry()),
    bind(
        "Esc",
        "leave the branch",
        |it| matches!(it.walk.at(), At::Branch(_)),
        |it, _, at| it.leave_branch(at),
    ),
    bind("Esc", "stop the review", |it| it.reviewing.is_some(), |it, _, _| it.stop_review()),
];

/// While a move or the name of a file is typed. All other keys type.
const TYPING: &[Binding<Study>] = &[
    bind("Enter", "write it", Study::is_naming, |it, _, at| it.finish_typing(at)),
    bind("Enter", "play it", always, |it, _, at| it.finish_typing(at)),
    bind("Esc", "never mind", always, |it, _, _| it.stop_typing()),
];

impl Study {
    fn table(&self) -> [&'static [Binding<Self>]; 3] {
        if self.is_typing() { [TYPING, &[], &[]] } else { [KEYS, Self::POINTING, MORE] }
    }

    pub(super) fn list_keys(&self, keys: &mut KeyList) {
        keys.add(self.table().into_iter().flatten(), self);
    }

    pub(super) fn press(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        if let Some(act) = find(self.table().into_iter().flatten(), self, key) {
            return act(self, key, context);
        }
        let (Mode::Typing(prompt) | Mode::Naming(prompt)) = &mut self.mode else { return Step::PASS };
        prompt.key(key);
        Step::STAY
    }

    /// The move that is pointed at.
    pub(super) fn pointed(&self) -> Option<String> {
        self.walk.game().meant(self.chooser()?, self.pointer.aim()?)
    }

    fn choose_pointed(&mut self, context: &mut Context) -> Effect {
        match self.pointed() {
            Some(text) => self.choose(&text, context),
            None => Effect::None,
        }
    }

    fn is_stepping(&self) -> bool {
        !self.retrying && !self.can_point()
    }

    fn has_branch(&self) -> bool {
        self.is_reading() && self.walk.branch().is_some()
    }

    fn can_review(&self) -> bool {
        self.is_reading() && !self.reviewing.is_some() && self.judged.is_err()
    }

    fn leave_branch(&mut self, context: &mut Context) -> Step {
        self.walk(Walk::leave_branch, context).into()
    }

    fn is_reading(&self) -> bool {
        !self.retrying
    }

    fn is_retrying(&self) -> bool {
        self.retrying
    }

    fn turn_answers(&mut self) -> Step {
        self.answers = !self.answers;
        Step::STAY
    }

    fn turn_nimbers(&mut self) -> Step {
        self.coach.toggle_nimbers();
        Step::STAY
    }

    fn is_naming(&self) -> bool {
        matches!(self.mode, Mode::Naming(_))
    }

    fn stop_pointing(&mut self) -> Step {
        self.mode = Mode::Stepping;
        self.pointer.lift();
        self.half = None;
        Step::STAY
    }

    fn begin_pointing(&mut self) -> Step {
        self.mode = Mode::Pointing;
        self.settle_pointer();
        Step::STAY
    }

    /// The first key of a move is a part of it, unless it only says that a move is typed.
    fn begin_move(&mut self, key: KeyEvent) -> Step {
        let mut prompt = TextField::new("", TextField::LONG);
        if key.code != KeyCode::Char(':') {
            prompt.key(key);
        }
        self.mode = Mode::Typing(prompt);
        Step::STAY
    }

    fn begin_naming(&mut self) -> Step {
        let name = format!("{}.txt", self.walk.record().game().info().slug);
        self.mode = Mode::Naming(TextField::new(&name, TextField::LONG));
        Step::STAY
    }

    fn stop_typing(&mut self) -> Step {
        self.mode = Mode::Stepping;
        Step::STAY
    }

    fn finish_typing(&mut self, context: &mut Context) -> Step {
        match std::mem::replace(&mut self.mode, Mode::Stepping) {
            Mode::Naming(prompt) => self.export(prompt.text().trim(), context).into(),
            Mode::Typing(prompt) if !prompt.text().trim().is_empty() => {
                self.typed(prompt.text().trim(), context).into()
            }
            _ => Step::STAY,
        }
    }

    pub(super) fn take_paste(&mut self, text: &str) {
        match &mut self.mode {
            Mode::Typing(prompt) | Mode::Naming(prompt) => prompt.insert(text),
            Mode::Stepping | Mode::Pointing => {
                self.mode = Mode::Typing(TextField::new(text, TextField::LONG));
            }
        }
    }

    fn scroll_coach(&mut self, rows: i64, context: &Context) -> Step {
        let look = context.preferences.look();
        let area = self.places(context.area).coach;
        self.coach.scroll(rows, area, &look);
        Step::STAY
    }

    pub(super) fn point_by_mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        match mouse {
            Mouse::Wheel(by, Some(Spot::Coach)) => return self.scroll_coach(3 * by, context),
            Mouse::Wheel(by, Some(Spot::Board | Spot::Aim(_) | Spot::Ruler(_))) => {
                let extent = self.walk.game().extent();
                let far = self.pointer.focus().saturating_add(3 * by);
                self.pointer.look_at(far.clamp(extent.first, extent.last));
            }
            _ if self.is_typing() => {}
            Mouse::Click(Spot::Aim(aim)) => return self.click(aim, context).into(),
            // Takes the cells from where the button was pressed to here, if that is a move.
            Mouse::Drag(Spot::Aim(aim)) => {
                let seat = self.chooser().filter(|_| self.can_point());
                if seat.is_some_and(|seat| self.pointer.drag(aim, self.walk.game(), seat)) {
                    self.coach.look_at(self.pointed().as_deref());
                }
            }
            _ if self.retrying => {}
            Mouse::Wheel(-1, _) => return self.walk(|walk| walk.back(1), context).into(),
            Mouse::Wheel(..) => return self.walk(|walk| walk.forward(1), context).into(),
            Mouse::Click(Spot::At(at)) => return self.walk(|walk| walk.go(at), context).into(),
            _ => {}
        }
        Step::STAY
    }

    /// Points at what is clicked, and plays it when it is clicked again.
    fn click(&mut self, aim: Aim, context: &mut Context) -> Effect {
        if self.chooser().is_none() {
            return Effect::None;
        }
        if self.can_point() && self.pointer.covers(aim) {
            self.mode = Mode::Stepping;
            return self.choose_pointed(context);
        }
        self.mode = Mode::Pointing;
        self.pointer.point(aim);
        self.coach.look_at(self.pointed().as_deref());
        Effect::None
    }
}

impl Points for Study {
    fn can_point(&self) -> bool {
        matches!(self.mode, Mode::Pointing)
    }

    fn point(&mut self, towards: Towards, _: &mut Context) -> Step {
        if let Some(seat) = self.chooser() {
            self.pointer.turn(towards, self.walk.game(), seat, PAGE as u64);
            self.coach.look_at(self.pointed().as_deref());
        }
        Step::STAY
    }
}
