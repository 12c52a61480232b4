//! The moves that point into a part of the line, with what they would change.

use numberline_rules::{Aim, Mark, Seat, Span};
use numberline_table::{AnyMatch, MoveEffect, Name, Ply};
use serde::Serialize;
use utoipa::ToSchema;

use crate::WholeJson;

/// A move, what a player clicks to make it, and what the line shows afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// The move, as a player types it.
    pub text: String,
    /// The first and the last of the cells to click.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 2, max_items = 2)]
    pub cells: Option<[WholeJson; 2]>,
    /// The card to click.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<u8>,
    /// The cells that change, each with its new letter; none where that depends on the other seat's choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<Vec<(WholeJson, char)>>,
    /// What it does, in a few words: `to 7`, `captures Grace and wins`.
    pub effect: String,
    /// Whether the game ends with it.
    pub ends: bool,
    /// The seat whose piece it captures, on the cell to click.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captures: Option<u8>,
}

impl MoveView {
    /// The moves of a seat that point into the window, at most `most` of them. Nothing outside is searched, so the line
    /// may be of any length.
    #[must_use]
    pub fn all(game: &dyn AnyMatch, seat: Seat, window: Span, most: usize, names: &[Name; 2]) -> Vec<Self> {
        if !game.turn().acts(seat) {
            return Vec::new();
        }
        let few = game.moves(seat, most.saturating_add(1));
        let mut moves = if few.len() <= most { few } else { pointed_at(game, seat, window) };
        moves.retain(|text| is_within(game, seat, text, window));
        moves.truncate(most);
        moves.into_iter().map(|text| Self::new(game, seat, text, names)).collect()
    }

    fn new(game: &dyn AnyMatch, seat: Seat, text: String, names: &[Name; 2]) -> Self {
        let (cells, card) = match game.aim(seat, &text) {
            Some(Aim::Cells(span)) => (Some([span.first, span.last].map(WholeJson::from)), None),
            Some(Aim::Card(card)) => (None, Some(card)),
            None => (None, None),
        };
        let ply = game.preview(&text).ok();
        let effect = ply.as_ref().and_then(|ply| MoveEffect::of_preview(game, seat, &text, ply));
        Self {
            cells,
            card,
            then: ply.as_ref().map(changes),
            ends: effect.as_ref().is_some_and(MoveEffect::ends),
            captures: effect.as_ref().and_then(|effect| effect.captured).map(Seat::number),
            effect: effect
                .map_or_else(|| format!("{} {text}", game.info().piece), |effect| effect.short(names)),
            text,
        }
    }
}

/// The letter for a cell: `.` open, `x` crossed out, `1` and `2` claimed, `-` blocked, `o` the shared piece, `A` and
/// `B` a seat's own piece.
#[must_use]
pub fn letter(mark: Mark) -> char {
    match mark {
        Mark::Open => '.',
        Mark::Crossed => 'x',
        Mark::Claimed(Seat::One) => '1',
        Mark::Claimed(Seat::Two) => '2',
        Mark::Blocked => '-',
        Mark::Shared => 'o',
        Mark::Piece(Seat::One) => 'A',
        Mark::Piece(Seat::Two) => 'B',
    }
}

fn changes(ply: &Ply) -> Vec<(WholeJson, char)> {
    let cells = ply.before.cells.iter().zip(&ply.after.cells);
    cells
        .filter(|(before, after)| before.mark != after.mark)
        .map(|(_, after)| (after.number.into(), letter(after.mark)))
        .collect()
}

fn is_within(game: &dyn AnyMatch, seat: Seat, text: &str, window: Span) -> bool {
    match game.aim(seat, text) {
        Some(Aim::Cells(span)) => window.contains(span.first) && window.contains(span.last),
        Some(Aim::Card(_)) => true,
        None => false,
    }
}

/// The moves that point at cells of the window: single cells, then two, and so on as long as there are any.
fn pointed_at(game: &dyn AnyMatch, seat: Seat, window: Span) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for more in 0..i64::try_from(window.len()).unwrap_or(i64::MAX) {
        let spans = window.cells().map(|first| Span { first, last: first.saturating_add(more) });
        let spans = spans.filter(|span| window.contains(span.last));
        let legal = |span: Span| {
            let text = game.meant(seat, Aim::Cells(span))?;
            game.check(seat, &text).is_ok().then_some(text)
        };
        let before = moves.len();
        moves.extend(spans.filter_map(legal));
        // A game may need at least two cells, but where some cells are impossible, more cells are, too.
        if moves.len() == before && more > 0 {
            break;
        }
    }
    moves
}
