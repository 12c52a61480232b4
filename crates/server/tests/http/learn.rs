//! Learning over HTTP: lessons, puzzles and progress give the same as the library, within the limits, and keep nothing.

use std::collections::HashSet;

use numberline_learn::{Course, Puzzle, PuzzleFilter, PuzzleStream, Teacher, Tutor};
use numberline_table::{Date, OracleCache, catalog, find};
use numberline_wire::{CourseJson, PuzzleJson};
use serde_json::{Value, json};

use crate::house::House;

fn today() -> i64 {
    jiff::Timestamp::now().as_second().div_euclid(86_400)
}

/// The right answer of every step is right, a wrong one is not, and the last hint and the solution are the answer: for
/// every lesson of every course, from the place that a client keeps.
#[tokio::test]
async fn every_lesson_can_be_taken_by_its_answers() {
    let house = House::limited(|limits| limits.requests_per_second_per_address = 100_000).await;
    let courses = house.get("/api/lessons").await.json();
    assert_eq!(courses, serde_json::to_value(CourseJson::all()).unwrap());
    let cache = OracleCache::shared();
    for game in catalog() {
        let slug = game.info().slug;
        for lesson in Course::of(slug).lessons {
            let path = format!("/api/lessons/{slug}/{}", lesson.name);
            let shown = house.get(&path).await.json();
            assert_eq!(shown["steps"].as_array().unwrap().len(), lesson.steps.len(), "{path}");
            assert_eq!(
                (&shown["kept"]["kind"], &shown["kept"]["subject"]),
                (&json!("lesson"), &json!(lesson.name))
            );
            let mut tutor = Tutor::new(lesson.clone(), &cache);
            for (place, step) in shown["steps"].as_array().unwrap().iter().enumerate() {
                assert_eq!(step["asked"].is_null(), tutor.ask().is_none(), "{path} {place}");
                let mut turns: Vec<String> = Vec::new();
                while let Some(question) = tutor.question() {
                    let answer = question.answers(&()).unwrap().remove(0);
                    let here = json!({ "step": place + 1, "turns": turns, "answer": answer });
                    let reply = house.post(&format!("{path}/answer"), &here).await;
                    assert_eq!(reply.status, 200, "{path} {here} {}", reply.body);
                    let reply = reply.json();
                    assert_eq!(reply["right"], true, "{path} {here} {reply}");
                    let ours = tutor.attempt(&answer, &()).unwrap();
                    assert_eq!((&reply["said"], &reply["done"]), (&json!(ours.said), &json!(ours.done)));
                    turns = serde_json::from_value(reply["turns"].clone()).unwrap();
                    if ours.done {
                        break;
                    }
                }
                tutor.advance();
            }
        }
    }
}

#[tokio::test]
async fn a_wrong_answer_gets_its_reason_the_punishment_and_hints() {
    let house = House::open().await;
    let path = "/api/lessons/duel/first-game";
    let reply = house.post(&format!("{path}/answer"), &json!({ "step": 1, "answer": "1" })).await.json();
    assert_eq!((&reply["right"], &reply["done"]), (&json!(false), &json!(false)));
    assert_eq!(reply["said"][0], "One number is left, and your opponent takes it.");
    assert_eq!(reply["punished"], json!(["1", "2"]));
    let hint = async |hints: u32| {
        let here = json!({ "step": 1, "hints": hints });
        house.post(&format!("{path}/hint"), &here).await.json()["text"].clone()
    };
    assert_eq!(hint(0).await, "Two neighbours can go in a single move.");
    let later: HashSet<String> = [hint(1).await, hint(2).await].map(|text| text.to_string()).into();
    assert_eq!(later.len(), 2, "{later:?}");
    let solution = house.post(&format!("{path}/solution"), &json!({ "step": 1 })).await.json();
    assert!(solution["text"].as_str().is_some_and(|text| text.starts_with("Answer: 1 2. ")), "{solution}");
}

