//! Writes the log on a thread of its own, so that a log that cannot be written never holds up a request.
//!
//! A line that finds no room in the queue, or cannot be written, is dropped and counted. Once writing works again, the
//! log says how many lines are missing.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use tracing_subscriber::fmt::MakeWriter;

/// The maximum number of queued lines.
const LONGEST_QUEUE: usize = 4_096;

/// How long the end of the program waits for the last lines.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// How long the thread waits before it tries again, where the other end is not ready and writing does not block.
const NOT_READY: Duration = Duration::from_millis(10);

/// The counts of the process's log, for the metrics.
static COUNTS: OnceLock<Arc<Counts>> = OnceLock::new();

/// The log's queue. Writing to it never fails and never blocks.
pub(crate) struct Journal {
    queue: SyncSender<Vec<u8>>,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    /// Lines handed over.
    taken: AtomicU64,
    /// Lines written or lost.
    settled: AtomicU64,
    /// Lines lost.
    lost: AtomicU64,
}

/// How many lines the process's log has lost.
pub(crate) fn lost_lines() -> u64 {
    COUNTS.get().map_or(0, |counts| counts.lost.load(Ordering::Relaxed))
}

impl Journal {
    /// Starts to write to standard error. `missing` makes the line that says how many lines were lost.
    pub(crate) fn to_stderr(missing: impl Fn(u64) -> Vec<u8> + Send + 'static) -> Arc<Self> {
        // A handle of its own: a thread that holds the lock of `io::stderr` while the reader is slow would hold up everyone
        // else who wants to say something.
        let stderr = io::stderr().as_fd().try_clone_to_owned().map(File::from);
        let journal = match stderr {
            Ok(file) => Self::to(file, missing),
            Err(_) => Self::to(io::sink(), missing),
        };
        let _ = COUNTS.set(Arc::clone(&journal.counts));
        journal
    }

    fn to(to: impl Write + Send + 'static, missing: impl Fn(u64) -> Vec<u8> + Send + 'static) -> Arc<Self> {
        let (queue, lines) = sync_channel(LONGEST_QUEUE);
        let counts = Arc::<Counts>::default();
        let shared = Arc::clone(&counts);
        // Without a thread the lines are lost and counted, like any other that cannot be written.
        let _ = thread::Builder::new().name("log".into()).spawn(move || {
            work(&lines, &mut Pen { to, rest: Vec::new() }, &shared, &missing);
        });
        Arc::new(Self { queue, counts })
    }

    /// Writes a line, later.
    pub(crate) fn line(&self, mut line: Vec<u8>) {
        if !line.ends_with(b"\n") {
            line.push(b'\n');
        }
        self.counts.taken.fetch_add(1, Ordering::Relaxed);
        if self.queue.try_send(line).is_err() {
            self.counts.lost.fetch_add(1, Ordering::Relaxed);
            self.counts.settled.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until everything is written, but not for a reader that does not read.
    pub(crate) fn settle(&self) {
        let until = Instant::now() + LAST_WAIT;
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        while count(&self.counts.settled) < count(&self.counts.taken) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Each event is formatted first and then written at once.
impl Write for &Journal {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.line(line.to_vec());
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Journal {
    type Writer = &'a Self;

    fn make_writer(&'a self) -> &'a Self {
        self
    }
}

fn work(
    lines: &Receiver<Vec<u8>>,
    pen: &mut Pen<impl Write>,
    counts: &Counts,
    missing: &impl Fn(u64) -> Vec<u8>,
) {
    let mut told = 0;
    while let Ok(line) = lines.recv() {
        let lost = counts.lost.load(Ordering::Relaxed);
        let mut writes = true;
        if lost > told {
            writes = pen.write(&missing(lost - told));
            told = if writes { lost } else { told };
        }
        if !writes || !pen.write(&line) {
            counts.lost.fetch_add(1, Ordering::Relaxed);
        }
        counts.settled.fetch_add(1, Ordering::Relaxed);
    }
}

/// Writes whole lines: what is left of a line that was cut off is written before the next one.
struct Pen<W> {
    to: W,
    rest: Vec<u8>,
}

impl<W: Write> Pen<W> {
    /// Whether the line was written, or at least begun.
    fn write(&mut self, line: &[u8]) -> bool {
        let rest = std::mem::take(&mut self.rest);
        let written = self.put(&rest);
        self.rest = rest.get(written..).unwrap_or_default().to_vec();
        if !self.rest.is_empty() {
            return false;
        }
        let written = self.put(line);
        if written > 0 {
            self.rest = line.get(written..).unwrap_or_default().to_vec();
        }
        written > 0
    }

    /// How many of these bytes could be written.
    fn put(&mut self, bytes: &[u8]) -> usize {
        let mut written = 0;
        while let Some(left) = bytes.get(written..).filter(|left| !left.is_empty()) {
            match self.to.write(left) {
                Ok(0) => break,
                Ok(count) => written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(NOT_READY),
                Err(_) => break,
            }
        }
        written
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A disk with a limited number of bytes.
    #[derive(Clone, Default)]
    struct Disk(Arc<Mutex<(Vec<u8>, usize)>>);

    impl Disk {
        fn with(space: usize) -> Self {
            Self(Arc::new(Mutex::new((Vec::new(), space))))
        }

        fn free(&self, space: usize) {
            self.0.lock().unwrap().1 += space;
        }

        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().0.clone()).unwrap()
        }
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let (text, space) = &mut *self.0.lock().unwrap();
            let count = bytes.len().min(*space);
            if count == 0 {
                return Err(ErrorKind::StorageFull.into());
            }
            *space -= count;
            text.extend(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn missing(count: u64) -> Vec<u8> {
        format!("{count} missing\n").into_bytes()
    }

    #[test]
    fn a_full_disk_loses_lines_tears_none_and_says_how_many() {
        let disk = Disk::with(10);
        let journal = Journal::to(disk.clone(), missing);
        for line in ["first", "second", "third", "fourth"] {
            journal.line(line.into());
        }
        journal.settle();
        assert_eq!(disk.text(), "first\nseco", "the second line is cut off");
        disk.free(1_000);
        journal.line("fifth".into());
        journal.settle();
        assert_eq!(disk.text(), "first\nsecond\n2 missing\nfifth\n");
    }

    /// A reader that reads nothing until it is told to.
    struct Unread(Receiver<()>, Disk);

    impl Write for Unread {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            // Once the sender is gone, everything is read.
            let _ = self.0.recv();
            self.1.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_does_not_read_holds_nobody_up() {
        let (reads, read) = sync_channel(0);
        let disk = Disk::with(usize::MAX);
        let journal = Journal::to(Unread(read, disk.clone()), missing);
        let many = LONGEST_QUEUE + 500;
        for _ in 0..many {
            journal.line("a line".into());
        }
        drop::<SyncSender<()>>(reads);
        let lost = journal.counts.lost.load(Ordering::Relaxed);
        assert!((499..=500).contains(&lost), "{lost}: all but the queue, and the line that the thread holds");
        let until = |count: usize| {
            while journal.counts.settled.load(Ordering::Relaxed) < count as u64 {
                thread::yield_now();
            }
        };
        until(many);
        journal.line("the last line".into());
        until(many + 1);
        let text = disk.text();
        // In one sum or in two: the thread may begin while lines are being lost.
        let told = text.lines().filter_map(|line| line.strip_suffix(" missing")?.parse::<u64>().ok());
        assert_eq!(told.sum::<u64>(), lost);
        assert!(text.ends_with("the last line\n"));
        assert_eq!(text.matches("a line\n").count() as u64 + lost, many as u64);
    }
}
