//! `numberline rooms` beside a running server, and a second server on the same file.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::server::Server;
use rustix::process::Signal;
use serde_json::Value;

fn numberline(home: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_numberline"));
    program.args(arguments).env("NUMBERLINE_HOME", home).output().expect("the program ends")
}

/// What a command prints, and its exit code.
fn rooms(home: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = numberline(home, &[&["rooms"], arguments].concat());
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

/// Opens a room and returns its name and the key to its first seat.
fn open(server: &Server, body: &str) -> (String, String) {
    let (status, seat) = server.ask("/api/rooms", None, Some(body));
    assert_eq!(status, 201, "{seat}");
    let seat: Value = serde_json::from_str(&seat).expect("JSON");
    let text = |name: &str| seat[name].as_str().expect("a text").to_owned();
    (text("room"), text("key"))
}

#[test]
fn an_operator_lists_shows_copies_and_deletes_games_of_a_running_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    let (code, _, said) = rooms(home, &["list"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("does not exist") && said.contains("--db"), "{said}");
    let server = Server::start(home, &[]);
    assert_eq!(rooms(home, &["list"]), (Some(0), "No games.\n".to_owned(), String::new()));
    let (room, key) = open(&server, r#"{"game":"cards","name":"Ada","seat":1}"#);
    let (status, _) = server.ask(&format!("/api/rooms/{room}/join"), None, Some(r#"{"name":"Grace"}"#));
    assert_eq!(status, 200);
    let bearer = format!("authorization: Bearer {key}");
    let command = r#"{"id":"secret","do":{"kind":"move","text":"4"}}"#;
    let (status, said) = server.ask(&format!("/api/rooms/{room}/commands"), Some(&bearer), Some(command));
    assert_eq!(status, 200, "{said}");

    let (code, listed, _) = rooms(home, &["list"]);
    assert_eq!(code, Some(0));
    assert!(listed.contains(&room) && listed.contains("Ada against Grace"), "{listed}");
    let (_, json, _) = rooms(home, &["list", "--json", "--standing", "live"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json[0]["room"], &json[0]["listed"], &json[0]["finished"]),
        (&room.clone().into(), &false.into(), &Value::Null)
    );
    assert_eq!(rooms(home, &["list", "--standing", "over"]).1, "No games.\n");

    let (code, shown, _) = rooms(home, &["show", &room]);
    assert_eq!(code, Some(0));
    assert!(shown.contains("Ada against Grace") && shown.contains("not over yet"), "{shown}");
    let (_, view, _) = rooms(home, &["show", &room, "--json"]);
    let seen: Value = serde_json::from_str(&view).expect("JSON");
    let (_, served) = server.ask(&format!("/api/rooms/{room}"), None, None);
    assert_eq!(seen, serde_json::from_str::<Value>(&served).expect("JSON"), "the same as all viewers see");
    assert_eq!(
        (&seen["chosen"][0], &seen["plies"]),
        (&true.into(), &Value::Array(Vec::new())),
        "that, and not what"
    );
    for said in [&listed, &shown, &view] {
        assert!(!said.contains(&key), "{said}");
    }

    let copy = home.join("copy.sqlite3");
    let copy = copy.to_str().expect("text");
    assert_eq!(rooms(home, &["backup", copy]).0, Some(0));
    let (code, _, said) = rooms(home, &["backup", copy]);
    assert_eq!(code, Some(1));
    assert!(said.contains("exists already"), "{said}");

    let (code, _, said) = rooms(home, &["delete", &room, "aaaaaaaaaaaa"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("aaaaaaaaaaaa"), "{said}");
    assert_eq!(rooms(home, &["show", &room]).0, Some(0), "all or none");
    assert_eq!(rooms(home, &["delete", &room]), (Some(0), "Deleted 1 game.\n".to_owned(), String::new()));
    assert_eq!(rooms(home, &["show", &room]).0, Some(1));
    assert_eq!(rooms(home, &["show", &room, "--db", copy]).0, Some(0), "the copy still has it");
    assert_eq!(rooms(home, &["show", "no room"]).0, Some(2));
    assert_eq!(server.end(), Some(0));
}

/// The lock goes with the process, however it ends.
#[test]
fn a_second_server_is_refused_until_the_first_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Server::start(folder.path(), &[]);
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(folder.path().join("rooms.sqlite3"), &link).expect("a link");
    for way in [&[][..], &["--db", link.to_str().expect("text")]] {
        let second = numberline(folder.path(), &[&["serve", "--listen", "127.0.0.1:0"], way].concat());
        let said = String::from_utf8(second.stderr).expect("text");
        assert_eq!(second.status.code(), Some(1), "{said}");
        assert!(said.contains("another server is using it"), "{said}");
    }
    first.signal(Signal::KILL);
    first.ended();
    assert_eq!(Server::start(folder.path(), &[]).end(), Some(0));
}

/// A server says at its start that its database is older than it was.
#[test]
fn an_older_database_is_reported_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let body = r#"{"game":"duel","name":"Ada"}"#;
    let run = |opens: bool| {
        let server = Server::start(folder.path(), &["--log", "off"]);
        opens.then(|| open(&server, body));
        server.signal(Signal::TERM);
        server.ended()
    };
    run(true);
    // After a shutdown everything is in this one file.
    fs::copy(file("rooms.sqlite3"), file("old")).expect("a copy");
    run(true);
    let (code, said) = run(false);
    assert_eq!(code, Some(0));
    assert!(!said.contains("warning"), "the control: nothing is missing: {said}");
    fs::copy(file("old"), file("rooms.sqlite3")).expect("a copy");
    for side in ["rooms.sqlite3-wal", "rooms.sqlite3-shm"] {
        let _ = fs::remove_file(file(side));
    }
    let (_, said) = run(false);
    assert!(said.contains("warning: the database has lost its last entry since"), "{said}");
}
