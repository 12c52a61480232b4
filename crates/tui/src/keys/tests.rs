//! Every screen in every state: each key that is listed does something, and each key that does something is listed.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_history::Home;
use numberline_learn::{Attempt, TutorialOffer};
use numberline_table::{Bounds, Request, catalog};

use super::name;
use crate::tests::rehearsal::Rehearsal;
use crate::tests::trial::request;
use crate::{Effect, Event, Program, Start};

/// How a state is reached: where the program starts, and which keys are pressed. After `…` the answers are late.
const SCENES: &[(&str, &str)] = &[
    ("home", ""),
    ("home", "?"),
    ("home", "w"),
    ("home", ","),
    ("home", ", End"),
    ("home", "↓ ↓ ↓ R"),
    ("home", "↓ ↓ ↓ R G"),
    ("home", "T"),
    ("home", "T Enter"),
    ("home", "T Enter Enter"),
    ("home", "T Enter ↓ Enter"),
    ("home", "T 6 Enter"),
    ("home", "T 6 Enter ↓"),
    ("home", "T 9 Enter"),
    ("home", "y"),
    ("home", "y /"),
    ("home", "Enter"),
    ("home", "Enter ↓"),
    ("home", "Enter ↓ ↓"),
    ("home", "Enter w"),
    ("home", "Enter ↓ ↓ ↓"),
    ("home", "Enter ↓ ↓ ↓ ↓"),
    ("home", "Enter ↓ ↓ ↓ ↓ Enter"),
    ("home", "Enter ↓ ↓ ↓ ↓ Enter ↓ ↓"),
    ("home", "Enter ↓ ↓ ↓ ↓ Enter ↓ ↓ ↓ ↓ ↓"),
    ("home", "Enter ↓ ↓ ↓ ↓ Enter ↓ ↓ ↓ ↓ ↓ →"),
    ("home", "Enter Enter → Enter Esc Enter Enter → Enter Esc o"),
    ("home", "Enter Enter → Enter Esc Enter Enter → Enter Esc o D"),
    ("home", "Enter Enter → Enter Esc"),
    ("notice", ""),
    ("duel", ""),
    ("duel", "Enter"),
    ("duel", "5"),
    ("duel", "s"),
    ("duel", "r"),
    ("duel", "c"),
    ("duel", "c …"),
    ("duel", "t"),
    ("duel", "!"),
    ("duel", "→"),
    ("duel", "! → Enter …"),
    ("duel", "→ Enter r y"),
    ("duel", "→ Enter r y c"),
    ("rounds", "→ Enter r y"),
    ("million", "PgDn"),
    ("million", "→ Enter r y"),
    ("computer", ""),
    ("computer", "→ Enter"),
    ("computer", "→ Enter …"),
    ("computer", "→ Enter … Esc"),
    ("token", "d"),
    ("watched", ""),
    ("watched", "Space"),
    ("watched", "- …"),
    ("cards", ""),
    ("cards", "Enter"),
    ("cards", "Enter : q"),
    ("cards", "Enter 5 Enter"),
    ("cards", "Enter 5 Enter Enter 5 Enter"),
    ("duel", "→ Enter → Enter r y a"),
    ("duel", "→ Enter → Enter r y Enter → Enter r y Esc y"),
    ("duel", "→ Enter → Enter r y Esc y Tab"),
    ("siege", "→ Enter → Enter → Enter a"),
    ("siege", "→ Enter → Enter → Enter a …"),
    ("siege", "→ Enter → Enter → Enter a … Esc"),
    ("siege", "→ Enter → Enter → Enter a ← Tab"),
    ("siege", "→ Enter → Enter → Enter a 1"),
    ("siege", "→ Enter → Enter → Enter a s"),
    ("siege", "→ Enter → Enter → Enter a c"),
    ("siege", "→ Enter → Enter → Enter a c …"),
    ("siege", "→ Enter → Enter → Enter a Home 3 Enter"),
    ("siege", "→ Enter → Enter → Enter a e"),
    ("siege", "→ Enter → Enter → Enter a e Tab"),
];

/// These have no visible effect on purpose.
const UNSEEN: [&str; 3] = ["choose in secret", "correct it", "scroll the text"];

/// Every key that a program could get.
fn every_key() -> Vec<KeyEvent> {
    let letters = (' '..='~').map(KeyCode::Char);
    let named = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Enter,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::F(1),
        KeyCode::F(2),
        KeyCode::F(5),
    ];
    let plain = letters.chain(named).map(KeyEvent::from);
    let shifted = [KeyCode::Left, KeyCode::Right].map(|code| KeyEvent::new(code, KeyModifiers::SHIFT));
    let controlled = ('a'..='z').map(|letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
    plain.chain(shifted).chain(controlled).collect()
}

fn start(request: &Request) -> Start {
    Start::Play(Box::new(request.terms(&Bounds::LOCAL).unwrap()))
}

/// A history in which every tutorial has been offered, made once: scenes need not wait for the disk.
fn known_games() -> &'static [u8] {
    static MADE: OnceLock<Vec<u8>> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        let offers: Vec<Attempt> =
            catalog().into_iter().map(|game| TutorialOffer::made(game.info().slug, 0)).collect();
        home.keep_attempts(&offers).unwrap();
        std::fs::read(home.database()).unwrap()
    })
}

