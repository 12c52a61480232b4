//! The mistakes of a game tried again: the answer stays hidden until it is found, or given up.

use numberline_table::{Adviser, Limits, Mistake, Outcome, Record, Review, Table, Weighing, from_ply};

use crate::picture::move_list;
use crate::thinking::Thinking;
use crate::{Console, Exit, Failure, Input, Out, Tone, voice_of};

/// Lets the person try each mistake again.
pub(crate) fn retry(
    record: &Record,
    review: &Review,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let total = review.mistakes().count();
    for (number, (place, seat, weighing)) in (1..).zip(review.mistakes()) {
        let Some(mistake) = weighing.mistake() else { continue };
        let game = from_ply(record, place).map_err(Failure::failed)?;
        let table = Table::new(game, record.tags.names.clone(), Limits::default());
        let (player, text) = (table.name(seat), &weighing.text);
        out.say(
            Tone::Prompt,
            &format!("\nMistake {number} of {total}, move {}: {player} played {text}.", place + 1),
        )?;
        out.say(Tone::Plain, &voice_of(table.game().info().slug).board(&table, None))?;
        let moves = move_list(table.game(), seat, ", ");
        out.say(Tone::Plain, &format!("Position: {}\nMoves: {moves}", table.game().position()))?;
        let prompt = format!("{} (or show, skip, quit): ", wanted(&mistake));
        let mut adviser = Adviser::new(record.game());
        loop {
            let line = match console.ask(out, &prompt, &table.game().moves(seat, 100))? {
                Input::Line(line) => line.trim().to_owned(),
                Input::Unreadable(reason) => {
                    out.say(Tone::Refusal, reason)?;
                    continue;
                }
                Input::End => return Ok(Exit::Done),
                Input::Interrupted => return Ok(Exit::Interrupted),
            };
            match line.to_ascii_lowercase().as_str() {
                "show" => {
                    show(weighing, &mistake, out)?;
                    break;
                }
                "skip" | "" => break,
                "quit" | "q" => return Ok(Exit::Done),
                _ => {}
            }
            if let Err(reason) = table.game().check(seat, &line) {
                out.say(Tone::Refusal, &format!("Invalid move. {reason}"))?;
                continue;
            }
            let thinking = Thinking::new(out, console.is_a_person());
            let tried = adviser.weigh(table.game(), seat, &line, &thinking).map_err(Failure::failed)?;
            let why = tried.why.as_ref().map(|why| format!(" {why}")).unwrap_or_default();
            if tried.mistake().is_none() {
                out.say(Tone::Result, &format!("Right: {}.{why}", tried.text))?;
                break;
            }
            out.say(Tone::Refusal, &format!("Not {}.{why}", tried.text))?;
        }
    }
    Ok(Exit::Done)
}

/// What to look for.
fn wanted(mistake: &Mistake) -> &'static str {
    match mistake {
        Mistake::Outcome { before: Outcome::Win, .. } => "Find a move that wins",
        Mistake::Outcome { .. } => "Find a move that keeps the game going",
        Mistake::Regret(_) => "Find a card without regret",
    }
}

fn show(weighing: &Weighing, mistake: &Mistake, out: &mut Out) -> Result<(), Failure> {
    out.say(Tone::Plain, &mistake.better(&weighing.keepers))?;
    Ok(())
}
