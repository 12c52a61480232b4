//! Where both choose at once: sure wins, chances and mixes, checked against the results of every pair of moves.

use std::collections::HashMap;

use numberline_rules::{Cards, Choices, Game, Match, Picture, Seat, Simultaneous, Turn};
use numberline_table::{
    Analysis, AnyGame, AnyOracle, ByInduction, CardReason, Fraction, Hint, Known, Mixed, Reason, Rung,
    WhereToLook, find, game, share,
};

use super::wording::{check_hint, check_sentence, numbers};
use super::{analyse, solve, variant};
use crate::hideout::Hideout;

struct Walk<G> {
    oracle: Box<dyn AnyOracle>,
    /// The claimed chances of Player 1, by position.
    said: HashMap<G, Fraction>,
    mixed: usize,
}

impl<G: Simultaneous + Picture> Walk<G> {
    fn new(game: &dyn AnyGame, settings: &str) -> Self {
        let start = G::start(&variant::<G>(settings));
        let oracle = game.solve(&Match::from_position(start.clone()), &()).unwrap();
        let mut walk = Self { oracle, said: HashMap::new(), mixed: 0 };
        walk.chance(&start);
        walk
    }

    /// The claimed chance of Player 1; checked against all that follows, unless that was done before.
    fn chance(&mut self, position: &G) -> Fraction {
        if let Some(chance) = self.said.get(position) {
            return chance.clone();
        }
        let analysis = analyse(&*self.oracle, position);
        let chance = analysis.chance.clone().unwrap();
        match position.turn() {
            Turn::Over { winner } => {
                assert_eq!(chance, if winner == Seat::One { Fraction::ONE } else { Fraction::ZERO });
                check_sentence(&position.to_string(), &analysis.why, &[winner_number(winner)]);
            }
            _ => self.check(position, &analysis, &chance),
        }
        self.said.insert(position.clone(), chance.clone());
        chance
    }

    fn check(&mut self, position: &G, analysis: &Analysis, chance: &Fraction) {
        let Known::Mix(mixes) = &analysis.moves else { panic!("{position}") };
        let [one, two] = Seat::BOTH.map(|seat| position.moves(seat).collect::<Vec<_>>());
        // What each pair of moves leads to, from Player 1's side.
        let table: Vec<Vec<Fraction>> = one
            .iter()
            .map(|one| {
                two.iter().map(|two| self.chance(&position.after(&Choices::Both(*one, *two)))).collect()
            })
            .collect();
        for (seat, cards) in [(Seat::One, &one), (Seat::Two, &two)] {
            let mix: &Vec<Mixed> = seat.of(mixes);
            let own = if seat == Seat::One { chance.clone() } else { chance.complement() };
            let total: Fraction = mix.iter().map(|mixed| mixed.probability.clone()).sum();
            assert!(total.is_one(), "{position}: a mix is 1 in all");
            let texts: Vec<String> = cards.iter().map(ToString::to_string).collect();
            assert_eq!(mix.iter().map(|mixed| mixed.text.clone()).collect::<Vec<_>>(), texts, "{position}");
            for (place, mixed) in mix.iter().enumerate() {
                assert!(mixed.probability >= Fraction::ZERO && mixed.regret >= Fraction::ZERO, "{position}");
                let against: Fraction = seat
                    .other()
                    .of(mixes)
                    .iter()
                    .enumerate()
                    .map(|(other, reply)| &reply.probability * &entry(&table, seat, place, other))
                    .sum();
                // Another optimal mix may punish more than the one that is shown.
                assert!(mixed.chance <= against, "{position}: Player {seat}'s card {}", mixed.text);
                assert_eq!(mixed.regret, &own - &mixed.chance, "{position}: {}", mixed.text);
                assert!(mixed.probability.is_zero() || mixed.regret.is_zero(), "{position}");
                let others = seat.other().of(mixes).len();
                let worst = (0..others).map(|other| entry(&table, seat, place, other)).min().unwrap();
                assert!(mixed.chance >= worst, "{position}: {}", mixed.text);
                // A seat that has lost anyway may play anything, so the chance is what the worst reply leaves.
                assert!(!own.is_one() || mixed.chance == worst, "{position}: {}", mixed.text);
            }
            // The mix guarantees the value, whatever the other plays; for both seats together that makes it the value.
            for reply in 0..seat.other().of(&[one.len(), two.len()]).to_owned() {
                let worth: Fraction = mix
                    .iter()
                    .enumerate()
                    .map(|(place, mixed)| &mixed.probability * &entry(&table, seat, place, reply))
                    .sum();
                assert!(worth >= own, "{position}: Player {seat}'s mix is sure of {own}");
            }
            if own.is_zero() {
                check_defence(position, seat, mix, &table);
            }
            self.check_hints(position, analysis, seat, &own, &table);
        }
        self.check_reason(position, analysis, chance, &table);
    }

