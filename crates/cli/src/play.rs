//! `numberline play`: opens a session of rounds, plays it, and saves the games.

use std::io;
use std::sync::Arc;

use numberline_history::{Home, NotKeptError, today};
use numberline_table::{OracleCache, Record, ResumeError, Session, draw_seed, load};

use crate::args::PlayArgs;
use crate::confirm::{Confirmed, Question, confirm};
use crate::learner::offer_tutorial;
use crate::mentor::Advice;
use crate::request::refused;
use crate::review::{Looking, look_back};
use crate::round::{Left, Round};
use crate::{Console, Exit, Failure, Out, Recorder, Tone};

/// Plays a game, or a session of rounds.
pub fn play(args: &PlayArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let session = open(args)?;
    let path = args.record.clone().or_else(|| args.resume.clone());
    let recorder = Recorder::new(path, args.resume.clone());
    let cache = OracleCache::shared();
    if console.is_a_person() && args.resume.is_none() && !args.no_history {
        offer_tutorial(session.game().info().slug, &cache, out)?;
    }
    let exit = Play { args, session, recorder, cache, console, out, warned: false }.all_rounds();
    // Between two rounds of a secret game, input stays as hidden as during them.
    console.end_secrecy();
    exit
}

fn open(args: &PlayArgs) -> Result<Session, Failure> {
    let game = args.game.as_deref().unwrap_or_default();
    let Some(path) = &args.resume else {
        let terms = args.session.terms(game, &args.setup)?;
        return Ok(Session::begin(terms, today(), draw_seed()));
    };
    let request = args.session.request(game, &args.setup)?;
    let records = load(path).map_err(Failure::failed)?;
    Session::resume(records, &request, today(), draw_seed()).map_err(|error| match error {
        ResumeError::Finished => Failure::Failed(format!(
            "the game in {0} is finished; look at it with: numberline replay {0}",
            path.display()
        )),
        ResumeError::Replay(error) => Failure::failed(error),
        ResumeError::Request(error) => refused(&request, &error),
    })
}

struct Play<'a> {
    args: &'a PlayArgs,
    session: Session,
    recorder: Recorder,
    cache: Arc<OracleCache>,
    console: &'a mut dyn Console,
    out: &'a mut Out,
    /// Whether the player was told that the history keeps nothing.
    warned: bool,
}

impl Play<'_> {
    /// Plays the rest of the session.
    fn all_rounds(&mut self) -> Result<Exit, Failure> {
        if let Some(toss) = self.session.toss() {
            self.out.say(Tone::Plain, toss)?;
        }
        loop {
            if let Some(announcement) = self.session.announcement() {
                let seats = self.session.seat_change().map(|who| format!(": {who}")).unwrap_or_default();
                self.out.say(Tone::Prompt, &format!("\n{announcement}{seats}\n"))?;
            }
            if let Some(exit) = self.round()? {
                return Ok(exit);
            }
            if let Some(running) = self.session.running_score() {
                self.out.say(Tone::Result, &running)?;
            }
            if self.session.begin_next_round().is_err() {
                break;
            }
            if let Some(advice) = self.session.seats_advice() {
                self.out.remark(Tone::Aside, advice)?;
            }
        }
        if let Some(result) = self.session.result() {
            self.out.say(Tone::Result, &format!("\n{result}"))?;
        }
        self.offer_review()
    }

    /// Plays a match, records it and keeps it. `Some` is how the program ends before the session is over.
    fn round(&mut self) -> Result<Option<Exit>, Failure> {
        // A file that cannot be written is reported now, not after the game.
        self.recorder.update(&self.session).map_err(Failure::failed)?;
        let advice = Advice { coach: self.args.coach, predict: self.args.predict };
        let left =
            Round::new(&mut self.session, &self.recorder, &self.cache, advice, self.console, self.out).play();
        let saved = self.recorder.update(&self.session).map_err(Failure::failed);
        let exit = match left? {
            Left::Finished => {
                self.keep()?;
                None
            }
            Left::Quit => {
                self.out.say(Tone::Plain, "The game is left unfinished.")?;
                Some(Exit::Done)
            }
            Left::EndOfInput => {
                let file = self.recorder.path().filter(|_| saved.is_ok());
                let saved =
                    file.map(|file| format!("; it is saved in {}", file.display())).unwrap_or_default();
                self.out
                    .remark(Tone::Warning, &format!("The input ended in the middle of the game{saved}."))?;
                Some(Exit::Unfinished)
            }
            Left::Interrupted => Some(Exit::Interrupted),
        };
        saved?;
        Ok(exit)
    }

    /// Offers to review what was played. The offer waits until all rounds are over: what is typed ahead of a secret choice
    /// must not appear at an open prompt.
    fn offer_review(&mut self) -> Result<Exit, Failure> {
        let played = self.session.records();
        if !self.console.is_a_person() || played.iter().all(|record| record.plies().is_empty()) {
            return Ok(Exit::Done);
        }
        self.out.say(Tone::Plain, "")?;
        match played.as_slice() {
            [record] => {
                match confirm(self.console, self.out, "Review this game? (yes/no): ", Question::Offer)? {
                    Confirmed::Yes => self.review(record),
                    Confirmed::Left(left) => Ok(left.into()),
                    Confirmed::No | Confirmed::Command(_) => Ok(Exit::Done),
                }
            }
            several => self.offer_reviews(several),
        }
    }

    fn offer_reviews(&mut self, played: &[Record]) -> Result<Exit, Failure> {
        let prompt = format!("Review which round? (1 to {}, or Enter for none): ", played.len());
        loop {
            let line = match self.console.ask_line(self.out, &prompt, &[])? {
                Ok(line) => line,
                Err(left) => return Ok(left.into()),
            };
            if matches!(line.as_str(), "" | "no" | "n" | "none") {
                return Ok(Exit::Done);
            }
            let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let Some(record) = number.and_then(|place| played.get(place)) else {
                self.out.say(Tone::Refusal, "Type the number of a round, or nothing.")?;
                continue;
            };
            if self.review(record)? == Exit::Interrupted {
                return Ok(Exit::Interrupted);
            }
        }
    }

    fn review(&mut self, record: &Record) -> Result<Exit, Failure> {
        let looking = Looking { predict: self.args.predict, ..Looking::default() };
        look_back(record, looking, &self.cache, self.console, self.out)
    }

    /// Adds a finished game to the history. A failure never stops the play.
    fn keep(&mut self) -> io::Result<()> {
        let Some(record) = self.session.kept().filter(|_| !self.args.no_history) else { return Ok(()) };
        match Home::find().map_err(NotKeptError::from).and_then(|home| home.keep(&record)) {
            Err(error) if !std::mem::replace(&mut self.warned, true) => {
                self.out.remark(Tone::Warning, &format!("warning: {error}"))
            }
            _ => Ok(()),
        }
    }
}
