//! Learning on the full screen: whole courses, puzzles, drills, predictions and progress, with keys and with the mouse.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failing test is meant to panic"
)]

use std::sync::Arc;

use crossterm::event::KeyCode;
use numberline_history::{History, Home, now};
use numberline_learn::{Attempt, AttemptKind, Course, Solving, Task, Teacher, Tutor};
use numberline_table::{OracleCache, catalog};

use crate::tests::rehearsal::Rehearsal;
use crate::{Preferences, Setting, Start};

fn begun(width: u16, height: u16) -> Rehearsal {
    let mut program = Rehearsal::new(width, height);
    program.press(KeyCode::Char('T'));
    program
}

fn attempts(program: &Rehearsal) -> Vec<Attempt> {
    let home = Home::at(program.folder.path());
    History::open_to_read(&home).unwrap().map_or(Vec::new(), |history| history.attempts().unwrap())
}

fn keep(folder: &tempfile::TempDir, attempts: &[Attempt]) {
    Home::at(folder.path()).keep_attempts(attempts).unwrap();
}

fn missed(idea: &str) -> Attempt {
    Attempt {
        day: 0,
        kind: AttemptKind::Puzzle,
        game: "siege".to_owned(),
        idea: idea.to_owned(),
        subject: "siege-00".to_owned(),
        score: 0.0,
        grade: 1500,
    }
}

/// Gives an answer the way its task takes it: a move or a text is typed, a word is chosen.
fn answer(program: &mut Rehearsal, task: Task, choices: &[&str], text: &str) {
    if let Some(place) = choices.iter().position(|word| *word == text) {
        program.times(place, KeyCode::Right).press(KeyCode::Enter);
        return;
    }
    if task.is_move() || text.starts_with(|first: char| first.is_ascii_digit()) {
        program.types(text).press(KeyCode::Enter);
    } else {
        program.press(KeyCode::Enter).types(text).press(KeyCode::Enter);
    }
}

/// Takes the lesson on the screen to its end, with the answers of a tutor beside it.
fn take(program: &mut Rehearsal, tutor: &mut Tutor) {
    let steps = tutor.lesson().steps.len();
    while let Some(step) = tutor.step() {
        let heading = format!("{} of {steps}: {}", tutor.at() + 1, step.heading);
        assert!(program.shows(&heading), "{heading}:\n{}", program.screen());
        while let Some(question) = tutor.question() {
            let right = question.answers(&()).unwrap().remove(0);
            answer(program, question.task(), question.task().choices(question.at()), &right);
            if tutor.attempt(&right, &()).unwrap().done {
                break;
            }
        }
        tutor.advance();
        program.press(KeyCode::Enter);
    }
}

#[test]
fn every_course_is_taken_from_the_first_screen_to_its_end() {
    let cache = OracleCache::shared();
    for (place, game) in catalog().into_iter().enumerate() {
        let course = Course::of(game.info().slug);
        let mut program = begun(100, 40);
        program.times(place, KeyCode::Down).press(KeyCode::Enter);
        assert!(program.shows(&format!("Lessons of {}", game.info().title)), "{}", program.screen());
        program.press(KeyCode::Enter);
        for lesson in &course.lessons {
            let mut tutor = Tutor::new(Arc::clone(lesson), &cache);
            take(&mut program, &mut tutor);
            assert!(program.shows(&format!("Lesson finished: {}.", lesson.title)), "{}", program.screen());
            if lesson.rival.is_some() {
                assert!(program.shows("Play against "), "{}", program.screen());
            }
            program.press(KeyCode::Enter);
        }
        assert!(program.shows(&format!("Lessons of {}", game.info().title)), "{}", program.screen());
        let kept = attempts(&program);
        let done: Vec<&str> = kept
            .iter()
            .filter(|attempt| attempt.kind == AttemptKind::Lesson)
            .map(|attempt| attempt.subject.as_str())
            .collect();
        let names: Vec<&str> = course.lessons.iter().map(|lesson| lesson.name.as_str()).collect();
        assert_eq!(done, names);
        program.press(KeyCode::Esc);
        assert!(program.shows(&format!("{0} of {0} lessons", names.len())), "{}", program.screen());
    }
}

