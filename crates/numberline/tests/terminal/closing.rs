//! Leaving: whatever ends the program, the terminal is restored, and the exit code says what happened.

use rustix::process::Signal;

use crate::pty::{CTRL_C, CTRL_D, Home, Session};

/// The line editor, in raw mode.
fn at_an_open_prompt() -> Session {
    let mut session = Session::start(&["play", "duel"]);
    session.wait_for("Enter numbers to cross out (e.g., '5' or '5 6'): ");
    let modes = session.modes();
    assert!(!modes.whole_lines() && !modes.echo() && !modes.signals(), "nothing to restore: {modes:?}");
    session
}

/// Hidden input, with the first card waiting.
fn at_a_secret_prompt() -> Session {
    let mut session = Session::start(&["play", "cards"]);
    session.wait_for("Enter your move card (1, 2, 3, 4, 5): ");
    session.enter("2");
    session.wait_for("Player 2, choose in secret.\nEnter your move card (1, 2, 3, 4, 5): ");
    let modes = session.modes();
    assert!(!modes.echo() && modes.whole_lines() && modes.signals(), "nothing to restore: {modes:?}");
    session
}

/// An open question in the middle of a secret turn.
fn at_a_draw_offer() -> Session {
    let mut session = at_a_secret_prompt();
    session.enter("draw");
    session.wait_for("do you accept? (yes/no): ");
    session
}

const PROMPTS: [fn() -> Session; 3] = [at_an_open_prompt, at_a_secret_prompt, at_a_draw_offer];

#[test]
fn the_end_of_a_game() {
    let mut session = Session::start(&["play", "siege", "--position", "4 6 1"]);
    session.wait_for("Choose your move");
    session.enter("2");
    session.decline_review();
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let mut session = Session::start(&["play", "cards", "--set", "cards=1"]);
    for _ in 0..2 {
        session.wait_for("Enter your move card (1): ");
        session.enter("1");
    }
    session.wait_for("Player 2 wins the game!");
    session.decline_review();
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn quit() {
    for prompt in [at_an_open_prompt, at_a_secret_prompt] {
        let mut session = prompt();
        session.enter("quit");
        assert_eq!(session.exit_code_with_restored_terminal(), 0);
    }
}

#[test]
fn ctrl_c() {
    for prompt in PROMPTS {
        let mut session = prompt();
        session.send("1");
        session.send(CTRL_C);
        assert_eq!(session.exit_code_with_restored_terminal(), 130);
    }
}

#[test]
fn ctrl_d() {
    for prompt in PROMPTS {
        let mut session = prompt();
        session.send(CTRL_D);
        session.wait_for("The input ended in the middle of the game.");
        assert_eq!(session.exit_code_with_restored_terminal(), 1);
    }
}

#[test]
fn signals() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        for prompt in PROMPTS {
            let mut session = prompt();
            session.signal(signal);
            assert_eq!(session.exit_code_with_restored_terminal(), code, "after {signal:?}");
        }
    }
    // SIGINT, as other programs send it.
    let mut session = at_a_secret_prompt();
    session.signal(Signal::INT);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
}

#[test]
fn a_dumb_terminal() {
    for (game, prompt) in [("duel", "'5 6'): "), ("cards", "(1, 2, 3, 4, 5): ")] {
        for (key, code) in [(CTRL_C, 130), (CTRL_D, 1), ("quit\r", 0)] {
            let home = Home::new();
            let mut session = home.start_with(&[("TERM", "dumb")], &["play", game]);
            session.wait_for(prompt);
            session.send(key);
            assert_eq!(session.exit_code_with_restored_terminal(), code, "{game} after {key:?}");
        }
    }
}

#[test]
fn ctrl_z_does_not_leave_a_silent_terminal_behind() {
    let mut session = at_a_secret_prompt();
    session.send("\x1a\r");
    session.wait_for("Invalid move.");
    session.wait_for("): ");
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn a_closed_window() {
    for prompt in PROMPTS {
        let code = prompt().close();
        assert!(matches!(code, 1 | 129), "exit code {code}");
    }
}
