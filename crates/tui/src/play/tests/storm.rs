//! Random keys, clicks, text and pastes, at random sizes: nothing breaks, and nothing runs for ever.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_table::{Dice, Request};
use ratatui::layout::Rect;

use super::{begun, usual, wanted};
use crate::screen::{Go, Screen};
use crate::tests::trial::Trial;
use crate::{Effect, Event, Setting, Ticket};

const LETTERS: &str = "hjklHLuudctnwyynnRa 1234567890+-:qsx";
const CODES: [KeyCode; 14] = [
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageDown,
    KeyCode::Backspace,
];

fn any<T: Copy>(dice: &mut Dice, all: &[T]) -> T {
    all[usize::try_from(dice.below(all.len() as u64)).unwrap()]
}

fn event(dice: &mut Dice, area: Rect) -> Event {
    let shift = if dice.below(4) == 0 { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    match dice.below(10) {
        0..=3 => Event::Key(KeyEvent::new(any(dice, &CODES), shift)),
        4..=6 => {
            let letters: Vec<char> = LETTERS.chars().collect();
            Event::Key(KeyEvent::new(KeyCode::Char(any(dice, &letters)), KeyModifiers::NONE))
        }
        7 => Event::Tick,
        8 => {
            let kinds = [
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Drag(MouseButton::Left),
                MouseEventKind::ScrollDown,
                MouseEventKind::ScrollUp,
            ];
            let column = u16::try_from(dice.below(u64::from(area.width) + 3)).unwrap();
            let row = u16::try_from(dice.below(u64::from(area.height) + 3)).unwrap();
            let kind = any(dice, &kinds);
            Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }
        _ => Event::Paste(
            any(dice, &["5 6", "\u{1b}[2J\n", "2 right", "", "漢字", "99999999999999999999"]).to_owned(),
        ),
    }
}

#[test]
fn whatever_happens_nothing_breaks() {
    let kinds = [
        ("duel", &[][..], [None, None]),
        ("duel", &["length=1000000000000000000"][..], [None, None]),
        ("token", &["revisit=no"][..], [None, usual()]),
        ("blockade", &[][..], [usual(), None]),
        ("cards", &[][..], [None, None]),
        ("cards", &["cards=4"][..], [usual(), None]),
        ("siege", &[][..], [usual(), usual()]),
    ];
    for (number, (slug, settings, players)) in kinds.into_iter().enumerate() {
        let mut dice = Dice::new(11, number as u64);
        let mut trial = Trial::new(80, 22);
        trial.context.preferences.choose(Setting::Coach, if number % 2 == 0 { "on" } else { "off" });
        let mut play =
            begun(&Request { players, names: [None, None], ..wanted(slug, settings, "") }, &mut trial);
        // Answers come late now and then.
        let mut late: Vec<Effect> = Vec::new();
        for _ in 0..1500 {
            if dice.below(20) == 0 {
                let (width, height) = any(&mut dice, &[(40, 10), (80, 22), (3, 2), (200, 58), (24, 7)]);
                trial.context.area = Rect::new(0, 0, width, height);
            }
            let (go, effect) = {
                let event = event(&mut dice, trial.context.area);
                trial.event(&mut play, event)
            };
            assert!(!matches!(go, Go::Replace(_)), "a match is left only backwards");
            late.push(effect);
            if dice.below(3) > 0 {
                for effect in std::mem::take(&mut late) {
                    trial.settle(&mut play, without_files(effect));
                }
            }
            if dice.below(8) == 0 {
                trial.picture(&play);
            }
        }
        for effect in std::mem::take(&mut late) {
            trial.settle(&mut play, without_files(effect));
        }
        for _ in 0..500 {
            trial.give(&mut play, Event::Tick);
        }
        let _ = (trial.keys(&play), play.title(), play.would_lose(), play.awaits(Ticket(1)));
        assert!(play.tick().is_none() || !play.session.is_shared(), "nothing moves for ever");
    }
}

/// Nothing is written in a storm.
fn without_files(effect: Effect) -> Effect {
    match effect {
        Effect::Several(effects) => Effect::Several(effects.into_iter().map(without_files).collect()),
        Effect::Run(..) => Effect::None,
        effect => effect,
    }
}
