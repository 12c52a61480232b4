//! `numberline arena`: many games between computer players, for people and for programs.

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;

use numberline_rules::Seat;
use numberline_table::{
    AnyGame, Arena, Bound, Player, Rating, Request, Standing, Tally, counted, draw_seed, standings,
};
use numberline_wire::WholeJson;
use serde::Serialize;

use crate::args::game_names;
use crate::progress::Bar;
use crate::request::refused;
use crate::{Exit, Failure, Out, SetupArgs, Tone, number};

/// Who plays how many games.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline arena siege --p1 computer:perfect --p2 runner --games 100000\n  \
    numberline arena duel --p1 computer:2 --p2 computer:4 --games 10000 --seed 7 --csv\n  \
    numberline arena cards --round-robin --games 1000\n\n\
The same seed gives the same numbers on any number of cores. A move is optimal if it gives nothing away. Regret is what a \
move gives away on average, where 1 is a won game and an endless one counts one half.\n\n\
Ratings use the Elo scale, with no prior: between two players the difference is 400 log10(s / (1 - s)), \
where s is Player 1's share of the points. In a round robin every player meets every other in both seats; its \
ratings are those that make the results most likely, 1500 on average. Against an opponent that never scores a point the rating has \
no bound: 'at least' and 'at most' then give the rating for half a point less, or more, and the average is taken over the largest \
group of players that have taken points from each other, directly or through others.\n\n\
Duel and blockade are played on any line up to 10^18 numbers, by nimbers (numbers that \
decide sums of free runs); with misere=yes, where the last move loses, on lines up to 48. On a line of more than 48, players know \
who wins, and how soon once the free runs fit 24 numbers. A game that is not over after --max-turns is a draw, so allow more \
turns on long lines. The other games are played from a table of at most 1,000,000 positions: siege up to 800 numbers, token on \
every line with steps up to 400, with revisit=no up to 19 squares, or up to 28 with steps of 2, cards up to 10 cards. Larger games \
are refused.")]
pub struct ArenaArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: String,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Who plays as Player 1: a name from 'numberline players'
    #[arg(long, value_name = "WHO", default_value = "computer:perfect", conflicts_with = "round_robin")]
    pub p1: String,

    /// Who plays as Player 2
    #[arg(long, value_name = "WHO", default_value = "computer:perfect", conflicts_with = "round_robin")]
    pub p2: String,

    /// Every player of the game against every other, with ratings
    #[arg(long)]
    pub round_robin: bool,

    /// How many games; in a round robin, how many for each pair and seating
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number::games)]
    pub games: u64,

    /// Seed for everything random: the same seed gives the same games
    #[arg(long, value_name = "N", value_parser = number::seed)]
    pub seed: Option<u64>,

    /// After N turns a game is a draw
    #[arg(long, value_name = "N", default_value_t = numberline_table::COMPUTER_TURNS, value_parser = number::count)]
    pub max_turns: NonZeroU32,

    /// How many cores to use; all of them by default
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub threads: Option<NonZeroU32>,

    /// Print JSON, for programs
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,

    /// Print comma-separated values, for spreadsheets
    #[arg(long)]
    pub csv: bool,
}

