//! The curtain: where both players choose at once at one screen, each is alone with it, and nothing shows the choice.
//!
//! The card's number is typed without being shown, no cursor moves, and the mouse is ignored, because its pointer would
//! stay where the choice was made. Letters are keys of the match, so a choice that is not a number is spelled out after a
//! colon.

use crossterm::event::{KeyCode, KeyEvent};
use numberline_rules::Seat;

use super::{Play, State};
use crate::screen::{Context, Step};

/// No choice has longer text.
const LONGEST: usize = 32;

/// Makes all the keys after it part of the choice.
const SPELLED: char = ':';

impl Play {
    /// Draws the curtain for a seat.
    pub(super) fn draw_curtain(&mut self, seat: Seat) {
        self.bench.pointer.lift();
        self.motion = None;
        self.state = State::Curtain(seat);
    }

    /// The player is alone with the screen.
    pub(super) fn open_curtain(&mut self) -> Step {
        if let State::Curtain(seat) = self.state {
            self.state = State::Choosing(seat, String::new());
        }
        Step::STAY
    }

    /// The player has seen what was revealed.
    pub(super) fn close_curtain(&mut self) -> Step {
        if let Some(seat) = self.session.table().next_seat() {
            self.draw_curtain(seat);
        }
        Step::STAY
    }

    /// Whether letters belong to the choice.
    pub(super) fn is_spelling(&self) -> bool {
        matches!(&self.state, State::Choosing(_, typed) if typed.starts_with(SPELLED))
    }

    /// Takes a key of a choice.
    pub(super) fn type_unseen(&mut self, key: KeyEvent) -> Step {
        match (&mut self.state, key.code) {
            (State::Choosing(_, typed), KeyCode::Char(letter)) if typed.len() < LONGEST => typed.push(letter),
            (State::Choosing(_, typed), KeyCode::Backspace) => drop(typed.pop()),
            (_, KeyCode::F(_)) => return Step::PASS,
            _ => {}
        }
        Step::STAY
    }

    pub(super) fn choose_unseen(&mut self, context: &mut Context) -> Step {
        match &mut self.state {
            // Enter alone may be an accidental second press; it is not an attempt.
            State::Choosing(seat, typed) if !typed.trim_start_matches(SPELLED).is_empty() => {
                let (seat, typed) = (*seat, std::mem::take(typed));
                self.submit(seat, typed.trim_start_matches(SPELLED), context).into()
            }
            _ => Step::STAY,
        }
    }
}
