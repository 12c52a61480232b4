//! Measures what numberline does beside other programs that do the same: installs them into a folder of its own, and prints
//! tables of both with their ratios. Each pair is measured in turns, several times, and the medians are compared, so that a
//! busy machine slows down both. None of these programs is a part of numberline or of its tests.

mod openspiel;
mod python;
mod servers;

use std::fs;
use std::process::Command;

use crate::counts::output;
use crate::{cargo, say};

/// Everything that belongs to other programs is in here.
const FOLDER: &str = "target/peers";

const PACE: &str = "target/release/numberline-pace";

/// How often each is measured.
const ROUNDS: usize = 5;

/// How many nanoseconds a measurement is to take.
const LONG_ENOUGH: f64 = 3e8;

/// A part of the comparison: it prints its tables.
type Part = fn() -> Result<(), String>;

/// Measures the wanted parts, or all of them. A part whose program cannot be had says so.
pub(crate) fn measure(parts: &[&str]) -> Result<(), String> {
    const PARTS: [(&str, Part); 3] =
        [("games", openspiel::measure), ("matrices", python::measure), ("servers", servers::measure)];
    if let Some(unknown) = parts.iter().find(|part| PARTS.iter().all(|(name, _)| name != *part)) {
        let names = PARTS.map(|(name, _)| name).join(", ");
        return Err(format!("there is no part {unknown}; the parts are {names}"));
    }
    fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    cargo(&["build", "--release", "--package", "numberline-pace"])?;
    print(&format!("Seeds 20261118 (games) and 2 (matrices). {}", load()));
    for (name, part) in PARTS {
        if parts.is_empty() || parts.contains(&name) {
            print("");
            if let Err(error) = part() {
                print(&format!("{name}: left out. {error}"));
            }
        }
    }
    print("");
    print(&load());
    Ok(())
}

/// A piece of work of one program, which takes the number of repetitions last, and prints nanoseconds and an answer.
struct Work {
    name: &'static str,
    program: String,
    arguments: Vec<String>,
}

impl Work {
    fn of(name: &'static str, program: &str, arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        Self { name, program: program.to_owned(), arguments }
    }

    /// Does it so many times: the nanoseconds of processor time, and the answer.
    fn run(&self, times: u64) -> Result<(f64, String), String> {
        let Self { program, arguments, .. } = self;
        let said = output(Command::new(program).args(arguments).arg(times.to_string()))?;
        let unreadable = || format!("{program} said {said:?}");
        let (took, answer) = said.trim().split_once(' ').ok_or_else(unreadable)?;
        Ok((took.parse().map_err(|_| unreadable())?, answer.to_owned()))
    }

    /// How many repetitions take long enough.
    fn enough(&self) -> Result<u64, String> {
        let mut times = 1;
        loop {
            let (took, _) = self.run(times)?;
            if took * 10.0 > LONG_ENOUGH || times > 1 << 40 {
                return Ok(((times as f64 * LONG_ENOUGH / took.max(1.0)) as u64).max(1));
            }
            times *= 8;
        }
    }
}

/// A row of a table: nanoseconds for one repetition, ours first, and what both answered.
struct Row {
    medians: Vec<f64>,
    answers: Vec<String>,
}

/// Measures several programs in turns.
fn compare(works: &[Work]) -> Result<Row, String> {
    let times = works.iter().map(Work::enough).collect::<Result<Vec<_>, _>>()?;
    let mut taken = vec![Vec::new(); works.len()];
    let mut answers = vec![String::new(); works.len()];
    for _ in 0..ROUNDS {
        for (((work, times), taken), answer) in works.iter().zip(&times).zip(&mut taken).zip(&mut answers) {
            let (took, said) = work.run(*times)?;
            taken.push(took / *times as f64);
            *answer = said;
        }
    }
    let names = works.iter().map(|work| work.name);
    say(&names
        .zip(&answers)
        .map(|(name, answer)| format!("{name}: {answer}"))
        .collect::<Vec<_>>()
        .join("; "));
    Ok(Row { medians: taken.into_iter().map(median).collect(), answers })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Nanoseconds in a unit that people read.
fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1e3 => format!("{small:.0} ns"),
        small if small < 1e6 => format!("{:.1} µs", small / 1e3),
        small if small < 1e9 => format!("{:.2} ms", small / 1e6),
        long => format!("{:.1} s", long / 1e9),
    }
}

/// So many in a second.
fn rate(nanoseconds: f64) -> String {
    format!("{:.2} M/s", 1e3 / nanoseconds)
}

/// What else the machine does, which both programs share.
fn load() -> String {
    let read = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = read.split_whitespace().next().unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!("Load {load} on {cores} processors.")
}

#[expect(clippy::print_stdout, reason = "the tables are a result")]
fn print(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_readable() {
        assert_eq!([4.7e3, 7.5e7, 812.0, 4.4e9].map(time), ["4.7 µs", "75.00 ms", "812 ns", "4.4 s"]);
        assert_eq!(rate(100.0), "10.00 M/s");
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
    }
}
