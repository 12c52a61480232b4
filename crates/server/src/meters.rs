//! What the server counts about itself, for Prometheus. Nothing in here says who did what, or what a move was.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use metrics::{
    Counter, Gauge, Histogram, counter, describe_counter, describe_gauge, describe_histogram, gauge,
    histogram, with_local_recorder,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use strum::{IntoStaticStr, VariantNames};

use crate::command::Command;
use crate::store::{Store, StoreError, Write};

/// What the server counts. The handles are made once, so that counting is an addition.
pub(crate) struct Meters {
    handle: PrometheusHandle,
    /// Connections that are open.
    pub(crate) connections: Gauge,
    /// Websockets that are open.
    pub(crate) sockets: Gauge,
    /// NDJSON streams that are open.
    pub(crate) streams: Gauge,
    /// Rooms in memory.
    pub(crate) rooms: Gauge,
    /// Rooms that were opened.
    pub(crate) opened: Counter,
    /// By the words for the command and its outcome.
    commands: HashMap<(&'static str, &'static str), Counter>,
    /// By the word for the limit.
    refused: HashMap<&'static str, Counter>,
    answers: [Counter; 5],
    answer_time: Histogram,
    store: Arc<StoreMeters>,
}

/// What is counted about the store.
struct StoreMeters {
    commits: Counter,
    failed: Counter,
    size: Histogram,
    time: Histogram,
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Outcome {
    /// It is on the disk.
    Done,
    /// The room or the rules refused.
    Refused,
    /// The server could not.
    Failed,
}

/// What a limit cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Limited {
    /// There are too many connections.
    Connections,
    /// One address has too many connections.
    ConnectionsPerAddress,
    /// One address has too many sockets.
    SocketsPerAddress,
    /// One address asks too often.
    Requests,
    /// One address opens too many rooms.
    Rooms,
    /// Too many messages.
    Messages,
    /// A message is too large.
    MessageBytes,
    /// A reader takes nothing.
    SlowReader,
    /// A socket says nothing.
    Silence,
    /// A socket did not say hello.
    Hello,
}

impl Meters {
    /// Everything at nought.
    pub(crate) fn new() -> Self {
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
            let outcomes = |kind| Outcome::VARIANTS.iter().map(move |outcome| (kind, *outcome));
            describe_counter!("numberline_commands_total", "Commands of players, by kind and outcome");
            describe_counter!("numberline_limited_total", "What was cut off, by the limit that did it");
            describe_counter!("numberline_answers_total", "Answers to requests, by class of status");
            Self {
                handle,
                connections: described_gauge("numberline_connections", "Connections that are open"),
                sockets: described_gauge("numberline_sockets", "Websockets that are open"),
                streams: described_gauge("numberline_streams", "NDJSON streams that are open"),
                rooms: described_gauge("numberline_rooms", "Rooms in memory"),
                opened: described_counter("numberline_rooms_opened_total", "Rooms that were opened"),
                commands: Command::VARIANTS
                    .iter()
                    .flat_map(|kind| outcomes(*kind))
                    .map(|key @ (kind, outcome)| {
                        (key, counter!("numberline_commands_total", "kind" => kind, "outcome" => outcome))
                    })
                    .collect(),
                refused: Limited::VARIANTS
                    .iter()
                    .map(|limit| (*limit, counter!("numberline_limited_total", "limit" => *limit)))
                    .collect(),
                answers: ["1xx", "2xx", "3xx", "4xx", "5xx"]
                    .map(|class| counter!("numberline_answers_total", "status" => class)),
                answer_time: described_histogram(
                    "numberline_answer_seconds",
                    "Time until a request's answer begins",
                ),
                store: Arc::new(StoreMeters {
                    commits: described_counter("numberline_commits_total", "Commits to the database"),
                    failed: described_counter(
                        "numberline_commits_failed_total",
                        "Commits that failed, a full disk included",
                    ),
                    size: described_histogram("numberline_commit_changes", "Changes in one commit"),
                    time: described_histogram("numberline_commit_seconds", "Time that one commit takes"),
                }),
            }
        })
    }

    /// The page for Prometheus.
    pub(crate) fn render(&self) -> String {
        self.tidy();
        self.handle.render()
    }

    /// Adds up what was measured since the last time. Until then each measurement is kept on its own, so that this has to be
    /// done now and then whether or not anybody asks for the page.
    pub(crate) fn tidy(&self) {
        self.handle.run_upkeep();
    }

    /// Counts a command, by its kind alone.
    pub(crate) fn command(&self, command: &Command, outcome: Outcome) {
        let counter = self.commands.get(&(command.into(), outcome.into()));
        counter.into_iter().for_each(|counter| counter.increment(1));
    }

    /// Counts something that a limit cut off.
    pub(crate) fn limited(&self, limit: Limited) {
        self.refused.get(limit.into()).into_iter().for_each(|counter| counter.increment(1));
    }

    /// Counts an answer to a request.
    pub(crate) fn answered(&self, status: axum::http::StatusCode, since: Instant) {
        let class = usize::from(status.as_u16() / 100).saturating_sub(1);
        self.answers.get(class).into_iter().for_each(|counter| counter.increment(1));
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
        let failed =
            results.iter().any(|result| matches!(result, Err(StoreError::Full | StoreError::Failed(_))));
        if failed {
            self.meters.failed.increment(1);
        } else {
            self.meters.commits.increment(1);
            self.meters.size.record(f64::from(u32::try_from(changes.len()).unwrap_or(u32::MAX)));
            self.meters.time.record(since.elapsed());
        }
        results
    }
}

fn described_gauge(name: &'static str, what: &'static str) -> Gauge {
    describe_gauge!(name, what);
    gauge!(name)
}

fn described_counter(name: &'static str, what: &'static str) -> Counter {
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

    /// The memory that this process has, in bytes.
    fn memory() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() << 10
    }

    #[test]
    fn measurements_that_nobody_asks_for_take_no_memory() {
        let meters = Meters::new();
        let measure = |times: usize| {
            for time in 0..times {
                meters.answer_time.record(0.001);
                if time % 10_000 == 0 {
                    meters.tidy();
                }
            }
        };
        // Other tests take memory meanwhile, but hardly every time.
        let grown = |_| {
            let before = memory();
            measure(1_000_000);
            memory().saturating_sub(before)
        };
        let least = (0..5).map(grown).min().unwrap();
        assert!(least < 8 << 20, "{least} bytes");
        assert!(meters.render().contains("numberline_answer_seconds_count 5000000"));
    }
}
