//! A file with thousands of live games: how long the server takes from its start to its first response.

use std::time::Instant;

use numberline_rules::Seat;

use crate::contest::Contest;
use crate::guests::Menu;
use crate::plant::plant;
use crate::{Report, TrialPlan, Trouble};

/// The limit, in seconds.
const LONGEST: f64 = 1.0;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("restart");
    let rooms = if plan.sabotage.is_some() { 50 } else { plan.size(1_000, 10_000) };
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let menu = Menu::of(running.address()).await?;
    running.kill().await?;
    let mut dice = plan.dice(0);
    let planted = plant(&scene.victim.database, &menu, rooms, 4, &mut dice)?;
    // A server that is killed while writing leaves recovery work for the next one.
    let running = scene.victim.start().await?;
    for number in 0..20 {
        let wish = planted.get(number).map(|guests| guests.wish.clone()).unwrap_or_default();
        let mut contest = Contest::meet(running.address(), &wish, plan.dice(number + 1)).await?;
        contest.come_back(running.address()).await?;
        contest.play(5).await?;
    }
    running.kill().await?;
    let place = dice.below(rooms as u64) as usize;
    let guests = planted.get(place).ok_or_else(|| Trouble::new("nothing was planted"))?;
    let began = Instant::now();
    let running = scene.victim.start().await?;
    let shown = guests.look(running.address()).await?;
    let first = began.elapsed().as_secs_f64();
    let mut link = guests.enter(running.address(), Seat::One).await?;
    link.wait_for(b"game").await?;
    let game = began.elapsed().as_secs_f64();
    report.figure("live games in the file", rooms);
    report.floor("from the start to the first response", first < LONGEST, format!("{:.0} ms", first * 1e3));
    report.floor("from the start to a seated player", game < LONGEST, format!("{:.0} ms", game * 1e3));
    let named = shown.get("room").and_then(serde_json::Value::as_str) == Some(&guests.room);
    let version = shown.get("version").and_then(serde_json::Value::as_u64).unwrap_or_default();
    report.check("the game is the one that was planted", named && (2..=6).contains(&version), version);
    let mut live = 0;
    for guests in planted.iter().step_by(rooms / 50) {
        live += usize::from(guests.look(running.address()).await.is_ok());
    }
    report.exactly("sampled games found", live, planted.iter().step_by(rooms / 50).count());
    Ok(report)
}
