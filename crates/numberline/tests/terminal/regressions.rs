//! Bugs that once occurred at a terminal and must not return.

use rustix::process::Signal;

use crate::pty::{CTRL_C, Home, Session, UP};

const FIRST: &str = "Enter numbers to cross out (e.g., '5' or '5 6'): ";
const NEXT: &str = "Enter numbers to cross out: ";

fn duel() -> Session {
    let mut session = Session::start(&["play", "duel"]);
    session.wait_for(FIRST);
    session
}

#[track_caller]
fn assert_absent(session: &Session, hostile: &[&str]) {
    let shown = String::from_utf8_lossy(&session.raw()).into_owned();
    for text in hostile {
        assert!(!shown.contains(text), "{text:?} has come through");
    }
}

/// Bytes that are not text are refused like any other invalid answer.
#[test]
fn bytes_that_are_not_text() {
    let mut session = duel();
    session.send(b"5\xffx\r");
    session.wait_for("Invalid move.");
    session.wait_for(NEXT);
    session.enter("7");
    session.wait_for("Player 1 crossed out: 7");
}

/// The same on a dumb terminal.
#[test]
fn bytes_that_are_not_text_on_a_dumb_terminal() {
    let home = Home::new();
    let mut session = home.start_with(&[("TERM", "dumb")], &["play", "duel"]);
    session.wait_for(FIRST);
    session.send(b"\xff\r");
    session.wait_for("Invalid move.");
}

/// The file of typed lines may hold anything; nothing hostile in it is shown.
#[test]
fn hostile_lines_in_the_file_of_typed_lines() {
    let home = Home::new();
    std::fs::create_dir(home.path("numberline")).expect("a folder");
    let lines = "#V2\n5\x1b]0;title\x07\n6\u{202e}\n7\u{9b}31m\n";
    std::fs::write(home.path("numberline/typed.txt"), lines).expect("a file");
    let mut session = home.start(&["play", "duel"]);
    session.wait_for(FIRST);
    session.send(UP.repeat(3));
    session.send("\x157\r");
    session.wait_for("Player 1 crossed out: 7");
    assert_absent(&session, &["\x1b]0;", "\u{202e}", "\u{9b}"]);
}

/// A bracketed paste does not bypass the filter, although bracketed paste was not requested.
#[test]
fn a_pasted_block_in_brackets() {
    let mut session = duel();
    session.send("\x1b[200~\u{9b}31m\u{202e}5\x1b[201~x\r");
    session.wait_for("Invalid move.");
    assert_absent(&session, &["\u{202e}", "\u{9b}"]);
}

/// Nor does a character behind Ctrl-V or Ctrl-Q.
#[test]
fn a_quoted_character() {
    for quote in ["\x16", "\x11"] {
        let mut session = duel();
        session.send(format!("{quote}\x1b]0;title{quote}\x07{quote}\u{202e}x\r"));
        session.wait_for("Invalid move.");
        assert_absent(&session, &["\x1b]0;", "\u{202e}"]);
    }
}

/// Control keys work while the line is full.
#[test]
fn ctrl_c_with_a_full_line() {
    let mut session = duel();
    session.send("5".repeat(1024));
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
}

/// Ctrl-\ at a secret prompt leaves the terminal as it was.
#[test]
fn ctrl_backslash_at_a_secret_prompt() {
    let mut session = Session::start(&["play", "cards"]);
    session.wait_for("): ");
    session.send("\x1c");
    session.exit_code_with_restored_terminal();
}

/// A SIGINT that comes just before the editor reads is not lost.
#[test]
fn sigint_from_another_program() {
    for _ in 0..40 {
        let mut session = duel();
        session.wait_for("\x1b[?2026l");
        session.signal(Signal::INT);
        assert_eq!(session.exit_code_with_restored_terminal(), 130);
    }
}

/// A card typed ahead of the answer to a draw offer does not come out at the open question.
#[test]
fn a_card_typed_ahead_of_a_draw_offer() {
    let mut session = Session::start(&["play", "cards"]);
    session.wait_for("): ");
    session.send("draw\r3\r");
    session.wait_for("(yes/no): ");
    session.enter("no");
    session.wait_for("declines");
    assert!(!session.screen().contains("(yes/no): 3"), "{}", session.screen());
}

/// Lines typed ahead at open prompts, or pasted together, are all accepted.
#[test]
fn several_lines_pasted_at_an_open_prompt() {
    let mut session = duel();
    session.send("5\r6\r7\r");
    session.wait_for("Player 1 crossed out: 5");
    session.wait_for("Player 2 crossed out: 6");
    session.wait_for("Player 1 crossed out: 7");
}

/// Typed lines are stored even if no finished game has created the folder yet.
#[test]
fn typed_lines_are_kept_without_a_finished_game() {
    let home = Home::new();
    let mut session = home.start(&["play", "duel"]);
    session.wait_for(FIRST);
    session.enter("quit");
    assert_eq!(session.exit_code(), 0);
    let mut session = home.start(&["play", "duel"]);
    session.wait_for(FIRST);
    session.send(UP);
    session.wait_for_line(&format!("{FIRST}quit"));
}

/// At the direction prompt, completion offers directions.
#[test]
fn completion_of_a_direction() {
    let direction = "Enter direction to move (left/right): ";
    let mut session = Session::start(&["play", "token"]);
    session.wait_for("(1 or 2): ");
    session.enter("1");
    session.wait_for(direction);
    session.send("l\t");
    session.wait_for_line(&format!("{direction}left"));
}

/// The same from an empty line.
#[test]
fn completion_at_the_direction_prompt_offers_what_is_taken() {
    let mut session = Session::start(&["play", "token"]);
    session.wait_for("(1 or 2): ");
    session.enter("1");
    session.wait_for("(left/right): ");
    session.send("\t\r");
    session.wait_for("Token moved to position");
}
