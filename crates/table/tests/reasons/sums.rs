//! Duel and blockade: nimbers by the least number that no move leads to, and both ways to end by plain search.

use std::collections::{HashMap, HashSet};

use numberline_rules::{Blockade, Duel, Game, Impartial, Picture, Seat, Turn};
use numberline_table::{
    Analysis, Heaps, Hint, Known, MisereReason, Outcome, Reason, Rung, SumReason, Verdict, WhereToLook,
};

use super::misere::{check_last, course_numbers, listed};
use super::plain::{followers, play};
use super::quoted::check_quoted;
use super::wording::{check_hint, check_sentence};
use super::{analyse, solve, variant};

/// What is known about a collection of runs, found with the game's own moves.
#[derive(Clone, Copy)]
pub(crate) struct Fact {
    nimber: u64,
    /// What it is worth to the seat to move, by the variant at hand.
    verdict: Verdict,
    /// The fewest and the most moves that can be left.
    pub(crate) moves: [u64; 2],
}

pub(crate) struct Facts<G: Game> {
    known: HashMap<Vec<u64>, Fact>,
    variant: G::Variant,
}

impl<G: Impartial> Facts<G> {
    fn new(variant: G::Variant) -> Self {
        Self { known: HashMap::new(), variant }
    }

    pub(crate) fn of(&mut self, position: &G) -> Fact {
        let mut runs: Vec<u64> = position.runs().collect();
        runs.sort_unstable();
        if let Some(fact) = self.known.get(&runs) {
            return *fact;
        }
        let next: Vec<Fact> = followers(position).map(|(_, next)| self.of(&next)).collect();
        let nimber = (0..).find(|number| next.iter().all(|fact| fact.nimber != *number)).unwrap();
        let verdict = match position.turn() {
            // The seat that would be to move has won exactly if the last move loses.
            Turn::Over { winner } => {
                let mover = if position.to_string().ends_with('1') { Seat::One } else { Seat::Two };
                let outcome = if winner == mover { Outcome::Win } else { Outcome::Lose };
                Verdict { outcome, remoteness: Some(0) }
            }
            _ => best(next.iter().map(|fact| turned(fact.verdict))),
        };
        let fewest = next.iter().map(|fact| fact.moves[0] + 1).min().unwrap_or(0);
        let most = next.iter().map(|fact| fact.moves[1] + 1).max().unwrap_or(0);
        let fact = Fact { nimber, verdict, moves: [fewest, most] };
        self.known.insert(runs, fact);
        fact
    }

    /// The nimber of a run alone.
    fn of_run(&mut self, run: u64) -> u64 {
        let alone = G::parse(&format!("runs {run} / 1"), &self.variant).unwrap();
        self.of(&alone).nimber
    }
}

fn turned(verdict: Verdict) -> Verdict {
    let outcome = if verdict.outcome == Outcome::Win { Outcome::Lose } else { Outcome::Win };
    Verdict { outcome, remoteness: verdict.remoteness.map(|plies| plies + 1) }
}

fn best(moves: impl Iterator<Item = Verdict>) -> Verdict {
    let moves: Vec<Verdict> = moves.collect();
    let plies = |outcome| moves.iter().filter(move |it| it.outcome == outcome).filter_map(|it| it.remoteness);
    match plies(Outcome::Win).min() {
        Some(fastest) => Verdict { outcome: Outcome::Win, remoteness: Some(fastest) },
        None => Verdict { outcome: Outcome::Lose, remoteness: plies(Outcome::Lose).max() },
    }
}

/// The runs of free cells with their places, read off the text.
fn free_runs<G: Game>(position: &G) -> Vec<(u64, u64)> {
    let text = position.to_string();
    let cells = text.split(' ').next().unwrap();
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (place, cell) in (1..).zip(cells.chars()) {
        match runs.last_mut() {
            Some((_, last)) if cell == '.' && *last + 1 == place => *last = place,
            _ if cell == '.' => runs.push((place, place)),
            _ => {}
        }
    }
    runs
}

fn walk<G: Impartial + Picture>(settings: &str) -> usize {
    let variant = variant::<G>(settings);
    let misere = settings.contains("misere=yes");
    let start = G::start(&variant);
    let oracle = solve(&start);
    let mut facts = Facts::<G>::new(variant);
    // Who claimed what makes no difference to any sentence, so one position for each set of free cells is enough.
    let free = |position: &G| (free_runs(position), position.turn());
    let mut known = HashSet::from([free(&start)]);
    let mut open = vec![start];
    let mut seen = 0;
    while let Some(position) = open.pop() {
        seen += 1;
        let analysis = analyse(&*oracle, &position);
        check(&mut facts, &position, &analysis, misere);
        for (_, next) in followers(&position) {
            if known.insert(free(&next)) {
                open.push(next);
            }
        }
    }
    seen
}

