//! Runs trials against a server on this machine: `abuse [TRIAL…] [--postgres] [--long] [--seed NUMBER]`.
//!
//! Everything is derived from the seed that is shown. The long form needs an idle machine: it also fails if a figure
//! that RELIABILITY.md promises is not reached.

use std::io::Write;
use std::process::ExitCode;

use numberline_abuse::{Trial, TrialPlan, Trouble, catalog, find, together};

fn main() -> ExitCode {
    let begun = wanted().and_then(|(plan, trials)| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(run(&plan, &trials))
    });
    match begun {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            say(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn wanted() -> Result<(TrialPlan, Vec<Trial>), Trouble> {
    let (mut long, mut seed, mut trials) = (false, None, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--long" => long = true,
            // Those of several servers that share a PostgreSQL.
            "--postgres" => trials.extend(together()),
            "--seed" => {
                let number = arguments.next().and_then(|number| number.parse().ok());
                seed = Some(number.ok_or_else(|| Trouble::new("--seed needs a number"))?);
            }
            name => trials.push(find(name).ok_or_else(|| {
                let names: Vec<_> = catalog().iter().map(|trial| trial.name).collect();
                Trouble::new(format!("there is no trial '{name}'; the trials are {}", names.join(", ")))
            })?),
        }
    }
    if trials.is_empty() {
        trials = catalog();
    }
    let seed = seed.unwrap_or_else(|| u64::from(std::process::id()));
    let here = std::env::current_exe()?;
    let (honest, sabotaged) = (here.with_file_name("honest"), here.with_file_name("sabotaged"));
    Ok((TrialPlan { honest, sabotaged, seed, long, sabotage: None }, trials))
}

/// Whether all checks hold.
async fn run(plan: &TrialPlan, trials: &[Trial]) -> Result<bool, Trouble> {
    say(&format!("seed {}, {} form, load {}", plan.seed, if plan.long { "long" } else { "short" }, load()));
    let mut holds = true;
    for trial in trials {
        match trial.run(plan).await {
            Ok(report) => {
                say(&report.to_string());
                holds &= report.red().is_empty() && (!plan.long || report.missed().is_empty());
            }
            Err(error) => {
                say(&format!("{}\n  NO {error}\n", trial.name));
                holds = false;
            }
        }
        for control in trial.controls {
            let (name, sabotage) = (trial.name, control.sabotage.name());
            match trial.control(plan, *control).await {
                Ok(report) if report.is_skipped() => {
                    say(&format!("  ?? {name} was not tried with {sabotage}\n"));
                }
                Ok(_) => say(&format!("  ok {name} notices {sabotage}\n")),
                Err(error) => {
                    say(&format!("  NO {error}\n"));
                    holds = false;
                }
            }
        }
    }
    say(&format!("{}, load {}", if holds { "everything holds" } else { "NOT everything holds" }, load()));
    Ok(holds)
}

/// The load of the machine: figures only count on an idle machine.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

fn say(text: &str) {
    // The reader may close the pipe early.
    let _ = writeln!(std::io::stdout(), "{text}");
}
