//! The program on a real terminal: what the app wants is done here, and what happens is told to it.
//!
//! The screen is drawn once after everything that has happened is told, and nothing wakes up while nothing happens: keys,
//! signals and answers all come through one channel, and a clock is looked at only while something moves.

mod decoder;
mod keyboard;
mod news;
mod paper;
mod program;
mod tty;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use numberline_history::Home;
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

/// So many news may wait; whoever has more to tell waits until there is room.
const WAITING: usize = 64;

/// Nobody sees more than so many pictures.
const FRAME: Duration = Duration::from_millis(16);

/// Shows the program on the terminal until it is left. Whatever happens, the terminal is as it was afterwards.
///
/// Where there is no `home`, nothing is kept.
///
/// # Errors
/// If standard input and output are not a terminal that can be set up.
pub fn run(app: impl Program, home: Option<Home>) -> io::Result<Leave> {
    let (news, told) = sync_channel(WAITING);
    // From here on a signal is news; before, it would end the program, and there is nothing to restore yet.
    let signals = SignalWatch::new(news.clone())?;
    let tty = Tty::take(app.wants_mouse())?;
    let keyboard = Keyboard::listen(news.clone())?;
    let (errands, clerk) = employ(Clerk::new(home), news.clone());
    let mut stage = Stage {
        terminal: Terminal::new(Paper::new(Tty::size()))?,
        app,
        tty,
        desk: Desk::new(news),
        errands,
        leaving: None,
    };
    let left = stage.play(&told);
    // In this order: the screen first, because that is what people see, then whoever waits for room in the channel, and
    // last the errands, of which none is forgotten.
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

/// Runs errands in a thread of their own, one after the other.
fn employ(mut clerk: Clerk, news: SyncSender<News>) -> (Sender<(Ticket, Errand)>, JoinHandle<()>) {
    let (errands, to_run) = channel::<(Ticket, Errand)>();
    let thread = thread::spawn(move || {
        for (ticket, errand) in to_run {
            let answer = clerk.run(errand);
            // Nobody waits any more if the program is ending, but what is to be written is still written.
            let _ = news.send(News::Events(vec![Event::Answer(ticket, answer)]));
        }
    });
    (errands, thread)
}

/// A program with everybody who works for it.
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
                // Nobody can be shown anything any more: that is how a closed terminal looks from here.
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
            // What waits is told before the next picture, but a flood is shown on its way.
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
                // Whoever had the terminal in the meantime may have left it in any state.
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
            Effect::Leave(leave) => drop(self.leaving.get_or_insert(leave)),
        }
    }

    /// The program is told to end.
    fn stop(&mut self, signal: i32) {
        // Whatever the app makes of it, it ends.
        self.leaving.get_or_insert(Leave::Signal(signal));
        let effect = self.app.update(Event::Stop);
        self.perform(effect);
    }

    fn suspend(&mut self, with_the_group: bool) {
        if self.tty.suspend(with_the_group) {
            self.redraw();
        }
    }

    /// Draws everything anew, at the size that the terminal has now.
    fn redraw(&mut self) {
        self.measure();
        self.terminal.backend_mut().forget();
        let area = self.terminal.size().unwrap_or_default().into();
        // Nothing is written before the next picture is handed over.
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
