//! What is said at each step of a match.
//!
//! The trait's own methods are a voice that suits every game. A rule book that prints how a game looks at a command line
//! has a voice of its own below, which says those lines as printed.

mod blockade;
mod cards;
mod duel;
mod siege;
mod token;

use numberline_rules::{Cell, Mark, Seat, SettingValue, Span, Turn};
use numberline_table::{Ending, Ply, Table};

use crate::picture::{row, touched};

/// Why a prompt is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// It is the first of the match.
    First,
    /// A turn has begun.
    Turn,
    /// The last answer was not taken.
    Again,
}

/// Whether what was typed so far makes up a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum More {
    /// It does, or cannot be helped.
    Nothing,
    /// It is half a move; this asks for the other half.
    Ask {
        /// The second prompt.
        prompt: String,
        /// The answers that fit it.
        words: Vec<String>,
    },
    /// It is half a move that no other half could save; the reason is a sentence.
    Refuse(String),
}

/// What becomes of half a move with what was typed as its other half.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OtherHalf {
    /// The two go together.
    Fits,
    /// It cannot be read; the reason is a sentence, and the other half is asked for again.
    AskAgain(String),
    /// The move cannot be finished so; the reason is a sentence, and the whole move is asked for again.
    Refuse(String),
}

/// The wording of a game in line mode. Texts may have several lines; none ends with a line break.
pub trait Voice: Sync {
    /// Said before the first turn.
    fn welcome(&self, table: &Table) -> String {
        format!("Welcome to {}!\n{}", table.game().info().title, self.board(table, None))
    }

    /// The line as it stands; `focus` is where something has just changed.
    fn board(&self, table: &Table, focus: Option<Span>) -> String {
        format!("Number Line: {}", row(table.game(), focus, cell))
    }

    /// Said when a turn begins.
    fn turn(&self, table: &Table) -> String {
        match table.game().turn() {
            Turn::Of(seat) => format!("\n{}'s turn.", table.name(seat)),
            Turn::Both => "\nBoth players choose in secret.".to_owned(),
            Turn::Over { .. } => String::new(),
        }
    }

    /// Said when a computer's turn begins: the same, unless the book speaks to the player as "you".
    fn turn_of_computer(&self, table: &Table) -> String {
        self.turn(table)
    }

    /// Said when a seat is to choose in secret, so that the two know who is asked.
    fn secret_turn(&self, table: &Table, seat: Seat) -> String {
        format!("{}, make your choice. What you type is not shown.", table.name(seat))
    }

    /// Asks a seat for a move. Ends with a colon and a space (ruling R13).
    fn prompt(&self, table: &Table, _seat: Seat, _asking: Asking) -> String {
        format!("Enter your move (e.g., '{}'): ", table.game().info().example)
    }

    /// Looks at what was typed, and asks for the rest of a move that is entered in two steps.
    fn more(&self, _table: &Table, _typed: &str) -> More {
        More::Nothing
    }

    /// Looks at what was typed at the second prompt of a move that is entered in two steps.
    fn other_half(&self, _table: &Table, _typed: &str, _other: &str) -> OtherHalf {
        OtherHalf::Fits
    }

    /// Whether what is said when a turn begins shows all that the board does.
    fn turn_shows_the_board(&self) -> bool {
        false
    }

    /// Said when a ply is complete.
    fn played(&self, table: &Table, ply: &Ply) -> String {
        let moves = Seat::BOTH.into_iter().filter_map(|seat| {
            ply.choices.get(seat).map(|chosen| format!("{} played: {chosen}\n", table.name(seat)))
        });
        moves.collect::<String>() + &self.board(table, touched(ply))
    }

    /// Said when a computer has completed a ply: the same, unless the book speaks to the player as "you".
    fn played_by_computer(&self, table: &Table, ply: &Ply) -> String {
        self.played(table, ply)
    }

    /// Said when the rules have decided the match.
    fn won(&self, table: &Table, winner: Seat) -> String {
        format!("\n{}{} wins the game!", last_move_lost(table, winner), table.name(winner))
    }

    /// Said when the match has ended, whichever way.
    fn over(&self, table: &Table, ending: Ending) -> String {
        if let Ending::Won(winner) = ending {
            return self.won(table, winner);
        }
        let wins = ending.winner().map(|winner| format!("\n{} wins the game!", table.name(winner)));
        format!("\n{}{}", ending.why(table.names()), wins.unwrap_or_default())
    }
}

/// The voice of a game: its rule book's, or the one that suits every game.
#[must_use]
pub fn voice_of(slug: &str) -> &'static dyn Voice {
    let books: [(&str, &'static dyn Voice); 5] = [
        ("duel", &duel::Duel),
        ("token", &token::Token),
        ("blockade", &blockade::Blockade),
        ("cards", &cards::Cards),
        ("siege", &siege::Siege),
    ];
    books.into_iter().find(|(book, _)| *book == slug).map_or(&Plain, |(_, voice)| voice)
}

/// The voice that suits every game.
struct Plain;

impl Voice for Plain {}

/// A line for whoever has forgotten that the last move loses; nothing where it wins.
fn last_move_lost(table: &Table, winner: Seat) -> String {
    if plays_misere(table) {
        let loser = table.name(winner.other());
        format!("{loser} made the last move, and with misere=yes whoever makes the last move loses.\n")
    } else {
        String::new()
    }
}

/// Whether whoever makes the last move loses.
fn plays_misere(table: &Table) -> bool {
    table.game().settings().get("misere") == Some(SettingValue::Flag(true))
}

pub(crate) fn cell(cell: Cell) -> String {
    let number = cell.number;
    match cell.mark {
        Mark::Open => number.to_string(),
        Mark::Crossed => "X".to_owned(),
        Mark::Claimed(Seat::One) => format!("{number}(X)"),
        Mark::Claimed(Seat::Two) => format!("{number}(O)"),
        Mark::Blocked => format!("{number}(-)"),
        Mark::Shared => format!("[{number}]"),
        Mark::Piece(seat) => format!("{number}(P{seat})"),
    }
}
