//! Programs on a leash: what a test has started ends with it, even if the test fails or is killed.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

/// How long a program may take until it prints the expected line.
const PATIENCE: Duration = Duration::from_secs(300);

/// This shell holds the leash: its input is a pipe from the test, which closes with the test, whatever happens to it.
/// Then the program's whole process group is killed and its folder removed. A killed program may still be writing.
const HOLD: &str = r#"
    read -r line
    kill -s KILL -- "-$1" 2> /dev/null
    for try in 1 2 3 4 5 6 7 8 9 10; do
        rm -rf "$2" 2> /dev/null && break
        sleep 0.1
    done
"#;

/// A program that runs as long as this value lives, with a folder of its own for temporary files.
pub(crate) struct Leash {
    program: Child,
    holder: Child,
    held: Option<ChildStdin>,
    lines: Mutex<Receiver<String>>,
}

impl Leash {
    /// Starts a program. Both of its outputs are read line by line.
    pub(crate) fn start(program: &str, args: &[&str]) -> Self {
        let folder = tempfile::Builder::new().prefix("numberline-").tempdir().expect("a folder").keep();
        let mut command = Command::new("sh");
        command.args(["-c", r#"exec "$@" 2>&1"#, "sh", program]).args(args);
        command.env("TMPDIR", &folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        // In groups of their own, neither is interrupted from the keyboard: the test is, and that closes the pipe.
        let mut program = command.process_group(0).spawn().expect("a shell");
        let mut command = Command::new("sh");
        command.args(["-c", HOLD, "sh", &program.id().to_string()]).arg(&folder);
        let mut holder = command.process_group(0).stdin(Stdio::piped()).spawn().expect("a shell");
        let held = holder.stdin.take();
        let output = program.stdout.take().expect("a pipe");
        let (tell, lines) = mpsc::channel();
        // The pipe is read to its end, so that a program with much output is not blocked.
        thread::spawn(move || follow(output, |line| drop(tell.send(line))));
        Self { program, holder, held, lines: Mutex::new(lines) }
    }

    /// Waits for a line with a mark in it, and returns what follows the mark.
    #[track_caller]
    pub(crate) fn wait_for(&self, mark: &str) -> String {
        let mut said = Vec::new();
        loop {
            let Ok(line) = self.lines.lock().expect("no panic").recv_timeout(PATIENCE) else {
                panic!("the program did not say {mark:?}, but:\n{}", said.join("\n"));
            };
            if let Some((_, behind)) = line.split_once(mark) {
                return behind.to_owned();
            }
            said.push(line);
        }
    }

    /// Everything printed since the last call.
    pub(crate) fn said(&self) -> Vec<String> {
        self.lines.lock().expect("no panic").try_iter().collect()
    }
}

/// Kills the program at once, like a power cut, and waits until it is gone.
impl Drop for Leash {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = kill_process_group(Pid::from_child(&self.program), Signal::KILL);
        let _ = self.program.wait();
        drop(self.held.take());
        let _ = self.holder.wait();
    }
}

fn follow(from: impl Read, mut tell: impl FnMut(String)) {
    let mut lines = BufReader::new(from);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        tell(String::from_utf8_lossy(&line).trim_end().to_owned());
        line.clear();
    }
}