    fn check_reason(
        &mut self,
        position: &G,
        analysis: &Analysis,
        chance: &Fraction,
        table: &[Vec<Fraction>],
    ) {
        let Known::Mix(mixes) = &analysis.moves else { panic!("{position}") };
        let place = position.to_string();
        match &analysis.why {
            Reason::Card(CardReason::Sure { winner, piece, card }) => {
                assert_eq!(*piece, G::INFO.piece);
                assert!(chance.is_one() || chance.is_zero(), "{place}");
                assert_eq!(chance.is_one(), *winner == Seat::One, "{place}");
                wins_for_sure(position, *winner, card, table);
                let said = [vec![winner_number(*winner)], numbers(card)].concat();
                check_sentence(&place, &analysis.why, &said);
            }
            Reason::Card(CardReason::Open { piece, cards, chance: said }) => {
                assert_eq!(*piece, G::INFO.piece);
                assert!(!chance.is_one() && !chance.is_zero() && said == chance, "{place}");
                self.mixed += usize::from(cards.iter().any(|cards| cards.len() > 1));
                for seat in Seat::BOTH {
                    let played = seat.of(mixes).iter().filter(|mixed| !mixed.probability.is_zero());
                    let played: Vec<String> = played.map(|mixed| mixed.text.clone()).collect();
                    assert_eq!(seat.of(cards), &played, "{place}");
                }
                let text = analysis.why.to_string();
                super::wording::check_wording(&place, &text);
                let exact = chance.to_string();
                // A percentage that is exact needs no fraction behind it.
                let percent = share(chance);
                let is_exact = !percent.contains(['(', 'a']) && text.contains(&percent);
                assert!(
                    text.contains(&exact) || is_exact || (exact.len() > 40 && text.contains("about")),
                    "{place}: {text}"
                );
            }
            other => panic!("{place}: {other:?}"),
        }
    }

    fn check_hints(
        &self,
        position: &G,
        analysis: &Analysis,
        seat: Seat,
        own: &Fraction,
        table: &[Vec<Fraction>],
    ) {
        let hints =
            [Rung::Standing, Rung::Look, Rung::Move, Rung::Why].map(|rung| Hint::new(analysis, seat, rung));
        for hint in hints.iter().filter(|hint| !matches!(hint, Hint::Mix(_))) {
            check_hint(&format!("{position}"), hint);
        }
        assert_eq!(hints[0], Hint::Chance(own.clone()), "{position}");
        let Hint::Mix(mix) = &hints[2] else { panic!("{position}") };
        assert!(mix.iter().map(|(_, often)| often.clone()).sum::<Fraction>().is_one(), "{position}");
        let hand: Vec<String> = position.moves(seat).map(|listed| listed.to_string()).collect();
        let played: Vec<&String> = mix.iter().map(|(card, _)| card).collect();
        let middle = hand.len() / 2;
        let (low, high) = (&hand[..middle], &hand[hand.len() - middle..]);
        let any = |part: &[String]| played.iter().any(|card| part.contains(card));
        match &hints[1] {
            Hint::Look(WhereToLook::NoPiece(piece)) => {
                assert_eq!(*piece, G::INFO.piece);
                assert!(own.is_zero(), "{position}");
            }
            Hint::Look(WhereToLook::OnlyPiece(piece)) => {
                assert_eq!((*piece, hand.len()), (G::INFO.piece, 1), "{position}");
            }
            Hint::Look(WhereToLook::Mix { piece, mixed, moves }) => {
                assert_eq!((*piece, *mixed, *moves), (G::INFO.piece, played.len(), hand.len()), "{position}");
                assert!(*moves > 1, "{position}");
            }
            Hint::Look(WhereToLook::Low) => assert!(any(low) && !any(high), "{position}: {played:?}"),
            Hint::Look(WhereToLook::High) => assert!(any(high) && !any(low), "{position}: {played:?}"),
            Hint::Look(WhereToLook::Middle) => {
                assert!(!any(high) && !any(low), "{position}: {played:?}");
            }
            Hint::Look(WhereToLook::LowAndHigh) => {
                assert!(any(high) && any(low), "{position}: {played:?}");
            }
            other => panic!("{position}: {other:?}"),
        }
        match &hints[3] {
            Hint::Sure { own: is_own, piece, card } => {
                assert_eq!((*piece, *is_own), (G::INFO.piece, own.is_one()), "{position}");
                assert!(*is_own || own.is_zero(), "{position}");
                wins_for_sure(position, if *is_own { seat } else { seat.other() }, card, table);
            }
            // That the mix guarantees it, and the other's mix the rest, is checked above.
            Hint::Worth(chance) => assert_eq!(chance, own, "{position}"),
            other => panic!("{position}: {other:?}"),
        }
    }
}

