//! Perfect games from the start to the end at the books' sizes. Each benchmark asserts the answer it times.
//!
//! The floor is 500,000 games a second on each core. `one_core` is what a core does alone, `each_core` what each does
//! while all are at work, and `all_cores` what they do together. A perfect game of token never ends by itself and is a
//! draw after 200 plies, so its games are many times longer than all others and are counted like them.
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

fn play(arena: &Arena, games: u64, threads: NonZeroUsize) -> Tally {
    arena.play([0, 0], games, 1, threads, &mut |_| ControlFlow::Continue(()))
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Who wins is known, and nothing is given away. How long the games are is known too, where the loser cannot choose.
fn check(slug: &str, games: u64, tally: &Tally) {
    let wins = match slug {
        "token" => [0, 0],
        "cards" => [0, games],
        _ => [games, 0],
    };
    assert_eq!((tally.wins, tally.draws), (wins, if slug == "token" { games } else { 0 }), "{slug}");
    assert_eq!(tally.optimal, tally.moves, "{slug}: perfect players give nothing away");
    assert!(Seat::BOTH.into_iter().all(|seat| tally.average_regret(seat) == 0.0), "{slug}");
    match slug {
        "token" => assert_eq!((tally.plies, tally.moves), (200 * games, [100 * games; 2])),
        "siege" => assert_eq!(tally.plies, 5 * games),
        _ => assert!(tally.plies > games),
    }
}

#[divan::bench(args = SLUGS, sample_count = 20, sample_size = 1)]
fn one_core(bencher: Bencher<'_, '_>, slug: &str) {
    let arena = arena(slug);
    let run = || check(slug, GAMES, &play(&arena, GAMES, NonZeroUsize::MIN));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(run);
}

/// The games of one core are counted, though as many are played on each of the others.
#[divan::bench(args = SLUGS, sample_count = 20, sample_size = 1)]
fn each_core(bencher: Bencher<'_, '_>, slug: &str) {
    let arena = arena(slug);
    let games = GAMES * cores().get() as u64;
    let run = || check(slug, games, &play(&arena, games, cores()));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(run);
}

#[divan::bench(args = SLUGS, sample_count = 20, sample_size = 1)]
fn all_cores(bencher: Bencher<'_, '_>, slug: &str) {
    let arena = arena(slug);
    let games = GAMES * cores().get() as u64;
    let run = || check(slug, games, &play(&arena, games, cores()));
    bencher.counter(ItemsCount::new(games)).bench_local(run);
}

/// From the rules to the table that the games are played from.
#[divan::bench(args = SLUGS, sample_count = 5, sample_size = 1)]
fn plan(slug: &str) {
    let positions = arena(slug).positions().expect("a table");
    assert!((15..100_000).contains(&positions), "{slug}: {positions}");
}
