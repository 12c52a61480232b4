//! A person at a terminal: line editing with history and completion, hidden input, and a terminal restored on exit.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process;
use std::sync::OnceLock;
use std::thread;

use numberline_table::{is_clean, may_be_typed};
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr, tcsetattr,
};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Context, Editor, Event, EventContext, EventHandler, Helper,
    KeyCode, KeyEvent, Modifiers, RepeatCount,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::progress::take_bar_away;
use crate::script::read_line;
use crate::{Console, Input, Out, Script, Tone};

/// Reads answers from standard input: from a person if it is a terminal, else from a script.
#[must_use]
pub fn console(typed_lines: Option<PathBuf>) -> Box<dyn Console> {
    if io::stdin().is_terminal()
        && let Ok(terminal) = Terminal::new(typed_lines)
    {
        return Box::new(terminal);
    }
    Box::new(Script::new(io::stdin().lock()))
}

/// The terminal's state before we changed it.
static BEFORE: OnceLock<Termios> = OnceLock::new();

/// Whatever ends the process, the terminal is restored first: on signals and panics too.
pub fn restore_terminal_on_the_way_out() {
    if let Ok(before) = tcgetattr(rustix::stdio::stdin()) {
        let _ = BEFORE.set(before);
    }
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        report(panic);
    }));
    let Ok(mut signals) = Signals::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP]) else { return };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            restore();
            // The shell's prompt should not follow ours on one line. Where a bar was, the line is empty.
            if !take_bar_away() && io::stderr().is_terminal() {
                // If this fails there is nowhere left to report it.
                let _ = io::stderr().write_all(b"\n");
            }
            process::exit(128 + signal);
        }
    });
}

fn restore() {
    if let Some(before) = BEFORE.get() {
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, before);
    }
}

/// A person at a terminal.
pub struct Terminal {
    editor: Editor<Words, FileHistory>,
    typed_lines: Option<PathBuf>,
    secrecy: Option<Silence>,
}

impl Terminal {
    /// Takes over the terminal; `typed_lines` is where the editor keeps its history.
    pub fn new(typed_lines: Option<PathBuf>) -> rustyline::Result<Self> {
        let mut editor = new_editor()?;
        if let Some(path) = &typed_lines {
            // A history that cannot be read counts as empty, and another program may have written anything into it.
            let _ = editor.load_history(path);
            editor = with_history_of(&editor)?;
        }
        Ok(Self { editor, typed_lines, secrecy: None })
    }
}

fn new_editor() -> rustyline::Result<Editor<Words, FileHistory>> {
    // Pasted text arrives key by key, so that the filter below sees every character of it.
    let config = Config::builder().max_history_size(500)?.bracketed_paste(false).build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Words(Vec::new())));
    editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(Filter)));
    Ok(editor)
}

/// A new editor with the same history, as far as it may be shown, but nothing that was typed ahead.
fn with_history_of(old: &Editor<Words, FileHistory>) -> rustyline::Result<Editor<Words, FileHistory>> {
    let mut editor = new_editor()?;
    for line in old.history().iter().filter(|line| may_be_remembered(line)) {
        editor.add_history_entry(line)?;
    }
    Ok(editor)
}

fn may_be_remembered(line: &str) -> bool {
    is_clean(line) && line.len() <= Input::LONGEST
}

impl Console for Terminal {
    fn ask(&mut self, out: &mut Out, prompt: &str, words: &[String]) -> io::Result<Input> {
        let prompt = out.begin_prompt(prompt)?;
        if let Some(helper) = self.editor.helper_mut() {
            helper.0 = words.to_vec();
        }
        match self.editor.readline(&prompt) {
            Ok(line) if line.len() > Input::LONGEST => Ok(Input::TOO_LONG),
            Ok(line) => {
                if may_be_remembered(&line) {
                    let _ = self.editor.add_history_entry(line.as_str());
                }
                Ok(Input::Line(line))
            }
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Input::NOT_TEXT)
            }
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn ask_in_secret(&mut self, out: &mut Out, prompt: &str) -> io::Result<Input> {
        let silence = if self.secrecy.is_none() { Some(Silence::new()?) } else { None };
        out.begin(Tone::Plain, prompt)?;
        // The terminal returns one line per read. A line longer than the buffer arrives in parts.
        let mut line = Vec::new();
        loop {
            let mut part = [0; 4096];
            let length = match rustix::io::read(rustix::stdio::stdin(), &mut part) {
                Err(rustix::io::Errno::INTR) => continue,
                length => length.map_err(io::Error::from)?,
            };
            let part = part.get(..length).unwrap_or_default();
            line.extend(part.iter().take(Input::LONGEST + 1));
            if length == 0 || part.ends_with(b"\n") {
                break;
            }
        }
        drop(silence);
        out.say(Tone::Plain, "")?;
        Ok(if line.is_empty() { Input::End } else { read_line(without_keys(&line)) })
    }

