//! `numberline history` and `numberline stats`: the finished games.

use numberline_history::{Filter, History, HistoryError, Home, PersonRating, Stats};
use numberline_table::{Strength, counted, with_margin};

use crate::args::{HistoryArgs, HistoryCommand, StatsArgs};
use crate::{Exit, Failure, Out, Tone};

fn open() -> Result<Option<History>, Failure> {
    let home = Home::find().map_err(Failure::failed)?;
    History::open_to_read(&home).map_err(Failure::failed)
}

/// Lists the finished games, prints the record of one, or deletes some.
pub fn history(args: &HistoryArgs, out: &mut Out) -> Result<Exit, Failure> {
    if let Some(HistoryCommand::Delete { numbers }) = &args.command {
        return delete(numbers, out);
    }
    if let Some(number) = args.number {
        let home = Home::find().map_err(Failure::failed)?;
        let record = home.record(number).map_err(Failure::failed)?;
        out.say(Tone::Plain, record.trim_end())?;
        return Ok(Exit::Done);
    }
    let filter = Filter { game: args.game.clone(), player: args.player.clone(), limit: args.limit };
    let entries = match open()? {
        Some(history) => history.list(&filter).map_err(Failure::failed)?,
        None => Vec::new(),
    };
    if args.json {
        return out.json(&entries);
    }
    let filtered = args.game.is_some() || args.player.is_some();
    if !filtered {
        show_unfinished(out)?;
    }
    if entries.is_empty() {
        out.say(Tone::Plain, nothing(filtered))?;
        return Ok(Exit::Done);
    }
    out.say(Tone::Prompt, "   no  finished          game      players and result")?;
    for entry in entries {
        let day = local(&entry.finished);
        let result = match entry.winner {
            Some(1) => format!("{} wins", entry.player1),
            Some(_) => format!("{} wins", entry.player2),
            None => "draw".to_owned(),
        };
        let row = format!(
            "{:>5}  {day:<16}  {:<8}  {} against {}: {result} ({}, {})",
            entry.number,
            entry.game,
            entry.player1,
            entry.player2,
            entry.ending,
            counted(entry.turns, "turn")
        );
        out.say(Tone::Plain, &row)?;
    }
    Ok(Exit::Done)
}

/// What was left unfinished, and how to resume it.
pub(crate) fn show_unfinished(out: &mut Out) -> Result<usize, Failure> {
    let sessions = Home::find().map_err(Failure::failed)?.all_unfinished().map_err(Failure::failed)?;
    if !sessions.is_empty() {
        out.say(
            Tone::Prompt,
            "Unfinished games, the latest first; resume one with: numberline play --resume N",
        )?;
        for session in &sessions {
            out.say(Tone::Plain, &format!("{:>5}  {}", session.number, session.sentence()))?;
        }
        out.say(Tone::Plain, "")?;
    }
    Ok(sessions.len())
}

fn delete(numbers: &[i64], out: &mut Out) -> Result<Exit, Failure> {
    let home = Home::find().map_err(Failure::failed)?;
    let mut history = History::open(&home).map_err(Failure::failed)?;
    let mut exit = Exit::Done;
    for number in numbers {
        if history.delete(*number).map_err(Failure::failed)? {
            out.say(Tone::Plain, &format!("Game {number} is deleted."))?;
        } else {
            out.remark(Tone::Warning, &format!("error: {}", HistoryError::NoGame(*number)))?;
            exit = Exit::Unfinished;
        }
    }
    Ok(exit)
}

/// Counts the finished games.
pub fn stats(args: &StatsArgs, out: &mut Out) -> Result<Exit, Failure> {
    let filter = Filter { game: args.game.clone(), player: args.player.clone(), limit: u32::MAX };
    let stats = match open()? {
        Some(history) => history.stats(&filter).map_err(Failure::failed)?,
        None => Stats::default(),
    };
    if args.json {
        return out.json(&stats);
    }
    let filtered = args.game.is_some() || args.player.is_some();
    if stats.games == 0 {
        out.say(Tone::Plain, nothing(filtered))?;
        return Ok(Exit::Done);
    }
    let mut rows = vec!["game      games  Player 1 wins  Player 2 wins  draws  turns".to_owned()];
    rows.extend(stats.by_game.iter().map(|row| {
        format!(
            "{:<8}  {:>5}  {:>13}  {:>13}  {:>5}  {:>5.1}",
            row.game, row.games, row.player1_wins, row.player2_wins, row.draws, row.average_turns
        )
    }));
    rows.push(String::new());
    rows.push(format!(
        "{:<18}  {:<8}  seat  {:<18}  games  wins  losses  draws",
        "player", "game", "against"
    ));
    rows.extend(stats.by_player.iter().map(|row| {
        format!(
            "{:<18}  {:<8}  {:>4}  {:<18}  {:>5}  {:>4}  {:>6}  {:>5}",
            row.player, row.game, row.seat, row.opponent, row.games, row.wins, row.losses, row.draws
        )
    }));
    if stats.ratings.is_empty() && !filtered {
        rows.extend([String::new(), PersonRating::NONE.to_owned()]);
    }
    if !stats.ratings.is_empty() {
        rows.push(String::new());
        rows.push("rating against the computers (Glicko-2; the four levels have 1500 on average)".to_owned());
        rows.push(Strength::MARGIN.to_owned());
        rows.push(format!("{:<18}  {:<8}  {:<11}  games", "player", "game", "rating"));
    }
    rows.extend(stats.ratings.iter().map(|row| {
        let PersonRating { player, game, strength } = row;
        let rating = with_margin(strength.rating, strength.deviation);
        let games = strength.games;
        format!("{player:<18}  {game:<8}  {rating:<11}  {games:>5}")
    }));
    out.say(Tone::Plain, &rows.join("\n"))?;
    Ok(Exit::Done)
}

fn nothing(filtered: bool) -> &'static str {
    if filtered {
        "No finished game matches."
    } else {
        "No finished games yet. Play one with: numberline play GAME"
    }
}

/// A moment in local time.
fn local(moment: &str) -> String {
    let zoned = moment.parse::<jiff::Timestamp>().map(|moment| moment.to_zoned(jiff::tz::TimeZone::system()));
    zoned.map_or_else(|_| moment.to_owned(), |moment| moment.strftime("%Y-%m-%d %H:%M").to_string())
}
