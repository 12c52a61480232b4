//! Compares the code map of ARCHITECTURE.md with the tree: every module is named there, and what is named exists.

use std::collections::BTreeSet;

/// The section of ARCHITECTURE.md that is the map, and the one after it.
const MAP: &str = "\n## Code map\n";

/// Folders whose files are the modules of a section, after the section's own folder.
const SOURCES: [&str; 3] = ["src/", "page/", ""];

/// Files that are not modules of their own: they list others, or test them.
const UNLISTED: [&str; 3] = ["lib.rs", "main.rs", "tests.rs"];

/// Everything in which the map and these files differ.
pub(crate) fn check(document: &str, paths: &[&str]) -> Vec<String> {
    let Some((_, map)) = document.split_once(MAP) else {
        return vec!["ARCHITECTURE.md has no code map".to_owned()];
    };
    let map = map.split("\n## ").next().unwrap_or_default();
    let mut wrong = Vec::new();
    let mut mapped = BTreeSet::new();
    for section in map.split("\n### ").skip(1) {
        let (title, text) = section.split_once('\n').unwrap_or((section, ""));
        for home in quoted(title) {
            mapped.insert(home.to_owned());
            wrong.extend(compare(home, text, paths));
        }
    }
    let crates: BTreeSet<String> = paths.iter().filter_map(|path| crate_of(path)).collect();
    wrong.extend(crates.difference(&mapped).map(|home| format!("{home}: is not in the code map")));
    wrong
}

/// The folder of the crate that a path is in.
fn crate_of(path: &str) -> Option<String> {
    let (name, _) = path.strip_prefix("crates/")?.split_once('/')?;
    Some(format!("crates/{name}"))
}

/// What a section says of a folder against what is there.
fn compare(home: &str, section: &str, paths: &[&str]) -> Vec<String> {
    let own = |path: &&str| path.strip_prefix(home).is_some_and(|rest| rest.starts_with('/'));
    let own: Vec<&str> = paths.iter().copied().filter(own).collect();
    let mut named = BTreeSet::new();
    let mut wrong = Vec::new();
    for item in section.split("\n- ").skip(1) {
        // An item ends where its indented lines do.
        let item = item.split("\n\n").next().unwrap_or_default();
        let names: Vec<&str> = quoted(item).into_iter().filter(|name| is_module(name)).collect();
        let folders = names.iter().filter(|name| name.ends_with('/'));
        let mut folders: Vec<String> =
            folders.flat_map(|folder| [format!("src/{folder}"), (*folder).to_owned()]).collect();
        folders.extend(SOURCES.map(str::to_owned));
        for name in names {
            let candidates = folders.iter().map(|folder| format!("{home}/{folder}{name}"));
            let found: Vec<String> = candidates
                .filter(|place| own.iter().any(|path| path == place || is_below(path, place)))
                .collect();
            if found.is_empty() {
                wrong.push(format!("ARCHITECTURE.md: {home} has no {name}"));
            }
            named.extend(found);
        }
    }
    let modules = own.iter().filter(|path| is_listed(home, path));
    wrong.extend(
        modules
            .filter(|path| !named.contains(**path))
            .map(|path| format!("{path}: is not named in the code map of ARCHITECTURE.md")),
    );
    wrong
}

/// Whether a folder, written with its slash, holds a path.
fn is_below(path: &str, folder: &str) -> bool {
    folder.ends_with('/') && path.starts_with(folder)
}

/// Whether a file has to have its place in the map: those in folders belong to the module beside the folder.
fn is_listed(home: &str, path: &str) -> bool {
    let Some(rest) = path.strip_prefix(home).and_then(|rest| rest.strip_prefix('/')) else { return false };
    let name = SOURCES.iter().find_map(|source| rest.strip_prefix(source).filter(|_| !source.is_empty()));
    name.is_some_and(|name| is_module(name) && !name.contains('/') && !UNLISTED.contains(&name))
}

fn is_module(name: &str) -> bool {
    [".rs", ".js", "/"].iter().any(|ending| name.ends_with(ending))
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 7] = [
        "crates/a/src/lib.rs",
        "crates/a/src/one.rs",
        "crates/a/src/two.rs",
        "crates/a/src/two/part.rs",
        "crates/a/page/three.js",
        "crates/b/src/main.rs",
        "tools/src/four.rs",
    ];

    fn wrong(map: &str) -> Vec<String> {
        check(&format!("# Title\n\n## Code map\n\n{map}\n## Other\n\n- `nothing.rs`: elsewhere\n"), &PATHS)
    }

    const RIGHT: &str = "### `crates/a`\n\n- `one.rs`: one\n- `two.rs` and `two/`: the rest; `part.rs`\n  a part\n- `three.js`: a page\n\n\
        ### `crates/b`\n\nThe program.\n\n### `tools`\n\n- `four.rs`: four\n";

    #[test]
    fn a_map_that_names_every_module_is_right() {
        assert_eq!(wrong(RIGHT), [""; 0]);
    }

    #[test]
    fn what_is_missing_on_either_side_is_found() {
        let without = |line: &str| wrong(&RIGHT.replace(line, ""));
        for (line, missing) in [
            ("- `one.rs`: one\n", "crates/a/src/one.rs"),
            ("- `three.js`: a page\n", "crates/a/page/three.js"),
            ("- `four.rs`: four\n", "tools/src/four.rs"),
        ] {
            assert_eq!(
                without(line),
                [format!("{missing}: is not named in the code map of ARCHITECTURE.md")]
            );
        }
        assert_eq!(without("### `crates/b`\n\nThe program.\n"), ["crates/b: is not in the code map"]);
        let gone = RIGHT.replace("`one.rs`", "`one.rs`, `gone.rs`").replace("`two/`", "`gone/`");
        let found = wrong(&gone);
        assert!(found.contains(&"ARCHITECTURE.md: crates/a has no gone.rs".to_owned()), "{found:?}");
        assert!(found.contains(&"ARCHITECTURE.md: crates/a has no gone/".to_owned()), "{found:?}");
    }
}
