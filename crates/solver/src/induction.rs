//! Backward induction with mixed strategies: chances of winning in any game that comes to an end.
//!
//! From the last ply to the first, a position where one seat moves has its best follower's chance, and one where both
//! act at once has the value of the matrix game between their moves.

use core::fmt;

use numberline_rules::{Game, Seat, Turn};

use crate::graph::Graph;
use crate::{Fraction, Matrix, Progress, SolveError};

/// The most positions that are solved where both seats act: all of a game of 10 cards on any line, in a second or two.
pub const MOST_MIXED_POSITIONS: u64 = 500_000;

/// The same for a large computation: all of a game of 12 cards on any line.
pub const MOST_MIXED_POSITIONS_LARGE: u64 = 6_000_000;

/// An eighth of a gigabyte.
const MOST_PLIES: usize = 1 << 25;
const MOST_PLIES_LARGE: usize = 1 << 28;

/// A game solved from its end: the exact chance of winning in every position that can come up.
#[derive(Clone)]
pub struct Induction<G: Game> {
    graph: Graph<G>,
    start: u32,
    /// All positions, each after everything that follows from it.
    order: Vec<u32>,
    /// Player 1's chance of winning, by number of position.
    chances: Vec<Fraction>,
}

/// The optimal play of both seats in one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mix<M> {
    /// Player 1's chance of winning.
    pub chance: Fraction,
    /// Each seat's moves; none where it does not act.
    pub moves: [Vec<Weighed<M>>; 2],
}

/// A move in an optimal strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighed<M> {
    /// The move.
    pub chosen: M,
    /// How often the strategy plays it.
    pub weight: Fraction,
    /// The seat's own chance of winning with it, against the other seat's optimal strategy.
    pub chance: Fraction,
    /// How much of the seat's chance the move gives away against the other seat's optimal strategy.
    pub regret: Fraction,
}

impl<G: Game> Induction<G> {
    /// Solves all that can come up from the start, unless that is more than `most` positions or has a cycle.
    pub fn solve(start: &G, most: u64, progress: &dyn Progress) -> Result<Self, SolveError> {
        let most_plies = progress.effort().choose(MOST_PLIES, MOST_PLIES_LARGE);
        let graph = Graph::explore(start, most, most_plies, progress)?;
        let order = graph.backwards()?;
        let mut chances = vec![Fraction::ZERO; graph.len()];
        let total = graph.len() as u64;
        for (done, &number) in (0..).zip(&order) {
            let watch = || progress.step(done, total);
            if watch().is_break() {
                return Err(SolveError::Stopped);
            }
            let chance = match graph.turn(number).ok_or(SolveError::Unknown)? {
                Turn::Over { winner } => certain(winner),
                Turn::Of(seat) => {
                    best(seat, graph.followers(number).iter().filter_map(|&next| chances.get(next as usize)))
                }
                Turn::Both => matrix(&graph, &chances, number)?.value_watched(&watch)?,
            };
            put(&mut chances, number, chance);
        }
        let start = graph.number(start).ok_or(SolveError::Unknown)?;
        Ok(Self { graph, start, order, chances })
    }

