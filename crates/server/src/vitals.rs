//! The metrics that are measured when they are asked for: sizes, queues, and what was lost.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use metrics::{Counter, Gauge};

use crate::database::Database;
use crate::journal::lost_lines;
use crate::meters::{Limited, described_counter, described_gauge};
use crate::site::Site;

/// The metrics that are measured when they are asked for.
pub(crate) struct Vitals {
    /// Sizes of the database's files, and the space that is left. None for a database that has no files here.
    files: Option<[Gauge; 3]>,
    memory: Gauge,
    rooms: Gauge,
    writes: Gauge,
    study: Gauge,
    computers: Gauge,
    stopped: Gauge,
    turned_away: Counter,
    lost: Counter,
}

impl Vitals {
    /// All of them, registered with the current recorder.
    pub(crate) fn new(database: &Database) -> Self {
        let files = || {
            [
                ("numberline_database_bytes", "Size of the database file"),
                ("numberline_database_wal_bytes", "Size of the database's write-ahead log"),
                ("numberline_disk_free_bytes", "Free space on the disk of the database"),
            ]
            .map(|(name, what)| described_gauge(name, what))
        };
        Self {
            files: database.file().map(|_| files()),
            memory: described_gauge("numberline_memory_bytes", "Memory of the server's process"),
            rooms: described_gauge("numberline_rooms", "Rooms in memory"),
            writes: described_gauge("numberline_writes_waiting", "Changes that wait for the disk"),
            study: described_gauge("numberline_study_jobs", "Answers being computed, or waiting for that"),
            computers: described_gauge(
                "numberline_computers_thinking",
                "Computer players that think or wait",
            ),
            stopped: described_gauge(
                "numberline_clocks_stopped_seconds",
                "Time in which no move could be taken, so that the clocks stood still",
            ),
            turned_away: Limited::MemoryMib.counter(),
            lost: described_counter("numberline_log_lines_lost_total", "Lines of the log that were lost"),
        }
    }

    /// Measures everything.
    pub(crate) fn measure(&self, site: &Site) {
        if let (Some([database, journal, free_bytes]), Some(file)) = (&self.files, site.database.file()) {
            database.set(size(file));
            journal.set(size(&beside(file, "-wal")));
            free_bytes.set(free(file));
        }
        self.memory.set(memory());
        self.rooms.set(number(site.hub.loaded()));
        self.writes.set(number(site.hub.writing()));
        self.study.set(number(site.study.pool().busy()));
        self.computers.set(number(site.study.pool().thinking()));
        self.stopped.set(site.hub.lost_time().as_secs_f64());
        self.turned_away.absolute(site.hub.turned_away());
        self.lost.absolute(lost_lines());
    }
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// A metric is a float. It is exact up to nine million gigabytes.
#[allow(clippy::cast_precision_loss, reason = "no file is that large")]
fn bytes(count: u64) -> f64 {
    count as f64
}

/// The size of a file; 0 if there is none.
fn size(file: &Path) -> f64 {
    std::fs::metadata(file).map_or(0.0, |found| bytes(found.len()))
}

/// A file beside the database, as SQLite names it.
fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(end);
    name.into()
}

/// The free space on the disk of a file, for users without special rights.
fn free(file: &Path) -> f64 {
    let found = rustix::fs::statvfs(file);
    found.map_or(0.0, |disk| bytes(disk.f_bavail.saturating_mul(disk.f_frsize)))
}

/// The memory of this process.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next());
    kibibytes.and_then(|text| text.parse::<u64>().ok()).map_or(0.0, |count| bytes(count << 10))
}
