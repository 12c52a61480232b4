//! Learning in the browser: a whole lesson, puzzles, the puzzle of the day, and progress that survives a reload.

use std::process::Command;
use std::sync::Arc;

use numberline_learn::{Course, Task, Teacher, Tutor};
use numberline_table::OracleCache;
use serde_json::Value;

use crate::support::{Browser, browse, id};

const ENTER: &str = "\u{e007}";

/// The cells of the right move and of some other in the shown puzzle.
const CELLS: &str = "await (async () => {
    const json = async (path, body) => (await fetch(path, body && { method: 'POST', body, headers: { 'content-type': 'application/json' } })).json();
    const id = document.querySelector('.puzzle').dataset.puzzle;
    const { game, board, asked } = await json(`/api/puzzles/${id}`);
    const { text } = await json(`/api/puzzles/${id}/solution`, '{}');
    const query = new URLSearchParams([...board.settings.split(' ').map((set) => ['set', set]), ['position', board.position]]);
    const { moves } = await json(`/api/games/${game}/board?${query}`);
    const own = moves[asked.seat - 1];
    const right = own.find((move) => text.startsWith(`Answer: ${move.text}. `));
    return [right, own.find((move) => move !== right)].map((move) => move.cells[1]);
})()";

/// Answers the shown puzzle with the right move, or with some other.
async fn answer(browser: &Browser, right: bool) {
    let cells = browser.ask_later(CELLS).await;
    browser.click(&id(&format!("cell-{}", cells[usize::from(!right)]))).await;
}

/// What this browser remembers of its answers.
async fn remembered(browser: &Browser) -> Vec<Value> {
    let kept =
        browser.ask("JSON.parse(localStorage.getItem('numberline.learned') ?? '{}').attempts ?? []").await;
    kept.as_array().cloned().expect("a list")
}

#[test]
fn a_whole_lesson_is_taken_and_leads_to_a_game_against_its_rival() {
    browse(async |_server, [ada]| {
        ada.go("/learn").await;
        ada.see_text(&id("next-step"), "the lesson \"Your first duel\" in Number Line Duel").await;
        ada.click(&id("next-start")).await;
        ada.see_text("h1", "Your first duel").await;
        // A wrong move is answered with the reason, and punished on the board.
        ada.click(&id("cell-1")).await;
        ada.click(".choice.open [data-move=\"1\"]").await;
        ada.see_text(&id("said"), "One number is left").await;
        ada.see_text(&id("punished"), "the reply 2").await;
        assert_eq!(ada.count(".quiz .cell[data-mark=\"x\"]").await, 2, "the punishing reply is on the board");
        ada.click(&id("again")).await;
        ada.click(&id("quiz-hint")).await;
        ada.see_text(&id("quiz-hints"), "Two neighbours").await;
        ada.click(&id("cell-1")).await;
        ada.click(".choice.open [data-move=\"1 2\"]").await;
        ada.see_text(&id("said"), "Nothing is left").await;
        ada.click(&id("step-next")).await;
        // The next step, by keyboard: the focus is on the heading, and the line is one step away.
        ada.see_text(&id("step-heading"), "One number more").await;
        ada.see_text(&id("step-count"), "Step 2 of 4").await;
        ada.see(&id("quiz-hint")).await;
        ada.ask("document.querySelector('.quiz .cell[tabindex=\"0\"]').focus()").await;
        ada.press(&format!("\u{e011}\u{e014}{ENTER}")).await;
        ada.click(".choice.open [data-move=\"2\"]").await;
        ada.see_text(&id("said"), "not neighbours any more").await;
        ada.click(&id("step-next")).await;
        // A game against a perfect opponent, to its end.
        ada.see_text(&id("step-heading"), "Win a game").await;
        ada.wait_until("the board", "document.querySelectorAll('.quiz:not([aria-busy]) .cell').length === 5")
            .await;
        while ada.ask_text("document.querySelector('[data-testid=\"step-next\"]').innerText").await == "Skip"
        {
            let best = "(async () => { \
                const line = [...document.querySelectorAll('.quiz .cell')].map(({ dataset }) => dataset.mark.toUpperCase()).join(''); \
                const query = new URLSearchParams({ set: 'length=5', position: `${line} 1` }); \
                return (await (await fetch(`/api/games/duel/analysis?${query}`)).json()).moves[0].move; })()";
            let best = ada.ask_later(&format!("await {best}")).await;
            let crossed = "document.querySelectorAll('.quiz .cell[data-mark=\"x\"]').length";
            let before = ada.ask(crossed).await;
            ada.point_at_move(best.as_str().expect("a move")).await;
            let replied = format!("{crossed} > {before} && !document.querySelector('.quiz[aria-busy]')");
            ada.wait_until("the reply", &replied).await;
        }
        ada.see_text(&id("said"), "Well done").await;
        ada.click(&id("step-next")).await;
        ada.see_text(&id("step-heading"), "The real board").await;
        // A learner who is stuck is told the answer.
        ada.click(&id("quiz-show")).await;
        ada.see_text(&id("solution"), "Any of these: ").await;
        ada.click(&id("step-next")).await;
        ada.see_text(&id("lesson-end"), "Lesson finished").await;
        assert_eq!(remembered(ada).await.last().expect("an answer")["subject"], "first-game");
        // The next lesson has a rival, against whom a game is opened.
        ada.click(&id("next-lesson")).await;
        ada.see(&id("step-heading")).await;
        let steps = ada.ask("document.querySelector('.steps-done').max").await.as_u64().expect("steps");
        for step in 1..=steps {
            ada.see_text(&id("step-count"), &format!("Step {step} of")).await;
            ada.click(&id("step-next")).await;
        }
        ada.click(&id("play-rival")).await;
        ada.see(&id("line")).await;
        ada.connected().await;
        assert!(ada.see("main").await.contains("Pair Grabber") || ada.see("main").await.contains("Mirror"));
        // Both lessons are ticked off.
        ada.go("/learn/duel").await;
        ada.wait_until(
            "two ticks",
            "[...document.querySelectorAll('.tick')].filter((tick) => tick.innerText === '✓').length === 2",
        )
        .await;
    });
}

