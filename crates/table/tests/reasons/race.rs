//! Siege: distances between the tokens and to the bases, on every well-formed position of a line.

use numberline_rules::{Game, Seat, Siege, Turn};
use numberline_table::{Analysis, Hint, Known, Outcome, RaceReason, Reason, Rung, WhereToLook};

use super::plain::{Plain, followers, play};
use super::wording::{check_sentence, numbers};
use super::{analyse, solve, variant};

/// Every position that can be written down, not only those that can come up.
fn walk(length: u16, step: u16) -> usize {
    let variant = variant::<Siege>(&format!("length={length} step={step}"));
    let oracle = solve(&Siege::start(&variant));
    let mut seen = 0;
    let places = (0..=length).flat_map(|one| (0..=length).map(move |two| (one, two)));
    for (one, two) in places {
        for mover in Seat::BOTH {
            let Ok(position) = Siege::parse(&format!("{one} {two} {mover}"), &variant) else { continue };
            let plain = Plain::of(position.clone());
            let analysis = analyse(&*oracle, &position);
            plain.check(&position, &analysis);
            if position.turn() == Turn::Of(mover) {
                check(&plain, &position, mover, &analysis);
                seen += 1;
            }
        }
    }
    seen
}

/// How many moves of its own a seat needs when it runs as fast as it can, counted one by one.
fn moves_left(position: &Siege, seat: Seat) -> u64 {
    let step = position.variant().step();
    let mut way = position.token(seat).abs_diff(position.target(seat));
    let mut moves = 0;
    while way > 0 {
        way = way.saturating_sub(step);
        moves += 1;
    }
    moves
}

fn apart(position: &Siege) -> i64 {
    i64::from(position.token(Seat::Two)) - i64::from(position.token(Seat::One))
}

/// The words for a distance that traps.
fn said_multiple(distance: u64, stride: u64) -> Vec<u64> {
    assert_eq!(distance % stride, 0);
    if distance == stride { vec![] } else { vec![stride] }
}

fn check(plain: &Plain<Siege>, position: &Siege, mover: Seat, analysis: &Analysis) {
    let place = format!("{position} step {}", position.variant().step());
    let stride = u64::from(position.variant().step()) + 1;
    let outcome = plain.worth(position, mover).outcome;
    let Reason::Race(why) = &analysis.why else { panic!("{place}: {:?}", analysis.why) };
    let distance = apart(position).unsigned_abs();
    let expected = match (why, outcome) {
        (RaceReason::InReach { .. }, Outcome::Win) => {
            let captured = play(position, mover, &distance.to_string());
            assert!(captured.token(Seat::One) == captured.token(Seat::Two), "{place}");
            assert_eq!(captured.turn().winner(), Some(mover));
            vec![distance, distance]
        }
        (RaceReason::Trapped { .. }, Outcome::Lose) if distance == stride => {
            for (_, next) in followers(position) {
                let captured = play(&next, mover.other(), &apart(&next).to_string());
                assert!(captured.token(Seat::One) == captured.token(Seat::Two), "{place}");
            }
            vec![distance]
        }
        (RaceReason::Trapped { .. }, Outcome::Lose) => {
            assert!(apart(position) > 0 && distance.is_multiple_of(stride), "{place}");
            for (_, next) in followers(position) {
                let reply = apart(&next).unsigned_abs() - (distance - stride);
                let again = play(&next, mover.other(), &reply.to_string());
                assert_eq!(apart(&again).unsigned_abs(), distance - stride, "{place}");
                assert_eq!(plain.worth(&again, mover).outcome, Outcome::Lose, "{place}");
            }
            vec![distance, stride, distance - stride]
        }
        (RaceReason::CanTrap { step, .. }, Outcome::Win) => {
            let next = play(position, mover, &step.to_string());
            assert_eq!(plain.worth(&next, mover).outcome, Outcome::Win, "{place}");
            let left = apart(&next).unsigned_abs();
            [vec![distance, u64::from(*step), left], said_multiple(left, stride)].concat()
        }
        (RaceReason::Passed { .. }, _) => {
            assert!(apart(position) < 0, "{place}");
            let (own, opponents) = (moves_left(position, mover), moves_left(position, mover.other()));
            assert_eq!(own <= opponents, outcome == Outcome::Win, "{place}");
            vec![own, opponents]
        }
        other => panic!("{place}: {other:?}"),
    };
    check_sentence(&place, &analysis.why, &expected);
    if let RaceReason::Trapped { .. } = why {
        let only = position.moves(mover).count() == 1;
        assert_eq!(analysis.why.to_string().contains("your only step"), only, "{place}");
    }
    let Known::All(moves) = &analysis.moves else { panic!("{place}") };
    for judged in moves {
        let next = play(position, mover, &judged.text);
        check_move(plain, &format!("{place}: {}", judged.text), mover, position, &next, &judged.why);
    }
    check_look(position, mover, analysis, outcome);
}

