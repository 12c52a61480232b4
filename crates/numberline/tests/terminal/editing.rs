//! Editing a line: keys, history and completion.

use crate::pty::{BACKSPACE, HOME, Home, LEFT, Session, UP};

const FIRST: &str = "Enter numbers to cross out (e.g., '5' or '5 6'): ";
const NEXT: &str = "Enter numbers to cross out: ";
const TAB: &str = "\t";
const KILL_LINE: &str = "\x15";

fn duel() -> Session {
    let mut session = Session::start(&["play", "duel"]);
    session.wait_for(FIRST);
    session
}

/// Types keys, checks the resulting line, and submits it.
#[track_caller]
fn edit(session: &mut Session, prompt: &str, keys: &str, line: &str) {
    session.send(keys);
    session.wait_for_line(&format!("{prompt}{line}"));
    session.send("\r");
}

#[test]
fn left_arrow_backspace_and_home_edit_a_move() {
    let mut session = duel();
    edit(&mut session, FIRST, &format!("56{LEFT} "), "5 6");
    session.wait_for("Player 1 crossed out: 5 6");
    session.wait_for(NEXT);
    edit(&mut session, NEXT, &format!("19{BACKSPACE}{BACKSPACE}9"), "9");
    session.wait_for("Player 2 crossed out: 9");
    session.wait_for(NEXT);
    edit(&mut session, NEXT, &format!("2{HOME}1 "), "1 2");
    session.wait_for("Player 1 crossed out: 1 2");
}

#[test]
fn up_brings_back_what_was_typed_at_earlier_prompts() {
    let mut session = duel();
    session.enter("5 6");
    session.wait_for(NEXT);
    session.enter("hint");
    session.wait_for(NEXT);
    session.send(UP);
    session.wait_for_line(&format!("{NEXT}hint"));
    session.send(UP);
    session.wait_for_line(&format!("{NEXT}5 6"));
    edit(&mut session, NEXT, &format!("{BACKSPACE}{BACKSPACE}{BACKSPACE}7"), "7");
    session.wait_for("Player 2 crossed out: 7");
}

#[test]
fn up_brings_back_what_was_typed_in_an_earlier_run() {
    let home = Home::new();
    let mut first = home.start(&["play", "duel"]);
    first.wait_for(FIRST);
    first.enter("3 4");
    first.wait_for(NEXT);
    first.resign();
    first.decline_review();
    assert_eq!(first.exit_code(), 0);
    let mut second = home.start(&["play", "duel"]);
    second.wait_for(FIRST);
    second.send(UP);
    second.wait_for_line(&format!("{FIRST}yes"));
    second.send(UP);
    second.wait_for_line(&format!("{FIRST}resign"));
    edit(&mut second, FIRST, UP, "3 4");
    second.wait_for("Player 1 crossed out: 3 4");
}

#[test]
fn nothing_typed_is_kept_when_the_player_says_so() {
    let home = Home::new();
    let mut first = home.start(&["play", "duel", "--no-history"]);
    first.wait_for(FIRST);
    first.resign();
    assert_eq!(first.exit_code(), 0);
    let mut second = home.start(&["play", "duel"]);
    second.wait_for(FIRST);
    edit(&mut second, FIRST, &format!("{UP}8"), "8");
    second.wait_for("Player 1 crossed out: 8");
}

#[test]
fn tab_completes_a_legal_move() {
    const FIRST: &str = "Enter numbers to cross out (e.g., '2' or '2 3'): ";
    let mut session = Session::start(&["play", "duel", "--position", "X..X. 1"]);
    session.wait_for(FIRST);
    edit(&mut session, FIRST, &format!("5{TAB}"), "5");
    session.wait_for("Player 1 crossed out: 5");
    let mut session = Session::start(&["play", "token"]);
    session.wait_for("Enter the number of positions to move (1 or 2): ");
    edit(&mut session, "Enter the number of positions to move (1 or 2): ", &format!("2 r{TAB}"), "2 right");
    session.wait_for("Token moved to position 7.");
}

#[test]
fn tab_completes_a_command() {
    let mut session = duel();
    edit(&mut session, FIRST, &format!("hi{TAB}"), "hint");
    session.wait_for("You can win.");
    session.wait_for(FIRST);
    edit(&mut session, FIRST, &format!("q{TAB}"), "quit");
    session.wait_for("The game is left unfinished.");
}

#[test]
fn tab_completes_a_choice_in_the_menu() {
    let prompt = "Choose a game: ";
    let mut session = Session::start(&["--plain"]);
    session.wait_for(prompt);
    edit(&mut session, prompt, &format!("rules b{TAB}"), "rules blockade");
    session.wait_for("(Enter for more, q to stop reading) ");
    session.enter("");
    session.wait_for("Play it with: numberline play blockade");
    session.wait_for(prompt);
    edit(&mut session, prompt, &format!("si{TAB}"), "siege");
    session.wait_for("Who plays?");
    session.enter("");
    session.wait_for("Welcome to Number Siege!");
}

#[test]
fn completion_offers_the_legal_moves_and_the_commands_and_nothing_else() {
    const FIRST: &str = "Enter numbers to cross out (e.g., '2' or '2 3'): ";
    let mut session = Session::start(&["play", "duel", "--position", "X..X. 1"]);
    session.wait_for(FIRST);
    let moves = ["2", "3", "2 3", "5"];
    let commands =
        ["help", "rules", "hint", "board", "moves", "odds", "undo", "draw", "resign", "save", "quit"];
    // The round ends with the typed text, which is empty, and begins again.
    for offer in moves.into_iter().chain(commands).chain(["", "2"]) {
        session.send(TAB);
        session.wait_for_line(&format!("{FIRST}{offer}"));
    }
    session.send(KILL_LINE);
    session.wait_for_line(FIRST);
    // Nothing starts with a crossed number, or with the middle of a word.
    for (prompt, typed) in [(FIRST, "4"), (NEXT, "ui")] {
        edit(&mut session, prompt, &format!("{typed}{TAB}!"), &format!("{typed}!"));
        session.wait_for("Invalid move.");
        session.wait_for(NEXT);
    }
}
