//! The pointer: at cells or at a card, moved by keys from one legal move to the next.
//!
//! Nothing here reads more of the line than a window, however long the line is.

use numberline_rules::{Aim, Seat, Span};
use numberline_table::AnyMatch;

use super::hands_of;

/// How far to look for the next cell that can be pointed at.
const SIGHT: i64 = 256;

/// What is pointed at, and which part of the line is visible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pointer {
    aim: Option<Aim>,
    /// Where pointing begins, while nothing is pointed at.
    near: Option<Aim>,
    /// The middle of the visible part of the line.
    pub(crate) focus: i64,
    /// Whether the selection was extended to the left: the end that moves.
    leftwards: bool,
}

/// Where to point next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Towards {
    Left,
    Right,
    /// With one more cell on the left, or one less on the right.
    MoreLeft,
    /// With one more cell on the right, or one less on the left.
    MoreRight,
    Wider,
    Narrower,
    First,
    Last,
    PageLeft,
    PageRight,
    Next,
    Previous,
}

/// To the left or to the right.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Left = -1,
    Right = 1,
}

impl Pointer {
    /// What is pointed at.
    pub(crate) fn aim(&self) -> Option<Aim> {
        self.aim
    }

    /// Moves the pointer; `seen` are the visible cells. If nothing is pointed at, it first appears where pointing begins.
    pub(crate) fn turn(&mut self, towards: Towards, game: &dyn AnyMatch, seat: Seat, seen: Span) {
        let page = i64::try_from(seen.len().saturating_sub(1).max(1)).unwrap_or(i64::MAX);
        match towards {
            Towards::First | Towards::Last | Towards::PageLeft | Towards::PageRight => {}
            _ if self.aim.is_none() => return self.begin(game, seat, seen),
            _ => {}
        }
        match towards {
            Towards::Left => self.step(game, seat, Way::Left),
            Towards::Right => self.step(game, seat, Way::Right),
            Towards::MoreLeft => self.extend(game, seat, Way::Left),
            Towards::MoreRight => self.extend(game, seat, Way::Right),
            Towards::Wider => self.widen(game, seat),
            Towards::Narrower => self.narrow(game, seat),
            Towards::First => self.go_to_end(game, seat, Way::Left),
            Towards::Last => self.go_to_end(game, seat, Way::Right),
            Towards::PageLeft => self.page(game, seat, page.saturating_neg()),
            Towards::PageRight => self.page(game, seat, page),
            Towards::Next => self.go_round(game, seat, Way::Right),
            Towards::Previous => self.go_round(game, seat, Way::Left),
        }
    }

    /// Whether a click there means what is already pointed at.
    pub(crate) fn covers(&self, clicked: Aim) -> bool {
        match (self.aim, clicked) {
            (Some(Aim::Cells(cells)), Aim::Cells(cell)) => {
                cells.contains(cell.first) && cells.contains(cell.last)
            }
            (pointed, clicked) => pointed == Some(clicked),
        }
    }

    /// The cells from the pointer to there, if that is a move.
    pub(crate) fn dragged(&self, to: Aim, game: &dyn AnyMatch, seat: Seat) -> Option<Aim> {
        let (Some(Aim::Cells(from)), Aim::Cells(to)) = (self.aim, to) else { return None };
        let wider = Aim::Cells(Span::between(from.first.min(to.first), from.last.max(to.last)));
        is_legal(game, seat, wider).then_some(wider)
    }

    /// Points there without moving the line.
    pub(crate) fn point(&mut self, aim: Aim) {
        self.aim = Some(aim);
        self.leftwards = false;
    }

    /// Points nowhere. Pointing begins here again.
    pub(crate) fn lift(&mut self) {
        self.near = self.aim.take().or(self.near);
    }

    /// A turn begins: nothing is pointed at until the player points, so that an untouched board looks untouched. The part of
    /// the line where pointing begins is visible.
    pub(crate) fn rest(&mut self, game: &dyn AnyMatch, seat: Seat) {
        self.lift();
        if self.near.is_some_and(|aim| is_legal(game, seat, aim)) {
            return;
        }
        let near = match self.near {
            Some(Aim::Cells(span)) => nearest(game, seat, span.first),
            Some(Aim::Card(_)) | None => None,
        };
        if let Some(aim) = near.or_else(|| first_move(game, seat)) {
            self.go(aim);
            self.lift();
        }
    }

