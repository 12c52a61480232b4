//! The same turn is wanted at three servers at once, with the same key: exactly one of them wins it.

use std::net::SocketAddr;
use std::time::Instant;

use futures_util::future::join_all;
use numberline_rules::Seat;
use numberline_server::Command;
use tokio::task::JoinSet;

use crate::fleet::Fleet;
use crate::guests::Menu;
use crate::oracle::audit;
use crate::{Guests, Ledger, Link, Report, Submission, TrialPlan, Trouble};

/// The counts of a room.
struct Raced {
    races: usize,
    /// Races without a winner, or with more than one.
    not_one: usize,
    /// Losers who were not told that they came too late.
    untold: usize,
    /// How often each server won.
    wins: Vec<usize>,
    ledger: Ledger,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("races");
    let is_broken = plan.sabotage.is_some();
    let (rooms, races) = if is_broken { (4, 5) } else { (plan.size(20, 64), plan.size(50, 3_125)) };
    let Some(mut fleet) = Fleet::start(plan, &mut report).await? else { return Ok(report) };
    let servers = fleet.addresses();
    let mut tasks = JoinSet::new();
    let began = Instant::now();
    for _ in 0..rooms {
        tasks.spawn(race(servers.clone(), races));
    }
    let (mut all, mut not_one, mut untold, mut wins) = (0, 0, 0, vec![0; servers.len()]);
    let mut ledgers = Vec::new();
    while let Some(raced) = tasks.join_next().await {
        let raced = raced??;
        all += raced.races;
        not_one += raced.not_one;
        untold += raced.untold;
        wins.iter_mut().zip(&raced.wins).for_each(|(all, wins)| *all += wins);
        ledgers.push(raced.ledger);
    }
    let took = began.elapsed().as_secs_f64();
    let (file, unreadable) = fleet.post_mortem().await?;
    let tally = audit(&file, &ledgers)?;
    report.exactly("races", all, rooms * races);
    report.none("races without exactly one winner", not_one);
    report.none("losers who were not told that they came too late", untold);
    report.figure("won by each server", format!("{wins:?}"));
    report.figure("races a second", format!("{:.0}", all as f64 / took));
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled);
    report.none("in the log, but never sent", tally.strays);
    report.exactly("moves in the log", tally.logged, all);
    report.none("rooms that cannot be read, or do not follow the rules", unreadable);
    Ok(report)
}

/// Plays one room, with every turn contested. It ends early when a race had no winner or more than one.
async fn race(servers: Vec<SocketAddr>, races: usize) -> Result<Raced, Trouble> {
    let first = servers.first().copied().ok_or_else(|| Trouble::new("there is no server"))?;
    let endless = Menu::of(first).await?.endless()?;
    let begun = Instant::now();
    let guests = Guests::meet(first, &endless.wish).await?;
    let mut links = [Vec::new(), Vec::new()];
    for seat in Seat::BOTH {
        for server in &servers {
            seat.of_mut(&mut links).push(guests.enter(*server, seat).await?);
        }
    }
    let seats = endless.seats(&guests)?;
    let ledger = Ledger::new(&guests.room, begun);
    let mut raced = Raced { races: 0, not_one: 0, untold: 0, wins: vec![0; servers.len()], ledger };
    for number in 0..races {
        let seat = endless.seat(number, &seats)?;
        // Two players took seats, and every race makes one version.
        let seen = number as u64 + 2;
        let text = endless.ply(number).to_owned();
        let tries: Vec<Submission> = (0..servers.len())
            .map(|rival| {
                let id = format!("r-{number}-{rival}");
                Submission::new(seat, &id, Command::Move { text: text.clone() }, Some(seen))
            })
            .collect();
        let sockets = seat.of_mut(&mut links).iter_mut();
        let answers = join_all(sockets.zip(&tries).map(|(link, sent)| ask(link, sent))).await;
        let answers = answers.into_iter().collect::<Result<Vec<_>, _>>()?;
        raced.races += 1;
        let mut winners = 0;
        for ((answer, sent), wins) in answers.into_iter().zip(tries).zip(&mut raced.wins) {
            match answer {
                Ok(version) => {
                    winners += 1;
                    *wins += 1;
                    raced.not_one += usize::from(version != seen + 1);
                    raced.ledger.add(Submission { version: Some(version), ..sent });
                }
                Err(reason) => raced.untold += usize::from(!reason.contains("changed since")),
            }
        }
        if winners != 1 {
            raced.not_one += 1;
            break;
        }
    }
    Ok(raced)
}

async fn ask(link: &mut Link, sent: &Submission) -> Result<Result<u64, String>, Trouble> {
    link.say(&sent.message()).await?;
    link.answer_to(&sent.id).await
}
