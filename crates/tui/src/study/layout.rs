//! Where the parts of an analysis lie: a function of the state and the area.

use ratatui::layout::Rect;

use super::Study;
use crate::bench::Benched;
use crate::pane::{cut_bottom, cut_right, cut_top};

/// Where the parts lie. What has no room has no size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct StudyLayout {
    /// One line: where one stands.
    pub(super) head: Rect,
    pub(super) board: Rect,
    pub(super) chart: Rect,
    /// What there is to say about this ply and about the players.
    pub(super) story: Rect,
    pub(super) moves: Rect,
    pub(super) coach: Rect,
    /// One line: what is typed, or what was said last.
    pub(super) foot: Rect,
}

/// From this width on, things lie side by side.
const WIDE: u16 = 64;
/// From this width on, the coach has a column of its own.
const VERY_WIDE: u16 = 112;

impl Study {
    pub(super) fn places(&self, area: Rect) -> StudyLayout {
        // Something else than the board must be seen, too.
        let room = Rect { height: (area.height / 2).saturating_sub(1).max(5), ..area };
        let most = area.height.saturating_sub(5).max(1);
        let board = self.board(None).height(room).min(room.height).min(most);
        lay_out(area, board, self.shows_coach())
    }
}

/// Lays everything out around a board of so many rows.
fn lay_out(area: Rect, board: u16, coach: bool) -> StudyLayout {
    let mut rest = area;
    let mut places = StudyLayout {
        head: cut_top(&mut rest, 1),
        foot: cut_bottom(&mut rest, 1),
        board: cut_top(&mut rest, board),
        ..StudyLayout::default()
    };
    if area.width < WIDE {
        if coach {
            places.coach = rest;
            return places;
        }
        if rest.height >= 12 {
            places.chart = cut_top(&mut rest, 7);
        }
        if rest.height >= 5 {
            places.story = cut_bottom(&mut rest, if area.height >= 20 { 5 } else { 2 });
        }
        places.moves = rest;
        return places;
    }
    let list = (area.width / 3).clamp(28, 44);
    places.moves = cut_right(&mut rest, list);
    if coach && area.width >= VERY_WIDE {
        places.coach = cut_right(&mut rest, (area.width / 3).clamp(40, 60));
    } else if coach {
        places.coach = rest;
        return places;
    }
    // What is said about a mistake takes three rows or four, and a chart is no chart below three.
    let chart = (rest.height / 2).clamp(5, 13).min(rest.height.saturating_sub(3));
    places.chart = cut_top(&mut rest, if chart < 5 { 0 } else { chart });
    places.story = rest;
    places
}
