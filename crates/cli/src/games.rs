//! `numberline games`: the catalog, for people and for programs.

use numberline_table::{catalog, explain_parameter};
use numberline_wire::GameJson;

use crate::{Exit, Failure, Out, Tone};

/// Lists the games.
pub fn games(as_json: bool, out: &mut Out) -> Result<Exit, Failure> {
    if as_json {
        return out.json(&GameJson::all());
    }
    for game in catalog() {
        let info = game.info();
        out.say(Tone::Prompt, &format!("{:<9} {}", info.slug, info.title))?;
        out.say(Tone::Plain, &format!("          {}", info.summary))?;
        for parameter in game.parameters() {
            let book = parameter.domain.book();
            let setting = format!("{}={book}", parameter.name);
            let help = explain_parameter(parameter, Some(book));
            out.say(Tone::Plain, &format!("            {setting:<15} {help}"))?;
        }
        out.say(Tone::Plain, "")?;
    }
    out.say(
        Tone::Plain,
        "Play one with: numberline play GAME, and change a parameter with: --set NAME=VALUE",
    )?;
    Ok(Exit::Done)
}
