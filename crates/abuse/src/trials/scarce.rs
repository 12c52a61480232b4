//! The database has no connection to spare, may only be read, is away, or its disk is full. Everything is refused with the
//! reason, sockets stay open, nothing is acknowledged, and afterwards it resumes by itself.

use std::time::Duration;

use numberline_cluster::Cluster;
use tokio::time::{sleep, timeout};

use crate::fleet::{Fleet, apart};
use crate::link::PATIENCE;
use crate::oracle::length;
use crate::{Link, Mover, Report, Sabotage, TrialPlan, Trouble, http};

/// What the database lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Want {
    Connections,
    Writing,
    Running,
    Space,
}

const WANTS: [Want; 4] = [Want::Connections, Want::Writing, Want::Running, Want::Space];

/// The size of the disk in MiB: a new database with its log has a good half of that.
const DISK: u32 = 160;

/// A disk that is not full by then does not count as full.
const MOST_MOVES: usize = 5_000;

/// The counts over all wants.
#[derive(Default)]
struct Count {
    refused: usize,
    /// Refusals that are no problem document of a server in trouble.
    other: Vec<String>,
    not_ready: usize,
    unread: usize,
    /// Sockets that were closed.
    closed: usize,
    /// Commands over a socket that were neither refused nor acknowledged.
    silent: usize,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("scarce");
    if !Fleet::is_possible(&mut report) {
        return Ok(report);
    }
    let is_small = Cluster::may_be_small();
    if !is_small {
        report.skipped("a full disk", "only root may mount a small one");
    }
    let start = move || if is_small { Cluster::start_small(DISK) } else { Cluster::start() };
    let cluster = apart(start).await?.map_err(Trouble::new)?;
    let address = cluster.address("games0");
    let mut fleet = Fleet::start_on(plan, cluster, &[], |_| address.clone()).await?;
    let (server, other) = match fleet.addresses().as_slice() {
        [one, two, ..] => (*one, *two),
        _ => return Err(Trouble::new("there are not two servers")),
    };
    let mut mover = Mover::meet(server).await?;
    let room = mover.room().to_owned();
    let mut count = Count::default();
    let lies = plan.breaks(Sabotage::HideFullDisk);
    let rounds = if plan.sabotage.is_some() { 1 } else { plan.size(2, 20) };
    let wants = WANTS
        .into_iter()
        .filter(|want| (is_small || *want != Want::Space) && (!lies || *want == Want::Space));
    let wants: Vec<Want> = wants.cycle().take(rounds * if lies { 1 } else { WANTS.len() }).collect();
    for want in &wants {
        let mut socket = Link::enter(server, &room, None, None).await?;
        begin(&fleet, *want).await?;
        let mut moves = 0;
        loop {
            let answer = mover.play(server).await?;
            moves += 1;
            if answer.status != 200 {
                count.refused += 1;
                let (status, problem) = match want {
                    Want::Space => (507, "/problems/disk-full"),
                    _ => (503, "/problems/"),
                };
                if answer.status != status || !answer.body.contains(problem) {
                    count.other.push(format!("{want:?}: {} {}", answer.status, answer.body));
                }
                break;
            }
            if lies && moves > 400 {
                break;
            }
            if moves > MOST_MOVES {
                count.other.push(format!("{want:?}: nothing was refused"));
                break;
            }
        }
        if !lies {
            let ready = http::get(server, "/readyz").await?;
            // The other server finds out that the disk is full when a move is refused there.
            let too = want == &Want::Space || http::get(other, "/readyz").await?.status == 503;
            count.not_ready += usize::from(ready.status == 503 && too);
            count.unread += usize::from(mover.shown(server).await? != Some(mover.acknowledged()));
            count.closed += usize::from(socket.ping().await.is_err());
            count.silent += usize::from(!is_told(&mut mover.link(server).await?).await);
        }
        end(&fleet, *want).await?;
        if lies {
            break;
        }
        if timeout(PATIENCE, go_on(&mut mover, server)).await.is_err() {
            report.check("resumes by itself", false, format!("not within half a minute after {want:?}"));
            break;
        }
        timeout(PATIENCE, go_on(&mut mover, other)).await??;
    }
    let (file, unreadable) = fleet.post_mortem().await?;
    let kept = length(&file, &room)?;
    report.figure("times that something was missing", wants.len());
    report.figure("acknowledged moves", mover.acknowledged());
    report.figure("refused moves", count.refused);
    report.check("refused in another way", count.other.is_empty(), count.other.join("; "));
    if !lies {
        report.exactly("times that servers were not ready meanwhile", count.not_ready, wants.len());
    }
    report.none("games that could not be watched meanwhile", count.unread);
    report.none("sockets that were closed", count.closed);
    report.none("players on a socket who were told nothing", count.silent);
    report.none("rooms that cannot be read, or do not follow the rules", unreadable);
    // Two players took seats.
    report.none("lost", (mover.acknowledged() + 2).saturating_sub(kept));
    report.none("doubled", kept.saturating_sub(mover.acknowledged() + 2));
    Ok(report)
}

/// Plays until a move is taken.
async fn go_on(mover: &mut Mover, server: std::net::SocketAddr) -> Result<(), Trouble> {
    while mover.play(server).await?.status != 200 {
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Whether a player who resigns over a socket is told that this is not possible now.
async fn is_told(link: &mut Link) -> bool {
    let said = link.say(r#"{"type":"do","id":"r-1","do":{"kind":"resign"}}"#).await;
    said.is_ok() && link.answer_to("r-1").await.is_ok_and(|answer| answer.is_err())
}

const HANG_UP: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'games'";

async fn begin(fleet: &Fleet, want: Want) -> Result<(), Trouble> {
    match want {
        Want::Connections => {
            fleet.sql("ALTER ROLE games CONNECTION LIMIT 0").await?;
            fleet.sql(HANG_UP).await.map(drop)
        }
        Want::Writing => {
            fleet.sql("ALTER ROLE games SET default_transaction_read_only = on").await?;
            fleet.sql(HANG_UP).await.map(drop)
        }
        Want::Running => fleet.with_database(|cluster| cluster.stop("fast")).await,
        Want::Space => fleet.with_database(Cluster::fill).await,
    }
}

async fn end(fleet: &Fleet, want: Want) -> Result<(), Trouble> {
    match want {
        Want::Connections => fleet.sql("ALTER ROLE games CONNECTION LIMIT -1").await.map(drop),
        Want::Writing => fleet.sql("ALTER ROLE games RESET default_transaction_read_only").await.map(drop),
        Want::Running => fleet.with_database(Cluster::start_again).await,
        Want::Space => {
            // A database without space for its own log ends, and its operator starts it again.
            let empty = |cluster: &Cluster| {
                cluster.empty()?;
                if cluster.is_running() { Ok(()) } else { cluster.start_again() }
            };
            fleet.with_database(empty).await
        }
    }
}
