//! Many clients compete for one turn: stale, duplicate and simultaneous submissions, wrong seats, wrong keys and no
//! keys at all.
//!
//! For each version exactly one may win, and all others must be told so. In the middle of each match the server is
//! killed; the next one must know the outcome of every submission.

use std::net::SocketAddr;
use std::time::Instant;

use futures_util::future::join_all;
use numberline_rules::{Seat, Turn};
use numberline_server::Command;
use numberline_table::{AnyMatch, Dice};
use serde_json::{Value, json};

use crate::guests::Menu;
use crate::link::Heard;
use crate::oracle::audit;
use crate::{Guests, Ledger, Link, Report, Running, Sabotage, Scene, Submission, TrialPlan, Trouble, http};

/// How many sockets share a key and compete for the same turn.
const RIVALS: usize = 8;

/// The counts over all rooms.
#[derive(Default)]
struct Count {
    rounds: usize,
    /// Turns without a winner, or with more than one.
    not_one: usize,
    /// Different answers to the same submission.
    different: usize,
    /// The same after the server was killed.
    forgotten: usize,
    resent_after: usize,
    /// Ids of winning submissions that were accepted for another command, or refused without saying why.
    reused: usize,
    /// Submissions that should have been refused and were not.
    wrongly_taken: usize,
    refused: usize,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("stale");
    let rooms = plan.size(10, 200);
    let scene = plan.scene(&[])?;
    let mut running = scene.victim.start().await?;
    let menu = Menu::of(running.address()).await?;
    let (mut count, mut ledgers) = (Count::default(), Vec::new());
    for number in 0..rooms {
        let mut dice = plan.dice(number);
        let mut room = Fought::begin(running.address(), &menu.wish(number)).await?;
        // Some matches are shorter than that; the server is then killed after their end.
        let before = 1 + dice.below(6) as usize;
        room.fight(before, &mut dice, &mut count).await?;
        running = room.survive(running, &scene, &mut count).await?;
        room.fight(usize::MAX, &mut dice, &mut count).await?;
        ledgers.push(room.ledger);
    }
    if plan.breaks(Sabotage::CountTwice) {
        ledgers.iter_mut().take(1).for_each(Ledger::count_twice);
    }
    running.kill().await?;
    let tally = audit(&scene.victim.database, &ledgers)?;
    report.figure("contested turns", count.rounds);
    report.figure("refused submissions", count.refused);
    report.none("turns without exactly one winner", count.not_one);
    report.none("submissions with a different answer when resent", count.different);
    report.figure("submissions resent after a restart", count.resent_after);
    report.none("submissions with a different answer when resent after a restart", count.forgotten);
    report.none("ids that did not belong to one command alone", count.reused);
    report.none("submissions accepted by mistake", count.wrongly_taken);
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled);
    report.none("in the log, but never sent", tally.strays);
    report.exactly("moves in the log", tally.logged, count.rounds);
    Ok(report)
}

/// A room in which every turn is contested.
struct Fought {
    guests: Guests,
    server: SocketAddr,
    /// The sockets of the seats.
    sockets: [Vec<Link>; 2],
    spectator: Link,
    game: Box<dyn AnyMatch>,
    ledger: Ledger,
    version: u64,
    /// Before this version the position was different.
    since: Option<u64>,
    /// Whether a turn had no winner or more than one, so that the trial cannot continue.
    broken: bool,
}

impl Fought {
    async fn begin(server: SocketAddr, wish: &Value) -> Result<Self, Trouble> {
        let begun = Instant::now();
        let guests = Guests::meet(server, wish).await?;
        let (sockets, spectator) = enter(&guests, server).await?;
        let (game, ledger) = (guests.begin()?, Ledger::new(&guests.room, begun));
        Ok(Self { guests, server, sockets, spectator, game, ledger, version: 2, since: None, broken: false })
    }

    /// This many turns, or to the end.
    async fn fight(&mut self, turns: usize, dice: &mut Dice, count: &mut Count) -> Result<(), Trouble> {
        strangers(self.server, &self.guests, count).await?;
        for _ in 0..turns {
            let Some(seat) = to_act(self.game.as_ref()).filter(|_| !self.broken) else { break };
            self.turn(seat, dice, count).await?;
        }
        Ok(())
    }

    async fn turn(&mut self, seat: Seat, dice: &mut Dice, count: &mut Count) -> Result<(), Trouble> {
        let tries = self.tries(seat, dice);
        for answer in [
            // A spectator, and the player whose turn it is not.
            ask(&mut self.spectator, &named(&tries, 2, "spectator")?).await?,
            if self.game.turn().acts(seat.other()) {
                Err("both act".into())
            } else {
                let link = seat.other().of_mut(&mut self.sockets).first_mut();
                let link = link.ok_or_else(|| Trouble::new("there is no socket"))?;
                ask(link, &named(&tries, 2, "other")?).await?
            },
        ] {
            count.wrongly_taken += usize::from(answer.is_ok());
        }
        let links = seat.of_mut(&mut self.sockets).iter_mut();
        let answers = join_all(links.zip(&tries).map(|(link, sent)| ask(link, sent))).await;
        let answers = answers.into_iter().collect::<Result<Vec<_>, _>>()?;
        count.rounds += 1;
        count.refused += answers.iter().filter(|answer| answer.is_err()).count();
        count.wrongly_taken += usize::from(self.since.is_some() && answers.get(1).is_some_and(Result::is_ok));
        let won: Vec<(usize, u64)> = answers
            .iter()
            .enumerate()
            .filter_map(|(rival, answer)| answer.as_ref().ok().map(|version| (rival, *version)))
            .collect();
        let &[(winner, made)] = won.as_slice() else {
            count.not_one += 1;
            self.broken = true;
            return Ok(());
        };
        count.not_one += usize::from(made != self.version + 1);
        let sent = tries.get(winner).cloned().ok_or_else(|| Trouble::new("there is no winner"))?;
        let sent = Submission { version: Some(made), ..sent };
        count.different += self.send_again(&sent).await?;
        count.reused += self.use_for_another(&sent).await?;
        if let Command::Move { text } = &sent.command {
            let ply = self.game.submit(seat, text).map_err(|error| Trouble::new(error.to_string()))?;
            self.since = ply.map(|_| made).or(self.since);
        }
        self.version = made;
        self.ledger.add(sent);
        Ok(())
    }

