//! Progress and drills, from lists of answered questions.

use numberline_learn::{Attempt, AttemptKind, Course, Drill, LearnerProgress, Puzzle, Theme};
use numberline_table::{OracleCache, find};

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
    let drill = Drill { game: "siege".to_owned(), theme: Theme::Distance, due: 0, reviews: 1 };
    let [one, two] = [1, 2].map(|seed| drill.puzzle(seed, &cache).unwrap());
    assert_eq!((one.theme, two.theme), (Theme::Distance, Theme::Distance));
    assert_ne!(one.id, two.id);
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
    use numberline_table::{Computer, Dice, Player};
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
