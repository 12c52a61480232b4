//! The program: reads the command line and hands over to the command.

mod args;
mod pages;
#[cfg(feature = "server")]
mod place;
#[cfg(feature = "server")]
mod rooms;
#[cfg(feature = "full-screen")]
mod screen;
#[cfg(feature = "server")]
mod serve;

use std::process::ExitCode;

use numberline_cli as cli;
use numberline_cli::{Exit, Failure, Out, Tone};
use numberline_history::Home;

#[cfg(feature = "full-screen")]
use args::TuiArgs;
use args::{Args, Command};

fn main() -> ExitCode {
    let args = match args::read(std::env::args_os().collect()) {
        Ok(args) => args,
        Err(error) => return ExitCode::from(error.explain()),
    };
    let mut out = Out::standard(args.color);
    match run(&args, &mut out) {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            if !failure.is_silent() {
                // If this fails too, there is nowhere left to report it.
                let _ = out.remark(Tone::Warning, &format!("error: {failure}"));
            }
            ExitCode::from(failure.code())
        }
    }
}

fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let full_screen = opens_full_screen(args);
    if !full_screen && !args.command.as_ref().is_some_and(handles_signals) {
        // Any command may be interrupted, and all of them then exit in the same way. The full screen and the server
        // handle signals themselves.
        cli::restore_terminal_on_the_way_out();
    }
    match &args.command {
        #[cfg(feature = "full-screen")]
        None if full_screen => show(&TuiArgs::default(), args, out),
        None if args.plain || Out::is_a_screen() => {
            cli::menu(false, &mut *cli::console(typed_lines(false)), out)
        }
        None => pages::help(out),
        #[cfg(feature = "full-screen")]
        Some(Command::Tui(tui)) => show(tui, args, out),
        #[cfg(feature = "server")]
        Some(Command::Serve(serve)) => serve::serve(serve),
        #[cfg(feature = "server")]
        Some(Command::Rooms(rooms)) => rooms::rooms(rooms, out),
        Some(Command::Play(play)) => cli::play(play, &mut *cli::console(typed_lines(play.no_history)), out),
        Some(Command::Analyze(analyze)) => cli::analyze(analyze, &mut *cli::console(None), out),
        Some(Command::Solve(solve)) => cli::solve(solve, out),
        Some(Command::Verify { file }) => cli::verify(file, out),
        Some(Command::Games { json }) => cli::games(*json, out),
        Some(Command::Players { json }) => cli::players(*json, out),
        Some(Command::Arena(arena)) => cli::arena(arena, out),
        Some(Command::Learn(learn)) => cli::learn(learn, &mut *cli::console(None), out),
        Some(Command::Puzzle(puzzle)) => cli::puzzle(puzzle, &mut *cli::console(None), out),
        Some(Command::Drill) => cli::drill(&mut *cli::console(None), out),
        Some(Command::Progress(progress)) => cli::progress(progress, out),
        Some(Command::Rules(rules)) => cli::rules(rules, out),
        Some(Command::Replay(replay)) => cli::replay(replay, &mut *cli::console(None), out),
        Some(Command::Review(review)) => cli::review(review, &mut *cli::console(None), out),
        Some(Command::History(history)) => cli::history(history, out),
        Some(Command::Stats(stats)) => cli::stats(stats, out),
        Some(Command::Help { words }) => pages::help_on(words, out),
        Some(Command::Completions { shell }) => pages::completions(*shell, out),
        Some(Command::Man { dir }) => pages::man(dir.as_deref(), out),
    }
}

/// Whether to open the full screen: no command was given, and the terminal can show it.
fn opens_full_screen(args: &Args) -> bool {
    #[cfg(feature = "full-screen")]
    let is_there = screen::is_there();
    #[cfg(not(feature = "full-screen"))]
    let is_there = false;
    args.command.is_none() && !args.plain && is_there
}

fn handles_signals(command: &Command) -> bool {
    match command {
        #[cfg(feature = "full-screen")]
        Command::Tui(_) => true,
        #[cfg(feature = "server")]
        Command::Serve(_) => true,
        _ => false,
    }
}

/// The full screen. A player who asks for plain mode continues line by line.
#[cfg(feature = "full-screen")]
fn show(tui: &TuiArgs, args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    use numberline_tui::Leave;
    match screen::open(tui, args.color != clap::ColorChoice::Never)? {
        Leave::Quit => Ok(Exit::Done),
        Leave::Plain => {
            cli::restore_terminal_on_the_way_out();
            cli::menu(tui.no_history, &mut *cli::console(typed_lines(tui.no_history)), out)
        }
        left @ Leave::Signal(_) => Ok(Exit::Stopped(left.code())),
    }
}

/// Where the line editor remembers what was typed.
fn typed_lines(forget: bool) -> Option<std::path::PathBuf> {
    if forget { None } else { Home::find().ok().map(|home| home.typed_lines()) }
}
