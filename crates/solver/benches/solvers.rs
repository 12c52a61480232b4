//! How fast the solvers are, with every answer asserted: `cargo bench -p numberline-solver`.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use divan::{Bencher, black_box};
use numberline_rules::{
    Blockade, Cards, Choices, Duel, Game, Seat, Sequential, Settings, Siege, Token, Turn, Variant,
};
use numberline_solver::{
    Fraction, Grundy, MOST_POSITIONS, Matrix, Oracle, Race, Retrograde, Sums, TokenOracle, Value, cards,
};

fn main() {
    divan::main();
}

/// All five games of the rule books from nothing: every value, every distance, every chance.
#[divan::bench]
fn five_books_from_nothing() {
    let duel: Duel = start("");
    let kayles = Grundy::<Duel>::new().unwrap();
    assert_eq!(kayles.nimber(&duel), 2);
    assert_eq!(Sums::solve(&duel, &()).unwrap().value(&duel), Some(Value::Win(7)));
    let blockade: Blockade = start("");
    let dawson = Grundy::<Blockade>::new().unwrap();
    assert_eq!(dawson.nimber(&blockade), 1);
    assert_eq!(Sums::solve(&blockade, &()).unwrap().value(&blockade), Some(Value::Win(9)));
    let token: Token = start("");
    assert_eq!(TokenOracle::solve(&token, &()).unwrap().value(&token), Some(Value::Draw));
    let siege: Siege = start("");
    assert_eq!(Race.value(&siege), Some(Value::Win(5)));
    let hands: Cards = start("");
    assert_eq!(cards::solve(&hands, &()).unwrap().chance(&hands), Some(&Fraction::ZERO));
}

/// The nimber of a run of any length up to 10^18.
#[divan::bench]
fn nimber_of_a_long_run(bencher: Bencher<'_, '_>) {
    let kayles = Grundy::<Duel>::new().unwrap();
    let mut random = Random(1);
    bencher.with_inputs(|| random.below(1_000_000_000_000_000_000)).bench_local_values(|length| {
        let nimber = kayles.sequence().nimber(black_box(length));
        assert_eq!(nimber, kayles.sequence().nimber(720 + length % 12));
        nimber
    });
}

/// The first winning move on a line of 10^18 cells.
#[divan::bench]
fn winning_move_on_the_longest_line(bencher: Bencher<'_, '_>) {
    let kayles = Grundy::<Duel>::new().unwrap();
    let line: Duel = start("length=1000000000000000000");
    bencher.bench_local(|| {
        let first = kayles.winning_moves(black_box(&line)).next().unwrap();
        assert_eq!(kayles.nimber(&line.after(&Choices::Of(Seat::One, first))), 0);
        first
    });
}

/// Distances on the longest line that sums are searched on.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn distances_of_duel_48() {
    let line: Duel = start("length=48");
    assert_eq!(Sums::solve(&line, &()).unwrap().value(&line).map(Value::is_win), Some(true));
}

/// Every position by the general method, which is what a new game gets.
#[divan::bench(types = [Duel, Blockade])]
fn every_position_by_retrograde<G: Sequential>() {
    let line: G = start("");
    assert_eq!(
        Retrograde::solve(&line, MOST_POSITIONS, &()).unwrap().value(&line).map(Value::is_win),
        Some(true)
    );
}

/// An exact matrix game with whole payoffs from -20 to 20.
#[divan::bench(args = [5, 10, 20, 50])]
fn matrix_game(bencher: Bencher<'_, '_>, size: usize) {
    let mut random = Random(2);
    let mut matrix = || {
        let payoffs = (0..size * size).map(|_| random.below(41).cast_signed() - 20).collect();
        Matrix::<i64>::new(size, payoffs).unwrap()
    };
    for _ in 0..1_000 / size {
        check(&matrix());
    }
    bencher.with_inputs(matrix).bench_local_refs(|matrix| {
        let solution = matrix.solve(&()).unwrap();
        assert_eq!(solution.rows.len(), solution.columns.len());
        solution
    });
}

/// Value and distance of positions all over a line of 2,000, one in five.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn siege_2000(bencher: Bencher<'_, '_>) {
    let variant = start::<Siege>("length=2000").variant();
    let tokens = (0..2_000).flat_map(|one| (1..=2_000).step_by(5).map(move |two| format!("{one} {two} 1")));
    let positions: Vec<Siege> = tokens.map(|text| Siege::parse(&text, &variant).unwrap()).collect();
    let open = positions.iter().filter(|position| matches!(position.turn(), Turn::Of(_))).count();
    bencher.bench_local(|| {
        let values = positions.iter().filter_map(|position| Race.value(black_box(position)));
        let (won, lost) = values.fold(
            (0, 0),
            |(won, lost), value| {
                if value.is_win() { (won + 1, lost) } else { (won, lost + 1) }
            },
        );
        assert_eq!(won + lost, open);
        assert_eq!(won, 499_700);
    });
    assert_eq!(Race.value(&Siege::start(&variant)), Some(Value::Lose(1_000)));
}

/// A token on the longest line with the longest steps: all squares, and all moves ranked.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn token_10000() {
    let token: Token = start("length=10000 start=5000 step=9999");
    let solved = TokenOracle::solve(&token, &()).unwrap();
    assert_eq!(solved.value(&token), Some(Value::Draw));
    assert_eq!(solved.ranked(&token).last().map(|rated| rated.value), Some(Value::Lose(1)));
}

/// All chances of a game of cards, on lines where pure strategies win and on lines where they do not.
#[divan::bench(args = ["cards=5", "cards=5 end=4", "cards=6", "cards=6 end=6"])]
fn cards_game(settings: &str) {
    solve_cards(settings);
}

/// The same for larger hands.
#[divan::bench(args = ["cards=7", "cards=7 end=7", "cards=8", "cards=10 end=10"], sample_count = 1, sample_size = 1)]
fn large_cards_game(settings: &str) {
    solve_cards(settings);
}

fn solve_cards(settings: &str) {
    let expected = match settings {
        "cards=5 end=4" => "28983752/72184713",
        "cards=6" => {
            "17331696725911944641357660752462475735155117166660/39159060074774732990243841521204156711070370019069"
        }
        "cards=7" => "568533767240049476738528509686968884400746712017892643075904",
        "cards=8" => "389280297283679054180133991745771880838369734490537298730666",
        _ => "0",
    };
    let start: Cards = start(settings);
    let chance = cards::solve(&start, &()).unwrap().chance(&start).unwrap().to_string();
    assert!(chance.starts_with(expected), "{settings}: {chance}");
}

/// The strategies guarantee the value to both players, so it is the value.
fn check(matrix: &Matrix<i64>) {
    let solution = matrix.solve(&()).unwrap();
    let average = |payoffs: &mut dyn Iterator<Item = &i64>, weights: &[Fraction]| -> Fraction {
        payoffs.zip(weights).map(|(payoff, weight)| &Fraction::from(*payoff) * weight).sum()
    };
    for column in 0..matrix.columns() {
        assert!(average(&mut matrix.column(column), &solution.rows) >= solution.value);
    }
    for row in 0..matrix.rows() {
        assert!(average(&mut matrix.row(row), &solution.columns) <= solution.value);
    }
}

fn start<G: Game>(settings: &str) -> G {
    let mut read = Settings::book(G::Variant::PARAMETERS);
    for (name, value) in settings.split_whitespace().filter_map(|setting| setting.split_once('=')) {
        read.set(name, value).unwrap();
    }
    G::start(&G::Variant::read(&read).unwrap())
}

/// The same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}
