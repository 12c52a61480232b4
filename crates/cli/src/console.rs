//! Where answers come from: a person at a terminal, or a script in a pipe.

use std::io;

use crate::{Left, Out, Tone};

/// What came back on a prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line, without its line break.
    Line(String),
    /// Something that is no line of text a person would type; the reason is a sentence.
    Unreadable(&'static str),
    /// There is nothing more to read.
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

/// Something that answers prompts.
pub trait Console {
    /// Asks on the transcript; `words` are completions that fit here.
    fn ask(&mut self, out: &mut Out, prompt: &str, words: &[String]) -> io::Result<Input>;

    /// Asks without showing what is typed to whoever else looks at the screen.
    fn ask_in_secret(&mut self, out: &mut Out, prompt: &str) -> io::Result<Input>;

    /// From now on until [`Console::end_secrecy`] nothing typed may show, whether it is asked for or typed ahead.
    fn begin_secrecy(&mut self) {}

    /// What is typed may be shown again.
    fn end_secrecy(&mut self) {}

    /// Whether a person is typing, who may go away at any moment.
    fn is_a_person(&self) -> bool;
}

impl dyn Console + '_ {
    /// Asks until there is a line of text; or says how it was left instead.
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
