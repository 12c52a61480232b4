//! The server's metrics for Prometheus. They never reveal who did what, or what a move was.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::http::StatusCode;
use metrics::{
    Counter, Gauge, Histogram, counter, describe_counter, describe_gauge, describe_histogram, gauge,
    histogram, with_local_recorder,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use strum::{IntoStaticStr, VariantNames};

use crate::command::{Command, CommandKind};
use crate::database::Database;
use crate::pool::WorkError;
use crate::site::Site;
use crate::store::{Store, StoreError, Write};
use crate::vitals::Vitals;

/// The server's metrics. The handles are created once, so that counting is an addition.
pub(crate) struct Meters {
    handle: PrometheusHandle,
    /// Open connections.
    pub(crate) connections: Gauge,
    /// Open websockets.
    pub(crate) sockets: Gauge,
    /// Open NDJSON streams.
    pub(crate) streams: Gauge,
    /// By the kind of the command and its outcome.
    commands: Vec<Vec<Counter>>,
    /// By the name of the limit.
    refused: HashMap<&'static str, Counter>,
    answers: [Counter; 5],
    answer_time: Histogram,
    store: Arc<StoreMeters>,
    vitals: Vitals,
}

/// The store's metrics.
struct StoreMeters {
    /// Rooms opened so far, by players and for rematches.
    opened: Counter,
    commits: Counter,
    failed: Counter,
    no_space: Counter,
    size: Histogram,
    time: Histogram,
}

/// The outcome of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Outcome {
    /// Stored on disk.
    Done,
    /// Refused by the room or the rules.
    Refused,
    /// Failed in the server.
    Failed,
}

/// The limit that cut a client off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Limited {
    /// Too many connections.
    Connections,
    /// Too many connections from one address.
    ConnectionsPerAddress,
    /// Too many sockets from one address.
    SocketsPerAddress,
    /// Too many requests from one address.
    Requests,
    /// Too many new rooms from one address.
    Rooms,
    /// Too many new rooms for the lists from one address.
    ListedRooms,
    /// Too many messages.
    Messages,
    /// A message is too large.
    MessageBytes,
    /// A client does not read.
    SlowReader,
    /// A socket is silent.
    Silence,
    /// A socket did not send its hello.
    Hello,
    /// A header did not arrive in time, or the connection was idle.
    HeaderTime,
    /// A header is too large.
    HeaderBytes,
    /// A request took too long.
    RequestTime,
    /// A request's body is too large.
    RequestBytes,
    /// Too many computed answers at once for one address.
    AnswersPerAddress,
    /// Too much computing for one address.
    ThinkTimePerMinutePerAddress,
    /// Too many answers to compute.
    ThinkQueue,
    /// An answer takes too long to compute.
    ThinkTime,
    /// A computed answer is too large.
    AnswerBytes,
    /// There is no memory for another room.
    MemoryMib,
    /// The database has no space for another room.
    MaxDb,
}

impl Limited {
    /// The counter of what it cut off.
    pub(crate) fn counter(self) -> Counter {
        counter!("numberline_limited_total", "limit" => <&str>::from(self))
    }
}

