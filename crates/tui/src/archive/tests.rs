//! Tests of the archive: an empty one, filters, statistics, damage, and the way into an analysis.

use crossterm::event::KeyCode;
use numberline_history::{History, Home};
use numberline_table::Record;

use super::{Archive, places};
use crate::screen::{Go, Screen};
use crate::tests::trial::{Trial, key, record};
use crate::{Answer, Effect};

fn siege(one: &str, two: &str) -> Record {
    record(&format!(
        "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"{one}\"]\n[Player2 \"{two}\"]\n\
         [Result \"1-0\"]\n[Ending \"won\"]\n\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0\n"
    ))
}

fn token(one: &str, two: &str) -> Record {
    record(&format!(
        "[Game \"token\"]\n[Variant \"length=10 start=5 step=2 revisit=yes\"]\n[Player1 \"{one}\"]\n\
         [Player2 \"{two}\"]\n[Result \"1/2-1/2\"]\n[Ending \"draw agreed\"]\n\n1. 1 right 2. 1 left 1/2-1/2\n"
    ))
}

/// A home with some finished games.
fn lived_in(folder: &tempfile::TempDir, games: &[Record]) -> Home {
    let home = Home::at(folder.path());
    let mut history = History::open(&home).unwrap();
    for (record, minute) in games.iter().zip(0..) {
        history.keep(record, &format!("2026-11-15T20:{:02}:00Z", minute % 60)).unwrap();
    }
    home
}

fn some_games() -> Vec<Record> {
    vec![
        siege("Ada", "Grace"),
        siege("Grace", "Ada"),
        token("Ada", "Barbara"),
        siege("Ada", "A name that is really rather lon"),
        token("Grace", "Ada"),
    ]
}

fn open(trial: &mut Trial) -> Archive {
    let (mut archive, effect) = Archive::new(&mut trial.context);
    trial.settle(&mut archive, effect);
    archive
}

#[test]
fn an_empty_archive_says_what_to_do() {
    for (width, height) in [(40, 10), (80, 22), (200, 58)] {
        let mut trial = Trial::new(width, height);
        let mut archive = open(&mut trial);
        insta::assert_snapshot!(format!("archive_empty_{width}x{height}"), trial.picture(&archive));
        trial.press(&mut archive, KeyCode::Tab);
        trial.press(&mut archive, KeyCode::Enter);
        assert!(trial.picture(&archive).contains("No finished games yet."));
    }
}

#[test]
fn games_and_numbers_at_every_size() {
    for (width, height) in [(40, 10), (80, 22), (200, 58)] {
        let folder = tempfile::tempdir().unwrap();
        let home = lived_in(&folder, &some_games());
        let mut trial = Trial::at(width, height, Some(home));
        let mut archive = open(&mut trial);
        trial.press(&mut archive, KeyCode::Down);
        insta::assert_snapshot!(format!("archive_list_{width}x{height}"), trial.picture(&archive));
        trial.press(&mut archive, KeyCode::Tab);
        insta::assert_snapshot!(format!("archive_numbers_{width}x{height}"), trial.picture(&archive));
    }
}

#[test]
fn no_size_is_too_small_and_ascii_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let home = lived_in(&folder, &some_games());
    for (width, height) in [(0, 0), (1, 1), (2, 2), (3, 9), (40, 3), (80, 4)] {
        let mut trial = Trial::at(width, height, Some(home.clone())).in_ascii();
        let mut archive = open(&mut trial);
        for code in [KeyCode::End, KeyCode::Tab, KeyCode::End, KeyCode::PageUp, KeyCode::Char('/')] {
            trial.press(&mut archive, code);
            trial.click(&mut archive, width / 2, height / 2);
            assert!(trial.picture(&archive).is_ascii());
        }
    }
}

#[test]
fn filters_narrow_the_list_and_the_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mut trial = Trial::at(80, 22, Some(lived_in(&folder, &some_games())));
    let mut archive = open(&mut trial);
    assert_eq!(archive.seen.len(), 5);
    trial.press(&mut archive, KeyCode::Char('/'));
    trial.types(&mut archive, "gRa");
    assert_eq!(archive.seen.len(), 3, "while it is typed");
    trial.press(&mut archive, KeyCode::Enter);
    assert_eq!(archive.seen.len(), 3);
    trial.press(&mut archive, KeyCode::Tab);
    let numbers = trial.picture(&archive);
    assert!(numbers.contains("Grace") && !numbers.contains("Barbara"), "{numbers}");
    insta::assert_snapshot!("archive_numbers_of_a_player", numbers);
    trial.press(&mut archive, KeyCode::Tab);
    // One game after the other, until all are listed again.
    let mut seen = Vec::new();
    for _ in 0..numberline_table::catalog().len() {
        trial.press(&mut archive, KeyCode::Right);
        seen.push(archive.seen.len());
        let is_empty = trial.picture(&archive).contains("No finished game matches.");
        assert_eq!(is_empty, archive.seen.is_empty());
    }
    assert_eq!(seen.iter().sum::<usize>(), 3, "{seen:?}");
    trial.press(&mut archive, KeyCode::Right);
    assert_eq!((archive.game, archive.seen.len()), (None, 3));
    trial.press(&mut archive, KeyCode::Char('/'));
    trial.types(&mut archive, "zzz");
    assert!(archive.seen.is_empty());
    trial.press(&mut archive, KeyCode::Esc);
    assert_eq!(archive.seen.len(), 3, "cancelled");
    trial.press(&mut archive, KeyCode::Char('x'));
    assert_eq!(archive.seen.len(), 5);
}