#[tokio::test]
async fn what_is_not_a_place_in_a_lesson_is_refused_in_a_sentence() {
    let house = House::open().await;
    for (path, body, status, kind) in [
        ("/api/lessons/chess/first-game/answer", json!({ "step": 1 }), 404, "no-such-game"),
        ("/api/lessons/duel/castling/answer", json!({ "step": 1 }), 404, "no-such-lesson"),
        ("/api/lessons/duel/first-game/answer", json!({ "step": 0 }), 422, "step"),
        ("/api/lessons/duel/first-game/hint", json!({ "step": 99 }), 422, "step"),
        ("/api/lessons/duel/first-game/answer", json!({ "step": 1 }), 422, "answer"),
        ("/api/lessons/duel/first-game/answer", json!({ "step": 1, "answer": "9" }), 422, "answer"),
        (
            "/api/lessons/duel/first-game/answer",
            json!({ "step": 1, "answer": "1", "turns": ["9"] }),
            422,
            "step",
        ),
        ("/api/lessons/duel/first-game/hint", json!({ "step": 1, "hints": 21 }), 400, "bad-request"),
        ("/api/lessons/duel/first-game/hint", json!({ "step": 1, "steps": 1 }), 422, "bad-request"),
    ] {
        let answer = house.post(path, &body).await;
        let problem = answer.json();
        assert_eq!(
            (answer.status, &problem["type"]),
            (status, &json!(format!("/problems/{kind}"))),
            "{path} {body} {problem}"
        );
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.ends_with('.')), "{problem}");
    }
}

#[tokio::test]
async fn a_seed_and_a_day_give_the_puzzles_of_the_command_line() {
    let house = House::open().await;
    let cache = OracleCache::shared();
    let plain = |puzzle: &Puzzle| serde_json::to_value(PuzzleJson::new(puzzle)).unwrap();
    let same = |ours: &Value, theirs: &Puzzle| {
        for (name, value) in plain(theirs).as_object().unwrap() {
            assert_eq!(&ours[name], value);
        }
        assert!(ours.get("answers").is_none(), "{ours}");
    };
    let mut stream = PuzzleStream::new(PuzzleFilter::default(), 7, &cache);
    let all = house.get("/api/puzzles?seed=7&count=5").await.json();
    assert_eq!(all.as_array().unwrap().len(), 5);
    for ours in all.as_array().unwrap() {
        same(ours, &stream.next_puzzle(None).unwrap());
    }
    let split = house.get("/api/puzzles?game=duel&theme=split&seed=3").await.json();
    let filter = PuzzleFilter { game: Some("duel".into()), theme: Some("split".into()), set: Vec::new() };
    same(&split[0], &PuzzleStream::new(filter, 3, &cache).next_puzzle(None).unwrap());
    assert_eq!(split[0]["theme"], "split");
    let near = house.get("/api/puzzles?game=siege&near=900&set=step=3&seed=3&count=3").await.json();
    assert!(near.as_array().unwrap().iter().all(|puzzle| puzzle["variant"]["step"] == 3), "{near}");
    let date = Date::new(2026, 11, 18).unwrap();
    for game in [None, Some("siege")] {
        let asked = game.map(|game| format!("&game={game}")).unwrap_or_default();
        let path = format!("/api/puzzles/daily?date=2026-11-18{asked}");
        let mut ours = house.get(&path).await.json();
        let again = house.get(&format!("{path}&answered=true")).await.json();
        assert!(again["note"].as_str().is_some_and(|note| note.ends_with("it does not count.")), "{again}");
        let more = ["title", "note"].map(|name| ours.as_object_mut().unwrap().remove(name).unwrap());
        assert_eq!(more, [json!("The puzzle of 2026-11-18"), Value::Null]);
        same(&ours, &Puzzle::daily(date, game.and_then(find), &cache).unwrap());
        let id = ours["id"].as_str().unwrap();
        assert_eq!(house.get(&format!("/api/puzzles/{id}")).await.json(), ours);
    }
    for (path, status, kind) in [
        ("/api/puzzles", 400, "bad-request"),
        ("/api/puzzles?seed=1&count=21", 400, "bad-request"),
        ("/api/puzzles?seed=1&count=0", 400, "bad-request"),
        ("/api/puzzles?seed=1&game=chess", 404, "no-such-game"),
        ("/api/puzzles?seed=1&theme=castling", 422, "no-such-theme"),
        ("/api/puzzles?seed=1&theme=capture&game=duel", 422, "no-such-theme"),
        ("/api/puzzles?seed=1&game=siege&set=step=99", 422, "no-such-variant"),
        ("/api/puzzles/daily?date=2026-02-30", 400, "bad-request"),
        ("/api/puzzles/duel-7a", 404, "no-such-puzzle"),
    ] {
        let answer = house.get(path).await;
        assert_eq!(
            (answer.status, &answer.json()["type"]),
            (status, &json!(format!("/problems/{kind}"))),
            "{path} {}",
            answer.body
        );
    }
    let themes = house.get("/api/puzzles/themes").await.json();
    assert_eq!(themes.as_array().unwrap().len(), catalog().len());
    assert!(themes[0]["themes"].as_array().unwrap().iter().any(|entry| entry["theme"] == "split"));
}

