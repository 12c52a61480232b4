//! Boards, moves and rules of every game in the catalog, and of two that are not in it.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

#[allow(dead_code, reason = "only the game itself is used here")]
#[path = "../../table/tests/countdown/mod.rs"]
mod countdown;
#[allow(dead_code, reason = "only the game itself is used here")]
#[path = "../../table/tests/hideout/mod.rs"]
mod hideout;

use countdown::Countdown;
use hideout::Hideout;
use numberline_rules::{Seat, Span, Turn};
use numberline_table::{AnyGame, AnyMatch, ByInduction, ByRetrograde, Dice, Request, catalog, find, game};
use numberline_wire::{
    BoardJson, GameJson, MOST_CELLS, MoveView, RulesJson, SectionJson, WholeJson, Window, letter,
};
use serde_json::{Value, json};

/// The catalog, and a sixth game of either kind.
fn games() -> Vec<&'static dyn AnyGame> {
    let more = [game::<Countdown, ByRetrograde>(), game::<Hideout, ByInduction>()];
    catalog().into_iter().chain(more).collect()
}

fn start(game: &dyn AnyGame, settings: &[&str], moves: &str) -> Box<dyn AnyMatch> {
    let settings = settings.iter().map(ToString::to_string).collect();
    Request { set: settings, moves: Some(moves.to_owned()), ..Request::default() }.start(game).unwrap()
}

fn letters(game: &dyn AnyMatch, window: Span) -> String {
    game.line(window).cells.iter().map(|cell| letter(cell.mark)).collect()
}

/// Plays random games and compares every board with the match: each move is listed once, points where the game says,
/// and does what it announces.
#[test]
fn boards_show_every_move_and_what_it_does() {
    for row in games() {
        let mut dice = Dice::new(7, 0);
        for _ in 0..3 {
            let mut at = row.start(&row.book_settings(), Seat::One).unwrap();
            let mut plies = 0;
            while at.turn().winner().is_none() && plies < 30 {
                check(&*at);
                let chosen: Vec<String> = Seat::BOTH
                    .into_iter()
                    .filter(|seat| at.turn().acts(*seat))
                    .filter_map(|seat| at.pick(seat, &mut |count| dice.below(count)))
                    .collect();
                at.play_turn(&chosen.join("/")).unwrap();
                plies += 1;
            }
            check(&*at);
        }
    }
}

fn check(at: &dyn AnyMatch) {
    let board = BoardJson::new(at, Window::default());
    let extent = at.extent();
    assert_eq!(
        (board.first.cell(), board.last.cell(), board.from.cell()),
        (extent.first, extent.last, extent.first)
    );
    assert_eq!(board.cells, letters(at, extent));
    assert_eq!((&board.position, board.positions.last()), (&at.position(), Some(&at.position())));
    assert_eq!((board.plies.len(), board.more_moves), (at.length(), false));
    for seat in Seat::BOTH {
        let shown = seat.of::<Vec<MoveView>>(&board.moves);
        let texts: Vec<&str> = shown.iter().map(|view| view.text.as_str()).collect();
        let moves = if at.turn().acts(seat) { at.moves(seat, usize::MAX) } else { Vec::new() };
        assert_eq!(texts, moves, "{}", at.position());
        for view in shown {
            assert!(view.cells.is_some() != view.card.is_some(), "{view:?}");
            let Some(then) = &view.then else {
                assert_eq!(at.turn(), Turn::Both, "{view:?}");
                continue;
            };
            let mut after = at.copy();
            after.play_turn(&view.text).unwrap();
            let mut cells: Vec<char> = board.cells.chars().collect();
            for (cell, letter) in then {
                let place = usize::try_from(cell.cell() - extent.first).unwrap();
                assert_ne!(cells[place], *letter, "{view:?} changes nothing in {cell:?}");
                cells[place] = *letter;
            }
            assert_eq!(cells.into_iter().collect::<String>(), letters(&*after, extent), "{view:?}");
        }
    }
}