#[test]
fn a_wrong_move_gets_a_reason_and_the_reply_on_the_board() {
    let mut program = begun(100, 36);
    program.press(KeyCode::Char('5')).press(KeyCode::Enter).press(KeyCode::Enter);
    assert!(
        program.shows("1 of 4: The goal") && program.shows("Find a move that wins."),
        "{}",
        program.screen()
    );
    insta::assert_snapshot!("lesson_100x36", program.screen());
    program.types("1").press(KeyCode::Enter);
    assert!(program.shows("You have to land exactly on the opponent."), "{}", program.screen());
    assert!(program.shows("The board shows the reply."), "{}", program.screen());
    insta::assert_snapshot!("lesson_punished_100x36", program.screen());
    program.press(KeyCode::Enter);
    assert!(!program.shows("The board shows the reply."));
    // Hints are a ladder, and its last step is the answer.
    program.press(KeyCode::Char('t'));
    assert!(program.shows("Land exactly on your opponent."), "{}", program.screen());
    program.times(3, KeyCode::Char('t'));
    // By the pointer instead of typing.
    program.press(KeyCode::Left).times(3, KeyCode::Right).press(KeyCode::Enter);
    program.press(KeyCode::Esc);
    assert!(program.shows("Lessons of Number Siege"), "{}", program.screen());
}

#[test]
fn a_lesson_goes_by_mouse_too() {
    let mut program = begun(100, 36);
    program.click_on("Number Siege").click_on("Number Siege");
    program.click_on("Your first siege");
    if program.shows("Lessons of") {
        program.click_on("Your first siege");
    }
    // The opponent stands on 6: the same click again moves there.
    program.click_on("6").click_on("6");
    assert!(program.shows("That is a capture") || program.shows("Find a move"), "{}", program.screen());
}

#[test]
fn looks() {
    for (width, height) in [(40, 12), (80, 24), (120, 40)] {
        insta::assert_snapshot!(format!("learn_{width}x{height}"), begun(width, height).screen());
        let mut lessons = begun(width, height);
        lessons.press(KeyCode::Enter);
        insta::assert_snapshot!(format!("lessons_{width}x{height}"), lessons.screen());
        lessons.press(KeyCode::Down).press(KeyCode::Enter);
        insta::assert_snapshot!(format!("value_{width}x{height}"), lessons.screen());
        let mut filters = begun(width, height);
        filters.press(KeyCode::Char('6')).press(KeyCode::Enter);
        insta::assert_snapshot!(format!("filters_{width}x{height}"), filters.screen());
    }
}

#[test]
fn progress_is_drawn_and_can_be_erased() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = (0..30).map(|number| Attempt {
        score: if number % 4 == 0 { 0.0 } else { 1.0 },
        grade: 1000 + 20 * number,
        ..missed("distance")
    });
    let predictions = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0].map(|score| Attempt {
        kind: AttemptKind::Prediction,
        score,
        ..missed("race")
    });
    let all: Vec<Attempt> = puzzles.chain(predictions).collect();
    keep(&folder, &all);
    let mut program = Rehearsal::in_folder(folder, (80, 24), Start::Home, |preferences| preferences);
    program.press(KeyCode::Char('T')).press(KeyCode::Char('9')).press(KeyCode::Enter);
    program.times(4, KeyCode::Right);
    for words in [
        "Rating after each puzzle",
        "Predictions: 57 % of 7",
        "22 of 30 puzzles on the",
        "leave the right distance: ",
    ] {
        assert!(program.shows(words), "{words}:\n{}", program.screen());
    }
    insta::assert_snapshot!("progress_80x24", program.screen());
    let ascii = |preferences: Preferences| preferences.given(Setting::Symbols, "ascii").unwrap();
    let empty = tempfile::tempdir().unwrap();
    keep(&empty, &all);
    let mut plain = Rehearsal::in_folder(empty, (80, 24), Start::Home, ascii);
    plain.press(KeyCode::Char('T')).press(KeyCode::Char('9')).press(KeyCode::Enter);
    plain.times(4, KeyCode::Right);
    assert!(plain.screen().is_ascii() && plain.shows("#"), "{}", plain.screen());
    program.press(KeyCode::Char('E')).press(KeyCode::Char('n'));
    assert_eq!(attempts(&program).len(), all.len());
    program.press(KeyCode::Char('E')).press(KeyCode::Char('y'));
    assert_eq!(attempts(&program), []);
    assert!(program.shows("0 of 6 lessons"), "{}", program.screen());
}