    /// Player 1's chance of winning; none if the position cannot come up from the start.
    #[must_use]
    pub fn chance(&self, position: &G) -> Option<&Fraction> {
        self.chances.get(self.graph.number(position)? as usize)
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Always false: there is at least the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every position that can come up in its canonical form, with Player 1's chance of winning, in no particular order.
    pub fn positions(&self) -> impl Iterator<Item = (&G, &Fraction)> {
        self.graph
            .positions()
            .filter_map(|(position, number)| Some((position, self.chances.get(number as usize)?)))
    }

    /// An optimal strategy for each seat, and what each move is worth against the other's.
    pub fn mix(&self, position: &G, progress: &dyn Progress) -> Result<Mix<G::Move>, SolveError> {
        let number = self.graph.number(position).ok_or(SolveError::Unknown)?;
        let chance = self.chances.get(number as usize).cloned().unwrap_or_default();
        if position.turn().winner().is_some() {
            return Ok(Mix { chance, moves: [Vec::new(), Vec::new()] });
        }
        // A seat that does not act counts as having one move, which is not shown.
        let matrix = matrix(&self.graph, &self.chances, number)?;
        let solution = matrix.solve(progress)?;
        let one = (0..matrix.rows()).map(|row| average(matrix.row(row).copied(), &solution.columns));
        let two = (0..matrix.columns())
            .map(|column| average(matrix.column(column).copied(), &solution.rows).complement());
        let one = weighed(position.moves(Seat::One), solution.rows.iter(), one, &chance);
        let two = weighed(position.moves(Seat::Two), solution.columns.iter(), two, &chance.complement());
        Ok(Mix { chance, moves: [one, two] })
    }

    /// How much each move of a position gives away, for both seats, whichever of its optimal strategies the other plays:
    /// 0 exactly for the moves that belong to one of the seat's own optimal strategies. `mix` is that of the position.
    pub fn regrets(
        &self,
        position: &G,
        mix: &Mix<G::Move>,
        progress: &dyn Progress,
    ) -> Result<[Vec<Fraction>; 2], SolveError> {
        let number = self.graph.number(position).ok_or(SolveError::Unknown)?;
        if position.turn() != Turn::Both {
            // Nobody answers in the same ply, so there is no choice to make.
            return Ok(mix.moves.each_ref().map(|moves| moves.iter().map(|it| it.regret.clone()).collect()));
        }
        let matrix = matrix(&self.graph, &self.chances, number)?;
        let [one, two] = &mix.moves;
        let for_one = matrix.regrets(&mix.chance, one, two, progress)?;
        // The same game as Player 2 sees it.
        let turned = (0..matrix.columns()).flat_map(|column| matrix.column(column).map(|it| it.complement()));
        let turned: Vec<Fraction> = turned.collect();
        let turned = Matrix::new(matrix.rows(), turned.iter().collect()).ok_or(SolveError::Unknown)?;
        let for_two = turned.regrets(&mix.chance.complement(), two, one, progress)?;
        Ok([for_one, for_two])
    }

    /// How much less than the value of the game a seat is guaranteed with its own strategy: what an opponent who
    /// knows the strategy takes from it. The strategy gives a weight for each of the seat's moves, in their order.
    pub fn exploitability(
        &self,
        seat: Seat,
        strategy: impl Fn(&G) -> Vec<Fraction>,
        progress: &dyn Progress,
    ) -> Result<Fraction, SolveError> {
        let least = self.against_best_response(seat, strategy, progress)?;
        let value = self.chances.get(self.start as usize).cloned().unwrap_or_default();
        let value = if seat == Seat::One { value } else { value.complement() };
        Ok(&value - &least)
    }

    /// The chance of winning that a seat is guaranteed with its own strategy: its chance against the best response.
    pub fn against_best_response(
        &self,
        seat: Seat,
        strategy: impl Fn(&G) -> Vec<Fraction>,
        progress: &dyn Progress,
    ) -> Result<Fraction, SolveError> {
        let mut weights = vec![Vec::new(); self.len()];
        for (position, number) in self.graph.positions() {
            if progress.step(0, self.len() as u64).is_break() {
                return Err(SolveError::Stopped);
            }
            if position.turn().acts(seat) {
                let chosen = strategy(position);
                let whole = chosen.iter().cloned().sum::<Fraction>().is_one();
                let fits = chosen.len() == position.moves(seat).count();
                if !whole || !fits || chosen.iter().any(|weight| *weight < Fraction::ZERO) {
                    return Err(SolveError::NotAStrategy);
                }
                put(&mut weights, number, chosen);
            }
        }
        // Player 1's chances again, now with one seat bound to its strategy and the other free to use that.
        let mut chances = vec![Fraction::ZERO; self.len()];
        for (done, &number) in (0..).zip(&self.order) {
            if progress.step(done, self.len() as u64).is_break() {
                return Err(SolveError::Stopped);
            }
            let turn = self.graph.turn(number).ok_or(SolveError::Unknown)?;
            let weights = weights.get(number as usize).map_or(&[][..], |weights| weights);
            let followers =
                self.graph.followers(number).iter().filter_map(|&next| chances.get(next as usize));
            let chance = match turn {
                Turn::Over { winner } => certain(winner),
                Turn::Of(mover) if mover == seat => average(followers, weights),
                Turn::Of(mover) => best(mover, followers),
                Turn::Both => {
                    let matrix = matrix(&self.graph, &chances, number)?;
                    let replies: Vec<Fraction> = match seat {
                        Seat::One => (0..matrix.columns())
                            .map(|at| average(matrix.column(at).copied(), weights))
                            .collect(),
                        Seat::Two => {
                            (0..matrix.rows()).map(|at| average(matrix.row(at).copied(), weights)).collect()
                        }
                    };
                    best(seat.other(), replies.iter())
                }
            };
            put(&mut chances, number, chance);
        }
        let chance = chances.get(self.start as usize).cloned().unwrap_or_default();
        Ok(if seat == Seat::One { chance } else { chance.complement() })
    }
}

impl<G: Game> fmt::Debug for Induction<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Induction").field("positions", &self.len()).finish_non_exhaustive()
    }
}

