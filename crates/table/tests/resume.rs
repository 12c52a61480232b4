//! A session that was left and resumed continues as one that never stopped.

use numberline_rules::Seat;
use numberline_table::{Act, OracleCache, Request, Session, read_records};

use crate::sessions::{begin, named, names, request, reread, rounds};

/// Otherwise a player could look at a secret card, take the turn back, and resume to know what comes.
#[test]
fn a_resumed_computer_does_not_repeat_what_was_taken_back() {
    let players = [None, Some("computer:1".to_owned())];
    let choose = |session: &Session| {
        let mut computer = session.computer(Seat::Two, &OracleCache::shared()).unwrap();
        computer.choose(session.at(), Seat::Two, &()).unwrap().text
    };
    let mut differ = 0;
    for seed in 0..20 {
        let seed = Some(seed.to_string());
        let mut session = begin(&rounds("2", Request { players: players.clone(), seed, ..request("cards") }));
        let seen = choose(&session);
        session.submit(Seat::One, "1").unwrap();
        session.submit(Seat::Two, &seen).unwrap();
        session.take_back().unwrap();
        let resume = |session: &Session| {
            let records = reread(&session.records());
            Session::resume(records, &Request::default(), None, 1).unwrap()
        };
        let again = resume(&session);
        assert_eq!(choose(&again), choose(&session), "as if it had never been left");
        assert_eq!(choose(&resume(&again)), choose(&session), "however often it is left");
        differ += usize::from(choose(&again) != seen);
        session.end(Act::Resign(Seat::One));
        let between = Session::resume(reread(&session.to_resume().unwrap()), &Request::default(), None, 1);
        session.begin_next_round().unwrap();
        let next = |session: &Session| {
            let mut computer = session.computer(Seat::One, &OracleCache::shared()).unwrap();
            computer.choose(session.at(), Seat::One, &()).unwrap().text
        };
        assert_eq!(next(&between.unwrap()), next(&session), "in the next round too");
        assert!(!session.records()[0].to_string().contains("Decisions"), "a finished match needs no dice");
    }
    assert!(differ > 5, "the same card in {} of 20 sessions", 20 - differ);
}

#[test]
fn any_number_of_decisions_in_a_record_can_be_counted_on_from() {
    let text = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Decisions \"18446744073709551615\"]\n\
                [Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 2 *\n";
    let mut session = Session::resume(read_records(text).unwrap(), &Request::default(), None, 4).unwrap();
    assert!(session.record().to_string().contains("[Decisions \"18446744073709551615\"]"));
    session.submit(Seat::Two, "1").unwrap();
    assert!(session.record().to_string().contains("[Decisions \"0\"]"));
}

/// Every round begins after the setup, also in a session that was left in between.
#[test]
fn a_resumed_session_sets_the_next_round_up_as_the_first() {
    for taken_back in [false, true] {
        let setup = Request { moves: Some("3; 2".to_owned()), ..named("siege") };
        let mut session = begin(&rounds("2", setup));
        if taken_back {
            session.take_back().unwrap();
            session.submit(Seat::Two, "1").unwrap();
        }
        session.submit(Seat::One, "1").unwrap();
        let mut session = Session::resume(reread(&session.records()), &Request::default(), None, 1).unwrap();
        assert_eq!(session.terms().start().length(), 2);
        session.end(Act::Resign(Seat::One));
        let between = Session::resume(reread(&session.to_resume().unwrap()), &Request::default(), None, 1);
        session.begin_next_round().unwrap();
        for next in [session, between.unwrap()] {
            assert_eq!((next.at().position().as_str(), next.was_played()), ("3 8 1", false));
        }
    }
}

#[test]
fn two_computers_of_a_kind_keep_their_names_when_they_change_seats() {
    let players = ["computer:2", "computer:2"].map(|player| Some(player.to_owned()));
    let mut session = begin(&rounds("3", Request { players, ..request("siege") }));
    assert_eq!(names(&session), ["Computer (level 2) 1", "Computer (level 2) 2"]);
    session.end(Act::Resign(Seat::Two));
    session.begin_next_round().unwrap();
    let swapped = ["Computer (level 2) 2", "Computer (level 2) 1"];
    assert_eq!(names(&session), swapped);
    assert_eq!(session.running_score().unwrap(), "Score: Computer (level 2) 1 1, Computer (level 2) 2 0");
    // Earlier versions numbered them by the seats of each round.
    let mut earlier = session.records();
    earlier[1].tags.names.reverse();
    for records in [session.records(), earlier] {
        let mut again = Session::resume(reread(&records), &Request::default(), None, 1).unwrap();
        assert_eq!((names(&again), again.running_score()), (swapped, session.running_score()));
        again.end(Act::Resign(Seat::Two));
        again.begin_next_round().unwrap();
        assert_eq!(names(&again), ["Computer (level 2) 1", "Computer (level 2) 2"]);
    }
}
