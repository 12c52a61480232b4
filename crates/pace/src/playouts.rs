//! Random games from the start to the end, through the rules that people play by.

use numberline_rules::{Choices, Game, Seat, Turn};

use crate::Dice;

/// What a number of games came to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The plies of all games together.
    pub plies: u64,
    /// How many games Player 1 has won.
    pub wins_of_one: u64,
}

/// Random games whose moves are drawn by `Game::pick`.
#[must_use]
pub fn picking<G: Game>(start: &G, games: u64, dice: &mut Dice) -> Sum {
    let mut sum = Sum::default();
    for _ in 0..games {
        let mut position = start.clone();
        let winner = loop {
            let mut draw = |seat| position.pick(seat, |count| dice.below(count));
            let choices = match position.turn() {
                Turn::Over { winner } => break winner,
                Turn::Of(seat) => draw(seat).map(|chosen| Choices::Of(seat, chosen)),
                Turn::Both => draw(Seat::One).zip(draw(Seat::Two)).map(|(one, two)| Choices::Both(one, two)),
            };
            // A seat that acts has a move.
            let Some(choices) = choices else { return sum };
            position.play(&choices);
            sum.plies += 1;
        };
        sum.wins_of_one += u64::from(winner == Seat::One);
    }
    sum
}

/// The same games with every legal move listed in every turn, as searches and agents need them.
#[must_use]
pub fn listing<G: Game>(start: &G, games: u64, dice: &mut Dice) -> Sum {
    let mut sum = Sum::default();
    let [mut one, mut two] = [const { Vec::new() }; 2];
    for _ in 0..games {
        let mut position = start.clone();
        let winner = loop {
            let mut draw = |seat: Seat, list: &mut Vec<G::Move>| {
                position.list(seat, list);
                list.get(dice.below(list.len() as u64) as usize).copied()
            };
            let choices = match position.turn() {
                Turn::Over { winner } => break winner,
                Turn::Of(seat) => draw(seat, &mut one).map(|chosen| Choices::Of(seat, chosen)),
                Turn::Both => {
                    let both = draw(Seat::One, &mut one).zip(draw(Seat::Two, &mut two));
                    both.map(|(one, two)| Choices::Both(one, two))
                }
            };
            let Some(choices) = choices else { return sum };
            position.play(&choices);
            sum.plies += 1;
        };
        sum.wins_of_one += u64::from(winner == Seat::One);
    }
    sum
}
