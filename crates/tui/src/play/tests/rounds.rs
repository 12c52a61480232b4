//! Rounds and what follows them: seats, score, what is remembered and what is kept.

use super::*;

#[test]
fn a_match_is_remembered_after_each_ply_and_kept_at_the_end() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &["length=3"], ""), &mut trial);
    trial.press(&mut play, KeyCode::Tab);
    let (_, effect) = trial.event(&mut play, key(KeyCode::Enter));
    let records = remembered(&effect).pop().unwrap();
    trial.settle(&mut play, effect);
    let mut again = resumed(records, &mut trial);
    assert_eq!(position(&again), position(&play));
    assert_eq!(again.session.name(Seat::Two).as_str(), "Grace");
    trial.types(&mut again, "2 3");
    let (_, effect) = trial.event(&mut again, key(KeyCode::Enter));
    assert_eq!(errands(&effect), ["keep", "forget"]);
    trial.settle(&mut again, effect);
    enter(&mut trial, &mut again);
    assert_eq!(again.session.at().length(), 0, "and once more");
    assert!(again.session.ending().is_none());
}

#[test]
fn rounds_are_counted_and_an_unfinished_session_is_resumed_with_its_score_and_seats() {
    let mut trial = Trial::new(80, 24);
    let rounds = Some("3".to_owned());
    let request = Request { rounds, best_of: true, ..wanted("duel", &["length=1"], "") };
    let mut play = begun(&request, &mut trial);
    trial.press(&mut play, KeyCode::Tab);
    let (_, effect) = trial.event(&mut play, key(KeyCode::Enter));
    assert_eq!(errands(&effect), ["keep", "remember"]);
    let records = remembered(&effect).pop().unwrap();
    trial.settle(&mut play, effect);
    assert!(trial.picture(&play).contains("Score: Ada 1, Grace 0"), "{}", trial.picture(&play));
    let mut again = resumed(records, &mut trial);
    enter(&mut trial, &mut play);
    assert_eq!(play.bench.note.text, "Grace plays as Player 1.");
    assert_eq!(again.title(), "Number Line Duel · Round 2, best of 3");
    assert_eq!(again.session.name(Seat::One).as_str(), "Grace", "the players change seats");
    assert!(trial.picture(&again).contains("Grace to move"), "{}", trial.picture(&again));
    enter(&mut trial, &mut again);
    assert!(trial.picture(&again).contains("Score: Ada 1, Grace 1"), "{}", trial.picture(&again));
    enter(&mut trial, &mut again);
    enter(&mut trial, &mut again);
    assert!(trial.picture(&again).contains("Ada wins the session, 2 to 1!"), "{}", trial.picture(&again));
    enter(&mut trial, &mut again);
    assert_eq!(again.title(), "Number Line Duel · Round 1, best of 3");
}

#[test]
fn a_rematch_against_a_computer_swaps_the_seats() {
    let mut trial = Trial::new(80, 24);
    let (players, names) = ([None, usual()], names(["Ada", ""]));
    let request = Request { players, names, ..request("siege", &[], "") };
    let mut play = begun(&request, &mut trial);
    trial.types(&mut play, "c");
    assert!(trial.picture(&play).contains("Ada wins in 5 turns"), "{}", trial.picture(&play));
    trial.types(&mut play, "ry");
    assert_eq!(play.session.ending(), Some(Ending::Resigned { winner: Seat::Two }));
    enter(&mut trial, &mut play);
    wait(&mut trial, &mut play, 20);
    assert_eq!(play.session.name(Seat::Two).as_str(), "Ada");
    assert_eq!(play.session.at().length(), 1, "the computer has begun");
    assert_eq!(play.person(), Some(Seat::Two));
    let picture = trial.picture(&play);
    let head = picture.lines().next().unwrap();
    assert!(head.find("Computer").unwrap() < head.find("Ada").unwrap(), "{head}");
    assert!(picture.contains("Ada wins") || picture.contains("Computer (level 3) wins"), "{picture}");
    trial.types(&mut play, "u");
    assert_eq!(play.bench.note.text, "There is nothing to take back.", "the first move is not Ada's");
}

#[test]
fn two_people_without_names_are_told_once_how_to_change_seats() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&request("duel", &["length=1"], ""), &mut trial);
    for told in [true, false] {
        enter(&mut trial, &mut play);
        enter(&mut trial, &mut play);
        assert_eq!(play.session.at().length(), 0);
        assert_eq!(play.session.name(Seat::One).as_str(), "Player 1");
        let picture = trial.picture(&play);
        assert_eq!(picture.contains("Seats stay as they are."), told, "{picture}");
        assert_eq!(picture.contains("after each round."), told, "nothing is cut off: {picture}");
    }
    let seats = Some("swap".to_owned());
    let mut play = begun(&Request { seats, ..request("duel", &["length=1"], "") }, &mut trial);
    enter(&mut trial, &mut play);
    enter(&mut trial, &mut play);
    assert_eq!(play.bench.note.text, "The players change seats.", "an explicit choice needs no advice");
}

#[test]
fn resigning_before_the_first_move_is_a_finished_game() {
    let mut trial = Trial::new(80, 24);
    let mut play = begun(&wanted("duel", &[], ""), &mut trial);
    trial.types(&mut play, "r");
    let (_, effect) = trial.event(&mut play, key(KeyCode::Char('y')));
    assert_eq!(errands(&effect), ["keep", "forget"]);
}

/// As line mode does: all rounds go into the file, and the session's own file is overwritten.
#[test]
fn a_session_is_saved_with_all_rounds_and_again_to_the_same_file() {
    let mut trial = Trial::new(80, 24);
    let request = Request { rounds: Some("2".to_owned()), ..wanted("duel", &["length=5"], "") };
    let mut play = begun(&request, &mut trial);
    trial.types(&mut play, "ry");
    enter(&mut trial, &mut play);
    for cell in ["1", "3"] {
        trial.types(&mut play, cell);
        enter(&mut trial, &mut play);
        trial.types(&mut play, "s");
        enter(&mut trial, &mut play);
        assert_eq!(play.bench.note.text, "Saved to duel.txt.");
    }
    let saved = numberline_table::load(&trial.folder.path().join("duel.txt")).unwrap();
    let plies: Vec<usize> = saved.iter().map(|record| record.plies().len()).collect();
    assert_eq!(plies, [0, 2]);
    let mut other = begun(&wanted("duel", &[], ""), &mut trial);
    trial.types(&mut other, "s");
    enter(&mut trial, &mut other);
    assert!(other.bench.note.text.contains("holds an unfinished game"), "{}", other.bench.note.text);
}
