//! What surrounds a match: who sits there, what is asked and refused, how it can end, and what comes again.

use std::num::NonZeroU32;

use numberline_rules::Seat;
use numberline_table::{
    Act, AnyMatch, Ending, Limits, Name, OracleCache, Request, RoundError, Rounds, Score, Session, Table,
    Taken, Undone, find,
};

use crate::sessions::{begin, named, names, request, reread, rounds};

fn at(game: &str, position: Option<&str>) -> Box<dyn AnyMatch> {
    let wanted = Request { position: position.map(str::to_owned), ..Request::default() };
    wanted.start(find(game).unwrap()).unwrap()
}

fn people() -> [Name; 2] {
    ["Ada", "Grace"].map(|name| Name::new(name).unwrap())
}

fn table(game: &str, position: Option<&str>, max_invalid: u32) -> Table {
    let limits = Limits { max_invalid: NonZeroU32::new(max_invalid), ..Limits::default() };
    Table::new(at(game, position), people(), limits)
}

fn against(players: [Option<&str>; 2], game: &str) -> Session {
    begin(&Request { players: players.map(|player| player.map(str::to_owned)), ..request(game) })
}

#[test]
fn every_ending_says_why_and_reads_back() {
    let game = at("siege", Some("5 5 2"));
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let reads_back = |ending: Option<Ending>, result: &str, kind: &str| {
        assert_eq!((Ending::result(ending), Ending::kind(ending)), (result, kind));
        for other in results {
            let read = Ending::read(other, kind);
            if other == result {
                assert_eq!(read, Some(ending));
            } else {
                assert!(read != Some(ending), "{kind} with {other}");
            }
        }
    };
    for loser in Seat::BOTH {
        let winner = loser.other();
        let result = if winner == Seat::One { "1-0" } else { "0-1" };
        for (act, ending, kind, why) in [
            (Act::Resign(loser), Ending::Resigned { winner }, "resigned", "resigns"),
            (
                Act::Forfeit(loser),
                Ending::Forfeited { winner },
                "forfeited",
                "forfeits after too many invalid attempts in a row",
            ),
            (Act::TimeOut(loser), Ending::TimedOut { winner }, "timed out", "runs out of time"),
            (Act::Leave(loser), Ending::Left { winner }, "left", "left the game"),
        ] {
            assert_eq!((Ending::from(act), ending.winner()), (ending, Some(winner)));
            let (lost, won) = (loser.of(&people()).clone(), winner.of(&people()).clone());
            assert_eq!(ending.why(&people()), format!("{lost} {why}."));
            assert_eq!(ending.sentence(&*game, &people()), format!("{lost} {why}, so {won} wins."));
            reads_back(Some(ending), result, kind);
        }
        reads_back(Some(Ending::Won(winner)), result, "won");
        assert_eq!(
            (Ending::Won(winner).winner(), Ending::Won(winner).why(&people())),
            (Some(winner), "".into())
        );
    }
    assert_eq!(
        Ending::Won(Seat::One).sentence(&*game, &people()),
        "Ada captured Grace on 5 and wins.",
        "the game says why"
    );
    for (ending, kind, why) in [
        (Ending::from(Act::AgreeDraw), "draw agreed", "The players agree on a draw."),
        (Ending::TurnLimit, "turn limit", "The turn limit is reached: the game is a draw."),
    ] {
        assert_eq!((ending.winner(), ending.why(&people()).as_str()), (None, why));
        assert_eq!(ending.sentence(&*game, &people()), why);
        reads_back(Some(ending), "1/2-1/2", kind);
    }
    reads_back(None, "*", "unfinished");
    assert_eq!(Ending::read("1-0", "won by luck"), None);
}

#[test]
fn a_session_knows_people_from_computers() {
    let computer = Some("computer:2");
    let who = |players| {
        let session = against(players, "cards");
        (session.is_shared(), session.is_watched(), session.is_secret(), session.only_person())
    };
    assert_eq!(who([None, None]), (true, false, true, None));
    assert_eq!(who([None, computer]), (false, false, false, Some(Seat::One)));
    assert_eq!(who([computer, None]), (false, false, false, Some(Seat::Two)));
    assert_eq!(who([computer, computer]), (false, true, false, None));
    assert!(!against([None, None], "duel").is_secret(), "one moves at a time");
    let mut over = against([None, None], "cards");
    over.end(Act::AgreeDraw);
    assert!(over.is_shared() && !over.is_secret(), "nothing is chosen any more");
    let session = against([None, computer], "duel");
    assert_eq!(
        session.draw_question(Seat::One).as_deref(),
        Some("Computer (level 2) answers at once, and if it accepts, the game is drawn. Offer a draw?")
    );
    assert_eq!(session.draw_question(Seat::Two), None, "a person will think about it");
    assert_eq!(session.resign_question(Seat::One), "Player 1, do you really resign?");
    assert_eq!(session.own_name(Seat::One), None);
    let session = begin(&named("duel"));
    assert_eq!(session.own_name(Seat::Two).map(Name::as_str), Some("Grace"));
}

