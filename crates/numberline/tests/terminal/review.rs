//! Hints, the coach and the review in real use at a terminal.

use crate::pty::{CTRL_C, Session};

const UP: &str = "Choose your move (1, 2, or 3 positions towards position 10): ";
const DOWN: &str = "Choose your move (1, 2, or 3 positions towards position 0): ";
const OFFER: &str = "Review this game? (yes/no): ";
const FIND: &str = "Find a move that wins (or hint, show, skip, quit): ";

/// The book's sample of siege, played to its end.
fn finished() -> Session {
    let mut session = Session::start(&["play", "siege"]);
    for (prompt, line) in [(UP, "3"), (DOWN, "2"), (UP, "3"), (DOWN, "1"), (UP, "1")] {
        session.wait_for(prompt);
        session.enter(line);
    }
    session.wait_for(OFFER);
    session
}

#[test]
fn the_answers_stay_hidden_until_they_are_tried() {
    let mut session = finished();
    session.enter("yes");
    session.wait_for("?? turns a win into a loss\n");
    session.wait_for("Try 4 mistakes again? (yes/no): ");
    assert!(!session.screen().contains("Would have won"), "{}", session.screen());
    session.enter("yes");
    session.wait_for(FIND);
    session.enter("1");
    session.wait_for("Not 1. It leaves the tokens 9 apart.");
    session.wait_for(FIND);
    session.enter("2");
    session.wait_for("Right: 2. It leaves the tokens 8 apart");
    session.wait_for(FIND);
    session.enter("show");
    session.wait_for("Would have won: 3.");
    session.wait_for(FIND);
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn a_player_who_skips_the_retries_sees_the_answers() {
    let mut session = finished();
    session.enter("yes");
    session.wait_for("Try 4 mistakes again? (yes/no): ");
    session.enter("no");
    session.wait_for("Would have won: 2.");
    session.wait_for("Would have won: 3.");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn the_offer_is_left_with_ctrl_c() {
    let mut session = finished();
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
}

#[test]
fn several_rounds_are_offered_once_they_are_over() {
    let which = "Review which round? (1 to 2, or Enter for none): ";
    let mut session = Session::start(&["play", "siege", "--rounds", "2", "--position", "4 6 1"]);
    for _ in 0..2 {
        session.wait_for(UP);
        session.enter("2");
    }
    session.wait_for(which);
    session.enter("3");
    session.wait_for("Type the number of a round, or nothing.");
    session.wait_for(which);
    session.enter("2");
    session.wait_for("Player 1: 1 of 1 move kept the value (accuracy 100 %), no mistakes.");
    session.wait_for(which);
    session.enter("");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

/// Whatever the first player chooses with the coach, mistake or not, the second sees the same.
#[test]
fn the_coach_does_not_reveal_a_secret_choice() {
    let prompt = "Enter your move card (1, 2, 3, 4, 5): ";
    let screens = ["1", "2", "3", "4", "5"].map(|card| {
        let mut session = Session::start(&["play", "cards", "--coach"]);
        session.wait_for(prompt);
        session.enter(card);
        session.wait_for("Player 2, choose in secret.");
        session.wait_for(prompt);
        let screen = session.screen();
        assert!(screen.contains("The coach is silent here"), "{screen}");
        session.enter("quit");
        assert_eq!(session.exit_code_with_restored_terminal(), 0);
        screen
    });
    for screen in &screens {
        assert_eq!(screen, &screens[0]);
    }
}

/// Against a computer, the player is alone at the screen.
#[test]
fn the_coach_warns_of_a_secret_choice_against_a_computer() {
    let prompt = "Enter your move card (1, 2, 3, 4, 5): ";
    let mut session = Session::start(&["play", "cards", "--coach", "--p1", "computer:perfect"]);
    session.wait_for(prompt);
    session.enter("4");
    session.wait_for("Coach: That gives away some of your chance of winning.");
    session.wait_for("Keep it? (yes/no): ");
    session.enter("no");
    session.wait_for(prompt);
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}
