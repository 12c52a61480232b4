//! Who sits where: people and computers, their names, and who begins where the book lets the players decide.

use numberline_rules::{FirstTurn, Info, Seat};
use numberline_table::{Name, Player};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Failure;
use crate::args::First;

/// Who sits in which seat, and which seat begins where that is open.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    pub(crate) names: [Name; 2],
    /// The computer players; none where a person sits.
    pub(crate) players: [Option<Player>; 2],
    pub(crate) first: Seat,
    /// What the toss said, if there was one.
    pub(crate) toss: Option<String>,
}

impl Seating {
    pub(crate) fn new(
        info: &Info,
        players: [Option<Player>; 2],
        names: Option<&str>,
        first: Option<First>,
        seed: u64,
    ) -> Result<Self, Failure> {
        let given = names.map(read_names).transpose()?;
        // Two people without names of their own are told apart by their seats alone.
        let named = given.is_some() || players.iter().any(Option::is_some);
        let names = given.clone().unwrap_or_else(|| names_of(&players));
        let mut seating = Self { names, players, first: Seat::One, toss: None };
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
                    seating.players.reverse();
                    seating.names.reverse();
                    if given.is_none() {
                        seating.names = names_of(&seating.players);
                    }
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

/// Reads who sits where; none is a person.
pub(crate) fn read_players(info: &Info, wanted: [Option<&str>; 2]) -> Result<[Option<Player>; 2], Failure> {
    let read = |wanted: Option<&str>| {
        let Some(text) = wanted.filter(|text| *text != "human") else { return Ok(None) };
        let player: Player = text.parse().map_err(Failure::usage)?;
        if player.plays(info.slug) {
            return Ok(Some(player));
        }
        let why = format!("{player} does not play {}; 'numberline players' says who does", info.slug);
        Err(Failure::Usage(why))
    };
    let [one, two] = wanted;
    Ok([read(one)?, read(two)?])
}

/// The names that players have unless they are given others. Two of a kind are numbered.
pub(crate) fn names_of(players: &[Option<Player>; 2]) -> [Name; 2] {
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
