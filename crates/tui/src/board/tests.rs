//! How the board looks in every game, and where one can point.
#![allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use numberline_rules::{Aim, Seat, Turn};
use numberline_table::{AnyMatch, Outcome, Setup, find};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Position;

use super::{Board, Pointer, Valued};
use crate::{Look, Preferences, Symbols};

fn game(slug: &str, settings: &[&str], moves: &str) -> Box<dyn AnyMatch> {
    let setup = Setup {
        settings: settings.iter().map(|&text| text.to_owned()).collect(),
        moves: Some(moves.to_owned()),
        ..Setup::default()
    };
    setup.start(find(slug).unwrap()).unwrap()
}

fn look() -> Look {
    Preferences::default().look()
}

fn drawn(board: &Board<'_>, (width, height): (u16, u16), look: &Look) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| board.draw(frame, frame.area(), look)).unwrap();
    format!("{}", terminal.backend())
}

const GAMES: [(&str, &str); 5] =
    [("duel", "5 6;1"), ("token", "2r;1l"), ("blockade", "4;9"), ("cards", "3/1;2/5"), ("siege", "3;2")];

/// The board with a cursor and what the move would do, at every size.
#[test]
fn every_game_at_every_size() {
    let mut pictures = String::new();
    for (slug, moves) in GAMES {
        let game = game(slug, &[], moves);
        let seat = if let Turn::Of(seat) = game.turn() { seat } else { Seat::One };
        let mut pointer = Pointer::new();
        pointer.settle(&*game, seat);
        pointer.right(&*game, seat);
        let aim = pointer.aim().unwrap();
        let text = game.meant(seat, aim).unwrap();
        let preview = game.preview(seat, &text);
        for size in [(40, 8), (80, 18), (200, 24)] {
            let board = Board::new(&*game, pointer.focus())
                .legal_for(Some(seat))
                .aim(Some(aim))
                .preview(preview.as_ref())
                .labels(["Ada".to_owned(), "Grace".to_owned()]);
            pictures.push_str(&format!("{slug} {size:?}\n{}\n", drawn(&board, size, &look())));
        }
    }
    insta::assert_snapshot!(pictures);
}