    /// Points where pointing begins: at the last target or the first move if it is visible, else in the middle of what is.
    pub(crate) fn begin(&mut self, game: &dyn AnyMatch, seat: Seat, seen: Span) {
        let is_seen = |aim: &Aim| match aim {
            Aim::Cells(span) => seen.contains(span.first) && seen.contains(span.last),
            Aim::Card(_) => true,
        };
        let near = self.near.filter(|aim| is_legal(game, seat, *aim)).or_else(|| first_move(game, seat));
        let middle = || nearest(game, seat, seen.first.midpoint(seen.last)).filter(is_seen);
        self.leftwards = false;
        match near.filter(is_seen).or_else(middle).or(near) {
            Some(aim) => self.go(aim),
            None => self.aim = None,
        }
    }

    /// Whether the cells that are pointed at are among these.
    pub(crate) fn is_within(&self, seen: Span) -> bool {
        match self.aim {
            Some(Aim::Cells(span)) => seen.contains(span.first) && seen.contains(span.last),
            Some(Aim::Card(_)) | None => true,
        }
    }

    /// Takes more cells, on whichever side that is allowed.
    fn widen(&mut self, game: &dyn AnyMatch, seat: Seat) {
        let Some(Aim::Cells(Span { first, last })) = self.aim else { return };
        let wider = [(first, last.saturating_add(1)), (first.saturating_sub(1), last)];
        let wider = wider.map(|(first, last)| Aim::Cells(Span { first, last }));
        if let Some(aim) = wider.into_iter().find(|aim| is_legal(game, seat, *aim)) {
            self.go(aim);
        }
    }

    /// Takes fewer cells.
    fn narrow(&mut self, game: &dyn AnyMatch, seat: Seat) {
        let Some(Aim::Cells(Span { first, last })) = self.aim else { return };
        let narrower = Aim::Cells(Span { first, last: last.saturating_sub(1).max(first) });
        if is_legal(game, seat, narrower) {
            self.go(narrower);
        }
    }

    /// To the first or the last legal move of the line or of the hand.
    fn go_to_end(&mut self, game: &dyn AnyMatch, seat: Seat, way: Way) {
        let extent = game.extent();
        self.go_to(match (cards_of(game, seat), way) {
            (Some(cards), Way::Left) => cards.first().map(|card| Aim::Card(*card)),
            (Some(cards), Way::Right) => cards.last().map(|card| Aim::Card(*card)),
            (None, Way::Left) => nearest(game, seat, extent.first).or_else(|| first_move(game, seat)),
            (None, Way::Right) => nearest(game, seat, extent.last),
        });
    }

    /// To the next legal move in that direction, wrapping around at the end.
    fn go_round(&mut self, game: &dyn AnyMatch, seat: Seat, way: Way) {
        let before = self.aim;
        self.step(game, seat, way);
        if self.aim == before {
            self.go_to_end(game, seat, if way == Way::Left { Way::Right } else { Way::Left });
        }
    }

    fn go(&mut self, aim: Aim) {
        self.aim = Some(aim);
        if let Aim::Cells(span) = aim {
            self.focus = if self.leftwards { span.first } else { span.last };
        }
    }

    fn go_to(&mut self, aim: Option<Aim>) {
        if let Some(aim) = aim {
            self.leftwards = false;
            self.go(aim);
        }
    }

    fn step(&mut self, game: &dyn AnyMatch, seat: Seat, way: Way) {
        if let Some(cards) = cards_of(game, seat) {
            let now = self.aim.and_then(|aim| cards.iter().position(|card| aim == Aim::Card(*card)));
            let next = match (now, way) {
                (Some(place), Way::Left) => place.checked_sub(1),
                (Some(place), Way::Right) => place.checked_add(1),
                (None, _) => Some(0),
            };
            self.go_to(next.and_then(|place| cards.get(place)).map(|card| Aim::Card(*card)));
            return;
        }
        let Some(Aim::Cells(Span { first, last })) = self.aim else { return };
        let long = last.saturating_sub(first);
        let extent = game.extent();
        let found = (1..=SIGHT).find_map(|far| {
            let from = first.checked_add(far * way as i64).filter(|from| extent.contains(*from))?;
            let same = Aim::Cells(Span { first: from, last: from.saturating_add(long) });
            let single = Aim::cell(if way == Way::Left { from } else { from.saturating_add(long) });
            [same, single].into_iter().find(|aim| is_legal(game, seat, *aim))
        });
        // Beyond the moves with several cells there may still be single ones.
        self.go_to(found.or_else(|| self.single_beyond(game, seat, way)));
    }

