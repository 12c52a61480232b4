//! One commit: everything that was queued, in as few statements as possible.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use numberline_rules::Seat;
use numberline_table::Name;
use tokio_postgres::types::ToSql;
use tokio_postgres::{GenericClient, Statement};

use super::heads::{Head, Heads};
use super::link::{Fault, Link, fault};
use super::statements;
use crate::entry::{LogEntry, RoomEvent};
use crate::id::{ClientId, RoomId};
use crate::store::{Decision, NewRoom, SecretFate, StoreError, Write};
use crate::sum;

/// What became of each change.
pub(super) type Answers = Vec<Result<(), StoreError>>;

/// What the database may still take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Allowed {
    pub(super) rooms: bool,
    pub(super) entries: bool,
}

/// What a commit is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    pub(super) allowed: Allowed,
    /// Whether the outcome of an earlier attempt is unknown.
    pub(super) again: bool,
    /// Whether the disk was full the last time.
    pub(super) was_full: bool,
}

/// An entry to write.
struct Row<'a> {
    /// The change it belongs to.
    change: usize,
    number: i64,
    entry: &'a LogEntry,
    sum: i64,
    decision: Option<&'a Decision>,
}

/// Commits changes. After an attempt whose outcome is unknown, the same changes are committed again: those that the log
/// has already, as they would be written now, count as written.
pub(super) async fn commit(
    link: &mut Link,
    heads: &mut Heads,
    changes: &[Write],
    Terms { allowed, again, was_full }: Terms,
) -> Result<Answers, Fault> {
    if !allowed.entries {
        return Err(Fault::Refused(StoreError::Full));
    }
    let appends = changes.iter().filter_map(|change| match change {
        Write::Append { room, decision } => Some((*room, decision.entry.version)),
        _ => None,
    });
    heads.learn(link, appends).await?;
    let (plain, full) = (link.plain.clone(), link.full.clone());
    let is_one_statement = !again
        && changes
            .iter()
            .all(|change| matches!(change, Write::Append { decision, .. } if decision.opens.is_none()))
        && appends_once(changes);
    let mut batch = Batch { changes, plain, full, answers: changes.iter().map(|_| Ok(())).collect() };
    let kept = if is_one_statement {
        batch.write(&link.client, heads, allowed).await?
    } else {
        let transaction = link.client.transaction().await.map_err(fault)?;
        let kept = batch.write(&transaction, heads, allowed).await?;
        if again {
            batch.find_again(&transaction).await?;
        }
        let tests = again || changes.iter().any(|change| matches!(change, Write::Probe));
        if tests {
            transaction.execute(statements::PROBE, &[]).await.map_err(fault)?;
            if was_full {
                transaction.batch_execute(statements::SPACE).await.map_err(fault)?;
            }
        }
        transaction.commit().await.map_err(fault)?;
        kept
    };
    for (change, answer) in changes.iter().zip(&batch.answers) {
        if let (Write::Append { room, .. }, Err(_)) = (change, answer) {
            heads.drop(*room);
        }
    }
    for (room, head) in kept {
        heads.keep(room, head);
    }
    Ok(batch.answers)
}

/// Whether no room is in there twice.
fn appends_once(changes: &[Write]) -> bool {
    let mut seen = HashSet::new();
    changes.iter().all(|change| !matches!(change, Write::Append { room, .. } if !seen.insert(*room)))
}

struct Batch<'a> {
    changes: &'a [Write],
    plain: Statement,
    full: Statement,
    answers: Answers,
}

