//! No move can be taken for a while: the server is stopped, or its disk is full. That must cost no player any time, and
//! nobody may lose on time who could not move.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_server::Command;
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::guests::{Endless, Menu};
use crate::link::PATIENCE;
use crate::{Guests, Link, Report, Running, Sabotage, Small, Submission, TrialPlan, Trouble, http};

/// The time of each player.
const TIME: Duration = Duration::from_secs(4);

/// How long no move can be taken: longer than any player has.
const OUTAGE: Duration = Duration::from_secs(6);

/// Clocks are shown in whole milliseconds, and the time is measured on both sides.
const SLACK: Duration = Duration::from_millis(50);

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("clocks");
    stop(plan, &mut report).await?;
    fill(plan, &mut report).await?;
    Ok(report)
}

/// The server is stopped: one player's move arrives meanwhile, the other's right afterwards.
async fn stop(plan: &TrialPlan, report: &mut Report) -> Result<(), Trouble> {
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let (mut eager, mut calm) = (Player::meet(server).await?, Player::meet(server).await?);
    let stops = !plan.breaks(Sabotage::KeepRunning);
    stops.then(|| running.signal(Signal::STOP)).transpose()?;
    let stopped = Instant::now();
    eager.send("meanwhile").await?;
    sleep(OUTAGE).await;
    let outage = stopped.elapsed();
    stops.then(|| running.signal(Signal::CONT)).transpose()?;
    let taken = eager.answer("meanwhile").await?;
    report.check("a move that arrived while the server was stopped", taken.is_ok(), show(&taken));
    calm.send("afterwards").await?;
    let taken = calm.answer("afterwards").await?;
    report.check("a move right after the server was stopped", taken.is_ok(), show(&taken));
    let left = calm.left(server).await?;
    let charged = TIME.saturating_sub(left);
    let ran = calm.began.elapsed().saturating_sub(outage);
    report.check("time charged", charged <= ran + SLACK, format!("{charged:?}, and it ran for {ran:?}"));
    clock_still_works(report, &running).await
}

/// Without an outage a flag falls. Otherwise clocks that never run would pass.
async fn clock_still_works(report: &mut Report, running: &Running) -> Result<(), Trouble> {
    let idle = Player::meet(running.address()).await?;
    let falls = async {
        while idle.look(running.address()).await?.get("ending").is_none_or(Value::is_null) {
            sleep(Duration::from_millis(100)).await;
        }
        Ok::<_, Trouble>(())
    };
    let falls = timeout(PATIENCE, falls).await.is_ok_and(|looked| looked.is_ok());
    report.check("a player who does not move loses on time", falls, falls);
    Ok(())
}

/// The disk is full: a move is refused, and taken later.
async fn fill(plan: &TrialPlan, report: &mut Report) -> Result<(), Trouble> {
    let mut scene = plan.scene(&[])?;
    let small = match Small::mount(scene.folder.path().join("small")) {
        Ok(small) => small,
        Err(reason) => {
            report.skipped("the full disk", format!("a small file system cannot be mounted here: {reason}"));
            return Ok(());
        }
    };
    scene.victim.database = small.inside().join("rooms.sqlite");
    scene.victim.beside = Some(small.keeper());
    let running = scene.victim.start().await?;
    let server = running.address();
    let (mut refused, mut calm) = (Player::meet(server).await?, Player::meet(server).await?);
    if !plan.breaks(Sabotage::KeepRunning) {
        small.fill()?;
        // What still fits into the file may be accepted; opening rooms uses it up.
        let full = async {
            while http::post(server, "/api/rooms", None, &json!({ "game": "duel", "name": "Eve" }))
                .await?
                .status
                < 500
            {}
            Ok::<_, Trouble>(())
        };
        timeout(PATIENCE, full).await??;
        refused.send("full").await?;
        let said = refused.answer("full").await?;
        report.check("a move is refused while the disk is full", said.is_err(), show(&said));
    }
    sleep(OUTAGE).await;
    if !plan.breaks(Sabotage::KeepRunning) {
        small.empty()?;
    }
    let ready = async {
        while http::get(server, "/readyz").await?.status != 200 {
            sleep(Duration::from_millis(20)).await;
        }
        Ok::<_, Trouble>(())
    };
    timeout(PATIENCE, ready).await??;
    for (player, name) in [(&mut refused, "the refused move"), (&mut calm, "another player's move")] {
        player.send("space").await?;
        let taken = player.answer("space").await?;
        report.check(&format!("{name} once there is space"), taken.is_ok(), show(&taken));
    }
    clock_still_works(report, &running).await
}

fn show(answer: &Result<u64, String>) -> String {
    answer.as_ref().map_or_else(Clone::clone, |version| format!("version {version}"))
}

/// The player who moves first, with the clock running.
struct Player {
    guests: Guests,
    endless: Endless,
    link: Link,
    seat: Seat,
    began: Instant,
}

impl Player {
    async fn meet(server: SocketAddr) -> Result<Self, Trouble> {
        let mut endless = Menu::of(server).await?.endless()?;
        if let Some(fields) = endless.wish.as_object_mut() {
            fields.insert("time".into(), json!({ "seconds": TIME.as_secs(), "increment": 0 }));
        }
        let guests = Guests::meet(server, &endless.wish).await?;
        let began = Instant::now();
        let game = guests.begin()?;
        let seat = Seat::BOTH.into_iter().find(|seat| game.turn().acts(*seat)).unwrap_or(Seat::One);
        let link = guests.enter(server, seat).await?;
        Ok(Self { guests, endless, link, seat, began })
    }

    async fn send(&mut self, id: &str) -> Result<(), Trouble> {
        let command = Command::Move { text: self.endless.ply(0).to_owned() };
        self.link.say(&Submission::new(self.seat, id, command, None).message()).await
    }

    async fn answer(&mut self, id: &str) -> Result<Result<u64, String>, Trouble> {
        self.link.answer_to(id).await
    }

    async fn look(&self, server: SocketAddr) -> Result<Value, Trouble> {
        self.guests.look(server).await
    }

    /// The time that the player has left.
    async fn left(&self, server: SocketAddr) -> Result<Duration, Trouble> {
        let game = self.look(server).await?;
        let place = usize::from(self.seat.number()) - 1;
        let left = game.get("clock").and_then(|clock| clock.get("left")?.get(place)?.as_u64());
        left.map(Duration::from_millis).ok_or_else(|| Trouble::new("the room has no clock"))
    }
}
