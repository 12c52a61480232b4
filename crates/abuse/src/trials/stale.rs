//! Many at once for one turn: stale, doubled and simultaneous submissions, wrong seats, wrong keys and no keys at all.
//!
//! For each version exactly one may win, and everybody else must be told so.

use std::net::SocketAddr;

use futures_util::future::join_all;
use numberline_rules::{Seat, Turn};
use numberline_table::AnyMatch;
use serde_json::{Value, json};

use crate::guests::Menu;
use crate::ledger::{Ledger, Submission, audit};
use crate::link::Heard;
use crate::{Guests, Link, Plan, Report, Sabotage, Trouble, http};

/// How many sockets hold the same key and want the same turn.
const RIVALS: usize = 8;

/// What was counted in all rooms.
#[derive(Default)]
struct Count {
    rounds: usize,
    /// Turns that were won by none, or by more than one.
    not_one: usize,
    /// Answers to the same submission that were different.
    different: usize,
    /// Submissions that should have been refused and were not.
    wrongly_taken: usize,
    refused: usize,
}

/// Runs the trial.
pub async fn run(plan: &Plan) -> Result<Report, Trouble> {
    let mut report = Report::new("stale");
    let rooms = plan.size(10, 200);
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let menu = Menu::of(server).await?;
    let (mut count, mut ledgers) = (Count::default(), Vec::new());
    for number in 0..rooms {
        ledgers.push(room(plan, server, &menu.wish(number), number, &mut count).await?);
    }
    if plan.breaks(Sabotage::CountTwice) {
        ledgers.iter_mut().take(1).for_each(Ledger::count_twice);
    }
    running.kill().await?;
    let tally = audit(&scene.victim.database, &ledgers)?;
    report.figure("turns that were fought for", count.rounds);
    report.figure("submissions that were refused", count.refused);
    report.none("turns that not exactly one submission won", count.not_one);
    report.none("submissions that got different answers when sent again", count.different);
    report.none("submissions that were taken and should not have been", count.wrongly_taken);
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled);
    report.none("in the log, but sent by nobody", tally.strays);
    report.exactly("moves in the log", tally.logged, count.rounds);
    Ok(report)
}

