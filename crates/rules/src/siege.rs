//! Number Siege: race towards each other; landing on the opponent or on the far base wins.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::text::{UpTo, number};
use crate::{
    Aim, Choices, Domain, FirstTurn, Game, Goal, Info, Landmark, Line, Mark, Meaning, Parameter,
    ParseMoveError, ParsePositionError, Picture, Seat, Sequential, SettingError, SettingValue, Settings,
    Span, Turn, Variant,
};

/// How long the line is, and how far a step may reach.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SiegeVariant {
    length: u16,
    step: u16,
}

impl SiegeVariant {
    /// Player 2's base; Player 1's is 0.
    #[must_use]
    pub fn length(&self) -> u16 {
        self.length
    }

    /// The longest step.
    #[must_use]
    pub fn step(&self) -> u16 {
        self.step
    }
}

impl Default for SiegeVariant {
    fn default() -> Self {
        Self { length: 10, step: 3 }
    }
}

impl Variant for SiegeVariant {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "length",
            help: "the line is 0..length",
            differs: "positions 0 to {}",
            domain: Domain::Number { book: 10, min: 2, max: 10_000 },
        },
        Parameter {
            name: "step",
            help: "a move is 1..step positions",
            differs: "moves of up to {}",
            domain: Domain::Number { book: 3, min: 1, max: 10_000 },
        },
    ];

    fn read(settings: &Settings) -> Result<Self, SettingError> {
        Ok(Self { length: settings.small("length")?, step: settings.small("step")? })
    }

    fn settings(&self) -> Settings {
        Settings::book(Self::PARAMETERS)
            .with("length", SettingValue::Number(self.length.into()))
            .with("step", SettingValue::Number(self.step.into()))
    }
}

/// How many positions to go towards the far base. Written `3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step(pub u16);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Step {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let steps = number(text.trim()).and_then(|steps| u16::try_from(steps).ok());
        steps.map(Self).ok_or(ParseMoveError { expected: "how many positions to move" })
    }
}

/// Why a step is not allowed here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SiegeIllegal {
    /// No step is that short or that long.
    NoSuchStep {
        /// How many positions were asked for.
        steps: u16,
        /// The longest step.
        longest: u16,
    },
    /// The step would leave the line.
    BeyondTheBase {
        /// How many positions were asked for.
        steps: u16,
        /// The opponent's base.
        base: u16,
    },
    /// It is the other seat's turn, or the game is over.
    NotToMove,
}

impl fmt::Display for SiegeIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchStep { steps, longest } => {
                write!(f, "You must move {}, not {steps}.", UpTo(*longest))
            }
            Self::BeyondTheBase { steps, base } => {
                write!(f, "Moving {steps} would take you beyond the base at position {base}.")
            }
            Self::NotToMove => f.write_str("It is not your turn."),
        }
    }
}

impl core::error::Error for SiegeIllegal {}

/// A position of Number Siege.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Siege {
    variant: SiegeVariant,
    tokens: [u16; 2],
    mover: Seat,
}

impl Siege {
    /// Where the seat's token stands.
    #[must_use]
    pub fn token(&self, seat: Seat) -> u16 {
        *seat.of(&self.tokens)
    }

    /// The base that the seat runs for.
    #[must_use]
    pub fn target(&self, seat: Seat) -> u16 {
        match seat {
            Seat::One => self.variant.length,
            Seat::Two => 0,
        }
    }

    /// How many positions are left until the base that the seat runs for.
    #[inline]
    fn way_left(&self, seat: Seat) -> u16 {
        self.token(seat).abs_diff(self.target(seat))
    }

    #[inline]
    fn landing(&self, seat: Seat, Step(steps): Step) -> u16 {
        match seat {
            Seat::One => self.token(seat) + steps,
            Seat::Two => self.token(seat) - steps,
        }
    }

    /// The two ways to win: landing on the opponent (a capture, at once: ruling R11), or on the far base.
    #[inline]
    fn winner(&self) -> Option<Seat> {
        let [one, two] = self.tokens;
        let captured = one == two;
        let last_mover = self.mover.other();
        if captured {
            Some(last_mover)
        } else {
            Seat::BOTH.into_iter().find(|seat| self.way_left(*seat) == 0)
        }
    }
}

impl Game for Siege {
    type Variant = SiegeVariant;
    type Move = Step;
    type Illegal = SiegeIllegal;

    const INFO: Info = Info {
        slug: "siege",
        title: "Number Siege",
        summary: "Race to the far base, or win by landing on the opponent.",
        rules: include_str!("siege.md"),
        example: "3",
        piece: "step",
        counter: "token",
        first: FirstTurn::Fixed,
        repeats: false,
    };

    fn start(variant: &SiegeVariant) -> Self {
        Self { variant: variant.clone(), tokens: [0, variant.length], mover: Seat::One }
    }

