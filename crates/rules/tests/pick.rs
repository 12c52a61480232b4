//! What hot loops use is the same game: each number below the count of moves picks another one, and no other; and what
//! a position's canonical form leaves out makes no difference to the play.
#![allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use std::collections::{BTreeSet, HashSet};

use numberline_rules::{
    Blockade, Cards, Cells, Choices, Cross, Duel, DuelVariant, Game, Impartial, Run, Seat, Settings, Siege,
    Token, Turn, Variant,
};

fn start<G: Game>(settings: &str) -> G {
    let mut all = Settings::book(G::Variant::PARAMETERS);
    settings.split_whitespace().for_each(|setting| assert!(all.assign(setting).is_ok(), "{setting}"));
    G::start(&G::Variant::read(&all).unwrap())
}

/// Checks one position, and says how many moves it has.
fn check<G: Game>(position: &G) -> usize {
    let turn = position.turn();
    Seat::BOTH.map(|seat| check_seat(position, seat, turn.acts(seat))).into_iter().sum()
}

fn check_seat<G: Game>(position: &G, seat: Seat, acts: bool) -> usize {
    let listed: BTreeSet<G::Move> = position.moves(seat).collect();
    let mut told = None;
    let first = position.pick(seat, |count| {
        told = Some(count);
        0
    });
    assert_eq!(first.is_some(), acts, "{position}: a seat picks a move exactly when it acts");
    assert_eq!(told, acts.then_some(listed.len() as u64), "{position}: the count is passed on");
    let picked: BTreeSet<G::Move> =
        (0..listed.len() as u64).filter_map(|number| position.pick(seat, |_| number)).collect();
    assert_eq!(picked, listed, "{position}");
    let mut list: Vec<G::Move> = listed.iter().copied().take(1).collect();
    position.list(seat, &mut list);
    assert_eq!(
        list.len(),
        listed.len(),
        "{position}: no move is listed twice, and nothing stays in the list"
    );
    assert_eq!(BTreeSet::from_iter(list), listed, "{position}");
    listed.len()
}

pub(crate) fn check_all<G: Game>(settings: &str) {
    let start: G = start(settings);
    let mut known = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        assert_eq!(check(&position) == 0, position.turn().winner().is_some());
        let plies: Vec<Choices<G::Move>> = match position.turn() {
            Turn::Over { .. } => Vec::new(),
            Turn::Of(seat) => position.moves(seat).map(|chosen| Choices::Of(seat, chosen)).collect(),
            Turn::Both => {
                let two: Vec<G::Move> = position.moves(Seat::Two).collect();
                let pairs = position.moves(Seat::One).flat_map(|one| two.iter().map(move |two| (one, *two)));
                pairs.map(|(one, two)| Choices::Both(one, two)).collect()
            }
        };
        let canonical = position.clone().canonical();
        assert_eq!(canonical.turn(), position.turn(), "{position}: the canonical has the same turn");
        for seat in Seat::BOTH {
            assert!(
                canonical.moves(seat).eq(position.moves(seat)),
                "{position}: the canonical has the same moves"
            );
        }
        for choices in plies {
            let next = position.after(&choices);
            assert_eq!(
                canonical.after(&choices).canonical(),
                next.clone().canonical(),
                "{position}: {choices:?}"
            );
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
}

#[test]
fn in_every_position() {
    check_all::<Duel>("");
    check_all::<Duel>("length=9 misere=yes");
    check_all::<Token>("");
    check_all::<Token>("length=9 step=20");
    check_all::<Token>("length=11 step=3 revisit=no");
    check_all::<Blockade>("length=12");
    check_all::<Cards>("");
    check_all::<Cards>("cards=3 end=2");
    check_all::<Siege>("");
    check_all::<Siege>("length=20 step=7");
}

/// The representation of a line changes after its 64th cell; during a match both sides of it break into pieces.
#[test]
fn on_lines_that_do_and_do_not_fit_a_machine_word() {
    fn wear_down<G: Game>(settings: &str) {
        let mut position: G = start(settings);
        let mut number = 12_345_u64;
        while check(&position) > 0 {
            let Turn::Of(seat) = position.turn() else { unreachable!("a seat that has moves acts") };
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = position.pick(seat, |count| (number >> 33) % count).unwrap();
            assert_eq!(position.check(seat, chosen), Ok(()), "{position}: {chosen}");
            position.play(&Choices::Of(seat, chosen));
        }
    }
    for length in ["length=31", "length=32", "length=33", "length=63", "length=64", "length=65", "length=200"]
    {
        wear_down::<Duel>(length);
        wear_down::<Blockade>(length);
    }
}

/// So many runs that they no longer stand in one block.
#[test]
fn a_line_in_thousands_of_pieces_answers_as_a_set_does() {
    const LENGTH: u64 = 6_000;
    let mut cells = Cells::all(LENGTH);
    let mut model: BTreeSet<u64> = (1..=LENGTH).collect();
    // Every cell once, far apart from one to the next.
    for step in 1..=LENGTH {
        let cell = step * 3_001 % (LENGTH + 1);
        if step % 3 > 0 {
            cells.remove(cell);
            model.remove(&cell);
        }
        if step % 1_000 == 0 {
            assert!(cells.iter().eq(model.iter().copied()), "after {step} steps");
        }
    }
    let runs: Vec<Run> = cells.runs().collect();
    assert!(runs.len() > 1_000, "{} runs", runs.len());
    let duel = Duel::parse(&format!("{} 1", line(&cells, LENGTH)), &DuelVariant::default()).unwrap();
    for cell in 0..=LENGTH {
        let from: Vec<Run> = duel.free_runs_from(cell).take(2).collect();
        let wanted: Vec<Run> = runs.iter().filter(|run| run.last >= cell).take(2).copied().collect();
        assert_eq!(from, wanted, "from {cell}");
    }
    let moves: Vec<Cross> = duel.moves(Seat::One).collect();
    let singles: Vec<Cross> = moves.iter().filter(|cross| cross.low() == cross.high()).copied().collect();
    let pairs: Vec<Cross> = moves.iter().filter(|cross| cross.low() < cross.high()).copied().collect();
    for (place, chosen) in singles.iter().chain(&pairs).enumerate().step_by(7) {
        let picked = duel.pick(Seat::One, |count| {
            assert_eq!(count, moves.len() as u64);
            place as u64
        });
        assert_eq!(picked, Some(*chosen), "the move at place {place}");
    }
    for cell in (1..=LENGTH).filter(|cell| !model.contains(cell)) {
        cells.insert(Run { first: cell, last: cell });
    }
    assert_eq!(cells, Cells::all(LENGTH), "put together again");
}

/// The cells of a duel, `.` for those in the set.
fn line(cells: &Cells, length: u64) -> String {
    (1..=length).map(|cell| if cells.contains(cell) { '.' } else { 'X' }).collect()
}
