//! `numberline players`: the computer players, for people and for programs.

use numberline_rules::Seat;
use numberline_table::{Player, Refutation, find};
use serde::Serialize;

use crate::{Exit, Failure, Out, Tone};

/// Lists the computer players.
pub fn players(as_json: bool, out: &mut Out) -> Result<Exit, Failure> {
    if as_json {
        return out.json(&Player::all().iter().map(describe).collect::<Vec<_>>());
    }
    for player in Player::all() {
        out.say(Tone::Prompt, &format!("{:<17} {}", player.to_string(), player.title()))?;
        out.say(Tone::Plain, &format!("                  {}", player.belief()))?;
        out.say(Tone::Plain, &format!("                  plays {}", player.games().join(", ")))?;
        for refuted in refutations(&player) {
            let RefutationJson { game, seat, moves } = refuted;
            let beaten = format!("loses {game} as Player {seat} by: {}", moves.join("; "));
            out.say(Tone::Plain, &format!("                  {beaten}"))?;
        }
    }
    out.say(
        Tone::Plain,
        "\nPlay against one with: numberline play GAME --p2 NAME; plain computer is computer:3.",
    )?;
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct PlayerJson {
    name: String,
    title: String,
    games: Vec<&'static str>,
    belief: String,
    refutations: Vec<RefutationJson>,
}

/// A line of play that beats a player in a game by the book.
#[derive(Serialize)]
struct RefutationJson {
    game: &'static str,
    /// Where the player sits that is beaten.
    seat: u8,
    moves: Vec<String>,
}

fn describe(player: &Player) -> PlayerJson {
    PlayerJson {
        name: player.to_string(),
        title: player.title(),
        games: player.games(),
        belief: player.belief(),
        refutations: refutations(player),
    }
}

fn refutations(player: &Player) -> Vec<RefutationJson> {
    let Player::Named(named) = player else { return Vec::new() };
    let lines = player.games().into_iter().filter_map(|slug| {
        let game = find(slug)?;
        let start = game.start(&game.book_settings(), Seat::One).ok()?;
        let Refutation { seat, plies } = named.refute(game, &*start)?;
        let moves = plies.iter().map(ToString::to_string).collect();
        Some(RefutationJson { game: slug, seat: *seat.of(&[1, 2]), moves })
    });
    lines.collect()
}
