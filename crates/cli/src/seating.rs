//! Who sits where, read from the options.

use numberline_rules::{Info, Seat};
use numberline_table::{Limits, Name, Player, Rounds, Seating, SeatingError, Setup, Wanted, find};

use crate::Failure;
use crate::args::{First, SessionArgs, SetupArgs};

/// Reads a session of rounds from the options. What it says can be played.
pub fn read_session(
    slug: &str,
    setup: &SetupArgs,
    session: &SessionArgs,
    coach: bool,
) -> Result<Wanted, Failure> {
    let game = find(slug).ok_or_else(|| Failure::Usage(format!("there is no game '{slug}'")))?;
    let players = read_players(game.info(), [session.p1.as_deref(), session.p2.as_deref()])?;
    let names = session.names.as_deref().map(read_names).transpose()?;
    let first = session.first.map(|first| match first {
        First::One => numberline_table::First::Seat(Seat::One),
        First::Two => numberline_table::First::Seat(Seat::Two),
        First::Toss => numberline_table::First::Toss,
    });
    let rounds = match (session.rounds, session.best_of) {
        (Some(rounds), _) => Rounds::All(rounds),
        (None, Some(most)) => Rounds::BestOf(most),
        (None, None) => Rounds::One,
    };
    let limits = Limits { max_invalid: session.max_invalid, max_turns: session.max_turns };
    let seed = session.seed.unwrap_or_else(rand::random);
    let setup = setup.wanted(None);
    let wanted = Wanted { game, setup, players, names, first, rounds, coach, limits, seed };
    // What is wrong with the set-up is said before anything else.
    let first = seat(&wanted)?.first;
    Setup { first: Some(first), ..wanted.setup.clone() }.start(game).map_err(Failure::usage)?;
    Ok(wanted)
}

/// Seats the players.
pub(crate) fn seat(wanted: &Wanted) -> Result<Seating, Failure> {
    let title = wanted.game.info().title;
    wanted.seating().map_err(|error| {
        Failure::Usage(match error {
            SeatingError::Fixed => format!("in {title} the book says who begins: leave out --first"),
            SeatingError::NoNames => {
                format!("in {title} --first decides who sits as Player 1: add --names A,B")
            }
        })
    })
}

/// Reads who sits where; none is a person.
pub(crate) fn read_players(info: &Info, wanted: [Option<&str>; 2]) -> Result<[Option<Player>; 2], Failure> {
    let read = |wanted: Option<&str>| {
        wanted.map_or(Ok(None), |text| Player::at(info.slug, text)).map_err(Failure::usage)
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
