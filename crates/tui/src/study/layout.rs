//! The layout of an analysis: a function of the state and the area.

use ratatui::layout::Rect;

use super::Study;
use crate::bench::Benched;
use crate::pane::{cut_bottom, cut_right, cut_top};

/// The layout. A part without room has size zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct StudyLayout {
    /// One line: the current position.
    pub(super) head: Rect,
    pub(super) board: Rect,
    pub(super) chart: Rect,
    /// The comments on this ply and on the players.
    pub(super) story: Rect,
    pub(super) moves: Rect,
    pub(super) coach: Rect,
    /// One line: the input, or the last message.
    pub(super) foot: Rect,
}

/// From this width, parts are side by side.
const WIDE: u16 = 64;
/// From this width, the coach has its own column.
const VERY_WIDE: u16 = 112;

impl Study {
    pub(super) fn places(&self, area: Rect) -> StudyLayout {
        // Something besides the board must be visible too.
        let room = Rect { height: (area.height / 2).saturating_sub(1).max(5), ..area };
        let most = area.height.saturating_sub(5).max(1);
        let board = self.board(None).height(room).min(room.height).min(most);
        lay_out(area, board, self.columns.list(), self.shows_coach())
    }
}

/// Lays everything out around a board of this many rows, and a list of moves that would like to be so wide.
fn lay_out(area: Rect, board: u16, moves: u16, coach: bool) -> StudyLayout {
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
    let third = area.width / 3;
    let list = third.clamp(28, 44).max(moves.min(third));
    places.moves = cut_right(&mut rest, list);
    if coach && area.width >= VERY_WIDE {
        places.coach = cut_right(&mut rest, (area.width / 3).clamp(40, 60));
    } else if coach {
        places.coach = rest;
        return places;
    }
    // The text about a mistake takes three or four rows, and a chart needs at least three.
    let chart = (rest.height / 2).clamp(5, 13).min(rest.height.saturating_sub(3));
    places.chart = cut_top(&mut rest, if chart < 5 { 0 } else { chart });
    places.story = rest;
    places
}