/// On a long line every window matches the same part of the whole line.
#[test]
fn windows_of_long_lines_are_parts_of_them() {
    let long: [(&str, &[&str], &str); 5] = [
        ("duel", &["length=1000000"], "5 6; 500000; 999999 1000000"),
        ("duel", &["length=1000000000000000000", "misere=yes"], "5 6; 999999999999999999"),
        ("blockade", &["length=1000000000000000000"], "3; 999999999999999999; 500000000000000000"),
        ("token", &["length=10000", "start=5000", "step=4000"], "3000 right"),
        ("siege", &["length=10000", "step=10000"], "4000; 100"),
    ];
    for (slug, settings, moves) in long {
        let at = start(find(slug).unwrap(), settings, moves);
        let extent = at.extent();
        let middle = extent.first + (extent.last - extent.first) / 2;
        for from in [None, Some(i64::MIN), Some(1), Some(middle - 3), Some(extent.last), Some(i64::MAX)] {
            for cells in [None, Some(0), Some(7), Some(u64::MAX)] {
                let board = BoardJson::new(&*at, Window { from, cells });
                let shown = board.cells.chars().count() as u64;
                assert_eq!(shown, cells.unwrap_or(MOST_CELLS).clamp(1, MOST_CELLS), "{slug}");
                let window = Span {
                    first: board.from.cell(),
                    last: board.from.cell() + i64::try_from(shown).unwrap() - 1,
                };
                assert!(extent.contains(window.first) && extent.contains(window.last), "{slug} {window:?}");
                assert!(from.is_none_or(|from| window.contains(from.clamp(extent.first, extent.last))));
                assert_eq!(board.cells, letters(&*at, window), "{slug} {window:?}");
                check_window(&*at, &board, window);
            }
        }
    }
}

/// The moves of a window are exactly the legal ones that point into it.
fn check_window(at: &dyn AnyMatch, board: &BoardJson, window: Span) {
    let Turn::Of(seat) = at.turn() else { panic!("one seat moves in all of these") };
    let shown = seat.of::<Vec<MoveView>>(&board.moves);
    for view in shown {
        let [first, last] = view.cells.unwrap().map(WholeJson::cell);
        assert!(window.contains(first) && window.contains(last), "{view:?} is not in {window:?}");
        at.check(seat, &view.text).unwrap();
    }
    let singles = window.cells().map(|cell| Span { first: cell, last: cell });
    let pairs = window.cells().map(|cell| Span { first: cell, last: cell.saturating_add(1) });
    let legal = singles.chain(pairs).filter(|span| {
        let meant = at.meant(seat, numberline_rules::Aim::Cells(*span));
        window.contains(span.last) && meant.is_some_and(|text| at.check(seat, &text).is_ok())
    });
    assert_eq!(legal.count(), shown.len(), "{window:?}");
    let all = at.moves(seat, shown.len() + 1).len();
    assert_eq!(board.more_moves, all > shown.len());
}

/// The default window shows the piece to move.
#[test]
fn the_default_window_shows_where_something_happens() {
    let token = start(find("token").unwrap(), &["length=10000", "start=7000"], "2 right");
    let board = BoardJson::new(&*token, Window { from: None, cells: Some(40) });
    assert!(board.cells.contains('o'), "{} from {}", board.cells, board.from.cell());
    let siege = start(find("siege").unwrap(), &["length=10000"], "3");
    let board = BoardJson::new(&*siege, Window { from: None, cells: Some(40) });
    assert!(board.cells.contains('B'), "{} from {}", board.cells, board.from.cell());
}

/// A match of thousands of plies does not write out thousands of long positions.
#[test]
fn positions_are_listed_only_while_they_are_few_and_short() {
    let few = start(find("duel").unwrap(), &["length=500"], "1; 3; 5;");
    assert_eq!(BoardJson::new(&*few, Window::default()).positions.len(), 4);
    let moves: Vec<String> = (0..300).map(|place| (1_000 * place + 1).to_string()).collect();
    let many = start(find("duel").unwrap(), &["length=1000000"], &moves.join("; "));
    let board = BoardJson::new(&*many, Window::default());
    assert_eq!((board.positions.len(), board.plies.len()), (0, 300));
}

