//! The program as a server: how it starts, what it prints, and how it ends.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that fails says so by panicking")]

#[path = "support/server.rs"]
mod server;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use rustix::process::Signal;
use server::Server;

/// The error message for an invalid command line.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_numberline"))
        .arg("serve")
        .args(arguments)
        .env("NUMBERLINE_HOME", folder.path())
        .output()
        .expect("the program ends");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    for (arguments, word) in [
        (&["--listen", "nowhere"][..], "--listen"),
        (&["--limit", "patience=3"], "connections"),
        (&["--limit", "connections=none"], "connections=100"),
        (&["--limit", "hello-time=10"], "hello-time=10s"),
        (&["--trusted-proxy", "everybody"], "10.0.0.0/8"),
        (&["--host", "https://games.example"], "games.example"),
        (&["--log", "loud"], "json"),
    ] {
        let (code, said) = refused(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(said.contains(word), "{arguments:?}: {said}");
    }
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Server::start(folder.path(), &[]);
    let (code, said) = refused(&["--listen", &running.address]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("cannot listen on") && said.contains("--listen"), "{said}");
    let file = folder.path().join("no-database");
    std::fs::write(&file, "this is not a database, but it is long enough to look like something")
        .expect("a file");
    let (code, said) = refused(&["--listen", "127.0.0.1:0", "--db", &file.display().to_string()]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("cannot store games in") && said.contains("--db"), "{said}");
    assert_eq!(running.end(), Some(0));
}

/// Games survive a restart, and the database is in the program's data folder.
#[test]
fn a_game_resumes_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Server::start(folder.path(), &[]);
    let (status, seat) =
        first.ask("/api/rooms", None, Some("{\"game\":\"siege\",\"name\":\"Ada\",\"seat\":1}"));
    assert_eq!(status, 201, "{seat}");
    let room = seat.split("\"room\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a room");
    assert_eq!(first.end(), Some(0));
    assert!(folder.path().join("rooms.sqlite3").is_file());
    let second = Server::start(folder.path(), &[]);
    let (status, game) = second.ask(&format!("/api/rooms/{room}"), None, None);
    assert!(status == 200 && game.contains("Ada"), "{status} {game}");
    second.signal(Signal::INT);
    assert_eq!(second.ended().0, Some(0), "Ctrl-C ends it gracefully, too");
}

/// A second signal ends it at once.
#[test]
fn a_second_signal_ends_it_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let server =
        Server::start(folder.path(), &["--limit", "shutdown-time=86400s", "--limit", "request-time=86400s"]);
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    let head = format!(
        "POST /api/rooms HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).expect("sent");
    // The server asks for the body, so it waits for it from now on.
    stream.read_exact(&mut [0; 12]).expect("it continues");
    server.signal(Signal::TERM);
    // It accepts no new clients, so the first signal has arrived.
    while TcpStream::connect(&server.address).is_ok() {}
    server.signal(Signal::TERM);
    assert_eq!(server.ended().0, Some(130));
}

#[test]
fn the_log_is_text_json_or_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = |form: &str| {
        let server = Server::start(folder.path(), &["--log", form]);
        assert_eq!(server.ask("/healthz", None, None).0, 200);
        server.signal(Signal::TERM);
        server.ended()
    };
    let (code, json) = log("json");
    assert_eq!(code, Some(0));
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("JSON on each line")).collect();
    let answered = lines.iter().find(|line| line["message"] == "answered").expect("a request");
    assert_eq!((&answered["route"], &answered["status"]), (&"/healthz".into(), &200.into()));
    assert!(answered["micros"].is_u64(), "{answered}");
    assert!(log("text").1.contains("answered"));
    assert_eq!(log("off"), (Some(0), String::new()));
}