    fn single_beyond(&self, game: &dyn AnyMatch, seat: Seat, way: Way) -> Option<Aim> {
        let Some(Aim::Cells(Span { first, last })) = self.aim else { return None };
        let from = if way == Way::Left { first } else { last };
        let extent = game.extent();
        let ahead = (0..=SIGHT).filter_map(|far| from.checked_add(far * way as i64));
        ahead
            .filter(|cell| extent.contains(*cell))
            .filter_map(|cell| legal_at(game, seat, cell))
            .find(|aim| beyond(*aim, (first, last), way))
    }

    fn extend(&mut self, game: &dyn AnyMatch, seat: Seat, way: Way) {
        let Some(Aim::Cells(Span { first, last })) = self.aim else {
            self.step(game, seat, way);
            return;
        };
        let leftwards = if first == last { way == Way::Left } else { self.leftwards };
        let (anchor, head) = if leftwards { (last, first) } else { (first, last) };
        let Some(head) = head.checked_add(way as i64) else { return };
        let aim = Aim::Cells(Span::between(anchor, head));
        if is_legal(game, seat, aim) {
            self.leftwards = leftwards;
            self.go(aim);
        }
    }

    fn page(&mut self, game: &dyn AnyMatch, seat: Seat, cells: i64) {
        if cards_of(game, seat).is_some() {
            return;
        }
        let from = match self.aim {
            Some(Aim::Cells(span)) => span.first,
            Some(Aim::Card(_)) | None => self.focus,
        };
        let extent = game.extent();
        let to = from.saturating_add(cells).clamp(extent.first, extent.last);
        self.go_to(nearest(game, seat, to));
    }
}

/// Whether there is something further in that direction than the cells pointed at.
fn beyond(aim: Aim, (first, last): (i64, i64), way: Way) -> bool {
    match (aim, way) {
        (Aim::Cells(span), Way::Left) => span.first < first,
        (Aim::Cells(span), Way::Right) => span.last > last,
        (Aim::Card(_), _) => false,
    }
}

/// Whether the seat may make the move that pointing there means.
pub(crate) fn is_legal(game: &dyn AnyMatch, seat: Seat, aim: Aim) -> bool {
    let extent = game.extent();
    let there = match aim {
        Aim::Cells(Span { first, last }) => extent.contains(first) && extent.contains(last),
        Aim::Card(_) => true,
    };
    there && game.allows(seat, aim)
}

/// What the seat can point at in this cell: the cell alone, or with a neighbour if it cannot be taken alone.
pub(crate) fn legal_at(game: &dyn AnyMatch, seat: Seat, cell: i64) -> Option<Aim> {
    let pairs = [(cell, cell), (cell, cell.saturating_add(1)), (cell.saturating_sub(1), cell)];
    let aims = pairs.map(|(first, last)| Aim::Cells(Span { first, last }));
    aims.into_iter().find(|aim| is_legal(game, seat, *aim))
}

/// What the seat can point at in the cell nearest to this one, if any is near.
fn nearest(game: &dyn AnyMatch, seat: Seat, cell: i64) -> Option<Aim> {
    let extent = game.extent();
    (0..=SIGHT).find_map(|far| {
        let sides = [cell.checked_add(far), cell.checked_sub(far)];
        let there = sides.into_iter().flatten().filter(|cell| extent.contains(*cell));
        there.filter_map(|cell| legal_at(game, seat, cell)).next()
    })
}

fn first_move(game: &dyn AnyMatch, seat: Seat) -> Option<Aim> {
    game.moves(seat, 1).first().and_then(|text| game.aim(seat, text))
}

/// The cards that the seat may play, in a game with cards.
fn cards_of(game: &dyn AnyMatch, seat: Seat) -> Option<Vec<u8>> {
    let hands = hands_of(game)?;
    let hand = seat.of(&hands);
    let means_something = |card: &&u8| game.meant(seat, Aim::Card(**card)).is_some();
    hand.iter().find(means_something)?;
    Some(hand.iter().copied().filter(|card| is_legal(game, seat, Aim::Card(*card))).collect())
}

/// Whether a move of the game can take several cells.
pub(crate) fn takes_several(game: &dyn AnyMatch, seat: Seat) -> bool {
    let first = game.extent().first;
    game.meant(seat, Aim::Cells(Span { first, last: first.saturating_add(1) })).is_some()
}
