//! Long work shows its progress, and removes it at the end.

use rustix::process::Signal;

use crate::pty::{CTRL_C, Home, Session};

/// Enough games to see the progress on any machine.
const MANY: &str = "600000";
const ENDLESS: &str = "1000000000000";

fn arena<'a>(game: &'a str, games: &'a str) -> [&'a str; 8] {
    ["arena", game, "--games", games, "--seed", "1", "--threads", "1"]
}

fn busy(games: &str) -> Session {
    let mut session = Session::start(&arena("token", games));
    session.wait_for("Playing [");
    session.wait_for(" %, ");
    session.wait_for(" left");
    session
}

#[test]
fn the_bar_goes_away_when_the_work_is_done() {
    let mut session = busy(MANY);
    session.wait_for("Repeat it with --seed 1.");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let screen = session.screen();
    assert!(screen.starts_with(&format!("token: {MANY} games\n")), "{screen}");
    assert!(!screen.contains("Playing"), "{screen}");
}

#[test]
fn the_bar_goes_away_when_the_work_is_interrupted() {
    let mut session = busy(ENDLESS);
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
    assert_eq!(session.screen(), "", "{}", session.raw().escape_ascii());
    let mut session = busy(ENDLESS);
    session.signal(Signal::TERM);
    assert_eq!(session.exit_code_with_restored_terminal(), 143);
    assert_eq!(session.screen(), "", "{}", session.raw().escape_ascii());
}

#[test]
fn solving_leaves_nothing_behind_either() {
    let mut session = Session::start(&["analyze", "cards", "--set", "cards=10"]);
    session.wait_for("Solving");
    session.send(CTRL_C);
    assert_eq!(session.exit_code_with_restored_terminal(), 130);
    assert_eq!(session.screen(), "", "{}", session.raw().escape_ascii());
}

#[test]
fn short_work_and_dumb_terminals_have_no_bar() {
    let mut session = Session::start(&arena("siege", "10"));
    assert_eq!(session.exit_code(), 0);
    assert!(!session.screen().contains("Playing"), "{}", session.screen());
    let home = Home::new();
    let mut session = home.start_with(&[("TERM", "dumb")], &arena("token", MANY));
    assert_eq!(session.exit_code(), 0);
    assert!(!String::from_utf8_lossy(&session.raw()).contains("Playing"), "{}", session.screen());
}
