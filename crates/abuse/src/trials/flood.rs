//! As many moves as three servers and their PostgreSQL can store, beside what `pgbench` reaches there with as many clients that
//! insert one row at a time. The servers are then killed, and the database must have every move.

use std::net::SocketAddr;
use std::time::Duration;

use numberline_cluster::{Cluster, processor_time_of};
use tokio::time::sleep;

use crate::fleet::{Fleet, SERVERS};
use crate::oracle::audit;
use crate::rush::{Rush, Rushed};
use crate::{Report, TrialPlan, Trouble};

/// The goals of the long form.
const TIMES_AS_MANY: f64 = 3.0;
const SLOWEST: f64 = 100.0;

/// What one move is in the log.
const TABLE: &str = "CREATE TABLE bench (number bigint NOT NULL, version bigint NOT NULL, kind text NOT NULL,
    client text, body text, at timestamptz NOT NULL DEFAULT now(), sum bigint NOT NULL, PRIMARY KEY (number, version))";

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("flood");
    let (matches, seconds) = (plan.size(16, 64), plan.size(1, 15));
    let Some(mut fleet) = Fleet::start(plan, &mut report).await? else { return Ok(report) };
    fleet.sql(TABLE).await?;
    let before = bench(&fleet, 0, matches, seconds).await?;
    let servers = fleet.addresses();
    let place = |number: usize| servers.get(number % SERVERS).copied().unwrap_or(fleet.address());
    let across: Vec<[SocketAddr; 2]> =
        (0..matches).map(|number| [place(number), place(number + 1)]).collect();
    let together: Vec<[SocketAddr; 2]> = (0..matches).map(|number| [place(number); 2]).collect();
    // One that acknowledges before it commits has nothing to tell the others yet.
    let apart = if plan.sabotage.is_some() {
        Rushed::default()
    } else {
        begin(&across, seconds).await?.end().await?
    };
    let between = bench(&fleet, 1, matches, seconds).await?;
    let before_joined = processor_time(&fleet).await?;
    let rush = begin(&together, seconds).await?;
    // Queried while the players are still playing: the servers are killed right after their last answers.
    let (commits, time) = commits(&fleet).await?;
    let [servers_took, database_took] = processor_time(&fleet).await?;
    // Players may wait forever for a server that has acknowledged what it lost, so a broken one is killed at once.
    let joined = if plan.sabotage.is_some() {
        kill(&mut fleet).await?;
        rush.end().await?
    } else {
        let joined = rush.end().await?;
        kill(&mut fleet).await?;
        joined
    };
    let after = bench(&fleet, 2, matches, seconds).await?;
    let (file, unreadable) = fleet.post_mortem().await?;
    let tally = audit(&file, apart.ledgers.iter().chain(&joined.ledgers))?;
    report.figure("matches, with two sockets each, and clients of pgbench", matches);
    report.figure(
        "rows a second by pgbench before, between and after",
        format!("{before:.0}, {between:.0}, {after:.0}"),
    );
    measure(&mut report, "with both players at the same server", &joined, (between + after) / 2.0);
    measure(&mut report, "with the players at different servers", &apart, (before + between) / 2.0);
    let each = |took: Duration, before: Duration| {
        format!("{:.0} µs", took.saturating_sub(before).as_secs_f64() * 1e6 / joined.moves.max(1) as f64)
    };
    let [servers_before, database_before] = before_joined;
    report.figure(
        "processor time for a move with both players at the same server",
        format!(
            "{} in servers, {} in the database",
            each(servers_took, servers_before),
            each(database_took, database_before)
        ),
    );
    let moves = apart.moves + joined.moves;
    report.figure("moves per commit, and its time", format!("{:.1}, {time:.1} ms", moves as f64 / commits));
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled);
    report.exactly("moves in the log", tally.logged, moves);
    let failed: Vec<&String> = apart.failed.iter().chain(&joined.failed).collect();
    let first = failed.first().map(|why| format!(": {why}")).unwrap_or_default();
    report.check("players who could not go on", failed.is_empty(), format!("{}{first}", failed.len()));
    report.none("rooms whose version does not match their moves", apart.wrong_version + joined.wrong_version);
    report.none("rooms that cannot be read, or do not follow the rules", unreadable);
    Ok(report)
}

async fn bench(fleet: &Fleet, number: usize, clients: usize, seconds: usize) -> Result<f64, Trouble> {
    let insert = format!(
        "\\set version :version + 1\nINSERT INTO bench (number, version, kind, client, body, sum) \
         VALUES (:client_id + {number} * 1000, :version, 'moved', 'b-1000', '2 right', 7);\n"
    );
    fleet.with_database(move |cluster| cluster.bench("games0", &insert, clients, seconds as u64)).await
}

async fn kill(fleet: &mut Fleet) -> Result<(), Trouble> {
    for place in 0..SERVERS {
        fleet.kill(place).await?;
    }
    Ok(())
}

/// Lets pairs play for so long, and on until they are told to end.
async fn begin(pairs: &[[SocketAddr; 2]], seconds: usize) -> Result<Rush, Trouble> {
    let rush = Rush::begin(pairs).await?;
    sleep(Duration::from_secs(seconds as u64)).await;
    Ok(rush)
}

/// How much processor time the servers and the database have used.
async fn processor_time(fleet: &Fleet) -> Result<[Duration; 2], Trouble> {
    let mut servers = Duration::ZERO;
    for place in 0..SERVERS {
        servers += processor_time_of(fleet.running(place)?.pid());
    }
    Ok([servers, fleet.with_database(Cluster::processor_time).await?])
}

/// How many commits all servers have made, and how long one takes in milliseconds.
async fn commits(fleet: &Fleet) -> Result<(f64, f64), Trouble> {
    let (mut commits, mut time) = (0.0, 0.0);
    for place in 0..SERVERS {
        let running = fleet.running(place)?;
        commits += running.metric("numberline_commits_total").await?;
        time += running.metric("numberline_commit_seconds_sum").await?;
    }
    Ok((commits, time * 1e3 / commits))
}

fn measure(report: &mut Report, how: &str, rushed: &Rushed, bench: f64) {
    let (rate, times) = (rushed.rate(), rushed.rate() / bench);
    report.floor(
        &format!("moves per second, stored and acknowledged, {how}"),
        times >= TIMES_AS_MANY,
        format!("{rate:.0}, {times:.2} times as many"),
    );
    report.floor(
        &format!("from sending to the answer, {how}"),
        rushed.answered.permille(990) < SLOWEST,
        rushed.answered.summary(),
    );
    report.figure(&format!("from sending to the other player's socket, {how}"), rushed.told.summary());
}
