//! The checker in another language, `examples/check_certificate.py`, which is written from docs/CERTIFICATES.md alone: it takes and
//! refuses the same files as ours, whole, altered and made up. Without `python3` there is nothing to compare.

use std::fs;
use std::path::Path;
use std::process::Command;

use numberline_verify::verify;

use crate::altered::alterations;
use crate::checks::{recounted, sealed};
use crate::support::certificate;

/// This many alterations of each certificate are tried, spread evenly over all of them.
const SAMPLE: usize = 60;

/// Every kind of proof, of every game, of finished positions, and in the short form.
const CERTIFICATES: [(&str, &str, Option<&str>); 22] = [
    ("duel", "", None),
    ("duel", "misere=yes", None),
    ("duel", "", Some("XXX 1")),
    ("duel", "misere=yes", Some("XXX 1")),
    ("duel", "", Some(".X{1990}....X.... 2")),
    ("duel", "length=1000000", None),
    ("duel", "", Some("runs 1000 1000 / 2")),
    ("blockade", "length=14", None),
    ("blockade", "length=9 misere=yes", None),
    ("blockade", "", Some(".....-O-.-X-......... 1")),
    ("blockade", "length=1000000", None),
    ("token", "", None),
    ("token", "revisit=no", None),
    ("token", "length=5 start=3 step=1", None),
    ("token", "", Some("1 2")),
    ("siege", "", None),
    ("siege", "length=6 step=2", Some("1 6 2")),
    ("siege", "", Some("5 5 1")),
    ("cards", "", None),
    ("cards", "cards=4 end=3", None),
    ("cards", "cards=3 end=2 tiebreak=sample", None),
    ("cards", "", Some("5 1 1 1")),
];

/// Some of the alterations of a certificate, with the old seal, a new one, and with the lines recounted.
fn altered(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut above = String::new();
    for line in text.lines() {
        let below = &text[above.len() + line.len() + 1..];
        all.extend(alterations(line, below).into_iter().map(|altered| format!("{above}{altered}")));
        above = format!("{above}{line}\n");
    }
    let stride = all.len().div_ceil(SAMPLE);
    let sample = all.into_iter().step_by(stride).enumerate();
    let as_files = |(number, altered): (usize, String)| {
        let mut files = vec![sealed(&altered), sealed(&recounted(&altered))];
        files.extend(Some(altered).filter(|_| number.is_multiple_of(8)));
        files.dedup();
        files
    };
    sample.flat_map(as_files).collect()
}

/// Files that no certificate is altered into.
fn made_up(text: &str) -> Vec<String> {
    let line = |place: usize, other: &str| {
        let lines = text.lines().enumerate();
        sealed(
            &lines
                .map(|(at, line)| format!("{}\n", if at == place { other } else { line }))
                .collect::<String>(),
        )
    };
    let mut files = vec![String::new(), "hello\n".into(), format!("{text}\n"), text.replace('\n', "\r\n")];
    files
        .extend([text.len() - 1, text.len() / 2, 30].map(|length| text[..length.min(text.len())].to_owned()));
    files.extend(
        ["length=010 step=3", "step=3 length=10", "length=10", "depth=3"]
            .map(|it| line(2, &format!("variant {it}"))),
    );
    files.extend(
        ["0  10 1", "+0 10 1", "10 0 1", "5 1 1,2,5", "0 1,2 2,3 -", "-0 1 1 1"]
            .map(|it| line(3, &format!("position {it}"))),
    );
    files.extend(
        ["draw", "1 wins in 05", "1 wins with chance 2/4", "3 wins in 5"]
            .map(|it| line(4, &format!("value {it}"))),
    );
    let proofs = [
        "positions",
        "positions 0",
        "mixes 5",
        "nimbers 168 period 0 from 83",
        "trust 5",
        "positions 99999999999",
    ];
    files.extend(proofs.map(|it| line(5, &format!("proof {it}"))));
    files
}

#[test]
fn the_checker_in_another_language_agrees() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ours = Vec::new();
    let mut write = |text: &str| {
        fs::write(folder.path().join(ours.len().to_string()), text).expect("a file");
        ours.push(verify(text.as_bytes()).is_ok());
    };
    for (game, settings, position) in CERTIFICATES {
        let text = certificate(game, settings, position);
        write(&text);
        altered(&text).iter().chain(&made_up(&text)).for_each(|altered| write(altered));
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/check_certificate.py");
    let script = script.canonicalize().expect("the checker");
    let files = (0..ours.len()).map(|number| number.to_string());
    let mut python = Command::new("python3");
    let Ok(output) = python.arg(script).args(files).current_dir(folder.path()).output() else {
        println!("skipped: there is no python3 to run the other checker with");
        return;
    };
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(said.lines().count(), ours.len(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "some do not hold");
    for (number, (line, ours)) in said.lines().zip(&ours).enumerate() {
        let theirs = line.starts_with(&format!("{number} holds: "));
        assert!(theirs || line.starts_with(&format!("{number} does not hold: ")), "{line}");
        let text = || fs::read_to_string(folder.path().join(number.to_string())).unwrap_or_default();
        assert_eq!(theirs, *ours, "{line}\nours: {:?}\n{}", verify(text().as_bytes()), text());
    }
    let holding = ours.iter().filter(|holds| **holds).count();
    println!("{} files, {holding} of which hold", ours.len());
    assert!((CERTIFICATES.len()..ours.len() / 2).contains(&holding));
}
