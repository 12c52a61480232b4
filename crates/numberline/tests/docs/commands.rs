//! Runs what the blocks of a document show. Each block has a folder of its own, in which its commands run in order; what is
//! asked of a server is asked of one that lives as long as the document.

use std::any::Any;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::symlink;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};

use numberline_table::find;
use tempfile::{TempDir, tempdir};

use crate::document::{Document, Step};
use crate::pty::{CTRL_C, Home, Launch, PROGRAM};
use crate::server::Server;
use crate::{cargo, pipeline, root};

/// Other programs that documents may use, and why. They come from the system, and where one is missing it is skipped.
const OTHERS: [(&str, &str); 3] = [
    ("printf", "types what a person would type"),
    ("curl", "asks a server"),
    ("python3", "runs an example in another language"),
];

/// Where the documents have their server.
const SHOWN_ADDRESS: &str = "http://127.0.0.1:8080";

/// What a game says that is played without a person or a script.
const NO_INPUT: &str = "The input ended in the middle of the game";

/// What a command came to.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) said: String,
    pub(crate) errors: String,
}

/// Runs all the blocks of a document.
pub(crate) fn check(document: &Document) -> Vec<String> {
    let mut guest = Guest::default();
    let mut findings = Vec::new();
    for block in document.blocks() {
        let folder = tempdir().expect("a folder");
        symlink(root().join("examples"), folder.path().join("examples")).expect("a link to the examples");
        for step in block.steps() {
            if let Err(what) = check_step(&step, folder.path(), &mut guest) {
                findings.push(document.finding(step.line, &format!("{}: {what}", step.command)));
            }
        }
    }
    findings
}

/// Looks at the commands that stand in a sentence. They may be half a command, so only what they name is looked for.
pub(crate) fn check_named(document: &Document) -> Vec<String> {
    let mut findings = Vec::new();
    for code in document.inline_code() {
        let words = pipeline::read(&code.target).swap_remove(0);
        let is_placeholder = |word: &String| word.chars().all(char::is_uppercase) || word.contains('…');
        let wrong = match words.split_first() {
            Some((program, rest))
                if program == "cargo" && !rest.iter().any(is_placeholder) && !rest.is_empty() =>
            {
                cargo::check(rest).err()
            }
            Some((program, rest)) if program == "numberline" => {
                let name = rest.first().filter(|word| word.chars().all(|c| c.is_ascii_lowercase()));
                name.filter(|name| run(&format!("numberline help {name}"), &root()).code != Some(0))
                    .map(|name| format!("there is no command {name}"))
            }
            _ => None,
        };
        findings.extend(wrong.map(|what| document.finding(code.line, &what)));
    }
    findings
}

/// Runs a line in a shell that finds the program under test, with no input of its own.
pub(crate) fn run(line: &str, folder: &Path) -> Ran {
    let output = shell(line, folder).output().expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code(), said: text(&output.stdout), errors: text(&output.stderr) }
}

fn check_step(step: &Step, folder: &Path, guest: &mut Guest) -> Result<(), String> {
    let programs = pipeline::read(&step.command);
    for program in &programs {
        let name = program.first().map(String::as_str).unwrap_or_default();
        if !["numberline", "cargo"].contains(&name) && OTHERS.iter().all(|(known, _)| *known != name) {
            return Err(format!("'{name}' is not known to this test"));
        }
    }
    let [.., last] = programs.as_slice() else { return Err("no command".to_owned()) };
    let (name, arguments) = last.split_first().ok_or("no command")?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match (name.as_str(), arguments.as_slice()) {
        ("cargo", _) => {
            cargo::check(&last[1..])?;
            match last.iter().position(|word| word == "--") {
                // Behind the dashes are the program's own words, unless it is an example that is run.
                Some(place) if last[1] == "run" && !last.iter().any(|word| word == "--example") => {
                    let command = format!("numberline {}", last[place + 1..].join(" "));
                    check_step(&Step { line: step.line, command, shown: None }, folder, guest)
                }
                _ => Ok(()),
            }
        }
        ("curl", _) => guest.ask(&step.command, folder),
        ("numberline", ["serve", options @ ..]) => serve(options, folder),
        ("numberline", [] | ["--plain"] | ["tui", ..]) => open(&arguments),
        ("numberline", ["play", ..]) if programs.len() == 1 => {
            // Two computers need no input, and play to the end.
            let ran = run(&step.command, folder);
            let began = ran.code == Some(0) || ran.code == Some(1) && ran.errors.contains(NO_INPUT);
            if began {
                Ok(())
            } else {
                Err(format!("the game does not begin: {:?} {}", ran.code, ran.errors))
            }
        }
        _ => {
            if !is_there(name, "--version", folder) {
                eprintln!("skipped, because there is no {name} here: {}", step.command);
                return Ok(());
            }
            let ran = run(&step.command, folder);
            if ran.code != Some(0) {
                return Err(format!("exit code {:?}: {}", ran.code, ran.errors));
            }
            match &step.shown {
                Some(shown) if !matches(shown, &ran.said) => Err(format!("prints\n{}", ran.said)),
                _ => Ok(()),
            }
        }
    }
}

