//! A server is killed under load and started again, with thousands of live games in the database: how long it takes until it
//! answers, and until a player at it can move.

use std::time::Instant;

use numberline_rules::Seat;

use crate::duet::Duet;
use crate::fleet::Fleet;
use crate::guests::Menu;
use crate::ordeal::Ordeal;
use crate::plant::plant_into;
use crate::report::Latencies;
use crate::{Report, TrialPlan, Trouble};

/// The limit in milliseconds.
const LONGEST: f64 = 1_000.0;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("rejoin");
    let is_broken = plan.sabotage.is_some();
    let (rooms, times) = if is_broken { (50, 1) } else { (plan.size(500, 10_000), plan.size(3, 50)) };
    let Some(mut fleet) = Fleet::start(plan, &mut report).await? else { return Ok(report) };
    let (menu, mut dice) = (Menu::of(fleet.address()).await?, plan.dice(1));
    let planted = fleet.store(move |store| plant_into(store, &menu, rooms, 4, &mut dice)).await??;
    let mut ordeal = Ordeal::begin(plan, &fleet, plan.size(6, 30)).await?;
    let (mut answered, mut seated, mut moved, mut right) =
        (Latencies::default(), Latencies::default(), Latencies::default(), 0);
    for number in 0..times {
        ordeal.next().await;
        let place = ordeal.any();
        let guests = planted.get(number * 7 % rooms).ok_or_else(|| Trouble::new("nothing was planted"))?;
        let server = fleet.addresses().get(place).copied().ok_or_else(|| Trouble::new("no such server"))?;
        fleet.kill(place).await?;
        let began = Instant::now();
        fleet.revive(place).await?;
        let shown = guests.look(server).await?;
        answered.add(began.elapsed());
        let mut link = guests.enter(server, Seat::One).await?;
        link.wait_for(b"game").await?;
        seated.add(began.elapsed());
        Duet::meet(server).await?.play().await?;
        moved.add(began.elapsed());
        let version = shown.get("version").and_then(serde_json::Value::as_u64);
        right += usize::from(version.is_some_and(|version| (2..=6).contains(&version)));
    }
    report.figure("live games in the database", rooms);
    report.figure("servers killed and started again", times);
    for (what, times) in [
        ("from the start to the first response", &answered),
        ("from the start to a seated player", &seated),
        ("from the start to the first move of a new game", &moved),
    ] {
        report.floor(what, times.permille(1_000) < LONGEST, times.summary());
    }
    report.exactly("games that were as planted", right, times);
    ordeal.end(&mut fleet, &mut report).await?;
    Ok(report)
}
