//! Reads keyboard input in its own thread, and can be stopped without losing a key.

use std::io;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::stdio::stdin;

use super::News;
use super::decoder::Decoder;

/// How long the rest of a key may take. A lone Esc is known by nothing following it.
const REST: Timespec = Timespec { tv_sec: 0, tv_nsec: 30_000_000 };

/// Reads keys, mouse and pastes from standard input.
pub(super) struct Keyboard {
    /// Closed to wake the thread up.
    stop: UnixStream,
    thread: JoinHandle<()>,
}

impl Keyboard {
    pub(super) fn listen(news: SyncSender<News>) -> io::Result<Self> {
        let (stop, stopped) = UnixStream::pair()?;
        let thread = thread::spawn(move || listen(&news, &stopped));
        Ok(Self { stop, thread })
    }

    /// Stops reading, so that the next program gets what is typed from now on.
    pub(super) fn stop(self) {
        drop(self.stop);
        let _ = self.thread.join();
    }
}

/// The result of waiting for keys.
enum Typed {
    Bytes(usize),
    /// Nothing more for a while.
    Pause,
    /// The terminal is gone.
    Closed,
    /// Another program is going to read.
    Stopped,
}

fn listen(news: &SyncSender<News>, stopped: &UnixStream) {
    let mut decoder = Decoder::default();
    let mut bytes = [0; 4096];
    loop {
        let events = match read(stopped, &mut bytes, decoder.is_waiting()) {
            Typed::Bytes(length) => decoder.take(bytes.get(..length).unwrap_or_default()),
            Typed::Pause => decoder.pause(),
            Typed::Stopped => return,
            Typed::Closed => {
                let _ = news.send(News::Closed);
                return;
            }
        };
        if !events.is_empty() && news.send(News::Events(events)).is_err() {
            return;
        }
    }
}

fn read(stopped: &UnixStream, bytes: &mut [u8], impatient: bool) -> Typed {
    let input = stdin();
    let mut ends = [PollFd::new(&input, PollFlags::IN), PollFd::new(stopped, PollFlags::IN)];
    match poll(&mut ends, impatient.then_some(&REST)) {
        Ok(0) => return Typed::Pause,
        // A signal has come, which its own thread reports.
        Err(Errno::INTR | Errno::AGAIN) => return Typed::Bytes(0),
        Err(_) => return Typed::Closed,
        Ok(_) => {}
    }
    let [keys, stop] = ends.map(|end| end.revents());
    if !stop.is_empty() {
        return Typed::Stopped;
    }
    if keys.is_empty() {
        return Typed::Bytes(0);
    }
    match rustix::io::read(input, bytes) {
        Ok(0) => Typed::Closed,
        Ok(length) => Typed::Bytes(length),
        Err(Errno::INTR | Errno::AGAIN) => Typed::Bytes(0),
        Err(_) => Typed::Closed,
    }
}
