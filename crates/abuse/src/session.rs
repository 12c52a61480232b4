//! A room as its players know it from acknowledged commands: the match, the rounds, and the pending offer.
//!
//! It is a second implementation beside the server's room. Only the rules of the games are shared.

use numberline_rules::{Choices, Seat};
use numberline_server::{Command, Offer};
use numberline_table::{Act, Dice, Ending, Limits, Name, Rounds, Score, Table};
use serde_json::{Value, json};

use crate::Trouble;
use crate::guests::begin;

/// A room as its players know it. Players are identified by their first seats, and may have other seats by now.
pub struct ClientSession {
    wish: Value,
    table: Table,
    /// The players' score in the previous rounds.
    score: Score,
    round: usize,
    /// Whether the players swap seats after each round.
    swaps: bool,
    /// The pending offer, by the seat that made it.
    offer: Option<Offer>,
    after: After,
}

/// Whether the players agreed on a rematch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum After {
    Unknown,
    Rematched,
    Parted,
}

impl ClientSession {
    /// A room where two players have just taken their seats.
    pub fn new(wish: &Value) -> Result<Self, Trouble> {
        let rounds = wish.get("rounds").and_then(Value::as_u64).and_then(|rounds| u32::try_from(rounds).ok());
        let best_of = wish.get("bestOf").and_then(Value::as_bool).unwrap_or_default();
        let rounds = match rounds.unwrap_or(1) {
            1 => Rounds::One,
            rounds if best_of => Rounds::BestOf(rounds),
            rounds => Rounds::All(rounds),
        };
        let swaps = wish.get("seats").and_then(Value::as_str) != Some("keep");
        let (wish, table, score) = (wish.clone(), table(wish)?, Score::new(rounds));
        Ok(Self { wish, table, score, round: 1, swaps, offer: None, after: After::Unknown })
    }

    /// The same, with everything done there so far.
    pub fn with<'a>(
        wish: &Value,
        done: impl IntoIterator<Item = (Seat, &'a Command)>,
    ) -> Result<Self, Trouble> {
        let mut session = Self::new(wish)?;
        done.into_iter().try_for_each(|(player, command)| session.take(player, command))?;
        Ok(session)
    }

    /// The current seat of a player; and the player in a seat.
    fn sits(&self, player: Seat) -> Seat {
        if self.swaps && self.round.is_multiple_of(2) { player.other() } else { player }
    }

    /// Applies an acknowledged command of a player.
    pub fn take(&mut self, player: Seat, command: &Command) -> Result<(), Trouble> {
        let seat = self.sits(player);
        match command {
            Command::Move { text } => {
                self.offer = None;
                let taken = self.table.submit(seat, text);
                taken.map_err(|refused| Trouble::new(format!("{text}: {}", refused.reason)))?;
            }
            Command::OfferDraw => self.offer = Some(Offer::Draw(seat)),
            Command::AskBack => self.offer = Some(Offer::Back(seat)),
            Command::OfferRematch => self.offer = Some(Offer::Rematch(seat)),
            Command::Accept => match self.offer.take() {
                Some(Offer::Draw(_)) => self.table.end(Act::AgreeDraw),
                Some(Offer::Back(by)) => self.take_back(by)?,
                Some(Offer::Rematch(_)) => self.after = After::Rematched,
                None => return Err(Trouble::new("accepted without an offer")),
            },
            Command::Decline => {
                if let Some(Offer::Rematch(_)) = self.offer.take() {
                    self.after = After::Parted;
                }
            }
            Command::Resign => {
                self.offer = None;
                self.table.end(Act::Resign(seat));
            }
            Command::NextRound => {
                if self.table.ending().is_none() {
                    return Err(Trouble::new("the previous round is not over"));
                }
                self.score = self.score();
                self.table = table(&self.wish)?;
                self.round += 1;
                self.offer = None;
            }
            Command::Cancel | Command::Claim | Command::Emote { .. } => {
                return Err(Trouble::new("a command that no client here sends"));
            }
        }
        Ok(())
    }

    /// Back to before the seat's last move. A pending choice is withdrawn.
    fn take_back(&mut self, seat: Seat) -> Result<(), Trouble> {
        let left = self.last_move(seat).ok_or_else(|| Trouble::new("there is nothing to take back"))?;
        while self.table.game().length() > left {
            self.table.undo().map_err(|error| Trouble::new(error.to_string()))?;
        }
        Ok(())
    }

    fn last_move(&self, seat: Seat) -> Option<usize> {
        self.table.game().plies().iter().rposition(|choices| choices.get(seat).is_some())
    }

