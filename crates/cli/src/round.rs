//! One match, from the welcome to the result.

mod computer;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numberline_learn::Forecast;
use numberline_rules::{Landmark, Seat, Turn};
use numberline_table::{
    Act, Ending, OracleCache, RefusedMove, Session, Table, Taken, changed_settings, explain_landmark,
    is_clean,
};

use crate::command::{COMMANDS, Command, help_in, help_rows};
use crate::confirm::{Confirmed, Question, confirm};
use crate::mentor::{Advice, Mentor};
use crate::odds::odds;
use crate::picture::{WHOLE, move_list, pieces, row};
use crate::rules::rules_of;
use crate::teach::{Predicted, predict};
use crate::thinking::Thinking;
use crate::voice::{Asking, More, OtherHalf, Voice, voice_of};
use crate::{Console, Exit, Failure, Input, Out, Recorder, Tone};

/// How a match was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It has ended.
    Finished,
    /// A player typed `quit`.
    Quit,
    /// The input ended.
    EndOfInput,
    /// A player pressed Ctrl-C.
    Interrupted,
}

/// How the command ends when a match is left like this and nothing is lost.
impl From<Left> for Exit {
    fn from(left: Left) -> Self {
        match left {
            Left::Finished | Left::Quit | Left::EndOfInput => Self::Done,
            Left::Interrupted => Self::Interrupted,
        }
    }
}

/// One match being played.
pub struct Round<'a> {
    session: &'a mut Session,
    recorder: &'a Recorder,
    cache: &'a Arc<OracleCache>,
    console: &'a mut dyn Console,
    out: &'a mut Out,
    voice: &'static dyn Voice,
    mentor: Mentor,
}

/// What can be typed when a draw is offered.
const DRAW_WORDS: [(&str, &str); 6] = [
    ("yes", "accept the draw, which ends the game"),
    ("no", "play on"),
    ("board", ""),
    ("moves", ""),
    ("rules", ""),
    ("quit", ""),
];

/// The result of asking a seat.
enum Answer {
    /// A move was accepted or a command carried out. The turn, or half of it, passes to the next seat.
    Taken,
    /// The answer was refused; the same seat is asked again.
    Refused,
    /// Something was shown; the same seat gets the same question.
    Shown,
    /// Something other than a move changed the position.
    Changed,
    /// The players leave the match.
    Leave(Left),
}

impl<'a> Round<'a> {
    /// The session's current match.
    pub fn new(
        session: &'a mut Session,
        recorder: &'a Recorder,
        cache: &'a Arc<OracleCache>,
        advice: Advice,
        console: &'a mut dyn Console,
        out: &'a mut Out,
    ) -> Self {
        let voice = voice_of(session.at().info().slug);
        let mentor = Mentor::new(session.game(), cache, advice);
        Self { session, recorder, cache, console, out, voice, mentor }
    }

    /// Plays the match to its end, or until a player leaves.
    pub fn play(&mut self) -> io::Result<Left> {
        // From the first line, so that nothing typed ahead of a secret prompt shows.
        if self.session.is_secret() {
            self.console.begin_secrecy();
        }
        self.out.say(Tone::Plain, &self.voice.welcome(self.session.table()))?;
        if let Some(variant) = changed_settings(&self.session.at().settings()) {
            self.out.say(Tone::Plain, &format!("Variant: {variant}"))?;
        }
        let thinking = Thinking::new(self.out, self.console.is_a_person());
        let shortfalls = self.session.shortfalls(self.cache, &thinking);
        for shortfall in shortfalls {
            self.out.remark(Tone::Warning, &shortfall)?;
        }
        if self.console.is_a_person() {
            self.out.remark(
                Tone::Aside,
                "(At any prompt: help, odds to see whom this variant favours, quit to leave.)",
            )?;
        }
        let mut asking = Asking::First;
        loop {
            if let Some(ending) = self.session.ending() {
                let table = self.session.table();
                let over = match ending {
                    Ending::Won(winner) if self.session.is_computer(winner) => {
                        self.voice.won_by_computer(table, winner)
                    }
                    ending => self.voice.over(table, ending),
                };
                self.out.say(Tone::Result, &over)?;
                return Ok(Left::Finished);
            }
            if let Some(left) = self.turn(asking)? {
                return Ok(left);
            }
            // The first prompt explains itself, even if a computer had the first turn.
            if self.session.at().length() > 1 || self.session.is_shared() {
                asking = Asking::Turn;
            }
        }
    }

