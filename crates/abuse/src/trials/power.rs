//! Cuts the power at thousands of moments of a run. `strace` writes down everything that a server wrote, waited for and
//! said; from that, a model of the disk knows what a power cut could have left behind at any moment. The server's own code
//! opens what is left: everything that was acknowledged by then must be there, once, and nothing that was never sent.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use numberline_server::{RoomEvent, RoomId, Sqlite, SqliteConnection};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::contest::{Contest, copy};
use crate::disk::{Deed, Disk, Remains, Survival};
use crate::guests::Menu;
use crate::link::PATIENCE;
use crate::oracle::{Tally, audit};
use crate::trace::{self, Call, Moment};
use crate::{Ledger, Report, Sabotage, Scene, TrialPlan, Trouble, Victim, http};

/// The players come in waves. Between two waves the server copies its write-ahead log into the file.
const WAVES: usize = 3;

/// How many commands a pair sends in one wave, at most.
const COMMANDS: usize = 15;

/// Something that matters for what is left after a power cut.
enum Event {
    Deed(Deed),
    /// A client is told that a command with this id counts.
    Acknowledged(String),
    /// A client is told that it has this seat in a room.
    Seated(String, usize),
}

/// What is known of a room at a moment.
struct Known {
    /// With the commands that were acknowledged by then.
    ledger: Ledger,
    /// How many players were told that they have a seat.
    seated: usize,
    keys: [String; 2],
}

/// What became of all the power cuts in one model.
#[derive(Default)]
struct Found {
    cuts: usize,
    unreadable: usize,
    /// The first thing that could not be read, to look into.
    reason: Option<String>,
    lost: usize,
    doubled: usize,
    strays: usize,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("power");
    if let Some(reason) = trace::obstacle().await {
        report.skipped("the whole trial", reason);
        return Ok(report);
    }
    let (pairs, points) = (plan.size(5, 24), plan.size(200, 10_000));
    let mut scene = plan.scene(&[])?;
    let traced = scene.folder.path().join("trace");
    scene.victim.under = Some(trace::arguments(&traced.to_string_lossy(), plan.breaks(Sabotage::SkipSyncs)));
    let contests = play(plan, &scene, pairs).await?;
    let text = std::fs::read_to_string(&traced)?;
    let events = events(&text, &scene.victim.database)?;
    drop(text);
    let players = contests.iter().map(|contest| (copy(&contest.ledger()), contest.guests().keys.clone()));
    let cutter = Cutter::new(plan, players.collect())?;
    let lives = if plan.sabotage.is_some() { 0 } else { plan.size(2, 50) };
    cutter.cut(&mut report, &scene.victim, events, points, lives).await?;
    Ok(report)
}

/// Lets players use every command of a room while the tracer watches.
async fn play(plan: &TrialPlan, scene: &Scene, pairs: usize) -> Result<Vec<Contest>, Trouble> {
    let running = scene.victim.start().await?;
    let server = running.address();
    let menu = Menu::of(server).await?;
    let mut contests = Vec::new();
    for wave in 0..WAVES {
        let copied = modified(&scene.victim.database);
        let mut tasks = JoinSet::new();
        for contest in contests.drain(..) {
            tasks.spawn(go_on(server, contest));
        }
        for pair in 0..pairs {
            let number = wave * pairs + pair;
            let (menu, mut dice) = (menu.clone(), plan.dice(1 + number));
            tasks.spawn(async move {
                let wish = menu.rich_wish(number, &mut dice);
                go_on(server, Contest::meet(server, &wish, dice).await?.lively()).await
            });
        }
        while let Some(contest) = tasks.join_next().await {
            contests.push(contest??);
        }
        let idle = async {
            while modified(&scene.victim.database) == copied {
                sleep(Duration::from_millis(20)).await;
            }
        };
        // A server that acknowledges before it writes may be behind; what it has written by now is enough.
        let _ = timeout(PATIENCE / 100, idle).await;
    }
    running.end_of_input().await?;
    Ok(contests)
}

async fn go_on(server: SocketAddr, mut contest: Contest) -> Result<Contest, Trouble> {
    contest.come_back(server).await?;
    contest.play(COMMANDS).await?;
    contest.hang_up();
    Ok(contest)
}

