//! What the command line asks to play: its options fill a request, and an error names the option it is about.

use clap::builder::PossibleValuesParser;
use numberline_rules::Seat;
use numberline_table::{
    AnyGame, AnyMatch, Bounds, Field, First, OracleCache, Player, Request, RequestError, Seats, Terms,
    seat_against_computer,
};

use crate::Failure;
use crate::offered::Offered;

/// Who plays, and how long: the same wherever a game is played.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct SessionArgs {
    /// Who plays as Player 1: human, computer, computer:LEVEL (1 to 4 or perfect; computer alone means level 3), or a name
    /// from 'numberline players'
    #[arg(long, value_name = "WHO", value_parser = Offered::players(), hide_possible_values = true)]
    pub p1: Option<String>,

    /// Who plays as Player 2
    #[arg(long, value_name = "WHO", value_parser = Offered::players(), hide_possible_values = true)]
    pub p2: Option<String>,

    /// Play against WHO, a name as for --p1: you get the seat that has a chance against best play
    #[arg(long, value_name = "WHO", value_parser = Offered::players(), hide_possible_values = true, conflicts_with_all = ["p1", "p2"])]
    pub against: Option<String>,

    /// The players' names, such as Ada,Grace; against a computer yours is enough, and with --against yours comes first
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub names: Vec<String>,

    /// Who begins, where the rule book lets the players decide
    #[arg(long, value_name = "WHO", value_parser = PossibleValuesParser::new(First::WORDS))]
    pub first: Option<String>,

    /// Play this many rounds and keep the score
    #[arg(long, value_name = "N", conflicts_with = "best_of")]
    pub rounds: Option<String>,

    /// Play until one player has won more than half of N rounds
    #[arg(long, value_name = "N")]
    pub best_of: Option<String>,

    /// Whether the players change seats; the words are those of the table.
    #[arg(long, help = Seats::HELP, value_name = "HOW", value_parser = PossibleValuesParser::new(Seats::ALL.map(Seats::word)))]
    pub seats: Option<String>,

    /// The N-th invalid attempt in a row forfeits the game
    #[arg(long, value_name = "N")]
    pub max_invalid: Option<String>,

    /// After N turns the game is a draw; between two computers the default is 200
    #[arg(long, value_name = "N")]
    pub max_turns: Option<String>,

    /// Seed for everything random: the same seed gives the same game
    #[arg(long, value_name = "N")]
    pub seed: Option<String>,
}

/// Which variant of a game, and where it begins: the same for every command that takes a game.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct SetupArgs {
    /// Change a parameter of the game, such as length=20; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = Offered::settings(), hide_possible_values = true)]
    pub settings: Vec<String>,

    /// Begin at this position instead of the book's start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Play these turns first, such as "5 6; 8; 9 10"
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

impl SessionArgs {
    /// The terms of a session, or the option that is wrong.
    pub fn terms(&self, game: &str, setup: &SetupArgs) -> Result<Terms, Failure> {
        let mut request = self.request(game, setup)?;
        if let Some(against) = &self.against {
            let start = request.game().and_then(|game| Ok((game, request.start(game)?)));
            let (game, start) = start.map_err(|error| refused(&request, &error))?;
            let seat = seat_against_computer(game, &*start, &OracleCache::shared());
            *seat.other().of_mut(&mut request.players) = Some(against.clone());
            // Before they sit down nobody knows the seats, so the names are yours and the opponent's.
            if seat == Seat::Two {
                request.names.reverse();
            }
        }
        request.terms(&Bounds::LOCAL).map_err(|error| refused(&request, &error))
    }

    /// What the options change in a session that is resumed.
    pub fn overrides(&self) -> Result<Request, Failure> {
        self.request("", &SetupArgs::default())
    }

    /// What the options ask for. The table checks it.
    pub(crate) fn request(&self, game: &str, setup: &SetupArgs) -> Result<Request, Failure> {
        let args = self.clone();
        let names = match (args.names.as_slice(), self.only_person()) {
            ([], _) => [None, None],
            ([one, two], _) => [Some(one.clone()), Some(two.clone())],
            ([one], Some(Seat::One)) => [Some(one.clone()), None],
            ([two], Some(Seat::Two)) => [None, Some(two.clone())],
            _ => {
                let reason = "--names: name both players, with a comma between them: --names Ada,Grace. One name is \
                              enough against a computer.";
                return Err(Failure::Usage(reason.to_owned()));
            }
        };
        Ok(Request {
            players: [args.p1, args.p2],
            names,
            first: args.first,
            best_of: args.best_of.is_some(),
            rounds: args.rounds.or(args.best_of),
            seats: args.seats,
            max_invalid: args.max_invalid,
            max_turns: args.max_turns,
            seed: args.seed,
            ..setup.request(game)
        })
    }
}

impl SessionArgs {
    /// Where the only person sits; with `--against` the first seat stands for it until the seats are known.
    fn only_person(&self) -> Option<Seat> {
        let [one, two] = [&self.p1, &self.p2].map(|who| who.as_ref().is_none_or(|who| who == Player::HUMAN));
        match (one, two) {
            (true, true) if self.against.is_some() => Some(Seat::One),
            (true, false) => Some(Seat::One),
            (false, true) => Some(Seat::Two),
            _ => None,
        }
    }
}

impl SetupArgs {
    pub(crate) fn request(&self, game: &str) -> Request {
        let Self { settings, position, moves } = self.clone();
        Request { game: game.to_owned(), set: settings, position, moves, ..Request::default() }
    }

    /// The game, and a match of it as the options set it up.
    pub(crate) fn start(&self, game: &str) -> Result<(&'static dyn AnyGame, Box<dyn AnyMatch>), Failure> {
        let request = self.request(game);
        let started = request.game().and_then(|game| Ok((game, request.start(game)?)));
        started.map_err(|error| refused(&request, &error))
    }
}

/// What is wrong with a request, and the option it came from.
pub(crate) fn refused(request: &Request, error: &RequestError) -> Failure {
    let option = match error.field {
        Field::Game => return Failure::Usage(error.to_string()),
        Field::Player(Seat::One) => "p1",
        Field::Player(Seat::Two) => "p2",
        Field::Rounds if request.best_of => "best-of",
        field => field.name(),
    };
    Failure::Usage(format!("--{option}: {error}"))
}
