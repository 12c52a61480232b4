//! Who sits where, read from the options.

use numberline_rules::{Info, Seat};
use numberline_table::{AnyGame, Limits, Name, Player, Rounds, Seating, SeatingError, Setup, find};

use crate::Failure;
use crate::args::{First, SessionArgs, SetupArgs};

/// Everything that a session of rounds is begun with, complete and checked.
pub struct Session {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The variant, and where it begins. Who begins is decided when the players are seated.
    pub setup: Setup,
    /// The computer players; none where a person sits.
    pub players: [Option<Player>; 2],
    /// What the players are called; none where they are called after what they are.
    pub names: Option<[Name; 2]>,
    /// Who is to begin; none as the book says.
    pub first: Option<numberline_table::First>,
    /// How many rounds.
    pub rounds: Rounds,
    /// What the players agree on beyond the rules.
    pub limits: Limits,
    /// Makes everything random repeatable.
    pub seed: u64,
}

/// Reads a session of rounds from the options. What it says can be played.
pub fn read_session(slug: &str, setup: &SetupArgs, session: &SessionArgs) -> Result<Session, Failure> {
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
    let session = Session { game, setup, players, names, first, rounds, limits, seed };
    // What is wrong with the set-up is said before anything else.
    let first = session.seating()?.first;
    Setup { first: Some(first), ..session.setup.clone() }.start(game).map_err(Failure::usage)?;
    Ok(session)
}

impl Session {
    /// Who sits where and who begins.
    pub(crate) fn seating(&self) -> Result<Seating, Failure> {
        let info = self.game.info();
        Seating::new(info, self.players, self.names.clone(), self.first, self.seed).map_err(|error| {
            Failure::Usage(match error {
                SeatingError::Fixed => {
                    format!("in {} the book says who begins: leave out --first", info.title)
                }
                SeatingError::NoNames => {
                    format!("in {} --first decides who sits as Player 1: add --names A,B", info.title)
                }
            })
        })
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
