//! `numberline rules GAME`: the rules in our own words.

use numberline_rules::{Info, Settings};
use numberline_table::{RulesLine, RulesText, changed_settings, explain_parameter, plain_text};

use crate::args::RulesArgs;
use crate::{Exit, Failure, Out, SetupArgs, Tone};

/// How many columns the rules take, so that piped text fits a usual screen.
const COLUMNS: usize = 76;

/// Shows the rules of a game.
pub fn rules(args: &RulesArgs, out: &mut Out) -> Result<Exit, Failure> {
    let setup = SetupArgs { settings: args.settings.clone(), ..SetupArgs::default() };
    let (game, start) = setup.start(&args.game)?;
    let (info, settings) = (game.info(), start.settings());
    out.say(Tone::Prompt, &format!("{}\n{}", info.title, "=".repeat(info.title.chars().count())))?;
    out.say(Tone::Plain, &format!("{}\n\n{}", info.summary, rules_of(info, &settings)))?;
    out.say(Tone::Plain, "\nVariants")?;
    let mut command = format!("numberline play {}", info.slug);
    for (parameter, value) in settings.iter() {
        let setting = format!("--set {}={value}", parameter.name);
        if value != parameter.domain.book() {
            command = format!("{command} {setting}");
        }
        let help = explain_parameter(parameter, Some(value));
        out.say(Tone::Plain, &format!("  {setting:<21} {help}"))?;
    }
    out.say(Tone::Plain, &format!("\nPlay it with: {command}"))?;
    Ok(Exit::Done)
}

/// The rules as the book has them, and what a variant changes.
pub(crate) fn rules_of(info: &Info, settings: &Settings) -> String {
    let lines = RulesText::read(info.rules).lines(COLUMNS).into_iter().map(|line| match line {
        RulesLine::Title(title) => title,
        RulesLine::Text(text) => plain_text(&text),
    });
    let variant = changed_settings(settings)
        .map(|variant| format!("\nThat is the book's game. This one has {variant}"));
    lines.chain(variant).collect::<Vec<_>>().join("\n")
}
