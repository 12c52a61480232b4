//! How long the next puzzle takes, as a rated run draws it, from a fresh seed with nothing solved before. Each run asserts that it
//! has one answer, and that it is the one that is judged to be right.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark that fails says so by panicking")]

use std::cell::Cell;

use divan::Bencher;
use numberline_learn::{PuzzleFilter, PuzzleStream};
use numberline_table::OracleCache;

fn main() {
    divan::main();
}

#[divan::bench(args = ["duel", "token", "blockade", "cards", "siege"], sample_count = 200, sample_size = 1)]
fn next_puzzle(bencher: Bencher<'_, '_>, slug: &str) {
    let seed = Cell::new(1_000_u64);
    bencher.bench_local(|| {
        seed.set(seed.get() + 1);
        let cache = OracleCache::shared();
        let filter = PuzzleFilter { game: Some(slug.to_owned()), ..PuzzleFilter::default() };
        let puzzle = PuzzleStream::new(filter, seed.get(), &cache).next_puzzle(Some(1500)).unwrap();
        let question = puzzle.question(&cache).unwrap();
        let answers = question.answers(&()).unwrap();
        assert!(answers.len() == 1 && question.judge(answers.first().unwrap(), &()).unwrap().right);
    });
}
