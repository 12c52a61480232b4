//! How matches look, at three sizes.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use numberline_table::Request;

use super::{begun, enter, usual, wanted};
use crate::play::{Play, State};
use crate::tests::trial::Trial;
use crate::{Event, Setting};

/// The bodies of screens of 40×12, 80×24 and 200×60.
const SIZES: [(u16, u16); 3] = [(40, 10), (80, 22), (200, 58)];

/// The same match at all sizes.
fn pictures(trial: &mut Trial, play: &Play) -> String {
    let mut all = String::new();
    for (width, height) in SIZES {
        trial.context.area = Rect::new(0, 0, width, height);
        all.push_str(&format!(
            "{width}×{height}\n{}\n{}\n",
            "=".repeat(usize::from(width)),
            trial.picture(play)
        ));
    }
    all
}

macro_rules! looks {
    ($($name:ident: $slug:literal $settings:expr, $moves:literal, $keys:expr;)*) => {
        $(
            #[test]
            fn $name() {
                let mut trial = Trial::new(80, 22);
                trial.context.preferences.choose(Setting::Motion, "off");
                let mut play = begun(&wanted($slug, $settings, ""), &mut trial);
                for turn in str::split($moves, ';').filter(|turn| !turn.is_empty()) {
                    for half in turn.split('/') {
                        while matches!(play.state, State::Curtain(_) | State::Revealed) {
                            enter(&mut trial, &mut play);
                        }
                        trial.types(&mut play, half);
                        enter(&mut trial, &mut play);
                    }
                }
                let keys: &[KeyCode] = $keys;
                for code in keys {
                    trial.press(&mut play, *code);
                }
                insta::assert_snapshot!(stringify!($name), pictures(&mut trial, &play));
            }
        )*
    };
}

const RIGHT: KeyCode = KeyCode::Right;

looks! {
    duel_start: "duel" &[], "", &[];
    duel_middle: "duel" &[], "5 6;1;3", &[RIGHT, RIGHT, KeyCode::Char('L')];
    duel_ended: "duel" &["length=6"], "3 4;1 2;5 6", &[];
    duel_long: "duel" &["length=1000000000000000000"], "500000000000000000;500000000000000002", &[KeyCode::Char('L')];
    token_start: "token" &[], "", &[];
    token_middle: "token" &["revisit=no"], "2 right;1 left", &[RIGHT];
    token_ended: "token" &[], "2 right;1 right;2 right", &[];
    blockade_start: "blockade" &[], "", &[];
    blockade_middle: "blockade" &[], "4;9;15", &[RIGHT, RIGHT];
    blockade_ended: "blockade" &["length=7"], "4;1;7", &[];
    cards_start: "cards" &[], "", &[];
    cards_choosing: "cards" &[], "3/1", &[KeyCode::Enter, KeyCode::Enter, KeyCode::Char('4')];
    cards_ended: "cards" &[], "5/1;4/2", &[];
    cards_many: "cards" &["cards=20", "end=50"], "3/1", &[KeyCode::Enter, KeyCode::Enter];
    cards_revealed: "cards" &[], "3/1", &[];
    siege_start: "siege" &[], "", &[];
    siege_middle: "siege" &[], "3;2", &[RIGHT, RIGHT];
    siege_ended: "siege" &[], "3;2;1;3;1", &[];
    coach_open: "duel" &[], "5 6", &[KeyCode::Char('c'), KeyCode::Char('t')];
    coach_cards: "token" &[], "2 right", &[KeyCode::Char('c')];
    typing: "token" &[], "", &[KeyCode::Char('2'), KeyCode::Char('r')];
    refused: "duel" &[], "5 6", &[KeyCode::Char('5'), KeyCode::Enter];
    resigning: "duel" &[], "5 6", &[KeyCode::Char('r')];
}

#[test]
fn against_a_computer_the_card_is_pointed_at() {
    let mut trial = Trial::new(80, 22);
    trial.context.preferences.choose(Setting::Motion, "off");
    let players = [None, usual()];
    let mut play = begun(&Request { players, ..wanted("cards", &[], "") }, &mut trial);
    trial.press(&mut play, RIGHT);
    insta::assert_snapshot!("cards_alone", pictures(&mut trial, &play));
}

#[test]
fn in_ascii() {
    let mut trial = Trial::new(80, 22).in_ascii();
    trial.context.preferences.choose(Setting::Motion, "off");
    let mut all = String::new();
    for (slug, moves) in [("duel", "5 6"), ("token", "2r"), ("blockade", "4"), ("siege", "3"), ("cards", "")]
    {
        let mut play = begun(&wanted(slug, &[], moves), &mut trial);
        if moves.is_empty() {
            enter(&mut trial, &mut play);
        }
        trial.press(&mut play, RIGHT);
        let picture = trial.picture(&play);
        assert!(picture.is_ascii(), "{picture}");
        all.push_str(&picture);
        all.push('\n');
    }
    insta::assert_snapshot!("in_ascii", all);
}

/// A move is animated for a moment, unless motion is off.
#[test]
fn a_piece_moves_from_cell_to_cell() {
    let mut trial = Trial::new(80, 22);
    let mut play = begun(&wanted("token", &[], ""), &mut trial);
    trial.types(&mut play, "2 right");
    enter(&mut trial, &mut play);
    let mut pictures = vec![trial.picture(&play)];
    while crate::screen::Screen::tick(&play).is_some() {
        trial.give(&mut play, Event::Tick);
        pictures.push(trial.picture(&play));
        assert!(pictures.len() < 20);
    }
    pictures.dedup();
    assert!(pictures.len() > 2, "it is seen on its way");
    trial.context.preferences.choose(Setting::Motion, "off");
    let mut play = begun(&wanted("token", &[], ""), &mut trial);
    enter(&mut trial, &mut play);
    assert_eq!(crate::screen::Screen::tick(&play), None);
}

/// No size is too small, and no key does harm at any size.
#[test]
fn nothing_is_too_small() {
    for slug in ["duel", "token", "blockade", "cards", "siege"] {
        for (width, height) in [0, 1, 2, 3, 5, 8, 13, 21, 34, 43]
            .into_iter()
            .flat_map(|width| [0, 1, 2, 3, 5, 8, 13].map(|height| (width, height)))
        {
            let mut trial = Trial::new(width.max(1), height.max(1));
            trial.context.area = Rect::new(0, 0, width, height);
            let mut play = begun(&wanted(slug, &[], ""), &mut trial);
            let keys =
                [KeyCode::Enter, KeyCode::Right, KeyCode::Char('L'), KeyCode::Char('c'), KeyCode::Char('t')];
            for code in
                keys.into_iter().chain([KeyCode::PageDown, KeyCode::Char('3'), KeyCode::Enter, KeyCode::End])
            {
                trial.give(&mut play, Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
                if width > 0 && height > 0 {
                    trial.picture(&play);
                }
            }
        }
    }
}

/// The head is never cut in the middle of the score.
#[test]
fn a_score_is_shown_whole_or_not_at_all() {
    let mut trial = Trial::new(80, 22);
    let rounds = Some("2".to_owned());
    let play = begun(&Request { rounds, ..wanted("siege", &[], "") }, &mut trial);
    for (columns, whole) in [(80, true), (48, true), (40, false), (20, false)] {
        trial.context.area.width = columns;
        let picture = trial.picture(&play);
        let head = picture.lines().next().unwrap_or_default();
        assert_eq!(head.contains("Score: Ada 0, Grace 0"), whole, "{head}");
        assert_eq!(head.contains("Score"), whole, "{head}");
    }
}
