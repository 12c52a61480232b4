//! Progress and drills, from lists of answered questions.

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;

use numberline_learn::{
    Attempt, AttemptKind, Belief, Course, Drill, Forecast, LearnerProgress, Puzzle, PuzzleTheme, Teacher,
    TutorialOffer,
};
use numberline_table::{Arena, Computer, Dice, OracleCache, Player, Request, find};

fn puzzle(day: i64, idea: &str, score: f64) -> Attempt {
    Attempt {
        day,
        kind: AttemptKind::Puzzle,
        game: "siege".to_owned(),
        idea: idea.to_owned(),
        subject: "siege-00".to_owned(),
        score,
        grade: 1500,
    }
}

fn lesson(name: &str) -> Attempt {
    Attempt {
        kind: AttemptKind::Lesson,
        idea: "reach".to_owned(),
        subject: name.to_owned(),
        ..puzzle(1, "", 1.0)
    }
}

#[test]
fn what_was_missed_comes_back_and_what_was_known_does_not() {
    assert_eq!(Drill::all(&[puzzle(1, "distance", 1.0)]), []);
    let missed = [puzzle(1, "distance", 0.0)];
    assert_eq!(Drill::due(&missed, 1), [], "not on the same day");
    assert_eq!(Drill::due(&missed, 30).len(), 1);
    // The better it is known, the later it comes back; with hints, earlier than without.
    let due = |score| Drill::all(&[missed[0].clone(), puzzle(12, "distance", score)])[0].due;
    assert!(due(0.0) <= due(0.5) && due(0.5) < due(1.0), "{} {} {}", due(0.0), due(0.5), due(1.0));
    // Ideas of lessons have no puzzles of their own.
    assert_eq!(Drill::all(&[puzzle(1, "opening", 0.0)]), []);
}

#[test]
fn at_most_a_few_are_asked_in_a_day() {
    let themes = ["distance", "race", "capture", "split", "shorten", "remove", "finish"];
    let mut attempts: Vec<Attempt> = themes.iter().map(|idea| puzzle(1, idea, 0.0)).collect();
    assert_eq!(Drill::due(&attempts, 40).len(), Drill::A_DAY);
    attempts.push(Attempt { kind: AttemptKind::Drill, ..puzzle(40, "race", 1.0) });
    assert_eq!(Drill::due(&attempts, 40).len(), Drill::A_DAY - 1);
}

#[test]
fn a_drill_is_a_fresh_position_with_the_same_reason() {
    let cache = OracleCache::shared();
    let drill = Drill { game: "siege".to_owned(), theme: PuzzleTheme::Distance, due: 0, reviews: 1 };
    let [one, two] = [1, 2].map(|seed| drill.puzzle(seed, &[], &cache).unwrap());
    assert_eq!((one.theme, two.theme), (PuzzleTheme::Distance, PuzzleTheme::Distance));
    assert_ne!(one.id, two.id);
    // What was asked before does not come again.
    let asked = Attempt { subject: one.id.clone(), ..puzzle(1, "distance", 0.0) };
    let fresh = drill.puzzle(1, &[asked], &cache).unwrap();
    assert!(fresh.id != one.id && fresh.theme == PuzzleTheme::Distance);
    // Where a run can be shortened at both ends, either is right.
    let shorten = Drill { game: "duel".to_owned(), theme: PuzzleTheme::Shorten, ..drill.clone() };
    let both = shorten.puzzle(1, &[], &cache).unwrap();
    assert_eq!(
        (both.theme, both.question(&cache).unwrap().answers(&()).unwrap().len()),
        (PuzzleTheme::Shorten, 2)
    );
    assert_eq!(Puzzle::find_for_drill(&both.id, &cache).unwrap().id, both.id);
    assert!(Puzzle::find(&both.id, &cache).is_err(), "a puzzle has one answer");
    // A reason that no position has still gives one of the game.
    let other = Drill { theme: PuzzleTheme::Misere, ..drill };
    assert_eq!(other.puzzle(1, &[], &cache).unwrap().game.info().slug, "siege");
}

