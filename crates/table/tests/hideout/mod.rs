//! Another sixth game, written against the public interface alone: one in which both choose at once, and point at cells of the
//! line instead of cards. Front ends have to play it like the sequential one.

use std::fmt;
use std::str::FromStr;

use numberline_rules::{
    Aim, Choices, Domain, FirstTurn, Game, Info, Line, Mark, Parameter, ParseMoveError, ParsePositionError,
    Picture, Seat, SettingError, SettingValue, Settings, Simultaneous, Span, Turn, Variant,
};

/// Player 1 hides in a cell, and Player 2 lights a cell and the next one. A cell that was hidden in is used up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Hideout {
    /// `.` is free, `x` used up, and in `!` Player 1 was found.
    cells: Vec<char>,
    nights: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct HideoutVariant(u64);

impl Default for HideoutVariant {
    fn default() -> Self {
        Self(4)
    }
}

impl Variant for HideoutVariant {
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        name: "length",
        help: "the line is 1..length",
        differs: "cells 1 to {}",
        domain: Domain::Number { book: 4, min: 2, max: 6 },
    }];

    fn read(settings: &Settings) -> Result<Self, SettingError> {
        settings.number("length").map(Self)
    }

    fn settings(&self) -> Settings {
        Settings::book(Self::PARAMETERS).with("length", SettingValue::Number(self.0))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Spot(usize);

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Spot {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        // Such as `2`, or `cell 2`.
        let number = text.trim().trim_start_matches(Hideout::INFO.piece).trim_start();
        number.parse().map(Self).map_err(|_| ParseMoveError { expected: "the number of a cell" })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NotThere(Spot);

impl fmt::Display for NotThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "You cannot choose {}.", self.0)
    }
}

impl std::error::Error for NotThere {}

impl Game for Hideout {
    type Variant = HideoutVariant;
    type Move = Spot;
    type Illegal = NotThere;

    const INFO: Info = Info {
        slug: "hideout",
        title: "Hideout",
        summary: "Player 1 hides in a cell, Player 2 lights two of them.",
        rules: "Player 1 hides in a cell of the line, a new one every night. Player 2 lights a cell and the next one, and \
                wins by finding Player 1, who wins by staying hidden for two nights.",
        example: "2",
        piece: "cell",
        counter: "",
        first: FirstTurn::Fixed,
        repeats: false,
    };

    fn start(HideoutVariant(length): &HideoutVariant) -> Self {
        Self { cells: (0..*length).map(|_| '.').collect(), nights: 2 }
    }

    fn parse(text: &str, HideoutVariant(length): &HideoutVariant) -> Result<Self, ParsePositionError> {
        let shape = || ParsePositionError::Shape { expected: "as cells and nights left, such as 'x... 1'" };
        let (cells, nights) = text.split_once(' ').ok_or_else(shape)?;
        let cells: Vec<char> = cells.chars().collect();
        let fits = cells.len() as u64 == *length && cells.iter().all(|cell| ".x!".contains(*cell));
        let nights = nights.parse().ok().filter(|nights| fits && *nights <= 2).ok_or_else(shape)?;
        Ok(Self { cells, nights })
    }

    fn variant(&self) -> HideoutVariant {
        HideoutVariant(self.cells.len() as u64)
    }

    fn turn(&self) -> Turn {
        match self.nights {
            _ if self.cells.contains(&'!') => Turn::Over { winner: Seat::Two },
            0 => Turn::Over { winner: Seat::One },
            _ => Turn::Both,
        }
    }

    fn moves(&self, seat: Seat) -> impl Iterator<Item = Spot> + '_ {
        let cells = if self.turn().acts(seat) { self.cells.as_slice() } else { &[] };
        let open = move |cell: &char| seat == Seat::Two || *cell == '.';
        (1..).zip(cells).filter(move |(_, cell)| open(cell)).map(|(number, _)| Spot(number))
    }

    fn check(&self, seat: Seat, chosen: Spot) -> Result<(), NotThere> {
        if self.moves(seat).any(|listed| listed == chosen) { Ok(()) } else { Err(NotThere(chosen)) }
    }

    fn play(&mut self, choices: &Choices<Spot>) {
        let (hidden, lit) = (choices[Seat::One].0, choices[Seat::Two].0);
        let is_found = (lit..=lit + 1).contains(&hidden);
        if let Some(cell) = self.cells.get_mut(hidden - 1) {
            *cell = if is_found { '!' } else { 'x' };
        }
        self.nights -= 1;
    }
}

impl Simultaneous for Hideout {
    fn plies_left(&self) -> u64 {
        self.nights
    }
}

impl Picture for Hideout {
    fn extent(&self) -> Span {
        Span { first: 1, last: self.cells.len() as i64 }
    }

    fn aim(&self, _: Seat, Spot(number): Spot) -> Aim {
        Aim::cell(number as i64)
    }

    fn meant(&self, _: Seat, aim: Aim) -> Option<Spot> {
        aim.single()?.try_into().ok().map(Spot)
    }

    fn touched(&self, choices: &Choices<Spot>) -> Span {
        let hidden = choices[Seat::One].0 as i64;
        Span { first: hidden, last: hidden }
    }

    fn line(&self, window: Span) -> Line {
        Line::draw(window, |cell| match self.cells.get(cell as usize - 1) {
            Some('x') => Mark::Crossed,
            Some('!') => Mark::Claimed(Seat::Two),
            _ => Mark::Open,
        })
    }
}

impl fmt::Display for Hideout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.cells.iter().collect::<String>(), self.nights)
    }
}
