//! What the line shows after a move, as shortly as it can be said.

use numberline_wire::WholeJson;
use serde::Serialize;
use utoipa::ToSchema;

/// The letters of pieces, which are in one place at a time.
const PIECES: &str = "oAB";

/// A line: the number of its first cell, and a letter for each cell.
pub(super) struct Letters {
    pub(super) first: i64,
    pub(super) letters: Vec<char>,
}

/// A cell, and the letters from there to the last one that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Stretch(pub(super) (WholeJson, String));

/// What the line shows after a ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Shown {
    /// The letter of its cells. A piece is on the last of them alone, and leaves `.` where it was.
    Letter(char),
    /// A cell, and the letters from there to the last one that changes.
    Stretch(Stretch),
}

impl Letters {
    pub(super) fn new(first: i64, letters: &str) -> Self {
        Self { first, letters: letters.chars().collect() }
    }

    /// The piece on a cell.
    pub(super) fn piece_on(&self, cell: i64) -> Option<char> {
        let place = usize::try_from(cell.checked_sub(self.first)?).ok()?;
        self.letters.get(place).copied().filter(|letter| PIECES.contains(*letter))
    }

    /// Whether these changes are what a letter on cells stands for.
    pub(super) fn become_by(&self, changes: &[(WholeJson, char)], letter: char, cells: [i64; 2]) -> bool {
        let [first, last] = cells;
        let is_piece = PIECES.contains(letter);
        let becomes = |cell: i64, now: char| {
            if is_piece {
                if cell == last {
                    letter
                } else if now == letter {
                    '.'
                } else {
                    now
                }
            } else if (first..=last).contains(&cell) {
                letter
            } else {
                now
            }
        };
        let changed = (self.first..).zip(&self.letters).filter_map(|(cell, now)| {
            let then = becomes(cell, *now);
            (then != *now).then_some((cell, then))
        });
        changed.eq(changes.iter().map(|(cell, then)| (cell.cell(), *then)))
    }

    /// Changed cells as one stretch of the line, with the unchanged ones between them.
    pub(super) fn stretch(&self, changes: &[(WholeJson, char)]) -> Stretch {
        let changed = || changes.iter().map(|(cell, _)| cell.cell());
        let (Some(from), Some(to)) = (changed().min(), changed().max()) else {
            return Stretch((self.first.into(), String::new()));
        };
        let line = (self.first..).zip(&self.letters).filter(|(cell, _)| (from..=to).contains(cell));
        let shown = line.map(|(cell, letter)| {
            changes.iter().find(|(changed, _)| changed.cell() == cell).map_or(*letter, |(_, letter)| *letter)
        });
        Stretch((from.into(), shown.collect()))
    }

    /// The cells that another line of the same cells shows otherwise, each with its letter there.
    pub(super) fn changes(&self, after: &str) -> Vec<(WholeJson, char)> {
        let cells = (self.first..).zip(self.letters.iter().zip(after.chars()));
        let changed = cells.filter(|(_, (before, after))| *before != after);
        changed.map(|(cell, (_, after))| (cell.into(), after)).collect()
    }
}

impl Shown {
    /// These changes by a ply with these first and last cells. None if they follow from the cells alone.
    pub(super) fn of(changes: &[(WholeJson, char)], line: &Letters, cells: Option<[i64; 2]>) -> Option<Self> {
        let stands_for = |letter: char| cells.is_some_and(|cells| line.become_by(changes, letter, cells));
        let piece = cells.and_then(|[from, _]| line.piece_on(from));
        if piece.map_or(changes.is_empty(), stands_for) {
            return None;
        }
        let letter = changes.iter().map(|(_, letter)| *letter).find(|letter| *letter != '.');
        Some(match letter.filter(|letter| stands_for(*letter)) {
            Some(letter) => Self::Letter(letter),
            None => Self::Stretch(line.stretch(changes)),
        })
    }
}
