//! The program on a real terminal: carries out the app's effects, and sends it events.
//!
//! The screen is drawn once after all pending events, and nothing wakes up while nothing happens: keys, signals and
//! answers all come through one channel, and the clock is read only while something moves.

mod clipboard;
mod decoder;
mod keyboard;
mod news;
mod paper;
mod program;
mod tty;

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use numberline_history::Home;
use numberline_table::OwnFiles;
use ratatui::Terminal;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGTSTP, SIGWINCH};

use crate::clerk::Clerk;
use crate::desk::Desk;
use crate::effect::Errand;
use crate::{Effect, Event, Leave, Ticket};
use keyboard::Keyboard;
pub(crate) use news::News;
use news::SignalWatch;
use paper::Paper;
pub use program::Program;
use tty::Tty;

/// The channel holds this many news; senders wait until there is room.
const WAITING: usize = 64;

/// At most this many frames per second are worth drawing.
const FRAME: Duration = Duration::from_millis(16);

/// Runs the program on the terminal until it ends. Whatever happens, the terminal is restored afterwards.
///
/// Without a `home`, nothing is kept.
///
/// # Errors
/// If standard input and output are not a terminal that can be set up.
pub fn run(app: impl Program, home: Option<Home>) -> io::Result<Leave> {
    run_recording(app, home, None)
}

/// The same, and writes every session to a file, which may be one of these.
///
/// # Errors
/// If standard input and output are not a terminal that can be set up.
pub fn run_recording(
    app: impl Program,
    home: Option<Home>,
    record: Option<(PathBuf, OwnFiles)>,
) -> io::Result<Leave> {
    let (news, told) = sync_channel(WAITING);
    // From here on a signal is news; before, it would end the program, and there is nothing to restore yet.
    let signals = SignalWatch::new(news.clone())?;
    let tty = Tty::take(app.wants_mouse())?;
    let keyboard = Keyboard::listen(news.clone())?;
    let (errands, clerk) = employ(Clerk::new(home).recording(record), news.clone());
    let mut stage = Stage {
        terminal: Terminal::new(Paper::new(Tty::size()))?,
        app,
        tty,
        desk: Desk::new(news),
        errands,
        leaving: None,
    };
    let left = stage.play(&told);
    // In this order: the screen first, because that is what people see, then senders that wait for room in the channel, and
    // last the errands, of which none is dropped.
    let Stage { tty, errands, desk, .. } = stage;
    drop(tty);
    drop(told);
    drop(desk);
    keyboard.stop();
    signals.stop();
    drop(errands);
    let _ = clerk.join();
    left
}

/// How many columns and rows the terminal has.
#[must_use]
pub fn terminal_size() -> (u16, u16) {
    Tty::size()
}

/// Runs errands in their own thread, one after the other.
fn employ(mut clerk: Clerk, news: SyncSender<News>) -> (Sender<(Ticket, Errand)>, JoinHandle<()>) {
    let (errands, to_run) = channel::<(Ticket, Errand)>();
    let thread = thread::spawn(move || {
        for (ticket, errand) in to_run {
            let answer = clerk.run(errand);
            // If the program is ending, nothing waits for the answer, but what is to be written is still written.
            let _ = news.send(News::Events(vec![Event::Answer(ticket, answer)]));
        }
    });
    (errands, thread)
}

/// A program with all the threads that work for it.
struct Stage<P> {
    app: P,
    terminal: Terminal<Paper>,
    tty: Tty,
    desk: Desk,
    errands: Sender<(Ticket, Errand)>,
    leaving: Option<Leave>,
}

impl<P: Program> Stage<P> {
    fn play(&mut self, told: &Receiver<News>) -> io::Result<Leave> {
        let mut due: Option<Instant> = None;
        let beginning = self.app.begin();
        self.perform(beginning);
        loop {
            if let Err(error) = self.draw() {
                // Nothing can be shown any more: that is how a closed terminal looks from here.
                return if self.leaving.is_some() || is_closed(&error) {
                    Ok(self.leaving.unwrap_or(Leave::Signal(SIGHUP)))
                } else {
                    Err(error)
                };
            }
            due = self.app.tick().map(|pause| due.unwrap_or_else(|| Instant::now() + pause));
            let mut next = match due {
                None => told.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => told.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            // Pending news is handled before the next frame, but a flood is drawn on its way.
            let show = Instant::now() + FRAME;
            loop {
                match next {
                    Ok(news) => self.tell(news),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Ok(Leave::Signal(SIGHUP)),
                }
                if let Some(left) = self.leaving {
                    return Ok(left);
                }
                if Instant::now() >= show {
                    break;
                }
                next = told.try_recv().map_err(|_| RecvTimeoutError::Timeout);
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                due = None;
                self.update(Event::Tick);
                if let Some(left) = self.leaving {
                    return Ok(left);
                }
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        self.tty.use_mouse(self.app.wants_mouse())?;
        self.terminal.draw(|frame| self.app.draw(frame))?;
        self.terminal.backend_mut().hand_over()
    }

    fn tell(&mut self, news: News) {
        match news {
            News::Events(events) => {
                for event in events {
                    self.update(event);
                    if self.leaving.is_some() {
                        return;
                    }
                }
            }
            News::Closed => self.stop(SIGHUP),
            News::Signal(SIGWINCH) => self.measure(),
            News::Signal(SIGTSTP) => self.suspend(false),
            News::Signal(SIGCONT) => {
                // Another program may have left the terminal in any state meanwhile.
                self.tty.set_up_again();
                self.redraw();
            }
            News::Signal(signal) => self.stop(signal),
        }
    }

    fn update(&mut self, event: Event) {
        let effect = self.app.update(event);
        self.perform(effect);
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::None => {}
            Effect::Several(effects) => effects.into_iter().for_each(|effect| self.perform(effect)),
            Effect::Think(ticket, thought) => self.desk.think(ticket, thought),
            Effect::Cancel(ticket) => self.desk.cancel(ticket),
            Effect::Run(ticket, errand) => {
                // The clerk lives as long as the stage does.
                let _ = self.errands.send((ticket, errand));
            }
            Effect::Suspend => self.suspend(true),
            Effect::Redraw => self.redraw(),
            Effect::Copy(text) => clipboard::copy(&text),
            Effect::Leave(leave) => drop(self.leaving.get_or_insert(leave)),
        }
    }

    /// A signal asks the program to end.
    fn stop(&mut self, signal: i32) {
        // It ends, whatever the app does with the signal.
        self.leaving.get_or_insert(Leave::Signal(signal));
        let effect = self.app.update(Event::Stop);
        self.perform(effect);
    }

    fn suspend(&mut self, with_the_group: bool) {
        if self.tty.suspend(with_the_group) {
            self.redraw();
        }
    }

    /// Redraws everything, at the terminal's current size.
    fn redraw(&mut self) {
        self.measure();
        self.terminal.backend_mut().forget();
        let area = self.terminal.size().unwrap_or_default().into();
        // Nothing is written before the next frame is complete.
        let _ = self.terminal.resize(area);
    }

    fn measure(&mut self) {
        let (width, height) = Tty::size();
        self.terminal.backend_mut().resize((width, height));
        self.update(Event::Resize { width, height });
    }
}

fn is_closed(error: &io::Error) -> bool {
    const EIO: i32 = 5;
    error.raw_os_error() == Some(EIO) || error.kind() == io::ErrorKind::BrokenPipe
}
