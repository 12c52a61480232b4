//! Thousands of sockets spread over three servers, the players of each match at different ones: all are served, and moves
//! reach all of them.

use std::net::SocketAddr;

use futures_util::future::join_all;
use numberline_rules::Seat;

use crate::duet::Duet;
use crate::fleet::{Fleet, SERVERS};
use crate::guests::Menu;
use crate::plant::plant_into;
use crate::report::Latencies;
use crate::{Guests, Link, Report, TrialPlan, Trouble, descriptors};

/// The memory limit for each server, in KiB: that of a single one with all sockets.
const MOST_MEMORY: u64 = 256 * 1_024;

/// How many connections are opened at the same time.
const AT_ONCE: usize = 64;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("crowd");
    let (matches, moves) =
        if plan.sabotage.is_some() { (20, 0) } else { (plan.size(300, 5_000), plan.size(20, 500)) };
    // A few other files are open, too.
    let most = usize::try_from(descriptors::raise()).unwrap_or(usize::MAX).saturating_sub(200);
    if most < 2 * matches {
        let reason = format!("the system allows a process {most} connections (ulimit -Hn)");
        report.skipped("the whole trial", reason);
        return Ok(report);
    }
    let Some(mut fleet) = Fleet::start(plan, &mut report).await? else { return Ok(report) };
    let (menu, mut dice) = (Menu::of(fleet.address()).await?, plan.dice(0));
    let planted = fleet.store(move |store| plant_into(store, &menu, matches, 2, &mut dice)).await??;
    let servers = fleet.addresses();
    let mut links = Vec::new();
    for seat in Seat::BOTH {
        // The second player is at the next server.
        let shift = usize::from(seat.number());
        links.extend(open(&servers, &planted, seat, shift).await?);
    }
    let mut memory = Vec::new();
    for place in 0..SERVERS {
        memory.push(fleet.running(place)?.memory()?);
    }
    let mut answers = 0;
    for link in &mut links {
        answers += usize::from(link.ping().await.is_ok());
    }
    report.figure("open sockets over three servers", links.len());
    report.exactly("sockets that still answer", answers, 2 * matches);
    let largest = memory.iter().copied().max().unwrap_or_default();
    let shown: Vec<String> = memory.iter().map(|memory| format!("{} MiB", memory / 1_024)).collect();
    report.check("memory of each server with them, at most 256 MiB", largest < MOST_MEMORY, shown.join(", "));
    let mut told = Latencies::default();
    if let ([one, two, ..], true) = (servers.as_slice(), moves > 0) {
        let mut duet = Duet::meet_at([*one, *two]).await?;
        for _ in 0..moves {
            told.add(duet.play().await?.told_in);
        }
    }
    report.figure("from a move to the other player at another server meanwhile", told.summary());
    for place in 0..SERVERS {
        fleet.kill(place).await?;
    }
    Ok(report)
}

/// Opens the sockets of a seat, some at a time, and waits until each has received its room.
async fn open(
    servers: &[SocketAddr],
    planted: &[Guests],
    seat: Seat,
    shift: usize,
) -> Result<Vec<Link>, Trouble> {
    let mut links = Vec::with_capacity(planted.len());
    let all: Vec<(usize, &Guests)> = planted.iter().enumerate().collect();
    for some in all.chunks(AT_ONCE) {
        let opened = some.iter().map(|(number, guests)| async move {
            let server = servers.get((number + shift) % servers.len());
            let server = *server.ok_or_else(|| Trouble::new("there is no server"))?;
            let mut link = guests.enter(server, seat).await?;
            link.wait_for(b"game").await?;
            Ok::<_, Trouble>(link)
        });
        for link in join_all(opened).await {
            links.push(link?);
        }
    }
    Ok(links)
}
