//! Answers read from a pipe or a file. Each is echoed after its prompt, so that the output reads as a transcript.

use std::io::{self, BufRead};

use crate::{Console, Input, Out, Tone};

/// A script of answers.
pub struct Script<R>(R);

impl<R: BufRead> Script<R> {
    /// Answers from any source of lines.
    pub fn new(source: R) -> Self {
        Self(source)
    }

    /// Reads one line, however long, but keeps no more than [`Input::LONGEST`] bytes of it.
    fn line(&mut self) -> io::Result<Input> {
        let mut kept: Vec<u8> = Vec::new();
        let (mut length, mut ended) = (0_usize, false);
        while !ended {
            let available = match self.0.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                available => available?,
            };
            if available.is_empty() {
                if length == 0 {
                    return Ok(Input::End);
                }
                break;
            }
            let part = available.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
            ended = part.ends_with(b"\n");
            let room = Input::LONGEST.saturating_add(1).saturating_sub(kept.len());
            kept.extend(part.iter().take(room));
            length = length.saturating_add(part.len());
            let used = part.len();
            self.0.consume(used);
        }
        Ok(read_line(kept))
    }
}

/// A line as read, with or without its line break.
pub(crate) fn read_line(mut bytes: Vec<u8>) -> Input {
    if bytes.len() > Input::LONGEST {
        return Input::TOO_LONG;
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    String::from_utf8(bytes).map_or(Input::NOT_TEXT, Input::Line)
}

impl<R: BufRead> Console for Script<R> {
    fn ask(&mut self, out: &mut Out, prompt: &str, _words: &[String]) -> io::Result<Input> {
        out.begin(Tone::Plain, prompt)?;
        let input = self.line()?;
        match &input {
            Input::Line(line) => out.say(Tone::Plain, line)?,
            _ => out.say(Tone::Plain, "")?,
        }
        Ok(input)
    }

    /// A script is not a shared screen: its answers are part of the transcript.
    fn ask_in_secret(&mut self, out: &mut Out, prompt: &str) -> io::Result<Input> {
        self.ask(out, prompt, &[])
    }

    fn is_a_person(&self) -> bool {
        false
    }
}