#[test]
fn a_player_who_comes_later_is_named_everywhere() {
    let first = Some("toss".to_owned());
    let mut session = begin(&Request { first, seed: Some("3".to_owned()), ..request("token") });
    let begins = session.table().next_seat().unwrap();
    assert_eq!(session.toss().unwrap(), format!("Player {begins} wins the toss and begins."));
    session.seat(begins, Some(Name::new("Eve").unwrap()));
    assert_eq!(session.toss().unwrap(), "Eve wins the toss and begins.");
    assert_eq!((session.name(begins).as_str(), session.own_name(begins).unwrap().as_str()), ("Eve", "Eve"));
    let mut session = begin(&request("token"));
    session.seat(Seat::Two, None);
    assert_eq!((session.toss(), names(&session)), (None, ["Player 1", "Player 2"]));
}

#[test]
fn a_secret_choice_can_be_exchanged_until_the_other_is_made() {
    let mut session = begin(&named("cards"));
    assert_eq!(session.table().next_seat(), Some(Seat::One));
    assert_eq!(session.submit(Seat::One, "3"), Ok(Taken::Waiting));
    assert_eq!(session.table().next_seat(), Some(Seat::Two));
    assert_eq!(session.resubmit(Seat::One, "4"), Ok(Taken::Waiting));
    let Ok(Taken::Played(ply)) = session.submit(Seat::Two, "1") else { panic!("both have chosen") };
    assert_eq!(session.at().plies().last().unwrap().to_string(), "4/1");
    let said = session.played(&ply);
    assert_eq!(said, session.table().last_effect().unwrap().sentence(session.names()));
    assert!(said.contains("Ada"), "{said}");
    let mut table = table("cards", None, 3);
    assert!(!table.withdraw(Seat::One) && table.last_effect().is_none());
    table.submit(Seat::One, "2").unwrap();
    assert!(table.withdraw(Seat::One) && table.next_seat() == Some(Seat::One));
    table.submit(Seat::One, "2").unwrap();
    table.end(Act::Resign(Seat::Two));
    assert!(!table.withdraw(Seat::One) && table.next_seat().is_none(), "the match is over");
}

#[test]
fn too_many_invalid_attempts_in_a_row_forfeit() {
    let mut table = table("siege", None, 3);
    let mut refused = |seat, text: &str| table.submit(seat, text).unwrap_err();
    let first = refused(Seat::One, "9");
    assert_eq!(
        first.sentence(),
        format!("{} 2 more invalid attempts in a row forfeit the game.", first.reason)
    );
    let second = refused(Seat::One, "9");
    assert_eq!(second.sentence(), format!("{} One more invalid attempt forfeits the game.", second.reason));
    table.submit(Seat::One, "1").unwrap();
    table.submit(Seat::Two, "1").unwrap();
    assert_eq!(table.refuse(Seat::One, "Half a move.".into()).attempts_left, Some(2), "counted from new");
    assert_eq!(table.refuse(Seat::One, "Half a move.".into()).attempts_left, Some(1));
    assert_eq!(table.ending(), None);
    let last = table.refuse(Seat::One, "Half a move.".into());
    assert_eq!((last.attempts_left, last.sentence()), (Some(0), last.reason.to_string()));
    assert_eq!(table.ending(), Some(Ending::Forfeited { winner: Seat::Two }));
    let unlimited = begin(&request("siege")).refuse(Seat::One, "Half a move.".into());
    assert_eq!(unlimited.attempts_left, None);
}

