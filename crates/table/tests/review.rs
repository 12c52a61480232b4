//! Reviews of games made by hand: what is a mistake, what would have been better, and how accuracy is counted.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

use std::ops::ControlFlow;

use numberline_rules::Seat;
use numberline_table::{
    Accuracy, Adviser, Fraction, Limits, Mistake, Name, OracleCache, Outcome, Progress, Record, Request,
    Review, SolveError, Table, Tags, Worth, find,
};

fn record(slug: &str, settings: &str, moves: &str) -> Record {
    let game = find(slug).unwrap();
    let settings = settings.split_whitespace().map(str::to_owned).collect();
    let setup = Request { set: settings, moves: Some(moves.to_owned()), ..Request::default() };
    let names = Name::of_both_seats();
    let table = Table::new(setup.start(game).unwrap(), names.clone(), Limits::default());
    Record::of(game, &table, Tags { names, ..Tags::default() })
}

fn review(slug: &str, settings: &str, moves: &str) -> Review {
    Review::of(&record(slug, settings, moves), &OracleCache::shared(), &()).unwrap()
}

/// Each mistake as `ply seat move: better, better`.
fn mistakes(review: &Review) -> Vec<String> {
    let mistakes = review.mistakes().map(|(place, seat, weighing)| {
        format!("{} {seat} {}: {}", place + 1, weighing.text, weighing.keepers.join(", "))
    });
    mistakes.collect()
}

fn accuracy(review: &Review) -> [(usize, usize); 2] {
    Seat::BOTH.map(|seat| {
        let Accuracy { kept, moves } = review.accuracy(seat);
        (kept, moves)
    })
}

#[test]
fn the_books_opening_of_siege_loses() {
    let review = review("siege", "", "3, 2, 3, 1, 1");
    assert_eq!(mistakes(&review), ["1 1 3: 2", "2 2 2: 3", "3 1 3: 1", "4 2 1: 2"]);
    assert_eq!(accuracy(&review), [(1, 3), (0, 2)]);
    let (_, weighing) = &review.plies[0].moves.as_ref().unwrap()[0];
    assert_eq!(weighing.mistake(), Some(Mistake::Outcome { before: Outcome::Win, after: Outcome::Lose }));
    let Worth::Outcome(before) = &weighing.before else { panic!() };
    assert_eq!((before.outcome, before.remoteness), (Outcome::Win, Some(5)));
}

#[test]
fn perfect_play_is_perfectly_accurate_on_both_sides() {
    // Player 2 is lost all the way, where there is nothing to give away.
    let review = review("siege", "", "2, 1, 3, 1, 3");
    assert_eq!(mistakes(&review), [""; 0]);
    assert_eq!(accuracy(&review), [(3, 3), (2, 2)]);
}

#[test]
fn a_slower_win_is_no_mistake() {
    let review = review("duel", "", "2");
    let (_, weighing) = &review.plies[0].moves.as_ref().unwrap()[0];
    let (Worth::Outcome(before), Worth::Outcome(after)) = (&weighing.before, &weighing.after) else {
        panic!()
    };
    assert_eq!((before.remoteness, after.remoteness), (Some(7), Some(9)));
    assert_eq!(weighing.mistake(), None);
}

#[test]
fn the_books_sample_of_duel_is_perfect_until_player_1_lets_go() {
    // 5 6 leaves two runs of 4, and 9 10 makes the sum 0 again; 7 then would do so too, but 1 does not.
    let review = review("duel", "", "5 6; 8; 9 10; 7; 1");
    assert_eq!(mistakes(&review), ["5 1 1: 2 3"]);
    assert_eq!(accuracy(&review), [(2, 3), (2, 2)]);
}

#[test]
fn an_endless_game_is_lost_by_a_step_onto_an_end() {
    let review = review("token", "", "2 right; 2 right; 1 right");
    assert_eq!(mistakes(&review), ["3 1 1 right: 1 left, 2 left"]);
    let (_, _, weighing) = review.mistakes().next().unwrap();
    assert_eq!(weighing.mistake(), Some(Mistake::Outcome { before: Outcome::Draw, after: Outcome::Lose }));
}

