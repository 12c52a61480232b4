//! Perfect games from the start to the end at the books' sizes. Each benchmark asserts the answer it times.
//!
//! The floor is 500,000 games a second in total. A perfect game of token never ends by itself and is a draw after 200
//! plies; the table counts those games like all others, and `plies` says how much longer they are.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a benchmark that fails says so by panicking"
)]

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::ItemsCount;
use numberline_rules::Seat;
use numberline_table::{Arena, Player, Tally, find};

fn main() {
    divan::main();
}

const GAMES: u64 = 65_536;
const SLUGS: [&str; 5] = ["duel", "token", "blockade", "cards", "siege"];

fn arena(slug: &str) -> Arena {
    let game = find(slug).expect("a game");
    let start = game.start(&game.book_settings(), Seat::One).expect("a start");
    let perfect: Player = "computer:perfect".parse().expect("a player");
    Arena::new(game, &*start, vec![perfect], NonZeroU32::new(200).unwrap(), &()).expect("a plan")
}

fn play(arena: &Arena, threads: usize) -> Tally {
    let threads = NonZeroUsize::new(threads).unwrap();
    arena.play([0, 0], GAMES, 1, threads, &mut |_| ControlFlow::Continue(()))
}

/// Who wins is known, and nothing is given away. How long the games are is known too, where the loser cannot choose.
fn check(slug: &str, tally: &Tally) {
    let wins = match slug {
        "token" => [0, 0],
        "cards" => [0, GAMES],
        _ => [GAMES, 0],
    };
    assert_eq!((tally.wins, tally.draws), (wins, if slug == "token" { GAMES } else { 0 }), "{slug}");
    assert_eq!(tally.optimal, tally.moves, "{slug}: perfect players give nothing away");
    match slug {
        "token" => assert_eq!(tally.plies, 200 * GAMES),
        "siege" => assert_eq!(tally.plies, 5 * GAMES),
        _ => assert!(tally.plies > GAMES),
    }
}

#[divan::bench(args = SLUGS, sample_count = 20, sample_size = 1)]
fn one_core(bencher: Bencher<'_, '_>, slug: &str) {
    let arena = arena(slug);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| check(slug, &play(&arena, 1)));
}

#[divan::bench(args = SLUGS, sample_count = 20, sample_size = 1)]
fn all_cores(bencher: Bencher<'_, '_>, slug: &str) {
    let arena = arena(slug);
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| check(slug, &play(&arena, cores)));
}

/// From the rules to the table that the games are played from.
#[divan::bench(args = SLUGS, sample_count = 5, sample_size = 1)]
fn plan(slug: &str) {
    let positions = arena(slug).positions();
    assert!((15..100_000).contains(&positions), "{slug}: {positions}");
}
