//! Setting up the hands of a position, and what its line does not show. As for cells, it is found by trying.

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Name, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ENDS, last, position, starting, with_word};

/// Why a text is not two hands.
const NOT_HANDS: &str = "The hands must be two lists of cards with one slash between them and no spaces, such as 1,2,4/1,3,5; \
                         an empty hand is -.";

/// The hands of a position, and how else they could be dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Deal {
    /// All cards that each seat can have.
    deck: [Vec<u8>; 2],
    /// The position with the hands that were asked for, as `position` takes it.
    position: Option<String>,
    /// Why there is no such position.
    refusal: Option<String>,
    /// The positions that look the same.
    alike: Vec<Alike>,
}

/// A position that looks the same, and is another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Alike {
    /// The position, as `position` takes it.
    position: String,
    /// What is different, in a sentence.
    unseen: String,
}

impl Deal {
    /// The hands of a position, and those that are asked for: `1,2,4/1,3,5`, with `-` for an empty one. `None` in a game without.
    pub(crate) fn of(game: &dyn AnyGame, at: &dyn AnyMatch, wanted: Option<&str>) -> Option<Self> {
        let now = hands(at)?;
        let set = at.settings().to_string().split_whitespace().map(str::to_owned).collect();
        let deck = hands(&*Request { set, ..Request::default() }.start(game).ok()?)?;
        let mut deal = Self { deck, position: None, refusal: None, alike: alike(game, at) };
        match wanted.map(|wanted| dealt(game, at, &now, wanted)) {
            Some(Ok(position)) => deal.position = Some(position),
            Some(Err(reason)) => deal.refusal = Some(reason),
            None => {}
        }
        Some(deal)
    }
}

/// The position with other hands, or why there is none.
fn dealt(game: &dyn AnyGame, at: &dyn AnyMatch, now: &[Vec<u8>; 2], wanted: &str) -> Result<String, String> {
    let (one, two) = two_words(wanted).ok_or(NOT_HANDS)?;
    let place = place_of(at, now).ok_or("The hands of this position cannot be changed.")?;
    let text = with_word(&with_word(&at.position(), place, one), place + 1, two);
    match starting(at, text.clone()).start(game) {
        Ok(found) => Ok(found.position()),
        Err(error) => {
            let found = with_ends(&text).find_map(|text| position(game, at, text));
            found.map(|found| found.position()).ok_or(error.reason)
        }
    }
}

/// The words before and after the one slash. Each takes the place of one word, so it must be one.
fn two_words(text: &str) -> Option<(&str, &str)> {
    let (one, two) = text.split_once('/')?;
    let is_word = |part: &str| {
        !part.is_empty() && !part.contains(|letter: char| letter == '/' || letter.is_whitespace())
    };
    (is_word(one) && is_word(two)).then_some((one, two))
}

fn hands(at: &dyn AnyMatch) -> Option<[Vec<u8>; 2]> {
    let extent = at.extent();
    at.line(numberline_rules::Span { first: extent.first, last: extent.first }).hands
}

/// Where the two hands stand in the text of a position: side by side, and before its last word.
fn place_of(at: &dyn AnyMatch, hands: &[Vec<u8>; 2]) -> Option<usize> {
    let written = |hand: &Vec<u8>| match hand.is_empty() {
        true => "-".to_owned(),
        false => hand.iter().map(u8::to_string).collect::<Vec<_>>().join(","),
    };
    let [one, two] = Seat::BOTH.map(|seat| written(seat.of(hands)));
    let text = at.position();
    let words: Vec<&str> = text.split_whitespace().collect();
    let before_last = words.split_last().map_or(&[][..], |(_, before)| before);
    before_last.windows(2).rposition(|pair| pair == [one.as_str(), two.as_str()])
}

/// A text with each last word that there can be.
fn with_ends(text: &str) -> impl Iterator<Item = String> {
    ENDS.map(|end| with_word(text, last(text), end)).into_iter()
}

fn alike(game: &dyn AnyGame, at: &dyn AnyMatch) -> Vec<Alike> {
    let names = Name::of_both_seats();
    let now = at.position();
    let others =
        with_ends(&now).filter_map(|text| position(game, at, text)).filter(|other| other.position() != now);
    let told =
        others.filter_map(|other| Some(Alike { position: other.position(), unseen: other.unseen(&names)? }));
    told.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use numberline_table::find;

    use super::*;

    fn dealt(from: &str, wanted: Option<&str>) -> Deal {
        let game = find("cards").unwrap();
        let at = Request { position: Some(from.to_owned()), ..Request::default() }.start(game).unwrap();
        Deal::of(game, &*at, wanted).unwrap()
    }

    #[test]
    fn hands_are_dealt_as_far_as_they_fit() {
        let start = "0 1,2,3,4,5 1,2,3,4,5 -";
        assert_eq!(dealt(start, None).deck, [vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4, 5]]);
        // Somebody has pushed the marker then, and it says who.
        let position = |from, wanted| dealt(from, Some(wanted)).position;
        assert_eq!(position(start, "1,2,4,5/1,2,3,5").as_deref(), Some("0 1,2,4,5 1,2,3,5 2"));
        assert_eq!(position("1 1 1 1", "2/2").as_deref(), Some("1 2 2 1"));
        assert_eq!(position("0 1 1 -", "-/-").as_deref(), Some("0 - - -"));
        let uneven = dealt(start, Some("1,2,4,5/1,2,3,4,5"));
        assert_eq!(uneven.position, None);
        assert!(uneven.refusal.unwrap().contains("both must have equally many"));
        assert!(dealt(start, Some("9/9")).refusal.unwrap().contains("no card 9"));
    }

    #[test]
    fn what_is_not_two_hands_is_refused() {
        for wanted in ["", "1,2", "/", "1,2/", "/1,2", "1,2/1,2/1", "1,2/1 ,2", "1,2 1,2/-", " 1/2", "1/2\t"]
        {
            let deal = dealt("0 1,2,3,4,5 1,2,3,4,5 -", Some(wanted));
            assert_eq!((deal.position, deal.refusal.as_deref()), (None, Some(NOT_HANDS)), "{wanted:?}");
        }
    }

    #[test]
    fn who_has_pushed_last_can_be_chosen() {
        let alike = dealt("0 1,2,4 1,2,4 2", None).alike;
        let said: Vec<_> =
            alike.iter().map(|other| (other.position.as_str(), other.unseen.as_str())).collect();
        let others = [
            ("0 1,2,4 1,2,4 1", "Player 1 moved the marker last."),
            ("0 1,2,4 1,2,4 -", "The marker has not moved yet."),
        ];
        assert_eq!(said, others);
        // Away from 0 it makes no difference.
        assert_eq!(dealt("-1 1,2,4 1,2,3 2", None).alike, []);
        assert_eq!(dealt("0 1,2,3,4,5 1,2,3,4,5 -", None).alike, []);
    }

    #[test]
    fn a_game_without_hands_deals_none() {
        let game = find("token").unwrap();
        let at = Request::default().start(game).unwrap();
        assert_eq!(Deal::of(game, &*at, Some("1/2")), None);
    }
}
