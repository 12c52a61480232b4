//! `numberline rules GAME`: the rules in our own words.

use numberline_rules::{Info, Parameter, Settings, Value};
use numberline_table::{Setup, find};

use crate::args::RulesArgs;
use crate::{Exit, Failure, Out, Tone};

/// Shows the rules of a game.
pub fn rules(args: &RulesArgs, out: &mut Out) -> Result<Exit, Failure> {
    let slug = args.game.as_str();
    let game = find(slug).ok_or_else(|| Failure::Usage(format!("there is no game '{slug}'")))?;
    let wanted = Setup { settings: args.settings.clone(), ..Setup::default() };
    let settings = wanted.start(game).map_err(Failure::usage)?.settings();
    let info = game.info();
    out.say(Tone::Prompt, &format!("{}\n{}", info.title, "=".repeat(info.title.chars().count())))?;
    out.say(Tone::Plain, &format!("{}\n\n{}", info.summary, rules_of(info, &settings)))?;
    out.say(Tone::Plain, "\nVariants")?;
    let mut command = format!("numberline play {slug}");
    for (parameter, value) in settings.iter() {
        let setting = format!("--set {}={value}", parameter.name);
        let book = parameter.domain.book();
        let mut range = parameter.domain.to_string();
        if value != book {
            command = format!("{command} {setting}");
            range = format!("{range}; the book has {book}");
        }
        out.say(Tone::Plain, &format!("  {setting:<21} {} ({range})", parameter.help))?;
    }
    out.say(Tone::Plain, &format!("\nPlay it with: {command}"))?;
    Ok(Exit::Done)
}

/// The rules as the book has them, and what a variant changes.
pub(crate) fn rules_of(info: &Info, settings: &Settings) -> String {
    let rules = info.rules.trim_end();
    match changed_settings(settings) {
        Some(variant) => format!("{rules}\n\nThat is the book's game. This one has {variant}"),
        None => rules.to_owned(),
    }
}

/// What is not as in the book, and what a word among it means; `None` for the book's own game.
pub(crate) fn changed_settings(settings: &Settings) -> Option<String> {
    let changed = settings.iter().filter(|(parameter, value)| parameter.domain.book() != *value);
    let describe = |(parameter, value): (&Parameter, Value)| {
        let help = parameter.help.strip_prefix(&format!("{value}: ")).unwrap_or(parameter.help);
        match value {
            Value::Number(_) => format!("{}={value}", parameter.name),
            Value::Flag(_) | Value::Word(_) => format!("{}={value} ({help})", parameter.name),
        }
    };
    let rows: Vec<String> = changed.map(describe).collect();
    (!rows.is_empty()).then(|| rows.join(", "))
}
