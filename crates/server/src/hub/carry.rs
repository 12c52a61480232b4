//! How a command is executed: decided, written to disk, applied, broadcast.

use std::sync::Arc;
use std::time::Instant;

use numberline_rules::Seat;
use numberline_table::Name;

use super::carried::Carried;
use super::live::{Gone, Held, Inside, Live};
use super::{Hub, HubError};
use crate::bus::Notice;
use crate::command::Command;
use crate::id::{ClientId, KeyHash, SeatKey};
use crate::room::CommandError;
use crate::store::{Decision, SecretFate, StoreError, Write};

/// How often a command is decided again because another hub has changed the room.
const TRIES: usize = 8;

/// Who sends a command.
pub(super) enum Sender {
    /// A client, with its id for the command.
    Client(ClientId),
    /// A computer, with a note where it falls short of its name.
    Computer(Option<String>),
}

impl Hub {
    /// Executes a player's command in the seat they have by then: another machine may have begun the next round.
    pub(super) async fn act(
        &self,
        live: Arc<Live>,
        mut inside: Held,
        home: Seat,
        command: &Command,
        sender: Sender,
        seen: Option<u64>,
    ) -> Result<u64, HubError> {
        let since = Instant::now();
        let (client, note) = match sender {
            Sender::Client(id) => (Some(id), None),
            Sender::Computer(note) => (None, note),
        };
        for _ in 0..TRIES {
            // A command that is sent again counts once and gets the same answer.
            let before =
                client.as_ref().map_or(Ok(None), |client| inside.room.version_of(home, client, command));
            match before {
                Ok(None) => {}
                Ok(Some(version)) => return Ok(version),
                Err(reason) => return Err(HubError::Refused { reason, version: inside.room.version() }),
            }
            // A flag falls when its time is up, not when a request happens to check it.
            if let Some(fallen) = self.flag(&inside) {
                inside = Box::pin(self.settle(&live, inside, fallen, None)).await?.0;
                continue;
            }
            // A player who does something is here.
            let now = self.pulse.now();
            live.saw(home, now);
            if inside.room.is_away(home) && client.is_some() {
                let back = inside.room.come_back(home);
                inside = Box::pin(self.settle(&live, inside, back, None)).await?.0;
                continue;
            }
            let seat = inside.room.session().home(home);
            let decided = match seen {
                Some(seen) if !inside.room.is_current(home, command, seen) => Err(CommandError::Stale),
                _ => inside.room.decide(seat, command, client.clone(), now),
            };
            let mut decision = match decided {
                Ok(decision) => decision,
                Err(reason) => {
                    // If another machine has written to the room, the reason for the refusal may be gone.
                    if Box::pin(self.look_again(&live, &mut inside)).await? {
                        continue;
                    }
                    return Err(HubError::Refused { reason, version: inside.room.version() });
                }
            };
            // Once both seats have chosen, the room's listing depends on the pending choice.
            if let SecretFate::Reveal(text) = &decision.secret
                && let Some(waiting) =
                    self.reader.waiting(live.id).await.inspect_err(|_| self.pulse.failed(since))?
            {
                decision.standing = inside.room.standing_with(seat, text, &waiting);
            }
            match self.settle(&live, inside, decision, note.clone()).await? {
                (_, Some(version)) => return Ok(version),
                (held, None) => inside = held,
            }
        }
        Err(StoreError::Busy.into())
    }

    /// Seats a player.
    pub(super) async fn seat_down(
        &self,
        live: Arc<Live>,
        mut inside: Held,
        seat: Option<Seat>,
        name: Option<Name>,
        key: KeyHash,
    ) -> Result<Seat, HubError> {
        for _ in 0..TRIES {
            if let Some(home) = inside.room.home_of(&key) {
                return Ok(home);
            }
            let version = inside.room.version();
            let refused = |reason| HubError::Refused { reason, version };
            let decision = inside.room.join(seat, name.clone(), key, None).map_err(refused)?;
            let taken = decision.entry.seat;
            match (self.settle(&live, inside, decision, None).await?, taken) {
                ((_, Some(_)), Some(taken)) => return Ok(taken),
                ((held, _), _) => inside = held,
            }
        }
        Err(StoreError::Busy.into())
    }

