//! Files that are not certificates: each is refused with a line and a reason, soon, and without a crash.

use numberline_verify::{LARGEST, LONGEST_LINE, verify};
use proptest::prelude::*;

use crate::checks::{recounted, sealed};
use crate::support::certificate;

fn refused(bytes: &[u8], line: u64, reason: &str) {
    let fault = verify(bytes).expect_err(reason);
    assert!(fault.line == line && fault.reason.contains(reason), "{fault}, not {line}: {reason}");
}

/// The first lines of a certificate, with one of them replaced.
fn header(game: &str, line: usize, text: &str) -> Vec<u8> {
    let text = text.to_owned() + "\n";
    let certificate = certificate(game, "", None);
    let lines = certificate.split_inclusive('\n').enumerate();
    lines
        .map(|(place, before)| if place + 1 == line { text.as_str() } else { before })
        .collect::<String>()
        .into()
}

/// The same text with room below for the longest proof, so that nothing is refused for being too short.
fn roomy(text: &[u8]) -> Vec<u8> {
    [text, &vec![b'\n'; 500_000]].concat()
}

#[test]
fn garbage_is_refused() {
    refused(b"", 1, "the file ends");
    refused(b"\n", 1, "begins with");
    refused(b"hello\n", 1, "begins with");
    refused(b"numberline certificate 2\n", 1, "begins with");
    refused(b"\xff\xfe\x00\n", 1, "characters");
    refused(b"numberline certificate 1\r\n", 1, "characters");
    refused("numberline certificate 1\ngame si\u{202e}ege\n".as_bytes(), 2, "characters");
    refused(b"numberline certificate 1\ngame siege\xc3\x28\n", 2, "characters");
    refused(b"numberline certificate 1\ngame chess\n", 2, "no such game");
    refused(b"numberline certificate 1\ngame siege", 2, "cut off");
    refused(&vec![b'x'; 1 << 20], 1, "longer than 65536 bytes");
    refused(&vec![b'\n'; LARGEST + 1], 1, "larger than");
    refused(&[b"numberline certificate 1\n", vec![b'9'; 1 << 20].as_slice()].concat(), 2, "longer than");
}

#[test]
fn what_is_at_its_limit_is_not_refused_for_its_size() {
    refused(&vec![b'\n'; LARGEST], 1, "begins with");
    let longest = vec![b'x'; LONGEST_LINE];
    refused(&longest, 1, "cut off");
    refused(&[&longest, b"\n".as_slice()].concat(), 1, "begins with");
    refused(&[&longest, b"x\n".as_slice()].concat(), 1, "longer than");
}

#[test]
fn a_fault_says_where_it_is_and_shows_the_beginning_of_what_is_wrong() {
    let nines = "9".repeat(60_000);
    let fault = verify(&header("siege", 5, &format!("value {nines}"))).expect_err("no value");
    let shown = &nines[..60];
    assert_eq!(
        fault.to_string(),
        format!("line 5: '{shown}...' is not a value such as '1 wins in 5' or 'draw'")
    );
}

#[test]
fn made_up_headers_are_refused() {
    let nines = "9".repeat(60_000);
    for (text, reason) in [
        ("length=10 step=3", "'variant'"),
        ("variant length=10", "written 'length=10 step=3'"),
        ("variant step=3 length=10", "written 'length=10 step=3'"),
        ("variant length=10 step=3 step=3", "written"),
        ("variant length=010 step=3", "written"),
        ("variant length=99999999999 step=3", "length is '99999999999', but must be 2 to 10000"),
        ("variant depth=3", "there is no parameter 'depth'"),
        (&format!("variant length={nines}"), "must be 2 to 10000"),
    ] {
        refused(&header("siege", 3, text), 3, reason);
    }
    for (text, reason) in [
        ("position 0 11 1", "There is no position 11"),
        ("position 0  10 1", "written '0 10 1'"),
        ("position +0 10 1", "A position of this game is written"),
        (&format!("position {nines} 10 1"), "A position of this game is written"),
    ] {
        refused(&header("siege", 4, text), 4, reason);
    }
    refused(&header("duel", 4, "position ........... 1"), 4, "another variant");
    for text in [
        "value",
        "value 1 wins",
        "value 3 wins in 5",
        "value 1 wins in 05",
        "value 1 wins in -5",
        "value win",
    ] {
        let reason = if text == "value" { "'value'" } else { "is not a value" };
        refused(&header("siege", 5, text), 5, reason);
    }
    refused(&header("siege", 5, &format!("value 1 wins in {nines}")), 5, "is not a value");
    refused(&header("siege", 5, "value 1 wins in 4294967296"), 5, "is not a value");
    for chance in ["2/4", "1/0", "0/1", "3/2", "-1/2", "1/", "/2", "01/2", "1/2/3", "0.5", "1_0/11", &nines] {
        refused(&header("cards", 5, &format!("value 1 wins with chance {chance}")), 5, "is not a value");
    }
}

