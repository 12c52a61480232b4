//! The only way to the screen. Everything that is shown passes through here and is sanitized on the way.

use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use numberline_table::{Heaps, clean, has_unicode};
use rustix::termios::{isatty, tcgetwinsize};
use serde::Serialize;

use crate::paint::{as_typed, in_ascii, painted};
use crate::{Console, Exit, Failure};

/// The kind of a piece of text, which decides its colour. The words say the same without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// The transcript.
    Plain,
    /// What is being asked.
    Prompt,
    /// A move that was refused.
    Refusal,
    /// How a match ended.
    Result,
    /// Help, rules, remarks.
    Aside,
    /// A problem that does not belong to the match.
    Warning,
    /// What wins.
    Win,
    /// What keeps the game going.
    Draw,
    /// What loses.
    Lose,
}

impl Tone {
    fn style(self) -> Style {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            Self::Plain => Style::new(),
            Self::Prompt => Style::new().bold(),
            Self::Refusal | Self::Warning | Self::Draw => colour(AnsiColor::Yellow),
            Self::Win => colour(AnsiColor::Green),
            Self::Lose => colour(AnsiColor::Red),
            Self::Result => colour(AnsiColor::Green).bold(),
            Self::Aside => colour(AnsiColor::Cyan),
        }
    }
}

/// Standard output for the transcript, standard error for everything else.
pub struct Out {
    transcript: Stream,
    asides: Stream,
    /// Whether it was said what a nimber is.
    explained: bool,
}

struct Stream {
    to: Box<dyn Write>,
    colour: bool,
    /// How many columns and rows the screen has; `None` for a pipe or a file, where lines are not wrapped.
    size: Option<(usize, usize)>,
    /// Whether symbols beyond ASCII can be shown.
    unicode: bool,
}

impl Stream {
    fn new(to: Box<dyn Write>, colour: bool, stream: impl AsFd) -> Self {
        let size = if isatty(&stream) { tcgetwinsize(stream).ok() } else { None };
        let size = size.map(|size| (usize::from(size.ws_col), usize::from(size.ws_row)));
        let size = size.filter(|(columns, _)| *columns > 0);
        Self { to, colour, size, unicode: has_unicode(|name| std::env::var(name).ok()) }
    }

    /// The line, wrapped between words at the edge of the screen. Indented lines stay indented, rows of two columns in the
    /// second one.
    fn fitted(&self, line: &str) -> String {
        let Some((columns, _)) = self.size else { return line.to_owned() };
        let indent = line.chars().take_while(|letter| *letter == ' ').count();
        let indent = Some(indent).filter(|indent| *indent > 0).map_or(0, |indent| {
            second_column(line, indent).filter(|column| *column <= columns / 2).unwrap_or(indent)
        });
        let indent = " ".repeat(indent);
        let options = textwrap::Options::new(columns).subsequent_indent(&indent).break_words(false);
        let space = if line.ends_with(' ') { " " } else { "" };
        textwrap::wrap(line, options).join("\n") + space
    }

