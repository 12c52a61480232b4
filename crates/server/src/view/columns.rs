//! The moves of a seat as columns: property by property, so that no name is repeated for each move, and without what the
//! columns before say, too.

use numberline_wire::{MoveView, WholeJson};
use serde::Serialize;
use utoipa::ToSchema;

use super::phrase::Phrase;
use super::shown::{Letters, Stretch};

/// Moves, as lists: the first move is what all of them begin with. A text may be told by an earlier one in its
/// list: the last one that is whole and has as many numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct MoveColumns {
    /// The moves, as a player types them.
    text: Vec<ToldText>,
    /// What they do, in a few words. An empty list, or none at the end, stands for the numbers of the move's `text`.
    effect: Vec<ToldText>,
    /// The cells to click. An empty list stands for the first and the last number of each `text`; if there is none and no `card`
    /// either, they are those of each `effect`.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<Option<Aimed>>>,
    /// The cards to click. An empty list stands for the number of each `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<Vec<Option<u8>>>,
    /// What the line shows afterwards, where that does not depend on the other seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<ShownColumn>,
    /// The moves that end the game, by their places in the lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ends: Vec<usize>,
    /// The moves that capture a piece, by their places, each with the seat that loses it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captures: Vec<(usize, u8)>,
}

/// A text of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum ToldText {
    /// The text itself.
    Whole(String),
    /// The number of one that is otherwise like an earlier one.
    Number(u64),
    /// The same for any number of numbers.
    Numbers(Vec<u64>),
}

/// Cells to click.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum Aimed {
    /// One cell.
    One(WholeJson),
    /// The first and the last of several.
    All([WholeJson; 2]),
}

/// What the line shows after each move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum ShownColumn {
    /// After all of them, the cells to click show this letter. A piece is on the last of them alone, and leaves `.` where it was.
    Letter(char),
    /// Stretches of the line.
    Stretches(Vec<Option<ShownStretch>>),
}

/// What the line shows after a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum ShownStretch {
    /// The letters of the last stretch that has some, from this cell on.
    From(WholeJson),
    /// A cell, and the letters from there to the last one that changes.
    Whole(Stretch),
}

impl MoveColumns {
    /// Moves on a line with these letters.
    pub(super) fn new(moves: &[MoveView], line: &Letters) -> Self {
        let effects: Vec<_> = moves.iter().map(|each| Phrase::of(&each.effect)).collect();
        let texts: Vec<_> = moves.iter().map(|each| Phrase::of(&each.text)).collect();
        let has = |seen: fn(&MoveView) -> bool| moves.iter().any(seen);
        // Whether the cells of all moves are the ends of the numbers in these texts.
        let named = |texts: &[Phrase<'_>]| {
            moves.iter().zip(texts).all(|(each, text)| {
                let ends = text.numbers.first().zip(text.numbers.last());
                let ends = ends.map(|(first, last)| [*first, *last].map(WholeJson::from));
                ends.is_some() && each.cells == ends
            })
        };
        let is_card = |(each, text): (&MoveView, &Phrase<'_>)| {
            let number = match text.numbers.as_slice() {
                [number] => u8::try_from(*number).ok(),
                _ => None,
            };
            number.is_some() && each.card == number
        };
        let cells = || Some(moves.iter().map(|each| each.cells.map(Aimed::new)).collect());
        let (cells, card) = match (has(|each| each.cells.is_some()), has(|each| each.card.is_some())) {
            (false, true) if moves.iter().zip(&texts).all(is_card) => (None, Some(Vec::new())),
            (true, false) if named(&effects) => (None, None),
            (true, false) if named(&texts) => (Some(Vec::new()), None),
            (aims, has_cards) => {
                let cards = has_cards.then(|| moves.iter().map(|each| each.card).collect());
                (if aims || !has_cards { cells() } else { None }, cards)
            }
        };
        Self {
            text: told(moves.iter().map(|each| each.text.as_str()).zip(&texts), &[]),
            effect: told(moves.iter().map(|each| each.effect.as_str()).zip(&effects), &texts),
            cells,
            card,
            then: has(|each| each.then.is_some()).then(|| ShownColumn::new(moves, line)),
            ends: moves.iter().enumerate().filter(|(_, each)| each.ends).map(|(place, _)| place).collect(),
            captures: moves
                .iter()
                .enumerate()
                .filter_map(|(place, each)| Some((place, each.captures?)))
                .collect(),
        }
    }
}

/// Texts that are told by earlier ones, or by the numbers of `others`, where that is possible.
fn told<'a>(texts: impl Iterator<Item = (&'a str, &'a Phrase<'a>)>, others: &[Phrase<'_>]) -> Vec<ToldText> {
    // The last whole text with each count of numbers.
    let mut models: Vec<&[&str]> = Vec::new();
    let mut tell = |place: usize, text: &str, phrase: &'a Phrase<'a>| {
        let count = phrase.numbers.len();
        if models.len() <= count {
            models.resize(count + 1, &[]);
        }
        let is_like = models.get(count).is_some_and(|words| *words == phrase.words);
        match (phrase.numbers.as_slice(), others.get(place)) {
            ([_, ..], _) if !is_like || !phrase.is_plain => {
                models.get_mut(count).into_iter().for_each(|words| *words = &phrase.words);
                ToldText::Whole(text.to_owned())
            }
            ([], _) => ToldText::Whole(text.to_owned()),
            (numbers, Some(other)) if other.numbers == numbers => ToldText::Numbers(Vec::new()),
            ([number], _) => ToldText::Number(*number),
            (numbers, _) => ToldText::Numbers(numbers.to_vec()),
        }
    };
    let mut told: Vec<_> =
        texts.enumerate().map(|(place, (text, phrase))| tell(place, text, phrase)).collect();
    while told.pop_if(|last| *last == ToldText::Numbers(Vec::new())).is_some() {}
    told
}

impl Aimed {
    fn new([first, last]: [WholeJson; 2]) -> Self {
        if first == last { Self::One(first) } else { Self::All([first, last]) }
    }
}

impl ShownColumn {
    fn new(moves: &[MoveView], line: &Letters) -> Self {
        let changed = moves.iter().filter_map(|each| each.then.as_ref()).flatten();
        let letter = changed.map(|(_, letter)| *letter).find(|letter| *letter != '.');
        let is_letter = |each: &MoveView, letter| {
            let cells = each.cells.map(|cells| cells.map(WholeJson::cell));
            each.then.as_ref().zip(cells).is_some_and(|(then, cells)| line.become_by(then, letter, cells))
        };
        if let Some(letter) = letter.filter(|letter| moves.iter().all(|each| is_letter(each, *letter))) {
            return Self::Letter(letter);
        }
        let mut last: Option<String> = None;
        let mut stretch = |each: &MoveView| {
            let Stretch((from, letters)) = line.stretch(each.then.as_ref()?);
            if last.as_ref() == Some(&letters) {
                return Some(ShownStretch::From(from));
            }
            last = Some(letters.clone());
            Some(ShownStretch::Whole(Stretch((from, letters))))
        };
        Self::Stretches(moves.iter().map(&mut stretch).collect())
    }
}