#[test]
fn only_three_openings_of_blockade_win() {
    for opening in 1..=21 {
        let review = review("blockade", "", &opening.to_string());
        let expected: &[String] =
            if [6, 11, 16].contains(&opening) { &[] } else { &[format!("1 1 {opening}: 6, 16, 11")] };
        assert_eq!(mistakes(&review), expected);
    }
}

#[test]
fn cards_are_judged_by_exact_regret() {
    // Player 2 wins with card 1 alone, and Player 1 has nothing to lose.
    let review = review("cards", "", "5/5");
    assert_eq!(mistakes(&review), ["1 2 5: 1"]);
    let (_, _, weighing) = review.mistakes().next().unwrap();
    assert_eq!(weighing.mistake(), Some(Mistake::Regret { regret: Fraction::ONE, all: true }));
    assert_eq!(accuracy(&review), [(1, 1), (0, 1)]);
}

#[test]
fn in_a_mixed_position_the_regret_is_a_fraction_of_the_chance() {
    let review = review("cards", "end=4", "1/2");
    let moves = review.plies[0].moves.as_ref().unwrap();
    assert_eq!(moves[0].1.before, Worth::Chance("28983752/72184713".parse().unwrap()));
    let Some(Mistake::Regret { regret, .. }) = moves[0].1.mistake() else {
        panic!("card 1 is in no best mix")
    };
    assert!(Fraction::ZERO < regret && regret < Fraction::ONE, "{regret}");
    assert_eq!(moves[0].1.keepers, ["3", "4", "5"]);
    assert_eq!(moves[1].1.mistake(), None);
}

#[test]
fn what_is_too_large_is_not_judged_and_the_rest_is() {
    let review = review("duel", "length=50 misere=yes", "1; 2; 3; 25");
    let known: Vec<bool> = review.plies.iter().map(|ply| ply.moves.is_ok()).collect();
    assert_eq!(known, [false, false, true, true]);
    assert!(matches!(review.plies[0].moves, Err(SolveError::TooLong { .. })));
    assert_eq!(accuracy(&review).map(|(_, moves)| moves), [1, 1]);
}

#[test]
fn a_move_among_too_many_to_list_is_weighed_all_the_same() {
    let record = record("duel", "length=1000001", "");
    let start = record.begin().unwrap();
    let adviser = Adviser::new(record.game(), &OracleCache::shared());
    let weigh = |text| adviser.weigh(&*start, Seat::One, text, &()).unwrap();
    // The middle leaves two equal runs, which is a win; one end leaves one run, which is not 0 in this game.
    assert_eq!(weigh("500001").mistake(), None);
    let first = weigh("1");
    assert_eq!(first.mistake(), Some(Mistake::Outcome { before: Outcome::Win, after: Outcome::Lose }));
    assert_eq!(first.keepers.len(), 1);
}

#[test]
fn a_move_is_weighed_however_it_is_written() {
    let record = record("duel", "", "");
    let start = record.begin().unwrap();
    let weighing =
        Adviser::new(record.game(), &OracleCache::shared()).weigh(&*start, Seat::One, "6,5", &()).unwrap();
    assert_eq!((weighing.text.as_str(), weighing.mistake()), ("5 6", None));
}

/// With a cache that holds it, a game is not solved again.
#[test]
fn a_game_that_was_solved_before_is_reviewed_alike() {
    for (slug, settings, moves) in [
        ("duel", "", "5 6; 1; 3"),
        ("cards", "end=4", "3/4; 1/1"),
        ("token", "revisit=no", "2 right; 1 left"),
        ("siege", "", "3, 3, 3"),
    ] {
        let record = record(slug, settings, moves);
        let cache = OracleCache::shared();
        let first = Review::of(&record, &cache, &()).unwrap();
        let only = OnlyPlies(u64::try_from(record.plies().len()).unwrap());
        assert_eq!(Review::of(&record, &cache, &only).unwrap(), first, "{slug}");
    }
}

/// Lets a review go from ply to ply, and stops all other work.
struct OnlyPlies(u64);

impl Progress for OnlyPlies {
    fn step(&self, _: u64, of: u64) -> ControlFlow<()> {
        if of == self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
