//! The stored rooms of a server, as the command line asks for them.

use numberline_cli::{Exit, Failure, Out, Tone};
use numberline_server::{Archive, CopiedRooms, PlayerView, RoomStanding, ShownRoom, StoredRoom};

use crate::args::{RoomsArgs, RoomsCommand, Standing};
use crate::place::database;

/// Lists, shows, deletes, copies or moves stored rooms.
pub(crate) fn rooms(args: &RoomsArgs, out: &mut Out) -> Result<Exit, Failure> {
    let database = database(&args.place)?;
    let archive = || Archive::open(&database).map_err(Failure::failed);
    match &args.command {
        RoomsCommand::List { standing, json } => list(&archive()?, *standing, *json, out),
        RoomsCommand::Show { room, json } => {
            let ShownRoom { view, records } = archive()?.show(*room).map_err(Failure::failed)?;
            if *json {
                return out.json(&view);
            }
            let result = view.state.score.as_ref().map(|score| &score.text);
            let result = result.or(view.state.ending.as_ref().map(|ending| &ending.text));
            let result = result.map_or("not over yet", String::as_str);
            let players = players(&view.state.players);
            out.say(Tone::Prompt, &format!("{}, {} ({}): {result}\n", view.title, players, view.settings))?;
            for record in records {
                out.say(Tone::Plain, &record.to_string())?;
            }
            Ok(Exit::Done)
        }
        RoomsCommand::Delete { rooms } => {
            archive()?.delete(rooms).map_err(Failure::failed)?;
            let games = if rooms.len() == 1 { "game" } else { "games" };
            out.say(Tone::Plain, &format!("Deleted {} {games}.", rooms.len()))?;
            Ok(Exit::Done)
        }
        RoomsCommand::Backup { file } => {
            archive()?.back_up(file).map_err(Failure::failed)?;
            out.say(Tone::Plain, &format!("All games are in {}.", file.display()))?;
            Ok(Exit::Done)
        }
        RoomsCommand::Export { file } => {
            let copied = archive()?.export(file).map_err(Failure::failed)?;
            report(&copied, &format!("into {}", file.display()), out)
        }
        RoomsCommand::Import { file } => {
            let target = Archive::create(&database).map_err(Failure::failed)?;
            let copied = target.import(file).map_err(Failure::failed)?;
            report(&copied, &format!("into {database}"), out)
        }
    }
}

/// Says what became of copied games.
fn report(copied: &CopiedRooms, to: &str, out: &mut Out) -> Result<Exit, Failure> {
    let CopiedRooms { copied, present, left_out } = copied;
    let games = if *copied == 1 { "game" } else { "games" };
    let before = if *present == 0 { String::new() } else { format!(" {present} were there already.") };
    out.say(Tone::Plain, &format!("Copied {copied} {games} {to}.{before}"))?;
    for (room, why) in left_out {
        out.remark(Tone::Warning, &format!("warning: the game {room} was not copied: {why}"))?;
    }
    Ok(if left_out.is_empty() { Exit::Done } else { Exit::Unfinished })
}

fn list(archive: &Archive, standing: Option<Standing>, json: bool, out: &mut Out) -> Result<Exit, Failure> {
    let (mut rooms, damaged) = archive.list().map_err(Failure::failed)?;
    if let Some(standing) = standing {
        let wanted = match standing {
            Standing::Open => RoomStanding::Open,
            Standing::Live => RoomStanding::Live,
            Standing::Over => RoomStanding::Over,
            Standing::Left => RoomStanding::Left,
        };
        rooms.retain(|room| room.room.standing == wanted);
    }
    for room in &damaged {
        out.remark(Tone::Warning, &format!("warning: the game {room} is damaged and is not listed"))?;
    }
    if json {
        return out.json(&rooms);
    }
    if rooms.is_empty() {
        out.say(Tone::Plain, "No games.")?;
        return Ok(Exit::Done);
    }
    out.say(Tone::Prompt, "room          standing  opened                game      entries  players")?;
    for StoredRoom { room, opened, .. } in &rooms {
        let standing: &str = room.standing.into();
        let players = players(&room.players);
        let row = format!(
            "{:<12}  {standing:<8}  {opened:<20}  {:<8}  {:>7}  {players}",
            room.room, room.game, room.version
        );
        out.say(Tone::Plain, &row)?;
    }
    Ok(Exit::Done)
}

fn players([one, two]: &[PlayerView; 2]) -> String {
    let name = |player: &PlayerView| player.name.clone().unwrap_or_else(|| "(free)".to_owned());
    format!("{} against {}", name(one), name(two))
}