fn check<G: Impartial>(facts: &mut Facts<G>, position: &G, analysis: &Analysis, misere: bool) {
    let fact = facts.of(position);
    let Turn::Of(mover) = position.turn() else {
        assert!(matches!(analysis.why, Reason::Over { .. }));
        return;
    };
    assert_eq!(analysis.verdict, Some(fact.verdict), "{position}");
    check_quoted(&position.to_string(), position, &analysis.why, &mut |at| facts.of(at).verdict);
    assert_eq!(analysis.nimber, (!misere).then_some(fact.nimber), "{position}");
    let Known::All(moves) = &analysis.moves else { panic!("{position}") };
    for judged in moves {
        let next = play(position, mover, &judged.text);
        let verdict = turned(facts.of(&next).verdict);
        assert_eq!(judged.verdict, verdict, "{position}: {}", judged.text);
        let place = format!("{position}: {}", judged.text);
        check_move(facts, &place, &next, &judged.why, verdict.outcome, misere);
        check_quoted(&place, &next, &judged.why, &mut |at| facts.of(at).verdict);
    }
    let place = position.to_string();
    let runs: Vec<u64> = position.runs().collect();
    match &analysis.why {
        Reason::Sum(SumReason::Faces { heaps }) if !misere => {
            let zero = if heaps.is_paired() { vec![] } else { vec![0] };
            let numbers = [heap_numbers(facts, &runs, fact.nimber, heaps), zero].concat();
            check_sentence(&place, &analysis.why, &numbers);
            let wins = analysis.why.to_string().contains("you win");
            assert_eq!(wins, fact.verdict.outcome == Outcome::Win, "{place}");
        }
        Reason::Misere(MisereReason::Faces { runs: said, course }) if misere => {
            assert_eq!(said.0, runs, "{place}");
            let numbers = course_numbers(facts, &place, position, course);
            check_sentence(&place, &analysis.why, &[listed(said), numbers].concat());
            check_last(&place, &analysis.why, course, fact.verdict.outcome);
        }
        other => panic!("{place}: {other:?}"),
    }
    check_hints(position, mover, analysis, fact.verdict);
}

fn check_move<G: Impartial>(
    facts: &mut Facts<G>,
    place: &str,
    next: &G,
    why: &Reason,
    outcome: Outcome,
    misere: bool,
) {
    let runs: Vec<u64> = next.runs().collect();
    let numbers = match why {
        Reason::Sum(SumReason::Last) | Reason::Misere(MisereReason::Last) => {
            assert!(runs.is_empty() && misere == (outcome == Outcome::Lose), "{place}");
            vec![]
        }
        Reason::Sum(SumReason::Leaves { heaps, reply }) if !misere => {
            let sum = facts.of(next).nimber;
            let numbers = heap_numbers(facts, &runs, sum, heaps);
            assert_eq!(reply.is_none(), outcome == Outcome::Win, "{place}: {why}");
            match reply {
                None => {
                    assert!(followers(next).count() > 1, "{place}: {why}");
                    for (_, reply) in followers(next) {
                        assert_eq!(facts.of(&reply).verdict.outcome, Outcome::Win, "{place}: {why}");
                    }
                    assert!(why.to_string().ends_with("Every reply loses."), "{place}: {why}");
                    numbers
                }
                Some(reply) => {
                    let Turn::Of(opponent) = next.turn() else { panic!("{place}") };
                    assert_eq!(facts.of(&play(next, opponent, reply)).nimber, 0, "{place}: {why}");
                    [numbers, super::wording::numbers(reply), vec![0]].concat()
                }
            }
        }
        Reason::Misere(MisereReason::Leaves { runs: said, course }) if misere => {
            assert_eq!(said.0, runs, "{place}");
            check_last(place, why, course, outcome);
            [listed(said), course_numbers(facts, place, next, course)].concat()
        }
        other => panic!("{place}: {other:?}"),
    };
    check_sentence(place, why, &numbers);
}

/// The numbers of the runs with their nimbers and the sum, in the sentence.
fn heap_numbers<G: Impartial>(facts: &mut Facts<G>, runs: &[u64], sum: u64, said: &Heaps) -> Vec<u64> {
    assert_eq!(said.sum(), sum);
    // What is left where equal ones go in pairs, counted one by one.
    let odd = |all: &[u64]| -> Vec<u64> {
        let mut left = all.to_vec();
        left.sort_unstable();
        left.dedup();
        left.retain(|one| all.iter().filter(|other| *other == one).count() % 2 == 1);
        left
    };
    assert_eq!(said.is_paired(), odd(runs).is_empty());
    // Of equal runs nothing is said but their lengths.
    match said {
        Heaps::Listed { runs: said, .. } if odd(runs).is_empty() => {
            assert!(runs == said && said.len() <= Heaps::MOST);
            return said.clone();
        }
        Heaps::WithoutPairs { count, .. } if odd(runs).is_empty() => {
            assert!(*count == runs.len() && *count > Heaps::MOST);
            return vec![*count as u64];
        }
        _ => {}
    }
    let (mut numbers, named) = match said {
        Heaps::Listed { runs: said, .. } => {
            assert!(runs == said && said.len() <= Heaps::MOST);
            (vec![], said.clone())
        }
        Heaps::WithoutPairs { count, runs: said, .. } => {
            assert!(*count == runs.len() && *count > Heaps::MOST && said.len() <= Heaps::MOST);
            assert_eq!(*said, odd(runs));
            (vec![*count as u64], said.clone())
        }
        Heaps::Nimbers { count, nimbers } => {
            assert!(*count == runs.len() && odd(runs).len() > Heaps::MOST);
            let all: Vec<u64> = runs.iter().map(|run| facts.of_run(*run)).filter(|it| *it > 0).collect();
            assert_eq!(*nimbers, odd(&all));
            let said = if nimbers.len() == 1 { vec![] } else { nimbers.clone() };
            return [vec![*count as u64], said, vec![sum]].concat();
        }
    };
    numbers.extend(&named);
    numbers.extend(named.iter().map(|run| facts.of_run(*run)));
    if named.len() != 1 {
        numbers.push(sum);
    }
    numbers
}

