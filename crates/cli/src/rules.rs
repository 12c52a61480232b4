//! `numberline rules GAME`: the rules in our own words.

use numberline_table::find;

use crate::{Exit, Failure, Out, Tone};

/// Shows the rules of a game.
pub fn rules(slug: &str, out: &mut Out) -> Result<Exit, Failure> {
    let game = find(slug).ok_or_else(|| Failure::Usage(format!("there is no game '{slug}'")))?;
    let info = game.info();
    out.say(Tone::Prompt, &format!("{}\n{}", info.title, "=".repeat(info.title.chars().count())))?;
    out.say(Tone::Plain, &format!("{}\n\n{}", info.summary, info.rules.trim_end()))?;
    out.say(Tone::Plain, "\nVariants")?;
    for parameter in game.parameters() {
        let setting = format!("--set {}={}", parameter.name, parameter.domain.book());
        out.say(Tone::Plain, &format!("  {setting:<21} {} ({})", parameter.help, parameter.domain))?;
    }
    out.say(Tone::Plain, &format!("\nPlay it with: numberline play {slug}"))?;
    Ok(Exit::Done)
}
