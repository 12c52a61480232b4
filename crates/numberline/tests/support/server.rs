//! The program as a server: started on its own port, queried over plain connections, ended by a signal.
#![allow(dead_code, reason = "each suite uses the part that it needs")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::{self, JoinHandle};

use rustix::process::{Pid, Signal, kill_process};

/// A running server.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    log: Option<JoinHandle<String>>,
}

/// A test that fails leaves no server behind.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts the program and waits until it prints its address.
    pub(crate) fn start(home: &Path, arguments: &[&str]) -> Self {
        Self::start_with("env", home, arguments)
    }

    /// The same with a program that starts it.
    pub(crate) fn start_with(starter: &str, home: &Path, arguments: &[&str]) -> Self {
        Self::launch(starter, home, arguments, true)
    }

    /// The same with a log whose reader is gone once it has the address.
    pub(crate) fn start_unread(home: &Path, arguments: &[&str]) -> Self {
        Self::launch("env", home, arguments, false)
    }

    fn launch(starter: &str, home: &Path, arguments: &[&str], reads_on: bool) -> Self {
        let mut child = Command::new(starter)
            .arg(env!("CARGO_BIN_EXE_numberline"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .env("NUMBERLINE_HOME", home)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut before = String::new();
        let address = loop {
            let mut line = String::new();
            assert!(errors.read_line(&mut line).expect("text") > 0, "the server has ended: {before}");
            let text =
                line.trim_end().strip_prefix("numberline: listening on http://").map(ToOwned::to_owned);
            let json = || {
                let logged: serde_json::Value = serde_json::from_str(&line).ok()?;
                let is_it = logged["message"] == "listening";
                Some(logged["address"].as_str().filter(|_| is_it)?.to_owned())
            };
            let address = text.or_else(json);
            before += &line;
            if let Some(address) = address {
                break address;
            }
        };
        // The end of the pipe goes with the thread.
        let log = thread::spawn(move || if reads_on { before + &rest(errors) } else { before });
        Self { child, address, log: Some(log) }
    }

    /// Its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request, and returns the status and the body.
    pub(crate) fn ask(&self, path: &str, header: Option<&str>, body: Option<&str>) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let method = if body.is_some() { "POST" } else { "GET" };
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        header.into_iter().for_each(|header| request += &format!("{header}\r\n"));
        if let Some(body) = body {
            request += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        }
        request += &format!("\r\n{}", body.unwrap_or_default());
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, body.to_owned())
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        kill_process(id, signal).expect("the server is there");
    }

    /// Tells it to stop, and returns its exit code.
    pub(crate) fn end(self) -> Option<i32> {
        self.signal(Signal::TERM);
        self.ended().0
    }

    /// Waits until it has ended, and returns its exit code and its log.
    pub(crate) fn ended(mut self) -> (Option<i32>, String) {
        let log = self.log.take().expect("a log").join().expect("text");
        (self.child.wait().expect("the server ends").code(), log)
    }
}

fn rest(mut errors: BufReader<ChildStderr>) -> String {
    let mut text = String::new();
    errors.read_to_string(&mut text).expect("text");
    text
}
