//! A game that says no more than it must: all the rest comes from the traits.

use std::fmt;

use numberline_rules::{
    Aim, Choices, FirstTurn, Game, Goal, Info, Line, Mark, Parameter, ParsePositionError, Picture, Seat,
    SettingError, Settings, SiegeIllegal, Span, Step, Turn, Variant,
};

use crate::pick::check_all;

/// Five cells that the players take from the right, one or two at a time. Taking the last one wins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Pile {
    left: u16,
    mover: Seat,
}

#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
struct OnlyVariant;

impl Variant for OnlyVariant {
    const PARAMETERS: &'static [Parameter] = &[];

    fn read(_: &Settings) -> Result<Self, SettingError> {
        Ok(Self)
    }

    fn settings(&self) -> Settings {
        Settings::book(Self::PARAMETERS)
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.mover)
    }
}

impl Game for Pile {
    type Variant = OnlyVariant;
    type Move = Step;
    type Illegal = SiegeIllegal;

    const INFO: Info = Info {
        slug: "pile",
        title: "Pile",
        summary: "Take one or two; the last one wins.",
        rules: "",
        example: "1",
        piece: "number",
        counter: "",
        first: FirstTurn::Fixed,
        repeats: false,
    };

    fn start(_: &OnlyVariant) -> Self {
        Self { left: 5, mover: Seat::One }
    }

    fn parse(_: &str, _: &OnlyVariant) -> Result<Self, ParsePositionError> {
        Err(ParsePositionError::Shape { expected: "nowhere" })
    }

    fn variant(&self) -> OnlyVariant {
        OnlyVariant
    }

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over { winner: self.mover.other() } } else { Turn::Of(self.mover) }
    }

    fn moves(&self, seat: Seat) -> impl Iterator<Item = Step> + '_ {
        let most = if seat == self.mover { self.left.min(2) } else { 0 };
        (1..=most).map(Step)
    }

    fn check(&self, seat: Seat, chosen: Step) -> Result<(), SiegeIllegal> {
        if self.moves(seat).any(|listed| listed == chosen) { Ok(()) } else { Err(SiegeIllegal::NotToMove) }
    }

    fn play(&mut self, choices: &Choices<Step>) {
        self.left -= choices[self.mover].0;
        self.mover = self.mover.other();
    }
}

impl Picture for Pile {
    fn extent(&self) -> Span {
        Span { first: 1, last: 5 }
    }

    fn aim(&self, _: Seat, Step(taken): Step) -> Aim {
        Aim::cell((self.left - taken + 1).into())
    }

    fn meant(&self, _: Seat, aim: Aim) -> Option<Step> {
        let taken = i64::from(self.left) + 1 - aim.single()?;
        taken.try_into().ok().map(Step)
    }

    fn touched(&self, choices: &Choices<Step>) -> Span {
        let Step(taken) = choices[self.mover];
        Span { first: (self.left - taken + 1).into(), last: self.left.into() }
    }

    fn line(&self, window: Span) -> Line {
        Line::draw(window, |cell| if cell > self.left.into() { Mark::Crossed } else { Mark::Open })
    }
}

#[test]
fn what_a_game_does_not_say_comes_from_the_traits() {
    check_all::<Pile>("");
    let start = Pile::start(&OnlyVariant);
    let begins = Seat::BOTH.map(|first| Pile::start_with(&OnlyVariant, first));
    assert_eq!(begins, [Some(start.clone()), None], "the book does not leave open who begins");
    let names = ["Ada", "Bob"];
    let summary = Pile::INFO.summary.to_owned();
    assert_eq!(start.goal(names), Goal { whole: summary.clone(), win: summary });
    assert_eq!((start.conclusion(names), start.ruling()), (None, None));
    assert!(start.landmarks().is_empty());
    let over = Pile { left: 0, mover: Seat::One };
    assert_eq!(over.conclusion(names).as_deref(), Some("Bob wins."));
}
