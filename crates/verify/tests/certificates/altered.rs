//! Altered certificates: every line of every one below, each letter and digit of it changed in turn, a character more at
//! either end, left out, doubled, and exchanged with the next.
//!
//! With its old seal an altered file is always refused. With a new seal, and with its lines recounted, it is refused
//! too, and then by the proof alone, unless it is true:
//!
//! - in the lines for the variant and the position, it may have become, letter for letter, the certificate that the
//!   solvers write for another position that it now names;
//! - in the card game a line may name another strategy that is as good.
//!
//! The certificates here have up to some hundred lines, as each alteration is a file of its own that is checked from its
//! first line. `src/positions/altered.rs` alters every line of some that are too long for that.

use numberline_verify::verify;

use crate::checks::{recounted, sealed};
use crate::support::{certificate, certify};

fn all_alterations_fail(game: &str, settings: &str, position: Option<&str>) {
    let text = certificate(game, settings, position);
    let lines: Vec<&str> = text.lines().collect();
    let mut above = String::new();
    let mut tried = 0;
    for (place, line) in lines.iter().enumerate() {
        let below = &text[above.len() + line.len() + 1..];
        for altered in alterations(line, below) {
            let name = || format!("{game} {settings}, line {}: {altered:?}", place + 1);
            tried += 1;
            let altered = format!("{above}{altered}");
            let Err(fault) = verify(altered.as_bytes()) else { panic!("{} is taken", name()) };
            // Whatever stands above the altered line still holds. Only two things are judged by what follows: the claim,
            // and whether anything depends on a line.
            let judged_later = fault.line == 5 || fault.reason.contains("no line below depends on");
            assert!(fault.line > place as u64 || judged_later, "{}: {fault}", name());
            // The seal is read last: what is refused above it is refused whatever the seal.
            let last = altered.lines().count() as u64;
            let mut again = if fault.line < last { Vec::new() } else { vec![sealed(&altered)] };
            again.extend(
                Some(recounted(&altered)).filter(|counted| *counted != altered).map(|text| sealed(&text)),
            );
            for resealed in again {
                if resealed != text && verify(resealed.as_bytes()).is_ok() {
                    assert!(
                        is_another_proof(&text, &resealed, place),
                        "{} is taken, with a new seal",
                        name()
                    );
                }
            }
        }
        above.push_str(line);
        above.push('\n');
    }
    assert!(tried >= 5 * lines.len(), "{game} {settings}: {tried} alterations");
}

/// What may stand in place of a line and all that is below it.
pub(crate) fn alterations(line: &str, below: &str) -> Vec<String> {
    let mut all = vec![
        below.to_owned(),
        format!("{line}\n{line}\n{below}"),
        format!("{line} \n{below}"),
        format!("0{line}\n{below}"),
    ];
    if let Some((next, rest)) = below.split_once('\n').filter(|(next, _)| *next != line) {
        all.push(format!("{next}\n{line}\n{rest}"));
    }
    for (at, letter) in line.bytes().enumerate().filter(|(_, letter)| letter.is_ascii_alphanumeric()) {
        for by in [1, 9] {
            let other = match letter {
                digit @ b'0'..=b'9' => b'0' + (digit - b'0' + by) % 10,
                letter @ b'a'..=b'z' => b'a' + (letter - b'a' + by) % 26,
                letter => b'A' + (letter - b'A' + by) % 26,
            };
            all.push(format!("{}{}{}\n{below}", &line[..at], char::from(other), &line[at + 1..]));
        }
    }
    all
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
    all_alterations_fail("duel", "", None);
    all_alterations_fail("token", "", None);
    all_alterations_fail("siege", "", None);
}

#[test]
fn no_altered_certificate_of_the_blockade_is_taken() {
    all_alterations_fail("blockade", "", None);
}

#[test]
fn no_altered_certificate_of_the_card_game_is_taken() {
    all_alterations_fail("cards", "", None);
}

#[test]
fn no_altered_certificate_of_a_variant_is_taken() {
    all_alterations_fail("duel", "misere=yes", None);
    all_alterations_fail("blockade", "length=9 misere=yes", None);
    all_alterations_fail("token", "revisit=no", None);
    all_alterations_fail("token", "length=5 start=3 step=1", None);
    all_alterations_fail("cards", "cards=3 end=2", None);
    all_alterations_fail("cards", "cards=3 end=2 tiebreak=sample", None);
    all_alterations_fail("siege", "length=6 step=2", Some("1 6 2"));
    all_alterations_fail("siege", "length=16", None);
}

#[test]
fn no_altered_certificate_of_a_mixed_game_is_taken() {
    all_alterations_fail("cards", "cards=4 end=3", None);
}

#[test]
fn no_altered_certificate_of_a_long_line_is_taken() {
    all_alterations_fail("duel", "length=1000000", None);
    all_alterations_fail("blockade", "length=1000000", None);
}
