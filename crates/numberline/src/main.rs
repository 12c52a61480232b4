//! The program: reads the command line and hands over to the command.

use std::process::ExitCode;

use numberline_cli as cli;
use numberline_cli::{Args, Command, Exit, Failure, Out, Tone};
use numberline_history::Home;

fn main() -> ExitCode {
    let args = match cli::read_args(std::env::args_os().collect()) {
        Ok(args) => args,
        Err(error) => return ExitCode::from(error.explain()),
    };
    let mut out = Out::standard(args.color);
    match run(&args, &mut out) {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            if !failure.is_silent() {
                // Nobody is left to tell if this fails too.
                let _ = out.remark(Tone::Warning, &format!("error: {failure}"));
            }
            ExitCode::from(failure.code())
        }
    }
}

fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    match &args.command {
        None if Out::is_a_screen() => {
            cli::restore_terminal_on_the_way_out();
            cli::menu(&mut *cli::console(typed_lines(false)), out)
        }
        None => cli::help(out),
        Some(Command::Play(play)) => {
            cli::restore_terminal_on_the_way_out();
            cli::play(play, &mut *cli::console(typed_lines(play.no_history)), out)
        }
        Some(Command::Analyze(analyze)) => {
            cli::restore_terminal_on_the_way_out();
            cli::analyze(analyze, out)
        }
        Some(Command::Solve(solve)) => {
            cli::restore_terminal_on_the_way_out();
            cli::solve(solve, out)
        }
        Some(Command::Verify { file }) => cli::verify(file, out),
        Some(Command::Games { json }) => cli::games(*json, out),
        Some(Command::Players { json }) => cli::players(*json, out),
        Some(Command::Arena(arena)) => {
            cli::restore_terminal_on_the_way_out();
            cli::arena(arena, out)
        }
        Some(Command::Rules { game }) => cli::rules(game, out),
        Some(Command::Replay(replay)) => {
            cli::restore_terminal_on_the_way_out();
            cli::replay(replay, &mut *cli::console(None), out)
        }
        Some(Command::Review(review)) => {
            cli::restore_terminal_on_the_way_out();
            cli::review(review, &mut *cli::console(None), out)
        }
        Some(Command::History(history)) => cli::history(history, out),
        Some(Command::Stats(stats)) => cli::stats(stats, out),
        Some(Command::Completions { shell }) => cli::completions(*shell, out),
        Some(Command::Man { dir }) => cli::man(dir.as_deref(), out),
    }
}

/// Where the line editor remembers what was typed.
fn typed_lines(forget: bool) -> Option<std::path::PathBuf> {
    if forget { None } else { Home::find().ok().map(|home| home.typed_lines()) }
}
