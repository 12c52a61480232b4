//! A session of rounds, from the request to the records: seats, score, taking back, resuming.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

use numberline_rules::Seat;
use numberline_table::{
    Act, Bounds, Chosen, ComputerTurn, Ending, Field, Name, OracleCache, Record, Request, ResumeError,
    RoundError, Seats, Session, Taken, UndoError, Undone, find, read_records,
};

pub(crate) fn request(game: &str) -> Request {
    Request { game: game.to_owned(), ..Request::default() }
}

pub(crate) fn named(game: &str) -> Request {
    Request { names: ["Ada", "Grace"].map(|name| Some(name.to_owned())), ..request(game) }
}

pub(crate) fn rounds(rounds: &str, request: Request) -> Request {
    Request { rounds: Some(rounds.to_owned()), ..request }
}

pub(crate) fn begin(request: &Request) -> Session {
    Session::begin(request.terms(&Bounds::LOCAL).unwrap(), None, 7)
}

pub(crate) fn names(session: &Session) -> [&str; 2] {
    session.names().each_ref().map(Name::as_str)
}

/// What a file would hold, read back.
pub(crate) fn reread(records: &[Record]) -> Vec<Record> {
    let text: Vec<String> = records.iter().map(ToString::to_string).collect();
    read_records(&text.join("\n")).unwrap()
}

#[test]
fn people_with_names_change_seats_and_take_their_score_along() {
    let mut session = begin(&rounds("3", named("duel")));
    assert_eq!(
        (names(&session), session.announcement().as_deref()),
        (["Ada", "Grace"], Some("Round 1 of 3"))
    );
    session.end(Act::Resign(Seat::Two));
    assert_eq!(session.running_score().unwrap(), "Score: Ada 1, Grace 0");
    session.begin_next_round().unwrap();
    assert_eq!((names(&session), session.round()), (["Grace", "Ada"], 2));
    assert_eq!((session.home(Seat::One), session.wins()), (Seat::Two, [0, 1]));
    session.end(Act::Resign(Seat::One));
    assert_eq!(session.running_score().unwrap(), "Score: Ada 2, Grace 0");
    session.begin_next_round().unwrap();
    assert_eq!(names(&session), ["Ada", "Grace"]);
    session.end(Act::AgreeDraw);
    assert_eq!(session.result().unwrap(), "Ada wins the session, 2 to 0!");
    assert_eq!(session.begin_next_round(), Err(RoundError::NoMore));
    let seated: Vec<_> = session.records().iter().map(|record| record.tags.names[0].to_string()).collect();
    assert_eq!(seated, ["Ada", "Grace", "Ada"], "records say who sat where");
}

#[test]
fn seats_are_kept_where_nobody_can_be_told_apart_and_where_that_is_asked_for() {
    let mut anonymous = begin(&rounds("2", request("duel")));
    assert_eq!(anonymous.seats(), Seats::Keep);
    assert!(anonymous.round_note().unwrap().contains("names"));
    assert_eq!(anonymous.seats_advice(), None, "the advice is given once");
    let keep = Request { seats: Some("keep".to_owned()), ..rounds("2", named("duel")) };
    let mut kept = begin(&keep);
    assert_eq!((kept.seats(), kept.seats_advice()), (Seats::Keep, None));
    kept.end(Act::Resign(Seat::One));
    kept.begin_next_round().unwrap();
    assert_eq!((names(&kept), kept.wins()), (["Ada", "Grace"], [0, 1]));
    let swap = Request { seats: Some("swap".to_owned()), ..rounds("2", request("duel")) };
    let mut swapping = begin(&swap);
    assert_eq!((swapping.seats(), swapping.seat_change()), (Seats::Swap, None));
    swapping.end(Act::Resign(Seat::One));
    swapping.begin_next_round().unwrap();
    assert_eq!(swapping.seat_change().unwrap(), "the players change seats");
    assert_eq!(swapping.round_note().unwrap(), "The players change seats.");
}

