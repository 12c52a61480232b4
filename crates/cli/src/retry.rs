//! Retrying the mistakes of a game: the answer stays hidden until the player finds it, or gives up.

use std::sync::Arc;

use numberline_learn::Trainer;
use numberline_table::{Adviser, Limits, OracleCache, Record, Review, Table};

use crate::command::{Command, help_rows};
use crate::mentor::{Advice, Mentor};
use crate::picture::move_list;
use crate::round::board;
use crate::rules::rules_of;
use crate::thinking::Thinking;
use crate::voice::voice_of;
use crate::{Console, Exit, Failure, Out, Tone};

/// What can be typed.
const WORDS: [(&str, &str); 7] = [
    ("hint", "ask again for where to look, which move, and why"),
    ("board", ""),
    ("moves", ""),
    ("rules", ""),
    ("show", "show the answer"),
    ("skip", "go to the next mistake"),
    ("quit", "leave"),
];

/// Lets the player retry each mistake.
pub(crate) fn retry(
    record: &Record,
    review: &Review,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let adviser = Adviser::new(record.game(), cache);
    let mut mentor = Mentor::new(record.game(), cache, Advice::default());
    let mut trainer = Trainer::new(record, review);
    while let Some(exercise) = trainer.current().cloned() {
        let seat = exercise.seat;
        let game = exercise.begin(record).map_err(Failure::failed)?;
        let table = Table::new(game, record.tags.names.clone(), Limits::default());
        let game = table.game();
        out.say(Tone::Prompt, &format!("\n{}", exercise.what))?;
        out.say(Tone::Plain, &voice_of(game.info().slug).board(&table, None))?;
        let moves = move_list(game, seat, ", ");
        out.say(Tone::Plain, &format!("Position: {}\nMoves: {moves}", game.position()))?;
        let prompt = format!("{} (or hint, show, skip, quit): ", exercise.task);
        mentor.begin_turn();
        loop {
            let line = match console.ask_line(out, &prompt, &game.moves(seat, 100))? {
                Ok(line) => line,
                Err(left) => return Ok(left.into()),
            };
            match line.to_ascii_lowercase().as_str() {
                "show" => {
                    out.say(Tone::Plain, &exercise.answer)?;
                    break;
                }
                "skip" | "" => break,
                "quit" | "q" => return Ok(Exit::Done),
                _ => {}
            }
            match Command::read(&line) {
                None => {}
                Some(Command::Hint) => {
                    mentor.hint(game, seat, console, out)?;
                    continue;
                }
                Some(Command::Board) => {
                    let voice = voice_of(game.info().slug);
                    out.remark(Tone::Aside, &board(voice, &table))?;
                    continue;
                }
                Some(Command::Moves) => {
                    out.remark(Tone::Aside, &format!("Your moves: {}", move_list(game, seat, ", ")))?;
                    continue;
                }
                Some(Command::Rules) => {
                    out.remark(Tone::Aside, &rules_of(record.game(), &game.settings()))?;
                    continue;
                }
                Some(_) => {
                    let help = format!("Type a move, or one of these words:\n{}", help_rows(&WORDS));
                    out.remark(Tone::Aside, &help)?;
                    continue;
                }
            }
            if let Err(reason) = game.check(seat, &line) {
                out.say(Tone::Refusal, &format!("Invalid move. {reason}"))?;
                continue;
            }
            let thinking = Thinking::new(out, console.is_a_person());
            let weighing = adviser.weigh(game, seat, &line, &thinking).map_err(Failure::failed)?;
            let tried = trainer.take(&weighing);
            if tried.right {
                out.say(Tone::Result, &tried.said)?;
                break;
            }
            out.say(Tone::Refusal, &tried.said)?;
        }
        trainer.advance();
    }
    Ok(Exit::Done)
}
