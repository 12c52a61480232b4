//! Line Duel (token): push the shared token one or two positions; the player who lands it on an end loses.

mod picture;
mod push;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::text::{UpTo, number};
use crate::{
    Cells, Choices, Domain, FirstTurn, Game, Info, Parameter, ParsePositionError, Run, Seat, Sequential,
    SettingError, SettingValue, Settings, Turn, Variant,
};

pub use push::{Direction, Push};

/// The line, where the token starts, how far it goes in one move, and whether it may come back to a square.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TokenVariant {
    length: u16,
    start: u16,
    step: u16,
    revisit: bool,
}

impl TokenVariant {
    /// The last square of the line.
    #[must_use]
    pub fn length(&self) -> u16 {
        self.length
    }

    /// The longest move.
    #[must_use]
    pub fn step(&self) -> u16 {
        self.step
    }

    /// Whether a square may be entered again.
    #[must_use]
    pub fn may_revisit(&self) -> bool {
        self.revisit
    }
}

impl Default for TokenVariant {
    fn default() -> Self {
        Self { length: 10, start: 5, step: 2, revisit: true }
    }
}

impl Variant for TokenVariant {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "length",
            help: "the line is 1..length",
            differs: "squares 1 to {}",
            domain: Domain::Number { book: 10, min: 3, max: 10_000 },
        },
        Parameter {
            name: "start",
            help: "where the token starts, from 2 to length-1",
            differs: "the token starts on {}",
            domain: Domain::Number { book: 5, min: 2, max: 9_999 },
        },
        Parameter {
            name: "step",
            help: "a move is 1..step positions",
            differs: "moves of up to {}",
            domain: Domain::Number { book: 2, min: 1, max: 9_999 },
        },
        Parameter {
            name: "revisit",
            help: "no: a square already visited may not be entered again; no move left loses",
            differs: "no square twice, and no move left loses",
            domain: Domain::YesNo { book: true },
        },
    ];

    /// The book's start gives way to the middle of a line on which it does not exist.
    fn fitted(settings: Settings, named: &[&str]) -> Settings {
        match (settings.number("length"), settings.number("start")) {
            (Ok(length), Ok(start)) if start >= length && !named.contains(&"start") => {
                settings.with("start", SettingValue::Number(length.div_ceil(2)))
            }
            _ => settings,
        }
    }

    fn read(settings: &Settings) -> Result<Self, SettingError> {
        let length = settings.small("length")?;
        let start = settings.small("start")?;
        if start >= length {
            let range = format!("2 to {} on a line of {length}", length - 1);
            return Err(SettingError::out_of_range("start", &start, &range));
        }
        Ok(Self { length, start, step: settings.small("step")?, revisit: settings.flag("revisit")? })
    }

    fn settings(&self) -> Settings {
        Settings::book(Self::PARAMETERS)
            .with("length", SettingValue::Number(self.length.into()))
            .with("start", SettingValue::Number(self.start.into()))
            .with("step", SettingValue::Number(self.step.into()))
            .with("revisit", SettingValue::Flag(self.revisit))
    }
}

/// Why the token cannot be pushed like this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenIllegal {
    /// No move is that short or that long.
    NoSuchDistance {
        /// How many positions were asked for.
        distance: u16,
        /// The longest move.
        longest: u16,
    },
    /// The token would leave the line.
    BeyondTheEnd {
        /// The end it would pass.
        end: u16,
    },
    /// The square has been visited, and the variant allows no second visit.
    Visited(u16),
    /// It is the other seat's turn, or the game is over.
    NotToMove,
}

impl fmt::Display for TokenIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchDistance { distance, longest } => {
                write!(f, "The token moves {}, not {distance}.", UpTo(*longest))
            }
            Self::BeyondTheEnd { end } => write!(f, "The token cannot move beyond position {end}."),
            Self::Visited(square) => write!(f, "Position {square} has been visited already."),
            Self::NotToMove => f.write_str("It is not your turn."),
        }
    }
}

impl core::error::Error for TokenIllegal {}

/// A position of Line Duel (token).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Token {
    variant: TokenVariant,
    square: u16,
    mover: Seat,
    /// The squares that may still be entered, where none may be entered twice.
    fresh: Option<Cells>,
}

impl Token {
    /// Where the token stands.
    #[must_use]
    pub fn square(&self) -> u16 {
        self.square
    }

