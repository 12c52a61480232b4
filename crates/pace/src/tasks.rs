//! The list of hot paths.

use numberline_rules::{
    Blockade, Cards, Duel, Game, Sequential, SettingError, Settings, Siege, Token, Variant,
};
use numberline_solver::{MOST_POSITIONS, Matrix, Octal, Oracle, Retrograde, Sums, cards};

use crate::{Dice, Shifts, Sum, listing, picking};

/// Why a piece of work has no answer.
type Failed = Box<dyn std::error::Error>;

/// A piece of work that can be repeated.
pub struct Task {
    /// Its name.
    pub name: &'static str,
    /// How often the count of instructions repeats it.
    pub counted: u64,
    /// Repeats it, and returns the answer as text.
    pub run: fn(u64) -> Result<String, Failed>,
}

const SEED: u64 = 20_261_118;

/// The hot paths. A random game is one repetition.
pub const TASKS: &[Task] = &[
    Task { name: "pick/duel", counted: 4_000, run: |games| games_of::<Duel>(picking, games) },
    Task { name: "pick/token", counted: 4_000, run: |games| games_of::<Token>(picking, games) },
    Task { name: "pick/blockade", counted: 4_000, run: |games| games_of::<Blockade>(picking, games) },
    Task { name: "pick/cards", counted: 4_000, run: |games| games_of::<Cards>(picking, games) },
    Task { name: "pick/siege", counted: 4_000, run: |games| games_of::<Siege>(picking, games) },
    Task { name: "list/duel", counted: 4_000, run: |games| games_of::<Duel>(listing, games) },
    Task { name: "list/token", counted: 4_000, run: |games| games_of::<Token>(listing, games) },
    Task { name: "list/blockade", counted: 4_000, run: |games| games_of::<Blockade>(listing, games) },
    Task { name: "list/cards", counted: 4_000, run: |games| games_of::<Cards>(listing, games) },
    Task { name: "list/siege", counted: 4_000, run: |games| games_of::<Siege>(listing, games) },
    Task { name: "retrograde/duel", counted: 4, run: |times| retrograde::<Duel>("", times) },
    Task { name: "retrograde/blockade", counted: 0, run: |times| retrograde::<Blockade>("", times) },
    Task {
        name: "retrograde/blockade-16",
        counted: 1,
        run: |times| retrograde::<Blockade>("length=16", times),
    },
    Task { name: "matrix/5", counted: 400, run: |times| matrices(5, times) },
    Task { name: "matrix/10", counted: 100, run: |times| matrices(10, times) },
    Task { name: "matrix/20", counted: 20, run: |times| matrices(20, times) },
    Task { name: "matrix/50", counted: 2, run: |times| matrices(50, times) },
    Task { name: "induction/cards", counted: 10, run: |times| hands("", times) },
    Task { name: "induction/mixed-cards", counted: 10, run: |times| hands("end=4", times) },
    Task { name: "distances/duel-28", counted: 1, run: |times| distances::<Duel>("length=28", times) },
    Task {
        name: "distances/blockade-40",
        counted: 1,
        run: |times| distances::<Blockade>("length=40", times),
    },
];

fn games_of<G: Game>(play: fn(&G, u64, &mut Dice) -> Sum, games: u64) -> Result<String, Failed> {
    let sum = play(&G::start(&G::Variant::default()), games, &mut Dice(SEED));
    // A game that stops in the middle would be short.
    if sum.plies < games {
        return Err("not every game has ended".into());
    }
    Ok(format!("plies {:.3}", sum.plies as f64 / games as f64))
}

fn retrograde<G: Sequential>(settings: &str, times: u64) -> Result<String, Failed> {
    let start: G = start(settings)?;
    let mut said = String::new();
    for _ in 0..times {
        let solved = Retrograde::solve(&start, MOST_POSITIONS, &())?;
        said = format!("positions {} start {:?}", solved.len(), solved.value(&start).ok_or("no value")?);
    }
    Ok(said)
}

/// The sum of the values of the first matrices with whole payoffs from -20 to 20, rounded for comparison.
fn matrices(size: usize, times: u64) -> Result<String, Failed> {
    let mut random = Shifts(2);
    let mut sum = 0.0;
    for _ in 0..times {
        let payoffs = (0..size * size).map(|_| random.below(41).cast_signed() - 20).collect();
        let solution = Matrix::<i64>::new(size, payoffs).ok_or("no matrix")?.solve(&())?;
        sum += solution.value.approximate();
    }
    Ok(format!("sum {sum:.6}"))
}

fn hands(settings: &str, times: u64) -> Result<String, Failed> {
    let start: Cards = start(settings)?;
    let mut said = String::new();
    for _ in 0..times {
        said = format!("chance {}", cards::solve(&start, &())?.chance(&start).ok_or("no value")?);
    }
    Ok(said)
}

fn distances<G: Octal>(settings: &str, times: u64) -> Result<String, Failed> {
    let start: G = start(settings)?;
    let mut said = String::new();
    for _ in 0..times {
        let solved = Sums::solve(&start, &())?;
        said = format!("sums {} start {:?}", solved.len(), solved.value(&start).ok_or("no value")?);
    }
    Ok(said)
}

fn start<G: Game>(settings: &str) -> Result<G, SettingError> {
    let mut read = Settings::book(G::Variant::PARAMETERS);
    read.assign_all(settings.split_whitespace())?;
    Ok(G::start(&G::Variant::read(&read)?))
}