#[test]
fn ratings_streaks_and_ideas_follow_the_answers() {
    let start = LearnerProgress::of(&[], 0);
    assert_eq!(start.next, "learn duel first-game");
    let good: Vec<Attempt> = (0..5).map(|day| puzzle(day, "distance", 1.0)).collect();
    let siege = |attempts: &[Attempt]| {
        LearnerProgress::of(attempts, 9).games.into_iter().find(|game| game.game == "siege").unwrap()
    };
    let known = siege(&good);
    assert!(known.rating > 1500 && known.deviation < 350 && known.curve.is_sorted(), "{known:?}");
    assert_eq!((known.puzzles, known.solved, known.streak, known.best_streak), (5, 5, 5, 5));
    assert!(known.ideas[0].mastered);
    let mut then = good.clone();
    then.push(puzzle(6, "distance", 0.5));
    let later = siege(&then);
    assert_eq!((later.streak, later.best_streak), (0, 5));
    assert!(later.rating < known.rating && !later.ideas[0].mastered);
    let bad: Vec<Attempt> = (0..5).map(|day| puzzle(day, "distance", 0.0)).collect();
    assert!(siege(&bad).rating < 1500);
}

#[test]
fn the_suggestion_continues_a_course_that_was_begun() {
    let progress = LearnerProgress::of(&[lesson("first-game")], 1);
    assert_eq!(progress.next, "learn siege reach");
    let all: Vec<Attempt> = Course::of("siege").lessons.iter().map(|done| lesson(&done.name)).collect();
    assert_eq!(LearnerProgress::of(&all, 1).next, "learn duel first-game");
    assert_eq!(LearnerProgress::of(&[puzzle(1, "race", 0.0)], 60).next, "drill");
}

/// Simulated learners take the same rated puzzles: a better player ends with a higher rating.
#[test]
fn ratings_order_players_as_the_arena_does() {
    let (game, cache) = (find("siege").unwrap(), OracleCache::shared());
    let ratings: Vec<u16> = ["computer:perfect", "computer:4", "computer:2", "computer:1"]
        .map(|name| {
            let player: Player = name.parse().unwrap();
            let attempts: Vec<Attempt> = (0..60)
                .map(|seed| {
                    let puzzle = Puzzle::draw(game, seed, None, &cache).unwrap();
                    let question = puzzle.question(&cache).unwrap();
                    let mut computer = Computer::new(player, game, &cache, Dice::new(4, seed));
                    let chosen = computer.choose(question.at(), puzzle.seat, &()).unwrap().text;
                    let right = question.judge(&chosen, &()).unwrap().right;
                    let score = Attempt::score_of(right, 0, 0);
                    Attempt { grade: puzzle.grade, ..self::puzzle(1, puzzle.theme.name(), score) }
                })
                .collect();
            LearnerProgress::of(&attempts, 1)
                .games
                .iter()
                .find(|progress| progress.game == "siege")
                .unwrap()
                .rating
        })
        .to_vec();
    assert!(ratings.is_sorted_by(|better, worse| better > worse), "{ratings:?}");
}

const LOST_BY_ADA: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Computer\"]\n[Computer2 \"computer\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 1 3. 1 *\n";

/// Own mistakes, missed puzzles and missed predictions are filed under the reason, and come back.
#[test]
fn mistakes_in_games_and_missed_predictions_come_back_as_their_reason() {
    let cache = OracleCache::shared();
    let record = numberline_table::read_records(LOST_BY_ADA).unwrap().remove(0);
    let filed = Attempt::of_game(7, &record, &cache, 3, &()).unwrap();
    // The computer's mistake is not the learner's.
    let what: Vec<(&str, f64)> = filed.iter().map(|one| (one.idea.as_str(), one.score)).collect();
    assert_eq!(what, [("distance", 0.0)], "{filed:?}");
    assert!(filed.iter().all(|one| one.kind == AttemptKind::Game && one.subject == "7"));
    assert_eq!(Attempt::last_game(&filed), 7);
    let due: Vec<PuzzleTheme> = Drill::due(&filed, 30).into_iter().map(|drill| drill.theme).collect();
    assert_eq!(due, [PuzzleTheme::Distance]);
    // A game without a mistake is known to have been looked at, and nothing else follows from it.
    let looked = [Attempt::looked_at(8, "siege", 3)];
    assert_eq!((Attempt::last_game(&looked), Drill::all(&looked).len()), (8, 0));
    assert_eq!(LearnerProgress::of(&looked, 3).next, "learn duel first-game");

    let game = find("siege").unwrap();
    let at = game.start(&game.book_settings(), numberline_rules::Seat::One).unwrap();
    let mut forecast = Forecast::new(game, &*at, &cache, &()).unwrap().unwrap();
    assert_eq!(forecast.ask().as_deref(), Some("Does the player to move win, lose, or draw?"));
    assert!(!forecast.attempt("lose", &()).unwrap().right);
    let missed = forecast.learned(3);
    assert_eq!((missed[0].idea.as_str(), missed[0].score), ("distance", 0.0));
    assert_eq!(Drill::due(&missed, 30)[0].theme, PuzzleTheme::Distance);
}

