//! Records: an interrupted game can be resumed, and a finished one can be replayed move by move.

use std::fs;
use std::path::Path;

use rustix::process::Signal;

use crate::pty::{ASKS, CTRL_C, CTRL_D, Home, Session};

const SIEGE: &str = "Choose your move (1, 2, or 3 positions towards position ";

/// Plays two moves of siege, and stops at the third.
fn begun(home: &Home, file: &Path) -> Session {
    let mut session = home.start(&["play", "siege", "--record", file.to_str().expect("text")]);
    for (line, answer) in [
        ("2", "Player 1 moves to position 2."),
        ("7", "Invalid move."),
        ("3", "Player 2 moves to position 7."),
    ] {
        session.wait_for(SIEGE);
        session.wait_for("): ");
        session.enter(line);
        session.wait_for(answer);
    }
    session.wait_for(SIEGE);
    session.wait_for("): ");
    session
}

/// Resumes where [`begun`] stopped, and plays to the end.
#[track_caller]
fn resumed_to_the_end(home: &Home, file: &Path) {
    let mut session = home.start(&["play", "--resume", file.to_str().expect("text")]);
    session.wait_for("Player 1 stands at position 2.\nPlayer 2 stands at position 7.\n");
    session.wait_for("Player 1's turn.");
    for (line, answer) in
        [("2", "Player 1 moves to position 4."), ("1", "Player 2 moves to position 6."), ("2", "captured")]
    {
        session.wait_for(SIEGE);
        session.wait_for("): ");
        session.enter(line);
        session.wait_for(answer);
    }
    session.decline_review();
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let mut again = home.start(&["play", "--resume", file.to_str().expect("text")]);
    again.wait_for("is finished");
    assert_eq!(again.exit_code(), 1);
}

#[test]
fn ctrl_c_keeps_the_game() {
    let home = Home::new();
    let file = home.path("game.txt");
    let mut session = begun(&home, &file);
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
    resumed_to_the_end(&home, &file);
}

#[test]
fn the_end_of_input_keeps_the_game_and_says_so() {
    let home = Home::new();
    let file = home.path("game.txt");
    let mut session = begun(&home, &file);
    session.send(CTRL_D);
    session.wait_for("The input ended in the middle of the game; it is saved in ");
    assert_eq!(session.exit_code_with_restored_terminal(), 1);
    resumed_to_the_end(&home, &file);
}

#[test]
fn a_signal_keeps_the_game() {
    for signal in [Signal::TERM, Signal::HUP, Signal::KILL] {
        let home = Home::new();
        let file = home.path("game.txt");
        let mut session = begun(&home, &file);
        session.signal(signal);
        assert_ne!(session.exit_code(), 0);
        resumed_to_the_end(&home, &file);
    }
}

#[test]
fn a_closed_window_keeps_the_game() {
    let home = Home::new();
    let file = home.path("game.txt");
    begun(&home, &file).close();
    resumed_to_the_end(&home, &file);
}

#[test]
fn ctrl_c_at_a_secret_prompt_keeps_the_finished_turns_and_no_choice() {
    let home = Home::new();
    let file = home.path("game.txt");
    let mut session = home.start(&["play", "cards", "--record", "game.txt"]);
    for card in ["3", "4", "5"] {
        session.wait_for("Enter your move card (");
        session.wait_for("): ");
        session.enter(card);
    }
    session.wait_for("Player 2, choose in secret.");
    session.wait_for("): ");
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
    let record = fs::read_to_string(&file).expect("a record");
    let moves: Vec<&str> = record.lines().filter(|line| line.starts_with("1.")).collect();
    assert_eq!(moves.len(), 1, "{record}");
    assert!(moves[0].contains("3/4") && !moves[0].contains('5'), "{record}");
    let mut session = home.start(&["play", "--resume", "game.txt"]);
    session.wait_for("Player 1, choose in secret.\nEnter your move card (1, 2, 4, 5): ");
}

#[test]
fn save_at_a_prompt_keeps_the_game_too() {
    let home = Home::new();
    let mut session = begun(&home, &home.path("first.txt"));
    session.enter("save second.txt");
    session.wait_for("Saved to second.txt.");
    session.wait_for("): ");
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    resumed_to_the_end(&home, &home.path("second.txt"));
}

#[test]
fn save_knows_the_home_folder_and_names_one_that_is_missing() {
    let home = Home::new();
    let mut session = begun(&home, &home.path("first.txt"));
    session.enter("save ~/games/second.txt");
    session.wait_for("warning: ");
    session.wait_for("): ");
    // Where the lines wrap depends on the length of the path.
    let said = session.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    let missing = format!("there is no folder {}; create it first", home.path("games").display());
    assert!(said.contains(&missing), "{said}");
    session.enter("save ~/second.txt");
    session.wait_for("Saved to ");
    session.wait_for("): ");
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    resumed_to_the_end(&home, &home.path("second.txt"));
}

