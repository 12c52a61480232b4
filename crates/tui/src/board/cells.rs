//! The cells of the line, with everything that is marked on them.

use numberline_rules::{Aim, Line, Mark, Span};
use numberline_table::{MoveEffect, Ply};
use ratatui::layout::Rect;

use super::art::{glyph, picture, role};
use super::canvas::Canvas;
use super::geometry::Geometry;
use super::label::label;
use super::pointer::legal_at;
use super::{Board, Motion, change, is_cells};
use crate::{Look, Role, Symbols};

/// A cell as it will be drawn.
struct Shown {
    mark: Mark,
    /// A piece that a move would capture there.
    captured: Option<Mark>,
    /// The style of what is in it.
    role: Role,
    /// Whether it is pointed at.
    aimed: bool,
    /// What is drawn on its upper edge.
    above: Option<&'static str>,
    /// Whether a move would change it.
    changes: bool,
    /// Whether it can be pointed at.
    legal: bool,
    /// Whether its mark is just appearing.
    coming: bool,
}

impl Board<'_> {
    pub(super) fn draw_cells(&self, canvas: &mut Canvas<'_>, geometry: &Geometry, line: &Line, look: &Look) {
        draw_edges(canvas, geometry, look);
        if let Some(Aim::Cells(span)) = self.aim {
            draw_cursor(canvas, geometry, span, look);
        }
        let last = self.last.map(|ply| Changed::by(self, ply));
        let next = self.preview.map(|ply| Changed::by(self, ply));
        for cell in &line.cells {
            let shown = self.shown(cell.number, cell.mark, (&last, &next), look);
            if let Some(column) = geometry.column(cell.number) {
                draw_cell(canvas, geometry, (cell.number, column), &shown, look);
            }
        }
    }

    fn shown(
        &self,
        number: i64,
        mark: Mark,
        (last, next): (&Option<Changed<'_>>, &Option<Changed<'_>>),
        look: &Look,
    ) -> Shown {
        let aimed = matches!(self.aim, Some(Aim::Cells(span)) if span.contains(number));
        let legal = self.seat.is_some_and(|seat| legal_at(self.game, seat, number).is_some());
        let changed = self.preview.and_then(|ply| change(ply, number));
        let mut shown = Shown {
            mark,
            captured: None,
            role: role(mark),
            aimed,
            above: None,
            changes: false,
            legal,
            coming: false,
        };
        if let Some(last) = last.as_ref().filter(|last| change(last.ply, number).is_some()) {
            shown.above = Some(last.sign(number, look.symbol("▾", "v"), look));
            shown.role = if mark == Mark::Open { Role::Last } else { shown.role };
        }
        if self.seat.is_some() && mark == Mark::Open {
            shown.role = if legal { Role::Legal } else { Role::Faint };
        }
        if let Some((before, after)) = changed {
            // A mark that would disappear stays visible, to show where it comes from.
            shown.mark = if after == Mark::Open { before } else { after };
            shown.captured =
                matches!(before, Mark::Piece(_)).then_some(before).filter(|_| after != Mark::Open);
            shown.role = if after == Mark::Open { Role::Faint } else { Role::Preview };
            let sign = look.symbol("+", "!");
            shown.above = Some(next.as_ref().map_or(sign, |next| next.sign(number, sign, look)));
            shown.changes = true;
        }
        if aimed {
            shown.role = Role::Cursor;
        }
        if let Some(motion) = &self.motion {
            motion.apply(number, &mut shown);
        }
        shown
    }

    pub(super) fn draw_values(&self, canvas: &mut Canvas<'_>, geometry: &Geometry, look: &Look) {
        let Some(row) = geometry.values else { return };
        let has_singles = self.values.iter().any(|value| value.aim.single().is_some());
        for value in self.values.iter().filter(|value| is_cells(value.aim)) {
            let Aim::Cells(Span { first, last }) = value.aim else { continue };
            let (Some(left), Some(right)) = (geometry.column(first), geometry.column(last)) else { continue };
            let columns = right.saturating_sub(left).saturating_add(geometry.inner);
            let row = row.saturating_add(u16::from(has_singles && first != last));
            let room = geometry.inner.saturating_add(u16::from(first != last));
            canvas.centred(left, row, columns, &value.text(room), look.style(Role::Outcome(value.outcome)));
        }
    }
}