#[test]
fn predictions_are_scored_and_drawn_as_a_curve() {
    let cache = OracleCache::shared();
    let begin = |slug: &str, set: &str| {
        let game = find(slug).unwrap();
        let mut settings = game.book_settings();
        if !set.is_empty() {
            settings.assign(set).unwrap();
        }
        let at = game.start(&settings, numberline_rules::Seat::One).unwrap();
        Forecast::new(game, &*at, &cache, &()).unwrap().unwrap()
    };
    let mut duel = begin("duel", "");
    let mut asked = Vec::new();
    for answer in ["win", "9", "1"] {
        asked.push(duel.ask().unwrap());
        let reply = duel.attempt(answer, &()).unwrap();
        assert!(reply.done, "one try each");
        assert_eq!(
            reply.said.len(),
            1 + usize::from(duel.is_done()),
            "the reason comes last: {:?}",
            reply.said
        );
        if !reply.right {
            assert!(reply.said[0].starts_with(&format!("Not {answer}: the answer is ")), "{:?}", reply.said);
        }
    }
    assert!(asked[1].starts_with("In how many turns") && asked[2] == "What is the nimber?", "{asked:?}");
    assert!(duel.is_done() && duel.scores() == [1.0, 0.0, 0.0], "{:?}", duel.scores());
    assert!(duel.attempt("win", &()).is_err());
    // What cannot be read is no answer, and what is passed over neither.
    let mut token = begin("token", "");
    assert!(token.attempt("perhaps", &()).is_err() && token.scores().is_empty());
    token.skip();
    assert!(token.is_done() && token.learned(1).is_empty(), "without an end there is no distance to predict");
    // A chance is scored by how close it is: 1/3 here, see the proper rule in the documentation.
    let mut cards = begin("cards", "end=4");
    let reply = cards.attempt("50%", &()).unwrap();
    let truth: f64 = 28_983_752.0 / 72_184_713.0;
    assert!((reply.score - (1.0 - (0.5 - truth).powi(2))).abs() < 1e-9, "{}", reply.score);
    let scores = [0.0, 0.0, 1.0, 1.0];
    let attempts: Vec<Attempt> = scores
        .map(|score| Attempt { kind: AttemptKind::Prediction, ..puzzle(1, "distance", score) })
        .to_vec();
    let siege =
        LearnerProgress::of(&attempts, 1).games.into_iter().find(|game| game.game == "siege").unwrap();
    assert_eq!((siege.predictions, siege.prediction_score), (4, Some(0.5)));
    assert_eq!(siege.prediction_curve, [0.0, 0.0, 1.0 / 3.0, 0.5]);
    assert_eq!(Forecast::sentence(&[1.0, 0.5]).as_deref(), Some("Your predictions: 75 % of 2 questions."));
}

#[test]
fn the_tutorial_is_offered_once() {
    let offer = TutorialOffer::of("siege", &[]).unwrap();
    assert_eq!(offer.words, "New to Number Siege? Learn it in two minutes");
    assert!(offer.lesson.is_tutorial());
    assert!(TutorialOffer::of("siege", &[TutorialOffer::made("siege", 1)]).is_none());
    assert!(
        TutorialOffer::of("siege", &[puzzle(1, "race", 1.0)]).is_none(),
        "who has answered a puzzle knows the game"
    );
    assert!(TutorialOffer::of("duel", &[TutorialOffer::made("siege", 1)]).is_some());
    assert!(TutorialOffer::of("chess", &[]).is_none());
}

/// A belief is named where it explains the mistake, the line that beats it comes once, and it is a line that beats it.
#[test]
fn a_review_names_the_misconception() {
    let text = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 1 3. 1 *\n";
    let record = numberline_table::read_records(text).unwrap().remove(0);
    let cache = OracleCache::shared();
    let review = numberline_table::Review::of(&record, &cache, &()).unwrap();
    let found = Belief::in_review(&record, &review);
    let first = found.iter().find(|one| one.ply == 0).unwrap();
    assert_eq!(first.named.name, "centre", "{found:?}");
    assert!(first.said[0].starts_with("This is what Centre First believes: "), "{:?}", first.said);
    let line = first.said[1].strip_prefix("This line beats it: ").unwrap().trim_end_matches('.');
    let mut at = record.resumed_at(0).unwrap();
    for turn in line.split("; ") {
        at.play_turn(turn).unwrap();
    }
    assert_eq!(at.turn().winner(), Some(numberline_rules::Seat::Two), "{line}");
}

