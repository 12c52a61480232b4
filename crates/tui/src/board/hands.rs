//! The hands of cards: little boxes, or words where there is no room for boxes.

use numberline_rules::{Aim, Seat};
use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::geometry::Geometry;
use super::pointer::is_legal;
use super::{Board, Valued};
use crate::pane::shortened;
use crate::{Look, Role};

impl Board<'_> {
    pub(super) fn draw_hands(&self, canvas: &mut Canvas<'_>, geometry: &Geometry, look: &Look) {
        let (Some(places), Some(hands)) = (&geometry.hands, self.hands()) else { return };
        for seat in Seat::BOTH {
            let place = seat.of(places);
            let label = shortened(self.label(seat), place.label.width.saturating_sub(2), look);
            canvas.text(place.label.x, place.label.y, &label, look.style(Role::Seat(seat)));
            let hand = seat.of(&hands);
            if hand.is_empty() {
                canvas.text(place.cards.x, place.label.y, "no cards left", look.style(Role::Faint));
            }
            for (index, card) in hand.iter().enumerate() {
                if let Some(area) = place.card(index) {
                    self.draw_card(canvas, (area, place.boxed), (seat, *card), look);
                }
            }
        }
    }

    fn draw_card(
        &self,
        canvas: &mut Canvas<'_>,
        (area, boxed): (Rect, bool),
        (seat, card): (Seat, u8),
        look: &Look,
    ) {
        let acts = self.seat == Some(seat);
        let aimed = acts && self.aim == Some(Aim::Card(card));
        let legal = acts && is_legal(self.game, seat, Aim::Card(card));
        let value = self.values.iter().find(|value| acts && value.aim == Aim::Card(card));
        let text = card.to_string();
        let role = match (aimed, legal, acts) {
            (true, ..) => Role::Cursor,
            (_, true, _) => Role::Legal,
            (_, _, true) => Role::Faint,
            _ => Role::Text,
        };
        let inside = area.width.saturating_sub(2);
        if !boxed {
            canvas.repeat(area.x.saturating_add(1), area.y, inside, " ", look.style(role));
            canvas.centred(area.x.saturating_add(1), area.y, inside, &text, look.style(role));
            if aimed {
                canvas.text(area.x, area.y, "[", look.style(Role::Strong));
                canvas.text(area.right().saturating_sub(1), area.y, "]", look.style(Role::Strong));
            }
            return;
        }
        canvas.frame(area, aimed, look);
        let (left, middle, lower) = (area.x, area.y.saturating_add(1), area.y.saturating_add(2));
        canvas.repeat(left.saturating_add(1), middle, inside, " ", look.style(role));
        canvas.centred(left.saturating_add(1), middle, inside, &text, look.style(role));
        match value {
            Some(Valued { outcome, .. }) => {
                let letter = outcome.letter().to_string();
                canvas.centred(
                    left.saturating_add(1),
                    lower,
                    inside,
                    &letter,
                    look.style(Role::Outcome(*outcome)),
                );
            }
            None if legal && !aimed => {
                let sign = look.symbol("•", "'");
                canvas.centred(left.saturating_add(1), lower, inside, sign, look.style(Role::Legal));
            }
            None => {}
        }
    }
}
