//! Puzzles: each has the one answer it claims, by an independent search; names and days are stable; grades order players.

use std::collections::HashSet;
use std::sync::Arc;

use numberline_learn::{
    Attempt, AttemptKind, Daily, Puzzle, PuzzleError, PuzzleFilter, PuzzleRun, PuzzleStream, PuzzleTheme,
    RunKind, Solving, Teacher,
};
use numberline_table::{AnyMatch, Date, Dice, OracleCache, Player, Skill, catalog, find};

fn drawn(slug: &str, count: u64, cache: &Arc<OracleCache>) -> Vec<Puzzle> {
    let game = find(slug).unwrap();
    (0..count).map(|seed| Puzzle::draw(game, seed, None, cache).unwrap()).collect()
}

fn at(puzzle: &Puzzle) -> Box<dyn AnyMatch> {
    puzzle.game.start_at(&puzzle.settings, &puzzle.position).unwrap()
}

#[test]
fn every_puzzle_has_the_one_answer_that_trying_everything_finds() {
    let cache = OracleCache::shared();
    for slug in ["duel", "blockade", "token", "siege"] {
        let mut checked = 0;
        for puzzle in drawn(slug, 300, &cache) {
            let Some(found) = crate::brute::answers(&puzzle) else { continue };
            let answers = puzzle.question(&cache).unwrap().answers(&()).unwrap();
            assert_eq!(found, answers, "{slug} {} {}", puzzle.settings, puzzle.position);
            checked += 1;
        }
        assert!(checked >= 100, "{slug}: only {checked}");
    }
}

