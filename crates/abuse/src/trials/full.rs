//! The disk is full, and then it is not: on a small file system in memory. Writes must be refused with the reason,
//! reads must still work, and when there is space again everything must work again without help.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::contest::{Contest, Step, copy};
use crate::guests::Menu;
use crate::link::PATIENCE;
use crate::oracle::audit;
use crate::{Report, Sabotage, Small, TrialPlan, Trouble, http};

/// The database file.
const FILE: &str = "rooms.sqlite";

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("full");
    let (rounds, players) = (plan.size(3, 20), 5);
    let mut scene = plan.scene(&[])?;
    let small = match Small::mount(scene.folder.path().join("small")) {
        Ok(small) => small,
        Err(reason) => {
            report
                .skipped("the whole trial", format!("a small file system cannot be mounted here: {reason}"));
            return Ok(report);
        }
    };
    scene.victim.database = small.inside().join(FILE);
    scene.victim.beside = Some(small.keeper());
    let mut running = scene.victim.start().await?;
    let server = running.address();
    let menu = Menu::of(server).await?;
    let (mut contests, mut ledgers) = (Vec::new(), Vec::new());
    for number in 0..players {
        contests.push(meet(plan, server, &menu, number, &mut ledgers).await?);
    }
    let mut number = players;
    let (mut honest, mut other, mut unread, mut not_ready, mut deaf) = (0, Vec::new(), 0, 0, 0);
    for _ in 0..rounds {
        small.fill()?;
        // Until every pair has been refused: what still fits in the file may be accepted.
        for contest in &mut contests {
            let refusal = loop {
                match contest.step().await? {
                    Step::Done => {}
                    Step::Refused(reason) => break Some(reason),
                    Step::Over if plan.sabotage.is_some() => break None,
                    Step::Over => {
                        contest.hang_up();
                        break None;
                    }
                }
            };
            match refusal {
                Some(reason) if reason.contains("disk is full") => honest += 1,
                Some(reason) => other.push(reason),
                None => {}
            }
        }
        for contest in &contests {
            unread += usize::from(contest.guests().look(server).await.is_err());
        }
        unread += usize::from(http::get(server, "/api/rooms?standing=live").await?.status != 200);
        let (ready, health) = (http::get(server, "/readyz").await?, http::get(server, "/healthz").await?);
        not_ready += usize::from(ready.status == 503 && ready.body.contains("full"));
        deaf += usize::from(health.status != 200);
        let mut wish = menu.wish(0);
        wish.as_object_mut().into_iter().for_each(|fields| drop(fields.insert("name".into(), "Eve".into())));
        let opened = http::post(server, "/api/rooms", None, &wish).await?;
        if opened.status < 500 && plan.sabotage.is_none() {
            other.push(format!("a room was opened: {}", opened.status));
        }
        small.empty()?;
        if plan.breaks(Sabotage::HideFullDisk) {
            break;
        }
        if timeout(PATIENCE, ready_again(server)).await.is_err() {
            report.check("ready again when there is space", false, "not within half a minute");
            break;
        }
        for contest in &mut contests {
            match contest.step().await? {
                Step::Done => {}
                Step::Over => {
                    *contest = meet(plan, server, &menu, number, &mut ledgers).await?;
                    number += 1;
                }
                Step::Refused(reason) => other.push(format!("still refused: {reason}")),
            }
        }
    }
    let mut different = 0;
    if plan.sabotage.is_none() {
        for contest in &mut contests {
            contest.come_back(server).await?;
            contest.play(10_000).await?;
            different += contest.compare(server).await? + contest.disagreements;
        }
    }
    report.check("the server is alive", running.is_alive(), "after all that");
    running.kill().await?;
    // The file is checked elsewhere, with the database's log beside it.
    let log = format!("{FILE}-wal");
    for name in [FILE, &log] {
        std::fs::copy(small.outside().join(name), scene.folder.path().join(name))?;
    }
    let tally = audit(&scene.folder.path().join(FILE), &ledgers.iter().map(copy).collect::<Vec<_>>())?;
    report.figure("times the disk was full", rounds);
    report.figure("acknowledged moves", tally.acknowledged);
    report.check("refused because the disk is full", honest > 0, honest);
    report.check(
        "refused for another reason",
        other.is_empty(),
        format!("{} {}", other.len(), other.join("; ")),
    );
    report.none("failed reads meanwhile", unread);
    report.check("/readyz says so meanwhile", not_ready > 0, format!("{not_ready} times"));
    report.none("times /healthz did not answer", deaf);
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled);
    report.none("rooms in an unexpected state", different);
    Ok(report)
}

async fn meet(
    plan: &TrialPlan,
    server: SocketAddr,
    menu: &Menu,
    number: usize,
    ledgers: &mut Vec<crate::contest::SharedLedger>,
) -> Result<Contest, Trouble> {
    let mut contest = Contest::meet(server, &menu.wish(number), plan.dice(number)).await?;
    contest.come_back(server).await?;
    ledgers.push(contest.ledger());
    Ok(contest)
}

async fn ready_again(server: SocketAddr) {
    while !http::get(server, "/readyz").await.is_ok_and(|answer| answer.status == 200) {
        sleep(Duration::from_millis(50)).await;
    }
}
