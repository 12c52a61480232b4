//! Ctrl-C in the middle of long work: the program leaves at once, with its exit code, and cleans up.
//!
//! `benches/interrupt.rs` measures how fast that is.

use crate::pty::{CTRL_C, Home, Session};

/// The longest accepted work: it takes seconds, and is interrupted long before it is done.
const LONG: [&str; 5] = ["cards", "--set", "cards=10", "--set", "end=10"];

fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

/// Presses Ctrl-C, and asserts that the program leaves with the terminal restored.
#[track_caller]
fn interrupt(session: &mut Session) {
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
}

#[test]
fn solving_leaves_no_file_behind() {
    let home = Home::new();
    let mut session = home.start(&with(&["solve", "--certificate", "cards.txt"], &LONG));
    session.wait_for("Solving");
    interrupt(&mut session);
    assert_eq!(session.screen(), "", "the progress bar does not stay on the screen");
    assert!(!home.path("cards.txt").exists());
}

#[test]
fn analysing() {
    let mut session = Session::start(&with(&["analyze"], &LONG));
    session.wait_for("Solving");
    interrupt(&mut session);
    assert_eq!(session.screen(), "", "the progress bar does not stay on the screen");
}

#[test]
fn many_games() {
    let mut session = Session::start(&["arena", "siege", "--games", "200000000"]);
    session.wait_for("%");
    interrupt(&mut session);
    assert_eq!(session.screen(), "", "the progress bar does not stay on the screen");
}

/// The computer chooses first, and thinks before the first prompt.
#[test]
fn a_computer_that_thinks() {
    let mut session = Session::start(&with(&["play", "--p1", "computer:perfect"], &LONG));
    session.wait_for("Player 2's Remaining Move Cards: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n");
    interrupt(&mut session);
}

#[test]
fn a_hint() {
    let mut session = Session::start(&with(&["play", "--p2", "computer:1"], &LONG));
    session.wait_for("Enter your move card (1, 2, 3, 4, 5, 6, 7, 8, 9, 10): ");
    session.enter("hint");
    session.wait_for("Thinking … (Ctrl-C to quit)");
    interrupt(&mut session);
}

#[test]
fn a_review() {
    let home = Home::new();
    let game = with(&["play", "--moves", "1/2", "--record", "game.txt"], &LONG);
    let mut session = home.start(&game);
    session.wait_for("Enter your move card (2, 3, 4, 5, 6, 7, 8, 9, 10): ");
    session.resign();
    session.decline_review();
    assert_eq!(session.exit_code(), 0);
    let mut session = home.start(&["review", "game.txt"]);
    session.wait_for("Thinking … (Ctrl-C to quit)");
    interrupt(&mut session);
}
