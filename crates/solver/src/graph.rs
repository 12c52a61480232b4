//! Every position that can come up from a start, and which follow from which.
//!
//! Positions that differ only in what no longer affects the play are one: a graph holds canonical positions.

use numberline_rules::{Choices, Game, Seat, Turn};

use crate::numbers::Numbers;
use crate::{Progress, SolveError};

/// The positions that can come up, numbered in breadth-first order.
#[derive(Clone, Debug)]
pub(crate) struct Graph<G> {
    numbers: Numbers<G>,
    turns: Vec<Turn>,
    /// How many moves Player 2 has where both seats act, and 0 elsewhere.
    columns: Vec<u32>,
    followers: Lists,
}

impl<G: Game> Graph<G> {
    /// Explores what can come up from the start, unless that is more than `most` positions, or `most_plies` between them
    /// of four bytes each.
    pub(crate) fn explore(
        start: &G,
        most: u64,
        most_plies: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let most = most.min(u32::MAX.into());
        let mut graph = Self {
            numbers: Numbers::default(),
            turns: Vec::new(),
            columns: Vec::new(),
            followers: Lists::default(),
        };
        graph.numbers.of(start.clone().canonical());
        // What is found is numbered in the order in which it is looked at.
        while let Some(position) = graph.numbers.get(graph.len()).cloned() {
            let known = graph.numbers.len() as u64;
            if known > most {
                return Err(SolveError::TooManyPositions { estimate: None, most });
            }
            if graph.followers.items.len() > most_plies {
                return Err(SolveError::TooManyPlies { most: most_plies as u64 });
            }
            if progress.step(0, known).is_break() {
                return Err(SolveError::Stopped);
            }
            let turn = position.turn();
            let columns = if turn == Turn::Both { position.moves(Seat::Two).count() } else { 0 };
            graph.turns.push(turn);
            graph.columns.push(columns as u32);
            each_choice(&position, |choices| {
                let number = graph.numbers.of(position.after(choices).canonical());
                graph.followers.push(number);
            });
            graph.followers.close();
        }
        Ok(graph)
    }

    pub(crate) fn len(&self) -> usize {
        self.turns.len()
    }

    /// The number of a position, if it can come up.
    pub(crate) fn number(&self, position: &G) -> Option<u32> {
        self.numbers.find(&position.clone().canonical())
    }

    /// All positions in their canonical form.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (&G, u32)> {
        self.numbers.iter().zip(0..)
    }

    /// Who acts in each position, by number.
    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    pub(crate) fn turn(&self, number: u32) -> Option<Turn> {
        self.turns.get(number as usize).copied()
    }

    /// How many moves Player 2 has where both seats act, and 0 elsewhere.
    pub(crate) fn columns(&self, number: u32) -> usize {
        self.columns.get(number as usize).map_or(0, |columns| *columns as usize)
    }

    /// What follows from a position, in the order of its moves; where both seats act, Player 2's run faster.
    pub(crate) fn followers(&self, number: u32) -> &[u32] {
        self.followers.get(number)
    }

    /// From which positions each one follows.
    pub(crate) fn leaders(&self) -> Lists {
        self.followers.turned_round(self.len())
    }

    /// All positions, each after everything that follows from it.
    pub(crate) fn backwards(&self) -> Result<Vec<u32>, SolveError> {
        let is_layered = (0..self.len() as u32)
            .all(|number| self.followers(number).iter().all(|follower| *follower > number));
        if is_layered {
            // Every way to a position is as long as the others, so the numbers are in order already.
            return Ok((0..self.len() as u32).rev().collect());
        }
        let leaders = self.leaders();
        let mut open: Vec<u32> =
            (0..self.len() as u32).map(|number| self.followers(number).len() as u32).collect();
        let mut order: Vec<u32> =
            (0..self.len() as u32).filter(|number| self.followers(*number).is_empty()).collect();
        let mut next = 0;
        while let Some(&number) = order.get(next) {
            next += 1;
            for &leader in leaders.get(number) {
                if let Some(open) = open.get_mut(leader as usize) {
                    *open -= 1;
                    if *open == 0 {
                        order.push(leader);
                    }
                }
            }
        }
        // What is left over follows from itself.
        if order.len() == self.len() { Ok(order) } else { Err(SolveError::Endless) }
    }
}

/// Calls `visit` for every ply that can be played; where both seats act, Player 2's moves run faster.
pub(crate) fn each_choice<G: Game>(position: &G, mut visit: impl FnMut(&Choices<G::Move>)) {
    match position.turn() {
        Turn::Over { .. } => {}
        Turn::Of(seat) => position.moves(seat).for_each(|chosen| visit(&Choices::Of(seat, chosen))),
        Turn::Both => {
            let replies: Vec<G::Move> = position.moves(Seat::Two).collect();
            for one in position.moves(Seat::One) {
                replies.iter().for_each(|two| visit(&Choices::Both(one, *two)));
            }
        }
    }
}

/// A list of numbers for each number, all in one piece of memory.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    items: Vec<u32>,
    /// Where each list begins, and where the last one ends.
    bounds: Vec<usize>,
}

impl Default for Lists {
    fn default() -> Self {
        Self { items: Vec::new(), bounds: vec![0] }
    }
}

impl Lists {
    /// Adds to the list that is being built.
    fn push(&mut self, item: u32) {
        self.items.push(item);
    }

    /// Ends the list that is being built.
    fn close(&mut self) {
        self.bounds.push(self.items.len());
    }

    pub(crate) fn get(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let (Some(&from), Some(&until)) = (self.bounds.get(number), self.bounds.get(number + 1)) else {
            return &[];
        };
        self.items.get(from..until).unwrap_or_default()
    }

    /// For each of `count` numbers, in whose lists it is.
    fn turned_round(&self, count: usize) -> Self {
        let mut bounds = vec![0_usize; count + 1];
        for &item in &self.items {
            if let Some(size) = bounds.get_mut(item as usize + 1) {
                *size += 1;
            }
        }
        let mut sum = 0;
        for bound in &mut bounds {
            sum += *bound;
            *bound = sum;
        }
        let mut places = bounds.clone();
        let mut items = vec![0; self.items.len()];
        for owner in 0..count as u32 {
            for &item in self.get(owner) {
                let place = places.get_mut(item as usize);
                if let Some(slot) = place.and_then(|place| {
                    *place += 1;
                    items.get_mut(*place - 1)
                }) {
                    *slot = owner;
                }
            }
        }
        Self { items, bounds }
    }
}
