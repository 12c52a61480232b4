//! No two crates of the program give different public types the same name, because a reader meets them side by side.

use std::collections::BTreeMap;

/// Crates that only developers run. Nothing else is built on them.
const TOOLS: [&str; 3] = ["abuse", "cluster", "pace"];

/// The names that more than one crate exports.
pub(crate) fn check(paths: &[&str], read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut owners: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for path in paths {
        let Some(name) = path.strip_prefix("crates/").and_then(|rest| rest.strip_suffix("/src/lib.rs"))
        else {
            continue;
        };
        if TOOLS.contains(&name) {
            continue;
        }
        for exported in types(&read(path).unwrap_or_default()) {
            owners.entry(exported).or_default().push(name);
        }
    }
    let shared = owners.into_iter().filter(|(_, crates)| crates.len() > 1);
    shared.map(|(name, crates)| format!("{name}: is a public type of {}", crates.join(" and "))).collect()
}

/// The types that a library exports of its own; what it passes on from another crate is that crate's.
fn types(library: &str) -> Vec<String> {
    let code: Vec<&str> = library.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let exports = code.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let own = exports.filter(|export| !export.starts_with("numberline_"));
    let words = own.flat_map(|export| {
        export.split([',', '{', '}']).map(|part| part.rsplit([':', ' ']).next().unwrap_or_default().trim())
    });
    words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_two_crates_export_is_found() {
        let paths =
            ["crates/a/src/lib.rs", "crates/b/src/lib.rs", "crates/b/src/door.rs", "crates/pace/src/lib.rs"];
        let first =
            "//! A.\nmod door;\npub use door::{Door, Key as DoorKey,\n    open};\npub use window::Window;\n";
        let found = |second: &str| {
            check(&paths, |path| Some(if path == "crates/a/src/lib.rs" { first } else { second }.to_owned()))
        };
        assert_eq!(
            found("pub use door::{Lock, Key};\npub use numberline_a::Door;\n// pub use door::Window;\n"),
            [""; 0]
        );
        assert_eq!(
            found("pub use house::{\n    Door,\n    open,\n};\n"),
            ["Door: is a public type of a and b"]
        );
        assert_eq!(found("pub use house::Room as Window;\n"), ["Window: is a public type of a and b"]);
        assert_eq!(found("pub use door::DoorKey;\n"), ["DoorKey: is a public type of a and b"]);
    }
}
