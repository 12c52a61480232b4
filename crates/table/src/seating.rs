//! Who sits where: people and computers, their names, and who begins where the book lets the players decide.

use numberline_rules::{FirstTurn, Info, Seat};

use crate::{Dice, Name, Player};

/// Who is to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// This one, of the two as they were named.
    Seat(Seat),
    /// Whom the toss of a coin says.
    Toss,
}

/// Who sits in which seat, and which seat begins where that is open.
#[derive(Clone, Debug)]
pub struct Seating {
    /// What the players are called.
    pub names: [Name; 2],
    /// The computer players; none where a person sits.
    pub players: [Option<Player>; 2],
    /// Who begins.
    pub first: Seat,
    /// What the toss said, if there was one.
    pub toss: Option<String>,
}

/// Why nobody can be told to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeatingError {
    /// The rule book says who begins.
    #[error("the book says who begins")]
    Fixed,
    /// Who begins sits as Player 1, but two people without names cannot be told apart.
    #[error("who begins sits as Player 1, and the players have no names to tell them apart")]
    NoNames,
}

impl Seating {
    /// Seats two players. Without names of their own they are called after what they are.
    pub fn new(
        info: &Info,
        players: [Option<Player>; 2],
        names: Option<[Name; 2]>,
        first: Option<First>,
        seed: u64,
    ) -> Result<Self, SeatingError> {
        let given = names.is_some();
        // Two people without names of their own are told apart by their seats alone.
        let told_apart = given || players.iter().any(Option::is_some);
        let names = names.unwrap_or_else(|| names_of(&players));
        let mut seating = Self { names, players, first: Seat::One, toss: None };
        let begins = match first {
            None => return Ok(seating),
            Some(First::Seat(seat)) => seat,
            Some(First::Toss) if Dice::new(seed, 0).below(2) == 0 => Seat::One,
            Some(First::Toss) => Seat::Two,
        };
        match info.first {
            FirstTurn::EitherSeat => seating.first = begins,
            FirstTurn::WhoIsPlayerOne if told_apart => {
                if begins == Seat::Two {
                    seating.players.reverse();
                    seating.names.reverse();
                    if !given {
                        seating.names = names_of(&seating.players);
                    }
                }
            }
            FirstTurn::WhoIsPlayerOne => return Err(SeatingError::NoNames),
            FirstTurn::Fixed => return Err(SeatingError::Fixed),
        }
        if first == Some(First::Toss) {
            seating.toss = Some(format!("The toss is made: {} begins.", seating.first.of(&seating.names)));
        }
        Ok(seating)
    }
}

/// The names that players have unless they are given others. Two of a kind are numbered.
fn names_of(players: &[Option<Player>; 2]) -> [Name; 2] {
    let titles = players.map(|player| player.map(|player| player.title()));
    let [one, two] = &titles;
    let alike = one == two;
    Seat::BOTH.map(|seat| {
        let title = seat
            .of(&titles)
            .as_deref()
            .map(|title| Name::new(&if alike { format!("{title} {seat}") } else { title.to_owned() }));
        title.and_then(Result::ok).unwrap_or_else(|| Name::of_seat(seat))
    })
}