const STEP: &str = "Enter for the next move, b back, a all, q quit: ";

/// A record of five moves, opened for replay.
fn replay(home: &Home) -> Session {
    let mut session = home.start(&[
        "play",
        "siege",
        "--names",
        "Ada,Grace",
        "--moves",
        "2; 2; 3; 1",
        "--record",
        "game.txt",
    ]);
    session.wait_for("): ");
    session.enter("2");
    session.decline_review();
    assert_eq!(session.exit_code(), 0);
    let mut session = home.start(&["replay", "game.txt"]);
    session.wait_for("Ada against Grace");
    session.wait_for("Ada starts at position 0.");
    session.wait_for(STEP);
    session
}

#[test]
fn replay_steps_forward_and_back() {
    let home = Home::new();
    let mut session = replay(&home);
    session.enter("");
    session.wait_for("1. Ada: 2\n");
    session.wait_for("Ada moves to position 2.");
    session.wait_for(STEP);
    session.enter("");
    session.wait_for("2. Grace: 2\n");
    session.wait_for("Grace moves to position 8.");
    session.wait_for(STEP);
    session.enter("b");
    session.wait_for("After move 1:\nAda stands at position 2.\nGrace stands at position 10.\n");
    session.wait_for(STEP);
    session.enter("x");
    session.wait_for("Press Enter, or type b, a or q.");
    session.wait_for(STEP);
    session.enter("");
    session.wait_for("2. Grace: 2\n");
    session.wait_for(STEP);
    session.enter("q");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    assert!(!session.screen().contains("3. Ada"), "{}", session.screen());
}

#[test]
fn replay_goes_back_from_the_end() {
    let home = Home::new();
    let mut session = replay(&home);
    for step in ["1. Ada: 2", "2. Grace: 2", "3. Ada: 3", "4. Grace: 1"] {
        session.enter("");
        session.wait_for(step);
        session.wait_for(STEP);
    }
    session.enter("");
    session.wait_for("Congratulations, Ada!");
    session.wait_for("b back, Enter to leave: ");
    session.enter("b");
    session.wait_for("After move 4:");
    session.wait_for(STEP);
    session.enter("");
    session.wait_for("Congratulations, Ada!");
    session.wait_for("b back, Enter to leave: ");
    session.enter("");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn replay_shows_all_the_rest() {
    let home = Home::new();
    let mut session = replay(&home);
    session.enter("b");
    session.wait_for("After move 0:");
    session.wait_for(STEP);
    session.enter("a");
    for step in ["1. Ada: 2", "2. Grace: 2", "3. Ada: 3", "4. Grace: 1", "5. Ada: 2", "Congratulations, Ada!"]
    {
        session.wait_for(step);
    }
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn replay_is_left_with_ctrl_c_and_ctrl_d() {
    let home = Home::new();
    for (key, code) in [(CTRL_C, 130), (CTRL_D, 0)] {
        let mut session = replay(&home);
        session.send(key);
        assert_eq!(session.exit_code_with_restored_terminal(), code);
    }
}

/// A person who plays against a computer has a name, and a game that they leave can be resumed without a file.
#[test]
fn a_person_is_asked_for_a_name_once_and_can_resume_what_they_left() {
    let home = Home::new();
    let environment = [("TERM", "xterm"), ("NO_COLOR", "1"), (ASKS, "1")];
    let mut first = home.start_with(&environment, &["play", "siege", "--against", "computer:1"]);
    first.wait_for("Your name, for statistics and ratings (Enter for none): ");
    first.enter("mirror");
    first.wait_for("Computer players have that name; a person needs another one.");
    first.enter("Ada");
    first.wait_for("Ada starts at position 0.");
    first.wait_for("(Computer (level 1) stands at position 10, 10 ahead of you.)");
    first.enter("2");
    first.wait_for("Ada moves to position 2.");
    first.wait_for("towards position 10): ");
    first.enter("quit");
    first.wait_for("Resume it with: numberline play --resume 1");
    assert_eq!(first.exit_code(), 0);
    let mut second = home.start_with(&environment, &["play", "--resume"]);
    second.wait_for("Ada stands at position 2.");
    second.wait_for("towards position 10): ");
    second.resign();
    second.wait_for("Computer (level 1) wins the game!");
    second.decline_review();
    assert_eq!(second.exit_code(), 0);
    let mut third = home.start_with(&environment, &["play", "--resume"]);
    third.wait_for("error: there is no unfinished game");
    assert_eq!(third.exit_code(), 1);
    let mut stats = home.start_with(&environment, &["stats", "--player", "Ada"]);
    stats.wait_for("rating against the computers");
    assert_eq!(stats.exit_code(), 0);
}
