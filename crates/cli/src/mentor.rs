//! Whoever stands behind the player to move: gives hints when asked, and with `--coach` a warning in time.

use std::io;

use numberline_rules::Seat;
use numberline_table::{Adviser, AnyGame, Hint, Ladder, Mistake, Outcome, Table};

use crate::confirm::{Confirmed, Question, confirm};
use crate::picture::move_list;
use crate::thinking::Thinking;
use crate::{Console, Out, Tone};

/// What a mentor remembers during a match. Nothing is solved before somebody asks.
pub(crate) struct Mentor {
    adviser: Adviser,
    ladder: Ladder,
    coaches: bool,
    /// Whether it was said that the coach knows nothing here; positions to come may be small enough.
    excused: bool,
}

impl Mentor {
    pub(crate) fn new(game: &'static dyn AnyGame) -> Self {
        Self { adviser: Adviser::new(game), ladder: Ladder::default(), coaches: false, excused: false }
    }

    /// Also warns from now on.
    pub(crate) fn coach(&mut self, coaches: bool) {
        self.coaches = coaches;
    }

    /// A turn begins.
    pub(crate) fn begin_turn(&mut self) {
        self.ladder.restart();
    }

    /// Gives the seat its next hint. Nothing goes into it but the position, which everybody sees.
    pub(crate) fn hint(
        &mut self,
        table: &Table,
        seat: Seat,
        console: &dyn Console,
        out: &mut Out,
    ) -> io::Result<()> {
        let thinking = Thinking::new(out, console.is_a_person());
        let analysis = self.adviser.analyse(table.game(), &thinking);
        let said = match analysis {
            Ok(analysis) => Hint::new(&analysis, seat, self.ladder.climb(seat)).to_string(),
            Err(refusal) => {
                let moves = move_list(table.game(), seat, ", ");
                format!("This position is too large to solve: {refusal}.\nYour moves: {moves}")
            }
        };
        out.remark(Tone::Aside, &said)
    }

    /// Two people at one screen choose in secret: whatever a coach says about a choice, or does not say, the other hears
    /// too. So it says once that it says nothing, whatever was chosen.
    pub(crate) fn keep_quiet(&mut self, out: &mut Out) -> io::Result<()> {
        if self.coaches && !std::mem::replace(&mut self.excused, true) {
            let why =
                "The coach is silent here: a warning would tell the other player about a secret choice.";
            out.remark(Tone::Aside, &format!("{why} Type hint for advice that both may hear."))?;
        }
        Ok(())
    }

    /// Warns before a move that throws something away, and asks whether it is to be kept. What is wrong with the move is
    /// not said in detail where it is secret: that could tell which one it is.
    pub(crate) fn warn(
        &mut self,
        table: &Table,
        (seat, text): (Seat, &str),
        secret: bool,
        console: &mut dyn Console,
        out: &mut Out,
    ) -> io::Result<Confirmed> {
        if !self.coaches || table.game().check(seat, text).is_err() {
            return Ok(Confirmed::Yes);
        }
        let thinking = Thinking::new(out, console.is_a_person());
        let mistake = match self.adviser.weigh(table.game(), seat, text, &thinking) {
            Ok(weighing) => weighing.mistake(),
            Err(refusal) => {
                if !std::mem::replace(&mut self.excused, true) {
                    out.remark(Tone::Aside, &format!("The coach cannot look that far ahead: {refusal}."))?;
                }
                None
            }
        };
        let Some(mistake) = mistake else { return Ok(Confirmed::Yes) };
        let warning = match mistake {
            Mistake::Outcome { before: Outcome::Win, after: Outcome::Draw } => "That gives away a win.",
            Mistake::Outcome { before: Outcome::Win, .. } => "That turns a win into a loss.",
            Mistake::Outcome { .. } => "That loses a game that need not end.",
            Mistake::Regret(_) => "That gives away some of your chance of winning.",
        };
        out.remark(Tone::Warning, &format!("Coach: {warning}"))?;
        let question = if secret { Question::Secret } else { Question::Plain };
        confirm(console, out, "Keep it? (yes/no): ", question)
    }
}