/// Nobody can think about a piece that is out of sight.
#[test]
fn the_line_of_a_puzzle_is_shown_whole_on_a_phone() {
    browse(async |_server, [ada]| {
        ada.size(390, 844).await;
        ada.go("/puzzles/siege-33392c323b323b342033382032").await;
        ada.wait_until("the whole line", "document.querySelectorAll('.quiz .cell').length === 40").await;
        for piece in ["4, Player 1", "38, Player 2"] {
            assert_eq!(ada.count(&format!(".quiz .cell[aria-label^=\"{piece}\"]")).await, 1, "{piece}");
        }
        // All of it is in sight, and nothing has to be scrolled within the line.
        let whole = "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('.quiz .cells'))";
        ada.wait_until("every row", whole).await;
    });
}

/// Every lesson of a course, each step answered by hand as a tutor beside it answers.
#[test]
fn a_whole_course_is_taken_to_its_end() {
    browse(async |_server, [ada]| {
        let (cache, course) = (OracleCache::shared(), Course::of("duel"));
        ada.go("/learn/duel/first-game").await;
        for (place, lesson) in course.lessons.iter().enumerate() {
            ada.see_text("h1", &lesson.title).await;
            let mut tutor = Tutor::new(Arc::clone(lesson), &cache);
            while let Some(step) = tutor.step() {
                ada.see_text(&id("step-heading"), &step.heading).await;
                while let Some(question) = tutor.question() {
                    let ready = "!document.querySelector('.quiz[aria-busy]')";
                    ada.wait_until("the board of the step", ready).await;
                    let right = question.answers(&()).expect("answers").remove(0);
                    match question.task() {
                        task if task.is_move() => ada.point_at_move(&right).await,
                        Task::Value => ada.click(&id(&format!("answer-{right}"))).await,
                        _ => {
                            ada.write(&id("answer"), &right).await;
                            ada.click(&id("answer-go")).await;
                        }
                    }
                    let reply = tutor.attempt(&right, &()).expect("a reply");
                    ada.see_text(&id("said"), reply.said.last().expect("words")).await;
                    if reply.done {
                        break;
                    }
                }
                tutor.advance();
                ada.click(&id("step-next")).await;
            }
            ada.see_text(&id("lesson-end"), "Lesson finished").await;
            if place + 1 < course.lessons.len() {
                ada.click(&id("next-lesson")).await;
            }
        }
        let done = remembered(ada).await.into_iter().filter(|attempt| attempt["kind"] == "lesson");
        let names: Vec<String> =
            done.map(|attempt| attempt["subject"].as_str().expect("a name").to_owned()).collect();
        assert_eq!(names, course.lessons.iter().map(|lesson| lesson.name.clone()).collect::<Vec<_>>());
        ada.go("/progress").await;
        ada.see_text(&id("progress-duel"), &format!("{0} of {0}", names.len())).await;
    });
}

