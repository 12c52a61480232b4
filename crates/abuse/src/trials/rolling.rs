//! Servers are replaced one by one while people play: each first says that it is not ready, and only then sends its players
//! elsewhere. No client is turned away, and all play on within seconds.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use numberline_cluster::Cluster;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::fleet::{Fleet, SERVERS, apart};
use crate::guests::Menu;
use crate::link::Heard;
use crate::ordeal::Ordeal;
use crate::report::Latencies;
use crate::{Guests, Link, Report, Sabotage, TrialPlan, Trouble, http};

/// How long a client waits before it connects again, like the page.
const BACK_OFF: Duration = Duration::from_millis(300);

/// The limit in milliseconds until a client that was sent away is back in its room at another server.
const SLOWEST: f64 = 3_000.0;

/// What a watcher of one server saw.
#[derive(Default)]
struct Watched {
    /// When it first was not ready.
    not_ready: Option<Instant>,
    /// When it first took no connection.
    gone: Option<Instant>,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("rolling");
    let is_broken = plan.sabotage.is_some();
    let (pairs, followers) = (plan.size(12, 60), plan.size(30, 600));
    let rounds = if is_broken { 1 } else { plan.size(1, 10) };
    if !Fleet::is_possible(&mut report) {
        return Ok(report);
    }
    let cluster = apart(Cluster::start).await?.map_err(Trouble::new)?;
    let address = cluster.address("games0");
    let limits: &[&str] = if plan.breaks(Sabotage::SkipDrain) { &["drain-time=1ms"] } else { &[] };
    let mut fleet = Fleet::start_on(plan, cluster, limits, |_| address.clone()).await?;
    let balancer = fleet.address();
    let ordeal = Ordeal::begin(plan, &fleet, pairs).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = JoinSet::new();
    let menu = Menu::of(balancer).await?;
    for number in 0..followers {
        let guests = Guests::meet(balancer, &menu.wish(number)).await?;
        tasks.spawn(follow(balancer, guests, Arc::clone(&stop)));
    }
    let asking = tokio::spawn(ask(balancer, Arc::clone(&stop)));
    let (mut said_so, mut ended, mut longest) = (0, 0, Duration::ZERO);
    for place in (0..SERVERS).cycle().take(rounds * SERVERS) {
        ordeal.some().await;
        let server = fleet.addresses().get(place).copied().ok_or_else(|| Trouble::new("no such server"))?;
        let watching = tokio::spawn(watch(server));
        let began = Instant::now();
        ended += usize::from(fleet.end(place).await? == Some(0));
        longest = longest.max(began.elapsed());
        let Watched { not_ready, gone } = watching.await?;
        // Long enough for a load balancer that asks every second.
        let time = not_ready.zip(gone).map(|(from, until)| until.saturating_duration_since(from));
        said_so += usize::from(time.is_some_and(|time| time > Duration::from_secs(1)));
        fleet.revive(place).await?;
    }
    ordeal.some().await;
    stop.store(true, Ordering::Relaxed);
    let (mut away, mut moved) = (Latencies::default(), 0);
    while let Some(followed) = tasks.join_next().await {
        let followed = followed??;
        moved += followed.count();
        away.extend(followed);
    }
    let (asked, failed) = asking.await?;
    report.figure("servers replaced", rounds * SERVERS);
    report.exactly("servers that ended in good order", ended, rounds * SERVERS);
    report.exactly("servers that were not ready before they turned anybody away", said_so, rounds * SERVERS);
    report.figure("from the signal to the end, at most", format!("{:.1} s", longest.as_secs_f64()));
    report.check("players were sent to another server", moved > 0 || is_broken, moved);
    report.floor(
        "from the farewell to the room at another server",
        away.permille(1_000) < SLOWEST,
        away.summary(),
    );
    report.figure("requests through the load balancer meanwhile", asked);
    report.floor("of these failed", failed == 0, failed);
    ordeal.end(&mut fleet, &mut report).await?;
    Ok(report)
}

/// Asks a server whether it is ready, until it takes no connection any more.
async fn watch(server: SocketAddr) -> Watched {
    let mut watched = Watched::default();
    while watched.gone.is_none() {
        match http::get(server, "/readyz").await {
            Ok(answer) if answer.status == 503 => drop(watched.not_ready.get_or_insert_with(Instant::now)),
            Ok(_) => {}
            Err(_) => watched.gone = Some(Instant::now()),
        }
        sleep(Duration::from_millis(20)).await;
    }
    watched
}

/// Follows a room as a browser does: whenever the connection ends, it comes back. Returns how long that took each time.
async fn follow(server: SocketAddr, guests: Guests, stop: Arc<AtomicBool>) -> Result<Latencies, Trouble> {
    let mut away = Latencies::default();
    let mut link = guests.enter(server, numberline_rules::Seat::One).await?;
    let is_over = || stop.load(Ordering::Relaxed);
    while !is_over() {
        match tokio::time::timeout(Duration::from_millis(200), link.hear()).await {
            Err(_) | Ok(Heard::Message) => continue,
            Ok(Heard::Closed(_) | Heard::Gone) => {}
        }
        let began = Instant::now();
        link = loop {
            sleep(BACK_OFF).await;
            match back(server, &guests).await {
                Ok(link) => break link,
                Err(_) if is_over() => return Ok(away),
                Err(_) => {}
            }
        };
        away.add(began.elapsed());
    }
    Ok(away)
}

async fn back(server: SocketAddr, guests: &Guests) -> Result<Link, Trouble> {
    let mut link = guests.enter(server, numberline_rules::Seat::One).await?;
    link.wait_for(b"game").await?;
    Ok(link)
}

/// Asks for something through the load balancer all the time. Returns how often, and how often that failed.
async fn ask(server: SocketAddr, stop: Arc<AtomicBool>) -> (usize, usize) {
    let (mut asked, mut failed) = (0, 0);
    while !stop.load(Ordering::Relaxed) {
        let answer = http::get(server, "/api/games").await;
        asked += 1;
        failed += usize::from(!answer.is_ok_and(|answer| answer.status == 200));
        sleep(Duration::from_millis(5)).await;
    }
    (asked, failed)
}
