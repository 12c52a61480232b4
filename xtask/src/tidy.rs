//! Checks of the tree itself: files stay small and say what they are for, and nothing unfinished is left behind.

use std::fs;
use std::process::Command;

/// The longest a source file may get; one noun a file.
const LONGEST: usize = 500;

/// Spelled in halves, so that this file does not find itself.
const UNFINISHED: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!("), concat!("unimple", "mented!(")];

/// How a source file says what it is for.
const OPENINGS: [(&str, &str); 3] = [(".rs", "//!"), (".js", "// "), (".css", "/* ")];

/// Looks at every file that git knows or would know.
pub(crate) fn run() -> Result<(), String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "*.rs", "*.md", "*.js", "*.css"])
        .output()
        .map_err(|error| format!("git could not be started: {error}"))?;
    let files = String::from_utf8(listed.stdout).map_err(|error| error.to_string())?;
    let mut wrong = Vec::new();
    for path in files.lines() {
        // A file that was deleted but is still listed is none of ours.
        let Ok(text) = fs::read_to_string(path) else { continue };
        for (number, line) in text.lines().enumerate() {
            if UNFINISHED.iter().any(|mark| line.contains(mark)) {
                wrong.push(format!("{path}:{}: something is unfinished", number + 1));
            }
        }
        let opening = OPENINGS.iter().find(|(ending, _)| path.ends_with(ending));
        let Some((_, opening)) = opening else { continue };
        let lines = text.lines().count();
        if lines > LONGEST {
            wrong.push(format!("{path}: {lines} lines; a file stays under {LONGEST}"));
        }
        if !text.starts_with(opening) {
            wrong.push(format!("{path}: does not begin with {opening} and what it is for"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
