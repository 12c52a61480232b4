//! `numberline play`: sets up the table, plays the rounds, keeps the records.

use std::io;

use numberline_history::{History, Home, now, today};
use numberline_rules::Seat;
use numberline_table::{
    AnyGame, AnyMatch, Computer, Ending, Limits, Name, Player, Record, Score, Setup, Table, Tags, load,
};

use crate::args::{PlayArgs, SessionArgs};
use crate::confirm::{Confirmed, Question, confirm};
use crate::review::look_back;
use crate::round::{Left, Round};
use crate::seating::{read_players, read_session, seat};
use crate::{Console, Exit, Failure, Input, Out, Recorder, Tone};

/// Plays a game, or a session of rounds.
pub fn play(args: &PlayArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let exit = match &args.resume {
        Some(_) => resume(args, console, out),
        None => begin(args, console, out),
    };
    // Between two rounds of a secret game what is typed stays as hidden as in them.
    console.end_secrecy();
    exit
}

fn begin(args: &PlayArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let wanted =
        read_session(args.game.as_deref().unwrap_or_default(), &args.setup, &args.session, args.coach)?;
    let (game, seed) = (wanted.game, wanted.seed);
    let seating = seat(&wanted)?;
    let setup = Setup { first: Some(seating.first), ..wanted.setup };
    let start = || setup.start(game).map_err(Failure::usage);
    let tags = Tags { names: seating.names.clone(), date: today(), round: None, seed: Some(seed) };
    let recorder = Recorder::new(game, args.record.clone(), tags);
    let computers = seat_computers(game, seating.players, seed);
    let limits = wanted.limits.between(&seating.players);
    let mut session =
        Session { args, console, out, recorder, computers, limits, played: Vec::new(), warned: false };
    let first = start()?;
    if let Some(toss) = &seating.toss {
        session.out.say(Tone::Plain, toss)?;
    }
    session.play_rounds(Score::new(wanted.rounds), &seating.names, first, &start)
}

fn resume(args: &PlayArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let path = args.resume.clone().unwrap_or_default();
    let records = load(&path).map_err(Failure::failed)?;
    let record = records.last().filter(|record| record.ending().is_none()).ok_or_else(|| {
        Failure::failed(format!(
            "the game in {0} is finished; look at it with: numberline replay {0}",
            path.display()
        ))
    })?;
    let mut game = record.begin().map_err(Failure::failed)?;
    for choices in record.plies() {
        game.play_turn_unseen(&choices.to_string()).map_err(Failure::failed)?;
    }
    let finished = records.get(..records.len() - 1).unwrap_or_default();
    let file = args.record.clone().or(Some(path.clone()));
    let recorder = Recorder::resumed(record, finished, file, path.clone());
    let players =
        read_players(record.game().info(), [args.session.p1.as_deref(), args.session.p2.as_deref()])?;
    let seed = record.tags.seed.unwrap_or_else(rand::random);
    let computers = seat_computers(record.game(), players, seed);
    let SessionArgs { max_invalid, max_turns, .. } = args.session;
    let limits = Limits { max_invalid, max_turns }.between(&players);
    let mut session =
        Session { args, console, out, recorder, computers, limits, played: Vec::new(), warned: false };
    let score = Score::resumed(record.tags.round, finished.iter().filter_map(Record::ending));
    let start = || record.begin().map_err(Failure::failed);
    session.play_rounds(score, &record.tags.names, game, &start)
}

fn seat_computers(
    game: &'static dyn AnyGame,
    players: [Option<Player>; 2],
    seed: u64,
) -> [Option<Computer>; 2] {
    Seat::BOTH.map(|seat| seat.of(&players).map(|player| Computer::new(player, game, seed, seat)))
}

/// What stays the same from round to round.
struct Session<'a> {
    args: &'a PlayArgs,
    console: &'a mut dyn Console,
    out: &'a mut Out,
    recorder: Recorder,
    /// The finished games.
    played: Vec<Record>,
    computers: [Option<Computer>; 2],
    limits: Limits,
    warned: bool,
}