/// The right answer to the puzzle on the screen is not on it, so any puzzle is shown instead of solved; it counts as missed.
#[test]
fn a_streak_ends_with_the_first_mistake() {
    let mut program = begun(100, 36);
    program.press(KeyCode::Char('6')).press(KeyCode::Enter);
    program.press(KeyCode::Down).press(KeyCode::Right);
    program.press(KeyCode::Down).times(5, KeyCode::Right);
    assert!(program.shows("a streak") && program.shows("Number Siege"), "{}", program.screen());
    program.times(3, KeyCode::Up).press(KeyCode::Enter);
    assert!(program.shows("Puzzle 1") && program.shows("You are Player"), "{}", program.screen());
    program.press(KeyCode::Char('v'));
    assert!(program.shows("Answer: "), "{}", program.screen());
    program.press(KeyCode::Enter);
    assert!(program.shows("Streak: 0 of 1 puzzle."), "{}", program.screen());
    let kept = attempts(&program);
    assert_eq!((kept.len(), kept[0].kind, kept[0].score), (1, AttemptKind::Puzzle, 0.0));
    program.press(KeyCode::Enter);
    assert!(program.shows("How long"), "{}", program.screen());
    // A variant that no puzzle has is refused with those that there are.
    program.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
    program.types("length=1000").times(4, KeyCode::Up).press(KeyCode::Enter);
    assert!(program.shows("Streak: 0 of 0 puzzles"), "{}", program.screen());
    assert!(program.shows("no puzzle of siege has length=1000"), "{}", program.screen());
}

#[test]
fn the_puzzle_of_the_day_has_a_text_to_share() {
    let cache = OracleCache::shared();
    let today = Rehearsal::today().unwrap();
    let daily = numberline_learn::Daily::of(today, None, &cache).unwrap();
    let solving = Solving::new(daily.puzzle.clone(), AttemptKind::Daily, &cache).unwrap();
    let right = solving.question().unwrap().answers(&()).unwrap().remove(0);
    let mut program = begun(100, 36);
    program.press(KeyCode::Char('7')).press(KeyCode::Enter);
    assert!(program.shows(&daily.title()), "{}", program.screen());
    program.types(&right).press(KeyCode::Enter);
    assert!(program.shows("Theme: "), "{}", program.screen());
    program.press(KeyCode::Enter);
    let share = format!(
        "To share: numberline {today}, {}, grade {}",
        daily.puzzle.game.info().slug,
        daily.puzzle.grade
    );
    assert!(program.shows(&share), "{share}\n{}", program.screen());
    program.press(KeyCode::Enter);
    // A second answer does not count.
    program.press(KeyCode::Enter);
    assert!(program.shows("You have answered this one before."), "{}", program.screen());
    program.types(&right).press(KeyCode::Enter).press(KeyCode::Enter);
    assert_eq!(attempts(&program).len(), 1);
}

