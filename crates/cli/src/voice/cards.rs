//! Book 003, Line Duel with cards, in its own words.

use numberline_rules::{Hand, Line, Mark, Seat, SettingValue, Span};
use numberline_table::{AnyMatch, Ply, Table};

use super::{Asking, Voice};

pub(super) struct Cards;

fn list(cards: impl IntoIterator<Item = u8>) -> String {
    cards.into_iter().map(|card| card.to_string()).collect::<Vec<_>>().join(", ")
}

fn signed(marker: i64) -> String {
    if marker == 0 { "0".to_owned() } else { format!("{marker:+}") }
}

fn marker(line: &Line) -> i64 {
    line.cells.iter().find(|cell| cell.mark == Mark::Shared).map_or(0, |cell| cell.number)
}

fn hands(game: &dyn AnyMatch) -> [Hand; 2] {
    game.line(game.extent()).hands.unwrap_or_default()
}

/// What the seat has played, in order, preceded by what was missing from its hand at the start.
fn discarded(game: &dyn AnyMatch, seat: Seat) -> Vec<u8> {
    let highest = match game.settings().get("cards") {
        Some(SettingValue::Number(cards)) => u8::try_from(cards).unwrap_or(0),
        _ => 0,
    };
    let plies = game.plies();
    let played: Vec<u8> =
        plies.iter().filter_map(|choices| choices.get(seat)).filter_map(|card| card.parse().ok()).collect();
    let hand = hands(game);
    let missing = (1..=highest).filter(|card| !seat.of(&hand).contains(card) && !played.contains(card));
    missing.chain(played.iter().copied()).collect()
}

impl Voice for Cards {
    fn welcome(&self, table: &Table) -> String {
        let end = table.game().extent().last;
        let [one, two] = Seat::BOTH.map(|seat| table.name(seat));
        format!("Welcome to Line Duel!\n{one} pushes towards +{end}, {two} towards -{end}.")
    }

    fn turn_shows_the_board(&self) -> bool {
        true
    }

    fn turn(&self, table: &Table) -> String {
        let now = table.game().line(table.game().extent());
        let hands = now.hands.clone().unwrap_or_default();
        let hands = Seat::BOTH.map(|seat| {
            format!("{}'s Remaining Move Cards: [{}]", table.name(seat), list(seat.of(&hands).clone()))
        });
        let at = marker(&now);
        let board = self.board(table, Some(Span { first: at, last: at }));
        format!("\nCurrent Marker Position: {}\n{board}\n\n{}\n", signed(at), hands.join("\n"))
    }

    fn secret_turn(&self, table: &Table, seat: Seat) -> String {
        format!("{}, choose in secret.", table.name(seat))
    }

    fn prompt(&self, table: &Table, seat: Seat, _asking: Asking) -> String {
        format!("Enter your move card ({}): ", list(seat.of(&hands(table.game())).clone()))
    }

    fn played(&self, table: &Table, ply: &Ply) -> String {
        let shown = Seat::BOTH.map(|seat| {
            let card = ply.choices.get(seat).map(String::as_str).unwrap_or_default();
            format!("{} played Move Card: {card}", table.name(seat))
        });
        let cards = Seat::BOTH
            .map(|seat| ply.choices.get(seat).and_then(|card| card.parse::<i64>().ok()).unwrap_or(0));
        let [one, two] = cards;
        let towards = match one - two {
            0 => "the cards are equal",
            1.. => "towards positive end",
            _ => "towards negative end",
        };
        let (from, to) = (marker(&ply.before), marker(&ply.after));
        let moved = if from == to {
            format!("Marker stays at {}", signed(to))
        } else {
            format!("Marker moved from {} to {}", signed(from), signed(to))
        };
        let discards = Seat::BOTH.map(|seat| {
            format!("{}'s Discarded Cards: [{}]", table.name(seat), list(discarded(table.game(), seat)))
        });
        format!(
            "\n{}\n\nNet Movement: {} ({towards})\n\n{moved}\n\n{}",
            shown.join("\n"),
            one.abs_diff(two),
            discards.join("\n"),
        )
    }

    fn won(&self, table: &Table, winner: Seat) -> String {
        let game = table.game();
        let at = marker(&game.line(game.extent()));
        let why = if at == game.extent().first || at == game.extent().last {
            format!("The marker has reached {}.", signed(at))
        } else if at != 0 {
            format!("All move cards are used and the marker is at {}.", signed(at))
        } else {
            format!("All move cards are used and the marker is at 0.\n{}", tiebreak(table, winner))
        };
        format!("\n{why}\n{} wins the game!", table.name(winner))
    }
}

/// Names the rule that decided, and the reading that it was chosen over (ruling R8).
fn tiebreak(table: &Table, winner: Seat) -> String {
    // A position's text ends with the seat that pushed the marker last, which no picture shows.
    let position = table.game().position();
    let Ok(pusher) = position.rsplit(' ').next().unwrap_or_default().parse::<Seat>() else {
        return format!("Tiebreaker: the marker never moved, so {} wins.", table.name(winner));
    };
    let last = table.name(pusher);
    if pusher == winner {
        format!(
            "Tiebreaker: {last} moved the marker last and wins by the book's rule.\n\
             (The book's worked example decides this the other way round; --set tiebreak=sample plays by it.)"
        )
    } else {
        format!(
            "Tiebreaker: {last} moved the marker last and loses, as in the book's worked example.\n\
             (The book's rule decides this the other way round; --set tiebreak=rules plays by it.)"
        )
    }
}
