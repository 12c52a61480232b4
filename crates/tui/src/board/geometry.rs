//! The layout of a board: a function of its content and of the room.

use numberline_rules::Span;
use ratatui::layout::Rect;

use super::label::longest;

/// What a board needs room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents {
    /// All cells of the line.
    pub(crate) extent: Span,
    /// The cell in the middle, as far as the ends of the line allow.
    pub(crate) focus: i64,
    /// The cells that are pointed at: they are visible, whatever the focus is.
    pub(crate) aim: Option<Span>,
    /// Whether some cells have a meaning of their own, which is written above them.
    pub(crate) landmarks: bool,
    /// How many cards each seat holds at most, and the width of the longest in columns; `None` without cards.
    pub(crate) hands: Option<Cards>,
    /// How many rows the values need.
    pub(crate) values: u16,
}

/// The room that cards need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cards {
    /// How many there are in each hand.
    pub(crate) counts: [u16; 2],
    /// How many columns the longest number takes.
    pub(crate) digits: u16,
    /// How many columns precede each hand.
    pub(crate) label: u16,
}

/// The layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Geometry {
    /// The visible cells.
    pub(crate) window: Span,
    /// Whether there are more.
    pub(crate) scrolls: bool,
    /// The column of the edge left of the first cell.
    pub(crate) left: u16,
    /// The columns within a cell.
    pub(crate) inner: u16,
    /// The first row of the cells: their upper edge, if they have one.
    pub(crate) top: u16,
    /// The rows within a cell; without any, a cell is one row without edges.
    pub(crate) rows: u16,
    /// The row of what cells mean; without one, a sign on the edge of a cell has to do.
    pub(crate) landmarks: Option<u16>,
    /// The row of the numbers of covered cells.
    pub(crate) numbers: Option<u16>,
    /// The first row of the values.
    pub(crate) values: Option<u16>,
    /// The row of the ruler.
    pub(crate) ruler: Option<Rect>,
    /// The hands: Player 1's at the bottom, Player 2's at the top.
    pub(crate) hands: Option<[Hand; 2]>,
    /// The total number of rows.
    pub(crate) height: u16,
}

/// The place of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    /// Where its name is, as wide as there is room.
    pub(crate) label: Rect,
    /// Where the cards are.
    pub(crate) cards: Rect,
    /// Whether each card is a box of three rows, or a word.
    pub(crate) boxed: bool,
    /// The distance from one card to the next.
    pub(crate) pitch: u16,
    /// How many cards are in one row.
    pub(crate) in_a_row: u16,
}

/// One way to share the room, the most spacious first.
#[derive(Clone, Copy)]
struct Plan {
    rows: u16,
    narrowest: u16,
    widest: u16,
    boxed: bool,
    roomy: bool,
}

const PLANS: [Plan; 7] = [
    Plan { rows: 5, narrowest: 9, widest: 11, boxed: true, roomy: true },
    Plan { rows: 3, narrowest: 5, widest: 7, boxed: true, roomy: true },
    Plan { rows: 1, narrowest: 1, widest: 5, boxed: true, roomy: true },
    Plan { rows: 1, narrowest: 1, widest: 5, boxed: true, roomy: false },
    Plan { rows: 1, narrowest: 1, widest: 5, boxed: false, roomy: true },
    Plan { rows: 1, narrowest: 1, widest: 5, boxed: false, roomy: false },
    LAST,
];

/// The layout that is always possible, although parts of it may be hidden.
const LAST: Plan = Plan { rows: 0, narrowest: 1, widest: 3, boxed: false, roomy: false };

/// The columns within a cell of a line that does not fit: the ruler shows the other digits.
const SCROLLED: u16 = 6;

/// A scrolling line with at least this many visible cells is drawn large.
const FAR: u64 = 16;

impl Geometry {
    /// Chooses a layout.
    pub(crate) fn new(contents: &Contents, area: Rect) -> Self {
        let fitting = PLANS.iter().find_map(|plan| {
            let geometry = Self::by(*plan, contents, area);
            let wide_enough = geometry.inner >= plan.narrowest;
            let boxed =
                geometry.hands.is_none_or(|[one, two]| one.boxed == plan.boxed && two.boxed == plan.boxed);
            // On a scrolling line, seeing far matters more than size.
            let seen = !geometry.scrolls || plan.rows <= 1 || geometry.window.len() >= FAR;
            (wide_enough && boxed && seen && geometry.height <= area.height).then_some(geometry)
        });
        fitting.unwrap_or_else(|| Self::by(LAST, contents, area))
    }

    fn by(plan: Plan, contents: &Contents, area: Rect) -> Self {
        let (inner, cells) = columns(contents.extent, plan, area.width);
        let scrolls = u64::from(cells) < contents.extent.len();
        let window = window(contents, cells);
        let wide = u32::from(cells).saturating_mul(u32::from(inner) + 1).saturating_add(1);
        let wide = u16::try_from(wide).unwrap_or(u16::MAX).min(area.width);
        let left = area.x.saturating_add((area.width - wide) / 2);

        let gap = u16::from(plan.roomy);
        let mut row = area.y;
        let mut take = |rows: u16| {
            let first = row;
            row = row.saturating_add(rows);
            first
        };
        let mut upper = contents.hands.map(|cards| Hand::new(cards, 1, plan, area));
        if let Some(hand) = &mut upper {
            hand.put(take(hand.cards.height.saturating_add(gap)));
        }
        let landmarks = (contents.landmarks && plan.rows > 1).then(|| take(1));
        let top = take(if plan.rows == 0 { 1 } else { plan.rows.saturating_add(2) });
        let numbers = (plan.rows > 1 || plan.roomy).then(|| take(1));
        let values = (contents.values > 0).then(|| take(contents.values));
        let ruler = scrolls.then(|| {
            let rows = 1 + gap;
            Rect { x: area.x, y: take(rows), width: area.width, height: rows }
        });
        let mut lower = contents.hands.map(|cards| Hand::new(cards, 0, plan, area));
        if let Some(hand) = &mut lower {
            let covered = if numbers.is_some() { 0 } else { gap };
            hand.put(take(hand.cards.height.saturating_add(covered)).saturating_add(covered));
        }
        let hands = lower.zip(upper).map(|(one, two)| [one, two]);
        let height = row.saturating_sub(area.y);
        let rows = plan.rows;
        Self { window, scrolls, left, inner, top, rows, landmarks, numbers, values, ruler, hands, height }
    }

