//! A sixth game is one file that implements `Game`, its `mod` line, and one row in the catalog. This is such a file,
//! written against the public interface alone; the tests below are what it then gets for nothing.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

#[path = "../../table/tests/laws/mod.rs"]
mod laws;

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::rc::Rc;
use std::str::FromStr;

use numberline_cli::{Left, Out, Recorder, Round, Script};
use numberline_rules::{
    Aim, Choices, Domain, FirstTurn, Game, Info, Line, Mark, Parameter, ParseMoveError, ParsePositionError,
    Seat, Sequential, SettingError, Settings, Span, Turn, Value, Variant,
};
use numberline_table::{ByRetrograde, Ending, Limits, Name, Table, Tags, game};

/// Count down from a number in steps of one or two; whoever reaches 0 wins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Countdown {
    from: u64,
    left: u64,
    mover: Seat,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct CountdownVariant(u64);

impl Default for CountdownVariant {
    fn default() -> Self {
        Self(7)
    }
}

impl Variant for CountdownVariant {
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        name: "from",
        help: "where the count begins",
        domain: Domain::Number { book: 7, min: 1, max: 100 },
    }];

    fn read(settings: &Settings) -> Result<Self, SettingError> {
        settings.number("from").map(Self)
    }

    fn settings(&self) -> Settings {
        Settings::book(Self::PARAMETERS).with("from", Value::Number(self.0))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Take(u64);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        text.trim().parse().map(Self).map_err(|_| ParseMoveError { expected: "1 or 2" })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct NotThatMany(u64);

impl fmt::Display for NotThatMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "You cannot take {}.", self.0)
    }
}

impl std::error::Error for NotThatMany {}

impl Game for Countdown {
    type Variant = CountdownVariant;
    type Move = Take;
    type Illegal = NotThatMany;

    const INFO: Info = Info {
        slug: "countdown",
        title: "Countdown",
        summary: "Count down by one or two; whoever reaches 0 wins.",
        rules: "Take 1 or 2 from the count. Whoever reaches 0 wins.",
        example: "2",
        first: FirstTurn::Fixed,
        repeats: false,
    };

    fn start(variant: &CountdownVariant) -> Self {
        Self { from: variant.0, left: variant.0, mover: Seat::One }
    }

    fn parse(text: &str, variant: &CountdownVariant) -> Result<Self, ParsePositionError> {
        let shape = || ParsePositionError::Shape { expected: "as count and mover, such as '7 1'" };
        let (left, mover) = text.split_once(' ').ok_or_else(shape)?;
        let left = left.parse().ok().filter(|left| *left <= variant.0).ok_or_else(shape)?;
        Ok(Self { from: variant.0, left, mover: mover.parse().map_err(|_| shape())? })
    }

    fn variant(&self) -> CountdownVariant {
        CountdownVariant(self.from)
    }

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over { winner: self.mover.other() } } else { Turn::Of(self.mover) }
    }

    fn moves(&self, seat: Seat) -> impl Iterator<Item = Take> + '_ {
        let most = if self.turn().acts(seat) { self.left.min(2) } else { 0 };
        (1..=most).map(Take)
    }

    fn check(&self, seat: Seat, chosen: Take) -> Result<(), NotThatMany> {
        if self.moves(seat).any(|listed| listed == chosen) { Ok(()) } else { Err(NotThatMany(chosen.0)) }
    }

    fn play(&mut self, choices: &Choices<Take>) {
        self.left -= choices[self.mover].0;
        self.mover = self.mover.other();
    }

    fn extent(&self) -> Span {
        Span { first: 0, last: self.from.cast_signed() }
    }

    fn aim(&self, _: Seat, Take(taken): Take) -> Aim {
        Aim::cell(self.left.cast_signed() - taken.cast_signed())
    }

    fn meant(&self, _: Seat, aim: Aim) -> Option<Take> {
        Some(Take((self.left.cast_signed() - aim.single()?).try_into().ok()?))
    }

    fn touched(&self, choices: &Choices<Take>) -> Span {
        Span::between((self.left - choices[self.mover].0).cast_signed(), self.left.cast_signed())
    }

    fn line(&self, window: Span) -> Line {
        Line::draw(window, |cell| if cell == self.left.cast_signed() { Mark::Shared } else { Mark::Open })
    }
}

impl Sequential for Countdown {}

impl fmt::Display for Countdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.mover)
    }
}

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
