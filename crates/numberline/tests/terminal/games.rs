//! A whole game of each kind, typed by hand, including invalid moves.

use std::process::Command;

use crate::pty::{Home, PROGRAM};

/// A prompt, the typed answer, and the response.
type Exchange<'a> = (&'a str, &'a str, &'a str);

/// Plays a game to its end, and asserts that it is in the history.
#[track_caller]
fn play(game: &str, welcome: &str, exchanges: &[Exchange]) {
    let home = Home::new();
    let mut session = home.start(&["play", game]);
    session.wait_for(welcome);
    session.wait_for("(At any prompt: help, odds to see whom this variant favours, quit to leave.)");
    for (prompt, line, answer) in exchanges {
        session.wait_for(prompt);
        session.enter(line);
        session.wait_for(answer);
    }
    session.decline_review();
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let history = Command::new(PROGRAM)
        .args(["history", "--json"])
        .env("NUMBERLINE_HOME", home.path("numberline"))
        .output()
        .expect("the history");
    let history = String::from_utf8_lossy(&history.stdout).into_owned();
    assert!(history.contains(&format!("\"{game}\"")), "the game is not kept: {history}");
}

#[test]
fn duel() {
    let first = "Enter numbers to cross out (e.g., '5' or '5 6'): ";
    let next = "Enter numbers to cross out: ";
    play(
        "duel",
        "Welcome to Number Line Duel!\nNumber Line: 1 2 3 4 5 6 7 8 9 10\n",
        &[
            (first, "11", "Invalid move."),
            (next, "4 6", "Invalid move."),
            (next, "five", "Invalid move."),
            (next, "5 6", "Player 1 crossed out: 5 6\nUpdated Number Line: 1 2 3 4 X X 7 8 9 10\n"),
            (next, "5", "Invalid move."),
            (next, "9 8", "Player 2 crossed out: 8 9"),
            (next, "3,2", "Player 1 crossed out: 2 3"),
            (next, "10", "Player 2 crossed out: 10"),
            (next, "7", "Player 1 crossed out: 7"),
            (next, "1", "Player 2 crossed out: 1"),
            (next, "4", "Player 1 wins the game!\n"),
        ],
    );
}

#[test]
fn token() {
    let steps = "Enter the number of positions to move (1 or 2): ";
    let again = "Please enter a valid number of positions (1 or 2): ";
    let direction = " to move (left/right): ";
    play(
        "token",
        "Welcome to Line Duel!\n",
        &[
            (steps, "3", "Invalid move."),
            (again, "2", "Enter direction"),
            (direction, "right", "Token moved to position 7."),
            (steps, "2 right", "Token moved to position 9."),
            (steps, "2", "Enter direction"),
            (direction, "right", "Invalid move."),
            (again, "2", "Enter direction"),
            (direction, "up", "Type left or right."),
            (direction, "right", "Invalid move."),
            (again, "1", "Enter direction"),
            (direction, "right", "Token moved to position 10.\nPlayer 1 loses the game!\n"),
        ],
    );
}

#[test]
fn blockade() {
    let prompt = "Enter the number you want to claim: ";
    play(
        "blockade",
        "Welcome to Number Line Blockade!\nPlayer 1: X\nPlayer 2: O\n",
        &[
            (prompt, "22", "Invalid move."),
            (prompt, "11", "You have claimed number 11.\nBlocked numbers: 10, 12\n"),
            (prompt, "12", "Invalid move."),
            (prompt, "6", "Blocked numbers: 5, 7\n"),
            (prompt, "16", "Blocked numbers: 15, 17\n"),
            (prompt, "2", "Blocked numbers: 1, 3\n"),
            (prompt, "20", "Blocked numbers: 19, 21\n"),
            (prompt, "8", "Blocked numbers: 9\n"),
            (prompt, "x", "Invalid move."),
            (prompt, "13", "Blocked numbers: 14\n"),
            (prompt, "4", "Blocked numbers: none\n"),
            (prompt, "18", "Player 2's turn.\nNo valid moves remaining.\nPlayer 1 wins the game!\n"),
        ],
    );
}

#[test]
fn cards() {
    let prompt = "): ";
    play(
        "cards",
        "Welcome to Line Duel!\nPlayer 1 pushes towards +5, Player 2 towards -5.\n",
        &[
            (prompt, "6", "Invalid move. That is not one of your cards. You can choose 1, 2, 3, 4, 5."),
            (prompt, "5", "Player 2, choose in secret."),
            (prompt, "1", "Player 1 played Move Card: 5\nPlayer 2 played Move Card: 1\n"),
            (prompt, "5", "Invalid move. You have played that card already. You can choose 1, 2, 3, 4."),
            (prompt, "3", "Player 2, choose in secret."),
            (prompt, "2", "The marker has reached +5.\nPlayer 1 wins the game!\n"),
        ],
    );
}

#[test]
fn siege() {
    let up = "Choose your move (1, 2, or 3 positions towards position 10): ";
    let down = "Choose your move (1, 2, or 3 positions towards position 0): ";
    play(
        "siege",
        "Welcome to Number Siege!\n\nPlayer 1 starts at position 0.\nPlayer 2 starts at position 10.\n",
        &[
            (up, "4", "Invalid move."),
            (up, "2", "Player 1 moves to position 2."),
            (down, "0", "Invalid move."),
            (down, "2", "Player 2 moves to position 8."),
            (up, "3", "Player 1 moves to position 5."),
            (down, "-1", "Invalid move."),
            (down, "1", "Player 2 moves to position 7."),
            (up, "2", "Congratulations, Player 1! You have captured the opponent and won the game!\n"),
        ],
    );
}