fn modified(file: &Path) -> Option<std::time::SystemTime> {
    std::fs::metadata(file).ok()?.modified().ok()
}

/// The events of a trace.
fn events(trace: &str, database: &Path) -> Result<Vec<Event>, Trouble> {
    let folder = database.parent().map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
    let main = database.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    // The index of the write-ahead log is rebuilt after a crash, whatever is in it.
    let ours = |path: String| {
        let name = path.strip_prefix(&folder)?.strip_prefix('/')?.to_owned();
        (name.starts_with(&main) && !name.ends_with("-shm")).then_some(name)
    };
    let mut events = Vec::new();
    for moment in trace::moments(trace) {
        match moment {
            Moment::Begins(call) => match (call.name, call.file()) {
                ("fsync" | "fdatasync", Some(path)) => {
                    let what = (path != folder).then(|| ours(path.clone()));
                    if what != Some(None) {
                        events.push(Event::Deed(Deed::SyncBegins(call.thread.to_owned(), what.flatten())));
                    }
                }
                ("pwrite64", Some(path)) => {
                    if let Some(name) = ours(path) {
                        events.push(Event::Deed(written(&call, name)?));
                    }
                }
                ("ftruncate", Some(path)) => {
                    let length = call.number_from_end(0).and_then(|length| usize::try_from(length).ok());
                    if let (Some(name), Some(length)) = (ours(path), length) {
                        events.push(Event::Deed(Deed::Truncate(name, length)));
                    }
                }
                ("write" | "writev" | "sendto" | "sendmsg", Some(path)) if !path.starts_with('/') => {
                    events.extend(said(&call.bytes()?));
                }
                ("openat" | "open", _) => {
                    let name = call.path().and_then(ours).filter(|_| call.says("O_CREAT"));
                    events.extend(name.map(|name| Event::Deed(Deed::Create(name))));
                }
                ("unlink" | "unlinkat", _) => {
                    let name = call.path().and_then(ours);
                    events.extend(name.map(|name| Event::Deed(Deed::Remove(name))));
                }
                (other, path) => {
                    if let Some(name) = path.or_else(|| call.path()).and_then(ours) {
                        return Err(Trouble::new(format!(
                            "the trial does not know what {other} does to {name}"
                        )));
                    }
                }
            },
            Moment::Ends(call, outcome) => match call.name {
                "fsync" | "fdatasync" if outcome.number == 0 && !outcome.is_feigned => {
                    events.push(Event::Deed(Deed::SyncEnds(call.thread.to_owned())));
                }
                "pwrite64" | "ftruncate" if outcome.number < 0 => {
                    return Err(Trouble::new("a write of the server failed"));
                }
                _ => {}
            },
        }
    }
    Ok(events)
}

fn written(call: &Call<'_>, name: String) -> Result<Deed, Trouble> {
    let bytes = call.bytes()?;
    let at = call.number_from_end(0).and_then(|at| usize::try_from(at).ok());
    match (at, call.number_from_end(1)) {
        (Some(at), Some(count)) if count == bytes.len() as u64 => Ok(Deed::Write(name, at, bytes)),
        _ => Err(Trouble::new("a write of the trace cannot be read")),
    }
}

