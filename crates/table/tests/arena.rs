//! Many games between computer players give the known results.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails says so by panicking")]

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;

use numberline_rules::Seat;
use numberline_table::{
    Arena, EvenVariant, Favour, Level, OracleCache, Player, Request, Skill, Tally, catalog, find,
};

fn arena(slug: &str, settings: &str, players: Vec<Player>) -> Arena {
    let game = find(slug).unwrap();
    let settings = settings.split_whitespace().map(str::to_owned).collect();
    let start = Request { set: settings, ..Request::default() }.start(game).unwrap();
    Arena::new(game, &*start, players, NonZeroU32::new(200).unwrap(), &()).unwrap()
}

fn play(arena: &Arena, seats: [usize; 2], games: u64, seed: u64, threads: usize) -> Tally {
    arena.play(seats, games, seed, NonZeroUsize::new(threads).unwrap(), &mut |_| ControlFlow::Continue(()))
}

#[test]
fn perfect_games_end_as_theory_says() {
    let perfect = vec![Player::Computer(Skill::Perfect)];
    for (slug, winner) in [
        ("duel", Some(Seat::One)),
        ("token", None),
        ("blockade", Some(Seat::One)),
        ("cards", Some(Seat::Two)),
        ("siege", Some(Seat::One)),
    ] {
        let tally = play(&arena(slug, "", perfect.clone()), [0, 0], 2_000, 1, 2);
        assert_eq!(tally.games(), 2_000);
        assert_eq!(winner.map_or(tally.draws, |winner| *winner.of(&tally.wins)), 2_000, "{slug}");
        assert_eq!(tally.optimal, tally.moves, "{slug}");
        assert!(Seat::BOTH.into_iter().all(|seat| tally.average_regret(seat) == 0.0));
    }
    // A genuinely mixed game comes out as often as its exact value says: 28983752/72184713, about 0.4015.
    let tally = play(&arena("cards", "end=4", perfect), [0, 0], 200_000, 1, 2);
    let share = tally.wins[0] as f64 / 200_000.0;
    assert!((share - 28_983_752.0 / 72_184_713.0).abs() < 0.005, "{share}");
}

/// Lines whose table would have more positions than fit in memory.
#[test]
fn perfect_games_on_long_lines_end_as_nimbers_say() {
    let perfect = vec![Player::Computer(Skill::Perfect)];
    for (slug, settings) in [
        ("duel", "length=19"),
        ("duel", "length=20 misere=yes"),
        ("duel", "length=90"),
        ("blockade", "length=31"),
        ("blockade", "length=30 misere=yes"),
        ("blockade", "length=14"),
        ("blockade", "length=150"),
    ] {
        let game = find(slug).unwrap();
        let set = settings.split_whitespace().map(str::to_owned).collect();
        let start = Request { set, ..Request::default() }.start(game).unwrap();
        let known = game.solve(&*start, &()).unwrap().analyse(&*start).unwrap();
        let winner = if known.chance.unwrap().is_one() { 0 } else { 1 };
        let tally = play(&arena(slug, settings, perfect.clone()), [0, 0], 24, 1, 2);
        assert_eq!((tally.wins[winner], tally.draws), (24, 0), "{slug} {settings}: {tally:?}");
        assert_eq!(tally.optimal, tally.moves, "{slug} {settings}");
    }
}

