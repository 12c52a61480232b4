//! Tests of the analysis: stepping, branching, the best move, retries, export, and what it looks like.

use crossterm::event::KeyCode;
use numberline_rules::Aim;
use numberline_table::{Outcome, Point, ReviewError, SolveError, Verdict};
use ratatui::layout::Position;

use super::Study;
use crate::effect::{Errand, Thought};
use crate::page::Spot;
use crate::screen::{Go, Screen};
use crate::tests::trial::{Trial, key, played, record};
use crate::{Answer, Effect, Event, Role};
use numberline_learn::Place;

const SIEGE: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n\
    [Result \"1-0\"]\n[Ending \"won\"]\n\n1. 2 2. 2 {Now the trap is set.} 3. 3 4. 1 5. 2 1-0\n";

fn open(trial: &mut Trial, record: numberline_table::Record) -> Study {
    let (mut study, effect) = Study::new(record, &mut trial.context).unwrap();
    trial.settle(&mut study, effect);
    study
}

/// Grace wins a duel in which both have made mistakes.
fn duel() -> numberline_table::Record {
    played("duel", "", &["1", "5", "10", "2 3", "8", "6 7", "9", "4"])
}

fn games() -> Vec<(&'static str, numberline_table::Record)> {
    vec![
        ("duel", duel()),
        ("siege", record(SIEGE)),
        ("token", played("token", "", &["2 right", "1 left", "2 left", "1 left"])),
        ("blockade", played("blockade", "", &["1", "11", "16"])),
        ("cards", played("cards", "cards=4", &["1/4", "3/1"])),
        ("mixed", played("cards", "cards=4 end=2", &["1/2", "4/3", "3/4"])),
        ("huge", played("duel", "length=1000000000000000000", &["500", "2 3"])),
    ]
}

#[test]
fn a_match_that_its_rules_did_not_end_says_how_it_ended() {
    let resigned = SIEGE.replace("\"won\"", "\"resigned\"").replace(" 4. 1 5. 2 1-0", " 1-0");
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, record(&resigned));
    assert!(trial.picture(&study).contains("Grace resigns, so Ada wins."), "{}", trial.picture(&study));
    assert!(!trial.picture(&study).contains("to move"), "{}", trial.picture(&study));
    trial.press(&mut study, KeyCode::Left);
    assert!(trial.picture(&study).contains("Ada to move"), "{}", trial.picture(&study));
}

#[test]
fn every_game_at_every_size() {
    for (name, record) in games() {
        for (width, height) in [(40, 10), (80, 22), (200, 58)] {
            let mut trial = Trial::new(width, height);
            let mut study = open(&mut trial, record.clone());
            trial.press(&mut study, KeyCode::Left);
            insta::assert_snapshot!(format!("study_{name}_{width}x{height}"), trial.picture(&study));
            trial.press(&mut study, KeyCode::Char('c'));
            trial.press(&mut study, KeyCode::Char('v'));
            insta::assert_snapshot!(format!("study_{name}_coach_{width}x{height}"), trial.picture(&study));
        }
    }
}

#[test]
fn no_size_is_too_small_and_ascii_is_enough() {
    for (_, record) in games() {
        for (width, height) in [(0, 0), (1, 1), (2, 1), (1, 30), (40, 3), (7, 7), (64, 2), (120, 6), (65, 11)]
        {
            let mut trial = Trial::new(width, height).in_ascii();
            let mut study = open(&mut trial, record.clone());
            for code in ["c", "t", "5", "e", " "].map(|text| KeyCode::Char(text.chars().next().unwrap())) {
                trial.press(&mut study, code);
                trial.click(&mut study, width / 2, height / 2);
                let picture = trial.picture(&study);
                assert!(picture.is_ascii(), "{picture}");
                trial.press(&mut study, KeyCode::Esc);
            }
        }
    }
}

#[test]
fn keys_step_along_the_match() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, record(SIEGE));
    let at = |study: &Study| study.walk.at();
    assert_eq!(at(&study), Place::Main(5), "an analysis opens at the end");
    for (code, ply) in [
        (KeyCode::Right, 5),
        (KeyCode::Left, 4),
        (KeyCode::Char('k'), 3),
        (KeyCode::Char('j'), 4),
        (KeyCode::Home, 0),
        (KeyCode::Left, 0),
        (KeyCode::Right, 1),
        (KeyCode::End, 5),
        (KeyCode::PageUp, 0),
        (KeyCode::PageDown, 5),
    ] {
        trial.press(&mut study, code);
        assert_eq!(at(&study), Place::Main(ply), "{code:?}");
        assert_eq!(study.walk.game().length(), ply);
    }
}

