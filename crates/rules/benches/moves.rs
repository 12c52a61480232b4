//! What one move costs, on the book's lines and on very long ones. Each benchmark asserts the answer it times.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    missing_docs,
    reason = "a benchmark that fails says so by panicking"
)]

use divan::{Bencher, black_box};
use numberline_rules::{
    Blockade, Cards, Choices, Duel, Game, Match, Seat, Settings, Siege, Token, Turn, Variant,
};

fn main() {
    divan::main();
}

fn begin<G: Game>(settings: &[(&str, &str)]) -> Match<G> {
    let mut all = Settings::book(G::Variant::PARAMETERS);
    for (name, value) in settings {
        all.set(name, value).unwrap();
    }
    Match::new(&G::Variant::read(&all).unwrap())
}

/// A match in which every `apart`-th number has been played, so that the line is in many pieces.
fn worn<G: Game>(length: u64, apart: u64) -> Match<G> {
    let mut game = begin::<G>(&[("length", &length.to_string())]);
    let mut seat = Seat::One;
    for number in (1..length).step_by(usize::try_from(apart).unwrap()) {
        game.submit(seat, number.to_string().parse().unwrap()).unwrap();
        seat = seat.other();
    }
    game
}

fn one_move<G: Game>(bencher: Bencher<'_, '_>, game: &Match<G>, text: &str) {
    let Turn::Of(seat) = game.turn() else { panic!("one seat moves") };
    let plies = game.plies().len();
    // A match has room for its next plies. A copy has none until it has made one, and making room is not what is timed.
    let with_room = || {
        let mut game = game.clone();
        game.submit(seat, text.parse().unwrap()).unwrap();
        game.undo();
        game
    };
    bencher.with_inputs(with_room).bench_local_values(|mut game| {
        let chosen = black_box(text).parse().unwrap();
        assert_eq!(game.submit(seat, chosen), Ok(Some(Choices::Of(seat, chosen))));
        assert_eq!(game.plies().len(), plies + 1);
        assert_eq!(game.turn(), Turn::Of(seat.other()));
        game
    });
}

/// It is to stay under one millisecond.
mod line_of_a_million {
    use super::*;

    #[divan::bench]
    fn duel_first_move(bencher: Bencher<'_, '_>) {
        one_move(bencher, &begin::<Duel>(&[("length", "1000000")]), "500000 500001");
    }

    #[divan::bench(sample_count = 20)]
    fn duel_after_300_000_moves(bencher: Bencher<'_, '_>) {
        one_move(bencher, &worn::<Duel>(1_000_000, 3), "500000");
    }

    #[divan::bench]
    fn blockade_first_move(bencher: Bencher<'_, '_>) {
        one_move(bencher, &begin::<Blockade>(&[("length", "1000000")]), "500000");
    }

    #[divan::bench(sample_count = 20)]
    fn blockade_after_200_000_moves(bencher: Bencher<'_, '_>) {
        one_move(bencher, &worn::<Blockade>(1_000_000, 5), "500003");
    }
}

mod long_lines {
    use super::*;

    #[divan::bench]
    fn token_of_10_000(bencher: Bencher<'_, '_>) {
        one_move(bencher, &begin::<Token>(&[("length", "10000"), ("start", "5000")]), "2 right");
    }

    #[divan::bench]
    fn token_of_10_000_without_second_visits(bencher: Bencher<'_, '_>) {
        let settings = [("length", "10000"), ("start", "5000"), ("revisit", "no")];
        one_move(bencher, &begin::<Token>(&settings), "2 right");
    }

    #[divan::bench]
    fn siege_of_10_000(bencher: Bencher<'_, '_>) {
        one_move(bencher, &begin::<Siege>(&[("length", "10000")]), "3");
    }

    #[divan::bench]
    fn cards_20(bencher: Bencher<'_, '_>) {
        let game = begin::<Cards>(&[("cards", "20"), ("end", "100")]);
        bencher.with_inputs(|| game.clone()).bench_local_values(|mut game| {
            assert_eq!(game.submit(Seat::One, black_box("20").parse().unwrap()), Ok(None));
            game.submit(Seat::Two, black_box("1").parse().unwrap()).unwrap();
            assert_eq!(game.position().marker(), 19);
            game
        });
    }
}

#[divan::bench]
fn duel_by_the_book(bencher: Bencher<'_, '_>) {
    one_move(bencher, &begin::<Duel>(&[]), "5 6");
}