    /// The squares that have been visited, where that matters.
    pub fn visited(&self) -> impl Iterator<Item = u16> + '_ {
        let last = if self.fresh.is_some() { self.variant.length } else { 0 };
        (1..=last).filter(|square| !self.may_enter(*square))
    }

    /// How many squares between the ends have not been visited, where that matters.
    #[must_use]
    pub fn fresh_squares(&self) -> Option<u64> {
        let ends = u64::from(self.may_enter(1)) + u64::from(self.may_enter(self.variant.length));
        Some(self.fresh.as_ref()?.runs().map(Run::len).sum::<u64>() - ends)
    }

    #[inline]
    fn may_enter(&self, square: u16) -> bool {
        self.fresh.as_ref().is_none_or(|fresh| fresh.contains(square.into()))
    }

    fn at(variant: &TokenVariant, square: u16, mover: Seat) -> Self {
        let fresh = (!variant.revisit).then(|| Cells::all(variant.length.into()));
        let mut position = Self { variant: variant.clone(), square, mover, fresh };
        position.visit(square);
        position
    }

    /// Why the token cannot have visited these squares, if it cannot.
    fn impossible(&self) -> Option<String> {
        let mut before: Option<u16> = None;
        for square in self.visited() {
            let is_end = square == 1 || square == self.variant.length;
            if is_end && square != self.square {
                return Some(format!(
                    "Position {square} is an end, so the game was over when the token landed there; it cannot have come to {}.",
                    self.square
                ));
            }
            if let Some(before) = before.replace(square).filter(|before| square - before > self.variant.step)
            {
                return Some(format!(
                    "No move is long enough to take the token across from {before} to {square}, but both have been visited."
                ));
            }
        }
        None
    }

    #[inline]
    fn visit(&mut self, square: u16) {
        if let Some(fresh) = &mut self.fresh {
            fresh.remove(square.into());
        }
    }

    #[inline]
    fn landing(&self, push: Push) -> Result<u16, TokenIllegal> {
        let (distance, longest) = (push.distance(), self.variant.step);
        if !(1..=longest).contains(&distance) {
            return Err(TokenIllegal::NoSuchDistance { distance, longest });
        }
        let square = u16::try_from(i32::from(self.square) + push.0).unwrap_or_default();
        if !(1..=self.variant.length).contains(&square) {
            let end = if push.direction() == Direction::Left { 1 } else { self.variant.length };
            return Err(TokenIllegal::BeyondTheEnd { end });
        }
        if self.may_enter(square) { Ok(square) } else { Err(TokenIllegal::Visited(square)) }
    }

    /// The pushes that stay on the line, to the left first, visited squares aside.
    #[inline]
    fn pushes_on_the_line(&self) -> impl Iterator<Item = Push> + use<> {
        let [left, right] = self.room().map(i32::from);
        (-left..0).rev().chain(1..right + 1).map(Push)
    }

    fn pushes(&self) -> impl Iterator<Item = Push> + '_ {
        self.pushes_on_the_line().filter(|push| self.fresh.is_none() || self.landing(*push).is_ok())
    }

    /// How far the token can go to the left and to the right, visited squares aside.
    #[inline]
    fn room(&self) -> [u16; 2] {
        let step = self.variant.step;
        [step.min(self.square - 1), step.min(self.variant.length - self.square)]
    }

    #[inline]
    fn on_an_end(&self) -> bool {
        self.square == 1 || self.square == self.variant.length
    }
}

/// Where no square may be entered twice. This is a part of no other function, so that those of the book's game are short
/// enough to become a part of the loops that play it.
impl Token {
    /// Whether there is no fresh square within reach.
    #[inline(never)]
    fn is_stuck(&self) -> bool {
        self.pushes().next().is_none()
    }

    #[inline(never)]
    fn list_fresh(&self, list: &mut Vec<Push>) {
        list.extend(self.pushes());
    }

    #[inline(never)]
    fn pick_fresh(&self, choose: impl FnOnce(u64) -> u64) -> Option<Push> {
        let count = self.pushes().count() as u64;
        self.pushes().nth(choose(count) as usize)
    }
}

impl Game for Token {
    type Variant = TokenVariant;
    type Move = Push;
    type Illegal = TokenIllegal;

    const INFO: Info = Info {
        slug: "token",
        title: "Line Duel (token)",
        summary: "Push the shared token left or right; landing on an end loses.",
        rules: include_str!("token.md"),
        example: "2 right",
        piece: "step",
        counter: "token",
        first: FirstTurn::EitherSeat,
        repeats: true,
    };

