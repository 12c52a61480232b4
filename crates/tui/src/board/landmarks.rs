//! What cells mean wherever the pieces are: above the ends of the line in words, elsewhere as a sign.

use numberline_rules::{Landmark, Meaning};
use numberline_table::{Name, explain_landmark};

use super::Board;
use super::art::emblem;
use super::canvas::{Canvas, width};
use super::geometry::Geometry;
use crate::{Look, Role};

impl Board<'_> {
    pub(super) fn draw_landmarks(&self, canvas: &mut Canvas<'_>, geometry: &Geometry, look: &Look) {
        for Landmark { cell, meaning } in self.game.landmarks() {
            let Some(column) = geometry.column(cell) else { continue };
            let (sign, style) = (sign(meaning, look), look.style(role(meaning)));
            let Some(row) = geometry.landmarks else {
                if geometry.rows > 0 {
                    canvas.text(column, geometry.top, sign, style);
                }
                continue;
            };
            let extent = self.game.extent();
            let words = explain_landmark(meaning, self.names.unwrap_or(&Name::of_both_seats()));
            let cells = u16::try_from(geometry.window.len()).unwrap_or(u16::MAX);
            let wide = cells.saturating_mul(geometry.inner.saturating_add(1));
            let (at_left, at_right) = (format!("{sign} {words}"), format!("{words} {sign}"));
            // Both ends have room for their words, or the sign alone has to do.
            let fits = width(&at_left) < wide / 2;
            if fits && cell == extent.first {
                canvas.text(column, row, &at_left, style);
            } else if fits && cell == extent.last {
                let right = column.saturating_add(geometry.inner);
                canvas.text(right.saturating_sub(width(&at_right)), row, &at_right, style);
            } else {
                canvas.centred(column, row, geometry.inner, sign, style);
            }
        }
    }
}

/// The emblem of the seat that it belongs to, or a warning.
fn sign(meaning: Meaning, look: &Look) -> &'static str {
    meaning.seat().map_or_else(|| look.symbol("✗", "x"), |seat| emblem(seat, look))
}

fn role(meaning: Meaning) -> Role {
    meaning.seat().map_or(Role::Warning, Role::Seat)
}
