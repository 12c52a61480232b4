//! Book 000, Number Line Duel, in its own words.

use numberline_rules::{Seat, Span};
use numberline_table::{Ply, Table};

use super::{Asking, Voice, examples};
use crate::picture::{row, touched};

pub(super) struct Duel;

impl Duel {
    fn line(table: &Table, focus: Option<Span>) -> String {
        row(table.game(), focus, super::cell)
    }
}

impl Voice for Duel {
    fn prompt(&self, table: &Table, seat: Seat, asking: Asking) -> String {
        let first = asking == Asking::First;
        let example = if first { examples(table, seat, &["5", "5 6"]) } else { String::new() };
        format!("Enter numbers to cross out{example}: ")
    }

    fn played(&self, table: &Table, ply: &Ply) -> String {
        let crossed = Seat::BOTH.into_iter().filter_map(|seat| {
            ply.choices.get(seat).map(|chosen| format!("{} crossed out: {chosen}", table.name(seat)))
        });
        let line = Self::line(table, touched(ply));
        format!("{}\nUpdated Number Line: {line}", crossed.collect::<String>())
    }
}