    /// A random next move of the player to act; none once the match is over.
    #[must_use]
    pub fn next_move(&self, dice: &mut Dice) -> Option<(Seat, Command)> {
        self.any_move(dice).map(|(seat, command)| (self.sits(seat), command))
    }

    /// A random next command of a player, from everything a room offers; none once they part.
    #[must_use]
    pub fn next_deed(&self, dice: &mut Dice) -> Option<(Seat, Command)> {
        self.any_deed(dice).map(|(seat, command)| (self.sits(seat), command))
    }

    fn any_move(&self, dice: &mut Dice) -> Option<(Seat, Command)> {
        let seat = self.table.next_seat()?;
        let text = self.table.game().pick(seat, &mut |count| dice.below(count))?;
        Some((seat, Command::Move { text }))
    }

    fn any_deed(&self, dice: &mut Dice) -> Option<(Seat, Command)> {
        let any = if dice.happens(128) { Seat::One } else { Seat::Two };
        let chance = dice.below(256);
        if let Some(offer) = self.offer {
            let (by, other) = (offer.by(), offer.by().other());
            return match chance {
                0..80 => Some((other, Command::Accept)),
                80..128 if matches!(offer, Offer::Rematch(_)) => Some((other, Command::Accept)),
                80..160 => Some((other, Command::Decline)),
                160..190 => Some((by, Command::Decline)),
                // An unanswered offer expires with the next move.
                _ => self.any_move(dice).or(Some((other, Command::Decline))),
            };
        }
        if self.table.ending().is_some() {
            return match (self.has_more_rounds(), self.after) {
                (true, _) => Some((any, Command::NextRound)),
                (false, After::Unknown) if chance < 192 => Some((any, Command::OfferRematch)),
                (false, _) => None,
            };
        }
        match chance {
            0..8 => Some((any, Command::Resign)),
            8..25 => Some((any, Command::OfferDraw)),
            25..50 if self.last_move(any).is_some() => Some((any, Command::AskBack)),
            _ => self.any_move(dice),
        }
    }

    /// Whether the players agreed on a rematch.
    #[must_use]
    pub fn is_rematched(&self) -> bool {
        self.after == After::Rematched
    }

    /// The player in each seat of the rematch.
    #[must_use]
    pub fn rematched(&self) -> [Seat; 2] {
        Seat::BOTH.map(|seat| self.sits(if self.swaps { seat.other() } else { seat }))
    }

    fn has_more_rounds(&self) -> bool {
        self.table.ending().is_some() && self.score().next_round().is_some()
    }

    /// The players' score, including this round once it is over.
    fn score(&self) -> Score {
        let mut score = self.score.clone();
        if let Some(ending) = self.table.ending() {
            score.count(ending.winner().map(|seat| self.sits(seat)));
        }
        score
    }

    /// The number of differences between the room's public state and the players' view.
    #[must_use]
    pub fn differs(&self, shown: &Value) -> usize {
        let (game, ending) = (self.table.game(), self.table.ending());
        let plies: Vec<Value> = game.plies().iter().map(ply).collect();
        let score = self.score();
        let known = json!({
            "position": game.position(),
            "chosen": Seat::BOTH.map(|seat| ending.is_none() && game.has_chosen(seat)),
            "round": self.round,
            "moreRounds": self.has_more_rounds(),
        });
        let ended = ending.map(|ending| (Ending::kind(Some(ending)), ending.winner().map(Seat::number)));
        let shown_ending = shown.get("ending").filter(|ending| !ending.is_null()).map(|ending| {
            let winner = ending.get("winner").and_then(Value::as_u64);
            (ending.get("kind").and_then(Value::as_str).unwrap_or_default(), winner)
        });
        let shown_offer = shown.get("offer").filter(|offer| !offer.is_null());
        let offered = self.offer.map(|offer| json!({ "kind": kind(offer), "by": offer.by().number() }));
        let counted = shown.get("score").filter(|score| !score.is_null());
        let homes =
            [0, 1].map(|seat| shown.pointer(&format!("/players/{seat}/home")).and_then(Value::as_u64));
        let wrong = [
            shown_plies(shown) != plies,
            homes != Seat::BOTH.map(|seat| Some(u64::from(self.sits(seat).number()))),
            match (&offered, shown_offer) {
                (Some(offered), Some(shown)) => is_wrong(offered, shown) > 0,
                (offered, shown) => offered.is_some() != shown.is_some(),
            },
            shown_ending != ended.map(|(kind, winner)| (kind, winner.map(u64::from))),
            counted.is_some_and(|shown| {
                let wins = Seat::BOTH.map(|seat| *self.sits(seat).of(&score.wins()));
                let counts = json!({ "wins": wins, "draws": score.draws() });
                is_wrong(&counts, shown) > 0
            }),
            shown.get("rematch").is_some_and(|rematch| !rematch.is_null()) != self.is_rematched(),
        ];
        is_wrong(&known, shown) + wrong.into_iter().filter(|wrong| *wrong).count()
    }
}