#[test]
fn a_refused_secret_choice_is_not_named() {
    let mut cards = table("cards", None, 9);
    let said = |table: &mut Table, seat, text: &str| {
        let refused = table.submit(seat, text).unwrap_err();
        let said = refused.secret_sentence(table.game(), seat);
        said.strip_suffix(" more invalid attempts in a row forfeit the game.").unwrap_or(&said).to_owned()
    };
    assert_eq!(
        said(&mut cards, Seat::One, "6"),
        "That is not one of your cards. You can choose 1, 2, 3, 4, 5. 8"
    );
    cards.play_turn("3/1").unwrap();
    assert_eq!(
        said(&mut cards, Seat::One, "3"),
        "You have played that card already. You can choose 1, 2, 4, 5. 7"
    );
    assert!(said(&mut cards, Seat::One, "9").starts_with("That is not"), "nobody has played it");
    let mut duel = table("duel", None, 9);
    duel.play_turn("1").unwrap();
    duel.play_turn("2").unwrap();
    assert!(said(&mut duel, Seat::One, "1").starts_with("That is not"), "there are no secrets here");
    for (length, more) in [(40, false), (41, true)] {
        let wanted = Request { set: vec![format!("length={length}")], ..Request::default() };
        let start = wanted.start(find("blockade").unwrap()).unwrap();
        let mut table = Table::new(start, people(), Limits::default());
        let said = said(&mut table, Seat::One, "99");
        assert_eq!((said.ends_with(" 39, 40."), said.ends_with(" 39, 40, ….")), (!more, more), "{said}");
    }
}

#[test]
fn a_position_that_comes_again_is_counted() {
    let mut table = table("token", None, 9);
    assert_eq!((table.occurrences(), table.repetition()), (1, None));
    for times in 2..=4 {
        table.play_turn("1 left").unwrap();
        table.play_turn("1 right").unwrap();
        assert_eq!(table.occurrences(), times);
        assert_eq!(table.repetition().is_some(), times == 3, "it is said once");
    }
    table.undo().unwrap();
    table.undo().unwrap();
    assert_eq!(table.occurrences(), 3, "what is taken back does not count");
    assert!(table.repetition().unwrap().contains("third time"));
    table.end(Act::AgreeDraw);
    assert_eq!(table.repetition(), None, "nothing can come again");
    let again = Table::new(table.game().copy(), people(), Limits::default());
    assert_eq!(again.occurrences(), 3, "also in a match that was begun elsewhere");
    let mut siege = self::table("siege", None, 9);
    siege.play_turn("1").unwrap();
    assert_eq!(siege.occurrences(), 1);
}

#[test]
fn goal_and_ruling_are_those_of_the_match() {
    let mut tied = table("cards", Some("0 - - 1"), 9);
    assert!(tied.goal().whole.ends_with("Ada wins at +5, Grace at −5."), "{}", tied.goal().whole);
    assert!(tied.ruling().unwrap().starts_with("The last push wins"));
    tied.rename(["Eve", "Bob"].map(|name| Name::new(name).unwrap()));
    assert!(tied.conclusion().unwrap().ends_with("Eve moved it last and wins."));
    let mut open = table("cards", None, 9);
    assert_eq!((open.ruling(), open.conclusion()), (None, None));
    open.end(Act::Resign(Seat::One));
    assert_eq!(open.ruling(), None, "a resignation takes no ruling");
    let mut siege = table("siege", None, 9);
    assert!(siege.effect(Seat::Two, "1").is_none(), "it is not their turn");
    assert_eq!(siege.effect(Seat::One, "1").unwrap().short(&people()), "to 1");
    siege.play_turn("1").unwrap();
    assert_eq!(siege.last_effect().unwrap().short(&people()), "to 1");
}

/// In every round, and between two, a session that is resumed stands where it stood.
#[test]
fn players_and_score_are_the_same_after_resuming_in_any_round() {
    let mut session = begin(&rounds("4", named("siege")));
    let same = |session: &Session| {
        let records = reread(&session.to_resume().unwrap());
        let again = Session::resume(records, &Request::default(), None, 1).unwrap();
        assert_eq!(again.running_score(), session.running_score());
        (names(&again).map(str::to_owned), again.round())
    };
    for round in 1..=4 {
        let expected = if round % 2 == 1 { ["Ada", "Grace"] } else { ["Grace", "Ada"] };
        assert_eq!((names(&session), session.round()), (expected, round));
        assert_eq!(session.check_next_round(), Err(RoundError::NotOver));
        session.submit(Seat::One, "1").unwrap();
        assert_eq!(same(&session), (expected.map(str::to_owned), round));
        session.end(Act::Resign(Seat::Two));
        if round < 4 {
            let [one, two] = expected;
            assert_eq!(same(&session), ([two, one].map(str::to_owned), round + 1));
            assert_eq!(session.check_next_round(), Ok(()));
            session.begin_next_round().unwrap();
        }
    }
    assert_eq!(session.check_next_round(), Err(RoundError::NoMore));
    assert!(session.to_resume().is_none(), "nothing is left to play");
    assert_eq!(session.running_score().unwrap(), "Score: Ada 2, Grace 2");
    assert_eq!(session.result().unwrap(), "The session is drawn, 2 to 2.");
}

