//! The words for each step of a match.
//!
//! The trait's own methods are a voice that fits every game. A rule book that prints a command-line sample has a voice of
//! its own below, which reproduces those lines.

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
pub(crate) enum Asking {
    /// It is the first of the match.
    First,
    /// A turn has begun.
    Turn,
    /// The last answer was refused.
    Again,
}

/// Whether the input so far is a complete move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum More {
    /// It is, or nothing can complete it.
    Nothing,
    /// It is half a move; this asks for the other half.
    Ask {
        /// The second prompt.
        prompt: String,
        /// The answers that fit it.
        words: Vec<String>,
    },
    /// It is half a move that no other half can complete; the reason is a sentence.
    Refuse(String),
}

/// The result of combining half a move with the input for its other half.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OtherHalf {
    /// The two halves make a move.
    Fits,
    /// The input cannot be read; the reason is a sentence, and the other half is asked for again.
    AskAgain(String),
    /// The player goes back to the first half. If that is because the move cannot be completed, the reason is a sentence.
    Back(Option<String>),
}

/// The wording of a game in line mode. Texts may have several lines; none ends with a line break.
pub(crate) trait Voice: Sync {
    /// Printed before the first turn.
    fn welcome(&self, table: &Table) -> String {
        format!("Welcome to {}!\n{}", table.game().info().title, self.board(table, None))
    }

    /// The current line; `focus` is where it has just changed.
    fn board(&self, table: &Table, focus: Option<Span>) -> String {
        format!("Number Line: {}", row(table.game(), focus, cell))
    }

    /// Whether the board above draws the line, or says in words where the pieces are.
    fn draws_the_line(&self) -> bool {
        true
    }

    /// What a person would also like to see as a turn begins, and the book does not print.
    fn aside(&self, _table: &Table) -> Option<String> {
        None
    }

    /// Printed when a turn begins.
    fn turn(&self, table: &Table) -> String {
        match table.game().turn() {
            Turn::Of(seat) => format!("\n{}'s turn.", table.name(seat)),
            Turn::Both => "\nBoth players choose in secret.".to_owned(),
            Turn::Over { .. } => String::new(),
        }
    }

    /// Printed when a computer's turn begins: the same, unless the book addresses the player as "you".
    fn turn_of_computer(&self, table: &Table) -> String {
        self.turn(table)
    }

    /// Printed when a seat is to choose in secret, so that both players know whose turn it is to type.
    fn secret_turn(&self, table: &Table, seat: Seat) -> String {
        format!("{}, make your choice. What you type is not shown.", table.name(seat))
    }

    /// Asks a seat for a move. Ends with a colon and a space (ruling R13).
    fn prompt(&self, table: &Table, seat: Seat, _asking: Asking) -> String {
        format!("Enter your move{}: ", examples(table, seat, &[table.game().info().example]))
    }

    /// Checks the input, and asks for the rest of a move that is entered in two steps.
    fn more(&self, _table: &Table, _typed: &str) -> More {
        More::Nothing
    }

    /// Checks the input at the second prompt of a move that is entered in two steps.
    fn other_half(&self, _table: &Table, _typed: &str, _other: &str) -> OtherHalf {
        OtherHalf::Fits
    }

    /// Whether the text at the start of a turn shows everything that the board does.
    fn turn_shows_the_board(&self) -> bool {
        false
    }

    /// Printed when a ply is complete.
    fn played(&self, table: &Table, ply: &Ply) -> String {
        let moves = Seat::BOTH.into_iter().filter_map(|seat| {
            ply.choices.get(seat).map(|chosen| format!("{} played: {chosen}\n", table.name(seat)))
        });
        moves.collect::<String>() + &self.board(table, touched(ply))
    }

    /// Printed when a computer has completed a ply: the same, unless the book addresses the player as "you".
    fn played_by_computer(&self, table: &Table, ply: &Ply) -> String {
        self.played(table, ply)
    }

    /// Printed when the rules have decided the match.
    fn won(&self, table: &Table, winner: Seat) -> String {
        format!("\n{}{} wins the game!", last_move_lost(table, winner), table.name(winner))
    }

    /// Printed when a computer has won by the rules: the same, unless the book addresses the winner as "you".
    fn won_by_computer(&self, table: &Table, winner: Seat) -> String {
        self.won(table, winner)
    }

    /// Printed when the match has ended, in whatever way.
    fn over(&self, table: &Table, ending: Ending) -> String {
        if let Ending::Won(winner) = ending {
            return self.won(table, winner);
        }
        let wins = ending.winner().map(|winner| format!("\n{} wins the game!", table.name(winner)));
        format!("\n{}{}", ending.why(table.names()), wins.unwrap_or_default())
    }
}

/// The voice of a game: its rule book's, or the one that fits every game.
#[must_use]
pub(crate) fn voice_of(slug: &str) -> &'static dyn Voice {
    let books: [(&str, &'static dyn Voice); 5] = [
        ("duel", &duel::Duel),
        ("token", &token::Token),
        ("blockade", &blockade::Blockade),
        ("cards", &cards::Cards),
        ("siege", &siege::Siege),
    ];
    books.into_iter().find(|(book, _)| *book == slug).map_or(&Plain, |(_, voice)| voice)
}

/// The voice that fits every game.
struct Plain;

impl Voice for Plain {}

/// ` (e.g., '5' or '5 6')`: the book's examples as long as they are legal, then others that are.
fn examples(table: &Table, seat: Seat, book: &[&str]) -> String {
    let game = table.game();
    let examples = match book.iter().all(|text| game.check(seat, text).is_ok()) {
        true => book.iter().map(ToString::to_string).collect(),
        false => game.examples(seat),
    };
    let quoted: Vec<String> = examples.into_iter().map(|text| format!("'{text}'")).collect();
    if quoted.is_empty() { String::new() } else { format!(" (e.g., {})", quoted.join(" or ")) }
}

/// A reminder that the last move loses; empty where it wins.
fn last_move_lost(table: &Table, winner: Seat) -> String {
    if plays_misere(table) {
        let loser = table.name(winner.other());
        format!("{loser} made the last move, which loses in this variant.\n")
    } else {
        String::new()
    }
}

/// Whether the last move loses.
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
