//! Random games from the start to the end, one after the other on one core, through the rules that people play by.
//!
//! A slow walk through `moves`, `check` and `after` says beforehand how long these very games are and who wins them;
//! the fast ones, through `pick` or `list` and then `play`, have to agree. Each sample plays 10,000 games.
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that fails says so by panicking")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use numberline_pace::{Dice, Sum, listing, picking};
use numberline_rules::{Blockade, Cards, Choices, Duel, Game, Seat, Siege, Token};

fn main() {
    divan::main();
}

const GAMES: u64 = 10_000;

/// How a slow game chooses from the moves of a seat.
type Draw<G> = fn(&G, Seat, &mut Dice) -> Option<<G as Game>::Move>;

fn picked<G: Game>(position: &G, seat: Seat, dice: &mut Dice) -> Option<G::Move> {
    position.pick(seat, |count| {
        assert_eq!(count, position.moves(seat).count() as u64, "{position}");
        dice.below(count)
    })
}

fn listed<G: Game>(position: &G, seat: Seat, dice: &mut Dice) -> Option<G::Move> {
    let mut list = Vec::new();
    position.list(seat, &mut list);
    assert_eq!(list.len(), position.moves(seat).count(), "{position}");
    if list.is_empty() { None } else { list.get(dice.below(list.len() as u64) as usize).copied() }
}

fn slow<G: Game>(start: &G, dice: &mut Dice, draw: Draw<G>) -> Sum {
    let mut sum = Sum::default();
    for _ in 0..GAMES {
        let mut position = start.clone();
        while position.turn().winner().is_none() {
            let [one, two] = Seat::BOTH.map(|seat| {
                let chosen = draw(&position, seat, dice);
                assert_eq!(chosen.is_some(), position.turn().acts(seat), "{position}");
                assert!(
                    chosen.is_none_or(|chosen| position.moves(seat).any(|one| one == chosen)),
                    "{position}"
                );
                assert!(chosen.is_none_or(|chosen| position.check(seat, chosen).is_ok()), "{position}");
                chosen
            });
            position = position.after(&match (one, two) {
                (Some(one), Some(two)) => Choices::Both(one, two),
                (Some(one), None) => Choices::Of(Seat::One, one),
                (None, two) => Choices::Of(Seat::Two, two.expect("a seat acts")),
            });
            sum.plies += 1;
        }
        sum.wins_of_one += u64::from(position.turn().winner() == Some(Seat::One));
    }
    sum
}

fn measure<G: Game>(bencher: Bencher<'_, '_>, games: fn(&G, u64, &mut Dice) -> Sum, draw: Draw<G>) {
    const SEED: u64 = 20_261_115;
    let start = G::start(&G::Variant::default());
    let expected = slow(&start, &mut Dice(SEED), draw);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let sum = games(black_box(&start), GAMES, &mut Dice(black_box(SEED)));
        assert_eq!(sum, expected);
        sum
    });
}

#[divan::bench(types = [Duel, Token, Blockade, Cards, Siege], sample_count = 100, sample_size = 1)]
fn picking_a_move<G: Game>(bencher: Bencher<'_, '_>) {
    measure::<G>(bencher, picking, picked);
}

#[divan::bench(types = [Duel, Token, Blockade, Cards, Siege], sample_count = 100, sample_size = 1)]
fn listing_all_moves<G: Game>(bencher: Bencher<'_, '_>) {
    measure::<G>(bencher, listing, listed);
}
