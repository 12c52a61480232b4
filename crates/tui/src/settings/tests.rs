//! Settings: how they look, and that every change is visible and saved.
#![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

use std::fs;

use crossterm::event::KeyCode;

use crate::tests::rehearsal::Rehearsal;
use crate::{Program, Setting, Start};

fn at_settings(width: u16, height: u16) -> Rehearsal {
    let mut program = Rehearsal::new(width, height);
    program.press(KeyCode::Char(','));
    program
}

#[test]
fn looks() {
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        // The folder has a different name every time.
        let program = at_settings(width, height);
        let folder = program.folder.path().display().to_string();
        let screen = program.screen();
        let kept = ["Saved in", "config.toml", &folder];
        let shown = screen.lines().filter(|line| !kept.iter().any(|kept| line.contains(kept)));
        let shown: Vec<&str> = shown.collect();
        insta::assert_snapshot!(format!("settings_{width}x{height}"), shown.join("\n"));
    }
}

#[test]
fn every_setting_can_be_changed_and_is_kept() {
    let mut program = at_settings(80, 24);
    for _ in Setting::ALL {
        program.press(KeyCode::Right).press(KeyCode::Down);
    }
    let kept = fs::read_to_string(program.folder.path().join("config.toml")).unwrap();
    for line in [
        "theme = \"light\"",
        "depth = \"true\"",
        "symbols = \"unicode\"",
        "motion = false",
        "mouse = false",
        "coach = true",
        "nimbers = true",
    ] {
        assert!(kept.lines().any(|kept| kept == line), "{line} is not in\n{kept}");
    }
    assert!(!program.app().wants_mouse());
}

#[test]
fn changes_go_both_ways_and_by_mouse() {
    let mut program = at_settings(80, 24);
    program.press(KeyCode::Left);
    assert!(program.shows("‹ mono ›"));
    program.press(KeyCode::Enter).click_on("Coach").click_on("Coach");
    assert!(program.shows("‹ on ›"), "{}", program.screen());
}

#[test]
fn a_file_that_cannot_be_read_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    fs::write(&file, "colour = 3").unwrap();
    let mut program = Rehearsal::in_folder(folder, (80, 24), Start::Home, |preferences| preferences);
    program.press(KeyCode::Char(',')).press(KeyCode::Right);
    assert!(program.shows("‹ light ›") && program.shows("Not saved:"), "{}", program.screen());
    assert_eq!(fs::read_to_string(file).unwrap(), "colour = 3");
}

/// The name of the person who plays is changed here, and new games begin with it.
#[test]
fn the_name_is_changed_and_remembered() {
    let mut program = at_settings(80, 24);
    program.press(KeyCode::End).types("Ada, qRs");
    assert!(program.shows("Ada, qRs"), "letters are letters: {}", program.screen());
    program.times(5, KeyCode::Backspace).press(KeyCode::Esc);
    program.press(KeyCode::Enter).press(KeyCode::Enter);
    assert!(program.shows("Ada to move"), "{}", program.screen());
    program.press(KeyCode::Esc).press(KeyCode::Char(','));
    let screen = program.screen();
    assert!(screen.lines().any(|line| line.contains("Your name") && line.contains("Ada")), "{screen}");
}