    /// `3 10 2`: Player 1's token, Player 2's, and who is to move.
    fn parse(text: &str, variant: &SiegeVariant) -> Result<Self, ParsePositionError> {
        const SHAPE: ParsePositionError =
            ParsePositionError::Shape { expected: "as both tokens and mover, such as '3 10 2'" };
        let mut words = text.split_whitespace();
        let mut token = || words.next().and_then(number).and_then(|at| u16::try_from(at).ok()).ok_or(SHAPE);
        let tokens = [token()?, token()?];
        let mover = words.next().and_then(|word| word.parse().ok()).ok_or(SHAPE)?;
        if words.next().is_some() {
            return Err(SHAPE);
        }
        let position = Self { variant: variant.clone(), tokens, mover };
        let impossible = |reason| Err(ParsePositionError::Impossible(reason));
        if let Some(off) = tokens.into_iter().find(|at| *at > variant.length) {
            return impossible(format!("There is no position {off} on the line 0 to {}.", variant.length));
        }
        let arrived = Seat::BOTH.map(|seat| position.way_left(seat) == 0);
        if arrived == [true, true] {
            return impossible(
                "Both tokens stand on the far base, but the first to land there had won.".into(),
            );
        }
        if *mover.of(&arrived) {
            return impossible(format!(
                "Player {mover} has reached the far base, so it cannot be their turn."
            ));
        }
        Ok(position)
    }

    fn variant(&self) -> SiegeVariant {
        self.variant.clone()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.winner() {
            Some(winner) => Turn::Over { winner },
            None => Turn::Of(self.mover),
        }
    }

    #[inline]
    fn moves(&self, seat: Seat) -> impl Iterator<Item = Step> + '_ {
        let longest = if self.turn().acts(seat) { self.variant.step.min(self.way_left(seat)) } else { 0 };
        (1..=longest).map(Step)
    }

    #[inline]
    fn pick(&self, seat: Seat, choose: impl FnOnce(u64) -> u64) -> Option<Step> {
        let longest = if self.turn().acts(seat) { self.variant.step.min(self.way_left(seat)) } else { 0 };
        (longest > 0).then(|| Step(choose(longest.into()) as u16 + 1))
    }

    fn check(&self, seat: Seat, chosen: Step) -> Result<(), SiegeIllegal> {
        let Step(steps) = chosen;
        let longest = self.variant.step;
        if !self.turn().acts(seat) {
            Err(SiegeIllegal::NotToMove)
        } else if !(1..=longest).contains(&steps) {
            Err(SiegeIllegal::NoSuchStep { steps, longest })
        } else if steps > self.way_left(seat) {
            Err(SiegeIllegal::BeyondTheBase { steps, base: self.target(seat) })
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play(&mut self, choices: &Choices<Step>) {
        let mover = self.mover;
        *mover.of_mut(&mut self.tokens) = self.landing(mover, choices[mover]);
        // A seat without a move forfeits its turn (ruling R12). Short of the base there always is one.
        if self.way_left(mover.other()) > 0 || self.winner().is_some() {
            self.mover = mover.other();
        }
    }
}

impl Picture for Siege {
    fn extent(&self) -> Span {
        Span { first: 0, last: self.variant.length.into() }
    }

    fn aim(&self, seat: Seat, chosen: Step) -> Aim {
        Aim::cell(self.landing(seat, chosen).into())
    }

    fn meant(&self, seat: Seat, aim: Aim) -> Option<Step> {
        let (from, to) = (i64::from(self.token(seat)), aim.single()?);
        let steps = match seat {
            Seat::One => to.checked_sub(from)?,
            Seat::Two => from.checked_sub(to)?,
        };
        Some(Step(steps.try_into().ok()?))
    }

    fn touched(&self, choices: &Choices<Step>) -> Span {
        let from = self.token(self.mover);
        Span::between(from.into(), self.landing(self.mover, choices[self.mover]).into())
    }

    fn line(&self, window: Span) -> Line {
        // After a capture both tokens share a cell; it shows the one that landed there.
        let seats = [self.mover.other(), self.mover];
        Line::draw(window, |cell| {
            let here = seats.into_iter().find(|seat| i64::from(self.token(*seat)) == cell);
            here.map_or(Mark::Open, Mark::Piece)
        })
    }

    fn landmarks(&self) -> Vec<Landmark> {
        Seat::BOTH
            .map(|seat| Landmark { cell: self.target(seat.other()).into(), meaning: Meaning::Base(seat) })
            .into()
    }

    fn goal(&self, _: [&str; 2]) -> Goal {
        let steps = UpTo(self.variant.step);
        let (win, brief) = ("landing on it or on the opponent wins", "the far base or a capture wins");
        Goal::with_brief(format!("Move {steps} towards the other base"), win, brief)
    }

    fn conclusion(&self, names: [&str; 2]) -> Option<String> {
        let winner = self.winner()?;
        let (name, at) = (winner.of(&names), self.token(winner));
        Some(if self.token(winner.other()) == at {
            format!("{name} captured {} on {at} and wins.", winner.other().of(&names))
        } else {
            format!("{name} reached the base at {at} and wins.")
        })
    }
}

impl Sequential for Siege {}

impl fmt::Display for Siege {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = self.tokens;
        write!(f, "{one} {two} {}", self.mover)
    }
}