fn check_move(plain: &Plain<Siege>, place: &str, mover: Seat, before: &Siege, next: &Siege, reason: &Reason) {
    let stride = u64::from(next.variant().step()) + 1;
    let Reason::Race(why) = reason else { panic!("{place}: {reason:?}") };
    let outcome = plain.worth(next, mover).outcome;
    let distance = apart(next).unsigned_abs();
    let opponent = mover.other();
    let expected = match (why, outcome) {
        (RaceReason::Captures, Outcome::Win) => {
            assert!(distance == 0 && next.turn().winner() == Some(mover), "{place}");
            vec![]
        }
        (RaceReason::Arrives, Outcome::Win) => {
            assert!(
                next.token(mover) == next.target(mover) && next.turn().winner() == Some(mover),
                "{place}"
            );
            vec![]
        }
        (RaceReason::Exposed { reply, .. }, Outcome::Lose) => {
            let captured = play(next, opponent, &reply.to_string());
            assert!(captured.token(Seat::One) == captured.token(Seat::Two), "{place}");
            vec![next.token(mover).into(), distance]
        }
        (RaceReason::Traps { .. }, Outcome::Win) => {
            for (_, reply) in followers(next) {
                assert_eq!(plain.worth(&reply, opponent).outcome, Outcome::Lose, "{place}");
            }
            let only = next.moves(opponent).count() == 1;
            let ending = if only { "The only reply loses." } else { "Every reply loses." };
            assert!(why.to_string().ends_with(ending), "{place}: {why}");
            [vec![distance], said_multiple(distance, stride)].concat()
        }
        (RaceReason::LetsTrap { reply, .. }, Outcome::Lose) => {
            let after = play(next, opponent, &reply.to_string());
            assert_eq!(plain.worth(&after, opponent).outcome, Outcome::Win, "{place}");
            let left = apart(&after).unsigned_abs();
            [vec![distance, u64::from(*reply), left], said_multiple(left, stride)].concat()
        }
        (RaceReason::Runs { .. }, _) => {
            assert!(apart(next) < 0, "{place}");
            let (own, opponents) = (moves_left(next, mover), moves_left(next, opponent));
            assert_eq!(own < opponents, outcome == Outcome::Win, "{place}");
            let text = why.to_string();
            assert_eq!(text.starts_with("The tokens have passed."), apart(before) < 0, "{place}: {text}");
            assert_eq!(text.starts_with("It passes the opponent."), apart(before) > 0, "{place}: {text}");
            vec![own, opponents]
        }
        other => panic!("{place}: {other:?}"),
    };
    check_sentence(place, reason, &expected);
}

fn check_look(position: &Siege, mover: Seat, analysis: &Analysis, outcome: Outcome) {
    let hint = Hint::new(analysis, mover, Rung::Look);
    let best = play(position, mover, &analysis.moves.best().unwrap().text);
    match (&hint, outcome) {
        (Hint::Look(WhereToLook::Capture), Outcome::Win) => assert_eq!(apart(&best), 0, "{position}"),
        (Hint::Look(WhereToLook::Distance(distance)), Outcome::Win) => {
            assert_eq!(apart(&best), i64::from(*distance), "{position}");
            assert_eq!(numbers(&hint.to_string()), [u64::from(*distance)]);
        }
        (Hint::Look(WhereToLook::NoMultiple { stride }), Outcome::Lose) => {
            for (_, next) in followers(position) {
                assert_ne!(apart(&next) % i64::from(*stride), 0, "{position}");
            }
        }
        (Hint::Look(WhereToLook::Base), _) => assert!(apart(position) < 0, "{position}"),
        other => panic!("{position}: {other:?}"),
    }
}

#[test]
fn siege() {
    assert!(walk(10, 3) > 150);
    for (length, step) in [(2, 1), (3, 3), (13, 1), (13, 5), (16, 4), (20, 7), (9, 20)] {
        walk(length, step);
    }
}
