//! The mouse: a click points, the same click again plays, dragging takes several cells, the wheel scrolls.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::{Play, State};
use crate::screen::{Context, Step};

impl Play {
    pub(super) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context<'_>) -> Step {
        if let State::Asking(question, dialog) = &self.state {
            let Some(yes) = dialog.click(context.area, mouse) else { return Step::STAY };
            let question = question.clone();
            return self.answered(question, yes, context);
        }
        // Behind the curtain a mouse would show where somebody has pointed.
        if !matches!(self.state, State::Pointing | State::Typing(_) | State::Revealed) {
            return Step::STAY;
        }
        let at = Position { x: mouse.column, y: mouse.row };
        let step = i64::try_from(self.window(context.area).len() / 4).unwrap_or(1).max(1);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => return self.click(at, context),
            MouseEventKind::Drag(MouseButton::Left) => self.drag(at, context),
            MouseEventKind::ScrollUp if self.is_over_coach(at, context) => {
                return self.scroll_coach(-2, context);
            }
            MouseEventKind::ScrollDown if self.is_over_coach(at, context) => {
                return self.scroll_coach(2, context);
            }
            MouseEventKind::ScrollUp | MouseEventKind::ScrollLeft => self.scroll(-step, context.area),
            MouseEventKind::ScrollDown | MouseEventKind::ScrollRight => self.scroll(step, context.area),
            _ => {}
        }
        Step::STAY
    }

    fn click(&mut self, at: Position, context: &mut Context<'_>) -> Step {
        let layout = self.layout(context.area);
        let look = context.preferences.look();
        let (hit, ruler) =
            self.with_board(&look, |board| (board.hit(layout.board, at), board.ruler_hit(layout.board, at)));
        if let Some(cell) = ruler {
            self.pointer.look_at(cell);
            return Step::STAY;
        }
        let (Some(seat), Some(aim)) = (self.pointing(), hit) else { return Step::STAY };
        self.state = State::Pointing;
        let same = self.clicked && self.pointer.covers(aim);
        if same {
            return self.play_aim(seat, context).into();
        }
        self.pointer.point(aim);
        self.clicked = true;
        self.tell_coach();
        Step::STAY
    }

    /// Takes the cells from where the button was pressed to here, if that is a move.
    fn drag(&mut self, at: Position, context: &Context<'_>) {
        let layout = self.layout(context.area);
        let Some(seat) = self.pointing().filter(|_| self.clicked) else { return };
        let look = context.preferences.look();
        let hit = self.with_board(&look, |board| board.hit(layout.board, at));
        if hit.is_some_and(|to| self.pointer.drag(to, self.table.game(), seat)) {
            self.tell_coach();
        }
    }

    fn is_over_coach(&self, at: Position, context: &Context<'_>) -> bool {
        self.layout(context.area).coach.is_some_and(|panel| panel.contains(at))
    }

    /// Shows another part of what the coach says.
    pub(super) fn scroll_coach(&mut self, rows: isize, context: &Context<'_>) -> Step {
        if let Some(panel) = self.layout(context.area).coach {
            self.coach.scroll(rows, panel, &context.preferences.look());
        }
        Step::STAY
    }

    /// Looks at another part of the line.
    pub(super) fn scroll(&mut self, cells: i64, area: Rect) {
        let seen = self.window(area);
        let extent = self.table.game().extent();
        if seen.len() >= extent.len() {
            return;
        }
        let middle = seen.first.saturating_add(i64::try_from(seen.len() / 2).unwrap_or_default());
        self.pointer.look_at(middle.saturating_add(cells).clamp(extent.first, extent.last));
    }
}
