//! Every line of every command-line sample in the five rule books appears, in order, when the sample's input is piped
//! in.
//!
//! The lines below are the books' own, with two rulings: input follows its prompt on the same line (R13), and the
//! token's direction is always asked for as `(left/right)` (R3). Unlike the transcripts, no task ever rewrites them.
#![allow(clippy::expect_used, reason = "a test that fails says so by panicking")]

use std::io::Write;
use std::process::{Command, Stdio};

fn transcript(arguments: &[&str], typed: &[&str]) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_numberline"))
        .arg("play")
        .args(arguments)
        .env("NUMBERLINE_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let text = typed.iter().fold(String::new(), |text, line| text + line + "\n");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the input is read");
    String::from_utf8(child.wait_with_output().expect("the program ends").stdout).expect("text")
}

fn in_order(transcript: &str, lines: &str) {
    let mut rest = transcript.lines();
    for line in lines.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        assert!(
            rest.any(|said| said.trim_end() == line),
            "'{line}' is missing, or out of order, in:\n{transcript}"
        );
    }
}

#[test]
fn book_000() {
    let said = transcript(&["duel"], &["5 6", "8", "9 10", "1 2", "3", "4", "7"]);
    in_order(
        &said,
        "Welcome to Number Line Duel!
Number Line: 1 2 3 4 5 6 7 8 9 10

Player 1's turn.
Enter numbers to cross out (e.g., '5' or '5 6'): 5 6
Player 1 crossed out: 5 6
Updated Number Line: 1 2 3 4 X X 7 8 9 10

Player 2's turn.
Enter numbers to cross out: 8
Player 2 crossed out: 8
Updated Number Line: 1 2 3 4 X X 7 X 9 10

Player 1's turn.
Enter numbers to cross out: 9 10
Updated Number Line: 1 2 3 4 X X 7 X X X
Updated Number Line: X X 3 4 X X 7 X X X
Updated Number Line: X X X 4 X X 7 X X X
Updated Number Line: X X X X X X 7 X X X
Updated Number Line: X X X X X X X X X X
Player 1 wins the game!",
    );
}

#[test]
fn book_001() {
    let said = transcript(
        &["token"],
        &["2", "right", "1", "right", "2", "left", "1", "left", "2", "left", "2", "left"],
    );
    in_order(
        &said,
        "Current token position: 5
Player 1's turn.
Enter the number of positions to move (1 or 2): 2
Enter direction to move (left/right): right
Token moved to position 7.
Token moved to position 8.
Token moved to position 6.
Token moved to position 5.
Token moved to position 3.
Token moved to position 1.
Player 2 loses the game!",
    );
    // The book prints nothing after the first direction; typing it gives the same result.
    for direction in ["", "right"] {
        let said = transcript(&["token", "--position", "9 2"], &["2", direction, "1", "right"]);
        let asked = format!("Enter direction to move (left/right): {direction}");
        in_order(&said, &INVALID.replace("ASKED", asked.trim_end()));
    }
}

const INVALID: &str = "Current token position: 9
Player 2's turn.
Enter the number of positions to move (1 or 2): 2
ASKED
Invalid move. The token cannot move beyond position 10.
Please enter a valid number of positions (1 or 2): 1
Enter direction to move (left/right): right
Token moved to position 10.
Player 2 loses the game!";