    /// Plays one turn: a move of one seat, or a choice of both.
    fn turn(&mut self, first: Asking) -> io::Result<Option<Left>> {
        let secret = self.session.is_secret();
        self.mentor.begin_turn();
        if secret {
            self.console.begin_secrecy();
        }
        let table = self.session.table();
        let by_computer = matches!(table.game().turn(), Turn::Of(seat) if self.session.is_computer(seat));
        let announced = if by_computer { self.voice.turn_of_computer(table) } else { self.voice.turn(table) };
        self.out.say(Tone::Prompt, &announced)?;
        if let Some(aside) = self.voice.aside(table).filter(|_| self.console.is_a_person() && !by_computer) {
            self.out.remark(Tone::Aside, &aside)?;
        }
        let turns = table.game().length();
        let mut asked = None;
        let mut asking = first;
        while self.session.at().length() == turns
            && let Some(seat) = self.session.table().next_seat()
        {
            if self.session.is_computer(seat) {
                self.let_computer_move(seat)?;
                continue;
            }
            if secret && asked != Some(seat) {
                self.out.say(Tone::Prompt, &self.voice.secret_turn(self.session.table(), seat))?;
            }
            asked = Some(seat);
            match self.ask(seat, asking, secret)? {
                Answer::Taken => {}
                Answer::Shown => continue,
                Answer::Refused => {
                    asking = Asking::Again;
                    continue;
                }
                Answer::Changed => return Ok(None),
                Answer::Leave(left) => return Ok(Some(left)),
            }
            asking = first;
        }
        Ok(None)
    }

    fn ask(&mut self, seat: Seat, asking: Asking, secret: bool) -> io::Result<Answer> {
        let mut typed = String::new();
        let mut next = Some((self.voice.prompt(self.session.table(), seat, asking), self.words(seat)));
        while let Some((prompt, words)) = next.take() {
            let line = match self.read(&prompt, &words, secret)? {
                Input::Line(line) => line,
                Input::End => return Ok(Answer::Leave(Left::EndOfInput)),
                Input::Interrupted => return Ok(Answer::Leave(Left::Interrupted)),
                Input::Unreadable(reason) => return self.refuse(seat, reason.to_owned(), secret),
            };
            if let Some(command) = Command::read(&line) {
                if command == Command::Undo && !typed.is_empty() {
                    return Ok(Answer::Shown);
                }
                match self.obey(&command, seat)? {
                    // Half a move is kept while the player reads the help.
                    Answer::Shown if !typed.is_empty() => next = Some((prompt, words)),
                    answer => return Ok(answer),
                }
                continue;
            }
            if typed.is_empty() {
                typed = line.trim().to_owned();
                match self.voice.more(self.session.table(), &typed) {
                    More::Nothing => {}
                    More::Ask { prompt, words } => next = Some((prompt, words)),
                    More::Refuse(reason) => return self.refuse(seat, reason, secret),
                }
                continue;
            }
            match self.voice.other_half(self.session.table(), &typed, line.trim()) {
                OtherHalf::Fits => typed = format!("{typed} {}", line.trim()),
                OtherHalf::AskAgain(reason) => {
                    let answer = self.refuse(seat, reason, secret)?;
                    if self.session.ending().is_some() {
                        return Ok(answer);
                    }
                    next = Some((prompt, words));
                }
                // Nothing was submitted, so this is no invalid attempt.
                OtherHalf::Back(None) => return Ok(Answer::Shown),
                OtherHalf::Back(Some(reason)) => {
                    self.out.say(Tone::Refusal, &format!("Invalid move. {reason}"))?;
                    return Ok(Answer::Refused);
                }
            }
        }
        if typed.is_empty() {
            self.out.say(Tone::Refusal, "Type a move, or help.")?;
            return Ok(Answer::Shown);
        }
        let warned = if secret {
            self.mentor.keep_quiet(self.out)?
        } else {
            self.mentor.warn(self.session.at(), seat, &typed, self.console, self.out)?
        };
        match warned {
            Confirmed::Yes => {}
            // Nothing was played yet, so undo takes back this move and not the one before.
            Confirmed::No | Confirmed::Command(Command::Undo) => return Ok(Answer::Shown),
            // A player who asks for something else first has not kept the move.
            Confirmed::Command(command) => return self.obey(&command, seat),
            Confirmed::Left(left) => return Ok(Answer::Leave(left)),
        }
        match self.session.submit(seat, &typed) {
            Ok(Taken::Waiting) => Ok(Answer::Taken),
            Ok(Taken::Played(ply)) => {
                self.out.say(Tone::Plain, &self.voice.played(self.session.table(), &ply))?;
                self.after_a_ply()?;
                Ok(Answer::Taken)
            }
            Err(refused) => self.say_refused(seat, &refused, secret),
        }
    }

