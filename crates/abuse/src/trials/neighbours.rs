//! Other clients ask for the largest answers that there are, one after another. A match next to them must not notice.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rustix::process::Signal;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::time::timeout;

use crate::duet::Duet;
use crate::link::PATIENCE;
use crate::report::Latencies;
use crate::{Report, Running, Sabotage, TrialPlan, Trouble};

/// A line whose every number is a move with a reason.
const LONG_LINE: u32 = 10_000;

/// As many plies as are reviewed at most.
const PLIES: usize = 9_990;

/// A match may take this many times as long as without neighbours.
const TIMES: f64 = 2.0;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("neighbours");
    let moves = if plan.sabotage.is_some() { 10 } else { plan.size(50, 2_000) };
    // The neighbours never run out of computing time, so that they are there all the time.
    let scene = plan.scene(&["think-time-per-minute-per-address=86400s", "think-time=60s"])?;
    let running = scene.victim.start().await?;
    let mut duet = Duet::meet(running.address()).await?;
    let alone = measure(&mut duet, moves).await?;
    report.figure("without neighbours", alone.summary());
    for count in [1, 8] {
        let neighbours = Neighbours::move_in(&running, count);
        if plan.breaks(Sabotage::HogThreads) {
            running.signal(Signal::USR1)?;
        }
        // They are at work before the match is measured.
        neighbours.until_answered(1).await?;
        let disturbed = measure(&mut duet, moves).await?;
        neighbours.until_answered(count).await?;
        let (answered, refused) = neighbours.leave();
        report.check(&format!("large answers for {count}"), answered >= count, answered);
        report.none(&format!("neighbours refused, of {count}"), refused);
        report.floor(
            &format!("p99 with {count}, at most twice as long"),
            disturbed.permille(990) <= TIMES * alone.permille(990),
            disturbed.summary(),
        );
        report.exactly(&format!("moves with {count}, in order"), disturbed.count(), moves);
    }
    report.figure("server memory afterwards", format!("{} MiB", running.memory()? / 1_024));
    Ok(report)
}

async fn measure(duet: &mut Duet, moves: usize) -> Result<Latencies, Trouble> {
    let mut told = Latencies::default();
    for _ in 0..moves {
        let played = duet.play().await?;
        if played.in_order {
            told.add(played.told_in);
        }
    }
    Ok(told)
}

/// Clients with an address each, on a thread of their own.
struct Neighbours {
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    refused: Arc<AtomicUsize>,
}

impl Neighbours {
    fn move_in(running: &Running, count: usize) -> Self {
        let (stop, answered, refused) = (Arc::default(), Arc::default(), Arc::default());
        let neighbours = Self { stop, answered, refused };
        let server = running.address();
        for number in 0..count {
            let (stop, answered, refused) = neighbours.shares();
            std::thread::spawn(move || {
                // A neighbour's own work is done on another machine. Here it gives way to the match.
                let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 19);
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
                runtime.block_on(async {
                    for turn in number.. {
                        if stop.load(Ordering::Relaxed) {
                            break;
                        }
                        let status = ask(server, number, turn % 2 == 0).await?;
                        let counter = if status == 200 { &answered } else { &refused };
                        counter.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok::<_, Trouble>(())
                })
            });
        }
        neighbours
    }

    fn shares(&self) -> (Arc<AtomicBool>, Arc<AtomicUsize>, Arc<AtomicUsize>) {
        (Arc::clone(&self.stop), Arc::clone(&self.answered), Arc::clone(&self.refused))
    }

    /// Waits until they have this many answers.
    async fn until_answered(&self, count: usize) -> Result<(), Trouble> {
        let answered = async {
            while self.answered.load(Ordering::Relaxed) < count {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        };
        Ok(timeout(PATIENCE, answered).await?)
    }

    /// How many answers they got, and how often they were refused.
    fn leave(self) -> (usize, usize) {
        (self.answered.load(Ordering::Relaxed), self.refused.load(Ordering::Relaxed))
    }
}

impl Drop for Neighbours {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Asks for a large answer from an address of its own, and returns the status.
async fn ask(server: SocketAddr, number: usize, analysis: bool) -> Result<u16, Trouble> {
    let (path, body) = if analysis {
        ("/api/games/blockade/analysis", json!({ "set": [format!("length={LONG_LINE}")] }))
    } else {
        let moves = vec!["1"; PLIES].join(",");
        ("/api/games/siege/review", json!({ "set": [format!("length={}", PLIES + 10)], "moves": moves }))
    };
    let body = body.to_string();
    let socket = TcpSocket::new_v4()?;
    let last = u8::try_from(number % 200).unwrap_or_default() + 2;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0)))?;
    let mut stream = timeout(PATIENCE, socket.connect(server)).await??;
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await?;
    let (mut start, mut part) = (Vec::new(), vec![0; 65_536]);
    loop {
        let read = timeout(PATIENCE, stream.read(&mut part)).await??;
        if read == 0 {
            break;
        }
        if start.len() < 12 {
            start.extend_from_slice(part.get(..read).unwrap_or_default());
        }
    }
    let text = String::from_utf8_lossy(&start);
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.ok_or_else(|| Trouble::new("a neighbour got no answer"))
}
