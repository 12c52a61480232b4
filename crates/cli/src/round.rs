//! One match, from the welcome to the result.

mod computer;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use numberline_rules::{Seat, Turn};
use numberline_table::{Computer, Refused, Table, Taken, Undone, is_clean};

use crate::command::{COMMANDS, Command};
use crate::confirm::Confirmed;
use crate::mentor::Mentor;
use crate::picture::{WHOLE, move_list};
use crate::rules::{changed_settings, rules_of};
use crate::{Asking, Console, Input, More, OtherHalf, Out, Recorder, Tone, Voice, voice_of};

/// How a match was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It has ended.
    Finished,
    /// Somebody typed `quit`.
    Quit,
    /// There was no more input.
    EndOfInput,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

/// One match being played.
pub struct Round<'a> {
    table: &'a mut Table,
    voice: &'static dyn Voice,
    console: &'a mut dyn Console,
    out: &'a mut Out,
    recorder: &'a Recorder,
    mentor: Mentor,
    computers: Option<&'a mut [Option<Computer>; 2]>,
}

/// What can be typed where a draw is offered.
const DRAW_HELP: &str = "A draw is offered. Type one of these words:
  yes         take the draw, which ends the game
  no          play on
  rules       show the rules of this game
  quit        leave without finishing";

/// What came of asking a seat.
enum Answer {
    /// A move was taken or a command carried out. The turn, or half of it, goes on with the next seat.
    Taken,
    /// The answer was not taken; the same seat is asked again.
    Refused,
    /// Something was shown; the same seat is asked the same.
    Shown,
    /// The position has changed by other means than a move.
    Changed,
    /// The match is left.
    Leave(Left),
}

impl<'a> Round<'a> {
    /// Sits down at a table.
    pub fn new(
        table: &'a mut Table,
        console: &'a mut dyn Console,
        out: &'a mut Out,
        recorder: &'a Recorder,
    ) -> Self {
        let voice = voice_of(table.game().info().slug);
        Self { table, voice, console, out, recorder, mentor: Mentor::new(recorder.game()), computers: None }
    }

    /// Whether a move that throws the game away is warned of before it is made.
    #[must_use]
    pub fn coached(mut self, coached: bool) -> Self {
        self.mentor.coach(coached);
        self
    }

    /// Plays the match to its end, or until somebody leaves.
    pub fn play(&mut self) -> io::Result<Left> {
        // From the first line on, so that nothing typed ahead of a secret prompt shows.
        if self.is_secret() {
            self.console.begin_secrecy();
        }
        self.out.say(Tone::Plain, &self.voice.welcome(self.table))?;
        if let Some(variant) = changed_settings(&self.table.game().settings()) {
            self.out.say(Tone::Plain, &format!("Variant: {variant}"))?;
        }
        if self.console.is_a_person() {
            self.out.remark(Tone::Aside, "(Type help at any prompt, quit to leave.)")?;
        }
        let mut asking = Asking::First;
        while self.table.ending().is_none() {
            if let Some(left) = self.turn(asking)? {
                return Ok(left);
            }
            // The first prompt explains itself, whoever had the first turn.
            if self.table.game().length() > 1 || !self.has_computer() {
                asking = Asking::Turn;
            }
        }
        if let Some(ending) = self.table.ending() {
            self.out.say(Tone::Result, &self.voice.over(self.table, ending))?;
        }
        Ok(Left::Finished)
    }