#[test]
fn a_computer_changes_seats_with_its_opponent() {
    let players = [None, Some("computer:2".to_owned())];
    let mut session = begin(&Request { players, ..request("siege") });
    assert_eq!(
        (names(&session), session.only_person()),
        (["Player 1", "Computer (level 2)"], Some(Seat::One))
    );
    session.end(Act::Resign(Seat::One));
    session.play_on(8);
    assert_eq!(
        (names(&session), session.only_person()),
        (["Computer (level 2)", "Player 2"], Some(Seat::Two))
    );
    assert_eq!(session.round_note().unwrap(), "Computer (level 2) plays as Player 1.");
    assert!(session.is_computer(Seat::One) && !session.is_computer(Seat::Two));
    let chosen =
        session.computer(Seat::One, &OracleCache::shared()).unwrap().choose(session.at(), Seat::One, &());
    assert!(matches!(session.submit(Seat::One, &chosen.unwrap().text), Ok(Taken::Played(_))));
}

#[test]
fn who_begins_follows_the_book() {
    let first = |text: &str, request: Request| Request { first: Some(text.to_owned()), ..request };
    let two = begin(&first("2", named("duel")));
    assert_eq!(
        names(&two),
        if two.at().position().ends_with('2') { ["Ada", "Grace"] } else { ["Grace", "Ada"] }
    );
    let toss = begin(&Request { seed: Some("3".to_owned()), ..first("toss", named("token")) });
    assert!(toss.toss().unwrap().ends_with(" wins the toss and begins."));
    let error = first("2", request("siege")).terms(&Bounds::LOCAL).err().unwrap();
    assert_eq!(
        (error.field, error.to_string().as_str()),
        (Field::First, "in Number Siege the book says who begins")
    );
}

#[test]
fn against_a_computer_one_takes_back_to_ones_own_turn() {
    let players = [None, Some("computer:perfect".to_owned())];
    let mut session = begin(&Request { players, ..request("siege") });
    assert_eq!(session.take_back(), Err(UndoError::Nothing));
    session.submit(Seat::One, "1").unwrap();
    session.submit(Seat::Two, "1").unwrap();
    assert_eq!(session.take_back(), Ok(Undone::Own(Seat::One)));
    assert_eq!(session.at().length(), 0);
    let mut shared = begin(&request("cards"));
    shared.submit(Seat::One, "3").unwrap();
    assert_eq!(shared.take_back(), Ok(Undone::Choice(Seat::One)));
    // A whole ply goes with everything that waits.
    for (seat, card) in [(Seat::One, "3"), (Seat::Two, "4"), (Seat::One, "5")] {
        shared.submit(seat, card).unwrap();
    }
    assert_eq!(shared.take_back_ply_of(Seat::One), Ok(Undone::Own(Seat::One)));
    assert_eq!((shared.at().length(), shared.at().has_chosen(Seat::One)), (0, false));
    assert_eq!(shared.take_back_ply_of(Seat::One), Err(UndoError::Nothing));
    shared.end(Act::Resign(Seat::One));
    assert_eq!(shared.take_back(), Err(UndoError::Over));
}

/// Otherwise a player could look at a secret card, take the turn back, and know what comes.
#[test]
fn a_computer_rolls_other_dice_after_something_was_taken_back() {
    let players = [None, Some("computer:1".to_owned())];
    let set = vec!["end=8".to_owned()];
    let mut session = begin(&Request { players, set, ..request("cards") });
    let cache = OracleCache::shared();
    let mut chosen = std::collections::HashSet::new();
    for _ in 0..20 {
        let card = session.computer(Seat::Two, &cache).unwrap().choose(session.at(), Seat::Two, &()).unwrap();
        session.submit(Seat::One, "1").unwrap();
        session.submit(Seat::Two, &card.text).unwrap();
        chosen.insert(card.text);
        session.take_back().unwrap();
    }
    assert!(chosen.len() > 1, "{chosen:?}");
}

