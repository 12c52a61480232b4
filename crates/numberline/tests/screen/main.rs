//! The full screen in real use: the real binary on a pseudo-terminal, read through a terminal emulator.
#![cfg(unix)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, in its helpers too"
)]

mod closing;
mod idle;
mod input;
mod panicking;
mod playing;
#[path = "../support/pty.rs"]
mod pty;
mod sizes;
mod start;
mod storm;
mod suspending;

use pty::{Home, Launch, Session};
use vt100::{MouseProtocolMode, Screen};

/// A text that identifies the first screen.
const HOME: &str = "Number Siege";

/// Esc, as a terminal sends it without ambiguity.
const ESCAPE: &str = "\x1b[27;1;27~";

/// A common terminal.
const XTERM: &[(&str, &str)] = &[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];

/// Opens the first screen.
fn home() -> (Home, Session) {
    open(&[])
}

/// Opens the full screen, in a folder that lives as long as the test.
fn open(args: &[&str]) -> (Home, Session) {
    let home = Home::new();
    let session = home.launch(&Launch { environment: XTERM, args, ..Launch::default() });
    let screen = session.see(HOME);
    assert!(screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste());
    assert!(!session.modes().whole_lines() && !session.modes().echo(), "nothing to restore");
    (home, session)
}

/// Whether the window is in its initial state: main screen, visible cursor, no mouse, no bracketed paste.
fn is_as_it_was(screen: &Screen) -> bool {
    !screen.alternate_screen()
        && !screen.hide_cursor()
        && !screen.bracketed_paste()
        && screen.mouse_protocol_mode() == MouseProtocolMode::None
        && screen.attributes_formatted() == "\x1b[m"
}

/// Waits until the program has ended, and asserts that everything is restored.
#[track_caller]
fn leave(mut session: Session) -> i32 {
    let code = session.exit_code_with_restored_terminal();
    let screen = session.window();
    assert!(is_as_it_was(&screen), "the window is not restored\n{}", session.screen());
    assert_eq!(screen.contents().trim(), "", "nothing of the program is left in the window");
    code
}
