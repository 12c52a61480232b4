//! The terminal itself: taken over, and restored on every way out.
//!
//! Its former state is kept in one place behind a lock. Restoring takes it from there, and nothing is written to a
//! terminal that has been restored: a thread that panics cannot be painted over by another that has not noticed yet.

use std::io;
use std::panic;
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread::{self, ThreadId};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::queue;
use crossterm::style::ResetColor;
use crossterm::terminal::{
    Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpgrp, getpid, getsid, kill_current_process_group, kill_process};
use rustix::stdio::{stdin, stdout};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// The size of a terminal that does not know its own.
const USUAL: (u16, u16) = (80, 24);
/// The exit code of a program that panicked.
const PANICKED: i32 = 101;

/// How to restore the terminal; `None` while it is not taken over.
static TAKEN: Mutex<Option<Taken>> = Mutex::new(None);

struct Taken {
    before: Termios,
    mouse: bool,
    by: ThreadId,
}

/// The terminal while it is ours. Dropping this restores it.
pub(super) struct Tty {
    mouse: bool,
}

impl Tty {
    /// Takes the terminal over.
    pub(super) fn take(mouse: bool) -> io::Result<Self> {
        put_back_on_panic();
        set_up(mouse)?;
        Ok(Self { mouse })
    }

    /// How many columns and rows it has.
    pub(super) fn size() -> (u16, u16) {
        match tcgetwinsize(stdout()) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col, size.ws_row),
            _ => USUAL,
        }
    }

    /// Writes, while the terminal is ours.
    pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
        let taken = lock();
        if taken.is_some() { write(bytes) } else { Ok(()) }
    }

    /// Captures the mouse, or leaves it to the terminal.
    pub(super) fn use_mouse(&mut self, mouse: bool) -> io::Result<()> {
        if mouse == self.mouse {
            return Ok(());
        }
        self.mouse = mouse;
        let mut bytes = Vec::new();
        if mouse {
            queue!(bytes, EnableMouseCapture)?;
        } else {
            queue!(bytes, DisableMouseCapture)?;
        }
        let mut taken = lock();
        if let Some(taken) = taken.as_mut() {
            taken.mouse |= mouse;
        }
        write(&bytes)
    }

    /// Stops the program as the shell's job control does, alone or with its whole process group, until it is continued. Says
    /// whether it was stopped.
    pub(super) fn suspend(&mut self, with_the_group: bool) -> bool {
        // If the program, or its parent, leads the session, there is no shell to continue it.
        if getsid(None).is_ok_and(|session| session == getpgrp()) {
            return false;
        }
        put_back();
        let stop = Signal::STOP;
        let _ = if with_the_group { kill_current_process_group(stop) } else { kill_process(getpid(), stop) };
        // The program has been continued. If the terminal is gone, the keyboard will notice.
        let _ = set_up(self.mouse);
        true
    }

    /// Sets the terminal up again after other programs stopped and continued this one.
    pub(super) fn set_up_again(&self) {
        let before = lock().take().map(|taken| taken.before);
        let _ = set_up(self.mouse);
        // The state before the first time counts, not the current one, which may be our own.
        if let (Some(before), Some(taken)) = (before, lock().as_mut()) {
            taken.before = before;
        }
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        put_back();
    }
}

fn lock() -> MutexGuard<'static, Option<Taken>> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set_up(mouse: bool) -> io::Result<()> {
    let before = tcgetattr(stdin())?;
    let mut raw = before.clone();
    raw.make_raw();
    let mut bytes = Vec::new();
    queue!(bytes, EnterAlternateScreen, Clear(ClearType::All), Hide, EnableBracketedPaste)?;
    if mouse {
        queue!(bytes, EnableMouseCapture)?;
    }
    let mut taken = lock();
    tcsetattr(stdin(), OptionalActions::Now, &raw)?;
    *taken = Some(Taken { before, mouse, by: thread::current().id() });
    write(&bytes)
}

/// Restores the terminal, if it is taken over, and says who had taken it.
fn put_back() -> Option<ThreadId> {
    let mut place = lock();
    let taken = place.take()?;
    let mut bytes = Vec::new();
    if taken.mouse {
        let _ = queue!(bytes, DisableMouseCapture);
    }
    let _ =
        queue!(bytes, DisableBracketedPaste, EndSynchronizedUpdate, ResetColor, Show, LeaveAlternateScreen);
    // A terminal that accepts no more output still gets its modes back. Input from while it was ours is not for the next
    // program.
    let _ = write(&bytes);
    let _ = tcsetattr(stdin(), OptionalActions::Flush, &taken.before);
    Some(taken.by)
}

/// From now on a panic first restores the terminal and then prints, so that its message can be read.
fn put_back_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            let taken_by = put_back();
            report(what);
            // Off the main thread a panic would go unnoticed, and what was lent to the thought would be lost.
            if taken_by.is_some_and(|thread| thread != thread::current().id()) {
                process::exit(PANICKED);
            }
        }));
    });
}

/// Writes everything, even to a terminal in non-blocking mode.
fn write(mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(stdout(), bytes) {
            Ok(length) => bytes = bytes.get(length..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => {
                let output = stdout();
                poll(&mut [PollFd::new(&output, PollFlags::OUT)], None)?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
