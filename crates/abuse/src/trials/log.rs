//! The log cannot be written: its reader is gone, its disk is full, or nobody reads it. No request and no game may
//! notice, and a log that is read again says what it has lost.

use std::io::{PipeReader, Read};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::duet::Duet;
use crate::link::PATIENCE;
use crate::{Report, Running, TrialPlan, Trouble, http};

/// How many requests are sent at a time, and how often a move is made.
const BATCH: usize = 100;

/// A broken server need not be waited for as long as an honest one.
const IMPATIENCE: Duration = Duration::from_secs(3);

/// Where the log goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sink {
    /// A pipe whose reader is gone.
    Closed,
    /// A disk without space.
    Full,
    /// A pipe that nobody reads.
    Unread,
}

impl Sink {
    const ALL: [Self; 3] = [Self::Closed, Self::Full, Self::Unread];

    fn name(self) -> &'static str {
        match self {
            Self::Closed => "whose reader is gone",
            Self::Full => "on a full disk",
            Self::Unread => "that nobody reads",
        }
    }

    /// The log, and the end of the pipe if there is one.
    fn open(self) -> Result<(Stdio, Option<PipeReader>), Trouble> {
        if self == Self::Full {
            return Ok((std::fs::File::options().write(true).open("/dev/full")?.into(), None));
        }
        let (reader, writer) = std::io::pipe()?;
        Ok((writer.into(), Some(reader).filter(|_| self == Self::Unread)))
    }
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("log");
    let patience = if plan.sabotage.is_some() { IMPATIENCE } else { PATIENCE };
    for sink in Sink::ALL {
        let (log, reader) = sink.open()?;
        let scene = plan.scene(&[])?;
        let running = scene.victim.start_logging(log).await?;
        // A pipe and the queue of the log together hold a few thousand lines.
        let requests = plan.size(if sink == Sink::Unread { 8_000 } else { 1_000 }, 50_000);
        let answered = timeout(PATIENCE, visit(running.address(), requests, patience)).await?;
        let name = sink.name();
        report.exactly(&format!("answered with a log {name}"), answered, requests);
        if answered < requests {
            // The rest would only wait for a server that does not answer.
            continue;
        }
        let moves = BATCH / 2;
        let mut duet = Duet::meet(running.address()).await?;
        for _ in 0..moves {
            duet.play().await?;
        }
        let lost = running.metric("numberline_log_lines_lost_total").await?;
        report.check(&format!("counted lines of a log {name}"), lost >= 1_000.0, lost);
        if let Some(reader) = reader {
            resume(&mut report, &running, reader, lost).await?;
        }
        let code = running.end().await?;
        report.check(&format!("ends in good order with a log {name}"), code == Some(0), format!("{code:?}"));
    }
    stop_unread(plan, &mut report, patience).await?;
    Ok(report)
}

/// A server whose log was never read ends, too.
async fn stop_unread(plan: &TrialPlan, report: &mut Report, patience: Duration) -> Result<(), Trouble> {
    let (log, reader) = Sink::Unread.open()?;
    let scene = plan.scene(&[])?;
    let running = scene.victim.start_logging(log).await?;
    let requests = 8_000;
    if visit(running.address(), requests, patience).await == requests {
        let code = running.end().await?;
        report.check("ends in good order while nobody reads", code == Some(0), format!("{code:?}"));
    }
    drop(reader);
    Ok(())
}

/// Reads the log again: what comes now is written, and what is missing is reported.
async fn resume(
    report: &mut Report,
    running: &Running,
    reader: PipeReader,
    lost: f64,
) -> Result<(), Trouble> {
    let log = Arc::new(Mutex::new(Vec::new()));
    std::thread::spawn({
        let log = Arc::clone(&log);
        move || {
            let (mut reader, mut part) = (reader, [0; 4_096]);
            while let Ok(count @ 1..) = reader.read(&mut part) {
                let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                log.extend_from_slice(part.get(..count).unwrap_or_default());
            }
        }
    });
    let text = || String::from_utf8_lossy(&log.lock().unwrap_or_else(PoisonError::into_inner)).into_owned();
    let comes_back = async {
        // Lines are written again once the queue has space.
        while !text().contains("route=\"/readyz\"") && !text().contains("route=/readyz") {
            http::get(running.address(), "/readyz").await?;
            sleep(Duration::from_millis(20)).await;
        }
        Ok::<_, Trouble>(())
    };
    let resumed = timeout(PATIENCE, comes_back).await.is_ok_and(|asked| asked.is_ok());
    report.check("resumes when the log is read again", resumed, text().len());
    let reported: f64 =
        text().lines().filter_map(|line| line.split("lost=").nth(1)?.parse::<f64>().ok()).sum();
    let lost = running.metric("numberline_log_lines_lost_total").await?.max(lost);
    report.check("lost lines are reported", reported == lost, format!("{reported} of {lost}"));
    let torn = text().lines().filter(|line| !line.contains(" INFO ") && !line.contains("lost=")).count();
    report.check("lines are whole", torn <= 1, format!("{torn} that are none, with the address"));
    Ok(())
}

/// Asks many times over one connection, and returns how often the server answered.
async fn visit(server: SocketAddr, requests: usize, patience: Duration) -> usize {
    let mut answered = 0;
    let asking = async {
        let mut stream = TcpStream::connect(server).await.ok()?;
        let request = format!("GET /healthz HTTP/1.1\r\nHost: {server}\r\n\r\n");
        while answered < requests {
            stream.write_all(request.repeat(BATCH).as_bytes()).await.ok()?;
            let (mut text, wanted) = (Vec::new(), answered + BATCH);
            let before = answered;
            while answered < wanted {
                let read = timeout(patience, stream.read_buf(&mut text)).await.ok()?.ok()?;
                answered = before + text.windows(12).filter(|part| *part == b"HTTP/1.1 200").count();
                if read == 0 {
                    return None;
                }
            }
        }
        Some(())
    };
    asking.await;
    answered
}
