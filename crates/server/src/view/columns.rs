//! The moves of a seat as columns: property by property, so that no name is repeated for each move.

use numberline_wire::{MoveView, WholeJson};
use serde::Serialize;
use utoipa::ToSchema;

/// Moves, in lists of the same length: the first move is what all of them begin with. What no move has is left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct MoveColumns {
    /// The moves, as a player types them.
    text: Vec<String>,
    /// What they do, in a few words.
    effect: Vec<String>,
    /// The first and the last of the cells to click.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<Option<[WholeJson; 2]>>>,
    /// The cards to click.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<Vec<Option<u8>>>,
    /// What the line shows afterwards: a cell, and the letters from there to the last one that changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<Vec<Option<(WholeJson, String)>>>,
    /// Whether the game ends with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<Vec<bool>>,
    /// The seats whose pieces they capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<Vec<Option<u8>>>,
}

impl MoveColumns {
    /// Moves on a line with this first cell and these letters.
    pub(super) fn new(moves: &[MoveView], first: i64, letters: &str) -> Self {
        Self {
            text: moves.iter().map(|each| each.text.clone()).collect(),
            effect: moves.iter().map(|each| each.effect.clone()).collect(),
            cells: column(moves, |each| each.cells),
            card: column(moves, |each| each.card),
            then: column(moves, |each| Some(stretch(each.then.as_ref()?, first, letters))),
            ends: moves.iter().any(|each| each.ends).then(|| moves.iter().map(|each| each.ends).collect()),
            captures: column(moves, |each| each.captures),
        }
    }
}

/// What each move has, if any has it.
fn column<T>(moves: &[MoveView], of: impl Fn(&MoveView) -> Option<T>) -> Option<Vec<Option<T>>> {
    let column: Vec<Option<T>> = moves.iter().map(of).collect();
    column.iter().any(Option::is_some).then_some(column)
}

/// Changed cells as one stretch of the line, with the unchanged ones between them.
fn stretch(changes: &[(WholeJson, char)], first: i64, letters: &str) -> (WholeJson, String) {
    let changed = || changes.iter().map(|(cell, _)| cell.cell());
    let (Some(from), Some(to)) = (changed().min(), changed().max()) else {
        return (first.into(), String::new());
    };
    let line = (first..).zip(letters.chars()).filter(|(cell, _)| (from..=to).contains(cell));
    let shown = line.map(|(cell, letter)| {
        changes.iter().find(|(changed, _)| changed.cell() == cell).map_or(letter, |(_, letter)| *letter)
    });
    (from.into(), shown.collect())
}