#[test]
fn a_name_means_the_same_puzzle_always() {
    let cache = OracleCache::shared();
    for game in catalog() {
        for puzzle in drawn(game.info().slug, 20, &cache) {
            let again = Puzzle::find(&puzzle.id, &OracleCache::shared()).unwrap();
            assert_eq!(
                (&again.id, &again.position, again.grade),
                (&puzzle.id, &puzzle.position, puzzle.grade)
            );
            assert_eq!(again.settings, puzzle.settings);
        }
    }
    let long = format!("duel-{}", "30".repeat(300));
    for bad in ["", "duel", "duel-", "duel-zz", "duel-3", "chess-30", "duel-31302c6e6f3b313b", &long] {
        assert!(matches!(Puzzle::find(bad, &cache), Err(PuzzleError::Unknown(_))), "{bad}");
    }
    // A position that is no puzzle, and a variant that is larger than any.
    let named =
        |text: &str| format!("duel-{}", text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>());
    assert!(Puzzle::find(&named("10,no;1;.......... 1"), &cache).is_err(), "seven moves win");
    assert!(Puzzle::find(&named("1000000,no;1;runs 1000000 / 1"), &cache).is_err());
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everyone() {
    let day = |day| Date::new(2026, 11, day).unwrap();
    let id = |day, game| Puzzle::daily(day, game, &OracleCache::shared()).unwrap().id;
    assert_eq!(id(day(18), None), id(day(18), None));
    let month: HashSet<String> = (1..=30).map(|number| id(day(number), None)).collect();
    assert!(month.len() >= 29, "{}", month.len());
    for game in catalog() {
        assert_eq!(id(day(18), Some(game)), id(day(18), Some(game)));
        assert!(id(day(18), Some(game)).starts_with(game.info().slug));
    }
    // Written down, because it must not change between versions.
    let puzzle = Puzzle::daily(day(18), find("siege"), &OracleCache::shared()).unwrap();
    assert_eq!(
        (puzzle.id.as_str(), puzzle.position.as_str()),
        ("siege-32342c333b313b342032312031", "4 21 1")
    );
}

#[test]
fn themes_can_be_chosen_and_an_unknown_one_is_refused() {
    let cache = OracleCache::shared();
    for game in catalog() {
        let themes = PuzzleTheme::of_game(game.info().slug, &cache);
        assert!(themes.len() >= 2, "{}: {themes:?}", game.info().slug);
        for theme in themes {
            let puzzle = Puzzle::draw(game, 5, Some(theme.name()), &cache).unwrap();
            assert_eq!(puzzle.theme, theme);
        }
    }
    let refused = Puzzle::draw(find("siege").unwrap(), 1, Some("castling"), &cache).map(|puzzle| puzzle.id);
    assert!(refused.unwrap_err().to_string().contains("its themes are capture, distance"));
}

/// The levels take puzzles: the better the player, the more it solves, and hard puzzles are solved less than easy ones.
#[test]
fn grades_order_players_and_puzzles_as_the_arena_does() {
    let cache = OracleCache::shared();
    let players = || Player::all().into_iter().filter(|player| matches!(player, Player::Computer(_)));
    let mut solved = vec![0_u32; players().count()];
    let (mut easy, mut hard) = ([0_u32; 2], [0_u32; 2]);
    for game in catalog() {
        let mut puzzles = drawn(game.info().slug, 60, &cache);
        puzzles.sort_by_key(|puzzle| puzzle.grade);
        for (place, puzzle) in puzzles.iter().enumerate() {
            let board = at(puzzle);
            let question = puzzle.question(&cache).unwrap();
            for (number, player) in players().enumerate() {
                // Other dice than those by which the grade was measured.
                let mut computer =
                    numberline_table::Computer::new(player, game, &cache, Dice::new(99, place as u64));
                let chosen = computer.choose(&*board, puzzle.seat, &()).unwrap().text;
                let right = question.judge(&chosen, &()).unwrap().right;
                solved[number] += u32::from(right);
                if player != Player::Computer(Skill::Perfect) {
                    let half = if place < puzzles.len() / 2 { &mut easy } else { &mut hard };
                    half[0] += u32::from(right);
                    half[1] += 1;
                }
            }
        }
    }
    assert_eq!(solved[0], 300, "the perfect player solves every puzzle: {solved:?}");
    assert!(solved.is_sorted_by(|better, worse| better > worse), "{solved:?}");
    assert!(
        f64::from(easy[0]) / f64::from(easy[1]) > f64::from(hard[0]) / f64::from(hard[1]) + 0.1,
        "{easy:?} {hard:?}"
    );
}

/// At least 10,000 distinct puzzles of each game. Every fiftieth has the one answer that an independent search finds.
#[test]
#[ignore = "takes minutes without optimisation: cargo test --release -p numberline-learn -- --ignored"]
fn there_are_ten_thousand_puzzles_of_each_game() {
    const WANTED: usize = 10_000;
    for game in catalog() {
        let (slug, cache) = (game.info().slug, OracleCache::shared());
        let (mut ids, mut positions, mut checked) = (HashSet::new(), HashSet::new(), 0);
        let mut drawn = 0;
        while ids.len() < WANTED && drawn < 100_000 {
            let puzzle = Puzzle::draw(game, drawn, None, &cache).unwrap();
            drawn += 1;
            if !ids.insert(puzzle.id.clone()) {
                continue;
            }
            positions.insert((puzzle.seat, puzzle.position.clone()));
            if ids.len().is_multiple_of(50)
                && let Some(found) = crate::brute::answers(&puzzle)
            {
                let answers = puzzle.question(&cache).unwrap().answers(&()).unwrap();
                assert_eq!(found, answers, "{slug} {} {}", puzzle.settings, puzzle.position);
                checked += 1;
            }
        }
        println!(
            "{slug}: {} puzzles on {} positions in {drawn} draws, {checked} checked",
            ids.len(),
            positions.len()
        );
        assert!(ids.len() >= WANTED && checked >= 30, "{slug}: {}, {checked} checked", ids.len());
    }
}

#[test]
fn a_stream_has_each_puzzle_once_and_keeps_to_its_filters() {
    let cache = OracleCache::shared();
    let filter = |game: &str, set: &[&str]| PuzzleFilter {
        game: Some(game.to_owned()),
        set: set.iter().map(|&value| value.to_owned()).collect(),
        ..PuzzleFilter::default()
    };
    let mut stream = PuzzleStream::new(filter("duel", &["misere=yes", "length=8"]), 3, &cache);
    let ids: HashSet<String> = (0..12)
        .map(|_| {
            let puzzle = stream.next_puzzle(None).unwrap();
            assert_eq!(puzzle.settings.to_string(), "length=8 misere=yes");
            puzzle.id
        })
        .collect();
    assert_eq!(ids.len(), 12);
    // A variant that is on no shelf is refused, with those that are.
    for (game, set) in
        [("duel", "length=1000"), ("siege", "step=9"), ("cards", "colour=red"), ("duel", "length")]
    {
        let refused =
            PuzzleStream::new(filter(game, &[set]), 3, &cache).next_puzzle(None).map(|puzzle| puzzle.id);
        let said = refused.unwrap_err().to_string();
        assert!(
            said.starts_with(&format!("no puzzle of {game} has {set}; there are puzzles with ")),
            "{said}"
        );
    }
    // All games take turns, and a rating is aimed at.
    let mut all = PuzzleStream::new(PuzzleFilter::default(), 3, &cache);
    let games: Vec<&str> = (0..5).map(|_| all.next_puzzle(None).unwrap().game.info().slug).collect();
    assert_eq!(games, ["duel", "token", "blockade", "cards", "siege"]);
    let mean = |level: u16| {
        let mut stream = PuzzleStream::new(filter("siege", &[]), 3, &cache);
        (0..20).map(|_| u32::from(stream.next_puzzle(Some(level)).unwrap().grade)).sum::<u32>() / 20
    };
    assert!(mean(2000) > mean(800) + 100, "{} {}", mean(2000), mean(800));
}

#[test]
fn a_puzzle_counts_once_and_less_with_help() {
    let cache = OracleCache::shared();
    let game = find("siege").unwrap();
    let begin =
        || Solving::new(Puzzle::draw(game, 1, None, &cache).unwrap(), AttemptKind::Puzzle, &cache).unwrap();
    let answer = begin().question().unwrap().answers(&()).unwrap().remove(0);
    let wrong = begin()
        .board()
        .unwrap()
        .moves(begin().puzzle().seat, 10)
        .into_iter()
        .find(|text| *text != answer)
        .unwrap();
    let score = |steps: &[&str]| {
        let mut solving = begin();
        for step in steps {
            match *step {
                "hint" => drop(solving.hint(&()).unwrap()),
                "show" => drop(solving.show(&()).unwrap()),
                "leave" => solving.leave(),
                text => drop(solving.attempt(text, &()).unwrap()),
            }
        }
        let kept: Vec<f64> = solving.learned(1).iter().map(|attempt| attempt.score).collect();
        assert_eq!(solving.learned(1), [], "once");
        (kept, solving.at_once())
    };
    assert_eq!(score(&[&answer]), (vec![1.0], true));
    assert_eq!(score(&["hint", &answer]), (vec![0.5], false));
    assert_eq!(score(&[&wrong, &answer]), (vec![0.5], false));
    assert_eq!(score(&[&wrong, "show"]), (vec![0.0], false));
    assert_eq!(score(&[&wrong, "leave"]), (vec![0.0], false));
    assert_eq!(score(&["leave"]), (vec![], false), "who leaves without a try has not missed it");
    let reply = begin().attempt(&wrong, &()).unwrap();
    assert!(!reply.done && !reply.punished.is_empty(), "{reply:?}");
}

#[test]
fn runs_end_as_they_say() {
    let cache = OracleCache::shared();
    let solved = |answer: bool| {
        let mut solving = Solving::new(
            Puzzle::draw(find("siege").unwrap(), 1, None, &cache).unwrap(),
            AttemptKind::Puzzle,
            &cache,
        )
        .unwrap();
        if answer {
            let right = solving.question().unwrap().answers(&()).unwrap().remove(0);
            solving.attempt(&right, &()).unwrap();
        } else {
            solving.skip();
        }
        solving
    };
    let second = std::time::Duration::from_secs;
    let mut streak = PuzzleRun::new(RunKind::Streak);
    streak.count(&solved(true));
    assert!(!streak.is_over(second(9_999)));
    streak.count(&solved(false));
    assert!(streak.is_over(second(0)));
    assert_eq!(streak.to_string(), "Streak: 1 of 2 puzzles.");
    // A streak gets harder, a rated run keeps to the learner, and the clock is the same for everyone.
    let grade = |kind, solved| PuzzleRun { solved, ..PuzzleRun::new(kind) }.grade(Some(1234));
    assert!(grade(RunKind::Streak, 9) > grade(RunKind::Streak, 1));
    assert_eq!((grade(RunKind::Rated(None), 9), grade(RunKind::Timed(second(60)), 9)), (Some(1234), None));
    assert_eq!(grade(RunKind::Streak, u32::MAX), Some(u16::MAX));
    let mut timed = PuzzleRun::new(RunKind::Timed(second(60)));
    timed.count(&solved(false));
    assert!(!timed.is_over(second(59)) && timed.is_over(second(60)));
    let mut few = PuzzleRun::new(RunKind::Rated(Some(1)));
    assert!(!few.is_over(second(0)));
    few.count(&solved(true));
    assert!(few.is_over(second(0)));
    assert_eq!(few.to_string(), "Solved on the first try: 1 of 1 puzzle.");
}

/// An answer to another day's puzzle, or a second one, says what it counts as; nothing is lost.
#[test]
fn an_answer_to_yesterdays_puzzle_is_told_what_it_counts_as() {
    let cache = OracleCache::shared();
    let (yesterday, today) = (Date::new(2026, 11, 17), Date::new(2026, 11, 18));
    let daily = Daily::of(yesterday.unwrap(), find("siege"), &cache).unwrap();
    assert_eq!(daily.title(), "The puzzle of 2026-11-17");
    let fresh = daily.standing(false, yesterday);
    assert_eq!((fresh.kind, fresh.note), (Some(AttemptKind::Daily), None));
    let late = daily.standing(false, today);
    assert_eq!(late.kind, Some(AttemptKind::Puzzle));
    assert!(late.note.unwrap().contains("This is the puzzle of 2026-11-17, and today is 2026-11-18."));
    // Begun before midnight and answered after it.
    assert_eq!(daily.too_late(yesterday), None);
    assert!(daily.too_late(today).unwrap().contains("your answer counts for the puzzle of 2026-11-17."));
    let mut solving = Solving::new(daily.puzzle.clone(), AttemptKind::Daily, &cache).unwrap();
    let answer = solving.question().unwrap().answers(&()).unwrap().remove(0);
    solving.attempt(&answer, &()).unwrap();
    let share = daily.share(&solving);
    assert_eq!(
        share,
        format!("numberline 2026-11-17, siege, grade {}: solved at try 1.", daily.puzzle.grade)
    );
    let kept: Vec<Attempt> = solving.learned(1);
    let again = daily.standing(daily.is_answered(&kept), yesterday);
    assert!(again.kind.is_none() && again.note.unwrap().contains("answered this one before"));
}
