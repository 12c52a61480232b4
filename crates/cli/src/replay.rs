//! `numberline replay`: a recorded game, move by move.

use numberline_rules::Seat;
use numberline_table::{Ending, Limits, Record, Table, titled};

use crate::args::ReplayArgs;
use crate::voice::voice_of;
use crate::{Console, Exit, Failure, Out, Tone};

/// Steps through a recorded game on a terminal, or prints it whole.
pub fn replay(args: &ReplayArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let (record, games) = args.record.record(args.game)?;
    let record = &record;
    out.say(Tone::Aside, &heading(record))?;
    if games > 1 {
        let others = format!("Game {} of {games}; --game N shows another.\n", args.game);
        out.say(Tone::Aside, &others)?;
    }
    let mut viewer =
        Viewer { record, table: table_at(record, 0)?, stepping: console.is_a_person() && !args.all };
    viewer.show_start(out)?;
    loop {
        let at_the_end = viewer.table.game().length() == record.plies().len();
        if at_the_end {
            viewer.show_end(out)?;
        }
        if !viewer.stepping {
            if at_the_end {
                return Ok(Exit::Done);
            }
            viewer.forward(out)?;
            continue;
        }
        let prompt = if at_the_end { "b back, Enter to leave: " } else { STEPS };
        let step = match console.ask_line(out, prompt, &[])? {
            Ok(step) => step,
            Err(left) => return Ok(left.into()),
        };
        match step.to_ascii_lowercase().as_str() {
            "" | "n" if at_the_end => return Ok(Exit::Done),
            "" | "n" => viewer.forward(out)?,
            "b" => viewer.back(out)?,
            "a" => viewer.stepping = false,
            "q" | "quit" | "exit" => return Ok(Exit::Done),
            _ => out.say(Tone::Refusal, "Press Enter, or type b, a or q.")?,
        }
    }
}

const STEPS: &str = "Enter for the next move, b back, a all, q quit: ";

pub(crate) fn heading(record: &Record) -> String {
    let [one, two] = &record.tags.names;
    let date = record.tags.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    let title = titled(record.game().info(), record.settings());
    let result = record.ending().map_or("unfinished", |ending| Ending::result(Some(ending)));
    format!("{title}: {one} against {two}{date}, {result}\n")
}

fn table_at(record: &Record, plies: usize) -> Result<Table, Failure> {
    let game = record.replayed_to(plies).map_err(Failure::failed)?;
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
        let turn = choices.to_string();
        let ply = self.table.game().preview(&turn).map_err(Failure::failed)?;
        self.table.play_turn(&turn).map_err(Failure::failed)?;
        let voice = voice_of(self.record.game().info().slug);
        out.say(Tone::Plain, &voice.played(&self.table, &ply))?;
        self.show_comments(out)
    }

    fn show_end(&self, out: &mut Out) -> Result<(), Failure> {
        let end = match self.record.ending() {
            Some(ending) => voice_of(self.record.game().info().slug).over(&self.table, ending),
            None => "\nThe game is unfinished.".to_owned(),
        };
        Ok(out.say(Tone::Result, &end)?)
    }

    fn back(&mut self, out: &mut Out) -> Result<(), Failure> {
        // An ended match at a table stays as it is, so going back replays from the beginning.
        self.table = table_at(self.record, self.table.game().length().saturating_sub(1))?;
        let voice = voice_of(self.record.game().info().slug);
        out.say(Tone::Plain, &format!("\nAfter move {}:", self.table.game().length()))?;
        Ok(out.say(Tone::Plain, &voice.board(&self.table, None))?)
    }
}
