//! Random games from the start to the end, one after the other on one core, through the rules that people play by.
//!
//! A slow walk through `moves`, `check` and `after` says beforehand how long these very games are and who wins them;
//! the fast ones, through `pick` or `list` and then `play`, have to agree. Each sample plays 10,000 games.
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that fails says so by panicking")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use numberline_rules::{Blockade, Cards, Choices, Duel, Game, Seat, Siege, Token, Turn};

fn main() {
    divan::main();
}

const GAMES: usize = 10_000;

/// A small generator: Weyl's sequence, mixed by one wide multiplication.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number below `count`, all of them equally likely to one part in 2^32.
    fn below(&mut self, count: u64) -> u64 {
        ((self.roll() >> 32) * count) >> 32
    }
}

/// What a number of games came to.
#[derive(Default, PartialEq, Eq, Debug)]
struct Sum {
    plies: u64,
    wins_of_one: u64,
}

fn fast<G: Game>(start: &G, dice: &mut Dice) -> Sum {
    let mut sum = Sum::default();
    for _ in 0..GAMES {
        let mut position = start.clone();
        let winner = loop {
            let choices = match position.turn() {
                Turn::Over { winner } => break winner,
                Turn::Of(seat) => {
                    let chosen = position.pick(seat, |count| dice.below(count));
                    Choices::Of(seat, chosen.expect("a move"))
                }
                Turn::Both => {
                    let one = position.pick(Seat::One, |count| dice.below(count));
                    let two = position.pick(Seat::Two, |count| dice.below(count));
                    Choices::Both(one.expect("a move"), two.expect("a move"))
                }
            };
            position.play(&choices);
            sum.plies += 1;
        };
        sum.wins_of_one += u64::from(winner == Seat::One);
    }
    sum
}

/// As the fast games, but with every legal move listed in every turn, as searches and agents need them.
fn listing<G: Game>(start: &G, dice: &mut Dice) -> Sum {
    let mut sum = Sum::default();
    let [mut one, mut two] = [const { Vec::new() }; 2];
    for _ in 0..GAMES {
        let mut position = start.clone();
        let winner = loop {
            let turn = position.turn();
            let mut draw = |position: &G, seat: Seat, list: &mut Vec<G::Move>| {
                position.list(seat, list);
                *list.get(dice.below(list.len() as u64) as usize).expect("a move")
            };
            let choices = match turn {
                Turn::Over { winner } => break winner,
                Turn::Of(seat) => Choices::Of(seat, draw(&position, seat, &mut one)),
                Turn::Both => {
                    Choices::Both(draw(&position, Seat::One, &mut one), draw(&position, Seat::Two, &mut two))
                }
            };
            position.play(&choices);
            sum.plies += 1;
        };
        sum.wins_of_one += u64::from(winner == Seat::One);
    }
    sum
}

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

fn measure<G: Game>(bencher: Bencher<'_, '_>, games: fn(&G, &mut Dice) -> Sum, draw: Draw<G>) {
    const SEED: u64 = 20_261_115;
    let start = G::start(&G::Variant::default());
    let expected = slow(&start, &mut Dice(SEED), draw);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let sum = games(black_box(&start), &mut Dice(black_box(SEED)));
        assert_eq!(sum, expected);
        sum
    });
}

#[divan::bench(types = [Duel, Token, Blockade, Cards, Siege], sample_count = 100, sample_size = 1)]
fn picking_a_move<G: Game>(bencher: Bencher<'_, '_>) {
    measure::<G>(bencher, fast, picked);
}

#[divan::bench(types = [Duel, Token, Blockade, Cards, Siege], sample_count = 100, sample_size = 1)]
fn listing_all_moves<G: Game>(bencher: Bencher<'_, '_>) {
    measure::<G>(bencher, listing, listed);
}