/// Plays one match in which every turn is fought for.
async fn room(
    plan: &Plan,
    server: SocketAddr,
    wish: &Value,
    number: usize,
    count: &mut Count,
) -> Result<Ledger, Trouble> {
    let mut dice = plan.dice(number);
    let guests = Guests::meet(server, wish).await?;
    let mut sockets = [Vec::new(), Vec::new()];
    for seat in Seat::BOTH {
        for _ in 0..RIVALS {
            seat.of_mut(&mut sockets).push(guests.enter(server, seat).await?);
        }
    }
    let mut spectator = Link::enter(server, &guests.room, None, None).await?;
    let (mut game, mut ledger, mut version) = (guests.begin()?, Ledger::new(&guests.room), 2);
    // Before this version the position was another one.
    let mut since = None;
    strangers(server, &guests, count).await?;
    while let Some(seat) = to_act(game.as_ref()) {
        let mut tries = Vec::new();
        for rival in 0..RIVALS {
            let text = game.pick(seat, &mut |moves| dice.below(moves)).unwrap_or_default();
            // One does not say what it has seen, and one lives in the past. Where both seats act, who does not say it may
            // well mean the next turn.
            let seen = match rival {
                0 if game.turn() == Turn::Of(seat) => None,
                1 => Some(since.map_or(version, |since| since - 1)),
                _ => Some(version),
            };
            let id = format!("s-{}-{version}-{rival}", seat.number());
            tries.push(Submission { seat, id, text, seen, version: None });
        }
        for answer in [
            // A spectator, and the player whose turn it is not.
            ask(&mut spectator, &named(&tries, 2, "spectator")?).await?,
            if game.turn().acts(seat.other()) {
                Err("both act".into())
            } else {
                let link = seat.other().of_mut(&mut sockets).first_mut();
                let link = link.ok_or_else(|| Trouble::new("nobody is there"))?;
                ask(link, &named(&tries, 2, "other")?).await?
            },
        ] {
            count.wrongly_taken += usize::from(answer.is_ok());
        }
        let links = seat.of_mut(&mut sockets).iter_mut();
        let answers = join_all(links.zip(&tries).map(|(link, sent)| ask(link, sent))).await;
        let answers = answers.into_iter().collect::<Result<Vec<_>, _>>()?;
        count.rounds += 1;
        count.refused += answers.iter().filter(|answer| answer.is_err()).count();
        count.wrongly_taken += usize::from(since.is_some() && answers.get(1).is_some_and(Result::is_ok));
        let won: Vec<(usize, u64)> = answers
            .iter()
            .enumerate()
            .filter_map(|(rival, answer)| answer.as_ref().ok().map(|version| (rival, *version)))
            .collect();
        let &[(winner, made)] = won.as_slice() else {
            count.not_one += 1;
            return Ok(ledger);
        };
        count.not_one += usize::from(made != version + 1);
        let mut sent = tries.get(winner).cloned().ok_or_else(|| Trouble::new("nobody won"))?;
        // Everybody sends the winner's submission again: the answer is the same. So it is over HTTP.
        let links = seat.of_mut(&mut sockets).iter_mut();
        for answer in join_all(links.map(|link| ask(link, &sent))).await {
            count.different += usize::from(answer? != Ok(made));
        }
        let path = format!("/api/rooms/{}/commands", guests.room);
        let answer = http::post(server, &path, Some(guests.key(seat)), &sent.body()).await?;
        let again = answer.json().ok().and_then(|answer| answer.get("version")?.as_u64());
        count.different += usize::from(again != Some(made));
        let ply = game.submit(seat, &sent.text).map_err(|error| Trouble::new(error.to_string()))?;
        since = ply.map(|_| made).or(since);
        version = made;
        sent.version = Some(made);
        ledger.add(sent);
    }
    Ok(ledger)
}

fn to_act(game: &dyn AnyMatch) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| game.turn().acts(*seat) && !game.has_chosen(*seat))
}

/// One of the submissions, under another name.
fn named(tries: &[Submission], rival: usize, name: &str) -> Result<Submission, Trouble> {
    let sent = tries.get(rival).cloned().ok_or_else(|| Trouble::new("nobody tries"))?;
    Ok(Submission { id: format!("{name}-{}", sent.id), ..sent })
}

async fn ask(link: &mut Link, sent: &Submission) -> Result<Result<u64, String>, Trouble> {
    link.say(&sent.message()).await?;
    link.answer_to(&sent.id).await
}

/// People with a wrong key: on a socket, over HTTP, and one who wants a seat that is taken.
async fn strangers(server: SocketAddr, guests: &Guests, count: &mut Count) -> Result<(), Trouble> {
    let wrong = "0123456789abcdef0123456789abcdef";
    let mut link = Link::open(server, &guests.room).await?;
    link.say(&json!({ "type": "hello", "key": wrong }).to_string()).await?;
    let mut welcome = false;
    while link.hear().await == Heard::Message {
        welcome |= crate::scan::kind(link.message()) == b"welcome";
    }
    count.wrongly_taken += usize::from(welcome);
    let path = format!("/api/rooms/{}/commands", guests.room);
    let body = json!({ "id": "stranger", "do": { "kind": "resign" } });
    for key in [Some(wrong), Some(""), Some("no key"), None] {
        let answer = http::post(server, &path, key, &body).await?;
        count.wrongly_taken += usize::from(!(400..500).contains(&answer.status));
    }
    let path = format!("/api/rooms/{}/join", guests.room);
    for body in
        [json!({ "name": "Eve" }), json!({ "name": "Eve", "seat": 1 }), json!({ "name": "Eve", "seat": 2 })]
    {
        let answer = http::post(server, &path, None, &body).await?;
        count.wrongly_taken += usize::from(!(400..500).contains(&answer.status));
    }
    Ok(())
}
