//! Two players who meet in a room over the network, as two people would.

use std::net::SocketAddr;

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Dice, Request, find};
use serde_json::{Value, json};

use crate::{Link, Trouble, http};

/// A room with two players in it.
#[derive(Clone, Debug)]
pub struct Guests {
    /// The name of the room.
    pub room: String,
    /// The keys of the players, by the seats they first took.
    pub keys: [String; 2],
    /// The game, as requested from the server.
    pub wish: Value,
}

impl Guests {
    /// Opens a room and takes both seats.
    pub async fn meet(server: SocketAddr, wish: &Value) -> Result<Self, Trouble> {
        let mut asked = wish.clone();
        if let Some(fields) = asked.as_object_mut() {
            fields.insert("name".into(), "Ada".into());
            fields.insert("seat".into(), 1.into());
        }
        let opened = http::post(server, "/api/rooms", None, &asked).await?.json()?;
        let room = text(&opened, "room")?;
        let join = format!("/api/rooms/{room}/join");
        let joined = http::post(server, &join, None, &json!({ "name": "Bob" })).await?.json()?;
        Ok(Self { room, keys: [text(&opened, "key")?, text(&joined, "key")?], wish: wish.clone() })
    }

    /// The key of a player.
    #[must_use]
    pub fn key(&self, player: Seat) -> &str {
        player.of(&self.keys).as_str()
    }

    /// Opens a websocket for a player.
    pub async fn enter(&self, server: SocketAddr, player: Seat) -> Result<Link, Trouble> {
        Link::enter(server, &self.room, Some(self.key(player)), None).await
    }

    /// Opens a websocket for each player.
    pub async fn enter_both(&self, server: SocketAddr) -> Result<[Link; 2], Trouble> {
        Ok([self.enter(server, Seat::One).await?, self.enter(server, Seat::Two).await?])
    }

    /// The public state of the room.
    pub async fn look(&self, server: SocketAddr) -> Result<Value, Trouble> {
        http::get(server, &format!("/api/rooms/{}", self.room)).await?.json()
    }

    /// The same match, from the start, with our own copy of the rules.
    pub fn begin(&self) -> Result<Box<dyn AnyMatch>, Trouble> {
        begin(&self.wish)
    }
}

/// A match from the start, with our own copy of the rules.
pub fn begin(wish: &Value) -> Result<Box<dyn AnyMatch>, Trouble> {
    let game = game(wish)?;
    let set = wish.get("set").and_then(Value::as_array).cloned().unwrap_or_default();
    let settings = set.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect();
    let setup = Request { set: settings, ..Request::default() };
    setup.start(game).map_err(|error| Trouble::new(error.to_string()))
}

fn game(wish: &Value) -> Result<&'static dyn AnyGame, Trouble> {
    let slug = wish.get("game").and_then(Value::as_str).unwrap_or_default();
    find(slug).ok_or_else(|| Trouble::new(format!("the server has an unknown game: {slug}")))
}

/// The games that the server offers, each with the book's variant.
#[derive(Clone, Debug)]
pub struct Menu(Vec<Value>);

impl Menu {
    /// Requests the list.
    pub async fn of(server: SocketAddr) -> Result<Self, Trouble> {
        let games = http::get(server, "/api/games").await?.json()?;
        let games = games.as_array().cloned().unwrap_or_default();
        let slugs = games.iter().filter_map(|game| game.get("slug")?.as_str());
        let wishes: Vec<Value> = slugs.map(|slug| json!({ "game": slug })).collect();
        if wishes.is_empty() { Err(Trouble::new("the server offers no games")) } else { Ok(Self(wishes)) }
    }

    /// The games in turn, repeatedly.
    #[must_use]
    pub fn wish(&self, number: usize) -> Value {
        self.0.get(number % self.0.len()).cloned().unwrap_or_default()
    }

    /// The same with every other option of a room: clocks that never run out in every second round of the menu, and at
    /// random several rounds, mostly with swapped seats.
    #[must_use]
    pub fn rich_wish(&self, number: usize, dice: &mut Dice) -> Value {
        let mut wish = self.wish(number);
        let Some(fields) = wish.as_object_mut() else { return wish };
        if number / self.0.len() % 2 == 1 {
            fields.insert("time".into(), json!({ "seconds": 36_000, "increment": dice.below(4) }));
        }
        fields.insert("rounds".into(), (1 + dice.below(3)).into());
        fields.insert("bestOf".into(), dice.happens(128).into());
        if dice.happens(64) {
            fields.insert("seats".into(), "keep".into());
        }
        wish
    }

