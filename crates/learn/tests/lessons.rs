//! Every lesson against the solver, and whole courses taken from the first step to the last.

use std::sync::Arc;

use numberline_learn::{
    Afterwards, AnswerError, AttemptKind, Course, Lesson, PuzzleTheme, Reply, Task, Teacher, Tutor,
};
use numberline_rules::Seat;
use numberline_table::{OracleCache, catalog};

fn every_lesson() -> Vec<Arc<Lesson>> {
    catalog().into_iter().flat_map(|game| Course::of(game.info().slug).lessons).collect()
}

#[test]
fn every_file_is_a_lesson_of_a_game() {
    for file in Course::files() {
        if let Err(error) = file {
            panic!("{error}");
        }
    }
    for game in catalog() {
        let slug = game.info().slug;
        let course = Course::of(slug);
        assert!(course.tutorial().is_some(), "{slug} has no tutorial");
        assert!(course.lessons.len() > 5, "{slug} has {} lessons", course.lessons.len() - 1);
        let alone = course.lessons.iter().find(|lesson| lesson.rival.is_none());
        assert!(alone.is_none(), "after {alone:?} there is nobody to play against");
        let numbers: Vec<u32> = course.lessons.iter().map(|lesson| lesson.number).collect();
        assert_eq!(numbers, (0..course.lessons.len() as u32).collect::<Vec<_>>(), "{slug}");
    }
}

