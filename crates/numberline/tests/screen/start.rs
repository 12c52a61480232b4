//! What `numberline` opens, and the cases without a full screen.

use std::process::{Command, Stdio};

use numberline_tui::Setting;

use crate::pty::{Home, Launch, PROGRAM, Session};
use crate::{HOME, XTERM, leave, open};

#[test]
fn a_terminal_gets_the_full_screen_by_either_name() {
    for args in [&[][..], &["tui"]] {
        let (_home, mut session) = open(args);
        session.send("q");
        assert_eq!(leave(session), 0, "{args:?}");
    }
}

#[test]
fn plain_is_the_menu() {
    let home = Home::new();
    let mut session = home.launch(&Launch { environment: XTERM, args: &["--plain"], ..Launch::default() });
    session.wait_for("Choose a game: ");
    assert!(!session.window().alternate_screen());
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn a_simple_terminal_is_told_what_to_do_instead() {
    for environment in [&[("TERM", "dumb")][..], &[]] {
        let home = Home::new();
        let mut session = home.launch(&Launch { environment, args: &["tui"], ..Launch::default() });
        session.wait_for("numberline --plain");
        assert_eq!(session.exit_code_with_restored_terminal(), 2);
        let mut session: Session = home.launch(&Launch { environment, ..Launch::default() });
        session.wait_for("Choose a game: ");
        session.enter("quit");
        assert_eq!(session.exit_code_with_restored_terminal(), 0);
    }
}

#[test]
fn without_a_terminal_there_is_a_helpful_refusal() {
    let output = Command::new(PROGRAM).arg("tui").stdin(Stdio::null()).output().expect("the program");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("numberline --plain"), "{said}");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_game_that_is_not_known_gets_a_suggestion() {
    let home = Home::new();
    let mut session =
        home.launch(&Launch { environment: XTERM, args: &["tui", "dule"], ..Launch::default() });
    session.wait_for("there is no game 'dule'; did you mean 'duel'?");
    assert_eq!(session.exit_code_with_restored_terminal(), 2);
}

#[test]
fn a_game_begins_with_the_name_that_is_remembered() {
    let home = Home::new();
    let play = |args| home.launch(&Launch { environment: XTERM, args, ..Launch::default() });
    let mut session = play(&["tui", "siege", "--p2", "computer", "--names", "Ada,Robo"]);
    session.wait_for("Ada to move");
    session.send("q");
    assert_eq!(leave(session), 0);
    let mut session = play(&["tui", "duel", "--p2", "computer"]);
    session.wait_for("Ada to move");
    session.send("q");
    assert_eq!(leave(session), 0);
}

#[test]
fn every_setting_is_an_option() {
    let settings =
        ["--depth=none", "--symbols=ascii", "--motion=off", "--mouse=off", "--coach", "--nimbers=no"];
    for theme in Setting::Theme.about().words {
        let mut args = vec!["tui", "--theme", theme];
        args.extend(settings);
        let home = Home::new();
        let mut session = home.launch(&Launch { environment: XTERM, args: &args, ..Launch::default() });
        let screen = session.see(HOME);
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(screen.contents().is_ascii(), "{}", screen.contents());
        session.send("q");
        assert_eq!(leave(session), 0);
    }
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    for (environment, args) in [
        (&[("TERM", "xterm-256color"), ("NO_COLOR", "1")][..], &[][..]),
        (XTERM, &["--color", "never"]),
        (XTERM, &["tui", "--depth", "none"]),
    ] {
        let home = Home::new();
        let session = home.launch(&Launch { environment, args, ..Launch::default() });
        let screen = session.see(HOME);
        let (rows, columns) = screen.size();
        for (row, column) in
            (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)))
        {
            let cell = screen.cell(row, column).expect("a cell");
            let colours = (cell.fgcolor(), cell.bgcolor());
            assert_eq!(colours, (vt100::Color::Default, vt100::Color::Default), "{row} {column} {args:?}");
        }
    }
}

#[test]
fn the_help_shows_the_words_that_switches_take() {
    let output = Command::new(PROGRAM).args(["tui", "-h"]).output().expect("the program");
    let said = String::from_utf8(output.stdout).expect("text");
    let words: Vec<&str> = said.split_whitespace().collect();
    assert_eq!(words.join(" ").matches("[possible values: on, off]").count(), 5, "{said}");
}