fn check_hints<G: Impartial>(position: &G, mover: Seat, analysis: &Analysis, verdict: Verdict) {
    let hints =
        [Rung::Standing, Rung::Look, Rung::Move, Rung::Why].map(|rung| Hint::new(analysis, mover, rung));
    hints.iter().for_each(|hint| check_hint(&position.to_string(), hint));
    assert_eq!(hints[0], Hint::Standing(verdict.outcome), "{position}");
    let Hint::Move { text, .. } = &hints[2] else { panic!("{position}: {:?}", hints[2]) };
    let (run, parts) = match (&hints[1], verdict.outcome) {
        (Hint::Look(WhereToLook::Run { run, parts }), Outcome::Win)
        | (Hint::LookForDefence(WhereToLook::Run { run, parts }), Outcome::Lose) => (run, parts),
        (other, _) => panic!("{position}: {other:?}"),
    };
    assert!(free_runs(position).contains(&(run.first, run.last)), "{position}: {run:?}");
    let cells = super::wording::numbers(text);
    assert!(
        cells.iter().all(|cell| (run.first..=run.last).contains(cell)),
        "{position}: {text} is in {run:?}"
    );
    let inside = free_runs(&play(position, mover, text));
    let left = inside.iter().filter(|(first, last)| run.first <= *first && *last <= run.last).count();
    assert_eq!(left, *parts, "{position}: {text}");
}

#[test]
fn duel() {
    // Every set of free cells with either mover, save those that only one number of moves can leave: the 144 without two
    // neighbours crossed out.
    assert_eq!(walk::<Duel>(""), 2 * 1_024 - 144);
    for settings in ["length=1", "length=2", "length=7 misere=yes", "length=10 misere=yes", "length=12"] {
        walk::<Duel>(settings);
    }
}

#[test]
fn blockade() {
    assert!(walk::<Blockade>("") > 1_000);
    for settings in ["length=1", "length=2", "length=13", "length=12 misere=yes", "length=21 misere=yes"] {
        walk::<Blockade>(settings);
    }
}

fn check_alone<G: Impartial + Picture>(text: &str, settings: &str) -> String {
    let variant = variant::<G>(settings);
    let position = G::parse(text, &variant).unwrap();
    let analysis = analyse(&*solve(&position), &position);
    let mut facts = Facts::<G>::new(variant);
    check(&mut facts, &position, &analysis, settings.contains("misere=yes"));
    analysis.why.to_string()
}

/// Of six runs and more, those are named that equal ones do not cancel; and where these are still many, the nimbers.
#[test]
fn many_runs() {
    let why = check_alone::<Duel>("runs 1 1 2 3 1 2 5 / 1", "");
    assert!(
        why.contains("7 runs. Equal runs cancel in pairs and leave runs of 1, 3 and 5 with nimbers"),
        "{why}"
    );
    let why = check_alone::<Duel>("runs 2 1 2 3 1 3 / 2", "");
    assert_eq!(
        why,
        "You face 6 runs, equal in pairs: whatever you do in one, the opponent can do in its twin."
    );
    let why = check_alone::<Duel>("runs 4 4 / 2", "");
    assert_eq!(
        why,
        "You face equal runs of 4 and 4: whatever you do in one, the opponent can do in the other."
    );
    let why = check_alone::<Duel>("runs 1 2 1 3 3 2 4 / 2", "");
    assert!(why.contains("leave a run of 4 with nimber 1."), "{why}");
    let why = check_alone::<Blockade>("runs 1 2 3 4 5 7 / 1", "");
    assert!(why.contains("6 runs. Equal nimbers cancel in pairs and leave"), "{why}");
    let why = check_alone::<Duel>("runs 1 1 2 3 1 2 5 / 2", "misere=yes");
    assert!(why.contains("7 runs (3 of 1, 2 of 2, 1 of 3 and 1 of 5)"), "{why}");
}
