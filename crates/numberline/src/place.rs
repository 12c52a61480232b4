//! Where a server keeps its games: what the command line says, or the environment, or a file in the program's folder.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use numberline_cli::Failure;
use numberline_history::Home;
use numberline_server::Database;

use crate::args::PlaceArgs;

/// The variable that names a database.
const VARIABLE: &str = "NUMBERLINE_DATABASE";

/// The database that is meant.
pub(crate) fn database(args: &PlaceArgs) -> Result<Database, Failure> {
    match (&args.db, &args.database) {
        (Some(file), _) => Ok(Database::Sqlite(file.clone())),
        (None, Some(text)) => {
            let database = Database::read(text).map_err(Failure::usage)?;
            if Database::holds_password(text) { Err(hide(text)) } else { Ok(database) }
        }
        (None, None) => match std::env::var(VARIABLE) {
            Ok(text) if !text.is_empty() => Database::read(&text).map_err(Failure::usage),
            _ => Ok(Database::Sqlite(Home::find().map_err(Failure::failed)?.rooms())),
        },
    }
}

/// Starts this program again with the address in its environment, because everyone on the machine can read the list of
/// processes. It only returns if that is not possible.
fn hide(text: &str) -> Failure {
    let mut rest: Vec<OsString> = Vec::new();
    let mut words = std::env::args_os();
    let name = words.next();
    while let Some(word) = words.next() {
        if word == "--database" {
            drop(words.next());
        } else if !word.to_str().is_some_and(|word| word.starts_with("--database=")) {
            rest.push(word);
        }
    }
    let failed = |why: std::io::Error| {
        Failure::failed(format!(
            "the address contains a password, which would be in the list of processes; set {VARIABLE} to it instead ({why})"
        ))
    };
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(why) => return failed(why),
    };
    let mut again = Command::new(program);
    if let Some(name) = name {
        again.arg0(name);
    }
    failed(again.args(rest).env(VARIABLE, text).exec())
}
