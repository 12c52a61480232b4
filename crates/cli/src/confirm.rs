//! A question that is answered with yes or no.

use std::io;

use crate::command::Command;
use crate::{Console, Left, Out, Tone};

/// The answer to the question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Confirmed {
    Yes,
    No,
    /// Neither, but a command that works at this prompt.
    Command(Command),
    /// None: the player has left.
    Left(Left),
}

/// What kind of question it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// In the middle of a move: the commands that work at every prompt work here too.
    Move,
    /// To the other player, whether to accept a draw.
    Draw,
    /// Before something that cannot be taken back. A script that ends here meant what it said.
    Sure,
    /// After a match. Enter skips it, which means no.
    Offer,
}

impl Question {
    fn takes(self, command: &Command) -> bool {
        match self {
            Self::Move => true,
            Self::Draw | Self::Sure => {
                matches!(
                    command,
                    Command::Help | Command::Rules | Command::Board | Command::Moves | Command::Quit
                )
            }
            Self::Offer => *command == Command::Quit,
        }
    }

    /// What to type instead of an answer that was not understood.
    fn answers(self) -> &'static str {
        match self {
            Self::Draw => "Type yes to take the draw or no to play on; help, rules and quit work here too.",
            Self::Move | Self::Sure | Self::Offer => "Type yes or no.",
        }
    }
}

/// Asks until the answer is yes or no, or a command that the question accepts.
pub(crate) fn confirm(
    console: &mut dyn Console,
    out: &mut Out,
    prompt: &str,
    question: Question,
) -> io::Result<Confirmed> {
    loop {
        let line = match console.ask_line(out, prompt, &["yes".to_owned(), "no".to_owned()])? {
            Ok(line) => line,
            Err(Left::EndOfInput) if question == Question::Sure && !console.is_a_person() => {
                return Ok(Confirmed::Yes);
            }
            Err(left) => return Ok(Confirmed::Left(left)),
        };
        match line.to_ascii_lowercase().as_str() {
            "yes" | "y" => return Ok(Confirmed::Yes),
            "no" | "n" => return Ok(Confirmed::No),
            "" if question == Question::Offer => return Ok(Confirmed::No),
            _ => {}
        }
        match Command::read(&line).filter(|command| question.takes(command)) {
            Some(Command::Quit) => return Ok(Confirmed::Left(Left::Quit)),
            Some(command) => return Ok(Confirmed::Command(command)),
            None => out.say(Tone::Refusal, question.answers())?,
        }
    }
}