/// What a ply changes, and which of it the move only blocks.
struct Changed<'a> {
    ply: &'a Ply,
    effect: MoveEffect,
}

impl<'a> Changed<'a> {
    fn by(board: &Board<'_>, ply: &'a Ply) -> Self {
        Self { ply, effect: MoveEffect::of(board.game, ply, None) }
    }

    /// The sign of the move itself, or that of a cell that is only blocked by it.
    fn sign(&self, number: i64, own: &'static str, look: &Look) -> &'static str {
        let is_blocked = self.effect.blocked.contains(&number) && !self.effect.cells().contains(&number);
        if is_blocked { look.symbol("×", "x") } else { own }
    }
}

impl Motion<'_> {
    /// What a cell shows while a ply is animated.
    fn apply(&self, number: i64, shown: &mut Shown) {
        let Some((_, after)) = change(self.ply, number) else {
            if let Some((mark, _, _)) = moving(self.ply).filter(|moving| self.is_at(moving, number)) {
                shown.mark = mark;
                shown.role = role(mark);
            }
            return;
        };
        match moving(self.ply) {
            Some(moving) if self.is_at(&moving, number) => {
                shown.mark = moving.0;
                shown.role = role(moving.0);
            }
            Some((mark, _, _)) if after == mark => {
                shown.mark = Mark::Open;
                shown.role = Role::Text;
            }
            Some(_) => {}
            None => shown.coming = self.step.saturating_mul(2) < self.of,
        }
    }

    fn is_at(&self, (_, from, to): &(Mark, i64, i64), number: i64) -> bool {
        let way = i128::from(*to) - i128::from(*from);
        i128::from(*from) + way * i128::from(self.step) / i128::from(self.of.max(1)) == i128::from(number)
    }
}

/// A mark that goes from one cell to another in a ply, with both.
fn moving(ply: &Ply) -> Option<(Mark, i64, i64)> {
    let is_piece = |mark: Mark| matches!(mark, Mark::Shared | Mark::Piece(_));
    let to = ply.after.cells.iter().find(|cell| is_piece(cell.mark) && change(ply, cell.number).is_some())?;
    let from = ply.before.cells.iter().find(|cell| cell.mark == to.mark && cell.number != to.number)?;
    Some((to.mark, from.number, to.number))
}

/// The edges of all cells.
fn draw_edges(canvas: &mut Canvas<'_>, geometry: &Geometry, look: &Look) {
    let style = look.style(Role::Border);
    let cells = geometry.window.len();
    let wall = look.symbol("│", "|");
    let pitch = geometry.inner.saturating_add(1);
    let edges = u16::try_from(cells).unwrap_or(u16::MAX);
    for place in 0..=edges {
        let x = geometry.left.saturating_add(place.saturating_mul(pitch));
        let middle = if geometry.rows == 0 { 0 } else { 1 };
        for row in 0..geometry.rows.max(1) {
            canvas.text(x, geometry.top.saturating_add(middle).saturating_add(row), wall, style);
        }
    }
    if geometry.rows == 0 {
        return;
    }
    let inner = usize::from(geometry.inner);
    let edge = |first: &str, between: &str, last: &str| {
        let stroke = look.symbol("─", "-").repeat(inner);
        let cells = vec![stroke; usize::from(edges)];
        format!("{first}{}{last}", cells.join(between))
    };
    let upper = edge(look.symbol("╭", "+"), look.symbol("┬", "+"), look.symbol("╮", "+"));
    let lower = edge(look.symbol("╰", "+"), look.symbol("┴", "+"), look.symbol("╯", "+"));
    canvas.text(geometry.left, geometry.top, &upper, style);
    canvas.text(geometry.left, geometry.top.saturating_add(geometry.rows).saturating_add(1), &lower, style);
}

