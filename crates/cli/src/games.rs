//! `numberline games`: the catalog, for people and for programs.

use numberline_rules::Domain;
use numberline_table::{AnyGame, catalog};
use serde::Serialize;

use crate::json::ValueJson;
use crate::{Exit, Failure, Out, Tone};

/// Lists the games.
pub fn games(as_json: bool, out: &mut Out) -> Result<Exit, Failure> {
    if as_json {
        return out.json(&catalog().into_iter().map(describe).collect::<Vec<_>>());
    }
    for game in catalog() {
        let info = game.info();
        out.say(Tone::Prompt, &format!("{:<9} {}", info.slug, info.title))?;
        out.say(Tone::Plain, &format!("          {}", info.summary))?;
        for parameter in game.parameters() {
            let setting = format!("{}={}", parameter.name, parameter.domain.book());
            out.say(
                Tone::Plain,
                &format!("            {setting:<15} {} ({})", parameter.help, parameter.domain),
            )?;
        }
        out.say(Tone::Plain, "")?;
    }
    out.say(
        Tone::Plain,
        "Play one with: numberline play GAME, and change a parameter with: --set NAME=VALUE",
    )?;
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct GameJson {
    slug: &'static str,
    title: &'static str,
    summary: &'static str,
    parameters: Vec<ParameterJson>,
}

#[derive(Serialize)]
struct ParameterJson {
    name: &'static str,
    default: ValueJson,
    range: RangeJson,
    help: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum RangeJson {
    Numbers { min: u64, max: u64 },
    Words(Vec<&'static str>),
}

fn describe(game: &dyn AnyGame) -> GameJson {
    let info = game.info();
    let parameters = game.parameters().iter().map(|parameter| ParameterJson {
        name: parameter.name,
        default: parameter.domain.book().into(),
        range: match parameter.domain {
            Domain::Number { min, max, .. } => RangeJson::Numbers { min, max },
            Domain::YesNo { .. } => RangeJson::Words(vec!["yes", "no"]),
            Domain::Word(words) => RangeJson::Words(words.to_vec()),
        },
        help: parameter.help,
    });
    GameJson { slug: info.slug, title: info.title, summary: info.summary, parameters: parameters.collect() }
}
