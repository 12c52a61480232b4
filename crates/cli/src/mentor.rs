//! Advice for the player to move: hints on request, and with `--coach` a warning before a mistake.

use std::io;
use std::sync::Arc;

use numberline_learn::Belief;
use numberline_rules::Seat;
use numberline_table::{Adviser, AnyGame, AnyMatch, CoachExcuse, Hint, Ladder, OracleCache, unsolved};

use crate::confirm::{Confirmed, Question, confirm};
use crate::picture::move_list;
use crate::thinking::Thinking;
use crate::{Console, Out, Tone};

/// Which advice the players want.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Advice {
    /// A warning before a mistake.
    pub coach: bool,
    /// A question before the first hint of a turn and in the review: who wins?
    pub predict: bool,
}

/// What a mentor remembers during a match. Nothing is solved until a hint or a warning needs it.
pub(crate) struct Mentor {
    adviser: Adviser,
    ladder: Ladder,
    coaches: bool,
    excuse: CoachExcuse,
    predicts: bool,
    /// Whether a prediction was asked in this turn.
    asked: bool,
}

impl Mentor {
    pub(crate) fn new(game: &'static dyn AnyGame, cache: &Arc<OracleCache>, advice: Advice) -> Self {
        let Advice { coach: coaches, predict: predicts } = advice;
        let adviser = Adviser::new(game, cache);
        Self {
            adviser,
            ladder: Ladder::default(),
            coaches,
            excuse: CoachExcuse::default(),
            predicts,
            asked: false,
        }
    }

    /// A turn begins.
    pub(crate) fn begin_turn(&mut self) {
        self.ladder.restart();
        self.asked = false;
    }

    /// Gives the seat its next hint. It depends only on the position, which both players see.
    pub(crate) fn hint(
        &mut self,
        game: &dyn AnyMatch,
        seat: Seat,
        console: &dyn Console,
        out: &mut Out,
    ) -> io::Result<()> {
        let thinking = Thinking::new(out, console.is_a_person());
        let said = match self.adviser.analyse(game, &thinking) {
            Ok(analysis) => Hint::new(&analysis, seat, self.ladder.climb(seat)).to_string(),
            Err(refusal) => {
                format!("{}\nYour moves: {}", unsolved(&refusal), move_list(game, seat, ", "))
            }
        };
        out.remark(Tone::Aside, &said)?;
        out.explain_nimbers(&said)
    }

    /// Two people at one screen choose in secret: the coach explains once that it is silent.
    pub(crate) fn keep_quiet(&mut self, out: &mut Out) -> io::Result<Confirmed> {
        if let Some(why) = self.excuse.secret().filter(|_| self.coaches) {
            out.remark(Tone::Aside, why)?;
        }
        Ok(Confirmed::Yes)
    }

    /// Warns before a move that gives something away, and asks whether to keep it.
    pub(crate) fn warn(
        &mut self,
        game: &dyn AnyMatch,
        seat: Seat,
        text: &str,
        console: &mut dyn Console,
        out: &mut Out,
    ) -> io::Result<Confirmed> {
        if !self.coaches || game.check(seat, text).is_err() {
            return Ok(Confirmed::Yes);
        }
        let thinking = Thinking::new(out, console.is_a_person());
        match self.adviser.weigh(game, seat, text, &thinking) {
            Ok(weighing) => {
                let said = Belief::warning(self.adviser.game(), game, seat, &weighing);
                let Some((warning, more)) = said.split_first() else { return Ok(Confirmed::Yes) };
                out.remark(Tone::Warning, &format!("Coach: {warning}"))?;
                more.iter().try_for_each(|line| out.remark(Tone::Aside, line))?;
                confirm(console, out, "Keep it? (yes/no): ", Question::Move)
            }
            Err(refusal) => {
                if let Some(why) = self.excuse.too_far(&refusal) {
                    out.remark(Tone::Aside, &why)?;
                }
                Ok(Confirmed::Yes)
            }
        }
    }

    /// Whether a prediction is asked before the first hint of a turn.
    pub(crate) fn asks_first(&mut self) -> bool {
        self.predicts && !std::mem::replace(&mut self.asked, true)
    }
}
