//! Many games of duel and blockade on lines that are too long for a table, by the theory of sums of runs.
//!
//! A move leaves the nim-sum of the runs, so the value of every move is computed in each ply, at a cost that depends on
//! the number of moves and not on the line. Where there are too many moves for that, a ply costs little more than a look at
//! the run that it changes. The players see what they would see at the table: who wins on every line, and how
//! soon once the free runs are short enough.

use std::any::Any;
use std::collections::BTreeMap;

use numberline_rules::{Choices, Picture, Run, Seat, Turn};
use numberline_solver::{Grundy, LONGEST_SUM, Octal, Progress, SolveError, Sums, Take};

use super::course::Course;
use super::plan::WHOLE;
use super::venue::{Seated, Theory};
use crate::oracle::MOST_REPLIES;
use crate::player::Rule;
use crate::{AnyRule, Dice, Known, Outcome, Player, Seen, Skill, Tally, Verdict};

/// The most positions that a table is made for: with more of them, it would take longer to make than many games.
const MOST_TABLED: u64 = 1 << 15;

/// On a line that is too long for all distances, they are known once the free runs fit this many cells.
const NEAR_THE_END: u64 = 24;

/// Whether a table can hold all positions that may come up: at most as many as there are ways to take cells, where each
/// move takes as few as it can.
pub(crate) fn fits_table<G: Octal>(start: &G) -> bool {
    let Some(least) = G::TAKES.iter().min_by_key(|take| take.most()) else { return true };
    let apart = least.width + least.margin;
    let mut ways = vec![1_u64];
    let mut positions = 1_u64;
    for run in start.runs() {
        if run > u64::from(u64::BITS) {
            return false;
        }
        while ways.len() as u64 <= run {
            let at =
                |back: u64| ways.get((ways.len() as u64).saturating_sub(back) as usize).copied().unwrap_or(1);
            let next = at(1).saturating_add(at(apart));
            ways.push(next);
        }
        positions = positions.saturating_mul(ways.get(run as usize).copied().unwrap_or(u64::MAX));
    }
    positions <= MOST_TABLED
}

/// Games on a line of any length.
pub(crate) struct ByNimbers<G: Octal> {
    start: G,
    grundy: Grundy<G>,
    misere: bool,
    /// The distances of all collections of runs that fit this many cells.
    sums: Sums<G>,
    near: u64,
    /// By length of a run and nimber: how many moves in the run leave the nimber.
    ways: Vec<Vec<i64>>,
    rules: Vec<&'static Rule<G>>,
}

