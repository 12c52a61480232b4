//! `numberline --plain`: a menu of the games.

use std::io;

use numberline_table::{AnyGame, Player, catalog};

use crate::rules::rules_page;
use crate::{Console, Exit, Failure, LearnArgs, Left, Out, PlayArgs, SessionArgs, Tone, learn, play};

/// Offers the games until the player quits.
pub fn menu(no_history: bool, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let games = catalog();
    let mut listed = false;
    loop {
        // The list is shown again only on request: below what was asked for, it would push that off the screen.
        if !std::mem::replace(&mut listed, true) {
            list(&games, out)?;
        }
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
            "" | "help" | "h" | "?" | "rules" | "learn" | "list" => {
                listed = false;
                continue;
            }
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
                let text = rules_page(*game, &game.book_settings());
                out.say_in_pages(console, Tone::Plain, &format!("\n{text}"))?;
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
        let against = match ask_who_plays(slug, console, out)? {
            Ok(against) => against,
            Err(left) => return Ok(left.into()),
        };
        out.say(Tone::Plain, "")?;
        let session = SessionArgs { against, ..SessionArgs::default() };
        let args = PlayArgs { game: Some(slug.to_owned()), session, no_history, ..PlayArgs::default() };
        match play(&args, console, out)? {
            Exit::Interrupted => return Ok(Exit::Interrupted),
            // A script that has ended in the middle of a game chooses no other.
            Exit::Unfinished if !console.is_a_person() => return Ok(Exit::Unfinished),
            Exit::Done | Exit::Unfinished | Exit::Stopped(_) => {}
        }
        out.say(
            Tone::Aside,
            "\nType a number or a name for another game, Enter for the list, quit to leave.",
        )?;
    }
}

fn list(games: &[&'static dyn AnyGame], out: &mut Out) -> io::Result<()> {
    out.say(Tone::Prompt, &format!("\nNumber-line duels: {} games for two\n", games.len()))?;
    for (place, game) in games.iter().enumerate() {
        out.say(Tone::Plain, &format!("  {}  {:<9} {}", place + 1, game.info().slug, game.info().summary))?;
    }
    out.say(Tone::Aside, "\nType a number or a name to play, learn NAME, rules NAME, or quit to leave.")
}

/// Against whom; `None` is another person.
fn ask_who_plays(
    slug: &str,
    console: &mut dyn Console,
    out: &mut Out,
) -> io::Result<Result<Option<String>, Left>> {
    const PROMPT: &str = "Who plays? (Enter: two people, c: you against the computer): ";
    let mut words = vec!["computer".to_owned()];
    words.extend(Player::all_of(slug).iter().map(ToString::to_string));
    loop {
        match console.ask_line(out, PROMPT, &words)? {
            Ok(line) => match line.to_ascii_lowercase().as_str() {
                "" => return Ok(Ok(None)),
                "c" => return Ok(Ok(Some("computer".to_owned()))),
                player => match Player::at(slug, player) {
                    Ok(Some(_)) => return Ok(Ok(Some(player.to_owned()))),
                    Ok(None) => return Ok(Ok(None)),
                    Err(_) => {
                        let asked = "Press Enter, or type c. A player's name works too, such as computer:1.";
                        out.say(Tone::Refusal, asked)?;
                    }
                },
            },
            Err(left) => return Ok(Err(left)),
        }
    }
}
