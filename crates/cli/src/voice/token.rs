//! Book 001, Line Duel with the shared token, in its own words.

use numberline_rules::{Mark, Seat, SettingValue, Span, Turn};
use numberline_table::{MoveError, Ply, Table};

use super::{Asking, More, OtherHalf, Voice};
use crate::picture::choices;

pub(super) struct Token;

const DIRECTION: &str = "Enter direction to move (left/right): ";

impl Token {
    fn step(table: &Table) -> u64 {
        match table.game().settings().get("step") {
            Some(SettingValue::Number(step)) => step,
            _ => 1,
        }
    }

    fn square(table: &Table) -> i64 {
        let line = table.game().line(table.game().extent());
        line.cells.iter().find(|cell| cell.mark == Mark::Shared).map_or(0, |cell| cell.number)
    }
}

impl Voice for Token {
    fn welcome(&self, _table: &Table) -> String {
        "Welcome to Line Duel!".to_owned()
    }

    fn board(&self, table: &Table, _focus: Option<Span>) -> String {
        format!("Current token position: {}", Self::square(table))
    }

    fn turn(&self, table: &Table) -> String {
        match table.game().turn() {
            Turn::Of(seat) => format!("\n{}\n{}'s turn.", self.board(table, None), table.name(seat)),
            Turn::Both | Turn::Over { .. } => String::new(),
        }
    }

    fn prompt(&self, table: &Table, _seat: Seat, asking: Asking) -> String {
        let distances = choices(Self::step(table), false);
        match asking {
            Asking::First | Asking::Turn => format!("Enter the number of positions to move ({distances}): "),
            Asking::Again => format!("Please enter a valid number of positions ({distances}): "),
        }
    }

    fn more(&self, table: &Table, typed: &str) -> More {
        let typed = typed.trim();
        let half = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit());
        if !half {
            return More::Nothing;
        }
        // If both directions are refused for the same reason, there is no point in asking which.
        let mover = table.next_seat().unwrap_or(Seat::One);
        let refused = |way: &str| table.game().check(mover, &format!("{typed} {way}")).err();
        match (refused("left"), refused("right")) {
            (Some(left), Some(right)) if left == right => More::Refuse(left.to_string()),
            _ => More::Ask {
                prompt: DIRECTION.to_owned(),
                words: ["left", "right"].map(str::to_owned).to_vec(),
            },
        }
    }

    /// An empty direction goes back to the first question, with the reason that keeps the token from moving this far, if there
    /// is one, as in the book's sample.
    fn other_half(&self, table: &Table, typed: &str, other: &str) -> OtherHalf {
        let mover = table.next_seat().unwrap_or(Seat::One);
        let refused = |way: &str| table.game().check(mover, &format!("{typed} {way}")).err();
        if other.is_empty() {
            let reason = refused("right").or_else(|| refused("left"));
            return OtherHalf::Back(reason.map(|reason| reason.to_string()));
        }
        match refused(other) {
            Some(MoveError::Unreadable(_)) => OtherHalf::AskAgain("Type left or right.".to_owned()),
            _ => OtherHalf::Fits,
        }
    }

    fn draws_the_line(&self) -> bool {
        false
    }

    fn turn_shows_the_board(&self) -> bool {
        true
    }

    fn played(&self, table: &Table, _ply: &Ply) -> String {
        format!("Token moved to position {}.", Self::square(table))
    }

    fn won(&self, table: &Table, winner: Seat) -> String {
        let loser = table.name(winner.other());
        let extent = table.game().extent();
        if [extent.first, extent.last].contains(&Self::square(table)) {
            format!("{loser} loses the game!")
        } else {
            format!("\nEvery square in reach has been visited: {loser} has no move.\n{loser} loses the game!")
        }
    }
}