    fn start(variant: &TokenVariant) -> Self {
        Self::at(variant, variant.start, Seat::One)
    }

    fn start_with(variant: &TokenVariant, first: Seat) -> Option<Self> {
        Some(Self::at(variant, variant.start, first))
    }

    /// `7 2`: the token's square and who is to move; with `revisit=no` the visited squares follow: `7 2 5,7`.
    fn parse(text: &str, variant: &TokenVariant) -> Result<Self, ParsePositionError> {
        const SHAPE: ParsePositionError = ParsePositionError::Shape {
            expected: "as square and mover, such as '7 2'; with revisit=no visited squares follow: '7 2 5,7'",
        };
        let mut words = text.split_whitespace();
        let square = |word: &str| number(word).and_then(|square| u16::try_from(square).ok()).ok_or(SHAPE);
        let on_the_line = |at: u16| {
            let there = (1..=variant.length).contains(&at);
            let reason = || format!("There is no position {at} on the line 1 to {}.", variant.length);
            if there { Ok(at) } else { Err(ParsePositionError::Impossible(reason())) }
        };
        let token = words.next().ok_or(SHAPE).and_then(square).and_then(on_the_line)?;
        let mover = words.next().and_then(|word| word.parse().ok()).ok_or(SHAPE)?;
        let mut position = Self::at(variant, token, mover);
        if !variant.revisit {
            for word in words.next().into_iter().flat_map(|visited| visited.split(',')) {
                position.visit(square(word).and_then(on_the_line)?);
            }
        }
        match (words.next(), position.impossible()) {
            (Some(_), _) => Err(SHAPE),
            (None, Some(reason)) => Err(ParsePositionError::Impossible(reason)),
            (None, None) => Ok(position),
        }
    }

    fn variant(&self) -> TokenVariant {
        self.variant.clone()
    }

    /// Landing on an end loses. Where no square may be entered twice, so does having no move left (ruling R2).
    #[inline]
    fn turn(&self) -> Turn {
        if self.on_an_end() {
            return Turn::Over { winner: self.mover };
        }
        let stuck = self.fresh.is_some() && self.is_stuck();
        if stuck { Turn::Over { winner: self.mover.other() } } else { Turn::Of(self.mover) }
    }

    fn moves(&self, seat: Seat) -> impl Iterator<Item = Push> + '_ {
        let pushes = if self.turn().acts(seat) { Some(self.pushes()) } else { None };
        pushes.into_iter().flatten()
    }

    #[inline]
    fn list(&self, seat: Seat, list: &mut Vec<Push>) {
        list.clear();
        if !self.turn().acts(seat) {
            return;
        }
        match self.fresh {
            // One way after the other is faster than a chain of both.
            None => {
                let [left, right] = self.room().map(i32::from);
                list.extend((-left..0).rev().map(Push));
                list.extend((1..right + 1).map(Push));
            }
            Some(_) => self.list_fresh(list),
        }
    }

    #[inline]
    fn pick(&self, seat: Seat, choose: impl FnOnce(u64) -> u64) -> Option<Push> {
        if !self.turn().acts(seat) {
            return None;
        }
        if self.fresh.is_some() {
            return self.pick_fresh(choose);
        }
        let [left, right] = self.room();
        // Targets from left to right; the token's own square is none of them.
        let chosen = choose(u64::from(left + right)) as i32;
        let left = i32::from(left);
        Some(Push(chosen + i32::from(chosen >= left) - left))
    }

    fn check(&self, seat: Seat, chosen: Push) -> Result<(), TokenIllegal> {
        if !self.turn().acts(seat) {
            return Err(TokenIllegal::NotToMove);
        }
        self.landing(chosen).map(|_| ())
    }

    #[inline]
    fn play(&mut self, choices: &Choices<Push>) {
        let Push(to_the_right) = choices[self.mover];
        self.square = (i32::from(self.square) + to_the_right) as u16;
        self.visit(self.square);
        // A seat without a move loses its turn (ruling R4). Short of the ends there is one, for no step is shorter than 1.
        let passes = self.variant.revisit && self.variant.step == 0 && !self.on_an_end();
        if !passes {
            self.mover = self.mover.other();
        }
    }
}

impl Sequential for Token {}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.square, self.mover)?;
        for (place, square) in self.visited().enumerate() {
            write!(f, "{}{square}", if place == 0 { " " } else { "," })?;
        }
        Ok(())
    }
}
