//! Book 002, Number Line Blockade, in its own words.

use numberline_rules::{Cell, Mark, Seat, Span, Turn};
use numberline_table::{Ply, Table};

use super::{Asking, Voice, last_move_lost, plays_misere};
use crate::picture::{move_list, shown, touched};

pub(super) struct Blockade;

impl Blockade {
    /// A bare number has two spaces after it, a marked one a single space, as the book prints them.
    fn line(table: &Table, focus: Option<Span>) -> String {
        let text: String = shown(table.game(), focus).into_iter().map(Self::cell).collect();
        text.trim_end().to_owned()
    }

    fn cell(cell: Option<Cell>) -> String {
        match cell {
            None => "…  ".to_owned(),
            Some(open @ Cell { mark: Mark::Open, .. }) => format!("{}  ", open.number),
            Some(marked) => format!("{} ", super::cell(marked)),
        }
    }

    fn claimed(&self, table: &Table, ply: &Ply, who: &str) -> String {
        let blocked = Self::newly_blocked(ply);
        let board = self.board(table, touched(ply));
        format!("\n{who} claimed number {}.\nBlocked numbers: {blocked}\n\n{board}", ply.choices)
    }

    fn newly_blocked(ply: &Ply) -> String {
        let is_new =
            |cell: &&Cell| cell.mark == Mark::Blocked && ply.before.mark(cell.number) != Some(Mark::Blocked);
        let cells = ply.after.cells.iter().filter(is_new);
        let numbers = cells.map(|cell| cell.number.to_string()).collect::<Vec<_>>().join(", ");
        if numbers.is_empty() { "none".to_owned() } else { numbers }
    }
}

impl Voice for Blockade {
    fn welcome(&self, table: &Table) -> String {
        let title = table.game().info().title;
        let [one, two] = Seat::BOTH.map(|seat| table.name(seat));
        let line = Self::line(table, None);
        let which = if table.game().length() == 0 { "Initial" } else { "Current" };
        format!("Welcome to {title}!\n{one}: X\n{two}: O\n\n{which} Number Line:\n{line}")
    }

    fn board(&self, table: &Table, focus: Option<Span>) -> String {
        format!("Current Number Line:\n{}", Self::line(table, focus))
    }

    fn turn(&self, table: &Table) -> String {
        match table.game().turn() {
            Turn::Of(seat) => {
                let available = move_list(table.game(), seat, " ");
                format!("\n{}'s turn.\nAvailable numbers: {available}", table.name(seat))
            }
            Turn::Both | Turn::Over { .. } => String::new(),
        }
    }

    fn prompt(&self, _table: &Table, _seat: Seat, _asking: Asking) -> String {
        "Enter the number you want to claim: ".to_owned()
    }

    /// Only the newly blocked numbers are named (ruling R6).
    fn played(&self, table: &Table, ply: &Ply) -> String {
        self.claimed(table, ply, "You have")
    }

    fn played_by_computer(&self, table: &Table, ply: &Ply) -> String {
        let mover = Seat::BOTH.into_iter().find(|seat| ply.choices.get(*seat).is_some());
        let name = mover.map(|seat| table.name(seat).to_string());
        self.claimed(table, ply, &name.unwrap_or_default())
    }

    fn won(&self, table: &Table, winner: Seat) -> String {
        // The player with no number left has lost, or won where the last claim loses.
        let stuck = table.name(if plays_misere(table) { winner } else { winner.other() });
        let why = last_move_lost(table, winner);
        format!("\n{stuck}'s turn.\nNo valid moves remaining.\n{why}{} wins the game!", table.name(winner))
    }
}