#[test]
fn a_move_that_was_not_played_begins_a_branch() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, record(SIEGE));
    trial.press(&mut study, KeyCode::Home);
    trial.types(&mut study, "2");
    trial.press(&mut study, KeyCode::Enter);
    assert_eq!(study.walk.at(), Place::Main(1), "the played move is not a branch");
    trial.types(&mut study, "3");
    trial.press(&mut study, KeyCode::Enter);
    trial.types(&mut study, "1");
    trial.press(&mut study, KeyCode::Enter);
    assert_eq!(study.walk.at(), Place::Branch(2));
    insta::assert_snapshot!("study_branch", trial.picture(&study));
    // Along the branch, off it where it begins, and on along the match.
    trial.press(&mut study, KeyCode::Left);
    assert_eq!(study.walk.at(), Place::Branch(1));
    trial.press(&mut study, KeyCode::Left);
    assert_eq!(study.walk.at(), Place::Main(1));
    trial.press(&mut study, KeyCode::Right);
    assert_eq!(study.walk.at(), Place::Main(2));
    assert!(study.walk.branch().is_some(), "the branch is still there to be clicked at");
    trial.press(&mut study, KeyCode::Backspace);
    assert!(study.walk.branch().is_none());
    // Another one, left by Esc; the next Esc is for the app.
    trial.types(&mut study, "1");
    trial.press(&mut study, KeyCode::Enter);
    assert_eq!(study.walk.at(), Place::Branch(1));
    assert!(matches!(trial.press(&mut study, KeyCode::Esc), Go::Stay));
    assert_eq!(study.walk.at(), Place::Main(2));
    assert!(matches!(trial.press(&mut study, KeyCode::Esc), Go::Pass));
    // An illegal move gets a reason.
    trial.types(&mut study, "9");
    trial.press(&mut study, KeyCode::Enter);
    assert_eq!(study.bench.note.role, Role::Warning);
    assert_eq!(study.walk.at(), Place::Main(2));
}

#[test]
fn keys_and_the_mouse_point_at_a_branch() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, duel());
    trial.press(&mut study, KeyCode::Home);
    trial.press(&mut study, KeyCode::Tab);
    trial.press(&mut study, KeyCode::Right);
    trial.press(&mut study, KeyCode::Enter);
    assert_eq!(study.walk.at(), Place::Branch(1));
    trial.press(&mut study, KeyCode::Esc);
    trial.press(&mut study, KeyCode::Esc);
    assert_eq!(study.walk.at(), Place::Main(0));
    let places = trial.places(&study);
    let [Position { x: column, y: row }, Position { x: beside, .. }] =
        [4, 5].map(|cell| places.find(Spot::Aim(Aim::cell(cell))).unwrap());
    trial.click(&mut study, column, row);
    assert_eq!(study.walk.at(), Place::Main(0), "the first click only points");
    trial.click(&mut study, column, row);
    assert_eq!(study.walk.at(), Place::Branch(1));
    assert_eq!(study.walk.branch().unwrap().plies[0].to_string(), "4");
    trial.press(&mut study, KeyCode::Esc);
    trial.click(&mut study, column, row);
    trial.drag(&mut study, beside, row);
    trial.click(&mut study, beside, row);
    assert_eq!(study.walk.branch().unwrap().plies[0].to_string(), "4 5", "dragging takes both");
}

#[test]
fn where_both_act_a_branch_has_two_halves() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, played("cards", "cards=4", &["1/4", "3/1"]));
    trial.press(&mut study, KeyCode::Home);
    for text in ["2", "3"] {
        trial.types(&mut study, text);
        trial.press(&mut study, KeyCode::Enter);
    }
    assert_eq!(study.walk.branch().unwrap().plies[0].to_string(), "2/3");
    trial.press(&mut study, KeyCode::Esc);
    trial.types(&mut study, "4/4");
    trial.press(&mut study, KeyCode::Enter);
    assert_eq!(study.walk.branch().unwrap().plies[0].to_string(), "4/4");
    trial.press(&mut study, KeyCode::Char(' '));
    assert_eq!(study.walk.at(), Place::Branch(2), "both play what they most often play at best");
}

#[test]
fn space_plays_the_best_move_until_the_game_is_over() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, duel());
    trial.press(&mut study, KeyCode::Home);
    for _ in 0..20 {
        trial.press(&mut study, KeyCode::Char(' '));
    }
    let walk = &study.walk;
    assert_eq!(walk.branch().unwrap().plies[0].to_string(), "5 6");
    assert_eq!(walk.game().turn().winner(), Some(numberline_rules::Seat::One), "a won game is won");
    assert!(study.bench.note.text.contains("over"));
}

