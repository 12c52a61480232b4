//! Altered certificates. With its old seal an altered file is always refused. With a new seal it is refused too, unless
//! it has become, letter for letter, the certificate that the solvers write for another position that it now names; or,
//! in the card game, unless it names another strategy that is as good. Neither can prove anything false.

use numberline_verify::verify;

use crate::support::{certificate, certify, sealed};

/// How many letters of each line are changed.
const EVERY_LETTER: usize = usize::MAX;

fn all_alterations_fail(game: &str, settings: &str, position: Option<&str>, letters: usize) {
    let text = certificate(game, settings, position);
    let lines: Vec<&str> = text.lines().collect();
    let mut tried = 0;
    for place in 0..lines.len() {
        for altered in alterations(&lines, place, letters) {
            let name = format!("{game} {settings}, line {}: {:?}", place + 1, altered.get(place));
            tried += 1;
            let altered = altered.join("\n") + "\n";
            let Err(fault) = verify(altered.as_bytes()) else { panic!("{name} is taken") };
            // Whatever stands above the altered line still holds. Only two things are judged by what follows: the claim,
            // and whether anything rests on a line.
            let judged_later = fault.line == 5 || fault.reason.contains("nothing below rests on");
            assert!(fault.line > place as u64 || judged_later, "{name}: {fault}");
            let mut again = vec![sealed(&altered), sealed(&recounted(&altered))];
            again.dedup();
            for resealed in again {
                if resealed != text && verify(resealed.as_bytes()).is_ok() {
                    assert!(is_another_proof(&text, &resealed, place), "{name} is taken with a new seal");
                }
            }
        }
    }
    assert!(tried >= 5 * lines.len().min(1_000), "{game} {settings}: {tried} alterations");
}

/// The line with letters and digits changed, left out, doubled, and exchanged with the next one.
fn alterations(lines: &[&str], place: usize, letters: usize) -> Vec<Vec<String>> {
    let line = lines[place];
    let whole = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        change(&mut lines);
        lines
    };
    let mut all = vec![
        whole(&|lines| drop(lines.remove(place))),
        whole(&|lines| lines.insert(place, line.to_owned())),
        whole(&|lines| lines[place].push(' ')),
        whole(&|lines| lines[place].insert(0, '0')),
    ];
    if lines.get(place + 1).is_some_and(|next| *next != line) {
        all.push(whole(&|lines| lines.swap(place, place + 1)));
    }
    let changeable: Vec<usize> =
        line.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_alphanumeric()).map(|(at, _)| at).collect();
    let step = changeable.len().div_ceil(letters).max(1);
    for at in changeable.into_iter().skip(place % step).step_by(step) {
        for by in [1, 9] {
            all.push(whole(&|lines| {
                let mut bytes = line.as_bytes().to_vec();
                bytes[at] = match bytes[at] {
                    digit @ b'0'..=b'9' => b'0' + (digit - b'0' + by) % 10,
                    letter @ b'a'..=b'z' => b'a' + (letter - b'a' + by) % 26,
                    letter => b'A' + (letter - b'A' + by) % 26,
                };
                lines[place] = String::from_utf8(bytes).expect("letters");
            }));
        }
    }
    all
}

/// The text with the number of lines that it has.
fn recounted(text: &str) -> String {
    let count = text.lines().count().saturating_sub(7);
    let lines = text.lines().map(|line| match line.split(' ').collect::<Vec<_>>().as_slice() {
        ["proof", kind @ ("positions" | "mixes"), _] => format!("proof {kind} {count}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// Whether an altered certificate is right to be taken.
fn is_another_proof(before: &str, after: &str, place: usize) -> bool {
    let field = |word: &str| after.lines().find_map(|line| line.strip_prefix(word)).expect("a field");
    if (2..=3).contains(&place) {
        let (game, variant, position) = (field("game "), field("variant "), field("position "));
        return certify(game, variant, Some(position)).as_deref() == Ok(after);
    }
    let claim = |line: &str| line.split_once(" by ").map(|(claim, _)| claim.to_owned());
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    field("game ") == "cards"
        && before.len() == after.len()
        && claim(before[place]).is_some()
        && claim(before[place]) == claim(after[place])
}

#[test]
fn no_altered_certificate_of_a_book_game_is_taken() {
    all_alterations_fail("duel", "", None, EVERY_LETTER);
    all_alterations_fail("token", "", None, EVERY_LETTER);
    all_alterations_fail("siege", "", None, EVERY_LETTER);
    all_alterations_fail("blockade", "", None, 4);
    all_alterations_fail("cards", "", None, 4);
}

#[test]
fn no_altered_certificate_of_a_variant_is_taken() {
    all_alterations_fail("duel", "misere=yes", None, EVERY_LETTER);
    all_alterations_fail("blockade", "length=9 misere=yes", None, EVERY_LETTER);
    all_alterations_fail("token", "revisit=no", None, EVERY_LETTER);
    all_alterations_fail("token", "length=5 start=3 step=1", None, EVERY_LETTER);
    all_alterations_fail("cards", "cards=3 end=2", None, EVERY_LETTER);
    all_alterations_fail("cards", "cards=3 end=2 tiebreak=sample", None, EVERY_LETTER);
    all_alterations_fail("siege", "length=6 step=2", Some("1 6 2"), EVERY_LETTER);
}

#[test]
fn no_altered_certificate_of_a_mixed_game_is_taken() {
    all_alterations_fail("cards", "end=4", None, 2);
}

#[test]
fn no_altered_certificate_of_a_long_line_is_taken() {
    all_alterations_fail("duel", "length=1000000", None, EVERY_LETTER);
    all_alterations_fail("blockade", "length=1000000", None, EVERY_LETTER);
}

/// Too many lines to alter each in a test: every 4,001st of them.
#[test]
fn no_altered_certificate_of_a_long_race_is_taken() {
    let text = certificate("siege", "length=200", None);
    let lines: Vec<&str> = text.lines().collect();
    for place in (6..lines.len()).step_by(4_001) {
        for altered in alterations(&lines, place, 2) {
            let altered = altered.join("\n") + "\n";
            assert!(verify(altered.as_bytes()).is_err(), "line {}", place + 1);
            assert!(verify(sealed(&recounted(&altered)).as_bytes()).is_err(), "line {}", place + 1);
        }
    }
}