/// The plies as the server shows them, without what it says about each in words.
fn shown_plies(shown: &Value) -> Vec<Value> {
    let plies = shown.get("plies").and_then(Value::as_array).into_iter().flatten();
    plies.map(|ply| json!({ "by": ply.get("by"), "text": ply.get("text") })).collect()
}

/// The number of known fields that differ.
fn is_wrong(known: &Value, shown: &Value) -> usize {
    let fields = known.as_object().into_iter().flatten();
    fields.filter(|(name, value)| shown.get(name.as_str()) != Some(value)).count()
}

/// A ply as it is shown.
fn ply(choices: &Choices<String>) -> Value {
    let by = match choices {
        Choices::Of(seat, _) => Value::from(seat.number()),
        Choices::Both(..) => Value::from("both"),
    };
    json!({ "by": by, "text": choices.to_string() })
}

fn kind(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw(_) => "draw",
        Offer::Back(_) => "back",
        Offer::Rematch(_) => "rematch",
    }
}

fn table(wish: &Value) -> Result<Table, Trouble> {
    Ok(Table::new(begin(wish)?, Name::of_both_seats(), Limits::default()))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use numberline_server::{Decision, GameView, Room, RoomEvent, RoomId, SeatKey, Wish};
    use numberline_table::catalog;

    use super::*;

    /// Runs beside a room of the server: both must agree after every command.
    #[test]
    fn agrees_with_the_room_of_the_server() {
        let mut seen = std::collections::BTreeSet::new();
        for (number, game) in catalog().iter().cycle().take(100).enumerate() {
            let mut wish =
                json!({ "game": game.info().slug, "rounds": 1 + number % 3, "bestOf": number % 2 == 0 });
            if number % 4 == 3 {
                wish["seats"] = "keep".into();
            }
            let asked: Wish = serde_json::from_value(wish.clone()).unwrap();
            let mut room =
                Room::new(RoomId::random(), asked.settled().and_then(|wish| wish.grant()).unwrap());
            let now = Instant::now();
            for seat in Seat::BOTH {
                let entry =
                    room.join(Some(seat), Name::of_seat(seat), SeatKey::random().hash(), None).unwrap().entry;
                room.apply(&entry, None, now).unwrap();
            }
            let (mut session, mut dice) = (ClientSession::new(&wish).unwrap(), Dice::new(7, number as u64));
            let mut done = Vec::new();
            while let Some((player, command)) = session.next_deed(&mut dice) {
                let decided = room.decide(session.sits(player), &command, None, now);
                let Decision { entry, secret, opens, .. } = decided.unwrap();
                assert_eq!(entry.seat, Some(player), "the log identifies players by their first seats");
                if let Some(opening) = opens {
                    let sat = Seat::BOTH.map(Name::of_seat);
                    let sit = opening.joined.iter().map(|entry| match &entry.event {
                        RoomEvent::Joined { name, .. } => {
                            sat.iter().position(|other| name.as_ref() == Some(other))
                        }
                        _ => None,
                    });
                    let sit: Vec<_> = sit.collect();
                    assert_eq!(sit, session.rematched().map(|player| Some(usize::from(player.number()) - 1)));
                }
                room.apply(&entry, secret.chosen(), now).unwrap();
                session.take(player, &command).unwrap();
                seen.insert(entry.event.kind());
                done.push((player, command));
                let shown = serde_json::to_value(GameView::of(&room, now)).unwrap();
                assert_eq!(session.differs(&shown), 0, "{} {shown}", entry.event.kind());
                assert!(
                    ClientSession::new(&wish).unwrap().differs(&shown) > 0
                        || entry.event.kind() == "declined"
                        || entry.event.kind() == "took back"
                );
            }
            let replayed =
                ClientSession::with(&wish, done.iter().map(|(player, command)| (*player, command))).unwrap();
            assert_eq!(replayed.differs(&serde_json::to_value(GameView::of(&room, now)).unwrap()), 0);
        }
        // Every event except taking a seat and running out of time.
        assert_eq!(seen.len(), 11, "{seen:?}");
    }
}