#[test]
fn a_stream_of_puzzles_is_rated_and_progress_survives_a_reload() {
    browse(async |_server, [ada, grace]| {
        ada.go("/puzzles?game=siege").await;
        let mut seen = Vec::new();
        for right in [true, false, true] {
            ada.see(&id("quiz-hint")).await;
            let puzzle = ada.ask_text("document.querySelector('.puzzle').dataset.puzzle").await;
            assert!(puzzle.starts_with("siege-") && !seen.contains(&puzzle), "{puzzle} after {seen:?}");
            seen.push(puzzle);
            if !right {
                answer(ada, false).await;
                ada.see_text(&id("said"), "Not ").await;
                ada.see(&id("punished")).await;
                ada.click(&id("again")).await;
            }
            answer(ada, true).await;
            ada.see_text(&id("said"), "Right: ").await;
            ada.see_text(&id("said"), "Theme: ").await;
            ada.see_text(&id("rating"), "Your rating here").await;
            ada.click(&id("next-puzzle")).await;
        }
        ada.see_text(&id("run-score"), "Solved on the first try: 2 of 3 puzzles.").await;
        let scores: Vec<f64> =
            remembered(ada).await.iter().filter_map(|attempt| attempt["score"].as_f64()).collect();
        assert_eq!(scores, [1.0, 0.5, 1.0]);
        ada.go("/progress").await;
        ada.reload().await;
        ada.see_text(&id("progress-siege"), "2 of 3 on the first try").await;
        ada.see(&format!("{} [data-testid=\"curve\"]", id("progress-siege"))).await;
        ada.see_text(&id("answer-count"), "3 answers").await;
        // Another browser takes the answers over from a file, and forgets them.
        let file = ada.ask_text("localStorage.getItem('numberline.learned')").await;
        grace.go("/progress").await;
        grace.see(&id("no-progress")).await;
        let give = format!(
            "(() => {{ const files = new DataTransfer(); files.items.add(new File([{}], 'a.json')); \
             const field = document.querySelector('[data-testid=\"import-file\"]'); field.files = files.files; \
             field.dispatchEvent(new Event('change')); }})()",
            serde_json::json!(file)
        );
        grace.ask(&give).await;
        grace.see_text(&id("progress-siege"), "2 of 3 on the first try").await;
        grace.click(&id("erase")).await;
        grace.click(&id("confirm-yes")).await;
        grace.see(&id("no-progress")).await;
        assert_eq!(remembered(grace).await, Vec::<Value>::new());
    });
}

#[test]
fn the_puzzle_of_the_day_is_that_of_the_command_line_and_counts_once() {
    browse(async |_server, [ada]| {
        ada.go("/puzzles?run=daily&game=siege").await;
        ada.see(&id("quiz-hint")).await;
        let shown = ada.ask_text("document.querySelector('.puzzle').dataset.puzzle").await;
        let about = ada.see(&id("puzzle-about")).await;
        let date = about.trim_start_matches("The puzzle of ").get(..10).expect("a day").to_owned();
        let said = Command::new(env!("CARGO_BIN_EXE_numberline"))
            .args(["puzzle", "siege", "--daily", "--date", &date, "--json"])
            .output()
            .expect("the program runs");
        let known: Value = serde_json::from_slice(&said.stdout).expect("JSON");
        assert_eq!(known[0]["id"], shown.as_str(), "{date}");
        answer(ada, true).await;
        let share = ada.see(&id("share-text")).await;
        assert!(share.starts_with(&format!("numberline {date}, siege, grade ")), "{share}");
        assert!(share.ends_with("solved at try 1."), "{share}");
        ada.reload().await;
        ada.see(&id("quiz-hint")).await;
        ada.see_text(&id("daily-note"), "This time it does not count.").await;
        answer(ada, true).await;
        ada.see(&id("share-text")).await;
        assert_eq!(remembered(ada).await.len(), 1, "the puzzle of a day counts once");
    });
}

