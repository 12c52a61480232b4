//! Colours: only where they are wanted and supported.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::pty::{Home, PROGRAM, find};

const BOLD: &[u8] = b"\x1b[1m";
const YELLOW: &[u8] = b"\x1b[33m";

/// Plays a few lines on a terminal, including a refused one.
fn played(environment: &[(&str, &str)], more: &[&str]) -> Vec<u8> {
    let home = Home::new();
    let args: Vec<&str> = ["play", "duel"].iter().chain(more).copied().collect();
    let mut session = home.start_with(environment, &args);
    for (line, answer) in [("11", "Invalid move."), ("help", "resign"), ("5 6", "Player 1 crossed out: 5 6")]
    {
        session.wait_for("Enter numbers to cross out");
        session.wait_for(": ");
        session.enter(line);
        session.wait_for(answer);
    }
    session.wait_for("Enter numbers to cross out");
    session.wait_for(": ");
    session.resign();
    session.wait_for("Player 1 wins the game!");
    session.decline_review();
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    session.raw()
}

/// Whether there is any sequence that sets a colour or a weight.
fn is_coloured(output: &[u8]) -> bool {
    output.split(|byte| *byte == 0x1b).skip(1).any(|sequence| {
        let body = sequence.iter().skip(1).find(|byte| !byte.is_ascii_digit() && **byte != b';');
        sequence.first() == Some(&b'[') && body == Some(&b'm')
    })
}

#[test]
fn a_terminal_gets_colours() {
    let output = played(&[("TERM", "xterm")], &[]);
    assert!(is_coloured(&output));
    assert!(find(&output, &[BOLD, b"Player 1's turn."].concat()).is_some(), "{}", output.escape_ascii());
    assert!(find(&output, &[YELLOW, b"Invalid move."].concat()).is_some(), "{}", output.escape_ascii());
}

#[test]
fn no_color_and_color_never_mean_it() {
    let xterm = ("TERM", "xterm");
    for (environment, args) in [
        (vec![xterm, ("NO_COLOR", "1")], vec![]),
        (vec![xterm], vec!["--color", "never"]),
        (vec![xterm, ("CLICOLOR_FORCE", "1")], vec!["--color", "never"]),
    ] {
        let output = played(&environment, &args);
        assert!(!is_coloured(&output), "{environment:?} {args:?}: {}", output.escape_ascii());
    }
}

#[test]
fn color_always_overrides_the_environment() {
    let output = played(&[("TERM", "xterm"), ("NO_COLOR", "1")], &["--color", "always"]);
    assert!(is_coloured(&output), "{}", output.escape_ascii());
}

#[test]
fn a_dumb_terminal_gets_no_escape_sequence_at_all() {
    let output = played(&[("TERM", "dumb")], &[]);
    assert!(!output.contains(&0x1b), "{}", output.escape_ascii());
}

#[test]
fn the_menu_and_the_help_respect_a_dumb_terminal() {
    let home = Home::new();
    let mut menu = home.start_with(&[("TERM", "dumb")], &[]);
    // Such a terminal has no full screen, so the menu opens by itself.
    menu.wait_for("Choose a game: ");
    menu.enter("quit");
    assert_eq!(menu.exit_code_with_restored_terminal(), 0);
    let mut help = home.start_with(&[("TERM", "dumb")], &["--help"]);
    assert_eq!(help.exit_code_with_restored_terminal(), 0);
    for output in [menu.raw(), help.raw()] {
        assert!(!output.contains(&0x1b), "{}", output.escape_ascii());
        assert!(output.len() > 300, "there is nothing to see");
    }
}

fn piped(args: &[&str]) -> Vec<u8> {
    let home = Home::new();
    let mut program = Command::new(PROGRAM)
        .args(args)
        .env_clear()
        .env("TERM", "xterm")
        .env("NUMBERLINE_HOME", home.path("numberline"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    program.stdin.take().expect("its input").write_all(b"5\nresign\n").expect("a reader");
    let output = program.wait_with_output().expect("its output");
    assert!(output.status.success());
    output.stdout
}

#[test]
fn a_pipe_gets_colours_only_when_it_asks() {
    assert!(!is_coloured(&piped(&["play", "duel"])));
    assert!(is_coloured(&piped(&["play", "duel", "--color", "always"])));
}
