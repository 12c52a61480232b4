//! How long the next puzzle takes, as a rated run draws it, from a fresh seed with nothing solved before: of a whole game, and
//! of the themes that are found least often. Each run asserts that it has one answer, and that it is the one that is judged
//! to be right.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark that fails says so by panicking")]

use std::cell::Cell;

use divan::Bencher;
use numberline_learn::{PuzzleFilter, PuzzleStream};
use numberline_table::OracleCache;

fn main() {
    divan::main();
}

#[divan::bench(args = ["duel", "token", "blockade", "cards", "siege"], sample_count = 400, sample_size = 1)]
fn next_puzzle(bencher: Bencher<'_, '_>, slug: &str) {
    draw(bencher, slug, None);
}

#[divan::bench(
    args = ["duel finish", "token parity", "blockade finish", "cards regret", "siege race"],
    sample_count = 400,
    sample_size = 1
)]
fn next_puzzle_of_a_rare_theme(bencher: Bencher<'_, '_>, which: &str) {
    let (slug, theme) = which.split_once(' ').unwrap();
    draw(bencher, slug, Some(theme));
}

fn draw(bencher: Bencher<'_, '_>, slug: &str, theme: Option<&str>) {
    let filter = PuzzleFilter {
        game: Some(slug.to_owned()),
        theme: theme.map(str::to_owned),
        ..PuzzleFilter::default()
    };
    let seed = Cell::new(1_000_u64);
    bencher.bench_local(|| {
        seed.set(seed.get() + 1);
        let cache = OracleCache::shared();
        let puzzle = PuzzleStream::new(filter.clone(), seed.get(), &cache).next_puzzle(Some(1500)).unwrap();
        assert!(theme.is_none_or(|theme| puzzle.theme.name() == theme));
        let question = puzzle.question(&cache).unwrap();
        let answers = question.answers(&()).unwrap();
        let [answer] = answers.as_slice() else { panic!("one answer, not {answers:?}") };
        assert!(question.judge(answer, &()).unwrap().right);
    });
}