#[test]
fn a_match_that_decides_the_session_is_known_before_it_ends() {
    let mut session = begin(&Request { best_of: true, ..rounds("3", named("duel")) });
    assert!(!session.is_decided_by(Ending::Won(Seat::One)));
    session.end(Act::Resign(Seat::Two));
    session.begin_next_round().unwrap();
    assert_eq!(session.name(Seat::Two).as_str(), "Ada");
    assert!(session.is_decided_by(Ending::Won(Seat::Two)) && !session.is_decided_by(Ending::Won(Seat::One)));
    assert!(!session.is_decided_by(Ending::DrawAgreed));
}

/// Dice are counted by the plies that were played or taken back. Only an unfinished record that would count otherwise says so.
#[test]
fn a_record_counts_decisions_only_where_its_plies_do_not() {
    let mut session = begin(&named("siege"));
    session.submit(Seat::One, "1").unwrap();
    session.submit(Seat::Two, "1").unwrap();
    assert_eq!(session.record().tags.decisions, None);
    session.take_back().unwrap();
    session.submit(Seat::Two, "2").unwrap();
    assert_eq!(session.record().tags.decisions, Some(4));
    session.end(Act::Resign(Seat::One));
    assert_eq!(session.record().tags.decisions, None, "no computer decides any more");
}

#[test]
fn a_computer_says_once_where_it_falls_short() {
    let players = [None, Some("computer:3".to_owned())];
    let set = ["cards=20", "end=30"].map(str::to_owned).into();
    let mut session = begin(&Request { players, set, ..request("cards") });
    let cache = OracleCache::shared();
    let said = session.shortfalls(&cache, &());
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("Computer (level 3) cannot solve this ("), "{said:?}");
    assert!(session.shortfalls(&cache, &()).is_empty(), "once");
    assert_eq!(session.excuse(Seat::One, Some("So.".into())).as_deref(), Some("So."), "the other has not");
    assert!(against([None, Some("computer:3")], "siege").shortfalls(&cache, &()).is_empty());
}

#[test]
fn a_score_counts_wins_and_draws_until_it_is_decided() {
    let score = |rounds: Rounds, results: &[Option<Seat>]| {
        let mut score = Score::new(rounds);
        results.iter().for_each(|winner| score.count(*winner));
        (score.draws(), score.running(&people()), score.result(&people()))
    };
    let (ada, draw) = (Some(Seat::One), None);
    let said = |text: &str| Some(text.to_owned());
    assert_eq!(score(Rounds::All(4), &[ada]), (0, said("Score: Ada 1, Grace 0"), None));
    assert_eq!(score(Rounds::All(4), &[ada, draw, draw]), (2, said("Score: Ada 1, Grace 0, draws 2"), None));
    assert_eq!(score(Rounds::One, &[ada]), (0, None, None), "a single match has no score");
    assert_eq!(score(Rounds::BestOf(5), &[ada, ada]).2, None, "Grace can still win three");
    assert_eq!(score(Rounds::BestOf(5), &[ada, ada, ada]).2, said("Ada wins the session, 3 to 0!"));
}

#[test]
fn advice_on_seats_is_for_those_who_can_use_it() {
    assert!(begin(&rounds("2", request("duel"))).seats_advice().is_some());
    assert_eq!(begin(&rounds("2", named("duel"))).seats_advice(), None, "they change seats anyway");
    let keep = Request { seats: Some("keep".to_owned()), ..rounds("2", request("duel")) };
    assert_eq!(begin(&keep).seats_advice(), None, "they have decided");
}

#[test]
fn what_was_taken_back_is_said() {
    assert_eq!(Undone::Choice(Seat::Two).sentence(&people()), "Grace's choice is taken back.");
    assert_eq!(Undone::Ply.sentence(&people()), "The last move is taken back.");
    assert_eq!(Undone::Own(Seat::One).sentence(&people()), "Your last move is taken back.");
}
