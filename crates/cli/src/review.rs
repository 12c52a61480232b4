//! `numberline review FILE`: what each move of a recorded game was worth, and what would have been better.

use std::io;

use numberline_rules::Seat;
use numberline_table::{Accuracy, Mistake, Record, Review, Verdict, Weighing, Worth, load, share};
use numberline_wire::ReviewJson;

use crate::args::ReviewArgs;
use crate::confirm::{Confirmed, Question, confirm};
use crate::replay::heading;
use crate::retry::retry;
use crate::thinking::Thinking;
use crate::{Console, Exit, Failure, Left, Out, Tone};

/// Reviews a recorded game.
pub fn review(args: &ReviewArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let records = load(&args.file).map_err(Failure::failed)?;
    let number = usize::try_from(args.game.get()).unwrap_or(usize::MAX);
    let record = records.get(number - 1).ok_or_else(|| {
        let (file, games) = (args.file.display(), records.len());
        let holds = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        Failure::Usage(format!("{file} holds {holds}, so there is no game {number}"))
    })?;
    if args.json {
        let thinking = Thinking::new(out, console.is_a_person());
        let review = Review::of(record, &thinking).map_err(Failure::failed)?;
        return out.json(&ReviewJson::new(record, &review));
    }
    out.say(Tone::Aside, &heading(record))?;
    look_back(record, args.retry, console, out)
}

/// Shows what the moves were worth. Whoever wants to find out alone is not told what would have been better.
pub(crate) fn look_back(
    record: &Record,
    try_again: bool,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let thinking = Thinking::new(out, console.is_a_person());
    let review = Review::of(record, &thinking).map_err(Failure::failed)?;
    let mistakes = review.mistakes().count();
    let offers = console.is_a_person() && !try_again && mistakes > 0;
    let shown = Shown { record, review: &review };
    shown.moves(offers || try_again, out)?;
    shown.summary(out)?;
    if offers {
        out.say(Tone::Plain, "")?;
        let question = format!("Try {} again? (yes/no): ", counted(mistakes, "mistake"));
        match confirm(console, out, &question, Question::Offer)? {
            Confirmed::Yes => return retry(record, &review, console, out),
            Confirmed::Left(Left::Quit) => return Ok(Exit::Done),
            Confirmed::Left(Left::Interrupted) => return Ok(Exit::Interrupted),
            Confirmed::No | Confirmed::Command(_) | Confirmed::Left(Left::EndOfInput | Left::Finished) => {
                shown.answers(out)?;
            }
        }
    }
    if try_again { retry(record, &review, console, out) } else { Ok(Exit::Done) }
}

/// `1 mistake`, `3 mistakes`.
fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

struct Shown<'a> {
    record: &'a Record,
    review: &'a Review,
}

impl Shown<'_> {
    /// Every move with its value before and after; without what would have been better, if that is to be hidden.
    fn moves(&self, hide: bool, out: &mut Out) -> io::Result<()> {
        let mut excused = false;
        for (number, ply) in (1..).zip(&self.review.plies) {
            match &ply.moves {
                Ok(moves) => {
                    for (seat, weighing) in moves {
                        self.weighing(number, *seat, weighing, out)?;
                        if !hide {
                            explain(weighing, out)?;
                        }
                    }
                }
                Err(refusal) => {
                    let why = if excused { String::new() } else { format!(": {refusal}") };
                    excused = true;
                    out.say(Tone::Plain, &format!("{number:>3}. {}  not judged{why}", ply.choices))?;
                }
            }
        }
        Ok(())
    }

    fn weighing(&self, number: usize, seat: Seat, weighing: &Weighing, out: &mut Out) -> io::Result<()> {
        let played = format!("{}: {}", seat.of(&self.record.tags.names), weighing.text);
        let line =
            format!("{number:>3}. {played:<22} {} → {}", worth(&weighing.before), worth(&weighing.after));
        match weighing.mistake() {
            None => out.say(Tone::Plain, &line),
            Some(Mistake::Outcome { .. }) => out.say(Tone::Warning, &format!("{line}  mistake")),
            Some(Mistake::Regret(regret)) => {
                out.say(Tone::Warning, &format!("{line}  mistake, regret {}", share(&regret)))
            }
        }
    }

    /// What would have been better than each mistake.
    fn answers(&self, out: &mut Out) -> io::Result<()> {
        for (place, seat, weighing) in self.review.mistakes() {
            self.weighing(place + 1, seat, weighing, out)?;
            explain(weighing, out)?;
        }
        Ok(())
    }

    fn summary(&self, out: &mut Out) -> io::Result<()> {
        out.say(Tone::Plain, "")?;
        for seat in Seat::BOTH {
            let Accuracy { kept, moves } = self.review.accuracy(seat);
            let name = seat.of(&self.record.tags.names);
            let said = if moves == 0 {
                format!("{name}: no moves to judge.")
            } else {
                let of = counted(moves, "move");
                let mistakes = match moves - kept {
                    0 => "no mistakes".to_owned(),
                    some => counted(some, "mistake"),
                };
                format!(
                    "{name}: {kept} of {of} kept the value (accuracy {}), {mistakes}.",
                    percent(kept, moves)
                )
            };
            out.say(Tone::Result, &said)?;
        }
        Ok(())
    }
}

/// Why a mistake is one, and what would have been better.
fn explain(weighing: &Weighing, out: &mut Out) -> io::Result<()> {
    let Some(mistake) = weighing.mistake() else { return Ok(()) };
    if let Some(why) = &weighing.why {
        out.say(Tone::Plain, &format!("       {why}"))?;
    }
    out.say(Tone::Plain, &format!("       {}", mistake.better(&weighing.keepers)))
}

/// `win in 5`, `draw`, or `chance 1/3`.
fn worth(worth: &Worth) -> String {
    match worth {
        Worth::Outcome(Verdict { outcome, remoteness }) => {
            let plies = remoteness.map(|plies| format!(" in {plies}")).unwrap_or_default();
            format!("{}{plies}", outcome.word())
        }
        Worth::Chance(chance) => format!("chance {}", share(chance)),
    }
}

/// `66.7 %`, and `100 %` for all of them only.
fn percent(kept: usize, moves: usize) -> String {
    let tenths = if kept == moves { 1000 } else { (kept * 1000 + moves / 2) / moves };
    if tenths.is_multiple_of(10) {
        format!("{} %", tenths / 10)
    } else {
        format!("{}.{} %", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_rounded() {
        assert_eq!(percent(2, 3), "66.7 %");
        assert_eq!(percent(1, 2), "50 %");
        assert_eq!(percent(0, 7), "0 %");
        assert_eq!(percent(7, 7), "100 %");
    }
}
