//! Programs on a leash: what a test has started ends with it, even if the test fails or is killed.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// How long a program may take until it prints the expected line.
const PATIENCE: Duration = Duration::from_secs(30);

/// The shell holds the leash: its input is a pipe from the test, which closes with the test, whatever happens to it. An
/// interrupt from the keyboard reaches the test, and so closes the pipe.
const SHELL: &str = r#"
    trap '' INT HUP
    "$@" 2>&1 < /dev/null &
    child=$!
    printf '<started %s>\n' "$child"
    read -r line
    kill -9 "$child" 2> /dev/null
    wait "$child" 2> /dev/null
"#;

/// A program that runs as long as this value lives.
pub(crate) struct Leash {
    shell: Child,
    held: Option<ChildStdin>,
    pid: Pid,
    lines: Receiver<String>,
}

impl Leash {
    /// Starts a program. Both of its outputs are read line by line.
    pub(crate) fn start(program: &str, args: &[&str]) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", SHELL, "sh", program]).args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = command.stderr(Stdio::null()).spawn().expect("a shell");
        let held = shell.stdin.take();
        let output = shell.stdout.take().expect("a pipe");
        let (tell, lines) = mpsc::channel();
        // The pipe is read to its end, so that a program with much output is not blocked.
        thread::spawn(move || follow(output, |line| drop(tell.send(line))));
        let started = lines.recv_timeout(PATIENCE).expect("the shell starts");
        let pid = started.trim_start_matches("<started ").trim_end_matches('>').parse().ok();
        let pid = pid.and_then(Pid::from_raw).expect("a process");
        Self { shell, held, pid, lines }
    }

    /// Waits for a line with a mark in it, and returns what follows the mark.
    #[track_caller]
    pub(crate) fn wait_for(&self, mark: &str) -> String {
        let mut said = Vec::new();
        loop {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
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
        self.lines.try_iter().collect()
    }

    /// Kills the program at once, like a power cut, and waits until it is gone.
    pub(crate) fn kill(&mut self) {
        // It may have ended already.
        let _ = kill_process(self.pid, Signal::KILL);
        drop(self.held.take());
        let _ = self.shell.wait();
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.kill();
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