#[test]
fn the_best_move_of_another_position_is_not_played() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, duel());
    trial.press(&mut study, KeyCode::Home);
    let (_, late) = trial.event(&mut study, key(KeyCode::Char(' ')));
    trial.press(&mut study, KeyCode::Right);
    trial.settle(&mut study, late);
    assert_eq!(study.walk.at(), Place::Main(1));
    assert!(study.walk.branch().is_none());
}

#[test]
fn mistakes_are_marked_and_found() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, duel());
    let exercises = study.judged.as_ref().ok().unwrap().trainer.exercises();
    let [first, last] = [exercises.first(), exercises.last()].map(|mistake| mistake.unwrap().ply + 1);
    trial.press(&mut study, KeyCode::Home);
    trial.press(&mut study, KeyCode::Char('m'));
    assert_eq!(study.walk.at(), Place::Main(first));
    let hidden = trial.picture(&study);
    assert!(hidden.contains("??") && !hidden.contains("Would have won"), "{hidden}");
    trial.press(&mut study, KeyCode::Char('v'));
    assert!(trial.picture(&study).contains("Would have won"));
    trial.press(&mut study, KeyCode::Char('M'));
    assert_eq!(study.walk.at(), Place::Main(last), "before the first comes the last");
}

#[test]
fn the_chart_shows_player_ones_view_and_can_be_clicked() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, record(SIEGE));
    let points = &study.judged.as_ref().ok().unwrap().points;
    assert_eq!(points.len(), 6);
    let wins = |plies| Point::Outcome(Verdict { outcome: Outcome::Win, remoteness: Some(plies) });
    assert_eq!((&points[0], &points[5]), (&wins(5), &wins(0)), "Ada has won");
    let chart = crate::pane::inside(study.places(trial.context.area).chart);
    let visited: Vec<usize> = (0..chart.width)
        .map(|column| {
            trial.click(&mut study, chart.x + column, chart.y);
            study.walk.ply()
        })
        .collect();
    assert!((0..=5).all(|ply| visited.contains(&ply)), "{visited:?}");
}

#[test]
fn a_mistake_is_retried_without_the_answer() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, duel());
    trial.press(&mut study, KeyCode::Char('c'));
    trial.press(&mut study, KeyCode::Home);
    trial.press(&mut study, KeyCode::Char('e'));
    assert_eq!(study.walk.at(), Place::Main(0));
    let asked = trial.picture(&study);
    assert!(asked.contains("Find a move that wins."), "{asked}");
    assert!(!asked.contains("Coach"), "the coach keeps quiet: {asked}");
    insta::assert_snapshot!("study_retry", asked);
    trial.types(&mut study, "1");
    trial.press(&mut study, KeyCode::Enter);
    assert!(trial.picture(&study).contains("Not 1."));
    trial.types(&mut study, "99");
    trial.press(&mut study, KeyCode::Enter);
    assert!(study.retrying, "an illegal move is not a try");
    trial.types(&mut study, "5 6");
    trial.press(&mut study, KeyCode::Enter);
    assert!(!study.retrying);
    assert_eq!(study.walk.at(), Place::Branch(1));
    assert!(study.bench.note.text.starts_with("Right: 5 6."));
    // Once more, and given up.
    trial.press(&mut study, KeyCode::Char('e'));
    trial.press(&mut study, KeyCode::Char('v'));
    assert!(study.bench.note.text.starts_with("Would have won: "));
    // Once more, and left.
    trial.press(&mut study, KeyCode::Char('e'));
    assert!(matches!(trial.press(&mut study, KeyCode::Esc), Go::Stay));
    assert!(!study.retrying);
}

#[test]
fn a_try_that_is_answered_late_is_forgotten() {
    let mut trial = Trial::new(80, 22);
    let mut study = open(&mut trial, duel());
    trial.press(&mut study, KeyCode::Char('e'));
    trial.types(&mut study, "5 6");
    let (_, late) = trial.event(&mut study, key(KeyCode::Enter));
    assert!(matches!(trial.press(&mut study, KeyCode::Esc), Go::Stay), "thinking is stopped first");
    assert!(matches!(trial.press(&mut study, KeyCode::Char('e')), Go::Stay));
    let before = study.walk.at();
    trial.settle(&mut study, late);
    assert_eq!(study.walk.at(), before);
}

