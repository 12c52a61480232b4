//! All clients keep losing their connections and reconnect with the version they have seen, while the matches continue.
//! In the middle the server is killed. In the end all clients must have the same room, and it must match the log.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::contest::{Contest, Step, copy};
use crate::guests::Menu;
use crate::link::{Heard, PATIENCE};
use crate::oracle::audit;
use crate::replica::Replica;
use crate::{Link, Report, Sabotage, TrialPlan, Trouble};

/// A room with followers.
struct Followed {
    room: String,
    server: watch::Receiver<Option<SocketAddr>>,
    /// The last version, once nothing more will happen.
    last: watch::Receiver<Option<u64>>,
    comebacks: Arc<AtomicUsize>,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("reconnect");
    let (rooms, followers) = (plan.size(10, 100), plan.size(10, 20));
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let menu = Menu::of(running.address()).await?;
    let (found, server) = watch::channel(Some(running.address()));
    let (mut drivers, mut listeners) = (tokio::task::JoinSet::new(), tokio::task::JoinSet::new());
    let (comebacks, moves) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (mut ledgers, mut guests) = (Vec::new(), Vec::new());
    for number in 0..rooms {
        let contest = Contest::meet(running.address(), &menu.wish(number), plan.dice(number)).await?;
        ledgers.push(contest.ledger());
        guests.push(contest.guests().clone());
        let (done, last) = watch::channel(None);
        for follower in 0..followers {
            let room = contest.guests().room.clone();
            let (server, last, comebacks) = (server.clone(), last.clone(), Arc::clone(&comebacks));
            let followed = Followed { room, server, last, comebacks };
            let dice = plan.dice(1_000 + number * followers + follower);
            let skips = plan.breaks(Sabotage::SkipChange) && follower == 0;
            listeners.spawn(async move { (number, follow(followed, dice, skips).await) });
        }
        let (server, moves) = (server.clone(), Arc::clone(&moves));
        drivers.spawn(async move { drive(contest, server, done, moves).await });
    }
    // Halfway, the server dies and comes back on another port.
    while moves.load(Ordering::Relaxed) < rooms * 3 {
        sleep(Duration::from_millis(5)).await;
    }
    let _ = found.send(None);
    running.kill().await?;
    let running = scene.victim.start().await?;
    let _ = found.send(Some(running.address()));
    while let Some(driven) = drivers.join_next().await {
        driven??;
    }
    let mut truths = Vec::new();
    for guests in &guests {
        truths.push(Replica::of(&guests.look(running.address()).await?)?);
    }
    let (mut same, mut gaps, mut all) = (0, 0, 0);
    while let Some(followed) = listeners.join_next().await {
        let (number, replica) = followed?;
        let replica = replica?;
        all += 1;
        gaps += replica.gaps;
        same += usize::from(truths.get(number) == Some(&Replica { gaps: 0, ..replica }));
    }
    let tally = audit(&scene.victim.database, &ledgers.iter().map(copy).collect::<Vec<_>>())?;
    report.figure("rooms", rooms);
    report.figure("reconnects with a known version", comebacks.load(Ordering::Relaxed));
    report.exactly("followers with the right room", same, all);
    report.none("changes that did not fit the known state", gaps);
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled);
    report.check("the trial was meaningful", comebacks.load(Ordering::Relaxed) > all, all);
    Ok(report)
}

async fn address(server: &mut watch::Receiver<Option<SocketAddr>>) -> SocketAddr {
    loop {
        let known = *server.borrow_and_update();
        match known {
            Some(address) => return address,
            None => drop(server.changed().await),
        }
    }
}

/// Plays a match to its end, and publishes its last version.
async fn drive(
    mut contest: Contest,
    mut server: watch::Receiver<Option<SocketAddr>>,
    done: watch::Sender<Option<u64>>,
    moves: Arc<AtomicUsize>,
) -> Result<(), Trouble> {
    for _ in 0..1_000 {
        let address = address(&mut server).await;
        let mut played = contest.come_back(address).await;
        while played.is_ok() {
            match contest.step().await {
                Ok(Step::Done) => {
                    moves.fetch_add(1, Ordering::Relaxed);
                    // Players think for a moment; otherwise no client could reconnect in the middle of a match.
                    sleep(Duration::from_millis(2)).await;
                }
                Ok(Step::Over) => {
                    let _ = done.send(Some(contest.version()));
                    // The sender must outlive its receivers.
                    done.closed().await;
                    return Ok(());
                }
                Ok(Step::Refused(reason)) => played = Err(Trouble::new(reason)),
                Err(error) => played = Err(error),
            }
        }
        sleep(Duration::from_millis(10)).await;
    }
    Err(Trouble::new("a match could not be finished"))
}

/// Listens, hangs up, reconnects with the known version; in the end listens until everything has arrived.
async fn follow(
    mut followed: Followed,
    mut dice: numberline_table::Dice,
    skips: bool,
) -> Result<Replica, Trouble> {
    let mut known: Option<Replica> = None;
    let mut skipped = !skips;
    for _ in 0..10_000 {
        let server = address(&mut followed.server).await;
        let since = known.as_ref().map(|replica| replica.version);
        let Ok(mut link) = Link::enter(server, &followed.room, None, since).await else {
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        followed.comebacks.fetch_add(1, Ordering::Relaxed);
        let mut patience = dice.below(4);
        loop {
            let last = *followed.last.borrow();
            if last.is_some() && known.as_ref().map(|replica| replica.version) == last {
                return Ok(known.unwrap_or_default());
            }
            // Once the match is over, the client no longer hangs up.
            if last.is_none() && patience == 0 {
                break;
            }
            let heard = tokio::select! {
                heard = timeout(PATIENCE, link.hear()) => heard?,
                _ = followed.last.changed(), if last.is_none() => continue,
            };
            if heard != Heard::Message {
                break;
            }
            let message: Value = serde_json::from_slice(link.message())?;
            let kind = message.get("type").and_then(Value::as_str);
            if !matches!(kind, Some("game" | "change")) {
                continue;
            }
            patience = patience.saturating_sub(1);
            if !skipped && kind == Some("change") {
                // A skipped change counts as known.
                skipped = true;
                if let (Some(replica), Some(version)) =
                    (&mut known, message.get("version").and_then(Value::as_u64))
                {
                    replica.version = version;
                }
                continue;
            }
            match &mut known {
                Some(replica) => replica.hear(&message)?,
                None => known = Some(Replica::of(&message)?),
            }
        }
    }
    Err(Trouble::new("a follower never saw the end"))
}
