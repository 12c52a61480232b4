//! `numberline review`: what each move of a recorded game was worth, and what would have been better.

use std::io;
use std::sync::Arc;

use numberline_learn::{Belief, Forecast, Misconception};
use numberline_rules::Seat;
use numberline_table::{OracleCache, Record, Review, Weighing, counted};
use numberline_wire::ReviewJson;

use crate::args::ReviewArgs;
use crate::confirm::{Confirmed, Question, confirm};
use crate::replay::heading;
use crate::retry::retry;
use crate::teach::{Predicted, predict, show_board};
use crate::thinking::Thinking;
use crate::{Console, Exit, Failure, Left, Out, Tone};

/// Reviews a recorded game.
pub fn review(args: &ReviewArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let (record, _) = args.record.record(args.game)?;
    let cache = OracleCache::shared();
    if args.json {
        let thinking = Thinking::new(out, console.is_a_person());
        let review = Review::of(&record, &cache, &thinking).map_err(Failure::failed)?;
        return out.json(&ReviewJson::new(&record, &review));
    }
    out.say(Tone::Aside, &heading(&record))?;
    look_back(&record, Looking { retry: args.retry, predict: args.predict }, &cache, console, out)
}

/// How a player wants to look back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Looking {
    /// Each mistake is tried again.
    pub(crate) retry: bool,
    /// What each position is worth is asked before it is shown.
    pub(crate) predict: bool,
}

/// Shows what the moves were worth. A player who wants to retry is not shown the better moves.
pub(crate) fn look_back(
    record: &Record,
    Looking { retry: try_again, predict: predicts }: Looking,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let thinking = Thinking::new(out, console.is_a_person());
    let review = Review::of(record, cache, &thinking).map_err(Failure::failed)?;
    let mistakes = review.mistakes().count();
    let offers = console.is_a_person() && !try_again && mistakes > 0;
    let beliefs = Belief::in_review(record, &review);
    let shown = Shown { record, review: &review, beliefs: &beliefs };
    if predicts && let Some(left) = ask_first(record, cache, console, out)? {
        return Ok(left.into());
    }
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
    beliefs: &'a [Misconception],
}

/// Asks who wins in every position, before any value is shown; says how the player left, if so.
fn ask_first(
    record: &Record,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Option<Left>, Failure> {
    let mut scores = Vec::new();
    for (ply, choices) in record.plies().iter().enumerate() {
        let at = record.resumed_at(ply).map_err(Failure::failed)?;
        out.say(Tone::Prompt, &format!("\nBefore move {}", ply + 1))?;
        show_board(at.copy(), out)?;
        match predict(record.game(), &*at, Forecast::short, cache, console, out)? {
            Predicted::Scores(more) => scores.extend(more),
            Predicted::Enough => break,
            Predicted::Left(left) => return Ok(Some(left)),
        }
        out.say(Tone::Plain, &format!("Played: {choices}"))?;
    }
    out.say(Tone::Plain, "")?;
    if let Some(said) = Forecast::sentence(&scores) {
        out.say(Tone::Result, &format!("{said}\n"))?;
    }
    Ok(None)
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
                            self.explain(number, *seat, weighing, out)?;
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
            self.explain(place + 1, seat, weighing, out)?;
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

    /// Why a mistake is one, what would have been better, and the misconception behind it.
    fn explain(&self, number: usize, seat: Seat, weighing: &Weighing, out: &mut Out) -> io::Result<()> {
        let Some(better) = weighing.better() else { return Ok(()) };
        if let Some(why) = &weighing.why {
            out.say(Tone::Plain, &format!("       {why}"))?;
        }
        out.say(Tone::Plain, &format!("       {better}"))?;
        if let Some(why) = &weighing.why {
            out.explain_nimbers(&why.to_string())?;
        }
        let behind = self.beliefs.iter().filter(|belief| belief.ply + 1 == number && belief.seat == seat);
        behind
            .flat_map(|belief| &belief.said)
            .try_for_each(|said| out.say(Tone::Plain, &format!("       {said}")))
    }
}
