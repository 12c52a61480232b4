//! `numberline rules GAME`: the rules in our own words.

use numberline_rules::Settings;
use numberline_table::{
    AnyGame, RulesLine, RulesText, Surface, changed_settings, explain_parameter, plain_text,
};

use crate::args::RulesArgs;
use crate::{Exit, Failure, Out, SetupArgs, Tone};

/// How many columns the rules take, so that piped text fits a usual screen.
const COLUMNS: usize = 76;

/// Shows the rules of a game.
pub fn rules(args: &RulesArgs, out: &mut Out) -> Result<Exit, Failure> {
    let setup = SetupArgs { settings: args.settings.clone(), ..SetupArgs::default() };
    let (game, start) = setup.start(&args.game)?;
    out.say(Tone::Plain, &rules_page(game, &start.settings()))?;
    Ok(Exit::Done)
}

/// Everything about a variant of a game: its rules, what can be changed, and how to play it.
pub(crate) fn rules_page(game: &dyn AnyGame, settings: &Settings) -> String {
    let info = game.info();
    let under = "=".repeat(info.title.chars().count());
    let mut lines = vec![format!("{}\n{under}\n{}\n", info.title, info.summary)];
    lines.push(rules_of(game, settings));
    lines.push("\nVariants".to_owned());
    let mut command = format!("numberline play {}", info.slug);
    for (parameter, value) in settings.iter() {
        let setting = format!("--set {}={value}", parameter.name);
        if value != parameter.domain.book() {
            command = format!("{command} {setting}");
        }
        let help = explain_parameter(parameter, Some(value));
        lines.push(format!("  {setting:<21} {help}"));
    }
    lines.push(format!("\nPlay it with: {command}"));
    lines.join("\n")
}

/// The rules of the variant, and how it differs from the book's game.
pub(crate) fn rules_of(game: &dyn AnyGame, settings: &Settings) -> String {
    let text = RulesText::of(game, settings, Surface::Typed);
    let lines = text.lines(COLUMNS).into_iter().map(|line| match line {
        RulesLine::Title(title) => title,
        RulesLine::Text(text) => plain_text(&text),
    });
    let variant = changed_settings(settings)
        .map(|variant| format!("\nThis is a variant of the book's game: {variant}."));
    lines.chain(variant).collect::<Vec<_>>().join("\n")
}
