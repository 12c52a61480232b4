//! Leaving: whatever ends the program, the terminal is restored, and the exit code says what happened.

use rustix::process::Signal;

use crate::pty::CTRL_C;
use crate::{home, leave};

#[test]
fn quit() {
    let (_home, mut session) = home();
    session.send("q");
    assert_eq!(leave(session), 0);
}

#[test]
fn ctrl_c() {
    let (_home, mut session) = home();
    session.send(CTRL_C);
    assert_eq!(leave(session), 130);
}

#[test]
fn signals() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129), (Signal::QUIT, 131)] {
        let (_home, session) = home();
        session.signal(signal);
        assert_eq!(leave(session), code, "after {signal:?}");
    }
}

#[test]
fn a_signal_while_the_help_is_shown() {
    let (_home, mut session) = home();
    session.send("?");
    session.see("Keys");
    session.signal(Signal::TERM);
    assert_eq!(leave(session), 143);
}

#[test]
fn a_closed_terminal() {
    let (_home, session) = home();
    assert_eq!(session.close(), 129);
}
