//! `numberline play`: opens a session of rounds, plays it, and saves the games.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use numberline_history::{Home, NotKeptError, Person, UnfinishedError, today};
use numberline_table::{Name, OracleCache, Record, ResumeError, Session, capital, catalog, draw_seed, load};

use crate::args::PlayArgs;
use crate::confirm::{Confirmed, Question, confirm};
use crate::history::show_unfinished;
use crate::learner::offer_tutorial;
use crate::mentor::Advice;
use crate::request::refused;
use crate::review::{Looking, look_back};
use crate::round::{Left, Round};
use crate::{Console, Exit, Failure, Out, Recorder, Source, Tone};

/// Plays a game, or a session of rounds.
pub fn play(args: &PlayArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    // A script plays as it is told to, whatever was played here before.
    let home = if args.no_history || !console.is_a_person() { None } else { Home::find().ok() };
    let begun = match &args.resume {
        Some(source) => resume(args, source.as_ref(), console, out)?,
        None => match begin(args, home.as_ref(), console, out)? {
            Ok(session) => Some((session, None)),
            Err(left) => return Ok(left.into()),
        },
    };
    let Some((session, file)) = begun else { return Ok(Exit::Unfinished) };
    let path = args.record.clone().or_else(|| file.clone());
    let recorder = Recorder::new(path, file).remembering(home);
    let cache = OracleCache::shared();
    if console.is_a_person() && args.resume.is_none() && !args.no_history {
        offer_tutorial(session.game().info().slug, &cache, out)?;
    }
    let exit = Play { args, session, recorder, cache, console, out, warned: false }.all_rounds();
    // Between two rounds of a secret game, input stays as hidden as during them.
    console.end_secrecy();
    exit
}

/// Begins a session. A person who plays against a computer has a name.
fn begin(
    args: &PlayArgs,
    home: Option<&Home>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Result<Session, Left>, Failure> {
    let game = args.game.as_deref().ok_or_else(|| Failure::Usage(no_game()))?;
    let mut terms = args.session.terms(game, &args.setup)?;
    if let (Some(seat), Some(home)) = (terms.only_person(), home) {
        match introduced(home, seat.of(&terms.names).clone(), console, out)? {
            Ok(name) => *seat.of_mut(&mut terms.names) = name,
            Err(left) => return Ok(Err(left)),
        }
    }
    Ok(Ok(Session::begin(terms, today(), draw_seed())))
}

/// The name of the person: as given, which is remembered; as remembered; or as asked for, once.
fn introduced(
    home: &Home,
    given: Option<Name>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Result<Option<Name>, Left>, Failure> {
    if given.is_some() || home.person() != Person::Unasked {
        return Ok(Ok(home.name_of_person(given)));
    }
    loop {
        let line =
            match console.ask_line(out, "Your name, for statistics and ratings (Enter for none): ", &[])? {
                Ok(line) => line,
                Err(left) => return Ok(Err(left)),
            };
        if line.is_empty() {
            let _ = home.introduce(None);
            return Ok(Ok(None));
        }
        match Name::of_person(&line) {
            Ok(name) if name.is_of_a_seat() => {
                out.say(
                    Tone::Refusal,
                    "That is what a seat is called. Type a name of your own, or nothing.",
                )?;
            }
            Ok(name) => return Ok(Ok(home.name_of_person(Some(name)))),
            Err(reason) => out.say(Tone::Refusal, &format!("{}.", capital(&reason.to_string())))?,
        }
    }
}

/// What to type instead of nothing.
fn no_game() -> String {
    let games = catalog().into_iter().map(|game| {
        let info = game.info();
        format!("  numberline play {:<9} {}", info.slug, info.summary)
    });
    format!("name a game:\n{}", games.collect::<Vec<_>>().join("\n"))
}

/// Resumes a session, and says which file it is from; `None` if the player has to say which one.
fn resume(
    args: &PlayArgs,
    source: Option<&Source>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Option<(Session, Option<PathBuf>)>, Failure> {
    let (records, file) = match source {
        Some(Source::File(file)) => (load(file).map_err(Failure::failed)?, Some(file.clone())),
        Some(Source::Number(number)) => (unfinished(*number)?, None),
        None => match which(console, out)? {
            Some(number) => (unfinished(number)?, None),
            None => return Ok(None),
        },
    };
    let request = args.session.request("", &args.setup)?;
    let session = Session::resume(records, &request, today(), draw_seed()).map_err(|error| match error {
        ResumeError::Finished => {
            let file = file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
            Failure::Failed(format!(
                "the game in {file} is finished; look at it with: numberline replay {file}"
            ))
        }
        ResumeError::Replay(error) => Failure::failed(error),
        ResumeError::Request(error) => refused(&request, &error),
    })?;
    Ok(Some((session, file)))
}

/// The unfinished session with this number.
fn unfinished(number: i64) -> Result<Vec<Record>, Failure> {
    let home = Home::find().map_err(Failure::failed)?;
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let found = home.recall(number).map_err(Failure::failed)?;
    let none = || Failure::failed(UnfinishedError::none(Some(number)));
    found.map(|session| session.records).ok_or_else(none)
}

/// Which of the unfinished sessions a player means: the only one, or the one that a person chooses from the list.
fn which(console: &mut dyn Console, out: &mut Out) -> Result<Option<i64>, Failure> {
    let home = Home::find().map_err(Failure::failed)?;
    let sessions = home.all_unfinished().map_err(Failure::failed)?;
    match sessions.as_slice() {
        [] => return Err(Failure::failed(UnfinishedError::none(None))),
        [only] => return Ok(Some(only.number.into())),
        _ => {}
    }
    show_unfinished(out)?;
    if !console.is_a_person() {
        return Ok(None);
    }
    loop {
        let Ok(line) = console.ask_line(out, "Which one? (its number, or Enter for none): ", &[])? else {
            return Ok(None);
        };
        let chosen = sessions.iter().find(|session| session.number.to_string() == line);
        match chosen {
            Some(session) => return Ok(Some(session.number.into())),
            None if line.is_empty() => return Ok(None),
            None => out.say(Tone::Refusal, "There is no such number in the list.")?,
        }
    }
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
                let resume = self
                    .recorder
                    .number()
                    .map(|number| format!(" Resume it with: numberline play --resume {number}"));
                let resume = resume.unwrap_or_default();
                self.out.say(Tone::Plain, &format!("The game is left unfinished.{resume}"))?;
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