#[test]
fn a_game_is_opened_in_an_analysis() {
    let folder = tempfile::tempdir().unwrap();
    let mut trial = Trial::at(80, 22, Some(lived_in(&folder, &some_games())));
    let mut archive = open(&mut trial);
    trial.press(&mut archive, KeyCode::End);
    let Go::Open(study) = trial.press(&mut archive, KeyCode::Enter) else { panic!("nothing opens") };
    assert!(trial.picture(&*study).contains("After 5 of 5"));
    // A click selects, another one opens.
    let [_, body, _] = places(trial.context.area);
    let row = body.y + 1;
    assert!(matches!(trial.click(&mut archive, 10, row), Go::Stay));
    assert!(matches!(trial.click(&mut archive, 10, row), Go::Open(_)));
}

#[test]
fn a_game_that_is_read_too_late_opens_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut trial = Trial::at(80, 22, Some(lived_in(&folder, &some_games())));
    let mut archive = open(&mut trial);
    let (_, late) = trial.event(&mut archive, key(KeyCode::Enter));
    let Effect::Run(ticket, _) = &late else { panic!("nothing is read") };
    assert!(archive.awaits(*ticket));
    trial.press(&mut archive, KeyCode::F(5));
    assert!(!archive.awaits(*ticket));
    assert!(matches!(trial.settle(&mut archive, late), Go::Stay));
}

#[test]
fn what_goes_wrong_is_shown() {
    let mut trial = Trial::new(80, 22);
    let (mut archive, effect) = Archive::new(&mut trial.context);
    let Effect::Run(ticket, _) = effect else { panic!("nothing is fetched") };
    let broken = Answer::History(Err("it is \u{1b}[31mbroken".to_owned()));
    trial.give(&mut archive, crate::Event::Answer(ticket, broken));
    for page in [false, true] {
        assert_eq!(archive.in_numbers, page);
        let picture = trial.picture(&archive);
        assert!(picture.contains("The history cannot be read: it is") && !picture.contains('\u{1b}'));
        trial.press(&mut archive, KeyCode::Tab);
    }
    // A game that is gone meanwhile.
    let folder = tempfile::tempdir().unwrap();
    let mut trial = Trial::at(80, 22, Some(lived_in(&folder, &some_games())));
    let mut archive = open(&mut trial);
    std::fs::remove_file(Home::at(folder.path()).database()).unwrap();
    assert!(matches!(trial.press(&mut archive, KeyCode::Enter), Go::Stay));
    assert!(archive.note.is_some());
}

#[test]
fn hundreds_of_games_are_scrolled_through() {
    let folder = tempfile::tempdir().unwrap();
    let games: Vec<Record> = (0..300).map(|number| siege(&format!("Player {number}"), "Ada")).collect();
    let mut trial = Trial::at(80, 22, Some(lived_in(&folder, &games)));
    let mut archive = open(&mut trial);
    trial.press(&mut archive, KeyCode::End);
    assert!(trial.picture(&archive).contains("300 of 300"));
    trial.press(&mut archive, KeyCode::PageUp);
    trial.press(&mut archive, KeyCode::Up);
    assert_eq!(archive.chosen, 282);
    trial.press(&mut archive, KeyCode::Tab);
    trial.press(&mut archive, KeyCode::End);
    let end = trial.picture(&archive);
    trial.press(&mut archive, KeyCode::Up);
    assert_ne!(trial.picture(&archive), end, "no step is lost at the end");
}

/// Names are whole while there is room, or else it shows that they are not.
#[test]
fn names_are_whole_or_visibly_shortened() {
    let folder = tempfile::tempdir().unwrap();
    let computer = "Computer (level 3)";
    let games = [siege("Ada", computer), siege(computer, "Grace")];
    let home = lived_in(&folder, &games);
    let mut trial = Trial::at(80, 22, Some(home));
    let mut archive = open(&mut trial);
    assert_eq!(trial.picture(&archive).matches(computer).count(), 2, "{}", trial.picture(&archive));
    trial.press(&mut archive, KeyCode::Tab);
    assert!(trial.picture(&archive).contains(computer), "{}", trial.picture(&archive));
    assert!(trial.picture(&archive).contains("Number Siege "), "{}", trial.picture(&archive));
    let mut trial = Trial::at(40, 10, Some(lived_in(&folder, &[])));
    let archive = open(&mut trial);
    assert!(trial.picture(&archive).contains("Ada – Comp"), "{}", trial.picture(&archive));
    assert_eq!(trial.picture(&archive).matches('…').count(), 2, "{}", trial.picture(&archive));
}

/// A rating is shown with its uncertainty, for games against computers only.
#[test]
fn ratings_are_shown_with_their_uncertainty() {
    let folder = tempfile::tempdir().unwrap();
    let games = [siege("Ada", "Computer (level 3)"), siege("Grace", "Ada")];
    let mut trial = Trial::at(80, 40, Some(lived_in(&folder, &games)));
    let mut archive = open(&mut trial);
    trial.press(&mut archive, KeyCode::Tab);
    let picture = trial.picture(&archive);
    let row = picture.lines().find(|line| line.contains("Ada, Number Siege: ")).unwrap_or(&picture);
    assert!(row.contains(" ± ") && row.contains("after 1 game "), "{picture}");
    assert!(!picture.contains("Grace, Number Siege:"), "{picture}");
}