impl<G: Octal> ByNimbers<G> {
    pub(crate) fn new(
        start: &G,
        rules: &[&'static dyn AnyRule],
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let misere = start.is_misere();
        let (sums, near) = match Sums::solve(start, progress) {
            Ok(sums) => (sums, LONGEST_SUM),
            Err(SolveError::TooLong { .. }) if !misere => {
                (Sums::within(NEAR_THE_END, false, progress)?, NEAR_THE_END)
            }
            Err(refusal) => return Err(refusal),
        };
        let grundy = Grundy::<G>::new()?;
        let longest = start.runs().max().unwrap_or(0).min(MOST_REPLIES.isqrt() as u64);
        let ways = (0..=longest).map(|run| ways(&grundy, run)).collect();
        let rules = rules.iter().filter_map(|rule| (*rule as &dyn Any).downcast_ref()).collect();
        Ok(Self { start: start.clone().canonical(), grundy, misere, sums, near, ways, rules })
    }

    /// A game from there.
    fn course(&self, position: G) -> Course<G> {
        let sum = self.grundy.nimber(&position);
        let runs: Vec<Run> = position.free_runs().collect();
        let mut course = Course { position, sum, moves: 0, runs: BTreeMap::new() };
        runs.into_iter().for_each(|run| course.add(run));
        course
    }

    /// Plays these moves, and counts only what they change.
    fn play(&self, at: &mut Course<G>, choices: &Choices<G::Move>)
    where
        G: Picture,
    {
        let touched = at.position.touched(choices);
        let changed = at.position.free_runs_from(touched.first.unsigned_abs()).next();
        at.position.play(choices);
        let Some(run) = changed else { return };
        let left = at.position.free_runs_from(run.first).take_while(|part| part.first <= run.last);
        for part in left.collect::<Vec<_>>() {
            at.sum ^= self.grundy.sequence().nimber(part.len());
            at.add(part);
        }
        at.sum ^= self.grundy.sequence().nimber(run.len());
        at.remove(run);
    }

    /// Whether the seat to move wins.
    fn is_won(&self, at: &Course<G>) -> bool {
        if self.misere {
            self.value(&lengths(&at.position)).is_some_and(|verdict| verdict.outcome == Outcome::Win)
        } else {
            at.sum != 0
        }
    }

    /// What the searched collection of these runs is worth to the seat to move.
    fn value(&self, runs: &[u8]) -> Option<Verdict> {
        self.sums.of_runs(runs).map(Verdict::from)
    }

    fn choose(&self, seated: Seated, at: &Course<G>, mover: Seat, dice: &mut Dice) -> Option<G::Move> {
        let position = &at.position;
        let any = |dice: &mut Dice| position.pick(mover, |count| dice.below(count));
        let skill = match seated.player {
            Player::Computer(skill) => skill,
            Player::Named(_) => {
                let rule = seated.rule.and_then(|rule| self.rules.get(rule));
                return rule.and_then(|rule| rule.plays(position, mover)).or_else(|| any(dice));
            }
        };
        match self.look(at) {
            Some(seen) => skill.choose(&seen, dice).and_then(|place| move_at(position, place)),
            None => self.far_win(skill, at, dice).or_else(|| any(dice)),
        }
    }

    /// A winning move among more than can be examined one by one, if the player finds one.
    fn far_win(&self, skill: Skill, at: &Course<G>, dice: &mut Dice) -> Option<G::Move> {
        if !self.is_won(at) || !skill.finds_far_win(dice) {
            return None;
        }
        // The leftmost of the runs in which a move wins.
        let wins =
            |run: u64| self.grundy.moves_that_win(at.sum, Run { first: 1, last: run }).next().is_some();
        let runs = at.runs.iter().filter(|(length, _)| wins(**length));
        let (first, length) = runs.filter_map(|(length, firsts)| Some((*firsts.first()?, *length))).min()?;
        self.grundy.moves_that_win(at.sum, Run { first, last: first + length - 1 }).next()
    }

    /// The value of every move, in the order of the rules; `None` if there are too many to examine.
    fn look(&self, at: &Course<G>) -> Option<Vec<Seen>> {
        let most = usize::try_from(at.moves).ok().filter(|moves| *moves <= Known::MOST)?;
        let runs: Vec<u64> = at.position.runs().collect();
        let cells = runs.iter().fold(0, |cells, run| cells + run + 1) - 1;
        // Whether all moves get a distance or none: with some of each, they could not be compared.
        let view = View { by: self, sum: at.sum, near: (cells <= self.near).then(|| lengths(&at.position)) };
        // Equal runs offer equal moves.
        let mut by_length: Vec<(u64, Vec<Leaving>)> = Vec::new();
        let mut all: Vec<Leaving> = Vec::with_capacity(most);
        for run in &runs {
            if !by_length.iter().any(|(length, _)| length == run) {
                by_length
                    .push((*run, takes_from::<G>(*run).map(|parts| view.leaving(*run, parts)).collect()));
            }
            let same = by_length.iter().find(|(length, _)| length == run);
            all.extend(same.iter().flat_map(|(_, leaving)| leaving.iter().copied()));
        }
        let best = all.iter().map(|leaving| leaving.seen.rank()).max();
        if most.saturating_mul(most) < MOST_REPLIES {
            let mut replies = Replies { view: &view, runs: &runs, known: Vec::new() };
            for leaving in &mut all {
                if leaving.seen.verdict.outcome != Outcome::Win && Some(leaving.seen.rank()) == best {
                    leaving.seen.trick = -replies.that_win(leaving);
                }
            }
        }
        Some(all.into_iter().map(|leaving| leaving.seen).collect())
    }
}

/// A move: the run it is made in, what it leaves of that, and what it is worth.
#[derive(Clone, Copy)]
struct Leaving {
    run: u64,
    parts: (u64, u64),
    seen: Seen,
}

/// A position under examination.
struct View<'a, G: Octal> {
    by: &'a ByNimbers<G>,
    sum: u64,
    /// The runs in ascending order, if they are few enough for distances.
    near: Option<Vec<u8>>,
}

