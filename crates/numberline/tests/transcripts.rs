//! Golden transcripts: what the program prints, including typed input.
//!
//! Each file in `transcripts/` is a short story in one empty folder. `# ` is a remark, `$ ` a command, `< ` a typed
//! line (piped in), `| ` a line of standard output, `! ` one of standard error, and `= ` the exit code. `cargo xtask
//! bless` rewrites the files; the difference must then be read line by line.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that fails says so by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

struct Step {
    remarks: Vec<String>,
    command: String,
    typed: Vec<String>,
}

fn read_steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut remarks = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            let remarks = std::mem::take(&mut remarks);
            steps.push(Step { remarks, command: command.to_owned(), typed: Vec::new() });
        } else if let Some(typed) = line.strip_prefix("< ").or((line == "<").then_some("")) {
            steps.last_mut().expect("a command before what is typed").typed.push(typed.to_owned());
        } else if line.starts_with('#') || line.is_empty() {
            remarks.push(line.to_owned());
        }
    }
    steps
}

fn run(step: &Step, folder: &Path) -> String {
    let words = shlex(&unescaped(&step.command));
    let (program, arguments) = words.split_first().expect("a command");
    assert_eq!(program, "numberline", "transcripts run nothing else");
    let mut child = Command::new(env!("CARGO_BIN_EXE_numberline"))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("NUMBERLINE_HOME", folder.join("home"))
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut typed = unescaped(&step.typed.join("\n"));
    if !typed.is_empty() || !step.typed.is_empty() {
        typed.push('\n');
    }
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let mut text = step.remarks.iter().fold(String::new(), |text, remark| text + remark + "\n");
    writeln!(text, "$ {}", step.command).expect("a text");
    let mut add = |mark: char, lines: &str| {
        for line in lines.lines() {
            let line = format!("{mark} {line}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
    };
    add('<', &step.typed.join("\n").replace("\n\n", "\n \n"));
    add('|', &without_dates(&String::from_utf8(output.stdout).expect("text")));
    add('!', &String::from_utf8(output.stderr).expect("text"));
    add('=', &output.status.code().expect("an exit code").to_string());
    text
}

/// `\e` stands for the escape character and `\rlo` for the right-to-left override.
fn unescaped(text: &str) -> String {
    text.replace("\\e", "\x1b").replace("\\rlo", "\u{202e}")
}

/// Replaces days with `DATE` and times with `DATE TIME`, because they differ from run to run.
fn without_dates(text: &str) -> String {
    let is_like = |part: &str, like: &str| {
        part.len() == like.len()
            && part.bytes().zip(like.bytes()).all(|(byte, like)| match like {
                b'0' => byte.is_ascii_digit(),
                other => byte == other,
            })
    };
    let mut clean = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let starts = |like: &str| rest.get(..like.len()).is_some_and(|part| is_like(part, like));
        let (put, used) = if starts("0000-00-00 00:00") {
            ("DATE TIME".to_owned(), 16)
        } else if starts("0000-00-00") {
            ("DATE".to_owned(), 10)
        } else {
            (c.to_string(), c.len_utf8())
        };
        clean.push_str(&put);
        rest = &rest[used..];
    }
    clean
}

/// Splits a command at spaces, except within single quotes.
fn shlex(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in command.split('\'').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the transcripts").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn every_transcript_comes_out_as_written() {
    let waiting = Mutex::new(transcripts().into_iter());
    let different = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                // The lock is released before the transcript is played.
                while let Some(path) = { waiting.lock().expect("no panic").next() } {
                    different.lock().expect("no panic").extend(difference(&path));
                }
            });
        }
    });
    let mut different = different.into_inner().expect("no panic");
    different.sort();
    assert!(different.is_empty(), "transcripts that come out differently:\n{}", different.join("\n"));
}

/// Plays a transcript, and says where it comes out differently. A blessed transcript is rewritten instead.
fn difference(path: &Path) -> Option<String> {
    let expected = fs::read_to_string(path).expect("a transcript");
    let folder = tempfile::tempdir().expect("a folder");
    let steps = read_steps(&expected);
    assert!(!steps.is_empty(), "{} runs nothing", path.display());
    let actual: String = steps.iter().map(|step| run(step, folder.path())).collect();
    if std::env::var_os("NUMBERLINE_BLESS").is_some() {
        fs::write(path, actual).expect("the transcript is written");
        return None;
    }
    if actual == expected {
        return None;
    }
    let line = actual.lines().zip(expected.lines()).position(|(a, e)| a != e);
    let line = line.unwrap_or_else(|| actual.lines().count().min(expected.lines().count()));
    Some(format!(
        "{}:{}\n  expected: {}\n  actual:   {}",
        path.display(),
        line + 1,
        expected.lines().nth(line).unwrap_or("(nothing)"),
        actual.lines().nth(line).unwrap_or("(nothing)"),
    ))
}

#[test]
fn every_game_has_a_transcript_of_its_book() {
    for game in numberline_table::catalog() {
        let slug = game.info().slug;
        let wanted = format!("book_{slug}.txt");
        assert!(
            transcripts().iter().any(|path| path.file_name().is_some_and(|name| *name == *wanted)),
            "{wanted} is missing"
        );
    }
}
