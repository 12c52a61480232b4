//! Token: the squares, the safe ones, and the moves that lose.

use numberline_rules::{Direction, Game, Seat, Token, Turn};
use numberline_table::{Analysis, Doom, Hint, Known, Outcome, Reason, Rung, SquareReason, WhereToLook};

use super::plain::{Plain, followers, play};
use super::quoted::quoted;
use super::wording::{check_sentence, numbers};
use super::{analyse, solve, variant};

fn walk(settings: &str) -> usize {
    let start = Token::start(&variant::<Token>(settings));
    let oracle = solve(&start);
    let plain = Plain::of(start);
    for position in &plain.positions {
        let analysis = analyse(&*oracle, position);
        plain.check(position, &analysis);
        if let Turn::Of(mover) = position.turn() {
            check(&plain, position, mover, &analysis);
        }
    }
    plain.positions.len()
}

fn losing(plain: &Plain<Token>, position: &Token, mover: Seat) -> u64 {
    let after = followers(position).map(|(_, next)| plain.worth(&next, mover).outcome);
    after.filter(|outcome| *outcome == Outcome::Lose).count() as u64
}

fn check(plain: &Plain<Token>, position: &Token, mover: Seat, analysis: &Analysis) {
    let place = position.to_string();
    let verdict = plain.worth(position, mover);
    let Reason::Square(why) = &analysis.why else { panic!("{place}: {:?}", analysis.why) };
    let at = u64::from(position.square());
    let all = position.moves(mover).count() as u64;
    let expected = match (why, verdict.outcome) {
        (SquareReason::Parity { left }, _) => {
            let line = position.variant();
            assert!(!line.may_revisit() && line.step() + 3 >= line.length(), "{place}");
            let squares =
                (2..line.length()).filter(|square| position.visited().all(|visited| visited != *square));
            assert_eq!(squares.count() as u64, *left, "{place}");
            assert_eq!(verdict.outcome == Outcome::Win, left % 2 == 1, "{place}");
            assert_eq!(verdict.remoteness.map(u64::from), Some(left + 1), "{place}");
            if *left == 0 { Vec::new() } else { vec![*left] }
        }
        (SquareReason::AllSafe { .. }, Outcome::Draw) => {
            assert_eq!(losing(plain, position, mover), 0, "{place}");
            vec![at, all]
        }
        (SquareReason::SomeSafe { .. }, Outcome::Draw) => {
            assert!(losing(plain, position, mover) > 0, "{place}");
            vec![at, losing(plain, position, mover), all]
        }
        (SquareReason::Won { best, doom, .. }, Outcome::Win) => {
            check_doom(&place, &play(position, mover, best), doom, &why.to_string());
            [vec![at], quoted_numbers(&analysis.why)].concat()
        }
        (SquareReason::Lost { doom, .. }, Outcome::Lose) => {
            check_doom(&place, position, doom, &why.to_string());
            [vec![at], quoted_numbers(&analysis.why)].concat()
        }
        other => panic!("{place}: {other:?}"),
    };
    check_sentence(&place, &analysis.why, &expected);
    let Known::All(moves) = &analysis.moves else { panic!("{place}") };
    for judged in moves {
        let next = play(position, mover, &judged.text);
        check_move(plain, &format!("{place}: {}", judged.text), mover, &next, &judged.why);
    }
    check_look(plain, position, mover, analysis);
}

