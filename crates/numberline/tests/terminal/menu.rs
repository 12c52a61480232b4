//! `numberline --plain`: the menu of the games.

use crate::pty::{CTRL_C, CTRL_D, Session};

const PROMPT: &str = "Choose a game: ";
const WHO: &str = "Who plays? (Enter: two people, c: you against the computer): ";

/// Chooses a game for two people.
fn choose(session: &mut Session, game: &str) {
    session.enter(game);
    session.wait_for(WHO);
    session.enter("");
}

fn menu() -> Session {
    let mut session = Session::start(&["--plain"]);
    session.wait_for(PROMPT);
    session
}

#[test]
fn lists_every_game_on_a_line_of_its_own() {
    let mut session = menu();
    let screen = session.screen();
    for (number, game) in ["duel", "token", "blockade", "cards", "siege"].into_iter().enumerate() {
        let start = format!("  {}  {game:<9} ", number + 1);
        let rows: Vec<&str> = screen.lines().filter(|row| row.starts_with(&start)).collect();
        let [row] = rows.as_slice() else { panic!("{game} is not there once:\n{screen}") };
        assert!(row.trim_end().len() > start.len() + 10, "{game} is not described:\n{screen}");
    }
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn starts_a_game_by_number_and_by_name_and_comes_back() {
    let mut session = menu();
    choose(&mut session, "5");
    session.wait_for("Welcome to Number Siege!");
    session.wait_for("Choose your move (1, 2, or 3 positions towards position 10): ");
    session.enter("quit");
    session.wait_for("The game is left unfinished.");
    session.wait_for(PROMPT);
    choose(&mut session, "Blockade");
    session.wait_for("Welcome to Number Line Blockade!");
    session.wait_for("Enter the number you want to claim: ");
    session.resign();
    session.wait_for("Player 2 wins the game!");
    session.wait_for(PROMPT);
    session.enter("q");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn says_what_it_does_not_know_and_asks_again() {
    let mut session = menu();
    for unknown in ["6", "0", "chess", "rules chess"] {
        session.enter(unknown);
        session.wait_for("There is no such game: type a number from the list, or quit.");
        session.wait_for(PROMPT);
    }
    for shows_the_menu_again in ["help", "rules", ""] {
        session.enter(shows_the_menu_again);
        session.wait_for("quit to leave.");
        session.wait_for(PROMPT);
    }
    choose(&mut session, "siege");
    session.wait_for("Welcome to Number Siege!");
}

#[test]
fn starts_a_game_against_the_computer() {
    let mut session = menu();
    session.enter("duel");
    session.wait_for(WHO);
    session.enter("x");
    session.wait_for("Press Enter, or type c. A player's name works too, such as computer:1.");
    session.enter("c");
    session.wait_for("Enter numbers to cross out (e.g., '5' or '5 6'): ");
    session.enter("5 6");
    session.wait_for("Computer (level 3) crossed out: ");
    session.wait_for("Enter numbers to cross out: ");
    session.resign();
    session.wait_for("Computer (level 3) wins the game!");
    session.wait_for("Review this game? (yes/no): ");
    session.enter("");
    session.wait_for(PROMPT);
    session.enter("1");
    session.wait_for(WHO);
    session.send(CTRL_D);
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn shows_the_rules_and_asks_again() {
    let mut session = menu();
    session.enter("rules siege");
    session.wait_for("\nNumber Siege\n============\n");
    session.wait_for("(Enter for more, q to stop reading) ");
    session.enter("");
    session.wait_for("Play it with: numberline play siege");
    session.wait_for(PROMPT);
    session.enter("rules 5");
    session.wait_for("\nNumber Siege\n============\n");
    session.wait_for("(Enter for more, q to stop reading) ");
    session.enter("q");
    session.wait_for(PROMPT);
    session.enter("exit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn is_left_with_ctrl_d() {
    let mut session = menu();
    session.send(CTRL_D);
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn is_left_with_ctrl_c() {
    let mut session = menu();
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
}

#[test]
fn is_left_with_ctrl_c_from_within_a_game() {
    let mut session = menu();
    choose(&mut session, "duel");
    session.wait_for("Enter numbers to cross out (e.g., '5' or '5 6'): ");
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
}
