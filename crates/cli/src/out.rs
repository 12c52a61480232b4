//! The one door to the screen. Everything that is shown goes through here and is cleaned on the way.

use std::io::{self, IsTerminal, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use numberline_table::clean;
use serde::Serialize;

use crate::{Exit, Failure};

/// What a piece of text is, for those who see colours. The words say the same without them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// The transcript.
    Plain,
    /// What is being asked.
    Prompt,
    /// A move that was not taken.
    Refusal,
    /// How a match ended.
    Result,
    /// Help, rules, remarks.
    Aside,
    /// Something that went wrong beside the match.
    Warning,
}

impl Tone {
    fn style(self) -> Style {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            Self::Plain => Style::new(),
            Self::Prompt => Style::new().bold(),
            Self::Refusal | Self::Warning => colour(AnsiColor::Yellow),
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
}

impl Stream {
    fn write(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        let text: Vec<_> = text.split('\n').map(clean).collect();
        let text = text.join("\n");
        let style = tone.style();
        if self.colour && !text.is_empty() && style != Style::new() {
            write!(self.to, "{}{text}{}", style.render(), style.render_reset())
        } else {
            self.to.write_all(text.as_bytes())
        }
    }
}

impl Out {
    /// The process's own streams, in colour where the choice and the streams allow it.
    #[must_use]
    pub fn standard(choice: ColorChoice) -> Self {
        let colour = |auto: anstream::ColorChoice| match choice {
            ColorChoice::Auto => auto != anstream::ColorChoice::Never,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let stdout = Stream { colour: colour(AutoStream::choice(&io::stdout())), to: Box::new(io::stdout()) };
        let stderr = Stream { colour: colour(AutoStream::choice(&io::stderr())), to: Box::new(io::stderr()) };
        Self { transcript: stdout, asides: stderr }
    }

    /// Any two streams, without colour.
    #[must_use]
    pub fn to(transcript: Box<dyn Write>, asides: Box<dyn Write>) -> Self {
        let plain = |to| Stream { to, colour: false };
        Self { transcript: plain(transcript), asides: plain(asides) }
    }

    /// Whether the transcript is shown in colour.
    #[must_use]
    pub fn in_colour(&self) -> bool {
        self.transcript.colour
    }

    /// A text of the transcript, with a line break behind it.
    pub fn say(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.begin(tone, text)?;
        self.transcript.to.write_all(b"\n")
    }

    /// A text of the transcript that something will follow on the same line.
    pub fn begin(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.transcript.write(tone, text)?;
        self.transcript.to.flush()
    }

    /// A remark beside the transcript, with a line break behind it.
    pub fn remark(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.asides.write(tone, text)?;
        self.asides.to.write_all(b"\n")
    }

    /// How far something is, on a line beside the transcript that is written over each time; an empty text clears it.
    pub fn progress(&mut self, text: &str) -> io::Result<()> {
        self.asides.to.write_all(b"\r\x1b[K")?;
        self.asides.write(Tone::Aside, text)?;
        self.asides.to.flush()
    }

    /// Text for another program, byte for byte: completions, manual pages, JSON. Made by us, so there is nothing to clean.
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