impl<G: Octal> View<'_, G> {
    fn leaving(&self, run: u64, parts: (u64, u64)) -> Leaving {
        let near = self.near.as_ref().and_then(|runs| self.by.value(&changed(runs, run, parts)));
        let verdict = match near {
            Some(next) => Verdict {
                outcome: next.outcome.for_the_other(),
                remoteness: next.remoteness.map(|plies| plies.saturating_add(1)),
            },
            None => {
                let outcome = if self.left(run, parts) == 0 { Outcome::Win } else { Outcome::Lose };
                Verdict { outcome, remoteness: None }
            }
        };
        Leaving { run, parts, seen: Seen { verdict, trick: 0 } }
    }

    /// The nimber of what a move leaves.
    fn left(&self, run: u64, (left, right): (u64, u64)) -> u64 {
        let nimber = |run| self.by.grundy.sequence().nimber(run);
        self.sum ^ nimber(run) ^ nimber(left) ^ nimber(right)
    }
}

/// The replies to moves that lose.
struct Replies<'a, G: Octal> {
    view: &'a View<'a, G>,
    runs: &'a [u64],
    /// For each nimber met so far: how many moves would win if all runs were there.
    known: Vec<(u64, i64)>,
}

impl<G: Octal> Replies<'_, G> {
    /// How many replies to a move win.
    fn that_win(&mut self, leaving: &Leaving) -> i64 {
        let Leaving { run, parts, .. } = *leaving;
        match &self.view.near {
            // Where the last move loses, nimbers say nothing.
            Some(runs) if self.view.by.misere => {
                let after = changed(runs, run, parts);
                let wins = |reply: &Vec<u8>| {
                    self.view.by.value(reply).is_some_and(|verdict| verdict.outcome == Outcome::Lose)
                };
                let replies = after.iter().flat_map(|run| {
                    takes_from::<G>((*run).into()).map(|parts| changed(&after, (*run).into(), parts))
                });
                replies.filter(wins).count() as i64
            }
            _ => {
                let sum = self.view.left(run, parts);
                let (left, right) = parts;
                self.with_all_runs(sum) - self.in_run(run, sum)
                    + self.in_run(left, sum)
                    + self.in_run(right, sum)
            }
        }
    }

    /// How many moves in a run win when the nimber of the position is `sum`.
    fn in_run(&self, run: u64, sum: u64) -> i64 {
        let wanted = sum ^ self.view.by.grundy.sequence().nimber(run);
        let ways = self.view.by.ways.get(run as usize).and_then(|ways| ways.get(wanted as usize));
        ways.copied().unwrap_or(0)
    }

    fn with_all_runs(&mut self, sum: u64) -> i64 {
        if let Some((_, count)) = self.known.iter().find(|(nimber, _)| *nimber == sum) {
            return *count;
        }
        let count = self.runs.iter().map(|run| self.in_run(*run, sum)).sum();
        self.known.push((sum, count));
        count
    }
}

