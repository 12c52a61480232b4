//! `numberline replay FILE`: a recorded game, move by move.

use numberline_rules::Seat;
use numberline_table::{Ending, Limits, Record, Table, load};

use crate::args::ReplayArgs;
use crate::{Console, Exit, Failure, Input, Out, Tone, voice_of};

/// Steps through a recorded game on a terminal, or prints it whole.
pub fn replay(args: &ReplayArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let records = load(&args.file).map_err(Failure::failed)?;
    let number = usize::try_from(args.game.get()).unwrap_or(usize::MAX);
    let record = records.get(number - 1).ok_or_else(|| {
        Failure::Usage(format!(
            "{} holds {} games, so there is no game {number}",
            args.file.display(),
            records.len()
        ))
    })?;
    out.say(Tone::Aside, &heading(record))?;
    let mut viewer = Viewer { record, table: begin(record)?, stepping: console.is_a_person() && !args.all };
    viewer.show_start(out)?;
    while viewer.table.game().length() < record.plies().len() {
        let steps = if viewer.stepping {
            match console.ask(out, "Enter for the next move, b back, a all, q quit: ", &[])? {
                Input::Line(line) => line.trim().to_ascii_lowercase(),
                Input::Unreadable(reason) => reason.to_owned(),
                Input::End => return Ok(Exit::Done),
                Input::Interrupted => return Ok(Exit::Interrupted),
            }
        } else {
            String::new()
        };
        match steps.as_str() {
            "" | "n" => viewer.forward(out)?,
            "b" => viewer.back(out)?,
            "a" => viewer.stepping = false,
            "q" | "quit" => return Ok(Exit::Done),
            _ => out.say(Tone::Refusal, "Type nothing, b, a or q.")?,
        }
    }
    let end = match record.ending() {
        Some(ending) => voice_of(record.game().info().slug).over(&viewer.table, ending),
        None => "\nThe game is unfinished.".to_owned(),
    };
    out.say(Tone::Result, &end)?;
    Ok(Exit::Done)
}

pub(crate) fn heading(record: &Record) -> String {
    let [one, two] = &record.tags.names;
    let date = record.tags.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    let (title, result) = (record.game().info().title, Ending::result(record.ending()));
    format!("{title} ({}): {one} against {two}{date}, {result}\n", record.settings())
}

fn begin(record: &Record) -> Result<Table, Failure> {
    let game = record.begin().map_err(Failure::failed)?;
    Ok(Table::new(game, record.tags.names.clone(), Limits::default()))
}

struct Viewer<'a> {
    record: &'a Record,
    table: Table,
    stepping: bool,
}

impl Viewer<'_> {
    fn show_start(&self, out: &mut Out) -> Result<(), Failure> {
        let voice = voice_of(self.record.game().info().slug);
        out.say(Tone::Plain, &voice.welcome(&self.table))?;
        self.show_comments(out)
    }

    fn show_comments(&self, out: &mut Out) -> Result<(), Failure> {
        for comment in self.record.comments_after(self.table.game().length()) {
            out.say(Tone::Aside, &format!("  {{{comment}}}"))?;
        }
        Ok(())
    }

    fn forward(&mut self, out: &mut Out) -> Result<(), Failure> {
        let number = self.table.game().length();
        let Some(choices) = self.record.plies().get(number) else { return Ok(()) };
        let movers: Vec<_> = Seat::BOTH.into_iter().filter(|seat| choices.get(*seat).is_some()).collect();
        let names =
            movers.iter().map(|seat| self.table.name(*seat).to_string()).collect::<Vec<_>>().join(" and ");
        out.say(Tone::Prompt, &format!("\n{}. {names}: {choices}", number + 1))?;
        let ply = self.table.play_turn(&choices.to_string()).map_err(Failure::failed)?;
        let voice = voice_of(self.record.game().info().slug);
        out.say(Tone::Plain, &voice.played(&self.table, &ply))?;
        self.show_comments(out)
    }

    fn back(&mut self, out: &mut Out) -> Result<(), Failure> {
        self.table.undo();
        let voice = voice_of(self.record.game().info().slug);
        out.say(Tone::Plain, &format!("\nAfter move {}:", self.table.game().length()))?;
        Ok(out.say(Tone::Plain, &voice.board(&self.table, None))?)
    }
}
