//! `numberline drill`: what was missed comes back, as the same reason in a fresh position.

use numberline_history::day;
use numberline_learn::{AttemptKind, Drill};
use numberline_table::{OracleCache, draw_seed};

use crate::learner::{Learner, attempts};
use crate::puzzle::{begin, solve};
use crate::teach::{Predicted, Taught, predict, show_board};
use crate::{Console, Exit, Failure, Out, Tone};

/// Asks what is due. Behind each answer is a number, which is predicted first.
pub fn drill(console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let cache = OracleCache::shared();
    let (all, today) = (attempts(&cache)?, day());
    let due = Drill::due(&all, today);
    if due.is_empty() {
        out.say(Tone::Plain, &Drill::nothing_due(&all, today))?;
        return Ok(Exit::Done);
    }
    let mut learner = Learner::default();
    let total = due.len();
    let mut predicts = true;
    for (number, drill) in (1..).zip(due) {
        out.say(Tone::Prompt, &format!("\n{}", drill.heading(number, total)))?;
        let puzzle = drill.puzzle(draw_seed(), &all, &cache).map_err(Failure::failed)?;
        if predicts {
            let at = puzzle.game.start_at(&puzzle.settings, &puzzle.position).map_err(Failure::failed)?;
            show_board(at.copy(), out)?;
            match predict(puzzle.game, &*at, Drill::before, &cache, console, out)? {
                Predicted::Left(left) => return Ok(left.into()),
                Predicted::Enough => predicts = false,
                Predicted::Scores(_) => {}
            }
        }
        let mut solving = begin(puzzle, AttemptKind::Drill, &cache)?;
        if let Taught::Left(left) = solve(&mut solving, &mut learner, console, out)? {
            return Ok(left.into());
        }
    }
    out.say(Tone::Result, &format!("\n{}", Drill::DONE))?;
    Ok(Exit::Done)
}