    /// A match that can go on forever. Such a game is found by its rules, not by its name.
    pub fn endless(&self) -> Result<Endless, Trouble> {
        let found = self.0.iter().find_map(|wish| circle(wish).transpose());
        found.unwrap_or_else(|| Err(Trouble::new("no game of the server can go on forever")))
    }
}

/// An endless match: the moves to play once, and the cycle to repeat after that.
pub struct Endless {
    /// What to request from the server.
    pub wish: Value,
    /// The moves that lead into the cycle.
    pub way: Vec<String>,
    /// The moves of the cycle.
    pub circle: Vec<String>,
}

impl Endless {
    /// The move of a ply, counted from 0.
    #[must_use]
    pub fn ply(&self, number: usize) -> &str {
        let later = || {
            let place = (number - self.way.len()).checked_rem(self.circle.len())?;
            self.circle.get(place)
        };
        self.way.get(number).or_else(later).map_or("", String::as_str)
    }

    /// The seats of its moves, until it repeats itself: the rules are asked once.
    pub fn seats(&self, guests: &Guests) -> Result<Vec<Seat>, Trouble> {
        let (mut game, mut seats) = (guests.begin()?, Vec::new());
        for ply in 0..self.way.len() + self.circle.len() {
            let seat = Seat::BOTH.into_iter().find(|seat| game.turn().acts(*seat));
            let seat = seat.ok_or_else(|| Trouble::new("the match has ended"))?;
            game.submit(seat, self.ply(ply)).map_err(|error| Trouble::new(error.to_string()))?;
            seats.push(seat);
        }
        Ok(seats)
    }

    /// Who makes the move of a ply, by these seats.
    pub fn seat(&self, number: usize, seats: &[Seat]) -> Result<Seat, Trouble> {
        let way = self.way.len();
        let place = if number < way { number } else { way + (number - way) % self.circle.len().max(1) };
        seats.get(place).copied().ok_or_else(|| Trouble::new("the cycle has a gap"))
    }
}

/// Searches a few plies deep for a repeated position with the same seat to move.
fn circle(wish: &Value) -> Result<Option<Endless>, Trouble> {
    const DEPTH: usize = 6;
    let mut waiting = vec![begin(wish)?];
    while let Some(game) = waiting.pop() {
        let positions = game.positions();
        let last = positions.last().cloned().unwrap_or_default();
        if let Some(before) = positions.iter().position(|position| *position == last)
            && before + 1 < positions.len()
        {
            let mut way: Vec<String> = game.plies().iter().map(ToString::to_string).collect();
            let circle = way.split_off(before);
            return Ok(Some(Endless { wish: wish.clone(), way, circle }));
        }
        if game.length() < DEPTH
            && let numberline_rules::Turn::Of(seat) = game.turn()
        {
            for text in game.moves(seat, 4) {
                let mut next = game.copy();
                if next.submit(seat, &text).is_ok() {
                    waiting.insert(0, next);
                }
            }
        }
    }
    Ok(None)
}

fn text(value: &Value, name: &str) -> Result<String, Trouble> {
    let found = value.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
    found.ok_or_else(|| Trouble::new(format!("the server's response has no {name}")))
}

#[cfg(test)]
mod tests {
    use numberline_rules::Turn;
    use numberline_table::catalog;

    use super::*;

    #[test]
    fn an_endless_match_never_ends() {
        let menu = Menu(catalog().iter().map(|game| json!({ "game": game.info().slug })).collect());
        let endless = menu.endless().unwrap();
        let mut game = begin(&endless.wish).unwrap();
        for ply in 0..1_000 {
            let Turn::Of(seat) = game.turn() else { panic!("over after {ply} plies") };
            game.submit(seat, endless.ply(ply)).unwrap();
        }
        assert!(endless.circle.len().is_multiple_of(2), "the seats take turns in the cycle");
    }
}
