//! Everything that the main loop is told: events for the app, signals, and that the terminal is gone.

use std::io;
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::flag::register_conditional_default;
use signal_hook::iterator::{Handle, Signals};

use crate::Event;

/// Something that the main loop is told.
pub(crate) enum News {
    /// For the app, in this order.
    Events(Vec<Event>),
    /// A signal has come.
    Signal(i32),
    /// Nothing can be typed any more.
    Closed,
}

/// Whoever tells of signals, in a thread of its own.
pub(crate) struct SignalWatch {
    handle: Handle,
    thread: JoinHandle<()>,
}

impl SignalWatch {
    pub(crate) fn new(news: SyncSender<News>) -> io::Result<Self> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])?;
        let handle = signals.handle();
        let thread = thread::spawn(move || {
            for signal in &mut signals {
                if news.send(News::Signal(signal)).is_err() {
                    return;
                }
            }
        });
        Ok(Self { handle, thread })
    }

    /// Stops telling. What a signal does from now on is what it does by itself.
    pub(crate) fn stop(self) {
        self.handle.close();
        let _ = self.thread.join();
        // Once a signal has been watched it would be dropped for ever after, and line mode is still to be suspended.
        let _ = register_conditional_default(SIGTSTP, std::sync::Arc::new(true.into()));
    }
}