    /// Executes a decision and returns the version it created; none if the room had changed on disk, in which case it
    /// is now up to date here, too. A computer's note is kept once its move is written.
    pub(super) async fn settle(
        &self,
        live: &Arc<Live>,
        inside: Held,
        decision: Decision,
        note: Option<String>,
    ) -> Result<(Held, Option<u64>), HubError> {
        let version = decision.entry.version;
        let (mut held, written) = self.carry_out(live, inside, decision, note).await?;
        match written {
            Ok(()) => Ok((held, Some(version))),
            Err(StoreError::Stale) => {
                Box::pin(self.catch_up(live, &mut held)).await?;
                Ok((held, None))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Writes first, broadcasts second. Once a change is handed to the writer it is completed, even if the caller stops
    /// waiting.
    async fn carry_out(
        &self,
        live: &Arc<Live>,
        mut inside: Held,
        decision: Decision,
        note: Option<String>,
    ) -> Result<(Held, Result<(), StoreError>), HubError> {
        let Some(hub) = self.me.upgrade() else { return Err(StoreError::Closed.into()) };
        let (live, decision) = (Arc::clone(live), Arc::new(decision));
        let carried = Carried::new(async move {
            let write = Write::Append { room: live.id, decision: Arc::clone(&decision) };
            let written = hub.write(write).await;
            if written.is_ok() {
                let Decision { entry, secret, .. } = &*decision;
                live.take_over(&mut inside, entry, secret.chosen(), note)?;
                hub.bus.tell(Notice::Changed { from: hub.member, room: live.id, version: entry.version });
                hub.go_on(&live, &inside);
            }
            Ok((inside, written))
        });
        carried.await.unwrap_or(Err(StoreError::Unsure.into()))
    }

    /// The first seat of a key's holder. Before a key is refused, the log is checked for new entries.
    pub(super) async fn home_of(
        &self,
        live: &Live,
        inside: &mut Inside,
        key: &SeatKey,
    ) -> Result<Seat, HubError> {
        let hash = key.hash();
        if let Some(home) = inside.room.home_of(&hash) {
            return Ok(home);
        }
        Box::pin(self.look_again(live, inside)).await?;
        inside.room.home_of(&hash).ok_or(HubError::NotYours)
    }

    /// Catches up if another machine has written to the room, and returns whether one has.
    pub(super) async fn look_again(&self, live: &Live, inside: &mut Inside) -> Result<bool, HubError> {
        let has_gone_on = self.reader.version(live.id).await? > inside.room.version();
        if has_gone_on {
            self.catch_up(live, inside).await?;
        }
        Ok(has_gone_on)
    }

    /// Applies entries that another hub has written.
    pub(super) async fn catch_up(&self, live: &Live, inside: &mut Inside) -> Result<(), HubError> {
        let news = self.reader.news(live.id, inside.room.version()).await?.ok_or(HubError::NoRoom)?;
        for (entry, chosen) in &news {
            // There may be many entries, and other tasks wait for this thread.
            tokio::task::coop::consume_budget().await;
            live.take_over(inside, entry, chosen.as_deref(), None)?;
        }
        Ok(())
    }

    /// What happens if a flag has fallen. None falls while no move can be taken.
    pub(super) fn flag(&self, inside: &Inside) -> Option<Decision> {
        let has_clock = inside.room.clock().is_some();
        if !has_clock || self.pulse.stands_still() { None } else { inside.room.flag(self.pulse.now()) }
    }

    /// What happens if a player has left or is back.
    pub(super) fn absence(&self, live: &Live, inside: &Inside) -> Option<Decision> {
        let room = &inside.room;
        let minded = |home: &Seat| room.minds_absence(*home);
        Seat::BOTH.into_iter().filter(minded).find_map(|home| match live.gone(home) {
            Gone::Here => room.is_away(home).then(|| room.come_back(home)),
            Gone::Elsewhere => None,
            Gone::Since(since) => {
                let is_due = !room.is_away(home) && self.pulse.now() >= since + self.config.gone;
                is_due.then(|| room.leave(home))
            }
        })
    }

    /// When a player will have left, if they do not come back.
    pub(super) fn next_absence(&self, live: &Live, inside: &Inside) -> Option<Instant> {
        let room = &inside.room;
        let due = |home: Seat| match live.gone(home) {
            Gone::Here => room.is_away(home).then(Instant::now),
            Gone::Elsewhere => None,
            Gone::Since(since) => (!room.is_away(home)).then_some(since + self.config.gone),
        };
        Seat::BOTH.into_iter().filter(|home| room.minds_absence(*home)).filter_map(due).min()
    }

    /// Keeps the room going by itself: flags fall, players leave, and computers move.
    pub(super) fn go_on(&self, live: &Arc<Live>, inside: &Inside) {
        if let Some(absence) = self.next_absence(live, inside) {
            self.alarms.at(live.id, self.pulse.wake_for(absence));
        }
        if let Some(flag) = inside.room.next_flag() {
            self.alarms.at(live.id, self.pulse.wake_for(flag));
        }
        self.set_thinking(live, inside);
    }
}
