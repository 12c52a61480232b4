//! The catalog itself, and the files around it: nothing is listed twice, and nothing is missing.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use numberline_rules::Seat;
use numberline_table::{RulesText, Surface, catalog, find};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace").to_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn slugs_titles_and_texts_are_unique() {
    let games = catalog();
    for part in [
        games.iter().map(|game| game.info().slug).collect::<HashSet<_>>(),
        games.iter().map(|game| game.info().title).collect(),
        games.iter().map(|game| game.info().summary).collect(),
        games.iter().map(|game| game.info().rules).collect(),
    ] {
        assert_eq!(part.len(), games.len());
    }
    assert!(find("chess").is_none());
}

#[test]
fn every_game_is_described() {
    let readme = read("README.md");
    for game in catalog() {
        let info = game.info();
        assert!(readme.contains(&format!("| `{}` |", info.slug)), "README.md has no row for {}", info.slug);
        assert!(readme.contains(info.title), "README.md does not name {}", info.title);
        for part in ["Goal", "The line", "Your turn", "The end"] {
            let text = RulesText::of(game, &game.book_settings(), Surface::Page);
            let mut sections = text.sections.into_iter();
            let is_there = sections.any(|section| section.title.as_deref() == Some(part));
            assert!(is_there, "the rules of {} have no part '{part}'", info.slug);
        }
        assert!(info.summary.chars().count() <= 64, "a menu of 80 columns has room for {}", info.summary);
        let start = game.start(&game.book_settings(), Seat::One).expect("a start");
        assert!(start.check(Seat::One, info.example).is_ok(), "the example move of {} is legal", info.slug);
    }
}

#[test]
fn every_ruling_that_the_code_cites_is_written_down() {
    let rulings = read("docs/RULINGS.md");
    let mut cited = 0;
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.components().any(|part| part.as_os_str() == "src")
                && path.extension().is_some_and(|ending| ending == "rs" || ending == "md")
            {
                let text = fs::read_to_string(&path).expect("text");
                for after in text.split("ruling R").skip(1) {
                    let number: String = after.chars().take_while(char::is_ascii_digit).collect();
                    cited += 1;
                    assert!(rulings.contains(&format!("| R{number} |")), "{}: R{number}", path.display());
                }
            }
        }
    }
    assert!(cited > 10, "the search has found the citations");
}

#[test]
fn a_variant_left_alone_is_the_books() {
    for game in catalog() {
        let book = game.book_settings();
        let start = game.start(&book, Seat::One).expect("a start");
        assert_eq!(start.settings(), book, "{}", game.info().slug);
    }
}

/// The allowed dependencies of each crate. Nothing points to the right: `rules <- solver <- table <- { learn, history }
/// <- wire <- { tui, cli, server } <- numberline`, and `rules <- verify <- cli`.
/// The harness that tries to break the server depends on the server, and no crate depends on the harness.
#[test]
fn crates_depend_only_on_what_lies_to_their_left() {
    let order = [
        "rules",
        "verify",
        "solver",
        "pace",
        "table",
        "learn",
        "history",
        "wire",
        "tui",
        "cli",
        "server",
        "cluster",
        "abuse",
        "numberline",
    ];
    let mut manifests = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).expect("the crates") {
        let name = entry.expect("a crate").file_name().into_string().expect("a name");
        manifests.insert(name.clone(), read(&format!("crates/{name}/Cargo.toml")));
    }
    assert_eq!(manifests.keys().map(String::as_str).collect::<HashSet<_>>(), HashSet::from(order));
    for (name, manifest) in &manifests {
        let place = order.iter().position(|known| known == name).expect("a known crate");
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for other in &order[place..] {
            assert!(
                !dependencies.contains(&format!("numberline-{other}")),
                "{name} must not depend on {other}"
            );
        }
    }
    // Line mode and the full screen are complete in their own right.
    assert!(!manifests["cli"].contains("numberline-tui"), "line mode has nothing to do with the full screen");
    // The server stores rooms in its own file, and the binary does not contain the harness.
    for other in ["cli", "tui", "history"] {
        assert!(
            !manifests["server"].contains(&format!("numberline-{other}")),
            "the server has nothing to do with {other}"
        );
    }
    assert!(!manifests["numberline"].contains("numberline-abuse"), "the binary does not ship the harness");
    // A checker that shared code with the solvers would share their mistakes.
    for name in ["solver", "table", "learn", "history", "wire", "tui", "server"] {
        assert!(!manifests[name].contains("numberline-verify"), "{name} has nothing to do with the checker");
    }
    let rules = &manifests["rules"];
    assert!(!rules.contains("[dependencies]"), "the rules stand alone");
    assert!(read("crates/rules/src/lib.rs").contains("#![no_std]"), "the rules need no standard library");
}
