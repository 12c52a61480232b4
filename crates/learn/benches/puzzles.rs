//! How long the next puzzle takes, drawn from a fresh seed with nothing solved before. Each run asserts that it is one.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark that fails says so by panicking")]

use std::cell::Cell;

use divan::Bencher;
use numberline_learn::Puzzle;
use numberline_table::{OracleCache, find};

fn main() {
    divan::main();
}

#[divan::bench(args = ["duel", "token", "blockade", "cards", "siege"], sample_count = 200, sample_size = 1)]
fn next_puzzle(bencher: Bencher<'_, '_>, slug: &str) {
    let game = find(slug).unwrap();
    let seed = Cell::new(1_000_u64);
    bencher.bench_local(|| {
        seed.set(seed.get() + 1);
        let cache = OracleCache::shared();
        let puzzle = Puzzle::draw(game, seed.get(), None, &cache).unwrap();
        assert_eq!(puzzle.question(&cache).unwrap().answers(&()).unwrap().len(), 1);
    });
}
