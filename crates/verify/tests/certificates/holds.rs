//! The checker accepts what the solvers write, and it proves what is known to be true.

use numberline_table::{catalog, find};
use numberline_verify::verify;

use crate::support::{certificate, certify};

fn proves(game: &str, settings: &str, position: Option<&str>, value: &str) {
    let text = certificate(game, settings, position);
    let certified = verify(text.as_bytes()).unwrap_or_else(|fault| panic!("{game} {settings}: {fault}"));
    assert_eq!(certified.value.to_string(), value, "{game} {settings} {position:?}");
    assert_eq!(certified.title, find(game).expect("a game").info().title);
    assert_eq!(certified.lines as usize + 7, text.lines().count());
}

#[test]
fn every_game_of_the_catalog_has_certificates() {
    for game in catalog() {
        let text = certificate(game.info().slug, "", None);
        assert!(verify(text.as_bytes()).is_ok(), "{}", game.info().slug);
    }
}

#[test]
fn the_books_games_are_proved() {
    proves("duel", "", None, "1 wins in 7");
    proves("token", "", None, "draw");
    proves("blockade", "", None, "1 wins in 9");
    proves("cards", "", None, "1 wins with chance 0");
    proves("cards", "tiebreak=sample", None, "1 wins with chance 0");
    proves("siege", "", None, "1 wins in 5");
}

#[test]
fn variants_are_proved() {
    proves("cards", "end=4", None, "1 wins with chance 28983752/72184713");
    proves("cards", "cards=1 end=1", None, "1 wins with chance 0");
    proves("duel", "misere=yes", None, "1 wins in 8");
    proves("blockade", "length=30 misere=yes", None, "2 wins in 13");
    proves("token", "revisit=no", None, "1 wins in 6");
    proves("token", "length=12 step=11 revisit=no", None, "1 wins in 10");
    proves("token", "length=3 start=2 step=1", None, "2 wins in 1");
    proves("token", "length=1000 start=2 step=3", None, "draw");
    proves("token", "length=12 step=11", None, "draw");
    proves("siege", "length=200", None, "2 wins in 100");
    proves("siege", "length=30 step=40", None, "1 wins in 1");
    proves("siege", "length=2 step=1", None, "2 wins in 2");
}

#[test]
fn long_lines_are_proved_by_nimbers() {
    proves("duel", "length=1000000", None, "1 wins with nimber 1");
    proves("blockade", "length=1000000", None, "1 wins with nimber 1");
    proves("duel", "length=1000000000000000000", None, "1 wins with nimber 1");
    proves("duel", "length=49", None, "1 wins with nimber 1");
    proves("duel", "", Some("runs 1000 1000 / 2"), "1 wins with nimber 0");
    proves("blockade", "", Some("runs 5000 7 12 / 2"), &nimber_of_the_last());
}

/// Computed from scratch, as nobody should take a number in a test on trust.
fn nimber_of_the_last() -> String {
    let mut values: Vec<u64> = vec![0];
    for run in 1..=5000_usize {
        let left = |at: usize| values[at.saturating_sub(1)] ^ values[(run - 1 - at).saturating_sub(1)];
        // Beyond half of the run the same parts come again.
        let reached: Vec<u64> = (0..run.div_ceil(2)).map(left).collect();
        values.push((0..).find(|value| !reached.contains(value)).expect("a value"));
    }
    let nimber = values[5000] ^ values[7] ^ values[12];
    format!("{} wins with nimber {nimber}", if nimber == 0 { 1 } else { 2 })
}

#[test]
fn any_position_can_be_proved_even_one_that_is_over() {
    proves("siege", "", Some("3 10 2"), "2 wins in 3");
    proves("siege", "", Some("5 5 1"), "2 wins in 0");
    proves("token", "", Some("1 2"), "2 wins in 0");
    proves("token", "revisit=no", Some("7 2 3,5,7"), "2 wins in 4");
    proves("duel", "", Some("XXX 1"), "2 wins in 0");
    proves("duel", "misere=yes", Some("XXX 1"), "1 wins in 0");
    proves("blockade", "", Some(".....-O-.-X-......... 1"), "1 wins in 9");
    proves("cards", "", Some("-1 1,2,4,5 1,2,3,5 2"), "1 wins with chance 1/2");
    proves("cards", "", Some("5 1 1 1"), "1 wins with chance 1");
}

#[test]
fn what_is_too_large_is_refused_with_the_limit() {
    let refused =
        |game, settings| certify(game, settings, None).map(|text| text.len()).expect_err("too large");
    assert!(refused("siege", "length=10000").contains("more than 500000 positions"));
    assert!(refused("token", "length=10000 step=9999").contains("more than 20000000 plies"));
    assert!(refused("token", "length=10000 start=5000 step=1 revisit=no").contains("67108864 bytes"));
}

#[test]
fn writer_and_checker_have_the_same_limits() {
    use numberline_table as table;
    use numberline_verify as checker;
    assert_eq!(table::MOST_CERTIFIED, checker::MOST_POSITIONS);
    assert_eq!(table::MOST_CERTIFIED_PLIES, checker::MOST_PLIES);
    assert_eq!(table::LARGEST_CERTIFICATE, checker::LARGEST);
    assert_eq!(table::LONGEST_CERTIFICATE_LINE, checker::LONGEST_LINE);
}
