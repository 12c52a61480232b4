//! The only way to the screen. Everything that is shown passes through here and is sanitized on the way.

use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use numberline_table::{clean, has_unicode};
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

    /// The line, wrapped between words at the edge of the screen. Indented lines stay indented.
    fn fitted(&self, line: &str) -> String {
        let Some((columns, _)) = self.size else { return line.to_owned() };
        let indent = line.get(..line.len() - line.trim_start().len()).unwrap_or_default();
        let options = textwrap::Options::new(columns).subsequent_indent(indent).break_words(false);
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
        Self { transcript: stdout, asides: stderr }
    }

    /// Any two streams, without colour.
    #[must_use]
    pub fn to(transcript: Box<dyn Write>, asides: Box<dyn Write>) -> Self {
        let plain = |to| Stream { to, colour: false, size: None, unicode: true };
        Self { transcript: plain(transcript), asides: plain(asides) }
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
