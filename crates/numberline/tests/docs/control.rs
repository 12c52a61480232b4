//! Negative controls: made-up documents with mistakes in them. The checks must find each of them, and nothing else.

use crate::document::Document;
use crate::{commands, links, root};

/// The lines at which there are findings.
fn places(findings: &[String]) -> Vec<usize> {
    let place = |finding: &String| finding.split(':').nth(1).and_then(|line| line.parse().ok());
    findings.iter().map(|finding| place(finding).expect("a place")).collect()
}

const COMMANDS: &str = "\
# Made up
```sh
numberline games                     # right
numberline games --jason             # no such option
numberline play duel                 # right
numberline play chess                # no such game
numberline play --resume no-file     # nothing to resume
numberline tui siege                 # right
numberline tui chess                 # no such game
numberline serve --listen 0.0.0.0:80 # right
numberline serve --listen nowhere    # no address
numberline serve --limit cows=5      # no such limit
cargo xtask ci                       # right
cargo xtask fly                      # no such task
cargo run --release -- rules duel    # right
cargo run --release -- rules chess   # no such game
cargo test -p numberline --test docs # right
cargo test -p numberline --test dogs # no such test
cargo install --path crates/nowhere  # no such folder
dance 'numberline'                   # no such program
```
```sh
numberline solve siege --certificate siege.txt
numberline verify siege.txt          # right: the folder is the block's
```
```sh
numberline verify siege.txt          # another block, another folder
```
```console
$ numberline solve siege
…
The only first move that wins: 2
…
$ numberline solve siege
…
The only first move that wins: 3
…
$ printf '2\\n1\\n3\\n1\\n3\\n' | numberline play siege
Welcome to Number Duel!
…
```
";

#[test]
fn wrong_commands_and_outputs_are_found() {
    let findings = commands::check(&Document::new("made-up.md", COMMANDS));
    let expected = [4, 6, 7, 9, 11, 12, 14, 16, 18, 19, 20, 27, 34, 38];
    assert_eq!(places(&findings), expected, "{findings:#?}");
}

#[test]
fn wrong_requests_are_found() {
    let text = "\
```sh
curl http://127.0.0.1:8080/healthz
curl http://127.0.0.1:8080/unhealthz
curl -N http://127.0.0.1:8080/api/rooms/ROOM/stream
```
";
    if !commands::run("curl --help all", &root()).said.contains("--json") {
        eprintln!("skipped, because there is no curl 7.82 or newer here");
        return;
    }
    let findings = commands::check(&Document::new("made-up.md", text));
    // No room was opened, so there is nothing to follow.
    assert_eq!(places(&findings), [3, 4], "{findings:#?}");
}

#[test]
fn wrong_names_in_sentences_are_found() {
    let text = "\
Run `numberline solve GAME`, `cargo xtask ci`, `cargo test -p PACKAGE` or `cargo install --locked geckodriver`,
not `numberline dance`,
nor `cargo xtask fly`,
nor `cargo install --locked gecko`,
nor `cargo install --unlocked geckodriver`.
";
    let findings = commands::check_named(&Document::new("made-up.md", text));
    assert_eq!(places(&findings), [2, 3, 4, 5], "{findings:#?}");
}

#[test]
fn wrong_links_are_found() {
    let text = "\
# Made up

[right](../README.md#the-games)
[no such file](NOWHERE.md)
[no such heading](../README.md#nowhere)
[right](#made-up) and `[no](link)`
[no such heading here](#nowhere)
![no such picture](pictures/nothing.png)
";
    let findings = links::check(&Document::new("docs/made-up.md", text), &root());
    assert_eq!(places(&findings), [4, 5, 7, 8], "{findings:#?}");
}

#[test]
fn incomplete_contents_are_found() {
    let whole =
        "# Title\n\n## Contents\n\n- [One](#one)\n- [Two `b`](#two-b)\n\n## One\n\n### Part\n\n## Two `b`\n";
    assert_eq!(links::check_contents(&Document::new("made-up.md", whole)), [""; 0]);
    for part in ["- [One](#one)\n", "### Part\n\n## Two `b`\n"] {
        let text = whole.replace(part, "");
        assert_eq!(links::check_contents(&Document::new("made-up.md", &text)).len(), 1, "{text}");
    }
}