#[tokio::test]
async fn a_puzzle_is_answered_and_what_is_to_be_kept_comes_back() {
    let house = House::open().await;
    let puzzle = house.get("/api/puzzles/daily?date=2026-11-18&game=siege").await.json();
    let path = format!("/api/puzzles/{}", puzzle["id"].as_str().unwrap());
    let ask = async |what: &str, body: Value| house.post(&format!("{path}/{what}"), &body).await;
    let day = json!({ "purpose": "daily", "date": "2026-11-18" });
    let with = |more: Value| {
        let mut body = day.clone();
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let solution = ask("solution", day.clone()).await.json();
    let known = Puzzle::find(puzzle["id"].as_str().unwrap(), &OracleCache::shared()).unwrap();
    let right = known.question(&OracleCache::shared()).unwrap().answers(&()).unwrap().remove(0);
    assert!(solution["text"].as_str().is_some_and(|text| text.starts_with(&format!("Answer: {right}. "))));
    assert_eq!((&solution["attempt"]["kind"], &solution["attempt"]["score"]), (&json!("daily"), &json!(0.0)));
    let board = house
        .get(&format!(
            "/api/games/siege/board?set={}&position={}",
            puzzle["board"]["settings"].as_str().unwrap().replace(' ', "&set="),
            puzzle["board"]["position"].as_str().unwrap().replace(' ', "+")
        ))
        .await
        .json();
    let seat = usize::try_from(puzzle["asked"]["seat"].as_u64().unwrap()).unwrap();
    let moves = board["moves"][seat - 1].as_array().unwrap();
    let wrong =
        moves.iter().map(|entry| entry["text"].as_str().unwrap()).find(|text| *text != right).unwrap();
    let reply = ask("answer", with(json!({ "answer": wrong }))).await.json();
    assert_eq!((&reply["right"], &reply["attempt"]), (&json!(false), &Value::Null));
    assert_eq!(reply["punished"][0], wrong);
    let reply = ask("answer", with(json!({ "answer": right, "wrong": 1 }))).await.json();
    assert_eq!((&reply["right"], &reply["attempt"]["score"]), (&json!(true), &json!(0.5)));
    assert_eq!(reply["attempt"]["day"], today());
    assert_eq!(
        reply["share"],
        format!("numberline 2026-11-18, siege, grade {}: solved at try 2.", puzzle["grade"])
    );
    assert!(!reply["share"].as_str().unwrap().contains(&format!(" {right} ")));
    assert!(ask("hint", json!({})).await.json()["text"].as_str().is_some_and(|text| text.len() > 9));
    // An answer that comes after midnight counts for its day, and says so.
    let late = with(json!({ "answer": right, "today": "2026-11-19" }));
    let late = ask("answer", late).await.json();
    assert!(late["said"].to_string().contains("It is 2026-11-19 by now"), "{late}");
    // A second answer is not kept.
    let again = ask("answer", with(json!({ "answer": right, "answered": true }))).await.json();
    assert_eq!((&again["right"], &again["attempt"]), (&json!(true), &Value::Null));
    // The server says how a run goes: a streak ends with the first mistake, and time runs out.
    let run = async |kind: &str, seconds: u32, wrong: u32| {
        let so_far = json!({ "kind": kind, "seconds": seconds, "tried": 4, "solved": 4 });
        ask("answer", json!({ "answer": right, "wrong": wrong, "run": so_far })).await.json()["run"].clone()
    };
    let streak = run("streak", 0, 1).await;
    assert_eq!((&streak["over"], &streak["said"]), (&json!(true), &json!("Streak: 4 of 5 puzzles.")));
    assert_eq!(run("streak", 0, 0).await["over"], false);
    assert_eq!(
        (&run("timed", 179, 1).await["over"], &run("timed", 180, 1).await["over"]),
        (&json!(false), &json!(true))
    );
    // Yesterday's puzzle is not today's, and the answer does not count.
    let late = ask("answer", json!({ "purpose": "daily", "date": "2026-11-19", "answer": right })).await;
    assert_eq!((late.status, &late.json()["type"]), (422, &json!("/problems/not-that-day")));
    assert_eq!(ask("answer", json!({ "answer": "99" })).await.status, 422);
}

#[tokio::test]
async fn progress_is_computed_from_the_answers_that_are_sent() {
    let house = House::open().await;
    let none = house.post("/api/progress", &json!({ "attempts": [] })).await.json();
    assert_eq!((&none["due"], &none["next"]), (&json!(0), &json!("learn duel first-game")));
    let puzzle = |day: i64, score: f64| json!({ "day": day, "kind": "puzzle", "game": "duel", "idea": "split", "score": score, "grade": 1200 });
    let lesson = json!({ "day": 9, "kind": "lesson", "game": "duel", "idea": "last-move", "subject": "first-game", "score": 1 });
    let today = today();
    let sent = json!({ "attempts": [lesson, puzzle(today - 9, 0.0), puzzle(today - 8, 1.0)] });
    let known = house.post("/api/progress", &sent).await.json();
    let duel = &known["games"][0];
    assert_eq!((&duel["puzzles"], &duel["solved"]), (&json!(2), &json!(1)));
    // A rating means the same here as against computers.
    let margin = format!("{} ± {}", duel["rating"], 2 * duel["deviation"].as_u64().unwrap());
    assert_eq!(duel["ratingText"], margin);
    assert!(
        known["margin"].as_str().is_some_and(|text| text.contains("95 %") && text.contains('±')),
        "{known}"
    );
    assert_eq!((&duel["lessons"], duel["curve"].as_array().unwrap().len()), (&json!(["first-game"]), 2));
    assert_eq!((&known["due"], &known["next"], &known["today"]), (&json!(1), &json!("drill"), &json!(today)));
    assert_eq!(
        (&known["coming"][0]["theme"], &known["coming"][0]["game"]),
        (&json!("split"), &json!("duel"))
    );
    assert!(known["levels"]["duel"].as_u64().is_some_and(|level| level > 500), "{known}");
    // What is due comes back on a position with the same reason.
    let drills = house.post("/api/drills", &sent).await.json();
    assert_eq!(
        (&drills["drills"][0]["puzzle"]["theme"], &drills["nothing"]),
        (&json!("split"), &Value::Null)
    );
    let none = house.post("/api/drills", &json!({ "attempts": [] })).await.json();
    assert!(none["nothing"].as_str().is_some_and(|text| text.starts_with("Nothing is due")), "{none}");
    // Five thousand answers are taken, and not one more.
    let many = |count: usize| json!({ "attempts": vec![puzzle(today, 1.0); count] });
    let most = house.post("/api/progress", &many(5_000)).await;
    assert_eq!((most.status, &most.json()["games"][0]["puzzles"]), (200, &json!(5_000)));
    for (body, status, kind) in [
        (many(5_001), 422, "attempts"),
        (json!({ "attempts": [puzzle(today, 1.5)] }), 422, "attempts"),
        (json!({ "attempts": [puzzle(-1, 1.0)] }), 422, "attempts"),
        (
            json!({ "attempts": [{ "day": 1, "kind": "nap", "game": "duel", "idea": "split", "score": 1 }] }),
            422,
            "attempts",
        ),
        (json!({ "attempts": [{ "day": 1 }] }), 422, "bad-request"),
        (json!({ "answers": [] }), 422, "bad-request"),
    ] {
        let answer = house.post("/api/progress", &body).await;
        assert_eq!(
            (answer.status, &answer.json()["type"]),
            (status, &json!(format!("/problems/{kind}"))),
            "{}",
            answer.body
        );
    }
}

/// A person's rating follows from the finished games against computers that the client keeps.
#[tokio::test]
async fn a_rating_is_computed_from_the_games_that_are_sent() {
    let house = House::open().await;
    let played = |game: &str, opponent: &str, outcome: &str| json!({ "game": game, "opponent": opponent, "outcome": outcome });
    let ask = async |games: &[Value]| {
        let sent = json!({ "attempts": [], "games": games });
        house.post("/api/progress", &sent).await.json()["strengths"].clone()
    };
    assert_eq!(ask(&[]).await, json!([]));
    assert_eq!(house.post("/api/progress", &json!({ "attempts": [] })).await.json()["strengths"], json!([]));
    let known = ask(&[
        played("siege", "computer:3", "win"),
        played("duel", "computer:1", "lose"),
        played("siege", "computer:perfect", "win"),
        // A player whose strength was not measured does not count, nor what this version does not know.
        played("siege", "runner", "win"),
        played("siege", "computer:9", "win"),
        played("chess", "computer:3", "win"),
    ])
    .await;
    let games: Vec<_> = known.as_array().unwrap().iter().map(|row| (&row["game"], &row["games"])).collect();
    assert_eq!(games, [(&json!("duel"), &json!(1)), (&json!("siege"), &json!(2))]);
    let rating = |known: &Value, place: usize| known[place]["rating"].as_u64().unwrap();
    assert!(rating(&known, 0) < 1500 && rating(&known, 1) > 1500, "{known}");
    let drawn = ask(&[played("siege", "computer:3", "draw")]).await;
    assert!((1500..rating(&known, 1)).contains(&rating(&drawn, 0)), "{drawn}");
    let text =
        format!("{} ± {} after 1 game", drawn[0]["rating"], 2 * drawn[0]["deviation"].as_u64().unwrap());
    assert_eq!(drawn[0]["text"], json!(text));
    // A thousand games are taken, and not one more.
    let many =
        |count: usize| json!({ "attempts": [], "games": vec![played("duel", "computer:2", "win"); count] });
    let most = house.post("/api/progress", &many(1_000)).await;
    assert_eq!((most.status, &most.json()["strengths"][0]["games"]), (200, &json!(1_000)));
    for (body, kind) in [
        (many(1_001), "games"),
        (json!({ "attempts": [], "games": [played("duel", "computer:2", "nearly")] }), "bad-request"),
    ] {
        let answer = house.post("/api/progress", &body).await;
        assert_eq!((answer.status, &answer.json()["type"]), (422, &json!(format!("/problems/{kind}"))));
    }
}

#[tokio::test]
async fn learning_is_charged_and_bounded_like_any_computed_answer() {
    let house = House::limited(|limits| {
        limits.think_time_per_minute_per_address = std::time::Duration::from_nanos(1);
    })
    .await;
    assert_eq!(house.get("/api/puzzles?seed=1").await.status, 200);
    for (path, body) in [
        ("/api/puzzles?seed=2", None),
        ("/api/lessons/duel/first-game", None),
        ("/api/lessons/duel/first-game/answer", Some(json!({ "step": 1, "answer": "1" }))),
        ("/api/progress", Some(json!({ "attempts": [] }))),
    ] {
        let answer = match &body {
            None => house.get(path).await,
            Some(body) => house.post(path, body).await,
        };
        assert_eq!(answer.status, 429, "{path} {}", answer.body);
    }
}

#[tokio::test]
async fn what_can_be_shown_can_be_predicted_first() {
    let house = House::open().await;
    let asked = house.get("/api/games/duel/predictions?set=length=5").await.json();
    let tasks: Vec<&Value> = asked.as_array().unwrap().iter().map(|each| &each["task"]).collect();
    assert_eq!(tasks, ["value", "plies", "nimber"]);
    let first = &asked[0]["asked"];
    assert_eq!((&first["form"], &first["words"][0]["answer"]), (&json!("words"), &json!("win")));
    let predict = async |task: &str, answer: &str| {
        let body = json!({ "question": { "set": ["length=5"] }, "task": task, "answer": answer });
        house.post("/api/games/duel/predict", &body).await
    };
    let right = predict("value", "win").await.json();
    let kept = &right["attempt"];
    assert_eq!(
        (&right["right"], &kept["kind"], &kept["score"]),
        (&json!(true), &json!("prediction"), &json!(1.0))
    );
    let wrong = predict("plies", "99").await.json();
    assert_eq!(
        (&wrong["right"], &wrong["done"], &wrong["attempt"]["score"]),
        (&json!(false), &json!(true), &json!(0.0))
    );
    assert!(wrong["said"].to_string().contains("the answer is 5"), "{wrong}");
    assert_eq!((predict("chance", "1/2").await.status, predict("value", "maybe").await.status), (422, 422));
    // A chance is scored by how close it is.
    let body = json!({ "question": { "set": ["end=4"] }, "task": "chance", "answer": "40%" });
    let close = house.post("/api/games/cards/predict", &body).await.json();
    assert!(close["attempt"]["score"].as_f64().is_some_and(|score| score > 0.99 && score < 1.0), "{close}");
    assert_eq!(house.get("/api/games/duel/predictions?set=length=1&moves=1;").await.json(), json!([]));
    let large = house.get("/api/games/duel/predictions?set=length=60&set=misere=yes").await;
    assert_eq!((large.status, &large.json()["type"]), (422, &json!("/problems/unsolved")));
}

#[tokio::test]
async fn a_review_names_the_misconception_behind_a_mistake() {
    let house = House::open().await;
    let review = house.get("/api/games/siege/review?moves=3;1").await.json();
    let named = review["misconceptions"].as_array().unwrap();
    assert!(named.iter().any(|each| each["ply"] == 0 && each["seat"] == 1), "{review}");
    assert!(named[0]["said"][0].as_str().unwrap().starts_with("This is what "), "{review}");
}