#[test]
fn what_is_kept_and_what_can_be_resumed() {
    let mut session = begin(&named("siege"));
    assert!(session.kept().is_none() && session.to_resume().is_none(), "nothing was played");
    session.end(Act::Resign(Seat::One));
    assert_eq!(session.kept().unwrap().ending(), Some(Ending::Resigned { winner: Seat::Two }));
    assert!(session.to_resume().is_none(), "nothing is left to play");
    let over = Request { position: Some("10 5 2".to_owned()), ..request("siege") };
    assert!(begin(&over).kept().is_none(), "nobody has played a game that was set up as over");
    let over = Request { moves: Some("2, 2, 3, 1, 2".to_owned()), ..request("siege") };
    let limited =
        Request { moves: Some("3".to_owned()), max_turns: Some("1".to_owned()), ..request("siege") };
    for request in [over, limited] {
        let session = begin(&request);
        assert!(session.ending().is_some() && session.kept().is_none(), "the setup has no players");
    }
    let mut session = begin(&Request { moves: Some("3".to_owned()), ..request("siege") });
    assert!(session.to_resume().is_none(), "only the setup was played");
    session.take_back().unwrap();
    assert!(session.to_resume().is_none(), "a part of the setup");
    session.submit(Seat::One, "2").unwrap();
    assert!(session.to_resume().is_some(), "another move instead of the setup's");
    session.take_back().unwrap();
    session.submit(Seat::One, "3").unwrap();
    session.submit(Seat::Two, "1").unwrap();
    assert!(session.to_resume().is_some());
}

#[test]
fn a_session_is_resumed_with_everything_that_belongs_to_it() {
    let asked = Request {
        players: [None, Some("computer:2".to_owned())],
        max_turns: Some("30".to_owned()),
        best_of: true,
        ..rounds("5", Request { names: [Some("Ada".to_owned()), None], ..request("siege") })
    };
    let mut session = begin(&asked);
    session.end(Act::Resign(Seat::Two));
    let between = session.to_resume().unwrap();
    session.begin_next_round().unwrap();
    session.submit(Seat::One, "2").unwrap();
    let resume =
        |records: &[Record]| Session::resume(reread(records), &Request::default(), None, 99).unwrap();
    for (again, plies) in [(resume(&session.to_resume().unwrap()), 1), (resume(&between), 0)] {
        assert_eq!((names(&again), again.at().length()), (["Computer (level 2)", "Ada"], plies));
        assert_eq!((again.running_score(), again.seed()), (session.running_score(), session.seed()));
        assert_eq!(again.only_person(), Some(Seat::Two));
        assert_eq!(
            (again.seats(), again.announcement().as_deref()),
            (Seats::Swap, Some("Round 2, best of 5"))
        );
        assert_eq!(again.record().tags.limits.max_turns.unwrap().get(), 30);
    }
    let stopped = Session::resume(reread(&[between[0].clone()]), &Request::default(), None, 9);
    assert_eq!(stopped.err(), Some(ResumeError::Finished));
}

