//! What keys and the mouse do in an analysis.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_rules::Aim;
use ratatui::layout::{Position, Rect};

use super::moves::Row;
use super::session::{Mode, Reviewing, Session};
use super::walk::{At, Walk};
use super::{Prompt, Typed};
use crate::Effect;
use crate::chart::Chart;
use crate::screen::{Context, KeyHelp, Step};

/// How many plies a page is.
const PAGE: usize = 10;

impl Session {
    pub(super) fn keys(&self) -> Vec<KeyHelp> {
        match &self.mode {
            Mode::Typing(_) => {
                return vec![KeyHelp::new("Enter", "play it"), KeyHelp::new("Esc", "never mind")];
            }
            Mode::Naming(_) => {
                return vec![KeyHelp::new("Enter", "write it"), KeyHelp::new("Esc", "never mind")];
            }
            Mode::Pointing => {
                return vec![
                    KeyHelp::new("← →", "point at a move"),
                    KeyHelp::new("Shift-← Shift-→", "take more cells"),
                    KeyHelp::new("Enter", "play it"),
                    KeyHelp::new("Esc", "step again"),
                ];
            }
            Mode::Stepping => {}
        }
        if self.retry.is_some() {
            return vec![
                KeyHelp::new("Tab", "point at a move"),
                KeyHelp::new("0-9 :", "type a move"),
                KeyHelp::new("s", "show the answer"),
                KeyHelp::new("t", "next mistake"),
                KeyHelp::new("Esc", "stop trying"),
            ];
        }
        let mut keys = vec![
            KeyHelp::new("← →", "step"),
            KeyHelp::new("Space", "best move"),
            KeyHelp::new("Tab", "point at a move"),
            KeyHelp::new("c", "coach"),
            KeyHelp::new("m M", "next, previous mistake"),
            KeyHelp::new("a", "answers"),
            KeyHelp::new("t", "try a mistake again"),
            KeyHelp::new("e", "export"),
            KeyHelp::new("j k", "step"),
            KeyHelp::new("Home End", "start, end"),
            KeyHelp::new("PgUp PgDn", "ten plies"),
            KeyHelp::new("0-9 :", "type a move"),
            KeyHelp::new("n", "nimbers"),
            KeyHelp::new("[ ]", "scroll the coach"),
        ];
        if self.walk.branch().is_some() {
            keys.insert(0, KeyHelp::new("x", "leave the branch"));
        }
        if let Reviewing::Nothing(_) = self.reviewing {
            keys.push(KeyHelp::new("r", "review"));
        }
        keys
    }

