//! Line Duel (cards): both play a card in secret; the difference pushes the marker towards an end.

mod picture;

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::select::{pick, places};
use crate::text::{number, signed_numeral};
use crate::{
    Choices, Domain, FirstTurn, Game, Info, Parameter, ParseMoveError, ParsePositionError, Seat,
    SettingError, SettingValue, Settings, Simultaneous, Turn, Variant,
};

/// Who wins when the last card leaves the marker at 0 (ruling R8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tiebreak {
    /// By the rule text: the seat that pushed the marker last wins.
    Rules,
    /// By the book's worked example: the seat that pushed the marker last loses.
    Sample,
}

/// How many cards a hand has, how far the line goes, and how a tie is broken.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CardsVariant {
    cards: u8,
    end: u16,
    tiebreak: Tiebreak,
}

impl CardsVariant {
    /// A hand is 1 to this card.
    #[must_use]
    pub fn cards(&self) -> u8 {
        self.cards
    }

    /// The line goes from minus this to plus this.
    #[must_use]
    pub fn end(&self) -> u16 {
        self.end
    }

    /// How a tie is broken.
    #[must_use]
    pub fn tiebreak(&self) -> Tiebreak {
        self.tiebreak
    }
}

impl Default for CardsVariant {
    fn default() -> Self {
        Self { cards: 5, end: 5, tiebreak: Tiebreak::Rules }
    }
}

impl Variant for CardsVariant {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "cards",
            help: "a hand is 1..cards",
            differs: "cards 1 to {}",
            domain: Domain::Number { book: 5, min: 1, max: 20 },
        },
        Parameter {
            name: "end",
            help: "how far the ends of the line are from 0",
            differs: "ends at −{} and +{}",
            domain: Domain::Number { book: 5, min: 1, max: 1_000 },
        },
        Parameter {
            name: "tiebreak",
            help: "at 0 after the last card: rules, the last push wins; sample, it loses",
            differs: "on 0 the last push loses",
            domain: Domain::Word(&["rules", "sample"]),
        },
    ];

    fn read(settings: &Settings) -> Result<Self, SettingError> {
        let sample = settings.word("tiebreak")? == "sample";
        Ok(Self {
            cards: settings.small("cards")?,
            end: settings.small("end")?,
            tiebreak: if sample { Tiebreak::Sample } else { Tiebreak::Rules },
        })
    }

    fn settings(&self) -> Settings {
        let tiebreak = match self.tiebreak {
            Tiebreak::Rules => "rules",
            Tiebreak::Sample => "sample",
        };
        Settings::book(Self::PARAMETERS)
            .with("cards", SettingValue::Number(self.cards.into()))
            .with("end", SettingValue::Number(self.end.into()))
            .with("tiebreak", SettingValue::Word(tiebreak))
    }
}

/// The card to play. Written `3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub u8);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Card {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let card = number(text.trim()).and_then(|card| u8::try_from(card).ok());
        card.map(Self).ok_or(ParseMoveError { expected: "the number of a card you hold" })
    }
}

/// Why a card cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardsIllegal {
    /// There is no such card.
    NoSuchCard {
        /// The card asked for.
        card: u8,
        /// The highest card there is.
        highest: u8,
    },
    /// The card has been played before.
    AlreadyPlayed(u8),
    /// The game is over.
    Over,
}

impl fmt::Display for CardsIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchCard { card, highest } => {
                write!(f, "There is no card {card}; cards go from 1 to {highest}.")
            }
            Self::AlreadyPlayed(card) => write!(f, "You have played card {card} already."),
            Self::Over => f.write_str("The game is over."),
        }
    }
}

impl core::error::Error for CardsIllegal {}

/// The cards that a seat holds; bit `n` stands for card `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Held(u32);

impl Held {
    fn full(cards: u8) -> Self {
        Self((1..=cards).fold(0, |bits, card| bits | 1 << card))
    }

    fn contains(self, card: u8) -> bool {
        card < 32 && self.0 >> card & 1 == 1
    }

    fn without(self, Card(card): Card) -> Self {
        if self.contains(card) { Self(self.0 & !(1 << card)) } else { self }
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }

    fn cards(self) -> impl Iterator<Item = u8> {
        places(self.0.into()).map(|card| card as u8)
    }