fn scene(begins: &str, keys: &str) -> Rehearsal {
    let usual = || Some("computer".to_owned());
    let start = match begins {
        "home" | "notice" => Start::Home,
        "rounds" => start(&Request { rounds: Some("3".to_owned()), ..request("duel", &[], "") }),
        "million" => start(&request("duel", &["length=1000000"], "")),
        "computer" => start(&Request { players: [None, usual()], ..request("duel", &[], "") }),
        "watched" => start(&Request { players: [usual(), usual()], ..request("siege", &[], "") }),
        slug => start(&request(slug, &[], "")),
    };
    let folder = tempfile::tempdir().unwrap();
    if begins == "notice" {
        std::fs::write(folder.path().join("config.toml"), "theme = \"purple\"").unwrap();
    }
    std::fs::write(folder.path().join("history.sqlite3"), known_games()).unwrap();
    let mut program = Rehearsal::in_folder(folder, (80, 24), start, |preferences| preferences);
    let words: Vec<&str> = keys.split_whitespace().collect();
    let known = every_key();
    for (place, word) in words.iter().enumerate() {
        let is_late = words.get(place + 1) == Some(&"…");
        if *word == "…" {
            for _ in 0..4 {
                program.app().update(Event::Tick);
            }
            continue;
        }
        let key = known.iter().find(|key| name(**key).as_deref() == Some(word));
        let event = Event::Key(*key.unwrap_or_else(|| panic!("there is no key {word:?}")));
        if is_late {
            program.app().update(event);
        } else {
            program.tell(event);
        }
    }
    program
}

#[test]
fn what_is_shown_does_something_and_what_does_something_is_shown() {
    let (mut shown, mut done) = (BTreeSet::new(), BTreeSet::new());
    for (begins, keys) in SCENES {
        let mut program = scene(begins, keys);
        let before = program.screen();
        let list = program.app().keys();
        let is_listed = |key: KeyEvent| {
            // Where Shift has no meaning of its own, the key means the same as without it.
            let plain = KeyEvent { modifiers: key.modifiers - KeyModifiers::SHIFT, ..key };
            let names: Vec<String> = [key, plain].into_iter().filter_map(name).collect();
            let is_meant = |known: &str| names.iter().any(|name| super::is_called(name, known));
            list.rows.iter().find(|row| {
                row.keys.iter().chain(row.others.iter().map(|(_, name)| name)).any(|known| is_meant(known))
            })
        };
        assert!(!list.rows.is_empty(), "{begins}: {keys}: no keys at all");
        shown.extend(list.rows.iter().map(|row| row.does));
        let (listed, unlisted): (Vec<KeyEvent>, Vec<KeyEvent>) =
            every_key().into_iter().partition(|key| is_listed(*key).is_some());
        for key in listed {
            let Some(row) = is_listed(key).filter(|row| !done.contains(&row.does)) else { continue };
            let mut program = scene(begins, keys);
            let effect = program.app().update(Event::Key(key));
            if !matches!(effect, Effect::None) || program.screen() != before {
                done.insert(row.does);
            }
        }
        if program.app().is_typed_into() {
            continue;
        }
        for key in unlisted {
            let effect = program.app().update(Event::Key(key));
            assert!(matches!(effect, Effect::None), "{begins}: {keys}: {key:?} does something");
            assert_eq!(program.screen(), before, "{begins}: {keys}: {key:?} is seen to do something");
        }
    }
    let idle: Vec<&&str> = shown.difference(&done).filter(|does| !UNSEEN.contains(does)).collect();
    assert!(idle.is_empty(), "these keys never do anything: {idle:?}");
}

/// Also where something is typed, and where that is not shown.
#[test]
fn the_keys_can_be_listed_wherever_it_says_so() {
    const FEWEST: usize = 20;
    let mut listed = 0;
    for (begins, keys) in SCENES {
        let mut program = scene(begins, keys);
        let before = program.screen();
        let list = program.app().keys();
        if list.rows.iter().all(|row| row.does != "all keys") {
            continue;
        }
        program.app().update(Event::Key(KeyCode::F(1).into()));
        assert_ne!(program.screen(), before, "{begins}: {keys}");
        listed += 1;
    }
    assert!(listed >= FEWEST, "only {listed} scenes list their keys");
}

/// A letter means the same on every screen. Questions that must be answered are something else.
#[test]
fn a_letter_means_the_same_on_every_screen() {
    // Different words for the same thing.
    const ALIKE: &[&[&str]] = &[
        &["undo", "change the choice"],
        &["analyse the game", "analyse the game so far"],
        &["retry a mistake", "next mistake"],
        &["better moves", "show the answer", "show the values"],
        &["learn", "learn this game"],
        &["scroll the coach", "scroll the text"],
        &["do not warn me", "warn me before a mistake"],
        &["start, end", "to the top", "to the end"],
        &["rules", "back"],
        &["stop the coach", "coach"],
    ];
    let mut means: std::collections::BTreeMap<&str, BTreeSet<&str>> = std::collections::BTreeMap::new();
    for (begins, keys) in SCENES {
        let mut program = scene(begins, keys);
        let list = program.app().keys();
        if list.rows.iter().any(|row| row.does == "yes") {
            continue;
        }
        for row in &list.rows {
            for known in row.keys.iter().chain(row.others.iter().map(|(_, name)| name)) {
                let is_letter = known.len() == 1 && !"hjkl+-:".contains(known);
                if is_letter {
                    let does = ALIKE
                        .iter()
                        .find(|alike| alike.contains(&row.does))
                        .map_or(row.does, |alike| alike[0]);
                    means.entry(known).or_default().insert(does);
                }
            }
        }
    }
    let unclear: Vec<_> = means.iter().filter(|(_, does)| does.len() > 1).collect();
    assert!(unclear.is_empty(), "{unclear:?}");
    assert!(means.len() > 20, "{means:?}");
}
