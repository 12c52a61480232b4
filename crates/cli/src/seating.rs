//! Who sits where: names, and who begins where the book lets the players decide.

use numberline_rules::{FirstTurn, Info, Seat};
use numberline_table::Name;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Failure;
use crate::args::First;

/// Who sits in which seat, and which seat begins where that is open.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    pub(crate) names: [Name; 2],
    pub(crate) first: Seat,
    /// What the toss said, if there was one.
    pub(crate) toss: Option<String>,
}

impl Seating {
    pub(crate) fn new(
        info: &Info,
        names: Option<&str>,
        first: Option<First>,
        seed: u64,
    ) -> Result<Self, Failure> {
        let named = names.is_some();
        let names = names.map_or_else(|| Ok(Name::of_both_seats()), read_names)?;
        let mut seating = Self { names, first: Seat::One, toss: None };
        let begins = match first {
            None => return Ok(seating),
            Some(First::One) => Seat::One,
            Some(First::Toss) if ChaCha8Rng::seed_from_u64(seed).random() => Seat::One,
            Some(First::Two | First::Toss) => Seat::Two,
        };
        match info.first {
            FirstTurn::EitherSeat => seating.first = begins,
            FirstTurn::WhoIsPlayerOne if named => {
                if begins == Seat::Two {
                    seating.names.reverse();
                }
            }
            FirstTurn::WhoIsPlayerOne => {
                let why = format!("in {} --first decides who sits as Player 1: add --names A,B", info.title);
                return Err(Failure::Usage(why));
            }
            FirstTurn::Fixed => {
                let why = format!("in {} the book says who begins: leave out --first", info.title);
                return Err(Failure::Usage(why));
            }
        }
        if first == Some(First::Toss) {
            seating.toss = Some(format!("The toss is made: {} begins.", seating.first.of(&seating.names)));
        }
        Ok(seating)
    }
}

fn read_names(text: &str) -> Result<[Name; 2], Failure> {
    let names: Vec<&str> = text.split(',').collect();
    let [one, two] = names.as_slice() else {
        return Err(Failure::Usage(
            "--names takes two names with a comma between them: --names Ada,Grace".into(),
        ));
    };
    let read = |name: &str| Name::new(name).map_err(|error| Failure::Usage(format!("--names: {error}")));
    let names = [read(one)?, read(two)?];
    let [one, two] = &names;
    if one == two {
        return Err(Failure::Usage("--names: the two players need different names".into()));
    }
    Ok(names)
}