    /// The first column within a cell; `None` if the cell is not visible.
    pub(crate) fn column(&self, cell: i64) -> Option<u16> {
        if !self.window.contains(cell) {
            return None;
        }
        let place = u16::try_from(cell.abs_diff(self.window.first)).ok()?;
        Some(self.left.saturating_add(1).saturating_add(place.saturating_mul(self.inner.saturating_add(1))))
    }

    /// The area of a cell, with its right edge and what is below it; `None` if it is not visible.
    pub(crate) fn cell(&self, cell: i64) -> Option<Rect> {
        let tall = if self.rows == 0 { 1 } else { self.rows.saturating_add(2) };
        let height = tall.saturating_add(u16::from(self.numbers.is_some()));
        Some(Rect { x: self.column(cell)?, y: self.top, width: self.inner.saturating_add(1), height })
    }
}

impl Hand {
    fn new(cards: Cards, seat: usize, plan: Plan, area: Rect) -> Self {
        let count = cards.counts.get(seat).copied().unwrap_or_default();
        let most = cards.counts.into_iter().max().unwrap_or_default().max(1);
        let least = cards.label.min(area.width / 3);
        let box_pitch = cards.digits.saturating_add(5);
        let boxed = plan.boxed
            && u32::from(most) * u32::from(box_pitch) <= u32::from(area.width.saturating_sub(least));
        let pitch = if boxed { box_pitch } else { cards.digits.saturating_add(2) };
        // A long name takes what the cards leave.
        let label = cards.label.min(area.width.saturating_sub(most.saturating_mul(pitch)).max(least));
        let room = area.width.saturating_sub(label).max(1);
        let in_a_row = (room / pitch.max(1)).clamp(1, most);
        let height = if boxed { 3 } else { count.max(1).div_ceil(in_a_row) };
        let width = in_a_row.saturating_mul(pitch).min(room);
        let left = area.x.saturating_add(room.saturating_sub(width) / 2);
        let label_area = Rect { x: left, y: area.y, width: label, height: 1 };
        let cards = Rect { x: left.saturating_add(label), y: area.y, width, height };
        Self { label: label_area, cards, boxed, pitch, in_a_row }
    }

    fn put(&mut self, row: u16) {
        self.cards.y = row;
        self.label.y = if self.boxed { row.saturating_add(1) } else { row };
    }

    /// The place of the card at this index of the hand.
    pub(crate) fn card(&self, place: usize) -> Option<Rect> {
        let place = u16::try_from(place).ok()?;
        let (row, column) = (place / self.in_a_row, place % self.in_a_row);
        let height = if self.boxed { 3 } else { 1 };
        let x = self.cards.x.saturating_add(column.saturating_mul(self.pitch));
        let width = if self.boxed { self.pitch.saturating_sub(1) } else { self.pitch };
        Some(Rect { x, y: self.cards.y.saturating_add(row.saturating_mul(height)), width, height })
    }
}

/// The columns within a cell, and how many cells are visible.
fn columns(extent: Span, plan: Plan, width: u16) -> (u16, u16) {
    let room = width.saturating_sub(1);
    let label = longest(extent);
    let each = u16::try_from(extent.len()).ok().map(|cells| room / cells.max(1));
    if let (Ok(cells), Some(inner)) = (u16::try_from(extent.len()), each.map(|each| each.saturating_sub(1)))
        && inner >= label
    {
        let inner = inner.min(plan.widest.max(label));
        // An odd number of columns has a middle.
        let odd = if inner.is_multiple_of(2) && inner > label { inner - 1 } else { inner };
        return (odd, cells);
    }
    let inner =
        label.clamp(2, SCROLLED).max(plan.narrowest.min(SCROLLED + 1)).min(room.saturating_sub(1)).max(1);
    (inner, (room / inner.saturating_add(1)).max(1))
}

/// This many cells around the focus, but none beyond the ends. What is pointed at is among them, with a cell beside it.
fn window(contents: &Contents, cells: u16) -> Span {
    let (extent, cells) = (contents.extent, i64::from(cells));
    if extent.len() <= cells.unsigned_abs() {
        return extent;
    }
    let mut first = contents.focus.saturating_sub(cells / 2);
    if let Some(aim) = contents.aim {
        let margin = i64::from(aim.len().saturating_add(2) <= cells.unsigned_abs());
        let leftmost = aim.last.saturating_add(margin).saturating_sub(cells - 1);
        first = first.max(leftmost).min(aim.first.saturating_sub(margin));
    }
    let first = first.max(extent.first).min(extent.last.saturating_sub(cells - 1));
    Span { first, last: first.saturating_add(cells - 1) }
}
