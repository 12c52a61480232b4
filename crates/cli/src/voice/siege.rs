//! Book 004, Number Siege, in its own words.

use numberline_rules::{Mark, Seat, SettingValue, Span, Turn};
use numberline_table::{Ply, Table};

use super::{Asking, Voice};
use crate::picture::choices;

pub(super) struct Siege;

impl Siege {
    /// Where a seat's token stands. A captured token lies under the other, and the picture shows only that one.
    fn token(table: &Table, seat: Seat) -> i64 {
        let line = table.game().line(table.game().extent());
        let place = |seat| line.cells.iter().find(|cell| cell.mark == Mark::Piece(seat));
        place(seat).or_else(|| place(seat.other())).map_or(0, |cell| cell.number)
    }

    fn target(table: &Table, seat: Seat) -> i64 {
        let extent = table.game().extent();
        *seat.of(&[extent.last, extent.first])
    }
}

impl Voice for Siege {
    fn welcome(&self, table: &Table) -> String {
        let verb = if table.game().length() == 0 { "starts" } else { "stands" };
        let starts = Seat::BOTH
            .map(|seat| format!("{} {verb} at position {}.", table.name(seat), Self::token(table, seat)));
        format!("Welcome to {}!\n\n{}", table.game().info().title, starts.join("\n"))
    }

    fn board(&self, table: &Table, _focus: Option<Span>) -> String {
        let places = Seat::BOTH
            .map(|seat| format!("{} stands at position {}.", table.name(seat), Self::token(table, seat)));
        places.join("\n")
    }

    fn draws_the_line(&self) -> bool {
        false
    }

    /// The book shows only where the player to move stands.
    fn aside(&self, table: &Table) -> Option<String> {
        let Turn::Of(seat) = table.game().turn() else { return None };
        let (own, other) = (Self::token(table, seat), Self::token(table, seat.other()));
        let ahead = if seat == Seat::One { other - own } else { own - other };
        let way = if ahead > 0 { "ahead of you" } else { "behind you" };
        Some(format!("({} stands at position {other}, {} {way}.)", table.name(seat.other()), ahead.abs()))
    }

    fn turn(&self, table: &Table) -> String {
        match table.game().turn() {
            Turn::Of(seat) => {
                format!("\n{}'s turn.\nYour current position: {}", table.name(seat), Self::token(table, seat))
            }
            Turn::Both | Turn::Over { .. } => String::new(),
        }
    }

    fn turn_of_computer(&self, table: &Table) -> String {
        match table.game().turn() {
            Turn::Of(seat) => {
                let (name, at) = (table.name(seat), Self::token(table, seat));
                format!("\n{name}'s turn.\n{name}'s current position: {at}")
            }
            Turn::Both | Turn::Over { .. } => String::new(),
        }
    }

    fn prompt(&self, table: &Table, seat: Seat, _asking: Asking) -> String {
        let longest = match table.game().settings().get("step") {
            Some(SettingValue::Number(step)) => step,
            _ => 1,
        };
        let positions = if longest == 1 { "position" } else { "positions" };
        let steps = choices(longest, true);
        format!("Choose your move ({steps} {positions} towards position {}): ", Self::target(table, seat))
    }

    fn played(&self, table: &Table, ply: &Ply) -> String {
        let mover = Seat::BOTH.into_iter().find(|seat| ply.choices.get(*seat).is_some());
        let says =
            mover.map(|seat| format!("{} moves to position {}.", table.name(seat), Self::token(table, seat)));
        format!("\n{}", says.unwrap_or_default())
    }

    fn won(&self, table: &Table, winner: Seat) -> String {
        let [one, two] = Seat::BOTH.map(|seat| Self::token(table, seat));
        let how = if one == two { "captured the opponent" } else { "reached the opponent's base" };
        format!("\nCongratulations, {}! You have {how} and won the game!", table.name(winner))
    }

    fn won_by_computer(&self, table: &Table, _winner: Seat) -> String {
        format!("\n{}", table.conclusion().unwrap_or_default())
    }
}