/// A seat that has lost for sure makes one move, and no other leaves the opponent fewer moves that keep the win.
fn check_defence(position: &impl Game, loser: Seat, mix: &[Mixed], table: &[Vec<Fraction>]) {
    let others = position.moves(loser.other()).count();
    let answers =
        |place: &usize| (0..others).filter(|other| entry(table, loser, *place, *other).is_zero()).count();
    let played: Vec<usize> = (0..mix.len()).filter(|place| !mix[*place].probability.is_zero()).collect();
    let fewest = (0..mix.len()).map(|place| answers(&place)).min();
    assert_eq!(played.iter().map(answers).collect::<Vec<_>>(), [fewest.unwrap()], "{position}");
}

fn winner_number(winner: Seat) -> u64 {
    if winner == Seat::One { 1 } else { 2 }
}

/// The seat's chance when it plays the card in one place and the other seat that in another.
fn entry(table: &[Vec<Fraction>], seat: Seat, own: usize, other: usize) -> Fraction {
    match seat {
        Seat::One => table[own][other].clone(),
        Seat::Two => table[other][own].complement(),
    }
}

fn wins_for_sure(position: &impl Game, seat: Seat, card: &str, table: &[Vec<Fraction>]) {
    let place = position.moves(seat).position(|held| held.to_string() == card).unwrap();
    let others = position.moves(seat.other()).count();
    for other in 0..others {
        assert!(
            entry(table, seat, place, other).is_one(),
            "{position}: Player {seat}'s {card} wins for sure"
        );
    }
}

fn walk_cards(settings: &str) -> Walk<Cards> {
    Walk::new(find("cards").unwrap(), settings)
}

/// A game without a special method is solved, explained and hinted at all the same.
#[test]
fn any_game_in_which_both_choose() {
    for (settings, chance) in
        [("length=2", "0"), ("length=3", "0"), ("", "1/4"), ("length=5", "1/3"), ("length=6", "4/9")]
    {
        let mut walk = Walk::<Hideout>::new(game::<Hideout, ByInduction>(), settings);
        assert_eq!(walk.chance(&Hideout::start(&variant::<Hideout>(settings))).to_string(), chance);
    }
}

#[test]
fn cards() {
    for settings in ["", "tiebreak=sample", "cards=1", "cards=3 end=2", "cards=4 end=3"] {
        assert!(walk_cards(settings).said.len() > 1, "{settings}");
    }
}

/// The book's opening: card 1 is Player 2's only winning one, and every other throws the whole game away.
#[test]
fn only_card_1_keeps_the_win() {
    let start = Cards::start(&Default::default());
    let analysis = analyse(&*solve(&start), &start);
    let Known::Mix([_, two]) = &analysis.moves else { panic!() };
    let chances: Vec<String> = two.iter().map(|mixed| mixed.chance.to_string()).collect();
    assert_eq!(chances, ["1", "0", "0", "0", "0"]);
    let regrets: Vec<String> = two.iter().map(|mixed| mixed.regret.to_string()).collect();
    assert_eq!(regrets, ["0", "1", "1", "1", "1"]);
}

/// A card that beats the reply which the other is shown to make, but not every reply that costs the other nothing.
#[test]
fn a_card_is_worth_what_the_most_punishing_reply_leaves() {
    let position = Cards::parse("2 1,2,3,4 1,2,4,5 1", &variant::<Cards>("")).unwrap();
    let analysis = analyse(&*solve(&position), &position);
    let Known::Mix([_, two]) = &analysis.moves else { panic!() };
    let card = &two[0];
    assert_eq!(
        (card.text.as_str(), card.chance.to_string(), card.regret.to_string()),
        ("1", "0".into(), "1".into())
    );
}

#[test]
fn cards_with_real_mixes() {
    let walk = walk_cards("end=4");
    assert!(walk.mixed > 10, "only {} positions need a mix", walk.mixed);
    walk_cards("end=4 tiebreak=sample");
    walk_cards("end=3");
}
