//! How the board looks in every game, and what can be pointed at.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails says so by panicking")]

use numberline_rules::{Aim, Seat, Span, Turn};
use numberline_table::{AnyMatch, Name, Outcome, find};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::{Position, Rect};

use super::label::label;
use super::{Board, Pointer, Towards, Valued};
use crate::page::{ClickMap, Page, Spot};
use crate::tests::trial::request;
use crate::{Look, Preferences};

fn game(slug: &str, settings: &[&str], moves: &str) -> Box<dyn AnyMatch> {
    request(slug, settings, moves).start(find(slug).unwrap()).unwrap()
}

fn look() -> Look {
    Preferences::default().look()
}

fn drawn(board: &Board<'_>, (width, height): (u16, u16), look: &Look) -> String {
    let (mut terminal, mut places) =
        (Terminal::new(TestBackend::new(width, height)).unwrap(), ClickMap::default());
    terminal
        .draw(|frame| {
            let area = frame.area();
            board.draw(&mut Page::new(frame, &mut places), area, look);
        })
        .unwrap();
    format!("{}", terminal.backend())
}

/// What can be clicked on a board.
fn places(board: &Board<'_>, area: Rect) -> ClickMap {
    crate::tests::trial::drawn(area, |page, area| board.draw(page, area, &look())).1
}

const GAMES: [(&str, &str); 5] =
    [("duel", "5 6;1"), ("token", "2r;1l"), ("blockade", "4;9"), ("cards", "3/1;2/5"), ("siege", "3;2")];

/// The board with a cursor and the changes of the move, at every size.
#[test]
fn every_game_at_every_size() {
    let mut pictures = String::new();
    let names = ["Ada", "Grace"].map(|name| Name::new(name).unwrap());
    for (slug, moves) in GAMES {
        let game = game(slug, &[], moves);
        let seat = if let Turn::Of(seat) = game.turn() { seat } else { Seat::One };
        let mut pointer = Pointer::default();
        pointer.begin(&*game, seat, game.extent());
        pointer.turn(Towards::Right, &*game, seat, game.extent());
        let aim = pointer.aim().unwrap();
        let text = game.meant(seat, aim).unwrap();
        let preview = game.preview(&text).ok();
        for size in [(40, 8), (80, 18), (200, 24)] {
            let board = Board {
                seat: Some(seat),
                aim: Some(aim),
                preview: preview.as_ref(),
                names: Some(&names),
                ..Board::new(&*game, pointer.focus)
            };
            pictures.push_str(&format!("{slug} {size:?}\n{}\n", drawn(&board, size, &look())));
        }
    }
    insta::assert_snapshot!(pictures);
}

