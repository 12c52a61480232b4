//! What is said to answers, and which hints are given.

use std::sync::Arc;

use numberline_learn::{Belief, Course, Forecast, Lesson, Question, Task, Teacher, Tutor};
use numberline_rules::{Seat, Turn};
use numberline_table::{AnyMatch, OracleCache, find};

fn board(slug: &str, set: &[&str], position: &str) -> Box<dyn AnyMatch> {
    let game = find(slug).unwrap();
    let mut settings = game.book_settings();
    for set in set {
        settings.assign(set).unwrap();
    }
    game.start_at(&settings, position).unwrap()
}

fn question(slug: &str, set: &[&str], position: &str, task: Task) -> Question {
    Question::new(find(slug).unwrap(), board(slug, set, position), task, &OracleCache::shared())
}

/// The hints of a lesson are about the position of the step. After a move they come from the position on the board, from
/// the first one on.
#[test]
fn hints_in_a_game_are_about_the_position_on_the_board() {
    let cache = OracleCache::shared();
    let mut games = 0;
    let lessons =
        numberline_table::catalog().into_iter().flat_map(|game| Course::of(game.info().slug).lessons);
    for lesson in lessons {
        let mut tutor = Tutor::new(lesson, &cache);
        while let Some(step) = tutor.step() {
            let own: Vec<String> = step.hints.iter().map(numberline_learn::Paragraph::shown).collect();
            if let Some(Task::Play(_)) = step.task {
                assert_eq!(Some(&tutor.hint(&()).unwrap()), own.first(), "{:?}", tutor.lesson());
                let answer = tutor.question().unwrap().answers(&()).unwrap().remove(0);
                let reply = tutor.attempt(&answer, &()).unwrap();
                assert!(reply.right && !reply.done, "{:?}", tutor.lesson());
                let after = tutor.question().unwrap();
                for step in 0..3 {
                    assert_eq!(tutor.hint(&()).unwrap(), after.hint(step, &()).unwrap());
                }
                games += 1;
            }
            tutor.advance();
        }
    }
    assert!(games > 15, "{games}");
}

/// A game that is lost begins again at the position of the step, and so do its hints. Without a turn to take back, they go on.
#[test]
fn hints_begin_again_with_the_position_of_the_step() {
    let lesson = "# T\n@idea t\n## S\n@position 0 1,2 1,5 2\n@task play\n@hint Count first.\n";
    let lesson = Arc::new(Lesson::read("cards", "own.md", lesson).unwrap());
    let resumed = |turns: &[&str]| {
        let turns = turns.iter().map(ToString::to_string).collect();
        Tutor::resume(Arc::clone(&lesson), &OracleCache::shared(), 0, turns)
    };
    let mut tutor = resumed(&["1/5"]);
    assert_ne!(tutor.hint(&()).unwrap(), "Count first.");
    let reply = tutor.attempt("2", &()).unwrap();
    assert!(!reply.right && !reply.done, "the marker is beyond reach: {:?}", reply.said);
    assert_eq!(tutor.board().unwrap().position(), resumed(&[]).board().unwrap().position());
    assert_eq!((tutor.hints(), tutor.hint(&()).unwrap().as_str()), (0, "Count first."));
}

/// Who pushed last decides a game that ends at 0, and nothing on the line shows it.
#[test]
fn what_the_line_does_not_show_is_said_before_the_question() {
    let text = |position: &str| question("cards", &[], position, Task::Card(Seat::Two)).text();
    assert_eq!(text("0 1,2 1,2 -"), "The marker has not moved yet. Choose Player 2's best card");
    assert_eq!(text("0 1,2 1,2 1"), "Player 1 moved the marker last. Choose Player 2's best card");
    // Elsewhere the marker will be pushed again before it can end at 0.
    assert_eq!(text("-1 1,5 1,4 2"), "Choose Player 2's best card");
    // It matters: the same cards are worth something else.
    let worth = |position: &str| question("cards", &[], position, Task::Chance).answers(&()).unwrap();
    assert_ne!(worth("0 2 2 1"), worth("0 2 2 2"));
    // Before a prediction, and before a lesson's own words.
    let (game, cache) = (find("cards").unwrap(), OracleCache::shared());
    let forecast = Forecast::new(game, &*board("cards", &[], "0 2 2 1"), &cache, &()).unwrap().unwrap();
    assert!(forecast.ask().unwrap().starts_with("Player 1 moved the marker last. What is "));
    let lesson = "# T\n@idea t\n## S\n@position 0 2 2 1\n@task value\n@ask Who wins?\n";
    let lesson = Lesson::read("cards", "own.md", lesson).unwrap();
    let tutor = Tutor::new(Arc::new(lesson), &cache);
    assert_eq!(tutor.ask().as_deref(), Some("Player 1 moved the marker last. Who wins?"));
}

#[test]
fn a_card_is_answered_with_its_reason_and_the_card_that_punishes_it() {
    let asked = || question("cards", &[], "0 1,2,3 1,2,3 -", Task::Card(Seat::Two));
    let right = asked().judge("1", &()).unwrap();
    assert_eq!(right.said, "Right: 1. It keeps your win, whatever the opponent plays.");
    let wrong = asked().judge("3", &()).unwrap();
    assert!(wrong.said.starts_with("Not 3. It gives away the whole chance. The opponent can answer "));
    let reply = wrong.punished[0].strip_suffix("/3").unwrap();
    assert!(wrong.said.ends_with(&format!(" can answer {reply}.")), "{wrong:?}");
    // What keeps a win keeps it against every card, and what does not can be beaten by the named one.
    let wins = |turn: &str| {
        let mut next = board("cards", &[], "0 1,2,3 1,2,3 -");
        next.play_turn(turn).unwrap();
        question("cards", &[], &next.position(), Task::Value).answers(&()).unwrap() == ["2"]
    };
    assert!(["1/1", "2/1", "3/1"].into_iter().all(wins) && !wins(&wrong.punished[0]));
    // Without a sure win there is none to keep.
    let mixed = question("cards", &["end=4"], "0 1,4,5 1,4,5 1", Task::Card(Seat::One));
    assert_eq!(mixed.judge("4", &()).unwrap().said, "Right: 4. It gives nothing away.");
}

