//! Matches in which both players answer at once, for as long as they are let: how many moves are stored and acknowledged, and
//! how long each takes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use numberline_rules::Seat;
use numberline_server::Command;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::guests::{Endless, Menu};
use crate::report::Latencies;
use crate::{Guests, Ledger, Submission, Trouble};

/// Matches that are being played.
pub(crate) struct Rush {
    tasks: JoinSet<Result<Measured, Trouble>>,
    stop: Arc<AtomicBool>,
    began: Instant,
    /// What the server was asked for.
    pub(crate) wish: serde_json::Value,
}

/// The measurements of all matches.
#[derive(Default)]
pub(crate) struct Rushed {
    pub(crate) answered: Latencies,
    pub(crate) told: Latencies,
    pub(crate) moves: usize,
    pub(crate) ledgers: Vec<Ledger>,
    /// Rooms whose version does not match their moves.
    pub(crate) wrong_version: usize,
    /// What went wrong for players who could not go on.
    pub(crate) failed: Vec<String>,
    /// In seconds.
    pub(crate) took: f64,
}

impl Rushed {
    /// How many moves a second were stored and acknowledged.
    pub(crate) fn rate(&self) -> f64 {
        self.moves as f64 / self.took
    }
}

/// The measurements of a pair of players.
struct Measured {
    answered: Latencies,
    told: Latencies,
    ledger: Ledger,
    moves: usize,
    version: u64,
    failed: Option<Trouble>,
}

impl Rush {
    /// Players meet, and begin all at once. Each pair has the servers of its two players.
    pub(crate) async fn begin(pairs: &[[SocketAddr; 2]]) -> Result<Self, Trouble> {
        let [first, _] = *pairs.first().ok_or_else(|| Trouble::new("there are no players"))?;
        let endless = Arc::new(Menu::of(first).await?.endless()?);
        let (mut tasks, stop) = (JoinSet::new(), Arc::new(AtomicBool::new(false)));
        let start = Arc::new(Barrier::new(pairs.len() + 1));
        for servers in pairs.iter().copied() {
            let [one, _] = servers;
            let guests = Guests::meet(one, &endless.wish).await?;
            let (endless, stop, start) = (Arc::clone(&endless), Arc::clone(&stop), Arc::clone(&start));
            tasks.spawn(play(servers, guests, endless, stop, start));
        }
        start.wait().await;
        Ok(Self { tasks, stop, began: Instant::now(), wish: endless.wish.clone() })
    }

    /// Lets every pair finish its move.
    pub(crate) async fn end(mut self) -> Result<Rushed, Trouble> {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = Rushed::default();
        while let Some(measured) = self.tasks.join_next().await {
            let measured = measured??;
            all.answered.extend(measured.answered);
            all.told.extend(measured.told);
            all.moves += measured.moves;
            // Two players took seats, and every move made one version.
            all.wrong_version += usize::from(measured.version != measured.moves as u64 + 2);
            all.ledgers.push(measured.ledger);
            all.failed.extend(measured.failed.map(|trouble| trouble.to_string()));
        }
        all.took = self.began.elapsed().as_secs_f64();
        Ok(all)
    }
}

async fn play(
    [first, second]: [SocketAddr; 2],
    guests: Guests,
    endless: Arc<Endless>,
    stop: Arc<AtomicBool>,
    start: Arc<Barrier>,
) -> Result<Measured, Trouble> {
    let mut links = [guests.enter(first, Seat::One).await?, guests.enter(second, Seat::Two).await?];
    let ledger = Ledger::new(&guests.room, Instant::now());
    let (answered, told) = (Latencies::default(), Latencies::default());
    let mut measured = Measured { answered, told, ledger, moves: 0, version: 2, failed: None };
    let (mut message, mut versions) = (String::new(), Vec::new());
    let seats = endless.seats(&guests)?;
    start.wait().await;
    while !stop.load(Ordering::Relaxed) {
        let seat = endless.seat(measured.moves, &seats)?;
        let text = endless.ply(measured.moves);
        message.clear();
        write_move(&mut message, measured.moves, measured.version, text);
        let [one, two] = &mut links;
        let (mover, other) = if seat == Seat::One { (one, two) } else { (two, one) };
        let began = Instant::now();
        mover.say(&message).await?;
        match mover.acknowledged().await {
            Ok(version) => measured.version = version,
            Err(trouble) => {
                measured.failed = Some(trouble);
                break;
            }
        }
        measured.answered.add(began.elapsed());
        versions.push((seat, measured.version));
        measured.moves += 1;
        if let Err(trouble) = other.told(measured.version).await {
            measured.failed = Some(trouble);
            break;
        }
        measured.told.add(began.elapsed());
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