fn check_move(plain: &Plain<Token>, place: &str, mover: Seat, next: &Token, reason: &Reason) {
    let Reason::Square(why) = reason else { panic!("{place}: {reason:?}") };
    let outcome = plain.worth(next, mover).outcome;
    let landing = u64::from(next.square());
    let is_end = next.square() == 1 || next.square() == next.variant().length();
    let opponent = mover.other();
    let replies = next.moves(opponent).count() as u64;
    let expected = match (why, outcome) {
        (SquareReason::End { .. }, Outcome::Lose) => {
            assert!(is_end && next.turn().winner() == Some(opponent), "{place}");
            vec![landing]
        }
        (SquareReason::Leaves { left, .. }, Outcome::Win | Outcome::Lose) => {
            let between = u64::from(next.variant().length()) - 2;
            assert_eq!(*left, between - next.visited().count() as u64, "{place}");
            assert_eq!(left.is_multiple_of(2), outcome == Outcome::Win, "{place}");
            if *left == 0 { vec![landing] } else { vec![landing, *left] }
        }
        (SquareReason::Wins { doom, .. }, Outcome::Win) => {
            check_doom(place, next, doom, &why.to_string());
            [vec![landing], quoted_numbers(reason)].concat()
        }
        (SquareReason::Loses { reply, doom, .. }, Outcome::Lose) => {
            check_doom(place, &play(next, opponent, reply), doom, &why.to_string());
            [vec![landing], quoted_numbers(reason)].concat()
        }
        (SquareReason::Safe { .. }, Outcome::Draw) => match losing(plain, next, opponent) {
            0 => vec![landing, replies],
            losing => vec![landing, losing, replies],
        },
        other => panic!("{place}: {other:?}"),
    };
    check_sentence(place, reason, &expected);
}

/// The numbers in the moves that a sentence quotes.
fn quoted_numbers(reason: &Reason) -> Vec<u64> {
    quoted(reason).iter().flat_map(|text| numbers(text)).collect()
}

/// Checks what the sentence leaves for the seat to move against its moves.
fn check_doom(place: &str, position: &Token, doom: &Doom, text: &str) {
    let on_an_end = |next: &Token| next.square() == 1 || next.square() == next.variant().length();
    let all = followers(position).count();
    let ends = followers(position).filter(|(_, next)| on_an_end(next)).count();
    match doom {
        Doom::Stuck => {
            assert_eq!(all, 0, "{place}: {text}");
            assert!(position.turn().winner().is_some() && !on_an_end(position), "{place}: {text}");
            assert!(text.contains("no square to go to"), "{place}: {text}");
        }
        Doom::Ends { moves } => {
            assert!(all > 0 && *moves == all && ends == all, "{place}: {text}");
            let plural = ["the ends of", "every move"].iter().any(|words| text.contains(words));
            assert_eq!(plural, all > 1, "{place}: {text}");
        }
        Doom::Holds { moves, .. } => {
            assert!(*moves == all && ends < all, "{place}: {text}");
            let only = text.contains("only move is") || text.contains("only reply is");
            assert_eq!(only, all == 1, "{place}: {text}");
        }
    }
}

fn check_look(plain: &Plain<Token>, position: &Token, mover: Seat, analysis: &Analysis) {
    let place = position.to_string();
    let outcome = plain.worth(position, mover).outcome;
    let best = analysis.moves.best().unwrap();
    match (Hint::new(analysis, mover, Rung::Look), outcome) {
        (Hint::Look(WhereToLook::NoSquare), Outcome::Lose) => {}
        (Hint::Look(WhereToLook::Squares(squares)), Outcome::Draw) => {
            let safe =
                followers(position).filter(|(_, next)| plain.worth(next, mover).outcome == Outcome::Draw);
            let mut safe: Vec<u16> = safe.map(|(_, next)| next.square()).collect();
            safe.sort_unstable();
            assert_eq!(squares, safe, "{place}");
        }
        (Hint::Look(WhereToLook::Side(side)), Outcome::Win | Outcome::Draw) => {
            let left = play(position, mover, &best.text).square() < position.square();
            assert_eq!(side == Direction::Left, left, "{place}");
        }
        other => panic!("{place}: {other:?}"),
    }
}

#[test]
fn token() {
    assert_eq!(walk(""), 20);
    for settings in [
        "length=3 start=2 step=1",
        "length=4 start=2 step=2",
        "length=5 start=3 step=3",
        "length=6 start=3 step=5",
        "length=17 start=9 step=5",
        "length=40 start=20 step=12",
    ] {
        walk(settings);
    }
}

#[test]
fn token_without_second_visits() {
    assert!(walk("revisit=no") > 100);
    for settings in [
        "length=3 start=2",
        "length=8 step=5",
        "length=9 step=3",
        "length=12 start=3 step=3",
        "length=14 start=7 step=2",
    ] {
        walk(&format!("{settings} revisit=no"));
    }
}