#[test]
fn a_record_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let mut trial = Trial::new(200, 58);
    let mut study = open(&mut trial, record(SIEGE));
    trial.press(&mut study, KeyCode::Char('s'));
    assert!(trial.picture(&study).contains("siege.txt"));
    for _ in 0.."siege.txt".len() {
        trial.press(&mut study, KeyCode::Backspace);
    }
    trial.give(&mut study, Event::Paste(format!("{}\nand more", file.display())));
    trial.press(&mut study, KeyCode::Enter);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), SIEGE);
    assert!(study.bench.note.text.contains("game.txt"));
    // A folder cannot be written to.
    trial.press(&mut study, KeyCode::Char('s'));
    for _ in 0.."siege.txt".len() {
        trial.press(&mut study, KeyCode::Backspace);
    }
    trial.types(&mut study, &folder.path().display().to_string());
    let (_, effect) = trial.event(&mut study, key(KeyCode::Enter));
    assert!(matches!(effect, Effect::Run(_, Errand::Export(..))));
    trial.settle(&mut study, effect);
    assert!(study.bench.note.role == Role::Warning);
}

#[test]
fn a_review_shows_how_far_it_is_and_can_be_stopped() {
    let mut trial = Trial::new(80, 22);
    let (mut study, effect) = Study::new(record(SIEGE), &mut trial.context).unwrap();
    let Effect::Think(ticket, Thought::Review(..)) = effect else { panic!("nobody reviews") };
    assert!(study.tick().is_some());
    trial.give(&mut study, Event::Tick);
    trial.give(&mut study, Event::Answer(ticket, Answer::Thinking { done: 1, total: 4 }));
    assert!(trial.picture(&study).contains("judging the moves, 25 %"));
    trial.press(&mut study, KeyCode::Left);
    assert_eq!(study.walk.at(), Place::Main(4), "stepping works meanwhile");
    let (_, effect) = trial.event(&mut study, key(KeyCode::Esc));
    assert!(matches!(effect, Effect::Cancel(stopped) if stopped == ticket));
    assert!(study.tick().is_none() && !study.awaits(ticket));
    let late = Answer::Reviewed(Err(ReviewError::Stopped));
    trial.give(&mut study, Event::Answer(ticket, late));
    assert!(trial.picture(&study).contains("F5 restarts it"));
    trial.press(&mut study, KeyCode::F(5));
    assert!(study.judged.is_ok());
}

#[test]
fn a_match_of_two_thousand_plies_is_stepped_through() {
    let moves: Vec<&str> = ["1 right", "1 left"].into_iter().cycle().take(2_000).collect();
    let mut trial = Trial::new(200, 58);
    let mut study = open(&mut trial, played("token", "", &moves));
    assert_eq!(study.walk.at(), Place::Main(2_000));
    for _ in 0..50 {
        trial.press(&mut study, KeyCode::Left);
        trial.picture(&study);
    }
    assert_eq!(study.walk.at(), Place::Main(1_950));
    insta::assert_snapshot!("study_long", trial.picture(&study));
}

#[test]
fn what_is_too_large_to_judge_says_so() {
    let mut trial = Trial::new(80, 22);
    let moves = ["1 right", "2 right", "1 left"];
    let mut study = open(&mut trial, played("token", "length=10000 revisit=no", &moves));
    let moves = study.judged.as_ref().ok().unwrap().moves(0).unwrap();
    assert!(matches!(moves, Err(SolveError::TooManyPositions { .. })));
    insta::assert_snapshot!("study_refusal", trial.picture(&study));
    trial.press(&mut study, KeyCode::Char(' '));
    assert!(study.bench.note.text.contains("too large"));
}

#[test]
fn no_sequence_of_keys_clicks_and_sizes_brings_it_down() {
    const KEYS: &[u8] = b"jkhlgGmMtracn[]e xs:0123456789/ ?";
    const CODES: [KeyCode; 14] = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
    ];
    let mut dice = numberline_table::Dice::new(7, 0);
    for (_, record) in games() {
        let mut trial = Trial::new(80, 22);
        let mut study = open(&mut trial, record);
        for _ in 0..600 {
            let mut roll = |sides: usize| usize::try_from(dice.below(sides as u64)).unwrap();
            match roll(10) {
                0 => {
                    let [width, height] = [roll(130), roll(40)].map(|side| u16::try_from(side).unwrap());
                    trial.context.area = ratatui::layout::Rect::new(0, 0, width, height);
                }
                1 | 2 => {
                    let [column, row] = [roll(130), roll(40)].map(|side| u16::try_from(side).unwrap());
                    trial.click(&mut study, column, row);
                }
                3..=6 => {
                    let code = KeyCode::Char(char::from(KEYS[roll(KEYS.len())]));
                    let (_, effect) = trial.event(&mut study, key(code));
                    // Files are left alone, and some answers never come.
                    if roll(5) > 0 {
                        trial.settle(&mut study, effect);
                    }
                }
                _ => {
                    let (_, effect) = trial.event(&mut study, key(CODES[roll(CODES.len())]));
                    if !matches!(effect, Effect::Run(..)) {
                        trial.settle(&mut study, effect);
                    }
                }
            }
            trial.picture(&study);
        }
    }
}
