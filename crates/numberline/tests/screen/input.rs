//! Keys, mouse and pastes of every kind, including broken ones.

use std::iter;

use crate::pty::Session;
use crate::{ESCAPE, home, leave};

#[test]
fn a_paste_of_a_mebibyte() {
    let (_home, mut session) = home();
    let text = "q5 6\r\n\x03".repeat((1 << 20) / 7);
    session.send(format!("\x1b[200~{text}\x1b[201~"));
    still_answers_and_leaves(session);
}

#[test]
fn a_mebibyte_typed_faster_than_a_person_could() {
    let (_home, mut session) = home();
    session.send("jk".repeat(1 << 19));
    still_answers_and_leaves(session);
}

#[test]
fn what_no_keyboard_sends() {
    let (_home, mut session) = home();
    session.send(
        b"\xff\xfe\xc3\x28\x80\xf0\x9f\x1b[\x1b[999999999999;5~\x1b[<0;0;0M\x1b[<9999;1;1M\x1bOz\x00\x1c",
    );
    session.send(format!("\x1b[{}m", "1;".repeat(100_000)));
    session.send("\x1b]11;rgb:0000/0000/0000\x07\x1bP1+r\x1b\\");
    still_answers_and_leaves(session);
}

#[test]
fn the_mouse_everywhere() {
    let (_home, mut session) = home();
    let places = [1, 2, 24, 25, 99, 100, 101, 300, 65_535];
    let buttons = [0, 1, 2, 3, 32, 35, 64, 65, 66, 128];
    let mut keys = String::new();
    for (column, row) in places.iter().flat_map(|column| places.iter().map(move |row| (column, row))) {
        for button in buttons {
            // Whatever a click opens is closed again.
            keys += &format!("\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m");
        }
        keys += ESCAPE;
    }
    session.send(keys);
    session.send(iter::repeat_n(ESCAPE, 20).collect::<String>());
    session.send("\x03");
    assert_eq!(leave(session), 130);
}

/// Whatever came before, the next key works normally, and the program can be left.
fn still_answers_and_leaves(mut session: Session) {
    session.send("?");
    session.see("Keys");
    session.send(ESCAPE);
    session.send("q");
    assert_eq!(leave(session), 0);
}
