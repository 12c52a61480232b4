//! A panic anywhere first restores the terminal and then prints its message.
//!
//! The app has no known panics, so these tests run a program that does panic: this test binary, started again with a
//! variable that says when.

use std::env;
use std::thread;
use std::time::Duration;

use numberline_tui::{Effect, Event, Leave, Program};
use ratatui::Frame;
use ratatui::widgets::Paragraph;

use crate::pty::{Home, Launch, Session};
use crate::{XTERM, is_as_it_was};

const WHEN: &str = "NUMBERLINE_PANIC_WHEN";

/// A program that panics when a key is pressed.
struct Clumsy {
    when: String,
    pressed: bool,
}

impl Program for Clumsy {
    fn begin(&mut self) -> Effect {
        Effect::None
    }

    fn update(&mut self, event: Event) -> Effect {
        self.pressed |= matches!(event, Event::Key(_));
        match (self.when.as_str(), self.pressed) {
            ("told", true) => panic!("clumsy when told"),
            ("thinking", true) => {
                thread::spawn(|| panic!("clumsy when thinking"));
            }
            _ => {}
        }
        Effect::None
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        assert!(!self.pressed || self.when != "drawing", "clumsy when drawing");
        frame.render_widget(Paragraph::new("a clumsy program"), frame.area());
    }

    fn tick(&self) -> Option<Duration> {
        // Keeps drawing, to show that nothing is painted over the panic message.
        self.pressed.then_some(Duration::from_millis(1))
    }

    fn wants_mouse(&self) -> bool {
        true
    }
}

/// Not a test of its own: the program that the tests below start.
#[test]
fn clumsy() {
    let Ok(when) = env::var(WHEN) else { return };
    let left = numberline_tui::run(Clumsy { when, pressed: false }, None);
    assert_eq!(left.ok(), Some(Leave::Quit), "it never gets here");
}

fn start(home: &Home, when: &str) -> Session {
    let program = env::current_exe().expect("this test");
    let mut environment = XTERM.to_vec();
    environment.push((WHEN, when));
    let args = &["--exact", "panicking::clumsy", "--nocapture"];
    home.launch(&Launch { program: &program, environment: &environment, args, ..Launch::default() })
}

#[test]
fn the_terminal_is_put_back_before_the_panic_speaks() {
    for when in ["told", "drawing", "thinking"] {
        let home = Home::new();
        let mut session = start(&home, when);
        let screen = session.see("a clumsy program");
        assert!(screen.alternate_screen() && screen.hide_cursor());
        session.send("x");
        assert_eq!(session.exit_code_with_restored_terminal(), 101, "{when}");
        let screen = session.window();
        assert!(is_as_it_was(&screen), "{when}");
        assert!(session.screen().contains(&format!("clumsy when {when}")), "{}", session.screen());
        assert!(!session.screen().contains("a clumsy program"), "{}", session.screen());
    }
}
