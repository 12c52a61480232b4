//! What the README shows is what the program does.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that fails says so by panicking")]

#[path = "support/server.rs"]
mod server;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use numberline_server::{LIMITS, ServerLimits};
use server::Server;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).expect("the README")
}

/// The fenced blocks of one kind.
fn blocks(kind: &str) -> Vec<String> {
    let text = readme();
    let fence = format!("```{kind}\n");
    text.split(fence.as_str())
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default().to_owned())
        .collect()
}

fn numberline(arguments: &[&str], typed: &str, folder: &Path) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_numberline"))
        .args(arguments)
        .current_dir(folder)
        .env("NUMBERLINE_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // A command that reads nothing may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    (String::from_utf8(output.stdout).expect("text"), output.status.code())
}

#[test]
fn the_transcript_comes_out_as_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = blocks("console");
    assert_eq!(shown.len(), 1);
    for block in shown {
        let (command, expected) = block.split_once('\n').expect("a command and what it prints");
        let (typed, command) = command.split_once(" | numberline ").expect("input and a command");
        let typed = typed.trim_start_matches("$ printf '").trim_end_matches('\'').replace("\\n", "\n");
        let arguments: Vec<&str> = command.split(' ').collect();
        let (said, code) = numberline(&arguments, &typed, folder.path());
        assert_eq!((said.as_str(), code), (expected, Some(0)));
    }
}

/// Each command starts; a game then finds no input, and the full screen no terminal, with their own exit codes.
#[test]
fn the_commands_shown_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tried = 0;
    for line in
        blocks("sh").iter().flat_map(|block| block.lines()).filter(|line| line.starts_with("numberline "))
    {
        let command = line.split('#').next().unwrap_or_default();
        let mut arguments = Vec::new();
        for (place, part) in command.split('\'').enumerate() {
            if place % 2 == 1 { arguments.push(part) } else { arguments.extend(part.split_whitespace()) }
        }
        if arguments.get(1) == Some(&"serve") {
            // A server runs until it is told to stop; here its port may be taken.
            let others = arguments[2..]
                .iter()
                .filter(|argument| !argument.contains(":8080") && **argument != "--listen");
            let server = Server::start(folder.path(), &others.copied().collect::<Vec<_>>());
            assert_eq!(server.end(), Some(0), "{line}");
            tried += 1;
            continue;
        }
        let code = numberline(&arguments[1..], "", folder.path()).1;
        let expected = match arguments[1..].first() {
            Some(&"play") => 1,
            Some(&"tui") => 2,
            _ => 0,
        };
        assert_eq!(code, Some(expected), "{line}");
        tried += 1;
    }
    assert!(tried >= 8, "{tried} commands were found");
}

#[test]
fn the_record_shown_is_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = blocks("text").into_iter().find(|block| block.starts_with("[Game")).expect("a record");
    fs::write(folder.path().join("game.txt"), record).expect("a file");
    let (said, code) = numberline(&["replay", "game.txt"], "", folder.path());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("{The trap is set") && said.contains("Congratulations, Ada!"), "{said}");
}

/// The README's requests to a server are answered, in order.
#[test]
fn the_requests_shown_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    let (mut room, mut key, mut sent) = (String::new(), String::new(), 0);
    for line in blocks("sh").iter().flat_map(|block| block.lines()).filter(|line| line.starts_with("curl ")) {
        let line = line.replace("ROOM", &room).replace("KEY", &key);
        let parts: Vec<&str> = line.split('\'').collect();
        let url = line
            .split(['\'', ' '])
            .find_map(|word| word.strip_prefix("http://127.0.0.1:8080"))
            .expect("a URL");
        let header = parts.iter().copied().find(|part| part.starts_with("Authorization: "));
        let body = parts.iter().copied().find(|part| part.starts_with('{'));
        let (status, answer) = server.ask(url, header, body);
        assert!((200..300).contains(&status), "{line}: {status} {answer}");
        let field = |name: &str| {
            answer.split(&format!("\"{name}\":\"")).nth(1).and_then(|rest| rest.split('"').next())
        };
        if let (true, Some(new_room), Some(new_key)) = (room.is_empty(), field("room"), field("key")) {
            (room, key) = (new_room.to_owned(), new_key.to_owned());
        }
        sent += 1;
    }
    assert!(sent >= 5 && key.len() == 32, "{sent} requests were found");
    assert_eq!(server.end(), Some(0));
}

/// The README's list of limits matches the server's.
#[test]
fn the_limits_shown_are_those_of_the_server() {
    let readme = readme();
    let section =
        readme.split("## ServerLimits of the server").nth(1).and_then(|rest| rest.split("\n## ").next());
    let rows = section.expect("a section").lines().filter(|line| line.starts_with("| `"));
    let limits = ServerLimits::default();
    let expected = LIMITS
        .iter()
        .map(|limit| format!("| `{}` | {} | {} |", limit.name, limit.value(&limits), limit.what))
        .collect::<Vec<_>>();
    assert_eq!(rows.collect::<Vec<_>>(), expected);
}
