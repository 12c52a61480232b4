//! The history in numbers.

use numberline_history::{Filter, GameStats, History, PlayerStats, Stats};

use crate::support::*;

fn count(filter: &Filter) -> Stats {
    let (_folder, home) = home_with(&[
        won_siege(["Ada", "Grace"]),
        record("siege", ["Ada", "Grace"], "1. 3 2. 1", "0-1", "resigned"),
        record("siege", ["Grace", "Ada"], "1. 3", "1/2-1/2", "draw agreed"),
        won_siege(["Ada", "Grace"]),
        record("duel", ["Ada", "Alan"], "", "0-1", "forfeited"),
    ]);
    History::open_to_read(&home).unwrap().unwrap().stats(filter).unwrap()
}

fn player(
    who: &str,
    game: &str,
    seat: u8,
    opponent: &str,
    [games, wins, losses, draws]: [u64; 4],
) -> PlayerStats {
    let [player, game, opponent] = [who, game, opponent].map(String::from);
    PlayerStats { player, game, seat, opponent, games, wins, losses, draws }
}

fn game(game: &str, [games, player1_wins, player2_wins, draws]: [u64; 4], average_turns: f64) -> GameStats {
    GameStats { game: game.into(), games, player1_wins, player2_wins, draws, average_turns }
}

#[test]
fn wins_by_game_seat_and_opponent() {
    let expected = Stats {
        games: 5,
        by_game: vec![game("duel", [1, 0, 1, 0], 0.0), game("siege", [4, 2, 1, 1], 3.25)],
        by_player: vec![
            player("Ada", "duel", 1, "Alan", [1, 0, 1, 0]),
            player("Ada", "siege", 1, "Grace", [3, 2, 1, 0]),
            player("Ada", "siege", 2, "Grace", [1, 0, 0, 1]),
            player("Alan", "duel", 2, "Ada", [1, 1, 0, 0]),
            player("Grace", "siege", 1, "Ada", [1, 0, 0, 1]),
            player("Grace", "siege", 2, "Ada", [3, 1, 2, 0]),
        ],
        ratings: vec![],
    };
    assert_eq!(count(&Filter::default()), expected);
    assert_eq!(count(&Filter { limit: 1, ..Filter::default() }), expected, "the limit is for lists");
}

/// A rating comes from the games against computers, and each game makes it less uncertain.
#[test]
fn people_are_rated_against_the_computers() {
    let won = || won_siege(["Ada", "Computer (level 3)"]);
    let lost = || record("siege", ["Computer (level 1)", "Grace"], "1. 3 2. 1", "1-0", "resigned");
    let rated = |records: &[_]| {
        let (_folder, home) = home_with(records);
        History::open(&home).unwrap().stats(&Filter::default()).unwrap().ratings
    };
    let once = rated(&[won()]);
    let twice = rated(&[won(), lost(), won(), won_siege(["Ada", "Grace"]), won_siege(["Ada", "Mirror"])]);
    assert_eq!(
        twice.iter().map(|row| (&*row.player, &*row.game, row.strength.games)).collect::<Vec<_>>(),
        [("Ada", "siege", 2), ("Grace", "siege", 1),]
    );
    let [one, two, lost] = [&once[0], &twice[0], &twice[1]].map(|row| row.strength);
    assert!(one.rating > 1500 && two.rating > one.rating, "{once:?} {twice:?}");
    assert!(two.deviation < one.deviation && one.deviation < 350, "{once:?} {twice:?}");
    assert!(lost.rating < 1500, "{twice:?}");
    // The numbers stand beside the name, in one object.
    let json = serde_json::json!({
        "player": "Ada", "game": "siege", "rating": one.rating, "deviation": one.deviation, "games": 1,
    });
    assert_eq!(serde_json::to_value(&once[0]).unwrap(), json);
}

#[test]
fn one_player_alone() {
    let expected = Stats {
        games: 1,
        by_game: vec![game("duel", [1, 0, 1, 0], 0.0)],
        by_player: vec![player("Alan", "duel", 2, "Ada", [1, 1, 0, 0])],
        ratings: vec![],
    };
    assert_eq!(count(&Filter { player: Some(" Alan ".into()), ..Filter::default() }), expected);
}

#[test]
fn one_game_alone() {
    let stats = count(&Filter { game: Some("siege".into()), ..Filter::default() });
    assert_eq!(stats.games, 4);
    assert_eq!(stats.by_game, [game("siege", [4, 2, 1, 1], 3.25)]);
    assert_eq!(stats.by_player.len(), 4);
    assert!(stats.by_player.iter().all(|row| row.game == "siege"));
}

#[test]
fn a_player_in_both_seats_counts_in_both() {
    let (_folder, home) = home_with(&[won_siege(["Ada", "Ada"])]);
    let stats = History::open(&home).unwrap().stats(&Filter::default()).unwrap();
    let expected =
        [player("Ada", "siege", 1, "Ada", [1, 1, 0, 0]), player("Ada", "siege", 2, "Ada", [1, 0, 1, 0])];
    assert_eq!((stats.games, &stats.by_player[..]), (1, &expected[..]));
}

#[test]
fn no_games_no_numbers() {
    let nobody = count(&Filter { player: Some("Nobody".into()), ..Filter::default() });
    assert_eq!(nobody, Stats { games: 0, by_game: vec![], by_player: vec![], ratings: vec![] });
}

#[test]
fn the_numbers_as_json() {
    let stats = count(&Filter { player: Some("Alan".into()), ..Filter::default() });
    let expected = serde_json::json!({
        "games": 1,
        "byGame": [{
            "game": "duel", "games": 1, "player1Wins": 0, "player2Wins": 1, "draws": 0, "averageTurns": 0.0,
        }],
        "byPlayer": [{
            "player": "Alan", "game": "duel", "seat": 2, "opponent": "Ada",
            "games": 1, "wins": 1, "losses": 0, "draws": 0,
        }],
        "ratings": [],
    });
    assert_eq!(serde_json::to_value(stats).unwrap(), expected);
}