fn draw_cell(
    canvas: &mut Canvas<'_>,
    geometry: &Geometry,
    (number, x): (i64, u16),
    shown: &Shown,
    look: &Look,
) {
    let inner = geometry.inner;
    let style = look.style(shown.role);
    let first = geometry.top.saturating_add(u16::from(geometry.rows > 0));
    let rows = geometry.rows.max(1);
    for row in 0..rows {
        canvas.repeat(x, first.saturating_add(row), inner, " ", style);
    }
    let middle = first.saturating_add(rows / 2);
    if shown.coming {
        canvas.centred(x, middle, inner, look.symbol("·", "."), style);
    } else {
        draw_mark(canvas, (x, first), (inner, rows), (number, shown), look);
    }
    if let (Some(row), true) = (geometry.numbers, shown.mark != Mark::Open) {
        canvas.centred(x, row, inner, &label(number, inner, look), look.style(Role::Faint));
    }
    if geometry.rows > 0 {
        let lower = first.saturating_add(rows);
        let upper_role = if shown.changes { Role::Preview } else { Role::Last };
        if let Some(sign) = shown.above {
            canvas.centred(x, geometry.top, inner, sign, look.style(upper_role));
        }
        if shown.legal && !shown.aimed && !shown.changes {
            canvas.centred(x, lower, inner, look.symbol("•", "'"), look.style(Role::Legal));
        }
    }
}

fn draw_mark(
    canvas: &mut Canvas<'_>,
    (x, y): (u16, u16),
    (columns, rows): (u16, u16),
    (number, shown): (i64, &Shown),
    look: &Look,
) {
    let style = look.style(shown.role);
    let middle = y.saturating_add(rows / 2);
    if shown.mark == Mark::Blocked && look.symbols == Symbols::Unicode {
        // A blocked cell is filled, which is visible from afar. In ASCII it has the sign of the book.
        let sign = glyph(Mark::Blocked, look).unwrap_or_default();
        for row in 0..rows {
            canvas.repeat(x, y.saturating_add(row), columns, sign, style);
        }
        return;
    }
    let captured = shown.captured.and_then(|mark| picture(mark, look));
    // Both pieces of a capture are seen.
    let wide = if shown.captured.is_some() { 7 } else { 3 };
    if rows >= 3
        && columns >= wide
        && let Some(lines) = picture(shown.mark, look)
    {
        for (row, line) in (0u16..).zip(lines) {
            let other = captured.and_then(|lines| lines.get(usize::from(row)).copied());
            let line = other.map_or_else(|| line.to_owned(), |other| format!("{line} {other}"));
            canvas.centred(x, middle.saturating_sub(1).saturating_add(row), columns, &line, style);
        }
        return;
    }
    if let (Some(sign), Some(other)) =
        (glyph(shown.mark, look), shown.captured.and_then(|mark| glyph(mark, look)))
    {
        let between = if columns >= 3 { " " } else { "" };
        canvas.centred(x, middle, columns, &format!("{sign}{between}{other}"), style);
        return;
    }
    match glyph(shown.mark, look) {
        Some(sign) => canvas.centred(x, middle, columns, sign, style),
        None => canvas.centred(x, middle, columns, &label(number, columns, look), style),
    }
}

/// The heavy frame around what is pointed at.
fn draw_cursor(canvas: &mut Canvas<'_>, geometry: &Geometry, span: Span, look: &Look) {
    let seen =
        Span { first: span.first.max(geometry.window.first), last: span.last.min(geometry.window.last) };
    if seen.first > seen.last {
        return;
    }
    let (Some(first), Some(last)) = (geometry.column(seen.first), geometry.column(seen.last)) else { return };
    let (left, right) = (first.saturating_sub(1), last.saturating_add(geometry.inner));
    if geometry.rows == 0 {
        canvas.text(left, geometry.top, "[", look.style(Role::Strong));
        canvas.text(right, geometry.top, "]", look.style(Role::Strong));
        return;
    }
    let (width, height) = (right.saturating_sub(left).saturating_add(1), geometry.rows.saturating_add(2));
    canvas.frame(Rect { x: left, y: geometry.top, width, height }, true, look);
}