    /// Plays one turn: a move of one seat, or a choice of both.
    fn turn(&mut self, first: Asking) -> io::Result<Option<Left>> {
        let secret = self.is_secret();
        self.mentor.begin_turn();
        if secret {
            self.console.begin_secrecy();
        }
        let by_computer = matches!(self.table.game().turn(), Turn::Of(seat) if self.is_computer(seat));
        let announced =
            if by_computer { self.voice.turn_of_computer(self.table) } else { self.voice.turn(self.table) };
        self.out.say(Tone::Prompt, &announced)?;
        let turns = self.table.game().length();
        let mut asked = None;
        let mut asking = first;
        while self.table.game().length() == turns
            && let Some(seat) = self.table.next_seat()
        {
            if self.is_computer(seat) {
                self.let_computer_move(seat)?;
                continue;
            }
            if secret && asked != Some(seat) {
                self.out.say(Tone::Prompt, &self.voice.secret_turn(self.table, seat))?;
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

    /// Whether both choose at once at this terminal. A person alone has nobody to hide a choice from.
    fn is_secret(&self) -> bool {
        self.table.game().turn() == Turn::Both && !self.has_computer()
    }

    fn ask(&mut self, seat: Seat, asking: Asking, secret: bool) -> io::Result<Answer> {
        let mut typed = String::new();
        let mut next = Some((self.voice.prompt(self.table, seat, asking), self.words(seat)));
        while let Some((prompt, words)) = next.take() {
            let line = match self.read(&prompt, &words, secret)? {
                Input::Line(line) => line,
                Input::End => return Ok(Answer::Leave(Left::EndOfInput)),
                Input::Interrupted => return Ok(Answer::Leave(Left::Interrupted)),
                Input::Unreadable(reason) => {
                    let refused = self.table.refuse(seat, reason.to_owned());
                    return self.refused(seat, &refused, secret);
                }
            };
            if let Some(command) = Command::read(&line) {
                match self.obey(&command, seat)? {
                    // Half a move is not forgotten over a look at the help.
                    Answer::Shown if !typed.is_empty() => next = Some((prompt, words)),
                    answer => return Ok(answer),
                }
                continue;
            }
            if typed.is_empty() {
                typed = line.trim().to_owned();
                match self.voice.more(self.table, &typed) {
                    More::Nothing => {}
                    More::Ask { prompt, words } => next = Some((prompt, words)),
                    More::Refuse(reason) => {
                        let refused = self.table.refuse(seat, reason);
                        return self.refused(seat, &refused, secret);
                    }
                }
                continue;
            }
            match self.voice.other_half(self.table, &typed, line.trim()) {
                OtherHalf::Fits => typed = format!("{typed} {}", line.trim()),
                OtherHalf::AskAgain(reason) => {
                    let refused = self.table.refuse(seat, reason);
                    self.refused(seat, &refused, secret)?;
                    if self.table.ending().is_some() {
                        return Ok(Answer::Refused);
                    }
                    next = Some((prompt, words));
                }
                OtherHalf::Refuse(reason) => {
                    let refused = self.table.refuse(seat, reason);
                    return self.refused(seat, &refused, secret);
                }
            }
        }
        if typed.is_empty() {
            self.out.say(Tone::Refusal, "Type a move, or help.")?;
            return Ok(Answer::Shown);
        }
        let warned = if secret && !self.has_computer() {
            self.mentor.keep_quiet(self.out)?;
            Confirmed::Yes
        } else {
            self.mentor.warn(self.table, (seat, &typed), secret, self.console, self.out)?
        };
        match warned {
            Confirmed::Yes => {}
            Confirmed::No => return Ok(Answer::Shown),
            // Whoever wants something else first has not kept the move.
            Confirmed::Command(command) => return self.obey(&command, seat),
            Confirmed::Left(left) => return Ok(Answer::Leave(left)),
        }
        match self.table.submit(seat, &typed) {
            Ok(Taken::Waiting) => Ok(Answer::Taken),
            Ok(Taken::Played(ply)) => {
                self.out.say(Tone::Plain, &self.voice.played(self.table, &ply))?;
                self.after_a_ply()?;
                Ok(Answer::Taken)
            }
            Err(refused) => self.refused(seat, &refused, secret),
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
        // A script completes nothing.
        if !self.console.is_a_person() {
            return Vec::new();
        }
        let most = usize::try_from(WHOLE).unwrap_or(usize::MAX);
        let mut words = self.table.game().moves(seat, 10 * most);
        words.extend(COMMANDS.map(|(word, _)| word.split(' ').next().unwrap_or(word).to_owned()));
        words
    }

    /// Says why a move was not taken. A secret choice is not named, so all refusals sound the same there.
    fn refused(&mut self, seat: Seat, refused: &Refused, secret: bool) -> io::Result<Answer> {
        let reason = if secret {
            format!("You can choose {}.", move_list(self.table.game(), seat, ", "))
        } else {
            refused.reason.to_string()
        };
        let left = match refused.attempts_left {
            None | Some(0) => String::new(),
            Some(1) => " One more invalid attempt forfeits the game.".to_owned(),
            Some(left) => format!(" {left} more invalid attempts in a row forfeit the game."),
        };
        self.out.say(Tone::Refusal, &format!("Invalid move. {reason}{left}"))?;
        Ok(Answer::Refused)
    }

    fn after_a_ply(&mut self) -> io::Result<()> {
        if self.table.occurrences() == 3 && self.table.ending().is_none() {
            let note = "This position has come up for the third time. Nothing in the rules ends the game for that; \
                        type draw to offer a draw.";
            self.out.remark(Tone::Aside, note)?;
        }
        // A person may go away at any moment.
        let saved = if self.console.is_a_person() {
            self.recorder.update(self.table)
        } else {
            self.recorder.update_now_and_then(self.table)
        };
        if let Err(error) = saved {
            self.out.remark(Tone::Warning, &format!("warning: {error}"))?;
        }
        Ok(())
    }

    fn obey(&mut self, command: &Command, seat: Seat) -> io::Result<Answer> {
        match command {
            Command::Help => {
                self.out.remark(Tone::Aside, &self.help(seat))?;
            }
            Command::Rules => {
                self.show_rules()?;
            }
            Command::Hint => self.mentor.hint(self.table, seat, self.console, self.out)?,
            Command::Undo if self.has_computer() => return self.undo_for(seat),
            Command::Undo => return self.undo(),
            Command::Draw => return self.offer_draw(seat),
            Command::Resign => {
                self.table.resign(seat);
                return Ok(Answer::Changed);
            }
            Command::Save(file) => self.save(file)?,
            Command::Quit => return Ok(Answer::Leave(Left::Quit)),
        }
        Ok(Answer::Shown)
    }

    fn show_rules(&mut self) -> io::Result<()> {
        let game = self.table.game();
        self.out.remark(Tone::Aside, &rules_of(game.info(), &game.settings()))
    }

    fn help(&self, seat: Seat) -> String {
        let info = self.table.game().info();
        let rows = COMMANDS.map(|(word, help)| format!("  {word:<10}  {help}"));
        let moves = self.table.game().moves(seat, 1);
        let example = moves.first().map_or(info.example, String::as_str);
        let variant = changed_settings(&self.table.game().settings())
            .map(|variant| format!("\nVariant: {variant}"))
            .unwrap_or_default();
        let rows = rows.join("\n");
        format!("{}{variant}\nType a move, such as {example}, or one of these words:\n{rows}", info.summary)
    }

    fn undo(&mut self) -> io::Result<Answer> {
        let said = match self.table.undo() {
            Undone::Nothing => {
                self.out.say(Tone::Refusal, "There is nothing to take back.")?;
                return Ok(Answer::Shown);
            }
            Undone::Choice(seat) => format!("{}'s choice is taken back.", self.table.name(seat)),
            Undone::Ply => "The last move is taken back.".to_owned(),
        };
        self.out.say(Tone::Plain, &said)?;
        self.show_board_unless_the_turn_does()?;
        Ok(Answer::Changed)
    }

    fn show_board_unless_the_turn_does(&mut self) -> io::Result<()> {
        if self.voice.turn_shows_the_board() {
            return Ok(());
        }
        self.out.say(Tone::Plain, &self.voice.board(self.table, None))
    }

    fn offer_draw(&mut self, seat: Seat) -> io::Result<Answer> {
        let (offering, other) = (self.table.name(seat).clone(), self.table.name(seat.other()).clone());
        let prompt = format!("{offering} offers a draw. {other}, do you accept? (yes/no): ");
        let words = ["yes".to_owned(), "no".to_owned()];
        if self.is_computer(seat.other()) {
            return self.offer_draw_to_computer(seat);
        }
        self.console.end_secrecy();
        loop {
            let answer = match self.console.ask(self.out, &prompt, &words)? {
                Input::Line(line) => line.trim().to_ascii_lowercase(),
                Input::Unreadable(_) => String::new(),
                Input::End => return Ok(Answer::Leave(Left::EndOfInput)),
                Input::Interrupted => return Ok(Answer::Leave(Left::Interrupted)),
            };
            match answer.as_str() {
                "yes" | "y" => {
                    self.table.agree_draw();
                    return Ok(Answer::Changed);
                }
                "no" | "n" => {
                    self.out.say(Tone::Plain, &format!("{other} declines the draw."))?;
                    // The position is the same, but the turn is announced anew.
                    return Ok(Answer::Changed);
                }
                _ => {}
            }
            match Command::read(&answer) {
                Some(Command::Quit) => return Ok(Answer::Leave(Left::Quit)),
                Some(Command::Rules) => self.show_rules()?,
                Some(Command::Help) => self.out.remark(Tone::Aside, DRAW_HELP)?,
                _ => self.out.say(
                    Tone::Refusal,
                    "Type yes to take the draw or no to play on; help, rules and quit work here too.",
                )?,
            }
        }
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() || !is_clean(file) {
            return self.out.remark(Tone::Warning, "Type a file name after save, such as: save game.txt");
        }
        let path = from_home(file, std::env::var_os("HOME"));
        match self.recorder.save_as(&path, self.table) {
            Ok(()) => self.out.remark(Tone::Aside, &format!("Saved to {}.", path.display())),
            Err(error) => self.out.remark(Tone::Warning, &format!("warning: {error}")),
        }
    }
}

/// The path that a shell would have made of what was typed.
fn from_home(file: &str, home: Option<OsString>) -> PathBuf {
    match (file.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) if !home.is_empty() => Path::new(&home).join(rest.trim_start_matches('/')),
        _ => PathBuf::from(file),
    }
}
