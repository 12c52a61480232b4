//! `numberline players`: the computer players, for people and for programs.

use numberline_table::Player;
use numberline_wire::{PlayerJson, RefutationJson};

use crate::{Exit, Failure, Out, Tone};

/// Lists the computer players.
pub fn players(as_json: bool, out: &mut Out) -> Result<Exit, Failure> {
    if as_json {
        return out.json(&PlayerJson::all());
    }
    for player in Player::all() {
        out.say(Tone::Prompt, &format!("{:<17} {}", player.to_string(), player.title()))?;
        out.say(Tone::Plain, &format!("                  {}", player.belief()))?;
        out.say(Tone::Plain, &format!("                  plays {}", player.games().join(", ")))?;
        for refuted in RefutationJson::all(&player) {
            let RefutationJson { game, seat, moves } = refuted;
            let beaten = format!("loses {game} as Player {seat} by: {}", moves.join("; "));
            out.say(Tone::Plain, &format!("                  {beaten}"))?;
        }
    }
    out.say(
        Tone::Plain,
        "\nPlay against one with: numberline play GAME --p2 NAME; computer alone means computer:3.",
    )?;
    Ok(Exit::Done)
}