#[test]
fn a_streak_ends_with_the_first_mistake() {
    browse(async |_server, [ada]| {
        ada.go("/puzzles?run=streak&game=siege").await;
        for (right, said) in [(true, "Streak: 1 of 1 puzzle."), (false, "Streak: 1 of 2 puzzles.")] {
            ada.see(&id("quiz-hint")).await;
            if !right {
                answer(ada, false).await;
                ada.click(&id("again")).await;
            }
            answer(ada, true).await;
            ada.see_text(&id("run-score"), said).await;
            if right {
                ada.click(&id("next-puzzle")).await;
            }
        }
        ada.see_text(&id("run-end"), "Streak: 1 of 2 puzzles.").await;
        ada.click(&id("once-more")).await;
        ada.see(&id("quiz-hint")).await;
        assert_eq!(ada.ask_text("document.querySelector('[data-testid=\"run-score\"]').innerText").await, "");
    });
}

#[test]
fn what_was_missed_comes_back_as_a_drill_on_another_position() {
    browse(async |_server, [ada]| {
        ada.go("/drill").await;
        ada.see_text(&id("no-drills"), "Nothing is due").await;
        let missed = "localStorage.setItem('numberline.learned', JSON.stringify({ numberline: 'answers', version: 1, attempts: \
                      [{ day: 20000, kind: 'puzzle', game: 'siege', idea: 'distance', subject: 'siege-1', score: 0, grade: 1200 }] }))";
        ada.ask(missed).await;
        ada.go("/drill").await;
        ada.see_text(&id("drill-heading"), "Drill 1 of 1").await;
        // What can be said about the position without a move is asked first.
        ada.see_text(&id("question"), "In how many turns").await;
        ada.click(&id("answer")).await;
        ada.press(&format!("99{ENTER}")).await;
        ada.see_text(&id("said"), "Not 99: the answer is ").await;
        ada.click(&id("to-move")).await;
        ada.see(&id("quiz-hint")).await;
        answer(ada, true).await;
        ada.click(&id("next-drill")).await;
        ada.see(&id("drills-done")).await;
        let mut all = remembered(ada).await;
        let last = all.pop().expect("an answer");
        assert_eq!((last["kind"].as_str(), last["score"].as_f64()), (Some("drill"), Some(1.0)));
        assert_eq!(all.pop().expect("a prediction")["kind"], "prediction");
        ada.go("/drill").await;
        ada.see_text(&id("no-drills"), "The next drill is").await;
    });
}

#[test]
fn the_first_game_is_offered_and_never_forced() {
    browse(async |_server, [ada]| {
        ada.go("/").await;
        ada.see_text(&id("offer-tutorial"), "two minutes").await;
        ada.click(&id("decline-tutorial")).await;
        ada.see_no(&id("offer-tutorial")).await;
        ada.reload().await;
        ada.see(&id("setup")).await;
        ada.see_no(&id("offer-tutorial")).await;
        // Another game is another offer.
        ada.click(&format!("label:has({})", id("game-siege"))).await;
        ada.click(&id("to-tutorial")).await;
        ada.see(&id("step-heading")).await;
        assert!(ada.address().await.ends_with("/learn/siege/first-game"));
    });
}

#[test]
fn a_value_is_predicted_before_it_is_shown_for_who_wants_that() {
    browse(async |_server, [ada]| {
        ada.go("/").await;
        ada.click(&id("options")).await;
        ada.click(&id("option-predict")).await;
        ada.click(&id("options-close")).await;
        ada.go("/study/duel?set=length%3D5").await;
        ada.see(&id("forecast")).await;
        ada.see(&id("answer-win")).await;
        assert_eq!(ada.count(".chip, .sign").await, 0, "the values are shown before the prediction");
        ada.click(&id("answer-lose")).await;
        ada.see_text(&id("said"), "Not lose").await;
        ada.click(&id("forecast-next")).await;
        ada.see_text(&id("question"), "In how many turns").await;
        ada.click(&id("forecast-skip")).await;
        assert!(ada.judged().await.contains("wins"), "the value is shown after the prediction");
        let last = remembered(ada).await.pop().expect("a prediction");
        assert_eq!((last["kind"].as_str(), last["score"].as_f64()), (Some("prediction"), Some(0.0)));
        // In a review, too: the comment on a move comes after the prediction, with the belief behind a mistake.
        ada.go("/review?game=siege&moves=3%3B1").await;
        ada.see(&id("forecast")).await;
        ada.click(&id("forecast-skip")).await;
        ada.see_text(&id("review-said"), "At the start").await;
        ada.click(&id("forward")).await;
        ada.see(&id("forecast")).await;
        assert_eq!(ada.count(&id("mistake")).await, 0);
        ada.click(&id("forecast-skip")).await;
        ada.see_text(&id("belief"), "This is what ").await;
    });
}