    /// `1,2,4,5`, or `-` for an empty hand.
    fn read(text: &str, highest: u8) -> Result<Self, ParsePositionError> {
        let mut held = Self(0);
        for word in text.split(',').filter(|_| text != "-") {
            let Card(card) = word.parse().map_err(|_| SHAPE)?;
            if !(1..=highest).contains(&card) {
                let reason = format!("There is no card {card}; cards go from 1 to {highest}.");
                return Err(ParsePositionError::Impossible(reason));
            }
            if held.contains(card) {
                let reason = format!("A hand holds card {card} only once.");
                return Err(ParsePositionError::Impossible(reason));
            }
            held = Self(held.0 | 1 << card);
        }
        Ok(held)
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count() == 0 {
            return f.write_str("-");
        }
        self.cards()
            .enumerate()
            .try_for_each(|(place, card)| if place == 0 { write!(f, "{card}") } else { write!(f, ",{card}") })
    }
}

const SHAPE: ParsePositionError = ParsePositionError::Shape {
    expected: "as marker, both hands and who pushed last, such as '-1 1,2,4,5 1,2,3,5 2' (- for none)",
};

/// A position of Line Duel (cards).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cards {
    variant: CardsVariant,
    marker: i32,
    hands: [Held; 2],
    last_push: Option<Seat>,
}

impl Cards {
    /// Where the marker is.
    #[must_use]
    pub fn marker(&self) -> i32 {
        self.marker
    }

    /// Who moved the marker last, if it has moved.
    #[must_use]
    pub fn last_push(&self) -> Option<Seat> {
        self.last_push
    }

    /// The cards that the seat still holds, ascending.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        seat.of(&self.hands).cards()
    }

    fn end(&self) -> i32 {
        self.variant.end.into()
    }

    #[inline]
    fn push(&self, choices: &Choices<Card>) -> i32 {
        let difference = i32::from(choices[Seat::One].0) - i32::from(choices[Seat::Two].0);
        (self.marker + difference).clamp(-self.end(), self.end())
    }

    /// Whether the seat has played a card that is higher than one that the other seat has played.
    fn may_have_pushed(&self, seat: Seat) -> bool {
        let played = |seat: Seat| {
            let hand = *seat.of(&self.hands);
            (1..=self.variant.cards).filter(move |card| !hand.contains(*card))
        };
        played(seat).max() > played(seat.other()).min()
    }

    /// With every card played and the marker at 0 (ruling R8). A marker that never moved gives the win to Player 2.
    fn tiebreak(&self) -> Seat {
        match (self.last_push, self.variant.tiebreak) {
            (None, _) => Seat::Two,
            (Some(pusher), Tiebreak::Rules) => pusher,
            (Some(pusher), Tiebreak::Sample) => pusher.other(),
        }
    }
}

impl Game for Cards {
    type Variant = CardsVariant;
    type Move = Card;
    type Illegal = CardsIllegal;

    const INFO: Info = Info {
        slug: "cards",
        title: "Line Duel (cards)",
        summary: "Both secretly play a card; the difference pushes the marker.",
        rules: include_str!("cards.md"),
        example: "3",
        piece: "card",
        counter: "marker",
        first: FirstTurn::Fixed,
        repeats: false,
    };

    fn start(variant: &CardsVariant) -> Self {
        let hand = Held::full(variant.cards);
        Self { variant: variant.clone(), marker: 0, hands: [hand, hand], last_push: None }
    }