impl Meters {
    /// All metrics at zero.
    pub(crate) fn new(database: &Database) -> Self {
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(
                Matcher::Full("numberline_commit_changes".into()),
                &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0],
            )
            .and_then(|builder| {
                let times = &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];
                builder.set_buckets_for_metric(Matcher::Suffix("seconds".into()), times)
            })
            .unwrap_or_else(|_| PrometheusBuilder::new())
            .build_recorder();
        let handle = recorder.handle();
        with_local_recorder(&recorder, || {
            let command =
                |kind, outcome| counter!("numberline_commands_total", "kind" => kind, "outcome" => outcome);
            let outcomes = |kind: &&'static str| {
                Outcome::VARIANTS.iter().map(|outcome| command(*kind, *outcome)).collect()
            };
            describe_counter!("numberline_commands_total", "Player commands, by kind and outcome");
            describe_counter!("numberline_limited_total", "Requests and connections cut off, by limit");
            describe_counter!("numberline_answers_total", "Responses, by status class");
            Self {
                handle,
                connections: described_gauge("numberline_connections", "Open connections"),
                sockets: described_gauge("numberline_sockets", "Open websockets"),
                streams: described_gauge("numberline_streams", "Open NDJSON streams"),
                commands: Command::VARIANTS.iter().map(outcomes).collect(),
                refused: Limited::VARIANTS
                    .iter()
                    .map(|limit| (*limit, counter!("numberline_limited_total", "limit" => *limit)))
                    .collect(),
                answers: ["1xx", "2xx", "3xx", "4xx", "5xx"]
                    .map(|class| counter!("numberline_answers_total", "status" => class)),
                answer_time: described_histogram("numberline_answer_seconds", "Time until a response starts"),
                store: Arc::new(StoreMeters {
                    opened: described_counter(
                        "numberline_rooms_opened_total",
                        "Rooms opened, also for rematches",
                    ),
                    commits: described_counter("numberline_commits_total", "Commits to the database"),
                    failed: described_counter(
                        "numberline_commits_failed_total",
                        "Failed commits, including those on a full disk",
                    ),
                    no_space: Limited::MaxDb.counter(),
                    size: described_histogram("numberline_commit_changes", "Changes in one commit"),
                    time: described_histogram("numberline_commit_seconds", "Time per commit"),
                }),
                vitals: Vitals::new(database),
            }
        })
    }

    /// The page for Prometheus.
    pub(crate) fn render(&self, site: &Site) -> String {
        self.vitals.measure(site);
        self.tidy();
        self.handle.render()
    }

    /// Aggregates the measurements since the last call. Until then each one is stored separately, so this must run now
    /// and then even if nothing scrapes the page.
    pub(crate) fn tidy(&self) {
        self.handle.run_upkeep();
    }

    /// Counts a command, by its kind alone.
    pub(crate) fn command(&self, command: &Command, outcome: Outcome) {
        let counters = self.commands.get(CommandKind::from(command) as usize);
        let counter = counters.and_then(|counters| counters.get(outcome as usize));
        counter.into_iter().for_each(|counter| counter.increment(1));
    }

    /// Counts a cut-off.
    pub(crate) fn limited(&self, limit: Limited) {
        self.refused.get(limit.into()).into_iter().for_each(|counter| counter.increment(1));
    }

    /// Counts an answer that was not computed because of a limit.
    pub(crate) fn unanswered(&self, error: &WorkError) {
        match error {
            WorkError::Busy => self.limited(Limited::ThinkQueue),
            WorkError::TooMuch { .. } | WorkError::TooSlow { .. } => self.limited(Limited::ThinkTime),
            WorkError::TooLarge { .. } | WorkError::TooLong => self.limited(Limited::AnswerBytes),
            WorkError::Refused(_) | WorkError::Broken => {}
        }
    }

    /// Counts a response.
    pub(crate) fn answered(&self, status: StatusCode, since: Instant) {
        let class = usize::from(status.as_u16() / 100).saturating_sub(1);
        self.answers.get(class).into_iter().for_each(|counter| counter.increment(1));
        if status == StatusCode::PAYLOAD_TOO_LARGE {
            self.limited(Limited::RequestBytes);
        }
        self.answer_time.record(since.elapsed());
    }

    /// A store that counts its commits.
    pub(crate) fn metered<S: Store>(&self, store: S) -> Metered<S> {
        Metered { store, meters: Arc::clone(&self.store) }
    }
}

/// A store that counts its commits.
pub(crate) struct Metered<S> {
    store: S,
    meters: Arc<StoreMeters>,
}

impl<S: Store> Store for Metered<S> {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        let since = Instant::now();
        let results = self.store.write(changes);
        let refused = results.iter().filter(|result| **result == Err(StoreError::NoSpace)).count();
        self.meters.no_space.increment(refused as u64);
        let failed = results.iter().flat_map(|result| result.as_ref().err()).any(StoreError::fails_commit);
        if failed {
            self.meters.failed.increment(1);
        } else {
            let changed = changes.iter().zip(&results).filter(|(_, result)| result.is_ok());
            let opened = changed.filter(|(change, _)| change.opens_room()).count();
            self.meters.opened.increment(opened as u64);
            self.meters.commits.increment(1);
            self.meters.size.record(f64::from(u32::try_from(changes.len()).unwrap_or(u32::MAX)));
            self.meters.time.record(since.elapsed());
        }
        results
    }

    fn tend(&mut self, idle: bool) {
        self.store.tend(idle);
    }
}

/// A gauge with its description.
pub(crate) fn described_gauge(name: &'static str, what: &'static str) -> Gauge {
    describe_gauge!(name, what);
    gauge!(name)
}

/// A counter with its description.
pub(crate) fn described_counter(name: &'static str, what: &'static str) -> Counter {
    describe_counter!(name, what);
    counter!(name)
}

fn described_histogram(name: &'static str, what: &'static str) -> Histogram {
    describe_histogram!(name, what);
    histogram!(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    /// The memory of this process, in bytes.
    fn memory() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() << 10
    }

    #[test]
    fn unread_measurements_take_no_memory() {
        let meters = Meters::new(&Database::Sqlite("rooms.sqlite3".into()));
        let measure = |times: usize| {
            for time in 0..times {
                meters.answer_time.record(0.001);
                if time % 10_000 == 0 {
                    meters.tidy();
                }
            }
        };
        // Other tests allocate memory meanwhile, but hardly every time.
        let grown = |_| {
            let before = memory();
            measure(1_000_000);
            memory().saturating_sub(before)
        };
        let least = (0..5).map(grown).min().unwrap();
        assert!(least < 8 << 20, "{least} bytes");
        meters.tidy();
        assert!(meters.handle.render().contains("numberline_answer_seconds_count 5000000"));
    }
}