#[test]
fn what_was_missed_is_drilled_after_a_prediction() {
    let folder = tempfile::tempdir().unwrap();
    let mut history = History::open(&Home::at(folder.path())).unwrap();
    history.keep_attempt(&missed("distance"), "2020-01-01T00:00:00Z").unwrap();
    drop(history);
    assert!(!now().starts_with("2020"), "the clock is right");
    let mut program = Rehearsal::in_folder(folder, (100, 36), Start::Home, |preferences| preferences);
    program.press(KeyCode::Char('T'));
    assert!(program.shows("1 drill due") && program.shows("Next: a drill"), "{}", program.screen());
    program.press(KeyCode::Char('8')).press(KeyCode::Enter);
    assert!(program.shows("Drill 1 of 1: Leave the right distance"), "{}", program.screen());
    assert!(program.shows("In how many turns does it end"), "{}", program.screen());
    program.types("1").press(KeyCode::Enter).press(KeyCode::Enter);
    assert!(program.shows("Find a move that wins"), "{}", program.screen());
    program.press(KeyCode::Char('v')).press(KeyCode::Enter);
    assert!(program.shows("That was all for today."), "{}", program.screen());
    let kinds: Vec<AttemptKind> = attempts(&program).into_iter().map(|attempt| attempt.kind).collect();
    assert_eq!(kinds, [AttemptKind::Puzzle, AttemptKind::Prediction, AttemptKind::Drill]);
}

/// With the setting on, the coach asks before it shows.
#[test]
fn predictions_come_before_the_values() {
    let predicting = |preferences: Preferences| preferences.given(Setting::Predict, "on").unwrap();
    let game = numberline_table::find("siege").unwrap();
    let mut program = Rehearsal::begun(120, 36, Start::Game(game), predicting);
    program.press(KeyCode::Enter).press(KeyCode::Char('c'));
    assert!(program.shows("Does the player to move win, lose, or draw"), "{}", program.screen());
    program.press(KeyCode::Right).press(KeyCode::Enter);
    assert!(
        program.shows("Not lose: the answer is win.") && program.shows("In how many turns"),
        "{}",
        program.screen()
    );
    program.types("5").press(KeyCode::Enter).press(KeyCode::Enter);
    assert!(program.shows("Your predictions: 50 % of 2 questions."), "{}", program.screen());
    program.press(KeyCode::Enter);
    assert!(
        program.shows("W in 5") || program.shows("wins in 5"),
        "the coach is open now:\n{}",
        program.screen()
    );
    let scores: Vec<f64> = attempts(&program)
        .into_iter()
        .filter(|attempt| attempt.kind == AttemptKind::Prediction)
        .map(|attempt| attempt.score)
        .collect();
    assert_eq!(scores, [0.0, 1.0]);
}

#[test]
fn a_tutorial_is_offered_once_and_never_in_the_way() {
    let mut program = Rehearsal::new(80, 24);
    program.press(KeyCode::Enter);
    assert!(program.shows("New to Number Line Duel? Learn it in two minutes: T"), "{}", program.screen());
    program.press(KeyCode::Char('T'));
    assert!(program.shows("1 of "), "{}", program.screen());
    program.press(KeyCode::Esc).press(KeyCode::Esc).press(KeyCode::Enter);
    assert!(!program.shows("New to"), "{}", program.screen());
    program.press(KeyCode::Enter);
    assert!(!program.shows("Learn it"), "{}", program.screen());
}

#[test]
fn a_history_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("history.sqlite3"), "not a database, and long enough to be looked at")
        .unwrap();
    let mut program = Rehearsal::in_folder(folder, (80, 24), Start::Home, |preferences| preferences);
    program.press(KeyCode::Char('T'));
    assert!(program.shows("Your progress cannot be read"), "{}", program.screen());
    // What is due is not known either.
    program.press(KeyCode::Char('8')).press(KeyCode::Enter);
    assert!(program.shows("Your progress cannot be read") && !program.shows("Nothing is due"));
    // Learning goes on, and says that nothing is kept.
    program.press(KeyCode::Char('6')).press(KeyCode::Enter).press(KeyCode::Enter);
    program.press(KeyCode::Char('v'));
    assert!(program.shows("Your progress is not kept"), "{}", program.screen());
}
