//! Which games are listed, and in which order.

use numberline_history::{Filter, History};
use tempfile::TempDir;

use crate::support::*;

/// Five games, numbered 1 to 5.
fn five_games() -> (TempDir, History) {
    let (folder, home) = home_with(&[
        won_siege(["Ada", "Grace"]),
        record("duel", ["Grace", "Ada"], "", "1-0", "resigned"),
        record("token", ["Ada", "Alan"], "", "0-1", "resigned"),
        won_siege(["Alan", "Grace"]),
        won_siege(["Grace", "Ada"]),
    ]);
    let history = History::open_to_read(&home).unwrap().unwrap();
    (folder, history)
}

fn check(game: Option<&str>, player: Option<&str>, limit: u32, expected: &[i64]) {
    let (_folder, history) = five_games();
    let filter = Filter { game: game.map(Into::into), player: player.map(Into::into), limit };
    let numbers: Vec<i64> = history.list(&filter).unwrap().iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, expected, "{filter:?}");
}

#[test]
fn the_newest_game_comes_first() {
    check(None, None, u32::MAX, &[5, 4, 3, 2, 1]);
}

#[test]
fn by_game() {
    check(Some("siege"), None, 10, &[5, 4, 1]);
    check(Some("token"), None, 10, &[3]);
    check(Some("cards"), None, 10, &[]);
    check(Some("' OR 1=1 --"), None, 10, &[]);
}

#[test]
fn by_player_in_either_seat() {
    check(None, Some("Ada"), 10, &[5, 3, 2, 1]);
    check(None, Some("Alan"), 10, &[4, 3]);
    check(None, Some("ada"), 10, &[]);
    check(None, Some("A%"), 10, &[]);
    check(None, Some(""), 10, &[]);
}

#[test]
fn a_name_is_read_as_names_are() {
    check(None, Some("  Al\u{202e}an\u{7} "), 10, &[4, 3]);
}

#[test]
fn by_game_and_player() {
    check(Some("siege"), Some("Ada"), 10, &[5, 1]);
}

#[test]
fn the_limit_cuts_off_the_oldest() {
    check(None, None, 2, &[5, 4]);
    check(Some("siege"), None, 2, &[5, 4]);
    check(None, Some("Ada"), 3, &[5, 3, 2]);
    check(None, None, 0, &[]);
}

#[test]
fn the_default_is_everything() {
    let (_folder, history) = five_games();
    assert_eq!(history.list(&Filter::default()).unwrap().len(), 5);
}

#[test]
fn the_list_as_json() {
    let (_folder, history) = five_games();
    let filter = Filter { game: Some("token".into()), ..Filter::default() };
    let expected = serde_json::json!([{
        "number": 3, "finished": EVENING, "game": "token",
        "variant": numberline_table::find("token").unwrap().book_settings().to_string(),
        "player1": "Ada", "player2": "Alan", "winner": 2, "ending": "resigned", "turns": 0,
    }]);
    assert_eq!(serde_json::to_value(history.list(&filter).unwrap()).unwrap(), expected);
}