#[test]
fn every_claim_task_and_answer_is_what_the_solver_says() {
    let cache = OracleCache::shared();
    let wrong: Vec<String> = every_lesson()
        .iter()
        .flat_map(|lesson| lesson.check(&cache))
        .map(|error| error.to_string())
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What stands in a text is compared with the solver, and a false word is found with its line.
#[test]
fn a_lesson_that_lies_is_found_out() {
    let cache = OracleCache::shared();
    let check = |text: &str| {
        let lesson = Lesson::read("duel", "duel/01-test.md", text).unwrap();
        lesson.check(&cache).iter().map(|error| (error.line, error.reason.clone())).collect::<Vec<_>>()
    };
    let head = "# T\n@idea t\n\n## S\n";
    assert_eq!(check(&format!("{head}Here you {{lose = value | runs 4 4 / 1}}.\n")), []);
    let found = check(&format!("{head}One line.\n\nHere you {{win = value | runs 4 4 / 1}}.\n"));
    assert!(matches!(found.as_slice(), [(7, reason)] if reason.contains("in truth it is lose")), "{found:?}");
    for (lie, truth) in [
        ("{2 = nimber | runs 1 / 1}", "in truth it is 1"),
        ("{5 6 = best | start}", "5 6, "),
        ("{4 = plies | length=2: start}", "in truth it is 1"),
        ("{Player 2 = winner | start}", "Player 1"),
        ("{wins = move 1 | length=2: start}", "lose"),
        ("{3 = keepers | length=2: start}", "1"),
        ("{2 = moves | length=2: start}", "3"),
        ("{is never beaten = beaten mirror 2 | start}", "beaten"),
        ("{you win = answer 1}", "answers no @task"),
    ] {
        let found = check(&format!("{head}{lie}\n"));
        assert!(matches!(found.as_slice(), [(5, reason)] if reason.contains(truth)), "{lie}: {found:?}");
    }
    for (task, reason) in [
        ("@task move", "a task needs a @position"),
        ("@position runs 4 4 / 1\n@task move", "every move would be a right answer"),
        ("@position runs 4 4 / 1\n@task play", "cannot be won"),
        ("@position length=3: start\n@task move\n@wrong 2 | no", "that answer is right"),
        ("@position length=3: start\n@task move\n@wrong 3 2 | no", "it is written 2 3"),
        ("@position length=3: start\n@task move\n@wrong 9 | no", "@wrong 9"),
        ("@position length=3: start\n@hint no", "need a @task"),
        ("@position length=3: start > 9\n@task move", "9"),
        ("@position length=3: start\n@task move\n@hint Think of it", "a hint has a claim"),
        ("@position length=3: start\n@task move\n@hint {Take an end = answer 1}", "the answer '1' is wrong"),
        ("{lost = value}.\n@position runs 4 4 / 1\n@task value", "gives away what the task asks"),
        (
            "{lost = value | runs 4 4 / 2}.\n@position runs 4 4 / 2\n@task value",
            "gives away what the task asks",
        ),
        ("{0 = nimber}.\n@position runs 4 4 / 1\n@task nimber", "gives away what the task asks"),
    ] {
        let found = check(&format!("{head}{task}\n"));
        let line = task.lines().position(has_more).map_or(4, |place| 5 + place);
        assert!(
            matches!(found.as_slice(), [(at, said)] if *at == line && said.contains(reason)),
            "{task}: {found:?}"
        );
    }
    // A rival has a belief, plays the game, and can be beaten.
    for (rival, reason) in [
        ("runner", "does not play"),
        ("computer:1", "a player with a belief"),
        ("pairs colour=red", "colour"),
    ] {
        let found = check(&format!("# T\n@idea t\n@rival {rival}\n\n## S\n"));
        assert!(matches!(found.as_slice(), [(1, said)] if said.contains(reason)), "{rival}: {found:?}");
    }
    let dominated = Lesson::read(
        "cards",
        "cards/01-x.md",
        "# T\n@idea t\n## S\n{It is dominated = dominated 2 1 | start}\n",
    );
    let found = dominated.unwrap().check(&cache);
    assert!(found[0].reason.contains("in truth it is not dominated"), "{found:?}");
}

/// Whether the fault is in this line, and not in the step that it belongs to.
fn has_more(line: &str) -> bool {
    ["@hint Think", "@hint {", "@wrong", "{"].iter().any(|start| line.starts_with(start))
}

#[test]
fn a_damaged_lesson_says_where_and_what() {
    let read = |text: &str| Lesson::read("duel", "duel/03-x.md", text).unwrap_err().to_string();
    for (text, line, reason) in [
        ("", 0, "at least one step"),
        ("# T\n\nText", 3, "text belongs to a step"),
        ("# T\n## S", 1, "the idea is missing"),
        ("@idea x\n## S", 1, "# Title"),
        ("# T\n@idea x\n# Again", 3, "one title"),
        ("# T\n@idea x\n@rival nobody", 3, "no player 'nobody'"),
        ("# T\n@idea x\n@task move", 3, "before the first step"),
        ("# T\n@idea x\n@without words", 3, "@without nimbers"),
        ("# T\n@idea x\n## S\n@jump 3", 4, "there is no @jump here"),
        ("# T\n@idea x\n## S\n@task", 4, "needs something behind it"),
        ("# T\n@idea x\n## S\n@task fly", 4, "'fly' is not a task"),
        ("# T\n@idea x\n## S\n@wrong nothing", 4, "@wrong ANSWER | what to say"),
        ("# T\n@idea x\n## S\nOne\n{two", 4, "ends with }"),
        ("# T\n@idea x\n## S\n\n{two}", 5, "is not a claim"),
        ("# T\n@idea x\n## S\n{1 = height}", 4, "'height' cannot be claimed"),
        ("# T\n@idea x\n## S\n@position", 4, "needs something"),
        ("# T\n@idea x\n## S\n@position start >", 4, "is not a position"),
        ("# T\u{1b}[31m", 1, "cannot be printed"),
    ] {
        let said = read(text);
        assert!(said.starts_with(&format!("duel/03-x.md, line {line}: ")), "{text:?}: {said}");
        assert!(said.contains(reason), "{text:?}: {said}");
    }
    let long = "x".repeat(Lesson::LONGEST + 1);
    assert!(read(&long).contains("64 KiB"));
    assert!(Lesson::read("chess", "chess/01-x.md", "").unwrap_err().reason.contains("no game 'chess'"));
    // A lesson outside the course needs no number.
    let own = Lesson::read("duel", "my-lesson.md", "# T\n@idea x\n## S\n").unwrap();
    assert_eq!((own.name.as_str(), own.number), ("my-lesson", Lesson::OUTSIDE));
}

/// Answers a step rightly until it is done.
fn finish(tutor: &mut Tutor) -> Reply {
    for _ in 0..40 {
        let question = tutor.question().unwrap();
        let answer = question.answers(&()).unwrap().remove(0);
        let reply = tutor.attempt(&answer, &()).unwrap_or_else(|error| panic!("{answer}: {error}"));
        if reply.done {
            return reply;
        }
        assert!(reply.right || matches!(question.task(), Task::Play(_)), "{answer}: {:?}", reply.said);
    }
    panic!("{:?}: step {} does not end", tutor.lesson(), tutor.at());
}

#[test]
fn every_course_can_be_taken_to_its_end() {
    let cache = OracleCache::shared();
    for lesson in every_lesson() {
        let mut tutor = Tutor::new(lesson, &cache);
        while let Some(step) = tutor.step() {
            if step.task.is_some() {
                assert!(tutor.ask().is_some_and(|ask| !ask.is_empty()));
                // Every hint can be given, and the last ones stay the same.
                for _ in 0..step.hints.len() + 3 {
                    assert!(!tutor.hint(&()).unwrap().is_empty());
                }
                assert!(finish(&mut tutor).right);
            }
            tutor.advance();
        }
    }
}

#[test]
fn wrong_answers_are_answered_with_a_reason_and_the_reply_that_punishes() {
    let cache = OracleCache::shared();
    let course = Course::of("siege");
    let mut tutor = Tutor::new(Arc::clone(course.find("multiples").unwrap()), &cache);
    while tutor.step().is_some_and(|step| step.heading != "Answer a mistake") {
        tutor.advance();
    }
    let reply = tutor.attempt("1", &()).unwrap();
    assert!(!reply.right && !reply.done && tutor.tries() == 1);
    assert!(reply.said[0].starts_with("Small steps are not safe."), "{:?}", reply.said);
    assert!(reply.said.iter().any(|line| line.contains("This is what Tiptoe believes")), "{:?}", reply.said);
    assert_eq!(reply.punished.len(), 2, "{:?}", reply.punished);
    // What cannot be read, and what is not allowed, is no try.
    for text in ["", "hello", "9"] {
        assert!(matches!(tutor.attempt(text, &()), Err(AnswerError::Unreadable(_))), "{text:?}");
    }
    assert_eq!(tutor.tries(), 1);
    assert!(tutor.attempt("3", &()).unwrap().done);
}

/// A value that a lesson asks for is a prediction: the first answer is kept, and the lesson itself once it is done.
#[test]
fn predictions_and_finished_lessons_are_kept_once() {
    let cache = OracleCache::shared();
    let mut tutor = Tutor::new(Arc::clone(Course::of("duel").find("mirror").unwrap()), &cache);
    assert_eq!(tutor.learned(5), []);
    assert!(!tutor.attempt("win", &()).unwrap().right && tutor.attempt("lose", &()).unwrap().right);
    let kept = tutor.learned(5);
    assert_eq!(kept.len(), 1, "{kept:?}");
    let only = &kept[0];
    assert_eq!((only.kind, only.score, only.day), (AttemptKind::Prediction, 0.0, 5));
    assert!(PuzzleTheme::find(&only.idea).is_some(), "it comes back as the reason that decides it: {only:?}");
    while tutor.advance() {
        let shown = tutor.show(&()).unwrap();
        assert!(shown.starts_with("Answer: ") || shown.starts_with("Any of these: "), "{shown}");
    }
    let done = tutor.learned(6);
    assert_eq!((done.len(), done[0].kind, done[0].subject.as_str()), (1, AttemptKind::Lesson, "mirror"));
    assert_eq!(tutor.learned(6), []);
    let after = Afterwards::of(tutor.lesson(), &cache);
    let versus = after.versus.unwrap();
    assert_eq!(
        (versus.offer.as_str(), versus.players()),
        ("Play against Pair Grabber now?", ["human", "pairs"].map(String::from))
    );
    assert_eq!(versus.command("duel"), "play duel --against pairs");
    assert_eq!(after.next.unwrap().name, "mirror-limits");
    // The learner sits where best play favours them, in the variant that the lesson is about.
    let last = Course::of("cards").find("mixing").cloned().unwrap();
    let versus = Afterwards::of(&last, &cache).versus.unwrap();
    assert_eq!(
        (versus.seat, versus.set, versus.player),
        (Seat::Two, vec!["end=4".to_owned()], "copycat".to_owned())
    );
}

/// Before nimbers are taught, no reply speaks of them.
#[test]
fn a_beginner_is_answered_without_nimbers() {
    let cache = OracleCache::shared();
    let mut spoken = [0, 0];
    for slug in ["duel", "blockade"] {
        for lesson in Course::of(slug).lessons {
            let early = lesson.without_nimbers;
            let mut tutor = Tutor::new(lesson, &cache);
            while tutor.step().is_some() {
                let mut said: Vec<String> = Vec::new();
                if let Some(question) = tutor.question() {
                    said.push(question.why(&()).unwrap());
                    let moves = question.at().moves(question.seat(), 100);
                    let words = question.task().choices(question.at()).iter().map(|word| (*word).to_owned());
                    for answer in moves.into_iter().chain(words) {
                        let at = tutor.at();
                        let again = Tutor::resume(tutor.lesson().clone(), &cache, at, Vec::new())
                            .attempt(&answer, &());
                        said.extend(again.into_iter().flat_map(|reply| reply.said));
                    }
                    for _ in 0..6 {
                        said.push(tutor.hint(&()).unwrap());
                    }
                }
                let speaks =
                    said.iter().filter(|line| line.contains("nim") || line.contains("makes it 0")).count();
                assert!(!early || speaks == 0, "{:?}: {said:?}", tutor.lesson());
                spoken[usize::from(early)] += speaks;
                tutor.advance();
            }
        }
    }
    assert!(spoken[0] > 50, "later they are spoken of: {spoken:?}");
}

#[test]
fn a_tutor_can_be_resumed_in_the_middle_of_a_game() {
    let cache = OracleCache::shared();
    let lesson = Arc::clone(Course::of("duel").tutorial().unwrap());
    let mut first = Tutor::new(Arc::clone(&lesson), &cache);
    first.advance();
    first.advance();
    let reply = first.attempt("3", &()).unwrap();
    assert!(reply.right && !reply.done);
    let again = Tutor::resume(lesson, &cache, first.at(), reply.played);
    assert_eq!(again.board().unwrap().position(), first.board().unwrap().position());
}
