//! Who sits where, read from the options.

use numberline_rules::{Info, Seat};
use numberline_table::{Name, Player, Seating, SeatingError};

use crate::Failure;
use crate::args::{First, PlayArgs};

/// Reads who sits where and who begins.
pub(crate) fn read_seating(info: &Info, args: &PlayArgs, seed: u64) -> Result<Seating, Failure> {
    let players = read_players(info, [args.p1.as_deref(), args.p2.as_deref()])?;
    let names = args.names.as_deref().map(read_names).transpose()?;
    let first = args.first.map(|first| match first {
        First::One => numberline_table::First::Seat(Seat::One),
        First::Two => numberline_table::First::Seat(Seat::Two),
        First::Toss => numberline_table::First::Toss,
    });
    Seating::new(info, players, names, first, seed).map_err(|error| {
        Failure::Usage(match error {
            SeatingError::Fixed => format!("in {} the book says who begins: leave out --first", info.title),
            SeatingError::NoNames => {
                format!("in {} --first decides who sits as Player 1: add --names A,B", info.title)
            }
        })
    })
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
