//! Hostile text typed or pasted at a prompt: none of it controls the terminal, and the game continues.

use crate::pty::Session;

const PROMPT: &str = "Enter numbers to cross out";

/// Asserts that the output is text, with only the few sequences that move the cursor while a line is edited.
#[track_caller]
fn assert_tame(session: &Session) {
    let raw = session.raw();
    let text = String::from_utf8(raw).unwrap_or_else(|error| panic!("no text: {error}"));
    // The line editor frames its drawing for terminals with synchronized output.
    let drawn = text.replace("\x1b[?2026h", "").replace("\x1b[?2026l", "");
    for sequence in drawn.split('\x1b').skip(1) {
        let end = sequence.trim_start_matches(|c: char| c == '[' || c == ';' || c.is_ascii_digit());
        assert!(
            sequence.starts_with('[') && end.starts_with(['A', 'B', 'C', 'D', 'H', 'J', 'K']),
            "ESC {:?} has come through",
            sequence.chars().take(20).collect::<String>()
        );
    }
    let stray = |c: &char| {
        (c.is_control() && !matches!(c, '\r' | '\n' | '\x07' | '\x08' | '\x1b'))
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let stray: Vec<char> = text.chars().filter(stray).collect();
    assert!(stray.is_empty(), "{stray:?} has come through");
}

/// Types something hostile at a prompt, submits it, and continues to play.
#[track_caller]
fn survive(hostile: &[u8]) {
    let mut session = at_a_prompt();
    session.send(hostile);
    refused(&mut session);
}

fn at_a_prompt() -> Session {
    let mut session = Session::start(&["play", "duel"]);
    session.wait_for(PROMPT);
    session.wait_for(": ");
    session
}

/// Whatever is in the line is not a move; the next one is accepted.
#[track_caller]
fn refused(session: &mut Session) {
    session.send("x\r");
    session.wait_for("Invalid move.");
    session.wait_for(PROMPT);
    session.wait_for(": ");
    session.enter("7");
    session.wait_for("Player 1 crossed out: 7");
    assert_tame(session);
}

#[test]
fn escape_sequences() {
    for hostile in [
        "\x1b[31mred",
        "\x1b]0;title\x07",
        "\x1b]52;c;aGk=\x07",
        "\x1b[2J\x1b[H",
        "\x1bPq#0\x1b\\",
        "\x1b[?1049h",
        "\x1bc",
        "\x1b[5n",
        "5\x1b[999D\x1b[999C",
    ] {
        survive(hostile.as_bytes());
    }
}

#[test]
fn control_characters() {
    survive("\u{9b}31m\u{9d}0;title\u{9c}\u{85}".as_bytes());
    survive(b"\x00\x01\x02\x05\x06\x0b\x0e\x0f\x10\x14\x17\x19\x1d\x1e");
}

#[test]
fn characters_that_turn_or_hide_the_text() {
    survive("5\u{202e}6\u{2066}7\u{200b}8\u{feff}9\u{ad}".as_bytes());
}

#[test]
fn a_paste_of_100_kib_without_a_line_break() {
    survive(&b"5 ".repeat(50 * 1024));
}

#[test]
fn a_search_in_the_history() {
    let mut session = at_a_prompt();
    session.send("\x12\u{202e}\u{9b}31m");
    // The first line break may only end the search.
    session.send("\r");
    session.wait_for("\n");
    session.wait_for(PROMPT);
    session.wait_for(": ");
    refused(&mut session);
}

#[test]
fn an_enormous_repetition() {
    survive(b"\x1b9\x1b9\x1b9\x1b9x");
}
