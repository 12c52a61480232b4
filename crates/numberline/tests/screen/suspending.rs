//! Ctrl-Z and the shell's job control.

use rustix::process::Signal;

use crate::pty::{Home, JOBS, Launch, Session};
use crate::{ESCAPE, HOME, XTERM, home, is_as_it_was, leave};

fn with_job_control(home: &Home) -> Session {
    let session = home.launch(&Launch { shell: JOBS, environment: XTERM, ..Launch::default() });
    session.see(HOME);
    session
}

/// Waits until the shell has the terminal again, and asserts that it is restored.
fn suspended(session: &mut Session) {
    session.wait_for("<suspended>");
    assert_eq!(&session.modes(), session.modes_before());
    assert!(is_as_it_was(&session.window()));
}

fn continued(session: &mut Session) {
    let shown = session.raw().len();
    // The shell may read from a terminal that is still set up for the program: Enter then does not end a line.
    session.send("\n");
    session.wait_for_more(shown);
    let screen = session.wait_to_see("the program again", |screen| {
        screen.alternate_screen() && screen.contents().contains(HOME)
    });
    assert!(screen.hide_cursor() && screen.bracketed_paste());
    session.wait_to_see("keys taken over", |_| !session.modes().whole_lines());
}

#[test]
fn ctrl_z_and_back_again_and_again() {
    let home = Home::new();
    let mut session = with_job_control(&home);
    for _ in 0..3 {
        session.send("\x1a");
        suspended(&mut session);
        continued(&mut session);
        session.send("j");
    }
    session.send("q");
    assert_eq!(leave_with_remarks(session), 0);
}

#[test]
fn a_signal_from_elsewhere_suspends_too() {
    let home = Home::new();
    let mut session = with_job_control(&home);
    session.signal(Signal::TSTP);
    suspended(&mut session);
    continued(&mut session);
    session.send("q");
    assert_eq!(leave_with_remarks(session), 0);
}

#[test]
fn a_program_that_was_stopped_without_being_asked_sets_the_terminal_up_again() {
    let home = Home::new();
    let mut session = with_job_control(&home);
    session.signal(Signal::STOP);
    session.wait_for("<suspended>");
    continued(&mut session);
    session.send("q");
    assert_eq!(leave_with_remarks(session), 0);
}

#[test]
fn the_size_may_have_changed_in_the_meantime() {
    let home = Home::new();
    let mut session = with_job_control(&home);
    session.send("\x1a");
    suspended(&mut session);
    session.resize((60, 20));
    continued(&mut session);
    session.send("q");
    assert_eq!(leave_with_remarks(session), 0);
}

#[test]
fn without_job_control_ctrl_z_does_nothing() {
    let (_home, mut session) = home();
    session.send("\x1a");
    session.send("?");
    session.see("Keys");
    session.signal(Signal::TSTP);
    session.send(ESCAPE);
    session.send("q");
    assert_eq!(leave(session), 0);
}

/// The shell's own messages are in the window, and nothing else.
fn leave_with_remarks(mut session: Session) -> i32 {
    let code = session.exit_code_with_restored_terminal();
    assert!(is_as_it_was(&session.window()));
    assert!(!session.screen().contains(HOME), "{}", session.screen());
    code
}
