//! Playing on the full screen with keys and mouse, from the first move to the next run.

use rustix::process::Signal;

use crate::pty::{Home, Launch, Session};
use crate::{ESCAPE, HOME, XTERM, leave};

const TO_THE_END: &[&str] =
    &["tui", "siege", "--position", "4 6 1", "--names", "Ada,Grace", "--motion", "off"];

fn start(home: &Home, args: &[&str]) -> Session {
    home.launch(&Launch { environment: XTERM, args, ..Launch::default() })
}

#[test]
fn straight_to_a_game_and_to_its_end() {
    let home = Home::new();
    let mut session = start(&home, TO_THE_END);
    session.see("Ada");
    session.send("2\r");
    session.see("Ada captured Grace on 6 and wins.");
    session.send("a");
    session.see("Analysis of Number Siege");
    session.send("q");
    assert_eq!(leave(session), 0);
    // The game is in the history, which the other commands read, too.
    let mut session = home.start(&["history"]);
    session.wait_for("Ada");
    assert_eq!(session.exit_code(), 0);
}

#[test]
fn a_click_points_and_another_plays() {
    let home = Home::new();
    let mut session = start(&home, &["tui", "duel", "--names", "Ada,Grace", "--motion", "off"]);
    let screen = session.see("▸ ● Ada");
    let (row, column) = cell_of(&screen, "5").expect("a cell");
    let click = format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1);
    session.send(&click);
    session.see("Ada: crosses out 5");
    session.send(&click);
    session.see("▸ ○ Grace");
    session.signal(Signal::TERM);
    assert_eq!(session.exit_code_with_restored_terminal(), 143);
}

/// A terminal gets what is copied as a control sequence, and the screen says so.
#[test]
fn the_position_is_copied_to_the_clipboard_of_the_terminal() {
    let home = Home::new();
    let mut session = start(&home, &["tui", "token", "--moves", "2r", "--motion", "off"]);
    session.see("Player 2 to move");
    session.send("P");
    session.see("Sent the position to the clipboard");
    let sequence = b"\x1b]52;c;NyAy\x07";
    assert!(session.raw().windows(sequence.len()).any(|bytes| bytes == sequence));
    session.send("q");
    assert_eq!(leave(session), 0);
}

/// A first game without reading anything: Enter and arrows lead from the menu to a move, whose effect is seen before it is made.
#[test]
fn a_newcomer_gets_by_with_enter_and_arrows() {
    let home = Home::new();
    let mut session = start(&home, &["tui", "--motion", "off"]);
    session.see("Number Siege");
    session.send("5\r");
    session.see("More settings");
    session.send("\r");
    session.see("towards the other base");
    session.see("Player 1's base");
    session.send("\r");
    session.see("Player 1: to 1");
    session.send("\r");
    session.see("Player 1 to move");
    session.send("d");
    session.see("answers at once");
    session.send("n");
    session.send("q");
    assert_eq!(leave(session), 0);
}

/// The position of a text in the window.
fn cell_of(screen: &vt100::Screen, text: &str) -> Option<(usize, usize)> {
    screen.rows(0, u16::MAX).enumerate().skip(2).find_map(|(row, line)| {
        let place = line.find(&format!(" {text} "))?;
        Some((row, line[..place].chars().count() + 1))
    })
}

#[test]
fn an_interrupted_game_can_be_resumed() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let home = Home::new();
        let mut session = start(&home, &["tui", "duel", "--names", "Ada,Grace", "--motion", "off"]);
        session.see("Ada");
        session.send("5\r");
        session.see("▸ ○ Grace");
        session.signal(signal);
        leave(session);
        let mut session = start(&home, &[]);
        session.see("continue");
        session.send("o");
        session.see("▸ ○ Grace");
        // Nothing would be lost, so there is no question.
        session.send("q");
        assert_eq!(leave(session), 0);
    }
}

#[test]
fn an_invalid_game_is_reported_before_the_screen_opens() {
    for (args, why) in [
        (&["tui", "duel", "--set", "length=0"][..], "length"),
        (&["tui", "duel", "--p2", "nobody"], "nobody"),
        (&["tui", "siege", "--moves", "9"], "move 1"),
        (&["tui", "--p2", "computer"], "name the game"),
    ] {
        let home = Home::new();
        let mut session = start(&home, args);
        session.wait_for(why);
        assert_eq!(session.exit_code_with_restored_terminal(), 2, "{args:?}");
        assert!(!session.raw().contains(&0x1b) || !session.window().alternate_screen());
    }
}

#[test]
fn line_mode_is_a_key_away() {
    let home = Home::new();
    let mut session = start(&home, &[]);
    session.see(HOME);
    session.send("p");
    session.wait_for("Choose a game: ");
    assert!(!session.window().alternate_screen() && !session.window().hide_cursor());
    session.enter("siege");
    session.wait_for("Who plays?");
    session.enter("");
    session.wait_for("Choose your move");
    session.enter("quit");
    session.wait_for("Choose a game: ");
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn line_mode_keeps_nothing_where_the_screen_kept_nothing() {
    let home = Home::new();
    let mut session = start(&home, &["tui", "--no-history"]);
    session.see(HOME);
    session.send("p");
    session.wait_for("Choose a game: ");
    session.enter("siege");
    session.wait_for("Who plays?");
    session.enter("");
    session.wait_for("Choose your move");
    session.enter("2");
    session.wait_for("Player 2's turn");
    session.enter("resign");
    session.wait_for("do you really resign?");
    session.enter("yes");
    session.wait_for("Review this game?");
    session.enter("no");
    session.wait_for("Choose a game: ");
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let kept = std::fs::read_dir(home.path("numberline")).expect("the folder with the name");
    let kept: Vec<_> = kept.map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(kept, ["name.txt"], "nothing else is kept");
}

#[test]
fn the_computer_thinks_beside_the_screen() {
    let home = Home::new();
    let args = &["tui", "cards", "--set", "cards=10", "--p2", "computer:perfect", "--motion", "off"];
    let mut session = start(&home, args);
    session.see("Player 1");
    // A long computation does not prevent leaving.
    session.send("1\r\rc");
    session.send(ESCAPE);
    session.signal(Signal::TERM);
    assert_eq!(session.exit_code_with_restored_terminal(), 143);
}
