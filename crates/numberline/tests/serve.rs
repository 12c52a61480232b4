//! The program as a server: how it starts, what it prints, and how it ends.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that fails says so by panicking")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use crate::server::Server;
use rustix::process::Signal;

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
    let lines = every_line_as_json(&json);
    let answered = lines.iter().find(|line| line["message"] == "answered").expect("a request");
    assert_eq!((&answered["route"], &answered["status"]), (&"/healthz".into(), &200.into()));
    assert!(answered["micros"].is_u64(), "{answered}");
    let said = |line: &serde_json::Value| line["message"].as_str().map(ToOwned::to_owned);
    assert_eq!(lines.first().and_then(said).as_deref(), Some("listening"));
    assert_eq!(lines.last().and_then(said).as_deref(), Some("ended"));
    assert!(log("text").1.contains("answered"));
    let (code, off) = log("off");
    assert_eq!((code, off.lines().count()), (Some(0), 1), "{off}");
    assert!(off.starts_with("numberline: listening on http://127.0.0.1:"), "{off}");
    let address = Server::start(folder.path(), &["--log", "off"]);
    let (code, json) = refused(&["--log", "json", "--listen", &address.address]);
    assert_eq!(code, Some(1), "{json}");
    let [failed] = &every_line_as_json(&json)[..] else { unreachable!("one line: {json}") };
    assert_eq!((&failed["level"], &failed["message"]), (&"ERROR".into(), &"failed".into()));
    assert!(failed["error"].as_str().is_some_and(|error| error.contains("cannot listen on")), "{failed}");
    assert_eq!(address.end(), Some(0));
}

fn every_line_as_json(log: &str) -> Vec<serde_json::Value> {
    log.lines().map(|line| serde_json::from_str(line).expect("JSON on each line")).collect()
}

#[test]
fn a_line_has_the_request_the_room_and_the_address_only_if_it_is_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, has_address) in
        [(&["--log", "json"][..], false), (&["--log", "json", "--log-addresses"], true)]
    {
        let server = Server::start(folder.path(), arguments);
        let wish = "{\"game\":\"siege\",\"name\":\"Ada\",\"seat\":1}";
        let (_, seat) = server.ask("/api/rooms", None, Some(wish));
        let seat: serde_json::Value = serde_json::from_str(&seat).expect("a seat");
        let room = seat["room"].as_str().expect("a room");
        server.ask(&format!("/api/rooms/{room}"), None, None);
        server.ask("/api/rooms/nonsense", None, None);
        server.signal(Signal::TERM);
        let lines = every_line_as_json(&server.ended().1);
        let looked: Vec<_> = lines.iter().filter(|line| line["route"] == "/api/rooms/{room}").collect();
        let [known, unknown] = &looked[..] else { unreachable!("two looks: {lines:?}") };
        assert_eq!(known["span"]["room"], room, "{known}");
        assert!(unknown["span"]["room"].is_null(), "{unknown}");
        assert_eq!(known["span"]["client"] == "127.0.0.1", has_address, "{known}");
        let ids = [known, unknown].map(|line| line["span"]["id"].as_str().expect("an id").to_owned());
        assert!(ids[0].len() == 16 && ids[0] != ids[1], "{ids:?}");
    }
}

/// A closed terminal ends the server as any other signal does; `nohup` lets it run.
#[test]
fn a_hangup_ends_it_in_good_order() {
    let folder = tempfile::tempdir().expect("a folder");
    if is_hangup_ignored() {
        eprintln!("These tests run under nohup, so their servers ignore hangups and none is tried.");
    } else {
        let server = Server::start(folder.path(), &["--log", "json"]);
        server.signal(Signal::HUP);
        let (code, log) = server.ended();
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("\"ended\""), "{log}");
    }
    let kept = Server::start_with("nohup", folder.path(), &[]);
    kept.signal(Signal::HUP);
    assert_eq!(kept.ask("/healthz", None, None).0, 200);
    assert_eq!(kept.end(), Some(0));
}

/// Whether this process ignores hangups, which the programs that it starts then do too.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 == 1))
}

/// `numberline serve 2>&1 | head -1`: the reader is gone after the first line.
#[test]
fn a_log_without_a_reader_hurts_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_unread(folder.path(), &[]);
    let wish = "{\"game\":\"siege\",\"name\":\"Ada\",\"seat\":1}";
    for _ in 0..5 {
        assert_eq!(server.ask("/api/rooms", None, Some(wish)).0, 201);
    }
    // The log has a thread of its own, which may not have come to a line yet.
    let counted = (0..1_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        let (_, metrics) = server.ask("/metrics", None, None);
        let lost = metrics.lines().find_map(|line| line.strip_prefix("numberline_log_lines_lost_total "));
        lost.is_some_and(|lost| lost.parse::<f64>().is_ok_and(|lost| lost >= 4.0))
    });
    assert!(counted, "four lines lost");
    assert_eq!(server.end(), Some(0));
}
