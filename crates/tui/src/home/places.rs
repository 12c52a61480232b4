//! The layout of the first screen: a grid of cards, a list, or a short list, depending on the room.

use ratatui::layout::{Constraint, Layout, Margin, Rect};

/// The layout of the first screen.
pub(super) struct HomeLayout {
    pub(super) shape: Shape,
    /// The game that can be resumed; empty if there is none.
    pub(super) banner: Rect,
    /// The visible games, with their places in the catalog.
    pub(super) cards: Vec<(usize, Rect)>,
    /// The text about the selected game.
    pub(super) panel: Rect,
    /// How many cards are side by side.
    pub(super) columns: usize,
}

/// How much a card shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Framed cards side by side.
    Grid,
    /// Two rows per game.
    List,
    /// One row per game.
    Short,
}

/// Between these two.
const CARD_WIDTHS: [u16; 2] = [52, 60];
/// Between two cards.
const GAP: u16 = 2;
const CARD_HEIGHT: u16 = 10;
const PANEL: u16 = 5;

impl HomeLayout {
    pub(super) fn new(area: Rect, games: usize, chosen: usize, continuable: bool) -> Self {
        let [narrowest, _] = CARD_WIDTHS;
        let columns = usize::from(area.width / (narrowest + GAP)).min(games);
        let rows = |columns: usize| u16::try_from(games.div_ceil(columns.max(1))).unwrap_or(u16::MAX);
        let banner = u16::from(continuable);
        let grid_height = rows(columns).saturating_mul(CARD_HEIGHT).saturating_add(PANEL + 1 + 2 * banner);
        let list_height = rows(1).saturating_mul(3).saturating_add(2 + 2 * banner);
        if columns >= 2 && area.height >= grid_height {
            Self::grid(area, games, columns, banner)
        } else if area.width >= 66 && area.height >= list_height + 2 {
            Self::list(area, games, banner)
        } else {
            Self::short(area, games, chosen, banner)
        }
    }

    fn grid(area: Rect, games: usize, columns: usize, banner: u16) -> Self {
        let count = |number: usize| u16::try_from(number).unwrap_or(1);
        let rows = count(games.div_ceil(columns));
        let [narrowest, widest] = CARD_WIDTHS;
        let card_width = (area.width.saturating_sub(4) / count(columns)).saturating_sub(GAP);
        let card_width = card_width.clamp(narrowest, widest);
        let width = count(columns) * (card_width + GAP) - GAP;
        let height = (2 * banner) + rows * CARD_HEIGHT + 1 + PANEL;
        // A little above the middle is where the eye looks first.
        let free = area.height.saturating_sub(height);
        let block = Rect { y: area.y + free / 3, height: height.min(area.height), ..area };
        let block = block.centered_horizontally(Constraint::Length(width));
        let [banner, _, cards, _, panel] = Layout::vertical([
            Constraint::Length(banner),
            Constraint::Length(banner),
            Constraint::Length(rows * CARD_HEIGHT),
            Constraint::Length(1),
            Constraint::Fill(1),
        ])
        .areas(block);
        let card = |place: usize| {
            let (column, row) = (count(place % columns), count(place / columns));
            let (x, y) = (cards.x + column * (card_width + GAP), cards.y + row * CARD_HEIGHT);
            (place, Rect::new(x, y, card_width, CARD_HEIGHT).intersection(area))
        };
        Self { shape: Shape::Grid, banner, cards: (0..games).map(card).collect(), panel, columns }
    }

    fn list(area: Rect, games: usize, banner: u16) -> Self {
        let inner = area.inner(Margin::new(2, 1)).centered_horizontally(Constraint::Max(96));
        let each = u16::try_from(games).unwrap_or(u16::MAX).saturating_mul(3);
        let [banner, _, cards, panel] = Layout::vertical([
            Constraint::Length(banner),
            Constraint::Length(banner),
            Constraint::Length(each),
            Constraint::Fill(1),
        ])
        .areas(inner);
        let card = |place: usize| {
            let y = cards.y + u16::try_from(place).unwrap_or(0) * 3;
            (place, Rect::new(cards.x, y, cards.width, 2).intersection(cards))
        };
        Self { shape: Shape::List, banner, cards: (0..games).map(card).collect(), panel, columns: 1 }
    }

    fn short(area: Rect, games: usize, chosen: usize, banner: u16) -> Self {
        let banner = if area.height > 4 { banner } else { 0 };
        let panel = area.height.saturating_sub(banner).saturating_sub(u16::try_from(games).unwrap_or(0));
        let panel = panel.max(if area.height > 6 { 3 } else { 0 });
        let [banner, cards, panel] =
            Layout::vertical([Constraint::Length(banner), Constraint::Fill(1), Constraint::Length(panel)])
                .areas(area);
        let height = usize::from(cards.height);
        let first = (chosen + 1).saturating_sub(height);
        let seen = (first..games).take(height).zip(cards.rows());
        let cards = seen.collect();
        Self { shape: Shape::Short, banner, cards, panel, columns: 1 }
    }
}
