//! A sixth game, written against the public interface alone: one file that implements `Game`. With its `mod` line and one row
//! in the catalog every front end would have it; the tests of the front ends check that.

use std::fmt;
use std::str::FromStr;

use numberline_rules::{
    Aim, Choices, Domain, FirstTurn, Game, Info, Line, Mark, Parameter, ParseMoveError, ParsePositionError,
    Picture, Seat, Sequential, SettingError, SettingValue, Settings, Span, Turn, Variant,
};

/// Count down from a number in steps of one or two; the player who reaches 0 wins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Countdown {
    from: u64,
    left: u64,
    mover: Seat,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CountdownVariant(u64);

impl Default for CountdownVariant {
    fn default() -> Self {
        Self(7)
    }
}

impl Variant for CountdownVariant {
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        name: "from",
        help: "where the count begins",
        differs: "counting from {}",
        domain: Domain::Number { book: 7, min: 1, max: 100 },
    }];

    fn read(settings: &Settings) -> Result<Self, SettingError> {
        settings.number("from").map(Self)
    }

    fn settings(&self) -> Settings {
        Settings::book(Self::PARAMETERS).with("from", SettingValue::Number(self.0))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Take(u64);

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
pub(crate) struct NotThatMany(u64);

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
        summary: "Count down by one or two; the player who reaches 0 wins.",
        rules: "Take 1 or 2 from the count. The player who reaches 0 wins.",
        example: "2",
        piece: "step",
        counter: "count",
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
}

impl Picture for Countdown {
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
