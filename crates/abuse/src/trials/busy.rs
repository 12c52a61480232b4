//! A hundred matches in which both players answer at once: how many moves per second are stored and acknowledged, and
//! how long each takes. The server is then killed, and the file must have every one of them.

use std::fs::File;
use std::io::{Seek, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_server::Command;

use crate::guests::{Endless, Menu};
use crate::oracle::audit;
use crate::report::Latencies;
use crate::{Guests, Ledger, Report, Sabotage, Submission, TrialPlan, Trouble};

/// The goals of the long form.
const MOVES_A_SECOND: f64 = 12_000.0;
const SLOWEST: f64 = 50.0;

/// The measurements of a pair of players.
struct Measured {
    answered: Latencies,
    told: Latencies,
    ledger: Ledger,
    moves: usize,
    version: u64,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("busy");
    let (pairs, seconds) = (plan.size(20, 100), plan.size(1, 15));
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let endless = Arc::new(Menu::of(server).await?.endless()?);
    let mut tasks = tokio::task::JoinSet::new();
    let stop = Arc::new(AtomicBool::new(false));
    let start = Arc::new(tokio::sync::Barrier::new(pairs + 1));
    for _ in 0..pairs {
        let guests = Guests::meet(server, &endless.wish).await?;
        let (endless, stop, start) = (Arc::clone(&endless), Arc::clone(&stop), Arc::clone(&start));
        tasks.spawn(play(server, guests, endless, stop, start));
    }
    start.wait().await;
    let began = Instant::now();
    tokio::time::sleep(Duration::from_secs(seconds as u64)).await;
    // Queried while the players are still playing: the server is killed right after its last answer.
    let memory = running.memory()?;
    let commits = running.metric("numberline_commits_total").await?;
    let commit = running.metric("numberline_commit_seconds_sum").await? * 1e3 / commits;
    stop.store(true, Ordering::Relaxed);
    let (mut answered, mut told, mut moves, mut ledgers) =
        (Latencies::default(), Latencies::default(), 0, Vec::new());
    let mut wrong_version = 0;
    while let Some(measured) = tasks.join_next().await {
        let measured = measured??;
        answered.extend(measured.answered);
        told.extend(measured.told);
        moves += measured.moves;
        // Two players took seats, and every move made one version.
        wrong_version += usize::from(measured.version != measured.moves as u64 + 2);
        ledgers.push(measured.ledger);
    }
    let took = began.elapsed().as_secs_f64();
    running.kill().await?;
    let sync = sync_time(scene.folder.path())?;
    let tally = audit(&scene.victim.database, &ledgers)?;
    let rate = moves as f64 / took;
    report.figure("game", &endless.wish);
    report.figure("matches, with two sockets each", pairs);
    report.figure("moves", moves);
    report.floor("moves per second, stored and acknowledged", rate >= MOVES_A_SECOND, format!("{rate:.0}"));
    report.floor("from sending to the answer", answered.permille(990) < SLOWEST, answered.summary());
    report.figure("from sending to the other player's socket", told.summary());
    report.figure("moves per commit, and its time", format!("{:.1}, {commit:.1} ms", moves as f64 / commits));
    report.figure("time to sync 4 KiB on this disk when idle", format!("{sync:.2} ms"));
    report.figure("server memory afterwards", format!("{} MiB", memory / 1_024));
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled + usize::from(plan.breaks(Sabotage::CountTwice)));
    report.exactly("moves in the log", tally.logged, moves);
    report.none("rooms whose version does not match their moves", wrong_version);
    Ok(report)
}

/// The disk's time for a minimal sync, in milliseconds. A commit cannot be faster.
fn sync_time(folder: &Path) -> Result<f64, Trouble> {
    const TIMES: u32 = 100;
    let mut file = File::create(folder.join("sync"))?;
    let began = Instant::now();
    for _ in 0..TIMES {
        file.rewind()?;
        file.write_all(&[7; 4_096])?;
        file.sync_data()?;
    }
    Ok(began.elapsed().as_secs_f64() * 1e3 / f64::from(TIMES))
}

async fn play(
    server: SocketAddr,
    guests: Guests,
    endless: Arc<Endless>,
    stop: Arc<AtomicBool>,
    start: Arc<tokio::sync::Barrier>,
) -> Result<Measured, Trouble> {
    let (mut links, mut game) = (guests.enter_both(server).await?, guests.begin()?);
    let ledger = Ledger::new(&guests.room, Instant::now());
    let (answered, told) = (Latencies::default(), Latencies::default());
    let mut measured = Measured { answered, told, ledger, moves: 0, version: 2 };
    let (mut message, mut versions) = (String::new(), Vec::new());
    start.wait().await;
    // The moves of the cycle and their seats are the same every time, so the rules are asked once.
    let mut seats = Vec::new();
    for ply in 0..endless.way.len() + endless.circle.len() {
        let seat = Seat::BOTH.into_iter().find(|seat| game.turn().acts(*seat));
        seats.extend(seat);
        seat.map(|seat| game.submit(seat, endless.ply(ply)));
    }
    while !stop.load(Ordering::Relaxed) {
        let place = if measured.moves < endless.way.len() {
            measured.moves
        } else {
            endless.way.len() + (measured.moves - endless.way.len()) % endless.circle.len()
        };
        let seat = seats.get(place).copied().ok_or_else(|| Trouble::new("the cycle has a gap"))?;
        let text = endless.ply(measured.moves);
        message.clear();
        write_move(&mut message, measured.moves, measured.version, text);
        let [one, two] = &mut links;
        let (mover, other) = if seat == Seat::One { (one, two) } else { (two, one) };
        let began = Instant::now();
        mover.say(&message).await?;
        measured.version = mover.acknowledged().await?;
        measured.answered.add(began.elapsed());
        other.told(measured.version).await?;
        measured.told.add(began.elapsed());
        versions.push((seat, measured.version));
        measured.moves += 1;
    }
    for (number, (seat, version)) in versions.into_iter().enumerate() {
        let command = Command::Move { text: endless.ply(number).to_owned() };
        let sent = Submission::new(seat, &format!("b-{number}"), command, None);
        measured.ledger.add(Submission { version: Some(version), ..sent });
    }
    Ok(measured)
}

fn write_move(into: &mut String, number: usize, seen: u64, text: &str) {
    use std::fmt::Write as _;
    // Nothing in a move's text needs escaping.
    let _ = write!(
        into,
        r#"{{"type":"do","id":"b-{number}","seen":{seen},"do":{{"kind":"move","text":"{text}"}}}}"#
    );
}
