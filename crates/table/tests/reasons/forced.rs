//! The general reasons for any game in which one seat moves at a time, on the games that have better ones too.

use numberline_rules::{Blockade, Duel, Match, Picture, Seat, Sequential, Siege, Token, Turn};
use numberline_table::{
    Analysis, ByRetrograde, ForcedReason, Hint, Known, Outcome, Reason, Rung, Verdict, WhereToLook, game,
};

use super::plain::{Plain, followers, play};
use super::variant;
use super::wording::{check_sentence, numbers};

fn walk<G: Sequential + Picture>(settings: &str) {
    let start = G::start(&variant::<G>(settings));
    let oracle = game::<G, ByRetrograde>().solve(&Match::from_position(start.clone()), &()).unwrap();
    let plain = Plain::of(start);
    for position in &plain.positions {
        let analysis = oracle.analyse(&Match::from_position(position.clone())).unwrap();
        plain.check(position, &analysis);
        if let Turn::Of(mover) = position.turn() {
            check(&plain, position, mover, &analysis);
        }
    }
}

fn check<G: Sequential>(plain: &Plain<G>, position: &G, mover: Seat, analysis: &Analysis) {
    let place = position.to_string();
    let Verdict { outcome, remoteness } = plain.worth(position, mover);
    let Reason::Forced(why) = &analysis.why else { panic!("{place}") };
    let distance: Vec<u64> = remoteness.filter(|plies| *plies > 1).map(u64::from).into_iter().collect();
    let expected = match (why, outcome) {
        (ForcedReason::Won { best, .. }, Outcome::Win) => [numbers(best), distance].concat(),
        (ForcedReason::Lost { .. }, Outcome::Lose) => {
            let only = position.moves(mover).count() == 1;
            assert_eq!(analysis.why.to_string().starts_with("Your only move"), only, "{place}");
            distance
        }
        (ForcedReason::Endless { best }, Outcome::Draw) => {
            assert_eq!(plain.after(position, mover, best).outcome, Outcome::Draw, "{place}");
            numbers(best)
        }
        other => panic!("{place}: {other:?}"),
    };
    check_sentence(&place, &analysis.why, &expected);
    let Known::All(moves) = &analysis.moves else { panic!("{place}") };
    for judged in moves {
        let next = play(position, mover, &judged.text);
        let place = format!("{place}: {}", judged.text);
        let outcome = plain.worth(&next, mover).outcome;
        let Reason::Forced(why) = &judged.why else { panic!("{place}") };
        let expected = match (why, outcome) {
            (ForcedReason::Ends { wins }, _) => {
                assert_eq!(next.turn().winner().map(|winner| winner == mover), Some(*wins), "{place}");
                vec![]
            }
            (ForcedReason::Wins { .. }, Outcome::Win) => {
                let only = next.moves(mover.other()).count() == 1;
                assert_eq!(judged.why.to_string() == "The only reply loses.", only, "{place}");
                for (_, reply) in followers(&next) {
                    assert_eq!(plain.worth(&reply, mover.other()).outcome, Outcome::Lose, "{place}");
                }
                vec![]
            }
            (ForcedReason::Loses { reply }, Outcome::Lose) => {
                assert_eq!(plain.after(&next, mover.other(), reply).outcome, Outcome::Win, "{place}");
                numbers(reply)
            }
            (ForcedReason::GoesOn { reply }, Outcome::Draw) => {
                assert_eq!(plain.after(&next, mover.other(), reply).outcome, Outcome::Draw, "{place}");
                numbers(reply)
            }
            other => panic!("{place}: {other:?}"),
        };
        check_sentence(&place, &judged.why, &expected);
    }
    let Hint::Look(WhereToLook::Count { good, moves: all }) = Hint::new(analysis, mover, Rung::Look) else {
        panic!("{place}")
    };
    let best = plain.worth(position, mover);
    let equal = moves.iter().filter(|judged| plain.after(position, mover, &judged.text) == best).count();
    assert_eq!((good, all), (equal, moves.len()), "{place}");
}

#[test]
fn every_sequential_game() {
    walk::<Duel>("length=7");
    walk::<Duel>("length=6 misere=yes");
    walk::<Blockade>("length=8");
    walk::<Token>("");
    walk::<Token>("length=9 step=3 revisit=no");
    walk::<Siege>("");
}