    fn read(&mut self, prompt: &str, words: &[String], secret: bool) -> io::Result<Input> {
        if secret {
            self.console.ask_in_secret(self.out, prompt)
        } else {
            self.console.ask(self.out, prompt, words)
        }
    }

    /// What can be typed at a prompt: the legal moves, as far as they can be listed, and the commands.
    fn words(&self, seat: Seat) -> Vec<String> {
        // A script needs no completions.
        if !self.console.is_a_person() {
            return Vec::new();
        }
        let most = usize::try_from(WHOLE).unwrap_or(usize::MAX);
        let mut words = self.session.at().moves(seat, 10 * most);
        words.extend(COMMANDS.map(|(word, _)| word.split(' ').next().unwrap_or(word).to_owned()));
        words
    }

    /// Refuses input that is not a move, or only half of one.
    fn refuse(&mut self, seat: Seat, reason: String, secret: bool) -> io::Result<Answer> {
        let refused = self.session.refuse(seat, reason);
        self.say_refused(seat, &refused, secret)
    }

    /// Says why a move was refused. A secret choice is not named, so all refusals sound the same there.
    fn say_refused(&mut self, seat: Seat, refused: &RefusedMove, secret: bool) -> io::Result<Answer> {
        let reason =
            if secret { refused.secret_sentence(self.session.at(), seat) } else { refused.sentence() };
        self.out.say(Tone::Refusal, &format!("Invalid move. {reason}"))?;
        Ok(Answer::Refused)
    }

    fn after_a_ply(&mut self) -> io::Result<()> {
        if let Some(note) = self.session.table().repetition() {
            self.out.remark(Tone::Aside, &format!("{note} Type draw to offer a draw."))?;
        }
        // A person may leave at any moment.
        let saved = if self.console.is_a_person() {
            self.recorder.update(self.session)
        } else {
            self.recorder.update_now_and_then(self.session)
        };
        saved.or_else(|error| self.out.remark(Tone::Warning, &format!("warning: {error}")))
    }

    fn obey(&mut self, command: &Command, seat: Seat) -> io::Result<Answer> {
        match command {
            Command::Help => {
                self.out.remark(Tone::Aside, &self.help(seat))?;
            }
            Command::Rules => {
                self.show_rules()?;
            }
            Command::Hint => return self.hint(seat),
            Command::Board => {
                self.out.remark(Tone::Aside, &board(self.voice, self.session.table()))?;
            }
            Command::Moves => {
                let moves = move_list(self.session.at(), seat, ", ");
                self.out.remark(Tone::Aside, &format!("Your moves: {moves}"))?;
            }
            Command::Odds => {
                let thinking = Thinking::new(self.out, self.console.is_a_person());
                let odds = odds(self.session, self.cache, &thinking);
                self.out.remark(Tone::Aside, &odds)?;
            }
            Command::Undo => return self.undo(),
            Command::Draw => return self.offer_draw(seat),
            Command::Resign => return self.resign(seat),
            Command::Save(file) => self.save(file)?,
            Command::Quit => return Ok(Answer::Leave(Left::Quit)),
        }
        Ok(Answer::Shown)
    }

