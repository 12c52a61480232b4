//! A ply that has just been finished, without what follows from the one before.

use numberline_table::{Name, Ply};
use numberline_wire::{LastPlyJson, WholeJson};
use serde::Serialize;
use utoipa::ToSchema;

use super::phrase::{Phrase, retold};
use super::shown::{Letters, Shown};

/// A ply that has just been finished. In a turn of both it was made by both, otherwise by the seat whose turn it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct NewPly {
    /// The move: `5 6`, or `3/4` where both acted.
    text: String,
    /// What it did, in a few words: `to 7`. If it is missing, it is that of the last ply with the numbers of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    did: Option<String>,
    /// The same as a sentence. If it is missing, it is that of the last ply with the numbers of this one; the names change places if
    /// another seat has made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<String>,
    /// The cells of the move itself. If they are missing, they are the numbers of `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<WholeJson>>,
    /// The cells that it blocked, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<WholeJson>,
    /// What the line shows now. If it is missing, the piece that was on the first of the cells is on the last; if there was none,
    /// nothing has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<Shown>,
}

impl NewPly {
    /// A ply and what is told of it, after another one, on a line that now has other letters.
    pub(super) fn of(
        ply: &Ply,
        told: &LastPlyJson,
        did: String,
        former: Option<&LastPlyJson>,
        names: &[Name; 2],
        (line, now): (&Letters, &str),
    ) -> Self {
        let text = ply.choices.to_string();
        let cells = || told.cells.iter().map(|cell| cell.cell());
        let mut numbers = Phrase::of(&text).numbers;
        let named = numbers.iter().map(|number| i128::from(*number)).eq(told.cells.iter().map(|cell| cell.0));
        numbers.extend(told.cells.iter().chain(&told.blocked).map(|cell| cell.cell().unsigned_abs()));
        let changes_seats = former.is_some_and(|former| former.by != told.by);
        let follows = |former: Option<&String>, told: &str| {
            let retold = |former| retold(former, names.each_ref().map(Name::as_str), changes_seats, &numbers);
            former.and_then(|former| retold(former)).is_some_and(|retold| retold == told)
        };
        let ends = cells().next().zip(cells().next_back());
        Self {
            did: if follows(former.map(|former| &former.short), &did) { None } else { Some(did) },
            told: if follows(former.map(|former| &former.text), &told.text) {
                None
            } else {
                Some(told.text.clone())
            },
            then: Shown::of(&line.changes(now), line, ends.map(|(first, last)| [first, last])),
            cells: if named { None } else { Some(told.cells.clone()) },
            blocked: told.blocked.clone(),
            text,
        }
    }
}