#[test]
fn every_player_plays_on_the_longest_line_until_the_turns_are_over() {
    for slug in ["duel", "blockade"] {
        let players = Player::all_of(slug);
        let count = players.len();
        let arena = arena(slug, "length=1000000000000000000", players);
        assert_eq!(arena.positions(), None);
        for one in 0..count {
            let once = play(&arena, [one, 0], 3, 5, 1);
            assert_eq!((once.draws, once.plies, once.moves), (3, 600, [300, 300]), "{slug} {one}");
            assert_eq!(once, play(&arena, [one, 0], 3, 5, 2), "{slug} {one}");
        }
        let perfect = play(&arena, [0, 0], 3, 5, 1);
        assert_eq!(perfect.optimal, perfect.moves, "{slug}");
        let [careless, _] = play(&arena, [4, 0], 3, 5, 1).optimal;
        assert!(careless < 300, "{slug}: level 1 overlooks something");
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    for game in catalog() {
        let slug = game.info().slug;
        let players = Player::all_of(slug);
        let last = players.len() - 1;
        let arena = arena(slug, "", players);
        // Not a multiple of anything.
        let once = play(&arena, [2, last], 3_333, 42, 1);
        assert_eq!(once, play(&arena, [2, last], 3_333, 42, 2), "{slug}");
        assert_eq!(once, play(&arena, [2, last], 3_333, 42, 7), "{slug}");
        assert_eq!(once.games(), 3_333);
        assert_ne!(once, play(&arena, [2, 1], 3_333, 43, 2), "{slug}");
    }
}

#[test]
fn what_is_stopped_is_counted_so_far() {
    let arena = arena("siege", "", vec![Player::USUAL]);
    let tally = arena.play([0, 0], u64::MAX, 1, NonZeroUsize::MIN, &mut |done| {
        if done > 5_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!((5_000..10_000).contains(&tally.games()), "{}", tally.games());
}

/// Points of the first against the second, in both seats, out of 2 × 4,000.
fn points(arena: &Arena, one: usize, two: usize) -> f64 {
    let (first, second) = (play(arena, [one, two], 4_000, 9, 2), play(arena, [two, one], 4_000, 10, 2));
    first.wins[0] as f64 + second.wins[1] as f64 + (first.draws + second.draws) as f64 / 2.0
}

#[test]
fn each_level_is_stronger_than_the_one_below() {
    let levels = Level::ALL.into_iter().map(|level| Player::Computer(Skill::Level(level)));
    let players: Vec<Player> = levels.chain([Player::Computer(Skill::Perfect)]).collect();
    for game in catalog() {
        let slug = game.info().slug;
        let arena = arena(slug, "", players.clone());
        let scores: Vec<f64> = (0..4).map(|level| points(&arena, level + 1, level)).collect();
        println!("{slug}: of 8000 points against the level below: {scores:?}");
        for (level, score) in scores.iter().enumerate() {
            assert!(*score > 4_100.0, "{slug}, level {level}: {scores:?}");
            // The ratings that people are measured by expect the same.
            let [below, above] = [level, level + 1].map(|level| players[level].rating(slug).unwrap());
            let expected = 1.0 / (1.0 + 10_f64.powf((f64::from(below) - f64::from(above)) / 400.0));
            assert!(
                (score / 8_000.0 - expected).abs() < 0.06,
                "{slug}, level {level}: {expected} {scores:?}"
            );
        }
    }
}

/// In token by the book every mistake is in plain sight. A level still makes some, and a perfect player none.
#[test]
fn no_level_holds_the_token_for_ever() {
    let levels = Level::ALL.into_iter().map(|level| Player::Computer(Skill::Level(level)));
    let players: Vec<Player> = levels.chain([Player::Computer(Skill::Perfect)]).collect();
    let arena = arena("token", "", players);
    let lost: Vec<u64> = (0..4).map(|level| play(&arena, [level, 4], 4_000, 9, 2).wins[1]).collect();
    println!("token: lost of 4000 to the perfect player: {lost:?}");
    assert!(lost[0] >= lost[1] && lost[1] > lost[2] + 400 && lost[2] > lost[3] + 400, "{lost:?}");
    assert!(lost[3] > 400, "{lost:?}");
    assert_eq!(play(&arena, [4, 4], 1_000, 9, 2).wins, [0, 0]);
}

/// What the set-up calls close to even is: by the solver where both choose at once, and between equal levels elsewhere.
#[test]
fn variants_that_are_called_even_are_close_to_it() {
    for even in EvenVariant::ALL {
        let game = find(even.game).unwrap();
        let start = game.start(&even.settings(game), Seat::One).unwrap();
        let cache = OracleCache::shared();
        match Favour::of(game, &*start, &cache, &()).unwrap() {
            Favour::Nobody => assert!(even.why.starts_with("nobody can force an end"), "{even:?}"),
            Favour::Chance(chance) => {
                let percent = format!("Player 1 wins {:.0} % of the games", 100.0 * chance.approximate());
                assert!(
                    even.why.ends_with(&percent) && (chance.approximate() - 0.5).abs() < 0.03,
                    "{even:?}: {chance}"
                );
            }
            Favour::Wins(_) => {
                assert!(even.why.starts_with("between players of level 3"), "{even:?}");
                let arena = arena(even.game, &even.set.join(" "), vec![Player::USUAL]);
                let tally = play(&arena, [0, 0], 8_000, 9, 2);
                let share = tally.wins[0] as f64 / 8_000.0;
                println!("{}: Player 1 wins {share} between players of level 3", even.game);
                assert!((share - 0.5).abs() < 0.04, "{even:?}: {share}");
            }
        }
    }
}