/// Plays the games, and shows the results.
pub fn arena(args: &ArenaArgs, out: &mut Out) -> Result<Exit, Failure> {
    let (game, start) = args.setup.start(&args.game)?;
    if start.turn().winner().is_some() {
        return Err(Failure::Usage("the game is over in this position: begin at another one".to_owned()));
    }
    let slug = game.info().slug;
    let players = if args.round_robin { Player::all_of(slug) } else { two(game, args)? };
    let seatings: Vec<[usize; 2]> = if args.round_robin {
        let places = 0..players.len();
        let pairs = places.clone().flat_map(|one| places.clone().map(move |two| [one, two]));
        pairs.filter(|[one, two]| one != two).collect()
    } else {
        vec![[0, 1]]
    };
    let arena = Arena::new(game, &*start, players.clone(), args.max_turns, &())
        .map_err(|refusal| Failure::Failed(format!("this is too large for the arena: {refusal}")))?;
    let threads = args
        .threads
        .and_then(|threads| threads.try_into().ok())
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let seed = args.seed.unwrap_or_else(draw_seed);
    let bar = Bar::new("Playing");
    let all_games = args.games.saturating_mul(seatings.len() as u64);
    let mut rows = Vec::new();
    for (number, seats) in seatings.iter().enumerate() {
        let before = args.games.saturating_mul(number as u64);
        // Each seating has its own random numbers.
        let seed = seed.wrapping_add(number as u64);
        let tally = arena.play(*seats, args.games, seed, threads, &mut |done| {
            bar.show(before + done, all_games);
            ControlFlow::Continue(())
        });
        rows.push(Row {
            players: seats.map(|place| players.get(place).copied().unwrap_or(Player::USUAL)),
            tally,
        });
    }
    drop(bar);
    let ratings = if args.round_robin { ratings(&players, &seatings, &rows) } else { Vec::new() };
    let report =
        Report { game: slug, seed: seed.into(), games: rows.iter().map(Row::json).collect(), ratings };
    if args.json {
        out.json(&report)
    } else if args.csv {
        out.raw(report.csv(args.round_robin).as_bytes())?;
        Ok(Exit::Done)
    } else {
        report.tell(args.round_robin, out)
    }
}

fn two(game: &dyn AnyGame, args: &ArenaArgs) -> Result<Vec<Player>, Failure> {
    let request =
        Request { players: [&args.p1, &args.p2].map(|player| Some(player.clone())), ..Request::default() };
    let nobody = || Failure::Usage("people do not play in the arena: name a computer player".to_owned());
    let player = |seat| {
        let player = request.player(game, seat).map_err(|error| refused(&request, &error))?;
        player.ok_or_else(nobody)
    };
    Seat::BOTH.into_iter().map(player).collect()
}

fn ratings(players: &[Player], seatings: &[[usize; 2]], rows: &[Row]) -> Vec<RatingJson> {
    let results: Vec<(usize, usize, f64, u64)> = seatings
        .iter()
        .zip(rows)
        .map(|([one, two], row)| (*one, *two, row.points(), row.tally.games()))
        .collect();
    let rate = |Standing { player, rating, points, games }: Standing| RatingJson {
        player: players.get(player).map(ToString::to_string).unwrap_or_default(),
        elo: rounded(rating.elo, 1),
        points,
        games,
        bound: bound_name(rating.bound),
    };
    standings(players.len(), &results).into_iter().map(rate).collect()
}

struct Row {
    players: [Player; 2],
    tally: Tally,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    seed: WholeJson,
    games: Vec<RowJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ratings: Vec<RatingJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RowJson {
    p1: String,
    p2: String,
    games: u64,
    p1_wins: u64,
    p2_wins: u64,
    draws: u64,
    average_length: f64,
    p1_optimal_rate: f64,
    p2_optimal_rate: f64,
    p1_regret: f64,
    p2_regret: f64,
    /// How many moves each seat made.
    #[serde(skip)]
    moves: [u64; 2],
    /// How far Player 1 is rated above Player 2.
    elo_difference: f64,
    elo_bound: &'static str,
}

#[derive(Serialize)]
struct RatingJson {
    player: String,
    elo: f64,
    points: f64,
    games: u64,
    bound: &'static str,
}

fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::AtLeast => "atLeast",
        Bound::AtMost => "atMost",
    }
}

/// The words before a rating that is only a bound.
fn bound_words(bound: &str) -> &'static str {
    match bound {
        "atLeast" => "at least ",
        "atMost" => "at most ",
        _ => "",
    }
}

fn rounded(number: f64, places: i32) -> f64 {
    let scale = 10_f64.powi(places);
    (number * scale).round() / scale
}