impl Session<'_> {
    /// Plays what is left of a session of rounds: the match at hand, then others from the start.
    fn play_rounds(
        &mut self,
        mut score: Score,
        names: &[Name; 2],
        first: Box<dyn AnyMatch>,
        start: &dyn Fn() -> Result<Box<dyn AnyMatch>, Failure>,
    ) -> Result<Exit, Failure> {
        let mut next = Some(first);
        while let Some(round) = score.next_round() {
            if let Some(announcement) = &round.announcement {
                self.out.say(Tone::Prompt, &format!("\n{announcement}\n"))?;
            }
            self.recorder.begin_round(round.tag);
            let game = match next.take() {
                Some(game) => game,
                None => start()?,
            };
            let mut table = Table::new(game, names.clone(), self.limits);
            match self.play(&mut table)? {
                Some(exit) => return Ok(exit),
                None => table.ending().into_iter().for_each(|ending| score.count(ending)),
            }
            if let Some(running) = score.running(names) {
                self.out.say(Tone::Result, &running)?;
            }
        }
        if let Some(result) = score.result(names) {
            self.out.say(Tone::Result, &format!("\n{result}"))?;
        }
        self.offer_review()
    }

    /// Plays a match, writes it down and keeps it. `Some` is how the program is left before the session's end.
    fn play(&mut self, table: &mut Table) -> Result<Option<Exit>, Failure> {
        // A file that cannot be written is said now, not when the game has been played.
        self.recorder.update(table).map_err(Failure::failed)?;
        let left = Round::new(table, self.console, self.out, &self.recorder)
            .coached(self.args.coach)
            .with_computers(&mut self.computers)
            .play();
        let saved = self.recorder.update(table).map_err(Failure::failed);
        let exit = match left? {
            Left::Finished => {
                let record = self.recorder.finish_round(table);
                // A game that was set up as one that is over has not been played by anybody.
                if !(record.plies().is_empty() && matches!(record.ending(), Some(Ending::Won(_)))) {
                    self.keep(&record)?;
                }
                self.played.push(record);
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

    /// Offers a person to look at what was played again. That waits until all rounds are over: what is typed ahead of a
    /// secret choice must not come out at an open prompt.
    fn offer_review(&mut self) -> Result<Exit, Failure> {
        if !self.console.is_a_person() || self.played.iter().all(|record| record.plies().is_empty()) {
            return Ok(Exit::Done);
        }
        self.out.say(Tone::Plain, "")?;
        match std::mem::take(&mut self.played).as_slice() {
            [] => Ok(Exit::Done),
            [record] => {
                match confirm(self.console, self.out, "Review this game? (yes/no): ", Question::Offer)? {
                    Confirmed::Yes => look_back(record, false, self.console, self.out),
                    Confirmed::Left(Left::Interrupted) => Ok(Exit::Interrupted),
                    Confirmed::No | Confirmed::Command(_) | Confirmed::Left(_) => Ok(Exit::Done),
                }
            }
            several => self.offer_reviews(several),
        }
    }

    fn offer_reviews(&mut self, played: &[Record]) -> Result<Exit, Failure> {
        let prompt = format!("Review which round? (1 to {}, or Enter for none): ", played.len());
        loop {
            let line = match self.console.ask(self.out, &prompt, &[])? {
                Input::Line(line) => line.trim().to_owned(),
                Input::Unreadable(reason) => reason.to_owned(),
                Input::End => return Ok(Exit::Done),
                Input::Interrupted => return Ok(Exit::Interrupted),
            };
            if matches!(line.as_str(), "" | "no" | "n" | "none") {
                return Ok(Exit::Done);
            }
            let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let Some(record) = number.and_then(|place| played.get(place)) else {
                self.out.say(Tone::Refusal, "Type the number of a round, or nothing.")?;
                continue;
            };
            if look_back(record, false, self.console, self.out)? == Exit::Interrupted {
                return Ok(Exit::Interrupted);
            }
        }
    }

    /// Puts a finished game into the history. Whatever is wrong with that never stops the play.
    fn keep(&mut self, record: &Record) -> io::Result<()> {
        if self.args.no_history {
            return Ok(());
        }
        let kept = Home::find().map_err(|error| error.to_string()).and_then(|home| {
            let mut history = History::open(&home).map_err(|error| error.to_string())?;
            history.keep(record, &now()).map_err(|error| error.to_string())
        });
        match kept {
            Err(error) if !self.warned => {
                self.warned = true;
                self.out
                    .remark(Tone::Warning, &format!("warning: this game is not kept in the history: {error}"))
            }
            _ => Ok(()),
        }
    }
}