#[test]
fn made_up_proofs_are_refused() {
    for (text, reason) in [
        ("proof", "'proof'"),
        ("proof trust 5", "not a kind of proof"),
        ("proof positions", "not a kind of proof"),
        ("proof positions 0115", "not a kind of proof"),
        ("proof positions 999999999", "at most 500000 lines"),
        ("proof positions 9999999999", "not a kind of proof"),
        ("proof positions 99999999999999999999", "not a kind of proof"),
        ("proof positions 1", "more positions"),
        ("proof positions 500000", "only 115 positions"),
        ("proof mixes 115", "no proof of this kind"),
        ("proof nimbers 115 period 12 from 5", "no proof of this kind"),
    ] {
        refused(&roomy(&header("siege", 6, text)), 6, reason);
    }
    for (text, reason) in [
        ("proof nimbers 168 period 0 from 83", "takes twice itself"),
        ("proof nimbers 55 period 12 from 71", "takes twice itself"),
        ("proof nimbers 999999 period 499999 from 0", "at most 500000 lines"),
        ("proof nimbers 400002 period 100000 from 100000", "at most 1000"),
        ("proof nimbers 2 period 999999999 from 999999999", "takes twice itself"),
    ] {
        refused(&roomy(&header("duel", 6, text)), 6, reason);
    }
    // A line too long to explore stops at the number of positions that is claimed.
    let endless = "numberline certificate 1\ngame token\nvariant length=40 start=20 step=20 revisit=no\n\
        position 20 1 20\nvalue draw\nproof positions 500000\n";
    refused(&roomy(endless.as_bytes()), 6, "more positions");
    // So does a position with more moves than anybody could list.
    let endless = "numberline certificate 1\ngame duel\nvariant length=1000000000000000000 misere=no\n\
        position .{1000000000000000000} 1\nvalue draw\nproof positions 500000\n";
    refused(&roomy(endless.as_bytes()), 6, "more positions");
}

/// Nothing is searched for a proof that is not there.
#[test]
fn a_file_that_is_shorter_than_its_proof_is_refused_at_once() {
    for (game, settings) in [("siege", ""), ("cards", ""), ("duel", "length=1000000")] {
        let text = certificate(game, settings, None);
        let proof = text.lines().nth(5).expect("its proof");
        let count: u64 = proof.split(' ').nth(2).and_then(|count| count.parse().ok()).expect("its size");
        // The last line is the seal, so a proof that has one line too few is refused only there.
        let announces =
            |more: u64| text.replace(proof, &proof.replace(&count.to_string(), &(count + more).to_string()));
        let reason = format!("announces {} lines, but only {} follow", count + 2, count + 1);
        refused(announces(2).as_bytes(), 6, &reason);
        let fault = verify(announces(1).as_bytes()).expect_err("too short");
        assert!(!fault.reason.contains("announces"), "{fault}");
    }
}

/// The moves of this token, from all squares and for both seats, are just as many as may be looked at.
#[test]
fn a_proof_with_too_many_plies_is_refused() {
    let token = |length: u32| {
        format!(
            "numberline certificate 1\ngame token\nvariant length={length} start=5 step=640 revisit=yes\n\
             position 5 1\nvalue draw\nproof positions 500000\n"
        )
    };
    refused(&roomy(token(8134).as_bytes()), 6, "only 16264 positions");
    refused(&roomy(token(8135).as_bytes()), 6, "at most 20000000 plies");
}

/// A list may say more than it has to, but not more than it may.
#[test]
fn the_longest_list_of_nimbers_is_taken() {
    let text = certificate("duel", "length=1000000", None);
    let lines: Vec<&str> = text.lines().collect();
    let nimber =
        |run: usize| lines[6 + if run < 71 { run } else { 71 + (run - 71) % 12 }].split(' ').next_back();
    let list = |from: usize| {
        let count = 2 * (from + 12) + 2;
        let runs: String =
            (0..count).map(|run| format!("{run} = {}\n", nimber(run).expect("a nimber"))).collect();
        sealed(&format!(
            "{}\nproof nimbers {count} period 12 from {from}\n{runs}end\n",
            lines[..5].join("\n")
        ))
    };
    assert_eq!(list(71), text);
    assert_eq!(verify(list(487).as_bytes()).map(|certified| certified.lines), Ok(1000));
    refused(list(488).as_bytes(), 6, "at most 1000");
}