    /// `-1 1,2,4,5 1,2,3,5 2`: the marker, both hands, and who pushed last.
    fn parse(text: &str, variant: &CardsVariant) -> Result<Self, ParsePositionError> {
        let words: alloc::vec::Vec<&str> = text.split_whitespace().collect();
        let [marker, one, two, last_push] = words.as_slice() else { return Err(SHAPE) };
        let (negative, digits) = match marker.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, marker.strip_prefix('+').unwrap_or(marker)),
        };
        let distance = number(digits).and_then(|distance| i32::try_from(distance).ok()).ok_or(SHAPE)?;
        let marker = if negative { -distance } else { distance };
        let hands = [Held::read(one, variant.cards)?, Held::read(two, variant.cards)?];
        let last_push = match *last_push {
            "-" => None,
            seat => Some(seat.parse().map_err(|_| SHAPE)?),
        };
        let position = Self { variant: variant.clone(), marker, hands, last_push };
        let impossible = |reason: String| Err(ParsePositionError::Impossible(reason));
        let end = position.end();
        let [one, two] = hands.map(Held::count);
        if distance > end {
            return impossible(format!(
                "The marker is at {}, but the line ends at {} and {}.",
                signed_numeral(marker.into()),
                signed_numeral((-end).into()),
                signed_numeral(end.into())
            ));
        }
        if one != two {
            return impossible(format!(
                "One hand has {one} cards and the other {two}; both must have equally many."
            ));
        }
        if marker != 0 && last_push.is_none() {
            return impossible(format!(
                "The marker is at {}, so a player must have pushed it last.",
                signed_numeral(marker.into())
            ));
        }
        if one == variant.cards.into() && last_push.is_some() {
            return impossible("No card has been played, so nobody has pushed the marker yet.".into());
        }
        if last_push.is_none() && hands[0] != hands[1] {
            return impossible(
                "The hands differ, so different cards have been played, and a player must have pushed the marker last."
                    .into(),
            );
        }
        if let Some(seat) = last_push.filter(|seat| !position.may_have_pushed(*seat)) {
            return impossible(format!(
                "Player {seat} cannot have pushed the marker: no card that they have played is higher than one that \
                 Player {} has played.",
                seat.other()
            ));
        }
        Ok(position)
    }

    fn variant(&self) -> CardsVariant {
        self.variant.clone()
    }

    /// Names the tie-break and the reading that it was chosen over (ruling R8).
    fn ruling(&self) -> Option<&'static str> {
        if self.marker != 0 || self.hands != [Held(0), Held(0)] {
            return None;
        }
        self.last_push.map(|_| match self.variant.tiebreak {
            Tiebreak::Rules => {
                "The last push wins by the book's rule. The book's worked example decides this the other way round."
            }
            Tiebreak::Sample => {
                "The last push loses, as in the book's worked example. The book's rule decides this the other way round."
            }
        })
    }

    /// Reaching an end wins at once. When the cards are used up, the marker's side decides, and at 0 the tie-break.
    /// Equal hands always end at 0 (ruling R10); the sides decide only in positions that were set up.
    #[inline]
    fn turn(&self) -> Turn {
        let all_played = self.hands == [Held(0), Held(0)];
        let winner = if self.marker == self.end() || (all_played && self.marker > 0) {
            Seat::One
        } else if self.marker == -self.end() || (all_played && self.marker < 0) {
            Seat::Two
        } else if all_played {
            self.tiebreak()
        } else {
            return Turn::Both;
        };
        Turn::Over { winner }
    }

    #[inline]
    fn moves(&self, seat: Seat) -> impl Iterator<Item = Card> + '_ {
        let hand = if self.turn().acts(seat) { *seat.of(&self.hands) } else { Held(0) };
        hand.cards().map(Card)
    }

    #[inline]
    fn pick(&self, seat: Seat, choose: impl FnOnce(u64) -> u64) -> Option<Card> {
        let hand = if self.turn().acts(seat) { *seat.of(&self.hands) } else { Held(0) };
        pick(hand.0.into(), choose).map(|card| Card(card as u8))
    }

    fn check(&self, seat: Seat, Card(card): Card) -> Result<(), CardsIllegal> {
        let highest = self.variant.cards;
        if !self.turn().acts(seat) {
            Err(CardsIllegal::Over)
        } else if !(1..=highest).contains(&card) {
            Err(CardsIllegal::NoSuchCard { card, highest })
        } else if seat.of(&self.hands).contains(card) {
            Ok(())
        } else {
            Err(CardsIllegal::AlreadyPlayed(card))
        }
    }

    #[inline]
    fn play(&mut self, choices: &Choices<Card>) {
        let (one, two) = (choices[Seat::One], choices[Seat::Two]);
        self.marker = self.push(choices);
        let [first, second] = self.hands;
        self.hands = [first.without(one), second.without(two)];
        self.last_push = match one.cmp(&two) {
            core::cmp::Ordering::Greater => Some(Seat::One),
            core::cmp::Ordering::Less => Some(Seat::Two),
            core::cmp::Ordering::Equal => self.last_push,
        };
    }
}

impl Simultaneous for Cards {
    /// Both hands have the same size, and every ply takes a card from each.
    fn plies_left(&self) -> u64 {
        let [hand, _] = self.hands;
        hand.count().into()
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = self.hands;
        write!(f, "{} {one} {two} ", self.marker)?;
        match self.last_push {
            Some(seat) => write!(f, "{seat}"),
            None => f.write_str("-"),
        }
    }
}