/// What a client is told: that a command counts, or that it has a seat.
fn said(bytes: &[u8]) -> Vec<Event> {
    const DONE: &str = r#"{"type":"done","id":""#;
    const ROOM: &str = r#"{"room":""#;
    let text = String::from_utf8_lossy(bytes);
    let until_quote = |text: &str| text.split('"').next().unwrap_or_default().to_owned();
    let done = text.split(DONE).skip(1).map(|rest| Event::Acknowledged(until_quote(rest)));
    let seated = text.split(ROOM).skip(1).filter_map(|rest| {
        let seat = rest.split_once(r#","seat":"#)?.1.chars().next()?.to_digit(10)?;
        Some(Event::Seated(until_quote(rest), seat as usize))
    });
    done.chain(seated).collect()
}

/// Cuts the power, and looks at what is left.
struct Cutter {
    plan: TrialPlan,
    folder: tempfile::TempDir,
    rooms: Vec<Known>,
    /// Where each command is: the room, its place in the ledger, and the version that it got.
    places: HashMap<String, (usize, usize, u64)>,
    nothing: Found,
    parts: Found,
    acknowledged: usize,
    at_risk: usize,
    lives: usize,
}

impl Cutter {
    fn new(plan: &TrialPlan, players: Vec<(Ledger, [String; 2])>) -> Result<Self, Trouble> {
        // What is cut off again and again need not reach a disk.
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let folder = tempfile::Builder::new().prefix("numberline-power-").tempdir_in(place)?;
        let (mut rooms, mut places) = (Vec::new(), HashMap::new());
        for (ledger, keys) in players {
            for (place, sent) in ledger.submissions().iter().enumerate() {
                if let Some(version) = sent.version {
                    places.insert(sent.id.clone(), (rooms.len(), place, version));
                }
            }
            rooms.push(Known { ledger: ledger.unanswered(), seated: 0, keys });
        }
        Ok(Self {
            plan: plan.clone(),
            folder,
            rooms,
            places,
            nothing: Found::default(),
            parts: Found::default(),
            acknowledged: 0,
            at_risk: 0,
            lives: 0,
        })
    }

    async fn cut(
        mut self,
        report: &mut Report,
        victim: &Victim,
        events: Vec<Event>,
        points: usize,
        lives: usize,
    ) -> Result<(), Trouble> {
        let (count, mut disk, mut made) = (events.len(), Disk::default(), 0);
        let mut dice = self.plan.dice(0);
        for (number, event) in events.into_iter().enumerate() {
            match event {
                Event::Deed(deed) => disk.take(deed),
                Event::Acknowledged(id) => self.acknowledge(&id),
                Event::Seated(room, seat) => {
                    let room = self.rooms.iter_mut().find(|known| known.ledger.room() == room);
                    room.into_iter().for_each(|known| known.seated = known.seated.max(seat));
                }
            }
            // The points are spread evenly over the events; where there are more, each event has several.
            while made < points && made * count < (number + 1) * points {
                let survival = if made % 2 == 0 { Survival::Nothing } else { Survival::Parts(&mut dice) };
                let is_parts = matches!(survival, Survival::Parts(_));
                self.look(&disk, survival)?;
                made += 1;
                if is_parts && lives > 0 && made.is_multiple_of((points / lives).max(2)) {
                    self.live_on(victim).await?;
                }
            }
        }
        report.figure("writes, syncs and answers in the trace", count);
        report.figure("acknowledged commands in it", self.acknowledged);
        report.figure("rooms", self.rooms.len());
        report.exactly("power cuts", self.nothing.cuts + self.parts.cuts, points);
        report.figure("with something not yet on disk", self.at_risk);
        for (found, model) in [(&self.nothing, NOTHING), (&self.parts, PARTS)] {
            if let Some(reason) = &found.reason {
                report.figure(&format!("first file that could not be read {model}"), reason);
            }
            report.none(&format!("unreadable {model}"), found.unreadable);
            report.none(&format!("lost {model}"), found.lost);
            report.none(&format!("doubled {model}"), found.doubled);
            report.none(&format!("in the log, but never sent, {model}"), found.strays);
        }
        if lives > 0 {
            report.check("servers that continued from what was left", self.lives >= lives, self.lives);
        }
        let meaningful = self.acknowledged > 10 * WAVES && self.at_risk > points / 4;
        report.check("the trial was meaningful", meaningful || self.plan.sabotage.is_some(), self.at_risk);
        Ok(())
    }

    fn acknowledge(&mut self, id: &str) {
        let Some((room, place, version)) = self.places.get(id) else { return };
        let Some(known) = self.rooms.get_mut(*room) else { return };
        self.acknowledged +=
            usize::from(known.ledger.submission(*place).is_ok_and(|sent| sent.version.is_none()));
        known.ledger.acknowledge(*place, *version);
    }

    /// Opens what is left, and compares it with what is known.
    fn look(&mut self, disk: &Disk, mut survival: Survival<'_>) -> Result<(), Trouble> {
        let remains = disk.cut(&mut survival);
        // The mark beside the file is hardly ever waited for, and does not count.
        self.at_risk += usize::from(disk.is_at_risk(|name| !name.ends_with("-mark")));
        let database = self.put(&remains)?;
        let looked =
            Sqlite::open(&database).map_err(|error| Trouble::new(error.to_string())).and_then(|store| {
                drop(store);
                self.compare(&database)
            });
        let found = if matches!(survival, Survival::Nothing) { &mut self.nothing } else { &mut self.parts };
        found.cuts += 1;
        match looked {
            Ok(tally) => {
                found.lost += tally.lost;
                found.doubled += tally.doubled;
                found.strays += tally.strays;
            }
            Err(reason) => {
                found.unreadable += 1;
                found.reason.get_or_insert_with(|| reason.to_string());
            }
        }
        Ok(())
    }

    fn put(&self, remains: &Remains) -> Result<std::path::PathBuf, Trouble> {
        for old in std::fs::read_dir(self.folder.path())? {
            std::fs::remove_file(old?.path())?;
        }
        for (name, content) in remains {
            std::fs::write(self.folder.path().join(name), content)?;
        }
        Ok(self.folder.path().join(crate::plan::DATABASE))
    }

    fn compare(&self, database: &Path) -> Result<Tally, Trouble> {
        let mut tally = audit(database, self.rooms.iter().map(|known| &known.ledger))?;
        let file = SqliteConnection::open(database).map_err(|error| Trouble::new(error.to_string()))?;
        for known in self.rooms.iter().filter(|known| known.seated > 0) {
            let room: RoomId =
                known.ledger.room().parse().map_err(|_| Trouble::new("not the name of a room"))?;
            let kept = file.load(room, 0).map_err(|error| Trouble::new(error.to_string()))?;
            let log = kept.map(|kept| kept.log).unwrap_or_default();
            let sit = log.iter().filter(|(entry, _)| matches!(entry.event, RoomEvent::Joined { .. }));
            tally.lost += known.seated.saturating_sub(sit.count());
        }
        Ok(tally)
    }

    /// Starts a server with what was left last. It must have every room, and give the last acknowledged command of each
    /// the same answer.
    async fn live_on(&mut self, victim: &Victim) -> Result<(), Trouble> {
        let database = self.folder.path().join(crate::plan::DATABASE);
        let log = self.folder.path().join("server.log");
        let victim = Victim { database, log: log.clone(), under: None, ..victim.clone() };
        let running = victim.start().await?;
        let server = running.address();
        let mut goes_on = http::get(server, "/readyz").await?.status == 200;
        for known in self.rooms.iter().filter(|known| known.seated == 2) {
            let path = format!("/api/rooms/{}", known.ledger.room());
            goes_on &= http::get(server, &path).await?.status == 200;
            let answered = known.ledger.submissions().iter().rev().find(|sent| sent.version.is_some());
            if let Some(sent) = answered {
                let key = sent.player.of(&known.keys);
                let again = http::post(server, &format!("{path}/commands"), Some(key), &sent.body()).await?;
                let version = again.json()?.get("version").and_then(serde_json::Value::as_u64);
                goes_on &= version == sent.version;
            }
        }
        running.kill().await?;
        // The mark beside the file may be old, but must not make it look as if something were missing.
        goes_on &= !std::fs::read_to_string(&log)?.contains("warning");
        self.lives += usize::from(goes_on);
        Ok(())
    }
}

/// The two models, as the report names them.
const NOTHING: &str = "if nothing unsynced survives";
const PARTS: &str = "if parts of it survive";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_client_is_told() {
        let told = br#"..{"type":"done","id":"a-1","version":4}..{"type":"done","id":"b-2","version":5}{"room":"q7","seat":2,"key":"8c"}"#;
        let found: Vec<String> = said(told)
            .into_iter()
            .map(|event| match event {
                Event::Acknowledged(id) => id,
                Event::Seated(room, seat) => format!("{room} {seat}"),
                Event::Deed(_) => "a deed".to_owned(),
            })
            .collect();
        assert_eq!(found, ["a-1", "b-2", "q7 2"]);
    }
}