/// Whether an output is the one that is shown. A line with nothing but `…` stands for any number of lines.
fn matches(shown: &str, said: &str) -> bool {
    let said = format!("\n{}\n", said.trim_end());
    let shown = format!("\n{}\n", shown.trim_end());
    let parts: Vec<&str> = shown.split("\n…\n").collect();
    let [first, .., last] = parts.as_slice() else { return said == shown };
    let Some(mut rest) = said.strip_prefix(first) else { return false };
    for part in &parts[1..parts.len() - 1] {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// A server comes up, says that it is alive, and goes down. It has a port of its own, whatever the document says.
fn serve(options: &[&str], folder: &Path) -> Result<(), String> {
    let mut options = options.to_vec();
    if let Some(place) = options.iter().position(|option| *option == "--listen") {
        let address = options.get(place + 1).ok_or("--listen needs an address")?;
        address.parse::<SocketAddr>().map_err(|error| format!("{address}: {error}"))?;
        options.drain(place..place + 2);
    }
    attempt(|| {
        let server = Server::start(folder, &options);
        assert_eq!(server.ask("/healthz", None, None).0, 200);
        assert_eq!(server.end(), Some(0));
    })
}

/// The full screen or the menu comes up on a terminal, and goes away with Ctrl-C.
fn open(arguments: &[&str]) -> Result<(), String> {
    // The first screen shows all games, and every other screen shows the one that was asked for. The menu has their names.
    let shown = match arguments {
        ["--plain"] => "siege",
        [_, slug, ..] => find(slug).map_or("Number Siege", |game| game.info().title),
        _ => "Number Siege",
    };
    attempt(|| {
        let home = Home::new();
        let environment = &[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
        let mut session = home.launch(&Launch { environment, args: arguments, ..Launch::default() });
        let screen = session.see(shown);
        assert_eq!(screen.alternate_screen(), arguments != ["--plain"]);
        session.send(CTRL_C);
        assert_eq!(session.exit_code_with_restored_terminal(), 130);
    })
}

/// What the helpers of all suites say by panicking becomes a finding.
fn attempt(what: impl FnOnce()) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(what)).map_err(|panic: Box<dyn Any + Send>| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned()
    })
}

fn shell(line: &str, folder: &Path) -> Command {
    let own = Path::new(PROGRAM).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([own.to_owned()].into_iter().chain(std::env::split_paths(&path)));
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("PATH", path.expect("a path"));
    command.env("NUMBERLINE_HOME", folder.join("home")).env("LANG", "C.UTF-8").env_remove("LC_ALL");
    command.env_remove("COLUMNS").stdin(Stdio::null());
    command
}

fn is_there(program: &str, option: &str, folder: &Path) -> bool {
    run(&format!("{program} {option}"), folder).code.is_some_and(|code| code != 127)
}

/// A client of the server of a document. It remembers the room that it opened, and the key to its seat.
#[derive(Default)]
struct Guest {
    server: Option<(Server, TempDir)>,
    room: String,
    key: String,
}

impl Guest {
    fn ask(&mut self, line: &str, folder: &Path) -> Result<(), String> {
        // Older ones do not know the option that the documents use.
        if !run("curl --help all", folder).said.contains("--json") {
            eprintln!("skipped, because there is no curl 7.82 or newer here: {line}");
            return Ok(());
        }
        let (server, _) = self.server.get_or_insert_with(|| {
            let home = tempdir().expect("a folder");
            (Server::start(home.path(), &[]), home)
        });
        let address = format!("http://{}", server.address);
        let line =
            line.replace(SHOWN_ADDRESS, &address).replace("ROOM", &self.room).replace("KEY", &self.key);
        let curl =
            |fail: &str| line.replacen("curl ", &format!("exec curl --silent --show-error {fail} "), 1);
        if line.contains(" -N ") {
            return listen(&curl("--fail"), folder);
        }
        let ran = run(&curl("--fail-with-body"), folder);
        if ran.code != Some(0) {
            return Err(format!("{} {}", ran.said, ran.errors));
        }
        let answer: serde_json::Value = serde_json::from_str(&ran.said).unwrap_or_default();
        if let (Some(room), Some(key)) = (answer["room"].as_str(), answer["key"].as_str()) {
            (self.room, self.key) = (room.to_owned(), key.to_owned());
        }
        Ok(())
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        if let Some((server, _)) = self.server.take() {
            server.end();
        }
    }
}

/// A stream has no end: its first line must be an object.
fn listen(line: &str, folder: &Path) -> Result<(), String> {
    let errors = tempfile::NamedTempFile::new().expect("a file");
    let complaints = File::create(errors.path()).expect("a file");
    let mut child = shell(line, folder).stdout(Stdio::piped()).stderr(complaints).spawn().expect("a shell");
    let mut first = String::new();
    let read = BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first);
    let _ = child.kill();
    child.wait().expect("an end");
    match (read, serde_json::from_str(&first)) {
        (Ok(_), Ok(serde_json::Value::Object(_))) => Ok(()),
        _ => Err(format!(
            "no line of JSON: {first} {}",
            std::fs::read_to_string(errors.path()).unwrap_or_default()
        )),
    }
}