    pub(super) fn key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        match &mut self.mode {
            Mode::Typing(prompt) | Mode::Naming(prompt) => {
                let typed = prompt.key(key);
                return self.prompted(typed, context).into();
            }
            Mode::Pointing => {
                if let Some(effect) = self.point_key(key, context) {
                    return effect.into();
                }
            }
            Mode::Stepping => {}
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Step::PASS;
        }
        if key.code == KeyCode::Esc {
            return self.escape(context);
        }
        if self.retry.is_some() { self.retry_key(key, context) } else { self.step_key(key, context) }
    }

    fn step_key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        let walk: fn(&mut Walk) -> Result<(), String> = match key.code {
            KeyCode::Left | KeyCode::Up | KeyCode::Char('k' | 'h') => |walk| walk.back(1),
            KeyCode::Right | KeyCode::Down | KeyCode::Char('j' | 'l') => |walk| walk.forward(1),
            KeyCode::PageUp => |walk| walk.back(PAGE),
            KeyCode::PageDown => |walk| walk.forward(PAGE),
            KeyCode::Home | KeyCode::Char('g') => |walk| walk.go(At::Main(0)),
            KeyCode::End | KeyCode::Char('G') => Walk::end,
            KeyCode::Char('x') => |walk| walk.leave_branch().map(|_| ()),
            _ => return self.other_key(key, context),
        };
        self.walk(walk, context).into()
    }

    fn other_key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        match key.code {
            KeyCode::Char(' ') => return self.play_best(context).into(),
            KeyCode::Char('m') => return self.walk_to_mistake(true, context).into(),
            KeyCode::Char('M') => return self.walk_to_mistake(false, context).into(),
            KeyCode::Char('t') => return self.begin_retry(context).into(),
            KeyCode::Char('r') => return self.review(context).into(),
            KeyCode::Char('c') => return self.coach.toggle(self.walk.game(), context).into(),
            KeyCode::Char('a') => self.answers = !self.answers,
            KeyCode::Char('n') => self.coach.toggle_nimbers(),
            KeyCode::Char('[') => self.scroll_coach(-3, context),
            KeyCode::Char(']') => self.scroll_coach(3, context),
            KeyCode::Char('e') => {
                let name = format!("{}.txt", self.walk.record().game().info().slug);
                self.mode = Mode::Naming(Prompt::new("Write to file:", &name));
            }
            _ => return self.move_key(key),
        }
        Step::STAY
    }

    fn retry_key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        match key.code {
            KeyCode::Char('s') => self.give_up(),
            KeyCode::Char('t') => return self.begin_retry(context).into(),
            _ => return self.move_key(key),
        }
        Step::STAY
    }

    /// The keys that begin a move.
    fn move_key(&mut self, key: KeyEvent) -> Step {
        match key.code {
            KeyCode::Tab | KeyCode::Enter => {
                self.mode = Mode::Pointing;
                self.settle_pointer();
            }
            KeyCode::Char(':') => self.mode = Mode::Typing(Prompt::new("Move:", "")),
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.mode = Mode::Typing(Prompt::new("Move:", &digit.to_string()));
            }
            _ => return Step::PASS,
        }
        Step::STAY
    }

    /// From what is nearest to what is farthest: pointing, thinking, trying, the branch, the review.
    fn escape(&mut self, context: &mut Context<'_>) -> Step {
        if let Mode::Pointing = self.mode {
            self.mode = Mode::Stepping;
            self.pointer.lift();
            self.half = None;
            return Step::STAY;
        }
        if self.coach.is_thinking() {
            return self.stop().unwrap_or_default().into();
        }
        if self.retry.take().is_some() {
            self.note = None;
            return Step::STAY;
        }
        if let At::Branch(_) = self.walk.at() {
            return self.walk(|walk| walk.leave_branch().map(|_| ()), context).into();
        }
        match self.stop() {
            Some(effect) => effect.into(),
            None => Step::PASS,
        }
    }

    fn point_key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Option<Effect> {
        let seat = self.chooser()?;
        let points = self.pointer.key(key, self.walk.game(), seat, PAGE as u64);
        match key.code {
            _ if points => {}
            KeyCode::Enter | KeyCode::Char(' ') => return Some(self.choose_pointed(context)),
            _ => return None,
        }
        let pointed = self.pointed();
        self.coach.look_at(pointed.as_deref());
        Some(Effect::None)
    }

    /// The move that is pointed at.
    pub(super) fn pointed(&self) -> Option<String> {
        self.walk.game().meant(self.chooser()?, self.pointer.aim()?)
    }

    fn choose_pointed(&mut self, context: &mut Context<'_>) -> Effect {
        match self.pointed() {
            Some(text) => self.choose(&text, context),
            None => Effect::None,
        }
    }

    fn walk_to_mistake(&mut self, forward: bool, context: &mut Context<'_>) -> Effect {
        let ply = self.walk.ply();
        let place = self.judged().and_then(|judged| {
            if forward {
                judged.next_mistake(ply).map(|(place, ..)| place)
            } else {
                judged.previous_mistake(ply.saturating_sub(1))
            }
        });
        match place {
            Some(place) => self.walk(|walk| walk.go(At::Main(place + 1)), context),
            None if self.judged().is_some() => {
                self.say("There are no mistakes.");
                Effect::None
            }
            None => {
                self.warn("The moves have not been judged yet.");
                Effect::None
            }
        }
    }

    fn prompted(&mut self, typed: Typed, context: &mut Context<'_>) -> Effect {
        let text = match typed {
            Typed::More => return Effect::None,
            Typed::Left => {
                self.mode = Mode::Stepping;
                return Effect::None;
            }
            Typed::Done(text) => text,
        };
        match std::mem::replace(&mut self.mode, Mode::Stepping) {
            Mode::Naming(_) => self.export(&text, context),
            _ if text.is_empty() => Effect::None,
            _ => self.typed(&text, context),
        }
    }

    pub(super) fn paste(&mut self, text: &str) -> Step {
        match &mut self.mode {
            Mode::Typing(prompt) | Mode::Naming(prompt) => prompt.paste(text),
            Mode::Stepping | Mode::Pointing => {
                let mut prompt = Prompt::new("Move:", "");
                prompt.paste(text);
                self.mode = Mode::Typing(prompt);
            }
        }
        Step::STAY
    }

    fn scroll_coach(&mut self, rows: isize, context: &Context<'_>) {
        let look = context.preferences.look();
        let area = self.places(context.area).coach;
        self.coach.scroll(rows, area, &look);
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context<'_>) -> Step {
        let at = Position::new(mouse.column, mouse.row);
        let places = self.places(context.area);
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let down = mouse.kind == MouseEventKind::ScrollDown;
                if places.coach.contains(at) {
                    self.scroll_coach(if down { 3 } else { -3 }, context);
                    return Step::STAY;
                }
                if places.board.contains(at) {
                    let extent = self.walk.game().extent();
                    let far = self.pointer.focus().saturating_add(if down { 3 } else { -3 });
                    self.pointer.look_at(far.clamp(extent.first, extent.last));
                    return Step::STAY;
                }
                if self.retry.is_some() {
                    return Step::STAY;
                }
                self.walk(|walk| if down { walk.forward(1) } else { walk.back(1) }, context).into()
            }
            MouseEventKind::Down(MouseButton::Left) => self.click(at, &places, context).into(),
            MouseEventKind::Drag(MouseButton::Left) => {
                self.drag(at, places.board);
                Step::STAY
            }
            _ => Step::PASS,
        }
    }

    fn click(&mut self, at: Position, places: &super::layout::Places, context: &mut Context<'_>) -> Effect {
        if self.is_typing() {
            return Effect::None;
        }
        if places.board.contains(at) {
            return self.click_board(at, places.board, context);
        }
        if self.retry.is_some() {
            return Effect::None;
        }
        if places.moves.contains(at) {
            return match self.row_at(places.moves, at) {
                Some(Row::Start) => self.walk(|walk| walk.go(At::Main(0)), context),
                Some(Row::Main(ply)) => self.walk(|walk| walk.go(At::Main(ply + 1)), context),
                Some(Row::Branch(ply)) => self.walk(|walk| walk.go(At::Branch(ply + 1)), context),
                None => Effect::None,
            };
        }
        let chart = crate::pane::inside(places.chart);
        let hit = self
            .judged()
            .and_then(|judged| Chart::new(&judged.points, &judged.mistakes, self.walk.ply()).hit(chart, at));
        match hit {
            Some(ply) => self.walk(|walk| walk.go(At::Main(ply)), context),
            None => Effect::None,
        }
    }

    /// Points at what is clicked, and plays it when it is clicked again.
    fn click_board(&mut self, at: Position, area: Rect, context: &mut Context<'_>) -> Effect {
        let (Some(_), Some(hit)) = (self.chooser(), self.hit_board(at, area)) else { return Effect::None };
        if matches!(self.mode, Mode::Pointing) && self.pointer.covers(hit) {
            self.mode = Mode::Stepping;
            return self.choose_pointed(context);
        }
        self.mode = Mode::Pointing;
        self.pointer.point(hit);
        let pointed = self.pointed();
        self.coach.look_at(pointed.as_deref());
        Effect::None
    }

    /// Takes the cells from where the button was pressed to here, if that is a move.
    fn drag(&mut self, at: Position, area: Rect) {
        let Some(seat) = self.chooser().filter(|_| matches!(self.mode, Mode::Pointing)) else { return };
        let hit = self.hit_board(at, area);
        if hit.is_some_and(|to| self.pointer.drag(to, self.walk.game(), seat)) {
            let pointed = self.pointed();
            self.coach.look_at(pointed.as_deref());
        }
    }

    fn hit_board(&self, at: Position, area: Rect) -> Option<Aim> {
        let values = self.coach.values(self.walk.game());
        self.board(&values, None).hit(area, at)
    }
}
