//! The log: what happens to the server, never what a player does in a game.
//!
//! No key, move, name or query is ever logged. A request is logged by its route pattern.

use std::io;
use std::net::SocketAddr;
use std::panic::PanicHookInfo;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::subscriber::{set_global_default, with_default};
use tracing::{Level, Subscriber};
use tracing_subscriber::fmt::{MakeWriter, fmt};

use crate::journal::Journal;
use crate::server::ServeError;
use crate::sqlite::RolledBack;

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Log {
    /// For people.
    Text,
    /// For programs, a JSON object on each line.
    Json,
    /// No log: only the address, what the database has lost, and why the server could not start.
    Off,
}

impl Log {
    /// Writes the log of the whole process to standard error from now on. The first call wins.
    pub(crate) fn begin(self) -> Arc<Journal> {
        let journal = Journal::to_stderr(move |lost| self.missing(lost));
        if self != Self::Off {
            let _ = set_global_default(self.subscriber(Arc::clone(&journal)));
        }
        // The default hook writes to standard error itself, and waits for a reader that does not read.
        std::panic::set_hook(Box::new(log_panic));
        journal
    }

    /// Says where the server listens.
    pub(crate) fn announce(self, journal: &Journal, address: SocketAddr) {
        match self {
            Self::Json => tracing::info!(%address, "listening"),
            Self::Text | Self::Off => {
                journal.line(format!("numberline: listening on http://{address}").into());
            }
        }
    }

    /// Says what the database has lost.
    pub(crate) fn warn(self, journal: &Journal, lost: RolledBack) {
        match self {
            Self::Json => tracing::error!("{lost}"),
            Self::Text | Self::Off => journal.line(format!("numberline: warning: {lost}").into()),
        }
    }

    /// Says why the server could not start, or had to end.
    pub(crate) fn complain(self, journal: &Journal, error: &ServeError) {
        match self {
            Self::Json => tracing::error!(%error, "failed"),
            Self::Text | Self::Off => journal.line(format!("error: {error}").into()),
        }
    }

    /// The line that says how many lines were lost.
    fn missing(self, lost: u64) -> Vec<u8> {
        let line = Buffer::default();
        with_default(self.subscriber(line.clone()), || tracing::warn!(lost, "lines of the log were lost"));
        let mut line = line.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut line)
    }

    fn subscriber<W>(self, writer: W) -> Box<dyn Subscriber + Send + Sync>
    where
        W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
    {
        let form = fmt().with_max_level(Level::INFO).with_target(false).with_ansi(false);
        // An internal error would be printed to standard error, and panic where that is closed.
        let form = form.log_internal_errors(false).with_writer(writer);
        match self {
            Self::Json => Box::new(form.json().flatten_event(true).with_span_list(false).finish()),
            Self::Text | Self::Off => Box::new(form.finish()),
        }
    }
}

/// Logs where the program panicked. The message may hold what a client sent, so it is not logged.
fn log_panic(info: &PanicHookInfo<'_>) {
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    let thread = std::thread::current().name().unwrap_or_default().to_owned();
    tracing::error!(place, thread, "panicked");
}

/// One line in memory.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl io::Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Buffer {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails says so by panicking")]
mod tests {
    use std::panic::{catch_unwind, set_hook, take_hook};

    use super::*;

    fn json(line: &[u8]) -> serde_json::Value {
        serde_json::from_slice(line).unwrap()
    }

    #[test]
    fn lost_lines_are_reported_in_the_form_of_the_log() {
        let line = json(&Log::Json.missing(7));
        assert_eq!((&line["level"], &line["lost"]), (&"WARN".into(), &7.into()), "{line}");
        let text = String::from_utf8(Log::Text.missing(7)).unwrap();
        assert!(text.contains("WARN lines of the log were lost lost=7"), "{text}");
    }

    /// The hook belongs to the process, so that of other tests is left as it is.
    #[test]
    fn a_panic_is_one_line_without_its_message() {
        let others = take_hook();
        set_hook(Box::new(move |info| {
            let is_ours = std::thread::current().name() == Some("on-purpose");
            if is_ours { log_panic(info) } else { others(info) }
        }));
        let line = Buffer::default();
        let log = Log::Json.subscriber(line.clone());
        let panics = move || with_default(log, || catch_unwind(|| panic!("with a secret")).unwrap_err());
        std::thread::Builder::new().name("on-purpose".into()).spawn(panics).unwrap().join().unwrap();
        let line = line.0.lock().unwrap();
        let logged = json(&line);
        assert_eq!((&logged["level"], &logged["message"]), (&"ERROR".into(), &"panicked".into()));
        assert!(logged["place"].as_str().unwrap().contains("logs.rs"), "{logged}");
        assert!(!String::from_utf8_lossy(&line).contains("secret"), "{logged}");
    }
}
