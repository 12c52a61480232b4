//! The laws hold in every reachable position of every game of the catalog, at the book's size and in variants.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

use crate::hideout;
use crate::laws;

use std::collections::HashSet;

use hideout::Hideout;
use numberline_rules::{
    Blockade, Cards, Choices, Duel, Game, Seat, Sequential, Siege, Simultaneous, Token, Turn,
};
use numberline_table::{Request, catalog, find};

#[test]
fn every_game_keeps_the_laws_at_the_books_size() {
    for game in catalog() {
        let walk = laws::hold(game, &game.book_settings());
        println!("{}: {} positions, {} of them ends", game.info().slug, walk.positions, walk.ends);
        assert!(walk.ends > 0, "{} can end", game.info().slug);
    }
}

/// Counted by hand or by other means: the walk really reaches everything.
#[test]
fn the_walk_reaches_every_position() {
    let count = |slug, settings: &[&str]| {
        let game = find(slug).unwrap();
        let setup =
            Request { set: settings.iter().map(|text| (*text).to_owned()).collect(), ..Request::default() };
        laws::hold(game, &setup.start(game).unwrap().settings()).positions
    };
    // A line of 2: both free; 1, 2 or both crossed out by one move; all crossed out by two. Each with one mover.
    assert_eq!(count("duel", &["length=2"]), 5);
    // Squares 1 to 10 with either mover: moves of 1 and 2 reach everything.
    assert_eq!(count("token", &[]), 20);
    assert_eq!(count("siege", &["length=2", "step=1"]), 3);
    assert_eq!(count("cards", &["cards=1"]), 2);
    // Blockade on 1: claim it. On 2: claim either.
    assert_eq!(count("blockade", &["length=1"]), 2);
    assert_eq!(count("blockade", &["length=2"]), 3);
}

#[test]
fn every_game_keeps_the_laws_in_variants() {
    for (slug, settings) in [
        ("duel", "length=1"),
        ("duel", "length=11 misere=yes"),
        ("token", "length=3 start=2 step=1"),
        ("token", "length=17 start=9 step=5"),
        ("token", "length=9 start=5 step=2 revisit=no"),
        ("token", "length=12 start=3 step=3 revisit=no"),
        ("blockade", "length=1"),
        ("blockade", "length=12 misere=yes"),
        ("cards", "cards=1 end=1"),
        ("cards", "cards=4 end=3 tiebreak=sample"),
        ("cards", "cards=5 end=10"),
        ("siege", "length=2 step=1"),
        ("siege", "length=13 step=1"),
        ("siege", "length=25 step=7"),
    ] {
        let game = find(slug).unwrap();
        let settings = settings.split(' ').map(str::to_owned).collect();
        let start = Request { set: settings, ..Request::default() }.start(game).unwrap();
        laws::hold(game, &start.settings());
    }
}

/// Rulings R4 and R12: on these lines a seat always has a move, so nobody ever passes.
#[test]
fn turns_alternate_in_sequential_games() {
    alternate::<Duel>();
    alternate::<Token>();
    alternate::<Siege>();
    // Whose turn it is does not depend on how long the line is.
    let short = Blockade::parse("............ 1", &Default::default()).unwrap();
    alternate_from(short);
}

fn alternate<G: Sequential>() {
    alternate_from(G::start(&Default::default()));
}

fn alternate_from<G: Sequential>(start: G) {
    let mut known = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        let seat = match position.turn() {
            Turn::Of(seat) => seat,
            Turn::Over { .. } => continue,
            Turn::Both => panic!("{position}: a sequential game never lets both move"),
        };
        for chosen in position.moves(seat) {
            let next = position.after(&Choices::Of(seat, chosen));
            assert!(
                !next.turn().acts(seat),
                "{position}: {chosen} is followed by the other seat's turn, or none"
            );
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    assert!(known.len() > 10);
}

#[test]
fn both_choose_in_simultaneous_games_until_they_end() {
    both_choose::<Cards>();
    both_choose::<Hideout>();
}

fn both_choose<G: Simultaneous>() {
    let start = G::start(&Default::default());
    let mut known = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        assert!(!matches!(position.turn(), Turn::Of(_)), "{position}: nobody moves alone");
        for one in position.moves(Seat::One) {
            for two in position.moves(Seat::Two) {
                let next = position.after(&Choices::Both(one, two));
                assert!(next.plies_left() < position.plies_left(), "{position}: {one}/{two}");
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    assert!(known.len() > 10);
}

/// Ruling R2: the finite variant of the token game, played out by brute force, is a win for Player 1 from 5.
#[test]
fn without_second_visits_player_1_wins_the_token_game() {
    fn wins(position: &Token, seat: Seat) -> bool {
        match position.turn() {
            Turn::Over { winner } => winner == seat,
            Turn::Of(mover) => {
                let mut moves =
                    position.moves(mover).map(|chosen| position.after(&Choices::Of(mover, chosen)));
                if mover == seat {
                    moves.any(|next| wins(&next, seat))
                } else {
                    moves.all(|next| wins(&next, seat))
                }
            }
            Turn::Both => panic!("one token, one mover"),
        }
    }
    let game = find("token").unwrap();
    let mut settings = game.book_settings();
    settings.set("revisit", "no").unwrap();
    let start = Token::start(&numberline_rules::Variant::read(&settings).unwrap());
    assert!(wins(&start, Seat::One));
}
