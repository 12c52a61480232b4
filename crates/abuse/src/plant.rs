//! Writes many rooms straight into the file: for trials that need thousands of them, however they came about.

use std::path::Path;
use std::time::Instant;

use numberline_rules::Seat;
use numberline_server::{Command, NewRoom, Room, RoomId, RoomStanding, SeatKey, Sqlite, Store, Wish, Write};
use numberline_table::{Dice, Name};
use serde_json::Value;

use crate::guests::Menu;
use crate::{Guests, Trouble};

/// How many rooms are written per transaction.
const BATCH: usize = 500;

/// Writes rooms with two players each and a few moves, still in progress. No server may have the file open.
pub fn plant(
    database: &Path,
    menu: &Menu,
    rooms: usize,
    moves: usize,
    dice: &mut Dice,
) -> Result<Vec<Guests>, Trouble> {
    let failed = |error| Trouble::new(format!("a room could not be planted: {error}"));
    plant_into(&mut Sqlite::open(database).map_err(failed)?, menu, rooms, moves, dice)
}

/// The same into any store.
pub fn plant_into(
    store: &mut dyn Store,
    menu: &Menu,
    rooms: usize,
    moves: usize,
    dice: &mut Dice,
) -> Result<Vec<Guests>, Trouble> {
    let failed =
        |error: &dyn std::fmt::Display| Trouble::new(format!("a room could not be planted: {error}"));
    let (mut planted, mut writes) = (Vec::with_capacity(rooms), Vec::new());
    for number in 0..rooms {
        let wish = menu.wish(number);
        planted.push(grow(&wish, moves, dice, &mut writes).map_err(|error| error.during("planting"))?);
        if planted.len() % BATCH == 0 || planted.len() == rooms {
            for result in store.write(&std::mem::take(&mut writes)) {
                result.map_err(|error| failed(&error))?;
            }
        }
    }
    Ok(planted)
}

fn grow(wish: &Value, moves: usize, dice: &mut Dice, writes: &mut Vec<Write>) -> Result<Guests, Trouble> {
    let failed = |error: &dyn std::fmt::Display| Trouble::new(error.to_string());
    let asked = serde_json::from_value::<Wish>(wish.clone())?.settled().map_err(|error| failed(&error))?;
    let id = RoomId::random();
    let charter = asked.grant().map_err(|error| failed(&error))?;
    let mut room = Room::new(id, charter);
    let (mut keys, mut joined) = (Vec::new(), Vec::new());
    for (seat, name) in [(Seat::One, "Ada"), (Seat::Two, "Bob")] {
        let key = SeatKey::random();
        let name = Name::new(name).map_err(|error| failed(&error))?;
        let decision = room.join(Some(seat), name, key.hash(), None).map_err(|error| failed(&error))?;
        room.apply(&decision.entry, None, Instant::now()).map_err(|error| failed(&error))?;
        joined.push(decision.entry);
        keys.push(key.reveal());
    }
    let opening = NewRoom { room: id, wish: asked, joined, standing: RoomStanding::Live };
    writes.push(Write::Open(Box::new(opening)));
    for _ in 0..moves {
        let game = room.session().at();
        let acts = |seat: &Seat| game.turn().acts(*seat) && !game.has_chosen(*seat);
        let Some(seat) = Seat::BOTH.into_iter().find(acts) else { break };
        let Some(text) = game.pick(seat, &mut |count| dice.below(count)) else { break };
        // The match must not be over: play one move less.
        let mut ahead = game.copy();
        if ahead.submit(seat, &text).is_err() || ahead.turn().winner().is_some() {
            break;
        }
        let decision = room.decide(seat, &Command::Move { text }, None, Instant::now());
        let decision = decision.map_err(|error| failed(&error))?;
        let chosen = decision.secret.chosen();
        room.apply(&decision.entry, chosen, Instant::now()).map_err(|error| failed(&error))?;
        writes.push(Write::Append { room: id, decision: decision.into() });
    }
    let keys: [String; 2] = keys.try_into().map_err(|_| Trouble::new("a room has two seats"))?;
    Ok(Guests { room: id.to_string(), keys, wish: wish.clone() })
}