#[test]
fn book_002() {
    let said = transcript(&["blockade"], &["11", "7", "14", "17"]);
    in_order(
        &said,
        "Welcome to Number Line Blockade!
Player 1: X
Player 2: O

Initial Number Line:
1  2  3  4  5  6  7  8  9  10  11  12  13  14  15  16  17  18  19  20  21

Player 1's turn.
Available numbers: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21
Enter the number you want to claim: 11

You have claimed number 11.
Blocked numbers: 10, 12

Current Number Line:
1  2  3  4  5  6  7  8  9  10(-) 11(X) 12(-) 13  14  15  16  17  18  19  20  21

Player 2's turn.
Available numbers: 1 2 3 4 5 6 7 8 9 13 14 15 16 17 18 19 20 21
Enter the number you want to claim: 7

You have claimed number 7.
Blocked numbers: 6, 8

Current Number Line:
1  2  3  4  5  6(-) 7(O) 8(-) 9  10(-) 11(X) 12(-) 13  14  15  16  17  18  19  20  21
1  2  3  4  5  6(-) 7(O) 8(-) 9  10(-) 11(X) 12(-) 13(-) 14(X) 15(-) 16  17  18  19  20  21
1  2  3  4  5  6(-) 7(O) 8(-) 9  10(-) 11(X) 12(-) 13(-) 14(X) 15(-) 16(-) 17(O) 18(-) 19  20  21",
    );
    let said = transcript(&["blockade", "--position", "------O---X--X--O---. 1"], &["21"]);
    in_order(
        &said,
        "1(-) 2(-) 3(-) 4(-) 5(-) 6(-) 7(O) 8(-) 9(-) 10(-) 11(X) 12(-) 13(-) 14(X) 15(-) 16(-) 17(O) 18(-) 19(-) 20(-) 21
1(-) 2(-) 3(-) 4(-) 5(-) 6(-) 7(O) 8(-) 9(-) 10(-) 11(X) 12(-) 13(-) 14(X) 15(-) 16(-) 17(O) 18(-) 19(-) 20(-) 21(X)
Player 2's turn.
No valid moves remaining.
Player 1 wins the game!",
    );
}

#[test]
fn book_003() {
    let said = transcript(&["cards"], &["3", "4", "5", "2", "4", "5", "2", "3", "1", "1"]);
    in_order(
        &said,
        "Current Marker Position: -1

Player 1's Remaining Move Cards: [1, 2, 4, 5]
Player 2's Remaining Move Cards: [1, 2, 3, 5]
Enter your move card (1, 2, 4, 5): 5
Enter your move card (1, 2, 3, 5): 2
Player 1 played Move Card: 5
Player 2 played Move Card: 2

Net Movement: 3 (towards positive end)

Marker moved from -1 to +2

Player 1's Discarded Cards: [3, 5]
Player 2's Discarded Cards: [4, 2]
Marker moved from +2 to +1
Marker moved from +1 to 0",
    );
    // Ruling R8: the rule text decides, and the screen says that the example rules otherwise.
    assert!(said.ends_with("Player 2 wins the game!\n"), "{said}");
    assert!(said.contains("worked example decides this the other way round"), "{said}");
}

#[test]
fn book_004() {
    let said = transcript(&["siege"], &["3", "2", "3", "1", "2", "3", "2"]);
    in_order(
        &said,
        "Welcome to Number Siege!

Player 1 starts at position 0.
Player 2 starts at position 10.

Player 1's turn.
Your current position: 0
Choose your move (1, 2, or 3 positions towards position 10): 3

Player 1 moves to position 3.

Player 2's turn.
Your current position: 10
Choose your move (1, 2, or 3 positions towards position 0): 2

Player 2 moves to position 8.

Player 1's turn.
Your current position: 3
Choose your move (1, 2, or 3 positions towards position 10): 3

Player 1 moves to position 6.

Player 2's turn.
Your current position: 8
Choose your move (1, 2, or 3 positions towards position 0): 1

Player 2 moves to position 7.

Player 1's turn.
Your current position: 6
Choose your move (1, 2, or 3 positions towards position 10): 2

Player 1 moves to position 8.

Player 2's turn.
Your current position: 7
Choose your move (1, 2, or 3 positions towards position 0): 3

Player 2 moves to position 4.

Player 1's turn.
Your current position: 8
Choose your move (1, 2, or 3 positions towards position 10): 2

Player 1 moves to position 10.

Congratulations, Player 1! You have reached the opponent's base and won the game!",
    );
}