#[test]
fn a_board_parses_as_described() {
    let at = start(find("cards").unwrap(), &["end=3"], "1/2");
    let board = serde_json::to_value(BoardJson::new(&*at, Window::default())).unwrap();
    assert_eq!(board["turn"], "both");
    assert_eq!(board["winner"], Value::Null);
    assert_eq!(board["hands"], json!([[2, 3, 4, 5], [1, 3, 4, 5]]));
    assert_eq!(board["moves"][1][0], json!({"text": "1", "card": 1, "effect": "card 1", "ends": false}));
    assert_eq!(board["variant"], json!({"cards": 5, "end": 3, "tiebreak": "rules"}));
    assert_eq!(board["settings"], "cards=5 end=3 tiebreak=rules");
    assert_eq!(board["plies"], json!(["1/2"]));
    assert_eq!(board["differs"], "ends at −3 and +3");
    assert_eq!(
        board["landmarks"],
        json!([
            {"cell": -3, "kind": "goal", "seat": 2, "text": "Player 2 pushes here"},
            {"cell": 3, "kind": "goal", "seat": 1, "text": "Player 1 pushes here"},
        ])
    );
    assert_eq!(
        board["lastPly"],
        json!({
            "by": "both",
            "text": "Player 1 played 1, Player 2 played 2: the marker moves from 0 to −1.",
            "short": "marker to −1",
            "cells": [0, -1],
            "blocked": [],
        })
    );
    let at = start(find("duel").unwrap(), &["length=3"], "1 2; 3");
    let board = serde_json::to_value(BoardJson::new(&*at, Window::default())).unwrap();
    assert_eq!(
        (&board["turn"], &board["winner"], &board["cells"]),
        (&json!("over"), &json!(2), &json!("xxx"))
    );
    assert_eq!(board["moves"], json!([[], []]));
    assert_eq!(board["ending"], "Player 2 crossed out the last number and wins.");
    let at = start(find("siege").unwrap(), &[], "3; 3; 1;");
    let board = serde_json::to_value(BoardJson::new(&*at, Window::default())).unwrap();
    let captures = &board["moves"][1][2];
    assert_eq!(
        (&captures["effect"], &captures["ends"], &captures["captures"]),
        (&json!("captures Player 1 and wins"), &json!(true), &json!(1))
    );
}

/// The rules as sent equal the table's, including styles, and have every ruling that `RULINGS.md` has for the game.
/// The rulings that matter only where moves are typed.
const ABOUT_TYPING: [&str; 2] = ["R3", "R13"];

#[test]
fn rules_come_apart_into_sections_and_rulings() {
    let book = include_str!("../../../docs/RULINGS.md");
    for row in catalog() {
        let slug = row.info().slug;
        let rules = RulesJson::new(row);
        let titles: Vec<_> = rules.sections.iter().filter_map(|section| section.title.as_deref()).collect();
        assert_eq!(titles[..4], ["Goal", "The line", "Your turn", "The end"], "{slug}");
        let of_rulings = |title: &str| title.starts_with("Ruling");
        let given: Vec<&str> = match &*rules.sections {
            [.., SectionJson { title: Some(title), blocks }] if of_rulings(title) => {
                assert_eq!(title, if blocks.len() == 1 { "Ruling" } else { "Rulings" }, "{slug}");
                blocks.iter().map(|block| block.label.as_deref().unwrap()).collect()
            }
            _ => Vec::new(),
        };
        for id in &given {
            let row = format!("| {id} | ");
            let line = book.lines().find(|line| line.starts_with(&row)).unwrap();
            assert!(line.contains(&format!("`{slug}`")) || line.contains("| all |"), "{line}");
        }
        // The names of the games are not rules of play, so a game's rules need not repeat them.
        let own =
            book.lines().filter(|line| line.contains(&format!("`{slug}` |")) && !line.contains("| R1 |"));
        for line in own {
            let id = line.split(" | ").next().unwrap().trim_start_matches("| ");
            if ABOUT_TYPING.contains(&id) {
                assert!(!given.contains(&id), "{slug}: nothing is typed on a page");
                continue;
            }
            assert!(given.contains(&id), "{slug} lacks {id}");
        }
    }
}

#[test]
fn text_has_styles_and_parameters_are_explained() {
    let rules = serde_json::to_value(RulesJson::new(find("blockade").unwrap())).unwrap();
    assert_eq!(
        rules["sections"][4]["blocks"][2],
        json!({
            "label": "R7",
            "text": [{
                "style": "plain",
                "text": "The book leaves open whether repeated invalid moves forfeit the game. They do not, unless \
                         the players agree on a limit.",
            }],
        })
    );
    assert_eq!(
        rules["parameters"][1],
        json!({
            "name": "misere",
            "help": "yes: the player who makes the last move loses (yes or no; the book has no)",
        })
    );
}

/// A text without headings is one section without a title.
#[test]
fn rules_without_headings_are_one_section() {
    let rules = serde_json::to_value(RulesJson::new(game::<Countdown, ByRetrograde>())).unwrap();
    let text = "Take 1 or 2 from the count. The player who reaches 0 wins.";
    let paragraph = json!({ "text": [{ "style": "plain", "text": text }] });
    assert_eq!(rules["sections"], json!([{ "blocks": [paragraph] }]));
}

#[test]
fn a_sixth_game_is_described_like_the_others() {
    let described = serde_json::to_value(GameJson::new(game::<Countdown, ByRetrograde>())).unwrap();
    assert_eq!(
        described["parameters"],
        json!([{"name": "from", "default": 7, "range": {"min": 1, "max": 100}, "help": "where the count begins"}])
    );
}
