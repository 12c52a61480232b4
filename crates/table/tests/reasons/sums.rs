//! Duel and blockade: nimbers by the least number that no move leads to, and both ways to end by plain search.

use std::collections::{HashMap, HashSet};

use numberline_rules::{Blockade, Duel, Game, Impartial, Match, Picture, Seat, Turn};
use numberline_table::{Analysis, Hint, Known, Look, Outcome, Reason, Rung, Runs, SumReason, Verdict};

use crate::plain::{followers, play};
use crate::wording::{check_hint, check_sentence};
use crate::{analyse, solve, variant};

/// What is known of a collection of runs, found by the game's own moves.
#[derive(Clone, Copy)]
struct Fact {
    nimber: u64,
    /// What it is worth to the seat to move, by the variant at hand.
    verdict: Verdict,
}

struct Facts<G: Game> {
    known: HashMap<Vec<u64>, Fact>,
    variant: G::Variant,
}

impl<G: Impartial> Facts<G> {
    fn of(&mut self, position: &G) -> Fact {
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
        let fact = Fact { nimber, verdict };
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
    let mut facts = Facts::<G> { known: HashMap::new(), variant };
    // Who claimed what makes no difference to anything that is said, so one position for each set of free cells will do.
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
    assert_eq!(analysis.nimber, (!misere).then_some(fact.nimber), "{position}");
    let Known::All(moves) = &analysis.moves else { panic!("{position}") };
    let mut values = Vec::new();
    for judged in moves {
        let next = play(position, mover, &judged.text);
        let verdict = turned(facts.of(&next).verdict);
        assert_eq!(judged.verdict, verdict, "{position}: {}", judged.text);
        values.push(verdict.outcome);
        check_move(
            facts,
            &format!("{position}: {}", judged.text),
            &next,
            &judged.why,
            verdict.outcome,
            misere,
        );
    }
    let place = position.to_string();
    let runs: Vec<u64> = position.runs().collect();
    match &analysis.why {
        Reason::Sum(SumReason::Faces { runs: said, .. }) if !misere => {
            let numbers = heap_numbers(facts, &runs, fact.nimber, said, 0);
            check_sentence(&place, &analysis.why, &numbers);
            let wins = analysis.why.to_string().contains("you win");
            assert_eq!(wins, fact.verdict.outcome == Outcome::Win, "{place}");
        }
        Reason::Sum(SumReason::FacesMisere { runs: said, .. }) if misere => {
            let winning = values.iter().filter(|outcome| **outcome == Outcome::Win).count() as u64;
            let moves = values.len() as u64;
            let mut numbers = listed(&runs, said);
            match (winning, moves) {
                (_, 1) => {}
                (0, _) => numbers.push(moves),
                (some, all) if some == all => numbers.push(all),
                (some, all) => numbers.extend([some, all]),
            }
            check_sentence(&place, &analysis.why, &numbers);
            let text = analysis.why.to_string();
            assert_eq!(
                winning == 0,
                text.contains("none of") || text.contains("does not"),
                "{place}: {text}"
            );
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
    let (said, reply) = match why {
        Reason::Sum(SumReason::Last { wins }) => {
            assert!(runs.is_empty() && *wins == (outcome == Outcome::Win), "{place}");
            return check_sentence(place, why, &[]);
        }
        Reason::Sum(SumReason::Leaves { runs, reply, .. }) if !misere => (runs, reply),
        Reason::Sum(SumReason::LeavesMisere { runs, reply }) if misere => (runs, reply),
        other => panic!("{place}: {other:?}"),
    };
    assert_eq!(reply.is_none(), outcome == Outcome::Win, "{place}: {why}");
    let mut numbers = if misere {
        listed(&runs, said)
    } else {
        let sum = facts.of(next).nimber;
        let mut numbers = heap_numbers(facts, &runs, sum, said, 0);
        numbers.pop();
        numbers
    };
    match reply {
        None => {
            for (_, reply) in followers(next) {
                assert_eq!(facts.of(&reply).verdict.outcome, Outcome::Win, "{place}: {why}");
            }
            assert!(why.to_string().ends_with("Every reply loses."), "{place}: {why}");
        }
        Some(reply) => {
            let Turn::Of(opponent) = next.turn() else { panic!("{place}") };
            let after = play(next, opponent, reply);
            let fact = facts.of(&after);
            assert_eq!(turned(fact.verdict).outcome, Outcome::Win, "{place}: {why}");
            numbers.extend(crate::wording::numbers(reply));
            if !misere {
                assert_eq!(fact.nimber, 0, "{place}: {why}");
                numbers.push(0);
            }
        }
    }
    check_sentence(place, why, &numbers);
}

/// The numbers of the runs as they are said.
fn listed(runs: &[u64], said: &Runs) -> Vec<u64> {
    match said {
        Runs::Listed(said) => {
            assert!(runs == said && said.len() <= Runs::MOST);
            runs.to_vec()
        }
        Runs::Counted(count) => {
            assert!(*count == runs.len() && *count > Runs::MOST);
            vec![*count as u64]
        }
    }
}

/// The numbers of the runs with their nimbers, the sum, and what the sentence ends with.
fn heap_numbers<G: Impartial>(
    facts: &mut Facts<G>,
    runs: &[u64],
    sum: u64,
    said: &Runs,
    then: u64,
) -> Vec<u64> {
    let mut numbers = listed(runs, said);
    if matches!(said, Runs::Listed(_)) {
        numbers.extend(runs.iter().map(|run| facts.of_run(*run)));
    }
    if runs.len() > 1 {
        numbers.push(sum);
    }
    numbers.push(then);
    numbers
}

fn check_hints<G: Impartial>(position: &G, mover: Seat, analysis: &Analysis, verdict: Verdict) {
    let hints =
        [Rung::Standing, Rung::Look, Rung::Move, Rung::Why].map(|rung| Hint::new(analysis, mover, rung));
    hints.iter().for_each(|hint| check_hint(&position.to_string(), hint));
    assert_eq!(hints[0], Hint::Standing(verdict.outcome), "{position}");
    let Hint::Move { text, .. } = &hints[2] else { panic!("{position}: {:?}", hints[2]) };
    let (run, parts) = match (&hints[1], verdict.outcome) {
        (Hint::Look(Look::Run { run, parts }), Outcome::Win)
        | (Hint::LookForDefence(Look::Run { run, parts }), Outcome::Lose) => (run, parts),
        (other, _) => panic!("{position}: {other:?}"),
    };
    assert!(free_runs(position).contains(&(run.first, run.last)), "{position}: {run:?}");
    let cells = crate::wording::numbers(text);
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

/// Many runs are counted, not listed, and the sentence stays short.
#[test]
fn many_runs() {
    for (text, misere) in [("runs 1 1 2 3 1 2 5 / 1", false), ("runs 1 1 2 3 1 2 5 / 2", true)] {
        let variant = variant::<Duel>(if misere { "misere=yes" } else { "" });
        let position = Duel::parse(text, &variant).unwrap();
        let oracle = solve(&position);
        let analysis = oracle.analyse(&Match::from_position(position.clone())).unwrap();
        let mut facts = Facts::<Duel> { known: HashMap::new(), variant };
        check(&mut facts, &position, &analysis, misere);
        assert!(analysis.why.to_string().contains("7 runs"), "{}", analysis.why);
    }
}
