//! `numberline` alone on a terminal: the games to choose from.

use numberline_table::catalog;

use crate::{Console, Exit, Failure, Input, Out, PlayArgs, RulesArgs, SessionArgs, Tone, play, rules};

/// Offers the games until somebody has had enough.
pub fn menu(no_history: bool, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let games = catalog();
    loop {
        out.say(Tone::Prompt, "\nNumber-line duels: five games for two\n")?;
        for (place, game) in games.iter().enumerate() {
            out.say(
                Tone::Plain,
                &format!("  {}  {:<9} {}", place + 1, game.info().slug, game.info().summary),
            )?;
        }
        out.say(
            Tone::Aside,
            "\nType a number or a name to play, rules NAME to read its rules, quit to leave.",
        )?;
        let mut words: Vec<String> = games.iter().map(|game| game.info().slug.to_owned()).collect();
        words.extend(games.iter().map(|game| format!("rules {}", game.info().slug)));
        words.push("quit".to_owned());
        let line = match console.ask(out, "Choose a game: ", &words)? {
            Input::Line(line) => line.trim().to_ascii_lowercase(),
            Input::Unreadable(reason) => {
                out.say(Tone::Refusal, reason)?;
                continue;
            }
            Input::End => return Ok(Exit::Done),
            Input::Interrupted => return Ok(Exit::Interrupted),
        };
        let (reading, name) = match line.strip_prefix("rules ") {
            Some(name) => (true, name.trim()),
            None => (false, line.as_str()),
        };
        match name {
            "quit" | "q" | "exit" => return Ok(Exit::Done),
            "" | "help" | "h" | "?" | "rules" => continue,
            _ => {}
        }
        let numbered = |place: usize| (place + 1).to_string() == name;
        let chosen =
            games.iter().enumerate().find(|(place, game)| numbered(*place) || game.info().slug == name);
        let Some((_, game)) = chosen else {
            out.say(Tone::Refusal, "There is no such game here: type a number from the list, or quit.")?;
            continue;
        };
        let slug = game.info().slug;
        if reading {
            rules(&RulesArgs { game: slug.to_owned(), settings: Vec::new() }, out)?;
            continue;
        }
        let p2 = match ask_who_plays(console, out)? {
            Who::TwoPeople => None,
            Who::Computer => Some("computer".to_owned()),
            Who::Left(exit) => return Ok(exit),
        };
        out.say(Tone::Plain, "")?;
        let session = SessionArgs { p2, ..SessionArgs::default() };
        let args = PlayArgs { game: Some(slug.to_owned()), session, no_history, ..PlayArgs::default() };
        if let Exit::Interrupted = play(&args, console, out)? {
            return Ok(Exit::Interrupted);
        }
    }
}

enum Who {
    TwoPeople,
    Computer,
    Left(Exit),
}

fn ask_who_plays(console: &mut dyn Console, out: &mut Out) -> Result<Who, Failure> {
    loop {
        let words = ["computer".to_owned()];
        match console.ask(out, "Who plays? (Enter: two people, c: you against the computer): ", &words)? {
            Input::Line(line) => match line.trim().to_ascii_lowercase().as_str() {
                "" => return Ok(Who::TwoPeople),
                "c" | "computer" => return Ok(Who::Computer),
                _ => out.say(Tone::Refusal, "Press Enter, or type c.")?,
            },
            Input::Unreadable(reason) => out.say(Tone::Refusal, reason)?,
            Input::End => return Ok(Who::Left(Exit::Done)),
            Input::Interrupted => return Ok(Who::Left(Exit::Interrupted)),
        }
    }
}