    fn write(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        let lines = text.split('\n').map(|line| {
            let line = clean(line);
            let line = as_typed(&line);
            self.fitted(&if self.unicode { line } else { in_ascii(&line).into_owned().into() })
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let style = tone.style();
        if !self.colour {
            return self.to.write_all(text.as_bytes());
        }
        for (place, line) in text.split('\n').enumerate() {
            let end = if place == 0 { "" } else { "\n" };
            match painted(line, style) {
                Some(line) => write!(self.to, "{end}{line}")?,
                None if line.is_empty() || style == Style::new() => write!(self.to, "{end}{line}")?,
                None => write!(self.to, "{end}{}{line}{}", style.render(), style.render_reset())?,
            }
        }
        Ok(())
    }

    /// How many rows of the screen a text takes, and how many there are; `None` if nothing scrolls away.
    fn rows_of(&self, text: &str) -> Option<(usize, usize)> {
        let (_, rows) = self.size.filter(|(_, rows)| *rows > 0)?;
        Some((text.split('\n').map(|line| self.fitted(line).split('\n').count()).sum(), rows))
    }
}

/// Where the second column of an indented row begins: after the first two spaces.
fn second_column(line: &str, indent: usize) -> Option<usize> {
    let (first, second) = line.get(indent..)?.split_once("  ")?;
    let space = second.len() - second.trim_start_matches(' ').len();
    Some(indent + textwrap::core::display_width(first) + 2 + space)
}

impl Out {
    /// The process's own streams, in colour where the option and the streams allow it.
    #[must_use]
    pub fn standard(choice: ColorChoice) -> Self {
        let colour = |auto: anstream::ColorChoice| match choice {
            ColorChoice::Auto => auto != anstream::ColorChoice::Never,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let (stdout, stderr) = (io::stdout(), io::stderr());
        let [out, err] = [AutoStream::choice(&stdout), AutoStream::choice(&stderr)].map(colour);
        let stdout = Stream::new(Box::new(io::stdout()), out, stdout);
        let stderr = Stream::new(Box::new(io::stderr()), err, stderr);
        Self { transcript: stdout, asides: stderr, explained: false }
    }

    /// Any two streams, without colour.
    #[must_use]
    pub fn to(transcript: Box<dyn Write>, asides: Box<dyn Write>) -> Self {
        let plain = |to| Stream { to, colour: false, size: None, unicode: true };
        Self { transcript: plain(transcript), asides: plain(asides), explained: false }
    }

    /// Writes text to the transcript, with a line break after it.
    pub fn say(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.begin(tone, text)?;
        self.transcript.to.write_all(b"\n")
    }

    /// Writes text to the transcript, without a line break.
    pub fn begin(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.transcript.write(tone, text)?;
        self.transcript.to.flush()
    }

    /// Writes all lines of a long prompt but the last one, which is for a line editor: that would break words at the edge of
    /// the screen.
    pub(crate) fn begin_prompt(&mut self, prompt: &str) -> io::Result<String> {
        let fitted = self.transcript.fitted(prompt);
        let Some((first, last)) = fitted.rsplit_once('\n') else { return Ok(fitted) };
        self.say(Tone::Plain, first)?;
        Ok(last.to_owned())
    }

    /// Writes a long text a screenful at a time to a person, who may leave the rest out.
    pub(crate) fn say_in_pages(
        &mut self,
        console: &mut dyn Console,
        tone: Tone,
        text: &str,
    ) -> io::Result<()> {
        let rows = self.transcript.rows_of(text).filter(|_| console.is_a_person());
        let Some((_, rows)) = rows.filter(|(taken, rows)| taken > rows) else { return self.say(tone, text) };
        let mut free = rows.saturating_sub(1);
        for line in text.split('\n') {
            let taken = self.transcript.rows_of(line).map_or(1, |(taken, _)| taken);
            if taken > free {
                match console.ask_line(self, "(Enter for more, q to stop reading) ", &[])? {
                    Ok(answer) if answer.is_empty() => free = rows.saturating_sub(2),
                    Ok(_) | Err(_) => return Ok(()),
                }
            }
            free = free.saturating_sub(taken);
            self.say(tone, line)?;
        }
        Ok(())
    }

    /// Writes a remark outside the transcript, with a line break after it.
    pub fn remark(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.asides.write(tone, text)?;
        self.asides.to.write_all(b"\n")
    }

    /// Says once what a nimber is, after a text that speaks of them.
    pub(crate) fn explain_nimbers(&mut self, said: &str) -> io::Result<()> {
        if self.explained || !Heaps::are_in(said) {
            return Ok(());
        }
        self.explained = true;
        let lesson = Heaps::LESSON.join(" ");
        self.remark(Tone::Aside, &format!("({} To learn more: numberline learn {lesson})", Heaps::MEANING))
    }

    /// Text for another program, byte for byte: completions, manual pages, JSON. It is our own, so it needs no sanitizing.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.transcript.to.write_all(bytes)?;
        self.transcript.to.flush()
    }

    /// A value for another program, as indented JSON.
    pub fn json(&mut self, value: &impl Serialize) -> Result<Exit, Failure> {
        let text = serde_json::to_string_pretty(value).map_err(Failure::failed)?;
        self.raw(format!("{text}\n").as_bytes())?;
        Ok(Exit::Done)
    }

    /// Whether a person sits in front of the transcript.
    #[must_use]
    pub fn is_a_screen() -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrow(columns: usize) -> (Out, std::sync::Arc<std::sync::Mutex<Vec<u8>>>) {
        struct Paper(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);
        impl Write for Paper {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().map_err(|_| io::Error::other("poisoned"))?.write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let written = std::sync::Arc::default();
        let mut out = Out::to(Box::new(Paper(std::sync::Arc::clone(&written))), Box::new(io::sink()));
        out.transcript.size = Some((columns, 24));
        (out, written)
    }

    /// The line editor gets the last line, and would break words anywhere in a longer one.
    #[test]
    fn a_long_prompt_is_broken_between_words() {
        let (mut out, written) = narrow(40);
        let last = out.begin_prompt("Enter the number of positions to move (1 or 2): ").unwrap();
        assert_eq!(last, "or 2): ");
        assert_eq!(*written.lock().unwrap(), b"Enter the number of positions to move (1\n");
        assert_eq!(out.begin_prompt("Your move: ").unwrap(), "Your move: ");
    }

    #[test]
    fn rows_of_two_columns_keep_them() {
        let (mut out, written) = narrow(40);
        out.say(Tone::Plain, "  hint        is it won? ask again for where to look").unwrap();
        out.say(Tone::Plain, "  a longer first column than half of the screen  is only indented").unwrap();
        let written = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        assert_eq!(
            written,
            "  hint        is it won? ask again for\n              where to look\n  a longer first column than half of the\n  screen  is only indented\n"
        );
    }
}
