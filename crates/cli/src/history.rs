//! `numberline history` and `numberline stats`: the finished games.

use numberline_history::{Filter, History, Home, Stats};

use crate::args::{HistoryArgs, StatsArgs};
use crate::{Exit, Failure, Out, Tone};

fn open() -> Result<Option<History>, Failure> {
    let home = Home::find().map_err(Failure::failed)?;
    History::open_to_read(&home).map_err(Failure::failed)
}

/// Lists the finished games, or prints the record of one.
pub fn history(args: &HistoryArgs, out: &mut Out) -> Result<Exit, Failure> {
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
    if entries.is_empty() {
        out.say(Tone::Plain, nothing(args.game.is_some() || args.player.is_some()))?;
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
            "{:>5}  {day:<16}  {:<8}  {} against {}: {result} ({}, {} turns)",
            entry.number, entry.game, entry.player1, entry.player2, entry.ending, entry.turns
        );
        out.say(Tone::Plain, &row)?;
    }
    Ok(Exit::Done)
}

/// Counts the finished games.
pub fn stats(args: &StatsArgs, out: &mut Out) -> Result<Exit, Failure> {
    let filter = Filter { game: args.game.clone(), player: args.player.clone(), limit: u32::MAX };
    let stats = match open()? {
        Some(history) => history.stats(&filter).map_err(Failure::failed)?,
        None => Stats { games: 0, by_game: Vec::new(), by_player: Vec::new() },
    };
    if args.json {
        return out.json(&stats);
    }
    if stats.games == 0 {
        out.say(Tone::Plain, nothing(args.game.is_some() || args.player.is_some()))?;
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
        "{:<16}  {:<8}  seat  {:<16}  games  wins  losses  draws",
        "player", "game", "against"
    ));
    rows.extend(stats.by_player.iter().map(|row| {
        format!(
            "{:<16}  {:<8}  {:>4}  {:<16}  {:>5}  {:>4}  {:>6}  {:>5}",
            row.player, row.game, row.seat, row.opponent, row.games, row.wins, row.losses, row.draws
        )
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