impl<G: Octal + Picture> Theory for ByNimbers<G> {
    fn game(&self, seated: [Seated; 2], cap: u32, dice: &mut Dice, tally: &mut Tally) {
        let mut at = self.course(self.start.clone());
        let mut won = self.is_won(&at);
        let mut plies = 0;
        while plies < cap
            && let Turn::Of(mover) = at.position.turn()
            && let Some(chosen) = self.choose(*mover.of(&seated), &at, mover, dice)
        {
            self.play(&mut at, &Choices::Of(mover, chosen));
            let opponent_wins = self.is_won(&at);
            tally.count_move(mover, if won && opponent_wins { WHOLE } else { 0 });
            won = opponent_wins;
            plies += 1;
        }
        tally.plies += u64::from(plies);
        match at.position.turn().winner() {
            Some(winner) => *winner.of_mut(&mut tally.wins) += 1,
            None => tally.draws += 1,
        }
    }
}

/// How many moves in a run leave each nimber.
fn ways<G: Octal>(grundy: &Grundy<G>, run: u64) -> Vec<i64> {
    let nimber = |run| grundy.sequence().nimber(run);
    let mut ways: Vec<i64> = Vec::new();
    for (left, right) in takes_from::<G>(run) {
        let left = (nimber(left) ^ nimber(right)) as usize;
        ways.resize(ways.len().max(left + 1), 0);
        ways.get_mut(left).into_iter().for_each(|count| *count += 1);
    }
    ways
}

/// What the moves in a run leave on either side, in the order of the rules.
fn takes_from<G: Octal>(run: u64) -> impl Iterator<Item = (u64, u64)> {
    G::TAKES.iter().flat_map(move |take| (0..take.ways(run)).map(move |offset| take.leaves(run, offset)))
}

/// The move at a place in the order of the rules.
fn move_at<G: Octal>(position: &G, place: usize) -> Option<G::Move> {
    let mut left = place as u64;
    let kinds = position.free_runs().flat_map(|run| G::TAKES.iter().map(move |take| (run, *take)));
    for (run, take) in kinds.collect::<Vec<(Run, Take)>>() {
        let ways = take.ways(run.len());
        if left < ways {
            return Some(G::taking(take, run.first + left));
        }
        left -= ways;
    }
    None
}

/// The lengths of the runs in ascending order; only of a position whose runs are all short.
fn lengths<G: Octal>(position: &G) -> Vec<u8> {
    let mut runs: Vec<u8> = position.runs().filter_map(|run| u8::try_from(run).ok()).collect();
    runs.sort_unstable();
    runs
}