/// The same dice lead to the same decisions, whether or not the session was left in between.
#[test]
fn a_resumed_computer_plays_as_if_nothing_had_happened() {
    let players = ["computer:1", "computer:2"].map(|player| Some(player.to_owned()));
    let asked = Request { players, seed: Some("5".to_owned()), ..request("blockade") };
    let play_on = |session: &mut Session| {
        let cache = OracleCache::shared();
        while let Some(seat) = session.table().next_seat() {
            let chosen = session.computer(seat, &cache).unwrap().choose(session.at(), seat, &()).unwrap();
            session.submit(seat, &chosen.text).unwrap();
            if session.at().length() == 3 && session.ending().is_none() {
                let records = reread(&session.to_resume().unwrap());
                *session = Session::resume(records, &Request::default(), None, 1).unwrap();
            }
        }
        session.record().plies().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let mut once = begin(&asked);
    let whole = {
        let cache = OracleCache::shared();
        let mut session = begin(&asked);
        while let Some(seat) = session.table().next_seat() {
            let chosen = session.computer(seat, &cache).unwrap().choose(session.at(), seat, &()).unwrap();
            session.submit(seat, &chosen.text).unwrap();
        }
        session.record().plies().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(play_on(&mut once), whole);
}

/// The seed in a record repeats the match, however large it is, and also in a session that followed another.
#[test]
fn the_seed_of_a_record_repeats_the_match() {
    let played = |session: &mut Session| {
        let cache = OracleCache::shared();
        while let Some(seat) = session.table().next_seat() {
            let chosen = session.computer(seat, &cache).unwrap().choose(session.at(), seat, &()).unwrap();
            session.submit(seat, &chosen.text).unwrap();
        }
        let record = session.record();
        (record.tags.seed.unwrap(), record.plies().iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let asked = |players: [&str; 2], seed: u64| Request {
        players: players.map(|player| Some(player.to_owned())),
        seed: Some(seed.to_string()),
        ..request("blockade")
    };
    for seed in [u64::MAX, (1 << 53) + 1, 3] {
        let mut session = begin(&asked(["computer:1", "computer:2"], seed));
        let (said, plies) = played(&mut session);
        assert_eq!(said, seed);
        assert_eq!(played(&mut begin(&asked(["computer:1", "computer:2"], said))).1, plies);
        session.play_on(seed / 2);
        let (said, plies) = played(&mut session);
        assert_eq!(said, seed / 2);
        // The players have changed seats.
        assert_eq!(played(&mut begin(&asked(["computer:2", "computer:1"], said))).1, plies);
    }
}

#[test]
fn a_session_that_begins_with_turns_of_others_is_resumed_with_the_same_dice() {
    let choose = |session: &Session| {
        let seat = session.table().next_seat().unwrap();
        let mut computer = session.computer(seat, &OracleCache::shared()).unwrap();
        computer.choose(session.at(), seat, &()).unwrap().text
    };
    let resumed = |session: &Session| {
        Session::resume(reread(&session.records()), &Request::default(), None, 1).unwrap()
    };
    for seed in 0..10 {
        let mut session = begin(&Request {
            players: ["computer:1", "computer:1"].map(|player| Some(player.to_owned())),
            moves: Some("11, 7".to_owned()),
            seed: Some(seed.to_string()),
            ..rounds("2", request("blockade"))
        });
        assert_eq!(choose(&resumed(&session)), choose(&session));
        session.end(Act::Resign(Seat::One));
        session.begin_next_round().unwrap();
        assert_eq!(choose(&resumed(&session)), choose(&session));
    }
}

#[test]
fn a_computer_without_a_playable_move_resigns() {
    let players = [None, Some("computer:2".to_owned())];
    let request = Request { players, moves: Some("1".to_owned()), ..request("siege") };
    let chosen = |text: &str| Some(Chosen { text: text.to_owned(), note: Some("It is weak.".to_owned()) });
    let mut session = begin(&request);
    let turn = session.submit_chosen(Seat::Two, chosen("1"));
    assert!(matches!(turn.taken, Some(Taken::Played(_))) && turn.note.is_some());
    session.submit(Seat::One, "1").unwrap();
    assert_eq!(session.submit_chosen(Seat::Two, chosen("1")).note, None, "it says so once");
    for found in [None, chosen("9"), chosen("")] {
        let mut session = begin(&request);
        assert_eq!(session.playable(Seat::Two, found.clone()), None);
        assert_eq!(session.submit_chosen(Seat::Two, found), ComputerTurn { taken: None, note: None });
        assert_eq!(session.ending(), Some(Ending::Resigned { winner: Seat::One }));
    }
}

#[test]
fn a_draw_offer_is_worded_once() {
    let offer = begin(&named("duel")).draw_offer(Seat::Two);
    assert_eq!(offer.question(), "Grace offers a draw. Ada, do you accept?");
    assert_eq!(
        [true, false].map(|yes| offer.answer(yes)),
        ["Ada accepts the draw.", "Ada declines the draw."]
    );
}

#[test]
fn too_many_settings_and_too_long_ones_are_different_problems() {
    let said = |set: Vec<String>| {
        Request { set, ..request("duel") }.terms(&Bounds::LOCAL).err().unwrap().to_string()
    };
    assert_eq!(said(vec!["length=3".to_owned(); 17]), "there are more settings than any game has");
    assert_eq!(said(vec![format!("length={}", "1".repeat(100))]), "a setting is longer than 100 bytes");
}

#[test]
fn who_takes_over_from_a_computer_is_not_called_after_it() {
    let players = [None, Some("computer:2".to_owned())];
    let mut session = begin(&Request { players, ..request("siege") });
    session.submit(Seat::One, "2").unwrap();
    let resume = |p2: &str| {
        let asked = Request { players: [None, Some(p2.to_owned())], ..Request::default() };
        Session::resume(reread(&session.records()), &asked, None, 1).unwrap()
    };
    assert_eq!(names(&resume("human")), ["Player 1", "Player 2"]);
    assert_eq!(names(&resume("runner")), ["Player 1", "Runner"]);
}

#[test]
fn seats_can_stop_changing_in_the_middle_and_the_score_still_follows_the_players() {
    let mut session = begin(&rounds("4", named("duel")));
    session.end(Act::Resign(Seat::Two));
    session.begin_next_round().unwrap();
    assert_eq!(session.seat_change().unwrap(), "Grace plays as Player 1");
    for winner in ["Score: Ada 2, Grace 0", "Score: Ada 3, Grace 0"] {
        let keep = Request { seats: Some("keep".to_owned()), ..Request::default() };
        session = Session::resume(reread(&session.records()), &keep, None, 1).unwrap();
        assert_eq!(names(&session), ["Grace", "Ada"]);
        session.end(Act::Resign(Seat::One));
        assert_eq!(session.running_score().unwrap(), winner);
        session.begin_next_round().unwrap();
        assert_eq!(session.seat_change(), None);
    }
}

#[test]
fn foreign_tags_and_comments_stay() {
    let text = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Event \"Club\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n\
                1. 2 {A trap.} 2. 1 *\n";
    let mut session = Session::resume(read_records(text).unwrap(), &Request::default(), None, 4).unwrap();
    session.submit(Seat::One, "3").unwrap();
    let written = session.record().to_string();
    assert!(
        written.contains("[Event \"Club\"]") && written.contains("1. 2 {A trap.} 2. 1 3. 3 *"),
        "{written}"
    );
    assert_eq!(session.seed(), 4, "without a seed of its own another is drawn");
}

#[test]
fn every_field_that_is_wrong_is_named() {
    let asked = Request {
        set: vec!["length=0".to_owned()],
        first: Some("3".to_owned()),
        players: [Some("nobody".to_owned()), None],
        names: ["Ada", "Ada"].map(|name| Some(name.to_owned())),
        seats: Some("turn".to_owned()),
        max_turns: Some("0".to_owned()),
        max_invalid: Some("x".to_owned()),
        seed: Some("-1".to_owned()),
        ..rounds("1001", request("duel"))
    };
    let wrong = asked.check(find("duel").unwrap(), &Bounds::LOCAL).err().unwrap();
    let fields: Vec<Field> = wrong.iter().map(|error| error.field).collect();
    assert_eq!(
        fields,
        [
            Field::Player(Seat::One),
            Field::Name(Seat::Two),
            Field::First,
            Field::Rounds,
            Field::Seats,
            Field::MaxInvalid,
            Field::MaxTurns,
            Field::Seed,
            Field::Set(Some("length")),
        ]
    );
    assert_eq!(wrong[3].to_string(), "rounds must be a whole number from 1 to 1000");
    let error = request("chess").terms(&Bounds::LOCAL).err().unwrap();
    assert_eq!((error.field, error.to_string().as_str()), (Field::Game, "there is no game 'chess'"));
}

#[test]
fn a_room_has_shorter_lines_and_texts_and_every_match_ends() {
    let long = Request { set: vec!["length=300".to_owned()], ..request("duel") };
    assert!(long.terms(&Bounds::LOCAL).is_ok());
    let error = long.terms(&Bounds::ROOM).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the line has 300 numbers; here it may have at most 200, so choose a shorter one"
    );
    let session = Session::begin(request("token").terms(&Bounds::ROOM).unwrap(), None, 1);
    assert_eq!(session.record().tags.limits.max_turns, None, "nobody has agreed on the server's own limit");
}

#[test]
fn the_table_says_what_a_move_would_end() {
    let mut session = begin(&Request { max_turns: Some("2".to_owned()), ..request("token") });
    assert_eq!(session.table().ending_after(Seat::One, "1 left"), None);
    session.submit(Seat::One, "1 left").unwrap();
    assert_eq!(session.table().ending_after(Seat::Two, "1 left"), Some(Ending::TurnLimit));
    let mut cards = begin(&Request { set: vec!["end=1".to_owned()], ..request("cards") });
    assert_eq!(cards.table().ending_after(Seat::One, "5"), None, "that depends on the other card");
    assert_eq!(cards.table().ending_after_turn("5/1"), Some(Ending::Won(Seat::One)));
    cards.end(Act::TimeOut(Seat::One));
    let ending = cards.ending().unwrap();
    assert_eq!(cards.table().conclusion().unwrap(), "Player 1 runs out of time, so Player 2 wins.");
    assert_eq!(Ending::read("0-1", "timed out"), Some(Some(ending)));
}
