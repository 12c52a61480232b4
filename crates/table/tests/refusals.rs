//! A refusal changes nothing: turns and texts that once slipped through.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails says so by panicking")]

use numberline_rules::Seat;
use numberline_table::{Act, AnyMatch, Ending, Limits, Name, Request, Table, find, read_records};

fn begin(slug: &str) -> Box<dyn AnyMatch> {
    Request::default().start(find(slug).unwrap()).unwrap()
}

#[test]
fn a_turn_of_both_is_refused_while_one_has_chosen() {
    let mut game = begin("cards");
    game.submit(Seat::Two, "5").unwrap();
    assert!(game.play_turn("1/1").is_err());
    assert_eq!((game.position(), game.length()), (begin("cards").position(), 0));
    assert!(!game.has_chosen(Seat::One) && game.has_chosen(Seat::Two));
}

#[test]
fn a_seat_that_has_chosen_cannot_move_now() {
    let mut game = begin("cards");
    assert!(game.check(Seat::One, "4").is_ok());
    game.submit(Seat::One, "5").unwrap();
    assert!(game.check(Seat::One, "4").is_err() && game.check(Seat::Two, "4").is_ok());
}

/// An example is a move of the seat that is refused, also where both act.
#[test]
fn an_example_is_legal_for_the_seat_that_is_refused() {
    let moves = Some("1/3; 2/2".to_owned());
    let game = Request { moves, ..Request::default() }.start(find("cards").unwrap()).unwrap();
    for seat in Seat::BOTH {
        let said = game.check(seat, "x").unwrap_err().to_string();
        let example = said.trim_end_matches('.').rsplit(' ').next().unwrap();
        assert!(game.check(seat, example).is_ok(), "{seat}: {said}");
    }
}

#[test]
fn an_ended_match_takes_no_more_turns() {
    let mut table = Table::new(begin("siege"), Name::of_both_seats(), Limits::default());
    table.end(Act::Resign(Seat::One));
    assert!(table.play_turn("2").is_err() && table.submit(Seat::One, "2").is_err());
    assert_eq!(table.ending(), Some(Ending::Resigned { winner: Seat::Two }));
    assert_eq!(table.game().length(), 0);
}

#[test]
fn visited_squares_belong_to_the_variant_that_knows_them() {
    let at = |position: &str, settings: &[&str]| {
        let settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
        Request { position: Some(position.to_owned()), set: settings, ..Request::default() }
            .start(find("token").unwrap())
    };
    assert!(at("7 2", &[]).is_ok() && at("7 2 5,7", &["revisit=no"]).is_ok());
    assert!(
        at("7 2 5,7", &[]).is_err() && at("7 2 x", &[]).is_err() && at("7 2 5,7 x", &["revisit=no"]).is_err()
    );
}

#[test]
fn messages_stay_short_whatever_was_typed() {
    let moves = Some("9".repeat(100_000));
    let error = Request { moves, ..Request::default() }.start(find("duel").unwrap()).err().unwrap();
    assert!(error.to_string().len() < 300, "{error}");
    let record = format!("[{0} \"\"]\n[{0} \"\"]\n", "x".repeat(100_000));
    assert!(read_records(&record).err().unwrap().to_string().len() < 300);
}

#[test]
fn a_record_has_only_so_many_tags_and_settles_each_parameter_once() {
    let tags: String = (0..1_000).map(|number| format!("[Tag{number} \"\"]\n")).collect();
    assert_eq!(read_records(&tags).err().unwrap().to_string(), "line 65: there are more than 64 tags");
    let twice =
        "[Game \"siege\"]\n[Variant \"step=3 step=2\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n*\n";
    assert_eq!(read_records(twice).err().unwrap().to_string(), "line 2: step is set twice");
}

#[test]
fn a_comment_may_follow_the_result_and_a_mark_precede_the_text() {
    let text = "\u{FEFF}[Game \"siege\"]\n[Variant \"\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 2 * {good}\n";
    let records = read_records(text).ok().unwrap();
    assert_eq!(records[0].comments_after(1).collect::<Vec<_>>(), ["good"]);
}
