//! `numberline review FILE`: what each move of a recorded game was worth, and what would have been better.

use std::io;
use std::sync::Arc;

use numberline_rules::Seat;
use numberline_table::{OracleCache, Record, Review, Weighing, counted};
use numberline_wire::ReviewJson;

use crate::args::ReviewArgs;
use crate::confirm::{Confirmed, Question, confirm};
use crate::replay::{heading, load_game};
use crate::retry::retry;
use crate::thinking::Thinking;
use crate::{Console, Exit, Failure, Left, Out, Tone};

/// Reviews a recorded game.
pub fn review(args: &ReviewArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let (record, _) = load_game(&args.file, args.game)?;
    let cache = OracleCache::shared();
    if args.json {
        let thinking = Thinking::new(out, console.is_a_person());
        let review = Review::of(&record, &cache, &thinking).map_err(Failure::failed)?;
        return out.json(&ReviewJson::new(&record, &review));
    }
    out.say(Tone::Aside, &heading(&record))?;
    look_back(&record, args.retry, &cache, console, out)
}

/// Shows what the moves were worth. A player who wants to retry is not shown the better moves.
pub(crate) fn look_back(
    record: &Record,
    try_again: bool,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let thinking = Thinking::new(out, console.is_a_person());
    let review = Review::of(record, cache, &thinking).map_err(Failure::failed)?;
    let mistakes = review.mistakes().count();
    let offers = console.is_a_person() && !try_again && mistakes > 0;
    let shown = Shown { record, review: &review };
    shown.moves(offers || try_again, out)?;
    shown.summary(out)?;
    if offers {
        out.say(Tone::Plain, "")?;
        let question = format!("Try {} again? (yes/no): ", counted(mistakes, "mistake"));
        match confirm(console, out, &question, Question::Offer)? {
            Confirmed::Yes => return retry(record, &review, cache, console, out),
            Confirmed::Left(left @ (Left::Quit | Left::Interrupted)) => return Ok(left.into()),
            Confirmed::No | Confirmed::Command(_) | Confirmed::Left(_) => shown.answers(out)?,
        }
    }
    if try_again { retry(record, &review, cache, console, out) } else { Ok(Exit::Done) }
}

struct Shown<'a> {
    record: &'a Record,
    review: &'a Review,
}

impl Shown<'_> {
    /// Every move with its value before and after, and, unless hidden, the better move.
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
        let Weighing { text, before, after, .. } = weighing;
        let played = format!("{}: {text}", seat.of(&self.record.tags.names));
        let line = format!("{number:>3}. {played:<22} {before} → {after}");
        match weighing.mistake() {
            None => out.say(Tone::Plain, &line),
            Some(mistake) => {
                out.say(Tone::Warning, &format!("{line}  {} {}", mistake.glyph(), mistake.blame()))
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
            let name = seat.of(&self.record.tags.names);
            out.say(Tone::Result, &format!("{name}: {}.", self.review.accuracy(seat)))?;
        }
        Ok(())
    }
}

/// Why a mistake is one, and what would have been better.
fn explain(weighing: &Weighing, out: &mut Out) -> io::Result<()> {
    let Some(better) = weighing.better() else { return Ok(()) };
    if let Some(why) = &weighing.why {
        out.say(Tone::Plain, &format!("       {why}"))?;
    }
    out.say(Tone::Plain, &format!("       {better}"))
}
