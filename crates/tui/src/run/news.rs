//! Everything that the main loop receives: events for the app, signals, and the loss of the terminal.

use std::io;
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::flag::register_conditional_default;
use signal_hook::iterator::{Handle, Signals};

use crate::Event;

/// Something that the main loop receives.
pub(crate) enum News {
    /// For the app, in this order.
    Events(Vec<Event>),
    /// A signal has come.
    Signal(i32),
    /// The keyboard is gone.
    Closed,
}

/// Reports signals, in its own thread.
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

    /// Stops reporting. From now on a signal has its default effect.
    pub(crate) fn stop(self) {
        self.handle.close();
        let _ = self.thread.join();
        // A signal that was once watched would be ignored for ever after, and line mode must still be able to suspend.
        let _ = register_conditional_default(SIGTSTP, std::sync::Arc::new(true.into()));
    }
}
