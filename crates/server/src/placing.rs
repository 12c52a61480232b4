//! Setting up a position by pointing: what else could stand on a cell. It is found by trying. A position is text, and the game
//! says which texts are positions, so nothing here knows a game.

mod deal;

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Request};
use numberline_wire::letter;
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use deal::Deal;

/// A longer line is not set up by pointing.
const MOST_CELLS: u64 = 1_000;

/// The letters with which positions write cells: free, crossed out or claimed, claimed, blocked.
const FREE: char = '.';
const CLAIMED: [char; 2] = ['X', 'O'];
const BLOCKED: char = '-';

/// What the last word of a position can be: who moves next, or who has moved last.
const ENDS: [&str; 3] = ["1", "2", "-"];

/// A position in which something else stands on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Placement {
    /// The position, as `position` takes it.
    position: String,
    /// What stands on the cell then, as in the cells of a board.
    #[schema(value_type = String)]
    letter: char,
}

/// The positions that differ from this one in what stands on a cell: one for each thing that can stand there.
pub(crate) fn placements(game: &dyn AnyGame, at: &dyn AnyMatch, cell: i64) -> Vec<Placement> {
    let extent = at.extent();
    if extent.len() > MOST_CELLS || !(extent.first..=extent.last).contains(&cell) {
        return Vec::new();
    }
    let now = letter_at(at, cell);
    let mut found: Vec<Placement> = Vec::new();
    for text in candidates(at, cell) {
        let Some(other) = position(game, at, text) else { continue };
        let Some(letter) = letter_at(&*other, cell).filter(|letter| Some(*letter) != now) else { continue };
        if found.iter().all(|placement| placement.letter != letter) {
            found.push(Placement { position: other.position(), letter });
        }
    }
    found
}

/// The same position with the other player to move, where that is one.
pub(crate) fn handed_over(game: &dyn AnyGame, at: &dyn AnyMatch) -> Option<String> {
    let mover = at.turn();
    let texts = Seat::BOTH.map(|seat| with_word(&at.position(), last(&at.position()), &seat.to_string()));
    let mut others = texts.into_iter().filter_map(|text| position(game, at, text));
    others.find(|other| other.turn() != mover).map(|other| other.position())
}

/// A match of the same variant that starts from a text, if that is a position.
fn position(game: &dyn AnyGame, at: &dyn AnyMatch, text: String) -> Option<Box<dyn AnyMatch>> {
    starting(at, text).start(game).ok()
}

fn starting(at: &dyn AnyMatch, text: String) -> Request {
    let set = at.settings().to_string().split_whitespace().map(str::to_owned).collect();
    Request { set, position: Some(text), ..Request::default() }
}

fn letter_at(at: &dyn AnyMatch, cell: i64) -> Option<char> {
    let window = numberline_rules::Span { first: cell, last: cell };
    at.line(window).cells.first().map(|cell| letter(cell.mark))
}

/// Texts that may be such positions, the most likely first: with another letter in a picture of the line, or with the cell as
/// one of the numbers.
fn candidates(at: &dyn AnyMatch, cell: i64) -> Vec<String> {
    let (text, extent) = (at.position(), at.extent());
    let mut found = Vec::new();
    for (place, word) in text.split_whitespace().enumerate() {
        if word.chars().count() as u64 == extent.len() {
            let index = usize::try_from(cell.abs_diff(extent.first)).unwrap_or(usize::MAX);
            found.extend(redrawn(word, index).into_iter().map(|word| with_word(&text, place, &word)));
        }
        if word.parse::<i64>().is_ok() {
            let moved = with_word(&text, place, &cell.to_string());
            // The last word may have to fit.
            let ends = ENDS.map(|end| with_word(&moved, last(&moved), end));
            found.push(moved);
            found.extend(ends);
        }
    }
    found
}

/// A picture of the line with other letters in one cell. The neighbours of a claim are blocked, and free again without it.
fn redrawn(word: &str, index: usize) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let was_claim = letters.get(index).is_some_and(|letter| CLAIMED.contains(letter));
    let drawn = |letter: char, around: Option<[char; 2]>| -> String {
        let change = |(place, old): (usize, &char)| match around {
            _ if place == index => letter,
            Some([from, to]) if place.abs_diff(index) == 1 && *old == from => to,
            _ => *old,
        };
        letters.iter().enumerate().map(change).collect()
    };
    let freed = was_claim.then(|| drawn(FREE, Some([BLOCKED, FREE])));
    let claims = CLAIMED.map(|claim| drawn(claim, Some([FREE, BLOCKED])));
    let alone = [FREE, CLAIMED[0], CLAIMED[1], BLOCKED].map(|letter| drawn(letter, None));
    freed.into_iter().chain(alone).chain(claims).collect()
}

/// A text with another word in one place.
fn with_word(text: &str, place: usize, word: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let change = |(at, old): (usize, &&str)| if at == place { word.to_owned() } else { (*old).to_owned() };
    words.iter().enumerate().map(change).collect::<Vec<_>>().join(" ")
}

/// The place of the last word.
fn last(text: &str) -> usize {
    text.split_whitespace().count().saturating_sub(1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use numberline_table::find;

    use super::*;

    fn placed(game: &str, from: &str, cell: i64) -> Vec<(char, String)> {
        let game = find(game).unwrap();
        let at = Request { position: Some(from.to_owned()), ..Request::default() }.start(game).unwrap();
        placements(game, &*at, cell).into_iter().map(|found| (found.letter, found.position)).collect()
    }

    fn one(letter: char, position: &str) -> (char, String) {
        (letter, position.to_owned())
    }

    #[test]
    fn pieces_are_placed_in_every_game() {
        assert_eq!(placed("duel", ".......... 2", 3), [one('x', "..X....... 2")]);
        assert_eq!(placed("duel", "..X....... 2", 3), [one('.', ".......... 2")]);
        assert_eq!(placed("token", "5 1", 8), [one('o', "8 1")]);
        assert_eq!(placed("siege", "0 10 1", 4), [one('A', "4 10 1"), one('B', "0 4 1")]);
        assert_eq!(placed("cards", "-1 1,2,4,5 1,2,3,5 2", 3), [one('o', "3 1,2,4,5 1,2,3,5 2")]);
    }

    #[test]
    fn a_claim_blocks_its_neighbours_and_frees_them_again() {
        let free = "..................... 1";
        let claimed = "-X-.................. 1";
        let found = placed("blockade", free, 2);
        assert_eq!(
            found,
            [one('-', ".-................... 1"), one('1', claimed), one('2', "-O-.................. 1")]
        );
        assert!(placed("blockade", claimed, 2).contains(&one('.', free)));
        // Next to a claim nothing can be claimed, and nothing is free.
        assert_eq!(placed("blockade", claimed, 3), []);
    }

    #[test]
    fn the_other_player_may_be_to_move() {
        let other = |slug: &str, from: &str| {
            let game = find(slug).unwrap();
            let at = Request { position: Some(from.to_owned()), ..Request::default() }.start(game).unwrap();
            handed_over(game, &*at)
        };
        assert_eq!(other("siege", "3 10 2").as_deref(), Some("3 10 1"));
        assert_eq!(other("duel", "..X....... 1").as_deref(), Some("..X....... 2"));
        // Both choose at once.
        assert_eq!(other("cards", "-1 1,2,4,5 1,2,3,5 2"), None);
    }
}
