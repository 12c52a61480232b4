//! The curtain: where both choose at once at one screen, each does so alone with it, and nothing shows what was chosen.
//!
//! The card's number is typed without being seen, no cursor moves, and the mouse is not asked, because its pointer would
//! stay where the choice was made.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_rules::Seat;

use super::{Play, State};
use crate::Effect;
use crate::screen::Context;

/// No choice has a longer text.
const LONGEST: usize = 32;

impl Play {
    /// Draws the curtain for a seat.
    pub(super) fn draw_curtain(&mut self, seat: Seat) {
        self.pointer.lift();
        self.motion = None;
        self.state = State::Curtain(seat);
    }

    /// A key behind the curtain. Says whether it was for the choice.
    pub(super) fn curtain_key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Option<Effect> {
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match (&mut self.state, key.code) {
            (State::Curtain(seat), KeyCode::Enter | KeyCode::Char(' ')) => {
                self.state = State::Choosing(*seat, String::new());
            }
            (State::Revealed, KeyCode::Enter | KeyCode::Char(' ')) => {
                if let Some(seat) = self.table.next_seat() {
                    self.draw_curtain(seat);
                }
            }
            (State::Choosing(_, typed), KeyCode::Char(letter)) if plain && is_part_of_a_choice(letter) => {
                if typed.len() < LONGEST {
                    typed.push(letter);
                }
            }
            (State::Choosing(_, typed), KeyCode::Backspace) => {
                typed.pop();
            }
            (State::Choosing(seat, typed), KeyCode::Enter) => {
                let (seat, typed) = (*seat, std::mem::take(typed));
                // Enter alone may be a finger that came twice; it is no attempt.
                if !typed.is_empty() {
                    return Some(self.submit(seat, &typed, context));
                }
            }
            _ => return None,
        }
        Some(Effect::None)
    }
}

/// The letters are keys of the screen, behind the curtain too.
fn is_part_of_a_choice(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '+' | '-' | ' ')
}