/// The levels and the players with a belief take rated puzzles, and meet each other in the arena: both put them in about the
/// same order, in every game. No level comes before a better one. A player with a belief may: Mirror wins whole games in which
/// there is something to copy, and High Card ends where it cannot be pushed back, but a puzzle begins in the middle of a game
/// that neither of them would have played.
#[test]
fn puzzles_and_the_arena_agree_on_who_is_better() {
    for (slug, variants) in [
        ("duel", [["length=11"], ["length=14"], ["length=17"]].map(Vec::from)),
        ("token", ["length=9", "length=10", "length=11"].map(|length| vec![length, "revisit=no"])),
        ("blockade", [["length=14"], ["length=17"], ["length=21"]].map(Vec::from)),
        ("cards", [["end=4"], ["end=5"], ["tiebreak=sample"]].map(Vec::from)),
        ("siege", [["length=18"], ["length=21"], ["length=26"]].map(Vec::from)),
    ] {
        let (ratings, points) = (puzzle_ratings(slug), arena_points(slug, &variants));
        let players = Player::all_of(slug);
        let (mut agree, mut pairs) = (0, 0);
        for one in 0..players.len() {
            for two in 0..one {
                // Only where the arena sees a difference.
                if (points[one] - points[two]).abs() > 0.05 {
                    pairs += 1;
                    let agrees = (points[one] > points[two]) == (ratings[one] > ratings[two]);
                    agree += u32::from(agrees);
                    let levels =
                        [one, two].iter().all(|place| matches!(players[*place], Player::Computer(_)));
                    // The best of them may solve every puzzle.
                    assert!(
                        agrees || !levels || ratings[one] == ratings[two],
                        "{slug}: {} and {}",
                        players[one],
                        players[two]
                    );
                }
            }
        }
        println!("{slug}: {agree} of {pairs} pairs in the same order");
        for ((player, rating), points) in players.iter().zip(&ratings).zip(&points) {
            println!(
                "  {player}: rated {rating} by puzzles, {:.0} % of the points in the arena",
                100.0 * points
            );
        }
        assert!(pairs >= 10 && agree * 10 >= pairs * 9, "{slug}: {agree} of {pairs}");
    }
}

/// What each player is rated after fifty puzzles.
fn puzzle_ratings(slug: &str) -> Vec<u16> {
    let (game, cache) = (find(slug).unwrap(), OracleCache::shared());
    let rating = |player: Player| -> u16 {
        let attempt = |seed: u64| {
            let drawn = Puzzle::draw(game, seed, None, &cache).unwrap();
            let question = drawn.question(&cache).unwrap();
            let mut computer = Computer::new(player, game, &cache, Dice::new(4, seed));
            let chosen = computer.choose(question.at(), drawn.seat, &()).unwrap().text;
            let right = question.judge(&chosen, &()).unwrap().right;
            let score = Attempt::score_of(right, 0, 0);
            let (game, grade) = (slug.to_owned(), drawn.grade);
            Attempt { game, grade, ..puzzle(1, drawn.theme.name(), score) }
        };
        let games = LearnerProgress::of(&(0..50).map(attempt).collect::<Vec<_>>(), 1).games;
        games.into_iter().find(|progress| progress.game == slug).unwrap().rating
    };
    Player::all_of(slug).into_iter().map(rating).collect()
}

/// The share of the games that each player wins against all others, in both seats.
fn arena_points(slug: &str, variants: &[Vec<&str>]) -> Vec<f64> {
    const GAMES: u64 = 20;
    let (game, players) = (find(slug).unwrap(), Player::all_of(slug));
    let mut points = vec![0.0; players.len()];
    for set in variants {
        let set = set.iter().map(|value| (*value).to_owned()).collect();
        let start = Request { set, ..Request::default() }.start(game).unwrap();
        let arena = Arena::new(game, &*start, players.clone(), NonZeroU32::new(200).unwrap(), &()).unwrap();
        for one in 0..players.len() {
            for two in (0..players.len()).filter(|two| *two != one) {
                let threads = NonZeroUsize::new(1).unwrap();
                let tally = arena.play([one, two], GAMES, 7, threads, &mut |_| ControlFlow::Continue(()));
                points[one] += tally.wins[0] as f64;
                points[two] += tally.wins[1] as f64;
            }
        }
    }
    let all = (players.len() - 1) as f64 * 2.0 * GAMES as f64 * variants.len() as f64;
    points.into_iter().map(|points| points / all).collect()
}
