//! `numberline drill`: what was missed comes back, as the same reason in a fresh position.

use numberline_learn::{AttemptKind, Drill};
use numberline_table::{OracleCache, capital, counted, draw_seed};

use crate::learner::{Learner, attempts, day};
use crate::puzzle::{Solved, solve};
use crate::{Console, Exit, Failure, Out, Tone};

/// Asks what is due.
pub fn drill(console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let all = attempts()?;
    let today = day();
    let due = Drill::due(&all, today);
    if due.is_empty() {
        let said = match Drill::all(&all).into_iter().find(|drill| drill.due > today) {
            Some(next) => {
                let days = u64::try_from(next.due - today).unwrap_or(1);
                format!("Nothing is due today. The next drill is in {}.", counted(days, "day"))
            }
            None => "Nothing is due. What you miss in a puzzle comes back here: numberline puzzle".to_owned(),
        };
        out.say(Tone::Plain, &said)?;
        return Ok(Exit::Done);
    }
    let cache = OracleCache::shared();
    let mut learner = Learner::default();
    let total = due.len();
    for (number, drill) in (1..).zip(due) {
        let help = capital(drill.theme.help());
        out.say(Tone::Prompt, &format!("\nDrill {number} of {total}: {help}"))?;
        let puzzle = drill.puzzle(draw_seed(), &cache).map_err(Failure::failed)?;
        match solve(&puzzle, AttemptKind::Drill, &mut learner, &cache, console, out)? {
            Solved::Left(left) => return Ok(left.into()),
            Solved::After(_) | Solved::Passed => {}
        }
    }
    Ok(Exit::Done)
}