/// A period that the first values seem to have is not taken for one that lasts.
#[test]
fn nimbers_that_do_not_repeat_are_refused() {
    let text = certificate("duel", "length=1000000", None);
    let mut short: Vec<String> = text.lines().take(6 + 30).map(str::to_owned).collect();
    short[5] = "proof nimbers 30 period 12 from 2".into();
    let short = sealed(&(short.join("\n") + "\nend\n"));
    let fault = verify(short.as_bytes()).expect_err("no period of 12 begins at 2");
    assert!(fault.reason.contains("breaks the period of 12"), "{fault}");
    let misere = text.replace("misere=no", "misere=yes");
    refused(sealed(&misere).as_bytes(), 6, "where the last move loses");
}

#[test]
fn every_truncated_certificate_is_refused() {
    for (game, settings) in [("siege", "length=6"), ("cards", "cards=2 end=2"), ("token", "")] {
        let text = certificate(game, settings, None);
        for length in 0..text.len() {
            let fault = verify(&text.as_bytes()[..length]).expect_err("truncated");
            assert!(fault.line as usize <= text.lines().count(), "{game}: {fault}");
        }
        refused(format!("{text}\n").as_bytes(), text.lines().count() as u64 + 1, "has ended");
    }
}

#[test]
fn a_strategy_has_one_way_to_be_written() {
    let text = certificate("cards", "cards=1 end=1", None);
    for strategy in ["01:1", "1:1/2,1:1/2", "+1:1"] {
        let other = text.replace(" by 1:1 ", &format!(" by {strategy} "));
        assert_ne!(other, text);
        refused(
            sealed(&other).as_bytes(),
            7,
            if strategy == "+1:1" { "is not a card" } else { "ascending order" },
        );
    }
}

/// It is named itself, although only the lines below it show that they do not need it.
#[test]
fn a_line_that_nothing_depends_on_is_refused() {
    let text = certificate("cards", "cards=3 end=2", None);
    let last_plies =
        ["0 1 1 -", "0 2 2 -", "0 3 3 -", "1 1 1 1", "1 2 2 1", "1 3 3 1", "-1 1 1 2", "-1 2 2 2"];
    let spare = last_plies.into_iter().find(|position| !text.contains(&format!("\n{position} = ")));
    let own = certificate("cards", "cards=3 end=2", Some(spare.expect("a position off the path")));
    let spare = own.lines().nth(6).expect("its line");
    let mut lines: Vec<&str> = text.lines().collect();
    let is_above = |line: &&&str| line.matches(',').count() == spare.matches(',').count() && **line < spare;
    let place = 6 + lines[6..].iter().take_while(is_above).count();
    lines.insert(place, spare);
    let longer = sealed(&recounted(&(lines.join("\n") + "\n")));
    refused(longer.as_bytes(), place as u64 + 1, "no line below depends on this one");
}

/// A chance that is a hair off, with strategies that are right.
#[test]
fn a_chance_must_be_exact() {
    let text = certificate("cards", "end=4", None);
    let off = sealed(&text.replace("28983752/72184713", "28983751/72184713"));
    let fault = verify(off.as_bytes()).expect_err("too little");
    assert!(fault.reason.contains("against Player 2's strategy card"), "{fault}");
    assert!(fault.reason.ends_with(" is worth 28983752/72184713"), "{fault}");
    let off = sealed(&text.replace("28983752/72184713", "28983754/72184713"));
    let fault = verify(off.as_bytes()).expect_err("too much");
    assert!(fault.reason.ends_with("Player 1's strategy is worth only 28983752/72184713"), "{fault}");
}

proptest! {
    #[test]
    fn no_bytes_bring_it_down(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(verify(&bytes).is_err());
    }

    #[test]
    fn no_scattered_bytes_go_unnoticed(
        game in prop::sample::select(vec!["duel", "token", "cards", "siege"]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let text = certificate(game, "", None).into_bytes();
        let mut altered = text.clone();
        for (at, byte) in changes {
            let at = at.index(altered.len());
            altered[at] = byte;
        }
        prop_assert_eq!(verify(&altered).is_ok(), altered == text);
        // With a new seal it may only fail or hold; it does not crash.
        if let Ok(text) = String::from_utf8(altered) {
            let _ = verify(sealed(&text).as_bytes());
        }
    }
}
