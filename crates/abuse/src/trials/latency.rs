//! Two players, two sockets: how long it takes until the other player is told of a move.

use std::time::Instant;

use numberline_rules::Seat;

use crate::guests::Menu;
use crate::report::Latencies;
use crate::{Guests, Plan, Report, Trouble};

/// Two browsers on one machine see everything within this many milliseconds; the network is a part of that.
const SLOWEST: f64 = 100.0;

/// Runs the trial.
pub async fn run(plan: &Plan) -> Result<Report, Trouble> {
    let mut report = Report::new("latency");
    let moves = if plan.sabotage.is_some() { 10 } else { plan.size(100, 2_000) };
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let endless = Menu::of(server).await?.endless()?;
    let guests = Guests::meet(server, &endless.wish).await?;
    let mut links = [guests.enter(server, Seat::One).await?, guests.enter(server, Seat::Two).await?];
    let (mut game, mut told, mut arrived) = (guests.begin()?, Latencies::default(), 0);
    for number in 0..moves {
        let text = endless.ply(number);
        let seat = Seat::BOTH.into_iter().find(|seat| game.turn().acts(*seat));
        let seat = seat.ok_or_else(|| Trouble::new("the match has ended"))?;
        game.submit(seat, text).map_err(|error| Trouble::new(error.to_string()))?;
        let deed = serde_json::json!({ "kind": "move", "text": text });
        let message =
            serde_json::json!({ "type": "do", "id": format!("l-{number}"), "do": deed }).to_string();
        let began = Instant::now();
        seat.of_mut(&mut links).say(&message).await?;
        seat.other().of_mut(&mut links).told(number as u64 + 3).await?;
        told.add(began.elapsed());
        arrived += usize::from(seat.of_mut(&mut links).acknowledged().await? == number as u64 + 3);
    }
    report.exactly("moves that reached the other socket in their order", arrived, moves);
    report.floor("from sending to the other player's socket", told.permille(990) < SLOWEST, told.summary());
    Ok(report)
}