    fn begin_secrecy(&mut self) {
        if self.secrecy.is_none() {
            self.secrecy = Silence::new().ok();
            // What was typed ahead at an open prompt would appear at the next one, perhaps before the reveal.
            if let Ok(editor) = with_history_of(&self.editor) {
                self.editor = editor;
            }
        }
    }

    fn end_secrecy(&mut self) {
        if self.secrecy.take().is_some() {
            // What was typed ahead in secret must not appear at an open prompt.
            let _ = tcflush(rustix::stdio::stdin(), QueueSelector::IFlush);
        }
    }

    fn is_a_person(&self) -> bool {
        true
    }
}

/// What was typed without the keys that send more than a letter, such as the arrows: nobody sees them, and they are no part of
/// an answer.
fn without_keys(line: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut rest = line.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != 0x1b {
            kept.push(byte);
            continue;
        }
        // `ESC [ 1 ; 5 A` and `ESC O A`: numbers, then the letter of a key. Other sequences are none, and spoil the answer.
        let mut key = rest.clone();
        if key.next_if(|next| matches!(next, b'[' | b'O')).is_some() {
            while key.next_if(|next| next.is_ascii_digit() || *next == b';').is_some() {}
        }
        match key.next_if(|next| matches!(next, b'A'..=b'H' | b'P'..=b'S' | b'Z' | b'~')) {
            Some(_) => rest = key,
            None => kept.push(byte),
        }
    }
    kept
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(path) = &self.typed_lines {
            if let Some(folder) = path.parent() {
                let _ = fs::create_dir_all(folder);
            }
            let _ = self.editor.save_history(path);
        }
    }
}

/// While this lives, the terminal echoes nothing.
struct Silence {
    before: Termios,
}

impl Silence {
    fn new() -> io::Result<Self> {
        let before = tcgetattr(rustix::stdio::stdin())?;
        let mut silent = before.clone();
        silent.local_modes -= LocalModes::ECHO | LocalModes::ECHONL;
        // Suspended, the program would leave behind a shell that echoes nothing either.
        silent.special_codes[SpecialCodeIndex::VSUSP] = 0;
        tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &silent)?;
        Ok(Self { before })
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &self.before);
    }
}

/// The completions that fit the prompt.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..cursor).unwrap_or(line);
        let start = typed.len() - typed.trim_start().len();
        let typed = typed.trim_start();
        Ok((start, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}

/// Blocks characters that could drive the terminal or reverse the text, and limits the length of a line.
struct Filter;

impl ConditionalEventHandler for Filter {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let KeyEvent(code, modifiers) = *event.get(0)?;
        let plain = !modifiers.intersects(Modifiers::CTRL | Modifiers::ALT);
        let refused = match code {
            // Both of these insert what follows without asking this filter.
            KeyCode::BracketedPasteStart => true,
            KeyCode::Char('V' | 'v' | 'Q' | 'q') if modifiers.contains(Modifiers::CTRL) => true,
            KeyCode::Char(c) if plain => !may_be_typed(c) || context.line().len() >= Input::LONGEST,
            _ => false,
        };
        refused.then_some(Cmd::Noop)
    }
}

#[cfg(test)]
mod tests {
    use super::without_keys;

    #[test]
    fn keys_that_are_not_letters_leave_nothing_behind() {
        for (typed, kept) in [
            (&b"\x1b[A3\n"[..], &b"3\n"[..]),
            (b"3\x1b[D\n", b"3\n"),
            (b"\x1b[1;5C\x1bOA4\x1b[3~\n", b"4\n"),
            (b"\x1b\n", b"\x1b\n"),
            (b"\x1b[31m3\n", b"\x1b[31m3\n"),
            (b"hint\n", b"hint\n"),
        ] {
            assert_eq!(without_keys(typed), kept, "{typed:?}");
        }
    }
}
