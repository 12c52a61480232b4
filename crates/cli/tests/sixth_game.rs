//! A sixth game is one file that implements `Game`, its `mod` line, and one row in the catalog. The tests below are what it
//! then gets for nothing.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

#[path = "../../table/tests/countdown/mod.rs"]
mod countdown;
#[path = "../../table/tests/laws/mod.rs"]
mod laws;

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use countdown::Countdown;
use numberline_cli::{Left, Out, Recorder, Round, Script};
use numberline_rules::Seat;
use numberline_table::{ByRetrograde, Ending, Limits, Name, Table, Tags, game};

#[test]
fn it_keeps_the_laws() {
    let row = game::<Countdown, ByRetrograde>();
    let walk = laws::hold(row, &row.book_settings());
    assert_eq!((walk.positions, walk.ends), (14, 2));
}

/// A place to write to that can be looked at afterwards.
#[derive(Clone, Default)]
struct Paper(Rc<RefCell<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn it_is_played_in_line_mode() {
    let row = game::<Countdown, ByRetrograde>();
    let names = Name::of_both_seats();
    let start = row.start(&row.book_settings(), Seat::One).unwrap();
    let mut table = Table::new(start, names.clone(), Limits::default());
    let recorder = Recorder::new(row, None, Tags { names, date: None, round: None, seed: None });
    let (transcript, asides) = (Paper::default(), Paper::default());
    let mut out = Out::to(Box::new(transcript.clone()), Box::new(asides.clone()));
    let mut script = Script::new(io::Cursor::new("1\n3\nhint\n2\n2\n2\n"));
    let left = Round::new(&mut table, &mut script, &mut out, &recorder).play().unwrap();
    assert_eq!((left, table.ending()), (Left::Finished, Some(Ending::Won(Seat::Two))));
    let transcript = String::from_utf8(transcript.0.borrow().clone()).unwrap();
    assert_eq!(
        transcript,
        "Welcome to Countdown!
Number Line: 0 1 2 3 4 5 6 [7]

Player 1's turn.
Enter your move (e.g., '2'): 1
Player 1 played: 1
Number Line: 0 1 2 3 4 5 [6] 7

Player 2's turn.
Enter your move (e.g., '2'): 3
Invalid move. You cannot take 3.
Enter your move (e.g., '2'): hint
Enter your move (e.g., '2'): 2
Player 2 played: 2
Number Line: 0 1 2 3 [4] 5 6 7

Player 1's turn.
Enter your move (e.g., '2'): 2
Player 1 played: 2
Number Line: 0 1 [2] 3 4 5 6 7

Player 2's turn.
Enter your move (e.g., '2'): 2
Player 2 played: 2
Number Line: [0] 1 2 3 4 5 6 7

Player 2 wins the game!
"
    );
    assert_eq!(
        String::from_utf8(asides.0.borrow().clone()).unwrap(),
        "You lose if the opponent makes no mistake.\n"
    );
    let record = recorder.record(&table).to_string();
    assert!(record.ends_with("1. 1 2. 2 3. 2 4. 2 0-1\n"), "{record}");
}