    /// What the rivals submit.
    fn tries(&self, seat: Seat, dice: &mut Dice) -> Vec<Submission> {
        let tries = (0..RIVALS).map(|rival| {
            let text = self.game.pick(seat, &mut |moves| dice.below(moves)).unwrap_or_default();
            // One does not send the version it has seen, and one sends an old version. Where both seats act, a
            // submission without a version may well be meant for the next turn.
            let seen = match rival {
                0 if self.game.turn() == Turn::Of(seat) => None,
                1 => Some(self.since.map_or(self.version, |since| since - 1)),
                _ => Some(self.version),
            };
            let id = format!("s-{}-{}-{rival}", seat.number(), self.version);
            Submission::new(seat, &id, Command::Move { text }, seen)
        });
        tries.collect()
    }

    /// All sockets resend a winning submission, and it is resent over HTTP: returns how many answers differ from the
    /// first one.
    async fn send_again(&mut self, sent: &Submission) -> Result<usize, Trouble> {
        let mut different = 0;
        let links = sent.player.of_mut(&mut self.sockets).iter_mut();
        for answer in join_all(links.map(|link| ask(link, sent))).await {
            different += usize::from(answer?.ok() != sent.version);
        }
        let path = format!("/api/rooms/{}/commands", self.guests.room);
        let key = Some(self.guests.key(sent.player));
        let answer = http::post(self.server, &path, key, &sent.body()).await?;
        let again = answer.json().ok().and_then(|answer| answer.get("version")?.as_u64());
        Ok(different + usize::from(again != sent.version))
    }

    /// The winner's id is used for another command, on a socket and over HTTP: returns how many answers do not say so.
    async fn use_for_another(&mut self, sent: &Submission) -> Result<usize, Trouble> {
        let other = Submission { command: Command::Resign, ..sent.clone() };
        let link = sent.player.of_mut(&mut self.sockets).first_mut();
        let link = link.ok_or_else(|| Trouble::new("there is no socket"))?;
        let accepted = ask(link, &other).await?.is_ok();
        let path = format!("/api/rooms/{}/commands", self.guests.room);
        let key = Some(self.guests.key(sent.player));
        let answer = http::post(self.server, &path, key, &other.body()).await?;
        let says_so = answer.status == 409 && answer.body.contains("\"/problems/id-reused\"");
        Ok(usize::from(accepted) + usize::from(!says_so))
    }

    /// The server is killed, and all sockets resend everything that has won before.
    async fn survive(
        &mut self,
        running: Running,
        scene: &Scene,
        count: &mut Count,
    ) -> Result<Running, Trouble> {
        running.kill().await?;
        let running = scene.victim.start().await?;
        self.server = running.address();
        (self.sockets, self.spectator) = enter(&self.guests, self.server).await?;
        for sent in self.ledger.submissions().to_vec() {
            count.resent_after += 1;
            let forgotten = self.send_again(&sent).await?;
            let reused = self.use_for_another(&sent).await?;
            count.forgotten += forgotten;
            count.reused += reused;
            // A submission that was accepted again has changed the room.
            self.broken |= forgotten + reused > 0;
        }
        Ok(running)
    }
}

/// All sockets: the rivals' for both seats, and a spectator's.
async fn enter(guests: &Guests, server: SocketAddr) -> Result<([Vec<Link>; 2], Link), Trouble> {
    let mut sockets = [Vec::new(), Vec::new()];
    for seat in Seat::BOTH {
        for _ in 0..RIVALS {
            seat.of_mut(&mut sockets).push(guests.enter(server, seat).await?);
        }
    }
    Ok((sockets, Link::enter(server, &guests.room, None, None).await?))
}

fn to_act(game: &dyn AnyMatch) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| game.turn().acts(*seat) && !game.has_chosen(*seat))
}

/// One of the submissions, with another id.
fn named(tries: &[Submission], rival: usize, name: &str) -> Result<Submission, Trouble> {
    let sent = tries.get(rival).cloned().ok_or_else(|| Trouble::new("there is no submission"))?;
    Ok(Submission { id: format!("{name}-{}", sent.id), ..sent })
}

async fn ask(link: &mut Link, sent: &Submission) -> Result<Result<u64, String>, Trouble> {
    link.say(&sent.message()).await?;
    link.answer_to(&sent.id).await
}

/// Clients with a wrong key: on a socket, over HTTP, and one that wants a taken seat.
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
