//! Learning in line mode at a terminal: a whole course, drills, predictions, and the offer of a tutorial.

use std::sync::Arc;

use numberline_learn::{Course, Daily, Teacher, Tutor};
use numberline_table::OracleCache;

use crate::pty::Home;

/// Types the right answers of a whole course, from the first game to the last lesson.
#[test]
fn a_course_is_taken_to_its_end() {
    let (home, cache) = (Home::new(), OracleCache::shared());
    let course = Course::of("siege");
    let mut session = home.start(&["learn", "siege"]);
    for (place, lesson) in course.lessons.iter().enumerate() {
        session.wait_for(&format!("Which lesson? (Enter: {}, a number or name, quit): ", lesson.name));
        session.enter("");
        session.wait_for(&lesson.title);
        let mut tutor = Tutor::new(Arc::clone(lesson), &cache);
        while tutor.step().is_some() {
            if tutor.question().is_none() {
                session.wait_for("Press Enter to continue: ");
                session.enter("");
            }
            while let (Some(question), Some(ask)) = (tutor.question(), tutor.ask()) {
                // A long question is broken between words.
                session.wait_for(&ask.chars().take(60).collect::<String>());
                session.wait_for("quit): ");
                let answer = question.answers(&()).expect("answers").remove(0);
                session.enter(&answer);
                if tutor.attempt(&answer, &()).expect("a reply").done {
                    break;
                }
            }
            tutor.advance();
        }
        session.wait_for(&format!("Lesson finished: {}.", lesson.title));
        if lesson.rival.is_some() {
            session.wait_for("now? (yes/no): ");
            session.enter("no");
        }
        if place + 1 == course.lessons.len() {
            session.wait_for("That was the last lesson. Puzzles: numberline puzzle siege");
        }
    }
    session.wait_for("a number or name, quit): ");
    session.enter("quit");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let mut progress = home.start(&["progress"]);
    progress.wait_for(&format!("siege         {0}/{0}", course.lessons.len()));
    assert_eq!(progress.exit_code_with_restored_terminal(), 0);
}

#[test]
fn after_a_lesson_there_is_a_match_against_the_player_it_refutes() {
    let home = Home::new();
    let mut session = home.start(&["learn", "duel", "mirror"]);
    for _ in 0..4 {
        session.wait_for("(or hint, show, skip, quit): ");
        session.enter("skip");
    }
    session.wait_for("Play against Pair Grabber now? (yes/no): ");
    session.enter("yes");
    session.wait_for("Welcome to Number Line Duel!");
    session.wait_for("Player 1's turn.");
    session.enter("quit");
    session.wait_for("Next: numberline learn duel mirror-limits");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn a_tutorial_is_offered_the_first_time_only() {
    let home = Home::new();
    let offer = "New to Number Siege? Learn it in two minutes: numberline learn siege";
    for (first, args) in [(true, &["play", "siege"]), (false, &["play", "siege"])] {
        let mut session = home.start(args);
        session.wait_for("Welcome to Number Siege!");
        assert_eq!(session.screen().contains(offer), first, "{}", session.screen());
        session.enter("quit");
        assert_eq!(session.exit_code_with_restored_terminal(), 0);
    }
}

/// A mistake in a finished game comes back as a drill of its reason, on another day.
#[test]
fn own_mistakes_are_filed() {
    let home = Home::new();
    let mut session = home.start(&["play", "siege", "--predict"]);
    session.wait_for("Welcome to Number Siege!");
    session.enter("hint");
    session.wait_for("Does the player to move win, lose, or draw? (Enter to skip, enough, quit): ");
    session.enter("lose");
    session.wait_for("Not lose: the answer is win.");
    for step in ["3", "2", "2", "3"] {
        session.enter(step);
    }
    session.wait_for("Review this game? (yes/no): ");
    session.enter("yes");
    session.wait_for("Before move 1");
    session.enter("win");
    session.wait_for("Before move 2");
    session.enter("enough");
    session.wait_for("Try ");
    session.enter("no");
    session.wait_for("This is what Centre First believes");
    session.wait_for("This line beats it: ");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let mut drill = home.start(&["drill"]);
    drill.wait_for("Nothing is due today. The next drill is ");
    assert_eq!(drill.exit_code_with_restored_terminal(), 0);
    let mut progress = home.start(&["progress"]);
    progress.wait_for("percent of the last predictions right");
    progress.wait_for("siege distance (leave the right distance): ");
    assert_eq!(progress.exit_code_with_restored_terminal(), 0);
}

/// The puzzle of another day is a clear sentence and an ordinary puzzle, and its line to share gives nothing away.
#[test]
fn yesterdays_puzzle_is_told_what_it_counts_as() {
    let (home, cache) = (Home::new(), OracleCache::shared());
    let game = numberline_table::find("siege");
    let date = numberline_table::Date::new(2020, 2, 29).expect("a date");
    let daily = Daily::of(date, game, &cache).expect("a puzzle");
    let answer = daily.puzzle.question(&cache).expect("a question").answers(&()).expect("answers").remove(0);
    let args = &["puzzle", "siege", "--daily", "--date", "2020-02-29"];
    let mut first = home.start(args);
    first.wait_for("This is the puzzle of 2020-02-29, and today is ");
    first.wait_for("It counts as an ordinary puzzle.");
    first.wait_for("(or hint, show, skip, quit): ");
    first.enter(&answer);
    first.wait_for(&format!(
        "To share: numberline 2020-02-29, siege, grade {}: solved at try 1.",
        daily.puzzle.grade
    ));
    assert_eq!(first.exit_code_with_restored_terminal(), 0);
}

/// A damaged history stops no lesson: it is said once that nothing is kept.
#[test]
fn a_damaged_history_is_named_and_learning_goes_on() {
    let home = Home::new();
    std::fs::create_dir(home.path("numberline")).expect("a folder");
    std::fs::write(
        home.path("numberline/history.sqlite3"),
        "not a database, and long enough to be looked at",
    )
    .expect("a file");
    let mut session = home.start(&["puzzle", "siege", "--seed", "7", "--count", "2"]);
    session.wait_for("(or hint, show, skip, quit): ");
    session.enter("show");
    session.wait_for("Your progress is not kept: ");
    session.wait_for("Puzzle 2");
    session.enter("show");
    session.wait_for("Solved on the first try: 0 of 2 puzzles.");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let mut progress = home.start(&["progress"]);
    progress.wait_for("error: ");
    assert_eq!(progress.exit_code_with_restored_terminal(), 1);
}