/// A wrong guess is told where the chance lies, and not what it is; a prediction has one try, and is told.
#[test]
fn a_chance_is_not_given_away_before_it_is_found() {
    let asked = || question("cards", &["end=4"], "2 1,3,5 2,4,5 1", Task::Chance);
    let said = |text: &str| asked().judge(text, &()).unwrap().said;
    assert_eq!(said("40%"), "Not close enough: the chance is higher.");
    assert_eq!(said("0.7"), "Not close enough: the chance is lower.");
    assert!(said("3/5").starts_with("Right: it is 60 %."));
    let (game, cache) = (find("cards").unwrap(), OracleCache::shared());
    let mut forecast = Forecast::new(game, asked().at(), &cache, &()).unwrap().unwrap();
    let said = forecast.attempt("40%", &()).unwrap().said;
    assert!(said[1].ends_with("Player 1's chance is 60 %."), "{said:?}");
}

#[test]
fn the_example_of_a_mix_has_cards_of_the_hand() {
    let asked = question("cards", &["cards=3", "end=2"], "0 1,2,3 1,2,3 -", Task::Mix(Seat::Two));
    assert_eq!(asked.text(), "The marker has not moved yet. Choose Player 2's mix, such as 1:2, 3:1");
}

/// A player with nothing to copy plays anything, which shows no belief.
#[test]
fn a_belief_without_an_opinion_explains_nothing() {
    let named = |slug: &str, position: &str, seat: Seat, text: &str| -> Vec<&str> {
        Belief::of(&*board(slug, &[], position), seat, text).iter().map(|belief| belief.named.name).collect()
    };
    assert!(!named("duel", ".......... 1", Seat::One, "1").contains(&"mirror"));
    assert!(named("duel", "X......... 2", Seat::Two, "10").contains(&"mirror"));
    assert!(!named("blockade", &format!("{} 1", ".".repeat(21)), Seat::One, "1").contains(&"mirror"));
    let start = "0 1,2,3,4,5 1,2,3,4,5 -";
    assert_eq!(named("cards", start, Seat::One, "5"), ["highest"]);
    assert!(named("cards", "-2 2,3,4,5 1,2,4,5 2", Seat::One, "3").contains(&"copycat"));
}

/// Of several right answers one knows which one the reason is about, and a chance can be read.
#[test]
fn shown_answers_are_told_apart() {
    let lesson = |task: &str| {
        let lesson = format!("# T\n@idea t\n## S\n@position {task}\n");
        Arc::new(Lesson::read("token", "own.md", &lesson).unwrap())
    };
    let shown = |lesson| Tutor::new(lesson, &OracleCache::shared()).show(&()).unwrap();
    let said = shown(lesson("2 1\n@task move"));
    assert!(said.starts_with("Any of these: 1 right or 2 right. 1 right: It lands on 3"), "{said}");
    let said = shown(lesson("8 1\n@task move"));
    let (answers, why) = said.strip_prefix("Any of these: ").unwrap().split_once(". ").unwrap();
    let first = answers.split(", ").next().unwrap();
    assert!(
        answers.contains(", ") && answers.contains(" or ") && why.starts_with(&format!("{first}: ")),
        "{said}"
    );
    let said = shown(lesson("length=4 start=2 revisit=no: start\n@task move"));
    assert!(said.starts_with("Answer: 1 right. "), "{said}");
    let chance = "# T\n@idea t\n## S\n@position end=4: start\n@task chance\n";
    let chance = Arc::new(Lesson::read("cards", "own.md", chance).unwrap());
    let mut tutor = Tutor::new(chance, &OracleCache::shared());
    assert!(tutor.hint(&()).is_ok());
    assert_eq!(tutor.hint(&()).unwrap(), "The answer is 40.2 % (28983752/72184713).");
    assert!(tutor.show(&()).unwrap().starts_with("Answer: 40.2 % (28983752/72184713). "));
}

/// In every lesson the reason that is shown is about the first of the answers that are shown.
#[test]
fn the_reason_is_about_the_first_answer() {
    let (cache, mut several) = (OracleCache::shared(), 0);
    let lessons =
        numberline_table::catalog().into_iter().flat_map(|game| Course::of(game.info().slug).lessons);
    for lesson in lessons {
        let mut tutor = Tutor::new(lesson, &cache);
        while tutor.step().is_some() {
            if let Some(question) = tutor.question()
                && matches!(question.task(), Task::Move | Task::Play(_))
                && question.at().turn() != Turn::Both
            {
                let answers = question.answers(&()).unwrap();
                let hint = question.hint(1, &()).unwrap();
                assert!(hint.starts_with(&format!("Play {}", answers[0])), "{hint}: {answers:?}");
                several += usize::from(answers.len() > 1);
            }
            tutor.advance();
        }
    }
    assert!(several > 10, "{several}");
}
