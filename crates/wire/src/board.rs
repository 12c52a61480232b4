//! A position, ready to draw: a window of the line, the hands, and the moves a player can click.

use numberline_rules::{Aim, Cell, Mark, Seat, Span};
use numberline_table::{AnyMatch, Ending, MoveEffect, Name, changed_settings};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{LandmarkJson, LastPlyJson, MoveView, TurnJson, VariantJson, WholeJson, letter};

/// The maximum number of cells in a window.
pub const MOST_CELLS: u64 = 200;

/// The maximum number of listed moves of a seat: all that a window of crosses can have.
const MOST_MOVES: usize = 400;
/// The maximum number of listed positions, and of their bytes together.
const MOST_POSITIONS: usize = 500;
const MOST_BYTES: usize = 1 << 16;
/// A longer line has no pieces, and is not searched for them.
const LONGEST_WITH_PIECES: u64 = 100_000;

/// The requested part of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Window {
    /// The first cell; by default the window is where something happens.
    pub from: Option<i64>,
    /// The number of cells; by default the maximum.
    pub cells: Option<u64>,
}

/// A position, ready to draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardJson {
    /// The slug of the game.
    pub game: &'static str,
    /// The title of the game.
    pub title: &'static str,
    /// What a move chooses: `number`, `step`, `card`.
    pub piece: &'static str,
    /// The variant.
    pub variant: VariantJson,
    /// The variant as text: `length=10 misere=no`.
    pub settings: String,
    /// What differs from the book, in words.
    pub differs: Option<String>,
    /// What to do and how to win, in one sentence.
    pub goal: String,
    /// What matters in the position and cannot be seen on its line, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unseen: Option<String>,
    /// The cells that mean something wherever the pieces are.
    pub landmarks: Vec<LandmarkJson>,
    /// The last finished ply.
    pub last_ply: Option<LastPlyJson>,
    /// Why the game is over, in one sentence.
    pub ending: Option<String>,
    /// The starting position.
    pub start: String,
    /// The current position.
    pub position: String,
    /// Who acts.
    pub turn: TurnJson,
    /// The winner.
    pub winner: Option<u8>,
    /// The first cell of the whole line.
    pub first: WholeJson,
    /// The last cell of the whole line.
    pub last: WholeJson,
    /// The first cell of the window.
    pub from: WholeJson,
    /// A letter for each cell of the window.
    pub cells: String,
    /// The cards in the seats' hands, in a game with cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 2, max_items = 2)]
    pub hands: Option<[Vec<u8>; 2]>,
    /// The moves of each seat that acts, as far as they point into the window.
    #[schema(min_items = 2, max_items = 2)]
    pub moves: [Vec<MoveView>; 2],
    /// Whether a seat that acts has moves outside the window.
    pub more_moves: bool,
    /// The finished turns, in the game's notation.
    pub plies: Vec<String>,
    /// Every position from the start to the current one; empty where there are too many or they are too long.
    pub positions: Vec<String>,
}

impl BoardJson {
    /// Draws the current position of a match.
    #[must_use]
    pub fn new(game: &dyn AnyMatch, window: Window) -> Self {
        let names = Name::of_both_seats();
        let extent = game.extent();
        let window = within(game, window);
        let line = game.line(window);
        let moves = Seat::BOTH.map(|seat| MoveView::all(game, seat, window, MOST_MOVES, &names));
        let more_moves = Seat::BOTH.into_iter().any(|seat| {
            let listed = seat.of::<Vec<MoveView>>(&moves).len();
            game.turn().acts(seat) && game.moves(seat, listed + 1).len() > listed
        });
        let positions = if game.length() < MOST_POSITIONS { positions(game) } else { Vec::new() };
        Self {
            game: game.info().slug,
            title: game.info().title,
            piece: game.info().piece,
            variant: VariantJson(game.settings()),
            settings: game.settings().to_string(),
            differs: changed_settings(&game.settings()),
            goal: game.goal(&names).whole,
            unseen: game.unseen(&names),
            landmarks: LandmarkJson::all(game, &names),
            last_ply: last_effect(game).map(|effect| LastPlyJson::new(&effect, &names)),
            ending: game.conclusion(&names),
            start: game.start(),
            position: game.position(),
            turn: TurnJson(game.turn()),
            winner: game.turn().winner().map(Seat::number),
            first: extent.first.into(),
            last: extent.last.into(),
            from: window.first.into(),
            cells: line.cells.iter().map(|cell| letter(cell.mark)).collect(),
            hands: line.hands,
            moves,
            more_moves,
            plies: game.plies().iter().map(ToString::to_string).collect(),
            positions,
        }
    }
}

fn last_effect(game: &dyn AnyMatch) -> Option<MoveEffect> {
    let ending = game.turn().winner().map(Ending::Won);
    Some(MoveEffect::of(game, &game.last_ply()?, ending))
}

fn positions(game: &dyn AnyMatch) -> Vec<String> {
    // Positions of a match hardly grow, so this avoids writing texts of a million cells hundreds of times.
    if game.position().len().saturating_mul(game.length() + 1) > MOST_BYTES {
        return Vec::new();
    }
    game.positions()
}

/// The requested window, moved onto the line; or one where something happens.
fn within(game: &dyn AnyMatch, Window { from, cells }: Window) -> Span {
    let extent = game.extent();
    let cells = cells.unwrap_or(MOST_CELLS).clamp(1, MOST_CELLS).min(extent.len());
    let cells = i64::try_from(cells).unwrap_or(1);
    let first = from.unwrap_or_else(|| busy_cell(game).saturating_sub(cells / 2));
    let first = first.clamp(extent.first, extent.last.saturating_sub(cells - 1));
    Span { first, last: first.saturating_add(cells - 1) }
}

/// Where a line becomes interesting: at the piece to move, or else at the first playable cell.
fn busy_cell(game: &dyn AnyMatch) -> i64 {
    let extent = game.extent();
    if extent.len() <= MOST_CELLS {
        return extent.first;
    }
    let mover = Seat::BOTH.into_iter().find(|seat| game.turn().acts(*seat));
    let pieces = if extent.len() <= LONGEST_WITH_PIECES { game.line(extent).cells } else { Vec::new() };
    let own = |cell: &&Cell| match cell.mark {
        Mark::Shared => true,
        Mark::Piece(seat) => Some(seat) == mover,
        _ => false,
    };
    if let Some(cell) = pieces.iter().find(own) {
        return cell.number;
    }
    let first_move = mover.and_then(|seat| {
        let text = game.moves(seat, 1).into_iter().next()?;
        game.aim(seat, &text)
    });
    match first_move {
        Some(Aim::Cells(span)) => span.first,
        _ => extent.first,
    }
}