    /// Gives a hint. A player who wants to predict is asked first, except where the choice is secret.
    fn hint(&mut self, seat: Seat) -> io::Result<Answer> {
        if !self.session.is_secret() && self.mentor.asks_first() {
            let (game, cache) = (self.session.game(), self.cache);
            match predict(game, self.session.at(), Forecast::short, cache, self.console, self.out) {
                Ok(Predicted::Left(left)) => return Ok(Answer::Leave(left)),
                Err(Failure::Output(error)) => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        self.mentor.hint(self.session.at(), seat, self.console, self.out)?;
        Ok(Answer::Shown)
    }

    fn show_rules(&mut self) -> io::Result<()> {
        let settings = self.session.at().settings();
        self.out.remark(Tone::Aside, &rules_of(self.session.game(), &settings))
    }

    fn help(&self, seat: Seat) -> String {
        let game = self.session.at();
        let info = game.info();
        let examples = game.examples(seat);
        let example = examples.first().map_or(info.example, String::as_str);
        let variant = changed_settings(&game.settings())
            .map(|variant| format!("\nVariant: {variant}"))
            .unwrap_or_default();
        let (goal, rows) = (self.session.table().goal().whole, help_in(game));
        format!("{goal}{variant}\nType a move, such as {example}, or one of these words:\n{rows}")
    }

    /// Resigning cannot be taken back, so it is asked about.
    fn resign(&mut self, seat: Seat) -> io::Result<Answer> {
        let question = self.session.resign_question(seat);
        if let Some(left) = self.is_sure(seat, &question)? {
            return Ok(left);
        }
        self.session.end(Act::Resign(seat));
        Ok(Answer::Changed)
    }

    /// Asks before something that cannot be taken back. `Some` is what happens instead; the turn is then announced again.
    fn is_sure(&mut self, seat: Seat, question: &str) -> io::Result<Option<Answer>> {
        self.console.end_secrecy();
        loop {
            match confirm(self.console, self.out, &format!("{question} (yes/no): "), Question::Sure)? {
                Confirmed::Yes => return Ok(None),
                Confirmed::No => return Ok(Some(Answer::Changed)),
                Confirmed::Command(Command::Help) => self.out.remark(Tone::Aside, "Type yes or no.")?,
                Confirmed::Command(command) => {
                    self.obey(&command, seat)?;
                }
                Confirmed::Left(left) => return Ok(Some(Answer::Leave(left))),
            }
        }
    }

    fn undo(&mut self) -> io::Result<Answer> {
        let undone = match self.session.take_back() {
            Ok(undone) => undone,
            Err(error) => {
                self.out.say(Tone::Refusal, &error.to_string())?;
                return Ok(Answer::Shown);
            }
        };
        self.out.say(Tone::Plain, &undone.sentence(self.session.names()))?;
        if !self.voice.turn_shows_the_board() {
            self.out.say(Tone::Plain, &self.voice.board(self.session.table(), None))?;
        }
        Ok(Answer::Changed)
    }

    fn offer_draw(&mut self, seat: Seat) -> io::Result<Answer> {
        if self.session.is_computer(seat.other()) {
            return self.offer_draw_to_computer(seat);
        }
        let offer = self.session.draw_offer(seat);
        let prompt = format!("{} (yes/no): ", offer.question());
        self.console.end_secrecy();
        loop {
            match confirm(self.console, self.out, &prompt, Question::Draw)? {
                Confirmed::Yes => {
                    self.session.end(Act::AgreeDraw);
                    return Ok(Answer::Changed);
                }
                Confirmed::No => {
                    self.out.say(Tone::Plain, &offer.answer(false))?;
                    // The position is the same, but the turn is announced again.
                    return Ok(Answer::Changed);
                }
                Confirmed::Command(Command::Help) => {
                    let help =
                        format!("A draw is offered. Type one of these words:\n{}", help_rows(&DRAW_WORDS));
                    self.out.remark(Tone::Aside, &help)?;
                }
                Confirmed::Command(command) => {
                    self.obey(&command, seat.other())?;
                }
                Confirmed::Left(left) => return Ok(Answer::Leave(left)),
            }
        }
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() || !is_clean(file) {
            return self.out.remark(Tone::Warning, "Type a file name after save, such as: save game.txt");
        }
        let path = from_home(file, std::env::var_os("HOME"));
        match self.recorder.save_as(&path, self.session) {
            Ok(()) => self.out.remark(Tone::Aside, &format!("Saved to {}.", path.display())),
            Err(error) => self.out.remark(Tone::Warning, &format!("warning: {error}")),
        }
    }
}

/// The goal, how things stand, and what the cells mean.
pub(crate) fn board(voice: &dyn Voice, table: &Table) -> String {
    let mut said = vec![table.goal().whole, standing(voice, table)];
    said.extend(table.game().unseen(table.names()));
    said.extend(meanings(table));
    said.join("\n")
}

/// How things stand: the line, with all that lies on and around it.
pub(crate) fn standing(voice: &dyn Voice, table: &Table) -> String {
    let game = table.game();
    match (voice.draws_the_line(), voice.turn_shows_the_board()) {
        // The line, and what lies around it.
        (true, true) => voice.turn(table).trim().to_owned(),
        (true, false) => voice.board(table, pieces(game)),
        (false, _) => {
            let line = row(game, pieces(game), crate::voice::cell);
            format!("{}\nNumber Line: {line}", voice.board(table, None))
        }
    }
}

/// The cells that mean something in every position: `1 and 10: Landing here loses.`
fn meanings(table: &Table) -> Vec<String> {
    let mut meanings: Vec<(String, String)> = Vec::new();
    for Landmark { cell, meaning } in table.game().landmarks() {
        let words = explain_landmark(meaning, table.names());
        match meanings.iter_mut().find(|(_, known)| *known == words) {
            Some((cells, _)) => *cells = format!("{cells} and {cell}"),
            None => meanings.push((cell.to_string(), words)),
        }
    }
    meanings.into_iter().map(|(cells, words)| format!("{cells}: {words}.")).collect()
}

/// Expands the path as a shell would.
fn from_home(file: &str, home: Option<OsString>) -> PathBuf {
    match (file.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) if !home.is_empty() => Path::new(&home).join(rest.trim_start_matches('/')),
        _ => PathBuf::from(file),
    }
}
