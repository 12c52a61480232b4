//! Thousands of idle sockets: how much memory they take, and whether all of them are still served.

use std::net::SocketAddr;

use numberline_rules::Seat;

use crate::guests::Menu;
use crate::plant::plant;
use crate::{Guests, Link, Report, TrialPlan, Trouble, descriptors};

/// The memory limit for ten thousand sockets, in KiB.
const MOST_MEMORY: u64 = 256 * 1_024;

/// The limit for an idle match with both its sockets, in bytes.
const MOST_FOR_A_MATCH: u64 = 20_000;

/// A limit for any build on any machine; the short form runs without optimization.
const GENEROUS: u64 = 128 * 1_024;

/// How many connections are opened at the same time.
const AT_ONCE: usize = 64;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("sockets");
    // A match has two sockets; the rest are spectators, spread over the same rooms.
    let (matches, spectators) =
        if plan.sabotage.is_some() { (20, 0) } else { (plan.size(500, 5_000), plan.size(1_000, 0)) };
    // A few other files are open, too.
    let most = usize::try_from(descriptors::raise()).unwrap_or(usize::MAX).saturating_sub(200);
    if most < 2 * matches + spectators {
        report.skipped(
            "the whole trial",
            format!("the system allows a process {most} connections (ulimit -Hn)"),
        );
        return Ok(report);
    }
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let menu = Menu::of(running.address()).await?;
    running.kill().await?;
    let planted = plant(&scene.victim.database, &menu, matches, 2, &mut plan.dice(0))?;
    let mut running = scene.victim.start().await?;
    let server = running.address();
    // What the server allocates for its first client does not count.
    let warm: Vec<_> = planted.iter().take(20).map(|guests| (guests, Some(Seat::One))).collect();
    drop(open(server, warm).await?);
    let before = running.memory()?;
    let seats = Seat::BOTH.into_iter();
    let players = seats.flat_map(|seat| planted.iter().map(move |guests| (guests, Some(seat))));
    let mut links = open(server, players.collect()).await?;
    let with_players = running.memory()?;
    let watching = planted.iter().cycle().take(spectators).map(|guests| (guests, None));
    links.extend(open(server, watching.collect()).await?);
    let memory = running.memory()?;
    let mut answers = 0;
    for link in &mut links {
        answers += usize::from(link.ping().await.is_ok());
    }
    let each = with_players.saturating_sub(before) * 1_024 / matches as u64;
    report.figure("open sockets", links.len());
    report.exactly("sockets that still answer", answers, 2 * matches + spectators);
    report.figure("server memory before", format!("{} MiB", before / 1_024));
    report.check("server memory with all of them, at most 256 MiB", memory < MOST_MEMORY, mebibytes(memory));
    report.check("memory per match is within any limit", each < GENEROUS, format!("{each} bytes"));
    report.floor(
        "memory per idle match with both sockets",
        each <= MOST_FOR_A_MATCH,
        format!("{each} bytes"),
    );
    report.check("the server is alive", running.is_alive(), "after all that");
    Ok(report)
}

fn mebibytes(kibibytes: u64) -> String {
    format!("{:.1} MiB", kibibytes as f64 / 1_024.0)
}

/// Opens all sockets, some at a time, and waits until each has received its room.
async fn open(server: SocketAddr, wanted: Vec<(&Guests, Option<Seat>)>) -> Result<Vec<Link>, Trouble> {
    let mut links = Vec::with_capacity(wanted.len());
    for some in wanted.chunks(AT_ONCE) {
        let opened = some.iter().map(|(guests, seat)| async move {
            let key = seat.map(|seat| guests.key(seat));
            let mut link = Link::enter(server, &guests.room, key, None).await?;
            link.wait_for(b"game").await?;
            Ok::<_, Trouble>(link)
        });
        for link in futures_util::future::join_all(opened).await {
            links.push(link?);
        }
    }
    Ok(links)
}