/// Single cells have their values right below, pairs between the two, one row further down.
#[test]
fn values_stand_below_what_they_belong_to() {
    let game = game("duel", &["length=4"], "");
    let value =
        |first, last, outcome| Valued { aim: Aim::Cells(Span { first, last }), outcome, remoteness: Some(3) };
    let values = [value(1, 1, Outcome::Lose), value(2, 3, Outcome::Win), value(4, 4, Outcome::Draw)];
    let board = Board { values: &values, ..Board::new(&*game, 1) };
    insta::assert_snapshot!(drawn(&board, (30, 6), &look()), @r#"
    "  ╭─────┬─────┬─────┬─────╮   "
    "  │  1  │  2  │  3  │  4  │   "
    "  ╰─────┴─────┴─────┴─────╯   "
    "                              "
    "     L3                D3     "
    "              W3              "
    "#);
    assert_eq!(board.height(Rect::new(0, 0, 30, 6)), 6);
}

#[test]
fn long_numbers_keep_their_end() {
    let look = look();
    assert_eq!(label(-12, 3, &look), "−12");
    assert_eq!(label(1_000_042, 6, &look), "…00042");
    assert_eq!(label(1_000_042, 1, &look), "…");
}

/// A click on anything drawn hits it, and a click beside it does not.
#[test]
fn the_mouse_hits_what_is_drawn() {
    for (slug, moves) in GAMES {
        let game = game(slug, &[], moves);
        for (width, height) in [(40, 8), (80, 18), (200, 24)] {
            let area = Rect::new(3, 2, width, height);
            let board = Board { seat: Some(Seat::One), ..Board::new(&*game, 0) };
            let seen = board.window(area);
            let places = places(&board, area);
            let all = (0..height + 4).flat_map(|y| (0..width + 6).map(move |x| Position { x, y }));
            let hit = |at| if let Some(Spot::Aim(aim)) = places.at(at) { Some(aim) } else { None };
            let hits: Vec<Aim> = all.filter_map(hit).collect();
            for cell in seen.cells() {
                assert!(hits.contains(&Aim::cell(cell)), "{slug} {width} {cell}");
            }
            let hand = super::hands_of(&*game).map(|[one, _]| one).unwrap_or_default();
            assert!(hand.iter().all(|card| hits.contains(&Aim::Card(*card))), "{slug} {width}");
            let beside = |aim: &Aim| match aim {
                Aim::Cells(span) => !seen.contains(span.first),
                Aim::Card(card) => !hand.contains(card),
            };
            assert!(!hits.iter().any(beside), "{slug} {width}");
        }
    }
}

/// The pointer goes through every move of a small game, and to no other place.
#[test]
fn the_pointer_reaches_every_single_cell_or_card_that_is_allowed() {
    for (slug, moves) in GAMES {
        let game = game(slug, &[], moves);
        let seat = if let Turn::Of(seat) = game.turn() { seat } else { Seat::Two };
        let mut pointer = Pointer::default();
        pointer.turn(Towards::First, &*game, seat, game.extent());
        let mut reached = Vec::new();
        while let Some(aim) = pointer.aim().filter(|aim| !reached.contains(aim)) {
            reached.push(aim);
            pointer.turn(Towards::Next, &*game, seat, game.extent());
        }
        let allowed =
            game.moves(seat, 1000).iter().filter_map(|text| game.aim(seat, text)).collect::<Vec<_>>();
        assert!(reached.iter().all(|aim| allowed.contains(aim)), "{slug}");
        let single = |aim: &&Aim| aim.single().is_some() || matches!(aim, Aim::Card(_));
        assert!(allowed.iter().filter(single).all(|aim| reached.contains(aim)), "{slug}");
        let mut back = vec![pointer.aim().unwrap()];
        for _ in 1..reached.len() {
            pointer.turn(Towards::Previous, &*game, seat, game.extent());
            back.push(pointer.aim().unwrap());
        }
        reached.rotate_left(1);
        reached.reverse();
        assert_eq!(back, reached, "{slug}");
    }
}

/// A click on the ruler's bar leads to what the bar shows there, and one beside it to the end of the line.
#[test]
fn the_ruler_is_hit_where_it_is_drawn() {
    const LONGEST: i64 = 1_000_000_000_000_000_000;
    let game = game("duel", &["length=1000000000000000000"], "");
    let area = Rect::new(0, 0, 80, 18);
    let lines = |focus: i64| {
        let picture = drawn(&Board::new(&*game, focus), (80, 18), &look());
        picture.lines().map(|line| line.trim_matches('"').to_owned()).collect::<Vec<_>>()
    };
    let (row, ruler) = (0_u16..).zip(lines(1)).find(|(_, line)| line.contains("10^18")).unwrap();
    let bar = (0_u16..).zip(ruler.chars()).filter(|(_, sign)| "─━".contains(*sign)).map(|(column, _)| column);
    let bar: Vec<u16> = bar.collect();
    let places = places(&Board::new(&*game, 1), area);
    let hit = |x: u16| match places.at(Position { x, y: row }) {
        Some(Spot::Ruler(cell)) => cell,
        other => panic!("{other:?}"),
    };
    assert_eq!((hit(0), hit(79)), (1, LONGEST));
    assert_eq!((bar.first().copied().map(hit), bar.last().copied().map(hit)), (Some(1), Some(LONGEST)));
    for column in bar {
        let there = lines(hit(column)).into_iter().nth(usize::from(row)).unwrap();
        let shown = there.chars().position(|sign| sign == '━').unwrap();
        // The view is centred on what was hit, so that it may begin a column before.
        assert!(shown.abs_diff(usize::from(column)) <= 1, "{column}: {there}");
    }
}