/// Ascending runs with one of them replaced by what is left of it.
fn changed(runs: &[u8], run: u64, (left, right): (u64, u64)) -> Vec<u8> {
    let mut next = runs.to_vec();
    if let Some(place) = next.iter().position(|other| u64::from(*other) == run) {
        next.remove(place);
    }
    for part in [left, right].into_iter().filter(|part| *part > 0) {
        let part = part as u8;
        let place = next.partition_point(|other| *other < part);
        next.insert(place, part);
    }
    next
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use numberline_rules::{Blockade, Duel, Match};

    use super::*;
    use crate::{AnyGame, Request, Sight, find};

    /// At the table, with the same position solved by itself.
    fn seen_at_the_table<G: Octal>(game: &dyn AnyGame, position: &G) -> Sight
    where
        Match<G>: crate::AnyMatch,
    {
        let at = Match::from_position(position.clone());
        game.solve(&at, &()).unwrap().look(&at).unwrap()
    }

    fn start<G: Octal>(game: &dyn AnyGame, settings: &str, position: Option<&str>) -> G {
        let set = settings.split_whitespace().map(str::to_owned).collect();
        let request = Request { set, position: position.map(str::to_owned), ..Request::default() };
        crate::oracle::position_of::<G>(&*request.start(game).unwrap()).unwrap().clone()
    }

    fn moves_are_in_order<G: Octal>(position: &G) {
        let Turn::Of(mover) = position.turn() else { return };
        for (place, chosen) in position.moves(mover).enumerate() {
            assert_eq!(move_at(position, place), Some(chosen), "{position}");
        }
    }

    /// In every position that can come up.
    fn sees_the_same<G: Octal>(settings: &str)
    where
        Match<G>: crate::AnyMatch,
    {
        let game = find(G::INFO.slug).unwrap();
        let start: G = start(game, settings, None);
        let theory = ByNimbers::new(&start, &[], &()).unwrap();
        let mut known = HashSet::from([start.clone().canonical()]);
        let mut waiting = vec![start.clone().canonical()];
        while let Some(position) = waiting.pop() {
            let Turn::Of(mover) = position.turn() else { continue };
            moves_are_in_order(&position);
            let seen = Sight::One(theory.look(&theory.course(position.clone())).unwrap());
            assert_eq!(seen, seen_at_the_table(game, &position), "{settings}: {position}");
            for chosen in position.moves(mover) {
                let next = position.after(&Choices::Of(mover, chosen)).canonical();
                if known.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
    }

    #[test]
    fn players_see_what_they_see_at_the_table() {
        sees_the_same::<Duel>("length=7");
        sees_the_same::<Duel>("length=6 misere=yes");
        sees_the_same::<Blockade>("length=11");
        sees_the_same::<Blockade>("length=10 misere=yes");
    }

    /// On longer lines, where nimbers are all there is.
    fn sees_the_same_by_nimbers<G: Octal>(positions: &[&str])
    where
        Match<G>: crate::AnyMatch,
    {
        let game = find(G::INFO.slug).unwrap();
        for text in positions {
            let position: G = start(game, "", Some(text));
            let theory = ByNimbers::new(&position, &[], &()).unwrap();
            moves_are_in_order(&position);
            let seen = Sight::One(theory.look(&theory.course(position.clone())).unwrap());
            assert_eq!(seen, seen_at_the_table(game, &position), "{text}");
        }
    }

    #[test]
    fn players_see_what_they_see_at_the_table_of_a_long_line() {
        sees_the_same_by_nimbers::<Duel>(&[
            "runs 60 / 1",
            "runs 30 30 / 1",
            "runs 20 7 20 7 / 2",
            "runs 1 200 / 1",
        ]);
        sees_the_same_by_nimbers::<Blockade>(&["runs 60 / 1", "runs 40 40 / 1", "runs 12 9 9 12 30 30 / 2"]);
    }

    /// What a ply changes is all that is computed again.
    fn keeps_count<G: Octal + Picture>(settings: &str) {
        let game = find(G::INFO.slug).unwrap();
        let start: G = start(game, settings, None);
        let theory = ByNimbers::new(&start, &[], &()).unwrap();
        let (mut at, mut dice) = (theory.course(start), Dice::new(3, 3));
        while let Turn::Of(mover) = at.position.turn() {
            let chosen = at.position.pick(mover, |count| dice.below(count)).unwrap();
            theory.play(&mut at, &Choices::Of(mover, chosen));
            let fresh = theory.course(at.position.clone());
            assert_eq!((at.sum, at.moves), (fresh.sum, fresh.moves), "{}", at.position);
            assert_eq!(at.runs, fresh.runs, "{}", at.position);
            let wins = theory.far_win(Skill::Perfect, &at, &mut dice);
            assert_eq!(wins, theory.grundy.winning_moves(&at.position).next(), "{}", at.position);
        }
        assert_eq!((at.sum, at.moves), (0, 0));
    }

    #[test]
    fn nimbers_and_moves_are_kept_from_ply_to_ply() {
        keeps_count::<Duel>("length=40");
        keeps_count::<Duel>("length=3000");
        keeps_count::<Blockade>("length=60");
        keeps_count::<Blockade>("length=3000");
    }

    #[test]
    fn tables_are_made_for_the_books_and_not_for_much_more() {
        let duel = |settings| fits_table(&start::<Duel>(find("duel").unwrap(), settings, None));
        let blockade = |settings| fits_table(&start::<Blockade>(find("blockade").unwrap(), settings, None));
        assert!(duel("") && duel("length=15") && !duel("length=16") && !duel("length=1000000000000000000"));
        assert!(blockade("") && !blockade("length=22") && !blockade("length=1000000000000000000"));
    }
}
