//! Where answers come from: a person at a terminal, or a script in a pipe.

use std::io;

use crate::{Left, Out, Tone};

/// What a prompt returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line, without its line break.
    Line(String),
    /// Input that is not a line of text a person would type; the reason is a sentence.
    Unreadable(&'static str),
    /// End of input.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl Input {
    /// The longest line that is read, in bytes.
    pub const LONGEST: usize = 1024;

    pub(crate) const TOO_LONG: Self = Self::Unreadable("That line is too long.");
    pub(crate) const NOT_TEXT: Self = Self::Unreadable("That line is not UTF-8 text.");
}

/// Answers prompts.
pub trait Console {
    /// Asks on the transcript; `words` are the completions that fit here.
    fn ask(&mut self, out: &mut Out, prompt: &str, words: &[String]) -> io::Result<Input>;

    /// Asks without echoing what is typed, so that others at the screen cannot see it.
    fn ask_in_secret(&mut self, out: &mut Out, prompt: &str) -> io::Result<Input>;

    /// From now until [`Console::end_secrecy`] nothing typed may show, including what is typed ahead.
    fn begin_secrecy(&mut self) {}

    /// Input may be shown again.
    fn end_secrecy(&mut self) {}

    /// Whether a person is typing, who may leave at any moment.
    fn is_a_person(&self) -> bool;
}

impl dyn Console + '_ {
    /// Asks until there is a line of text, or returns how the player left instead.
    pub(crate) fn ask_line(
        &mut self,
        out: &mut Out,
        prompt: &str,
        words: &[String],
    ) -> io::Result<Result<String, Left>> {
        loop {
            match self.ask(out, prompt, words)? {
                Input::Line(line) => return Ok(Ok(line.trim().to_owned())),
                Input::Unreadable(reason) => out.say(Tone::Refusal, reason)?,
                Input::End => return Ok(Err(Left::EndOfInput)),
                Input::Interrupted => return Ok(Err(Left::Interrupted)),
            }
        }
    }
}
