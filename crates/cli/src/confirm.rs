//! A question that is answered with yes or no.

use std::io;

use crate::command::Command;
use crate::{Console, Input, Left, Out, Tone};

/// What came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Confirmed {
    Yes,
    No,
    /// Neither, but a word that is good at every prompt of a match.
    Command(Command),
    /// Nothing: whoever was asked has left.
    Left(Left),
}

/// What kind of question it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Wants a word.
    Plain,
    /// Wants a word that nobody else sees.
    Secret,
    /// May be passed over with Enter, which means no.
    Offer,
}

/// Asks until the answer is yes or no. In the middle of a match the words that are good at every prompt are good here
/// too; an offer comes after it, and only `quit` still means something.
pub(crate) fn confirm(
    console: &mut dyn Console,
    out: &mut Out,
    prompt: &str,
    question: Question,
) -> io::Result<Confirmed> {
    loop {
        let input = match question {
            Question::Secret => console.ask_in_secret(out, prompt)?,
            Question::Plain | Question::Offer => {
                console.ask(out, prompt, &["yes".to_owned(), "no".to_owned()])?
            }
        };
        let line = match input {
            Input::Line(line) => line,
            Input::Unreadable(reason) => {
                out.say(Tone::Refusal, reason)?;
                continue;
            }
            Input::End => return Ok(Confirmed::Left(Left::EndOfInput)),
            Input::Interrupted => return Ok(Confirmed::Left(Left::Interrupted)),
        };
        match line.trim().to_ascii_lowercase().as_str() {
            "yes" | "y" => return Ok(Confirmed::Yes),
            "" if question == Question::Offer => return Ok(Confirmed::No),
            "no" | "n" => return Ok(Confirmed::No),
            _ => {}
        }
        match Command::read(&line) {
            Some(Command::Quit) if question == Question::Offer => return Ok(Confirmed::Left(Left::Quit)),
            Some(command) if question != Question::Offer => return Ok(Confirmed::Command(command)),
            _ => out.say(Tone::Refusal, "Type yes or no.")?,
        }
    }
}
