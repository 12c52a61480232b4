//! The mouse: a click points, the same click again plays, dragging takes several cells, the wheel scrolls.

use numberline_rules::Aim;
use ratatui::layout::Rect;

use super::{Play, State};
use crate::page::{Mouse, Spot};
use crate::screen::{Context, Step};

impl Play {
    pub(super) fn point_by_mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        // Behind the curtain a mouse would show where somebody has pointed.
        if !matches!(self.state, State::Pointing | State::Typing(_) | State::Revealed) {
            return Step::STAY;
        }
        match mouse {
            Mouse::Click(Spot::Ruler(cell)) => self.pointer.look_at(cell),
            Mouse::Click(Spot::Aim(aim)) => return self.click(aim, context),
            // Takes the cells from where the button was pressed to here, if that is a move.
            Mouse::Drag(Spot::Aim(aim)) => {
                let seat = self.pointing().filter(|_| self.clicked);
                if seat.is_some_and(|seat| self.pointer.drag(aim, self.session.at(), seat)) {
                    self.tell_coach();
                }
            }
            Mouse::Wheel(by, Some(Spot::Coach)) => return self.scroll_coach(2 * by, context),
            Mouse::Wheel(by, _) => {
                let step = i64::try_from(self.window(context.area).len() / 4).unwrap_or(1).max(1);
                self.scroll(by.saturating_mul(step), context.area);
            }
            Mouse::Click(_) | Mouse::Drag(_) => {}
        }
        Step::STAY
    }

    fn click(&mut self, aim: Aim, context: &mut Context) -> Step {
        let Some(seat) = self.pointing() else { return Step::STAY };
        self.state = State::Pointing;
        if self.clicked && self.pointer.covers(aim) {
            return self.play_aim(seat, context).into();
        }
        self.pointer.point(aim);
        self.clicked = true;
        self.tell_coach();
        Step::STAY
    }

    /// Shows another part of what the coach says.
    pub(super) fn scroll_coach(&mut self, rows: i64, context: &Context) -> Step {
        if let Some(panel) = self.layout(context.area).coach {
            self.coach.scroll(rows, panel, &context.preferences.look());
        }
        Step::STAY
    }

    /// Looks at another part of the line.
    pub(super) fn scroll(&mut self, cells: i64, area: Rect) {
        let seen = self.window(area);
        let extent = self.session.at().extent();
        if seen.len() >= extent.len() {
            return;
        }
        let middle = seen.first.saturating_add(i64::try_from(seen.len() / 2).unwrap_or_default());
        self.pointer.look_at(middle.saturating_add(cells).clamp(extent.first, extent.last));
    }
}
