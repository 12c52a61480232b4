//! Links between documents, and tables of contents.

use std::fs;
use std::path::Path;

use crate::document::Document;

/// Looks for links to files and headings that are not there.
pub(crate) fn check(document: &Document, root: &Path) -> Vec<String> {
    let folder = Path::new(&document.path).parent().unwrap_or(Path::new(""));
    let mut findings = Vec::new();
    for link in document.links() {
        if link.target.contains("://") || link.target.starts_with("mailto:") {
            continue;
        }
        let (path, anchor) = link.target.split_once('#').unwrap_or((&link.target, ""));
        let file = root.join(folder).join(path);
        let wrong = if path.is_empty() {
            lacks(document, anchor)
        } else if !file.exists() {
            Some(format!("there is no {path}"))
        } else if anchor.is_empty() {
            None
        } else {
            let text = fs::read_to_string(&file).unwrap_or_default();
            lacks(&Document::new(path, &text), anchor)
        };
        findings.extend(wrong.map(|what| document.finding(link.line, &what)));
    }
    findings
}

/// Compares a table of contents with the headings of level 2 below it.
pub(crate) fn check_contents(document: &Document) -> Vec<String> {
    let Some(contents) = document.section("Contents") else { return Vec::new() };
    let listed: Vec<String> =
        contents.lines().filter(|line| line.starts_with("- ")).map(str::to_owned).collect();
    let headings =
        document.headings().into_iter().filter(|(level, title)| *level == 2 && title != "Contents");
    let expected: Vec<String> =
        headings.map(|(_, title)| format!("- [{title}](#{})", anchor(&title))).collect();
    if listed == expected {
        Vec::new()
    } else {
        vec![document.finding(1, &format!("the contents should be\n{}", expected.join("\n")))]
    }
}

fn lacks(document: &Document, wanted: &str) -> Option<String> {
    let found = document.headings().iter().any(|(_, title)| anchor(title) == wanted);
    (!found).then(|| format!("{} has no heading #{wanted}", document.path))
}

/// What a heading is called in an address: small letters and digits, with dashes for spaces.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}