/// Player 1's chance when a seat has won.
fn certain(winner: Seat) -> Fraction {
    if winner == Seat::One { Fraction::ONE } else { Fraction::ZERO }
}

/// The chance that a seat chooses among several of Player 1's.
fn best<'a>(seat: Seat, chances: impl Iterator<Item = &'a Fraction>) -> Fraction {
    let best = if seat == Seat::One { chances.max() } else { chances.min() };
    best.cloned().unwrap_or_default()
}

fn average<'a>(chances: impl Iterator<Item = &'a Fraction>, weights: &[Fraction]) -> Fraction {
    chances.zip(weights).filter(|(_, weight)| !weight.is_zero()).map(|(chance, weight)| chance * weight).sum()
}

/// Player 1's chances after each pair of moves. A seat that does not act has one row or column.
fn matrix<'a, G: Game>(
    graph: &Graph<G>,
    chances: &'a [Fraction],
    number: u32,
) -> Result<Matrix<&'a Fraction>, SolveError> {
    let followers = graph.followers(number);
    let columns = match graph.turn(number) {
        Some(Turn::Of(Seat::One)) => 1,
        Some(Turn::Of(Seat::Two)) => followers.len(),
        _ => graph.columns(number),
    };
    let entries = followers.iter().filter_map(|&next| chances.get(next as usize)).collect();
    Matrix::new(columns, entries).ok_or(SolveError::Unknown)
}

fn weighed<'a, M>(
    moves: impl Iterator<Item = M>,
    weights: impl Iterator<Item = &'a Fraction>,
    chances: impl Iterator<Item = Fraction>,
    value: &Fraction,
) -> Vec<Weighed<M>> {
    let rows = moves.zip(weights).zip(chances);
    rows.map(|((chosen, weight), chance)| {
        let regret = value - &chance;
        Weighed { chosen, weight: weight.clone(), chance, regret }
    })
    .collect()
}

fn put<T>(list: &mut [T], number: u32, item: T) {
    if let Some(place) = list.get_mut(number as usize) {
        *place = item;
    }
}

#[cfg(test)]
mod tests {
    use numberline_rules::{Cards, Settings, Variant};

    use super::*;

    /// The shortcuts to the regrets are checked against the long way on every position of games with real mixes.
    #[test]
    fn regrets_are_those_of_the_long_way() {
        for settings in
            [["end=4", "tiebreak=rules"], ["end=4", "tiebreak=sample"], ["end=3", "tiebreak=rules"]]
        {
            let mut wanted = Settings::book(<Cards as Game>::Variant::PARAMETERS);
            for setting in settings {
                wanted.assign(setting).unwrap();
            }
            let start = Cards::start(&Variant::read(&wanted).unwrap());
            let solved = crate::cards::solve(&start, &()).unwrap();
            for (position, _) in solved.positions().filter(|(position, _)| position.turn() == Turn::Both) {
                let mix = solved.mix(position, &()).unwrap();
                let number = solved.graph.number(position).unwrap();
                let matrix = matrix(&solved.graph, &solved.chances, number).unwrap();
                let [quick, _] = solved.regrets(position, &mix, &()).unwrap();
                let long: Vec<Fraction> =
                    (0..matrix.rows()).map(|row| matrix.regret(row, &mix.chance, &()).unwrap()).collect();
                assert_eq!(quick, long, "{position}");
            }
        }
    }
}
