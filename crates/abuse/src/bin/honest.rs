//! The server that `numberline serve` starts, with the same entry point and no changes. It is a binary of this crate so
//! that the tests have it; the harness reads its address from the output and owns its input.

use std::process::ExitCode;

use numberline_abuse::Served;
use numberline_server::{Log, run};

fn main() -> ExitCode {
    Served::end_with_input();
    let ended = Served::read(std::env::args().skip(1))
        .map_err(|error| error.to_string())
        .and_then(|served| run(&served.config, Log::Text, Served::say).map_err(|error| error.to_string()));
    match ended {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "the harness shows what a server says that does not start")]
fn complain(error: &str) {
    eprintln!("{error}");
}