impl<'a> Batch<'a> {
    /// Writes everything, and returns the heads that rooms have afterwards.
    async fn write(
        &mut self,
        at: &impl GenericClient,
        heads: &Heads,
        allowed: Allowed,
    ) -> Result<HashMap<RoomId, Head>, Fault> {
        let opened = self.open(at, allowed).await?;
        let (mut after, mut waves): (HashMap<RoomId, Head>, Vec<Vec<Row<'a>>>) = Default::default();
        let mut joined = Vec::new();
        for (place, change) in self.changes.iter().enumerate() {
            if let Write::Open(opening) = change
                && let Some(number) = opened.get(&place)
            {
                let head = chain(place, *number, opening, &mut joined);
                after.insert(opening.room, head);
            }
        }
        waves.push(joined);
        let mut times: HashMap<RoomId, usize> = HashMap::new();
        for (place, change) in self.changes.iter().enumerate() {
            let Write::Append { room, decision } = change else { continue };
            let head = after.get(room).copied().or_else(|| heads.get(*room));
            let head = head.filter(|head| head.version.checked_add(1) == Some(decision.entry.version));
            let (Some(head), Some(Ok(()))) = (head, self.answers.get(place)) else {
                self.refuse(place);
                continue;
            };
            let sum = sum::of_entry(head.sum, &decision.entry);
            let wave = times.entry(*room).and_modify(|time| *time += 1).or_default();
            let row = Row {
                change: place,
                number: head.number,
                entry: &decision.entry,
                sum,
                decision: Some(decision),
            };
            match waves.get_mut(*wave) {
                Some(rows) => rows.push(row),
                None => waves.push(vec![row]),
            }
            after.insert(*room, Head { version: decision.entry.version, sum, ..head });
        }
        let mut broken: HashSet<i64> = HashSet::new();
        for rows in waves {
            let rows: Vec<_> = rows
                .into_iter()
                .filter(|row| !broken.contains(&row.number) || self.refuse(row.change))
                .collect();
            let written = self.append(at, &rows).await?;
            for row in rows.iter().filter(|row| !written.contains(&(row.number, row.entry.version))) {
                broken.insert(row.number);
                self.refuse(row.change);
            }
        }
        self.finish_rematches(at, &opened, &mut after).await?;
        self.date(at).await?;
        after.retain(|_, head| !broken.contains(&head.number));
        Ok(after)
    }

    /// Refuses a change as stale.
    fn refuse(&mut self, place: usize) -> bool {
        if let Some(answer @ Ok(())) = self.answers.get_mut(place) {
            *answer = Err(StoreError::Stale);
        }
        false
    }

    /// Opens all new rooms, also those of rematches, and returns their numbers by the places of their changes.
    async fn open(
        &mut self,
        at: &impl GenericClient,
        allowed: Allowed,
    ) -> Result<HashMap<usize, i64>, Fault> {
        let mut wanted: HashMap<RoomId, (usize, &NewRoom)> = HashMap::new();
        for (place, change) in self.changes.iter().enumerate() {
            let Some(opening) = opens(change) else { continue };
            if !allowed.rooms {
                if let Some(answer) = self.answers.get_mut(place) {
                    *answer = Err(StoreError::NoSpace);
                }
            } else if let Entry::Vacant(free) = wanted.entry(opening.room) {
                free.insert((place, opening));
            } else {
                self.refuse(place);
            }
        }
        if wanted.is_empty() {
            return Ok(HashMap::new());
        }
        let rooms: Vec<&NewRoom> = wanted.values().map(|(_, opening)| *opening).collect();
        let names: Vec<String> = rooms.iter().map(|opening| opening.room.to_string()).collect();
        let wishes: Vec<String> = rooms.iter().map(|opening| wish(opening)).collect();
        let listed: Vec<bool> = rooms.iter().map(|opening| opening.wish.listed).collect();
        let standing: Vec<&str> = rooms.iter().map(|opening| opening.standing.into()).collect();
        let [one, two] = Seat::BOTH.map(|seat| {
            let name = |opening: &&NewRoom| opening.joined.iter().find_map(|entry| joining(entry, seat));
            rooms.iter().map(name).collect::<Vec<Option<String>>>()
        });
        let sums: Vec<i64> =
            rooms.iter().zip(&wishes).map(|(opening, wish)| sum::of_room(opening.room, wish)).collect();
        let with: [&(dyn ToSql + Sync); 7] = [&names, &wishes, &listed, &standing, &one, &two, &sums];
        let mut numbers = HashMap::new();
        for row in at.query(statements::OPEN, &with).await.map_err(fault)? {
            if let Ok(room) = row.get::<_, &str>(0).parse::<RoomId>()
                && let Some((place, _)) = wanted.remove(&room)
            {
                numbers.insert(place, row.get(1));
            }
        }
        for (place, _) in wanted.into_values() {
            self.refuse(place);
        }
        Ok(numbers)
    }

    /// Writes entries, and returns the numbers and versions of those that were the first of their version.
    async fn append(&self, at: &impl GenericClient, rows: &[Row<'_>]) -> Result<HashSet<(i64, u64)>, Fault> {
        if rows.is_empty() {
            return Ok(HashSet::new());
        }
        let numbers: Vec<i64> = rows.iter().map(|row| row.number).collect();
        let versions: Vec<i64> = rows.iter().map(|row| row.entry.version.cast_signed()).collect();
        let kinds: Vec<&str> = rows.iter().map(|row| row.entry.event.kind()).collect();
        let seats: Vec<Option<i16>> =
            rows.iter().map(|row| row.entry.seat.map(|seat| seat.number().into())).collect();
        let clients: Vec<Option<&str>> =
            rows.iter().map(|row| row.entry.client.as_ref().map(ClientId::as_str)).collect();
        let bodies: Vec<Option<Cow<'_, str>>> = rows.iter().map(|row| sum::body(&row.entry.event)).collect();
        let [left1, left2] = Seat::BOTH
            .map(|seat| rows.iter().map(|row| sum::left(row.entry, seat)).collect::<Vec<Option<i64>>>());
        let hashes: Vec<Option<&[u8]>> = rows.iter().map(|row| hash(row.entry)).collect();
        let sums: Vec<i64> = rows.iter().map(|row| row.sum).collect();
        let is_plain = rows.iter().all(|row| {
            let moves_alone = |decision: &Decision| {
                decision.secret == SecretFate::Untouched
                    && decision.standing.is_none()
                    && !matches!(decision.entry.event, RoomEvent::Joined { .. })
            };
            row.decision.is_none_or(moves_alone)
        });
        let written = if is_plain {
            at.query(
                &self.plain,
                &[&numbers, &versions, &kinds, &seats, &clients, &bodies, &left1, &left2, &hashes, &sums],
            )
            .await
        } else {
            let fates: Vec<Option<&str>> =
                rows.iter().map(|row| row.decision.and_then(|it| fate(&it.secret))).collect();
            let chosen: Vec<Option<&str>> =
                rows.iter().map(|row| row.decision.and_then(|decision| decision.secret.chosen())).collect();
            let chosen_sums: Vec<Option<i64>> = rows
                .iter()
                .zip(&chosen)
                .map(|(row, chosen)| chosen.map(|chosen| sum::of_choice(row.sum, chosen)))
                .collect();
            let standing: Vec<Option<&str>> = rows
                .iter()
                .map(|row| row.decision.and_then(|decision| decision.standing).map(<&str>::from))
                .collect();
            let [one, two] = Seat::BOTH.map(|seat| {
                let name = |row: &Row<'_>| row.decision.and_then(|decision| joining(&decision.entry, seat));
                rows.iter().map(name).collect::<Vec<Option<String>>>()
            });
            at.query(
                &self.full,
                &[
                    &numbers,
                    &versions,
                    &kinds,
                    &seats,
                    &clients,
                    &bodies,
                    &left1,
                    &left2,
                    &hashes,
                    &sums,
                    &fates,
                    &chosen,
                    &chosen_sums,
                    &standing,
                    &one,
                    &two,
                ],
            )
            .await
        };
        let written = written.map_err(fault)?;
        Ok(written.iter().map(|row| (row.get(0), row.get::<_, i64>(1).unsigned_abs())).collect())
    }

    /// Seats the players of rematches, and takes back the rooms of those that did not come about.
    async fn finish_rematches(
        &mut self,
        at: &impl GenericClient,
        opened: &HashMap<usize, i64>,
        after: &mut HashMap<RoomId, Head>,
    ) -> Result<(), Fault> {
        let (mut joined, mut undone) = (Vec::new(), Vec::new());
        for (place, number) in opened {
            let Some(Write::Append { decision, .. }) = self.changes.get(*place) else { continue };
            match (&decision.opens, self.answers.get(*place)) {
                (Some(opening), Some(Ok(()))) => {
                    let head = chain(*place, *number, opening, &mut joined);
                    after.insert(opening.room, head);
                }
                _ => undone.push(*number),
            }
        }
        self.append(at, &joined).await?;
        if !undone.is_empty() {
            at.execute(statements::CLOSE, &[&undone]).await.map_err(fault)?;
        }
        Ok(())
    }

    /// Dates imported rooms.
    async fn date(&self, at: &impl GenericClient) -> Result<(), Fault> {
        for change in self.changes {
            if let Write::Date { room, opened, finished } = change {
                let room = room.to_string();
                at.execute(statements::DATE, &[&room, opened, finished]).await.map_err(fault)?;
            }
        }
        Ok(())
    }

    /// After an attempt whose outcome was unknown: what the log has already, just as it would be written, is written.
    async fn find_again(&mut self, at: &impl GenericClient) -> Result<(), Fault> {
        let (mut places, mut rooms, mut versions) = (Vec::new(), Vec::new(), Vec::new());
        for (place, change) in self.changes.iter().enumerate() {
            if self.answers.get(place) == Some(&Err(StoreError::Stale))
                && let Some((room, entry)) = first(change)
            {
                places.push(place as i64);
                rooms.push(room.to_string());
                versions.push(entry.version.cast_signed());
            }
        }
        for row in at.query(statements::PLACES, &[&places, &rooms, &versions]).await.map_err(fault)? {
            let (place, sum, before): (i64, i64, i64) = (row.get(0), row.get(1), row.get(2));
            let kept: Option<i64> = row.get(3);
            let Ok(place) = usize::try_from(place) else { continue };
            let Some(change) = self.changes.get(place) else { continue };
            let is_ours = first(change).is_some_and(|(_, entry)| sum::of_entry(before, entry) == sum);
            let chose = match change {
                Write::Append { decision, .. } => decision.secret.chosen(),
                _ => None,
            };
            let is_same_choice =
                chose.is_none_or(|chosen| kept.is_none_or(|kept| kept == sum::of_choice(sum, chosen)));
            if is_ours
                && is_same_choice
                && let Some(answer) = self.answers.get_mut(place)
            {
                *answer = Ok(());
            }
        }
        Ok(())
    }
}

/// The room that a change opens.
fn opens(change: &Write) -> Option<&NewRoom> {
    match change {
        Write::Open(opening) => Some(opening),
        Write::Append { decision, .. } => decision.opens.as_deref(),
        Write::Probe | Write::Date { .. } => None,
    }
}

/// The first entry that a change writes.
fn first(change: &Write) -> Option<(RoomId, &LogEntry)> {
    match change {
        Write::Open(opening) => Some((opening.room, opening.joined.first()?)),
        Write::Append { room, decision } => Some((*room, &decision.entry)),
        Write::Probe | Write::Date { .. } => None,
    }
}

/// Chains the first entries of a new room.
fn chain<'a>(change: usize, number: i64, opening: &'a NewRoom, rows: &mut Vec<Row<'a>>) -> Head {
    let start = Head { number, version: 0, sum: sum::of_room(opening.room, &wish(opening)) };
    opening.joined.iter().fold(start, |head, entry| {
        let sum = sum::of_entry(head.sum, entry);
        rows.push(Row { change, number, entry, sum, decision: None });
        Head { number, version: entry.version, sum }
    })
}

/// The settings of a room as they are stored.
fn wish(opening: &NewRoom) -> String {
    serde_json::to_string(&opening.wish).unwrap_or_default()
}

/// The name of the player who takes a seat with an entry. A list calls a player without a name after the seat.
fn joining(entry: &LogEntry, seat: Seat) -> Option<String> {
    match &entry.event {
        RoomEvent::Joined { name, .. } if entry.seat == Some(seat) => {
            Some(name.clone().unwrap_or_else(|| Name::of_seat(seat)).to_string())
        }
        _ => None,
    }
}

fn hash(entry: &LogEntry) -> Option<&[u8]> {
    match &entry.event {
        RoomEvent::Joined { key, .. } => Some(&key.0),
        _ => None,
    }
}

fn fate(secret: &SecretFate) -> Option<&'static str> {
    match secret {
        SecretFate::Untouched => None,
        SecretFate::Keep(_) => Some("keep"),
        SecretFate::Reveal(_) => Some("reveal"),
        SecretFate::Forget => Some("forget"),
    }
}
