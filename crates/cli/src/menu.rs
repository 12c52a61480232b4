//! `numberline` alone on a terminal: a menu of the games.

use std::io;

use numberline_table::catalog;

use crate::{
    Console, Exit, Failure, LearnArgs, Left, Out, PlayArgs, RulesArgs, SessionArgs, Tone, learn, play, rules,
};

/// Offers the games until the player quits.
pub fn menu(no_history: bool, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let games = catalog();
    loop {
        out.say(Tone::Prompt, &format!("\nNumber-line duels: {} games for two\n", games.len()))?;
        for (place, game) in games.iter().enumerate() {
            out.say(
                Tone::Plain,
                &format!("  {}  {:<9} {}", place + 1, game.info().slug, game.info().summary),
            )?;
        }
        out.say(Tone::Aside, "\nType a number or a name to play, learn NAME, rules NAME, or quit to leave.")?;
        let mut words: Vec<String> = games.iter().map(|game| game.info().slug.to_owned()).collect();
        for word in ["learn", "rules"] {
            words.extend(games.iter().map(|game| format!("{word} {}", game.info().slug)));
        }
        words.push("quit".to_owned());
        let line = match console.ask_line(out, "Choose a game: ", &words)? {
            Ok(line) => line.to_ascii_lowercase(),
            Err(left) => return Ok(left.into()),
        };
        let (word, name) = match line.split_once(' ') {
            Some((word @ ("learn" | "rules"), name)) => (word, name.trim()),
            _ => ("play", line.as_str()),
        };
        match name {
            "quit" | "q" | "exit" => return Ok(Exit::Done),
            "" | "help" | "h" | "?" | "rules" | "learn" => continue,
            _ => {}
        }
        let numbered = |place: usize| (place + 1).to_string() == name;
        let chosen =
            games.iter().enumerate().find(|(place, game)| numbered(*place) || game.info().slug == name);
        let Some((_, game)) = chosen else {
            out.say(Tone::Refusal, "There is no such game: type a number from the list, or quit.")?;
            continue;
        };
        let slug = game.info().slug;
        match word {
            "rules" => {
                rules(&RulesArgs { game: slug.to_owned(), settings: Vec::new() }, out)?;
                continue;
            }
            "learn" => {
                let args = LearnArgs { game: Some(slug.to_owned()), lesson: None };
                if let Exit::Interrupted = learn(&args, console, out)? {
                    return Ok(Exit::Interrupted);
                }
                continue;
            }
            _ => {}
        }
        let p2 = match ask_who_plays(console, out)? {
            Ok(p2) => p2,
            Err(left) => return Ok(left.into()),
        };
        out.say(Tone::Plain, "")?;
        let session = SessionArgs { p2, ..SessionArgs::default() };
        let args = PlayArgs { game: Some(slug.to_owned()), session, no_history, ..PlayArgs::default() };
        if let Exit::Interrupted = play(&args, console, out)? {
            return Ok(Exit::Interrupted);
        }
    }
}

/// Who plays as Player 2; `None` is a person.
fn ask_who_plays(console: &mut dyn Console, out: &mut Out) -> io::Result<Result<Option<String>, Left>> {
    const PROMPT: &str = "Who plays? (Enter: two people, c: you against the computer): ";
    loop {
        match console.ask_line(out, PROMPT, &["computer".to_owned()])? {
            Ok(line) => match line.to_ascii_lowercase().as_str() {
                "" => return Ok(Ok(None)),
                "c" | "computer" => return Ok(Ok(Some("computer".to_owned()))),
                _ => out.say(Tone::Refusal, "Press Enter, or type c.")?,
            },
            Err(left) => return Ok(Err(left)),
        }
    }
}
