//! The results of a trial: figures, checks that must hold everywhere, and floors for an idle machine.

use std::fmt;

/// The results of a trial.
#[derive(Clone, Debug)]
pub struct Report {
    trial: &'static str,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    name: String,
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Figure,
    Check { holds: bool },
    Floor { holds: bool },
    Skipped,
}

impl Report {
    /// An empty report.
    #[must_use]
    pub fn new(trial: &'static str) -> Self {
        Self { trial, lines: Vec::new() }
    }

    /// The trial.
    #[must_use]
    pub fn trial(&self) -> &'static str {
        self.trial
    }

    /// A figure without a limit.
    pub fn figure(&mut self, name: &str, value: impl fmt::Display) {
        self.push(name, value.to_string(), Kind::Figure);
    }

    /// A check that must hold on every machine, however busy.
    pub fn check(&mut self, name: &str, holds: bool, text: impl fmt::Display) {
        self.push(name, text.to_string(), Kind::Check { holds });
    }

    /// A count that must be zero.
    pub fn none(&mut self, name: &str, count: usize) {
        self.check(name, count == 0, count);
    }

    /// A count that must have exactly this value.
    pub fn exactly(&mut self, name: &str, count: usize, wanted: usize) {
        self.check(name, count == wanted, format!("{count} of {wanted}"));
    }

    /// A measurement that depends on the machine: at least, or at most, this much. Tests ignore it.
    pub fn floor(&mut self, name: &str, holds: bool, text: impl fmt::Display) {
        self.push(name, text.to_string(), Kind::Floor { holds });
    }

    /// A part that could not run, and why.
    pub fn skipped(&mut self, name: &str, reason: impl fmt::Display) {
        self.push(name, reason.to_string(), Kind::Skipped);
    }

    /// Whether any part could not run.
    #[must_use]
    pub fn is_skipped(&self) -> bool {
        !self.named(Kind::Skipped).is_empty()
    }

    fn push(&mut self, name: &str, text: String, kind: Kind) {
        self.lines.push(Line { name: name.to_owned(), text, kind });
    }

    /// The checks that do not hold.
    #[must_use]
    pub fn red(&self) -> Vec<&str> {
        self.named(Kind::Check { holds: false })
    }

    /// The floors that were missed.
    #[must_use]
    pub fn missed(&self) -> Vec<&str> {
        self.named(Kind::Floor { holds: false })
    }

    fn named(&self, kind: Kind) -> Vec<&str> {
        self.lines.iter().filter(|line| line.kind == kind).map(|line| line.name.as_str()).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.trial)?;
        for Line { name, text, kind } in &self.lines {
            let mark = match kind {
                Kind::Figure => "  ",
                Kind::Check { holds: true } | Kind::Floor { holds: true } => "ok",
                Kind::Check { holds: false } => "NO",
                Kind::Floor { holds: false } => "--",
                Kind::Skipped => "??",
            };
            writeln!(f, "  {mark} {name}: {text}")?;
        }
        Ok(())
    }
}

/// Latencies and their percentiles.
#[derive(Clone, Default, Debug)]
pub struct Latencies(Vec<std::time::Duration>);

impl Latencies {
    /// Adds one.
    pub fn add(&mut self, latency: std::time::Duration) {
        self.0.push(latency);
    }

    /// Adds others.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// The number of latencies.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The given permille, in milliseconds.
    #[must_use]
    pub fn permille(&self, permille: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * permille).div_ceil(1_000).saturating_sub(1);
        sorted.get(place).map_or(0.0, |latency| latency.as_secs_f64() * 1_000.0)
    }

    /// The median, the 99th and 99.9th percentile, and the maximum.
    #[must_use]
    pub fn summary(&self) -> String {
        let [middle, most, nearly, all] = [500, 990, 999, 1_000].map(|permille| self.permille(permille));
        format!("p50 {middle:.1} ms, p99 {most:.1} ms, p99.9 {nearly:.1} ms, longest {all:.1} ms")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let mut latencies = Latencies::default();
        (1..=200).rev().for_each(|number| latencies.add(Duration::from_millis(number)));
        let found = [500, 990, 999, 1_000].map(|permille| latencies.permille(permille));
        assert_eq!(found, [100.0, 198.0, 200.0, 200.0]);
    }

    #[test]
    fn tells_what_does_not_hold() {
        let mut report = Report::new("trial");
        report.none("lost", 0);
        report.none("doubled", 1);
        report.floor("quick", false, "slow");
        assert_eq!((report.red(), report.missed()), (vec!["doubled"], vec!["quick"]));
    }
}
