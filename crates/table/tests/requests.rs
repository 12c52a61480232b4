//! What a request may ask for, up to its limits and no further, and the terms that come of it.

use std::num::NonZeroU32;

use numberline_rules::Seat;
use numberline_table::{Act, Bounds, Ending, Field, Request, Session, Taken};

use crate::sessions::{begin, named, request, reread, rounds};

fn refusal(asked: &Request, bounds: &Bounds) -> Option<(Field, String)> {
    asked.terms(bounds).err().map(|error| (error.field, error.reason))
}

#[test]
fn a_field_goes_by_its_name_in_a_request() {
    let fields = [
        (Field::Game, "game"),
        (Field::Set(Some("length")), "set"),
        (Field::Position, "position"),
        (Field::Moves, "moves"),
        (Field::First, "first"),
        (Field::Player(Seat::One), "players"),
        (Field::Name(Seat::Two), "names"),
        (Field::Rounds, "rounds"),
        (Field::Seats, "seats"),
        (Field::MaxInvalid, "max-invalid"),
        (Field::MaxTurns, "max-turns"),
        (Field::Seed, "seed"),
        (Field::Time, "time"),
    ];
    for (field, name) in fields {
        assert_eq!(field.name(), name);
    }
}

#[test]
fn what_is_at_its_limit_is_not_refused_for_its_size() {
    let set = |set: Vec<String>| refusal(&Request { set, ..request("duel") }, &Bounds::LOCAL).unwrap().1;
    assert_eq!(set(vec!["length=3".to_owned(); 16]), "length is set twice");
    let longest = format!("length={}", "1".repeat(93));
    assert!(set(vec![longest.clone()]).contains("must be"), "of 100 bytes");
    assert_eq!(set(vec![longest + "1"]), "a setting is longer than 100 bytes");

    let bounds = Bounds { line: 10, text: 9, turns: None };
    let moves = |moves: &str| refusal(&Request { moves: Some(moves.to_owned()), ..request("duel") }, &bounds);
    assert_eq!(moves("1; 2; 3;;"), None);
    for longer in ["1; 2; 3;;;", "1; 2; 3;;;;;;"] {
        assert_eq!(moves(longer), Some((Field::Moves, "that is longer than 9 bytes".to_owned())));
    }
    let cells = |length: u64| Request { set: vec![format!("length={length}")], ..request("duel") };
    assert_eq!(refusal(&cells(10), &bounds), None);
    assert_eq!(refusal(&cells(11), &bounds).unwrap().0, Field::Set(None));
}

#[test]
fn who_begins_is_chosen_only_where_that_means_something() {
    let second = |request: Request| Request { first: Some("2".to_owned()), ..request };
    let why = |request: Request| refusal(&second(request), &Bounds::LOCAL).unwrap();
    let (field, nameless) = why(request("duel"));
    assert_eq!(field, Field::First);
    assert!(nameless.ends_with("sits as Player 1, so the players need names"), "{nameless}");
    let position = begin(&named("duel")).at().position();
    let (field, decided) = why(Request { position: Some(position), ..named("duel") });
    assert_eq!(field, Field::First);
    assert_eq!(decided, "the position already says who is to move, so who begins cannot be chosen");

    let mut session = begin(&second(rounds("2", request("token"))));
    assert_eq!(session.table().next_seat(), Some(Seat::Two), "either seat may begin here");
    session.end(Act::Resign(Seat::One));
    session.begin_next_round().unwrap();
    assert_eq!(session.table().next_seat(), Some(Seat::Two), "in every round");
}

#[test]
fn one_round_is_a_match_without_a_score() {
    let session = begin(&rounds("1", request("duel")));
    assert_eq!((session.announcement(), session.running_score()), (None, None));
    assert_eq!(begin(&rounds("2", request("duel"))).announcement().as_deref(), Some("Round 1 of 2"));
}

#[test]
fn terms_know_the_only_person() {
    let computer = Some("computer:1".to_owned());
    let person =
        |players| Request { players, ..request("siege") }.terms(&Bounds::LOCAL).unwrap().only_person();
    assert_eq!(person([None, computer.clone()]), Some(Seat::One));
    assert_eq!(person([computer.clone(), None]), Some(Seat::Two));
    assert_eq!(person([None, None]), None);
    assert_eq!(person([computer.clone(), computer]), None);
}

/// Of the turns that the players agreed on and those that the place allows, the fewer count.
#[test]
fn a_match_has_no_more_turns_than_its_place_allows() {
    let turns = |asked: Option<&str>, most: u32| {
        let bounds = Bounds { turns: NonZeroU32::new(most), ..Bounds::LOCAL };
        let asked = Request { max_turns: asked.map(str::to_owned), ..request("token") };
        let mut session = Session::begin(asked.terms(&bounds).unwrap(), None, 1);
        while session.ending().is_none() && session.at().length() < 9 {
            let seat = session.table().next_seat().unwrap();
            let step = if session.at().length() % 4 < 2 { "1 left" } else { "1 right" };
            assert!(matches!(session.submit(seat, step), Ok(Taken::Played(_))));
        }
        assert!(matches!(session.ending(), None | Some(Ending::TurnLimit)));
        session.at().length()
    };
    assert_eq!(turns(None, 4), 4);
    assert_eq!(turns(Some("6"), 4), 4);
    assert_eq!(turns(Some("3"), 4), 3);
    assert_eq!(turns(None, 0), 9, "without a limit");
}

#[test]
fn who_resumes_can_agree_on_other_limits() {
    let mut session = begin(&Request { max_turns: Some("7".to_owned()), ..request("siege") });
    session.submit(Seat::One, "1").unwrap();
    let records = reread(&session.to_resume().unwrap());
    let asked = Request { max_invalid: Some("1".to_owned()), ..Request::default() };
    assert_eq!(asked.limits().unwrap().max_invalid, NonZeroU32::new(1));
    let mut resumed = Session::resume(records, &asked, None, 1).unwrap();
    let limits = resumed.record().tags.limits;
    assert_eq!((limits.max_invalid, limits.max_turns), (NonZeroU32::new(1), NonZeroU32::new(7)));
    assert_eq!(resumed.refuse(Seat::Two, "Half a move.".into()).attempts_left, Some(0));
}