impl Row {
    fn json(&self) -> RowJson {
        let [p1, p2] = self.players.map(|player| player.to_string());
        let [p1_wins, p2_wins] = self.tally.wins;
        let [p1_optimal_rate, p2_optimal_rate] =
            Seat::BOTH.map(|seat| rounded(self.tally.optimal_rate(seat), 6));
        let [p1_regret, p2_regret] = Seat::BOTH.map(|seat| rounded(self.tally.average_regret(seat), 6));
        let (games, draws) = (self.tally.games(), self.tally.draws);
        let average_length = rounded(self.tally.average_length(), 6);
        let difference = Rating::difference(self.points(), games);
        RowJson {
            p1,
            p2,
            games,
            p1_wins,
            p2_wins,
            draws,
            average_length,
            p1_optimal_rate,
            p2_optimal_rate,
            p1_regret,
            p2_regret,
            moves: self.tally.moves,
            elo_difference: rounded(difference.elo, 1),
            elo_bound: bound_name(difference.bound),
        }
    }

    /// Player 1's points: 1 for a win, one half for a draw.
    fn points(&self) -> f64 {
        self.tally.wins[0] as f64 + self.tally.draws as f64 / 2.0
    }
}

impl Report<'_> {
    fn csv(&self, round_robin: bool) -> String {
        if round_robin {
            let rows = self.ratings.iter().map(|rating| {
                let RatingJson { player, elo, points, games, bound } = rating;
                format!("{player},{elo},{points},{games},{bound}\n")
            });
            return "player,elo,points,games,bound\n".to_owned() + &rows.collect::<String>();
        }
        let rows = self.games.iter().map(|row| {
            format!(
                "{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                row.p1,
                row.p2,
                row.games,
                row.p1_wins,
                row.p2_wins,
                row.draws,
                row.average_length,
                row.p1_optimal_rate,
                row.p2_optimal_rate,
                row.p1_regret,
                row.p2_regret,
                row.elo_difference,
                row.elo_bound,
            )
        });
        let head = "p1,p2,games,p1Wins,p2Wins,draws,averageLength,p1OptimalRate,p2OptimalRate,p1Regret,p2Regret,\
            eloDifference,eloBound\n";
        head.to_owned() + &rows.collect::<String>()
    }

    fn tell(&self, round_robin: bool, out: &mut Out) -> Result<Exit, Failure> {
        if round_robin {
            out.say(
                Tone::Prompt,
                &format!("{:<17} {:>16} {:>10} {:>9}", "player", "Elo", "points", "games"),
            )?;
            for RatingJson { player, elo, points, games, bound } in &self.ratings {
                let elo = format!("{}{elo:.1}", bound_words(bound));
                out.say(Tone::Plain, &format!("{player:<17} {elo:>16} {points:>10.1} {games:>9}"))?;
            }
        }
        for row in self.games.iter().filter(|_| !round_robin) {
            out.say(Tone::Prompt, &format!("{}: {}", self.game, counted(row.games, "game")))?;
            let [one, two] = row.moves;
            for (seat, player, wins, moves, rate, regret) in [
                (1, &row.p1, row.p1_wins, one, row.p1_optimal_rate, row.p1_regret),
                (2, &row.p2, row.p2_wins, two, row.p2_optimal_rate, row.p2_regret),
            ] {
                let rate = 100.0 * rate;
                let mut line = format!("Player {seat}, {player:<17} {wins:>9} wins");
                // A seat that was never to move, as Player 2 on a line of two numbers, played neither well nor badly.
                if moves > 0 {
                    line += &format!(", {rate:>6.2} % of the moves optimal, regret {regret:.4} a move");
                }
                out.say(Tone::Plain, &line)?;
            }
            let (bound, difference) = (bound_words(row.elo_bound), row.elo_difference);
            out.say(
                Tone::Plain,
                &format!("Elo difference: Player 1 is {bound}{difference:+.1} above Player 2"),
            )?;
            let length = row.average_length;
            let draws = counted(row.draws, "draw");
            out.say(Tone::Plain, &format!("{draws}, {length:.2} turns a game on average"))?;
        }
        out.say(Tone::Aside, &format!("Repeat it with --seed {}.", self.seed))?;
        Ok(Exit::Done)
    }
}
