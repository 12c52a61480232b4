//! Slow clients: readers that do not read, writers that never finish, silent sockets, and clients that want too much at
//! once. Each must be cut off without costing memory, and without disturbing other clients.
//!
//! To the server, a peer that has vanished looks like one that never answers. The trial uses the latter, because on one
//! machine the system always reports a closed connection.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use numberline_rules::Seat;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::duet::Duet;
use crate::guests::Menu;
use crate::link::{Heard, PATIENCE};
use crate::{Guests, Link, Report, TrialPlan, Trouble, http};

/// Short timeouts keep the trial short.
const HASTY: [&str; 6] = [
    "header-time=1s",
    "request-time=1s",
    "write-time=1s",
    "hello-time=1s",
    "ping-time=300ms",
    "silence-time=1s",
];

/// Low limits on connections and rates.
const NARROW: [&str; 4] = [
    "connections=40",
    "connections-per-address=40",
    "messages-per-second=20",
    "rooms-per-minute-per-address=5",
];

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("slow");
    let each = plan.size(20, 200);
    let patience = if plan.sabotage.is_some() { Duration::from_secs(3) } else { PATIENCE };
    idlers(plan, each, patience, &mut report).await?;
    readers(plan, each, patience, &mut report).await?;
    crowds(plan, &mut report).await?;
    Ok(report)
}

/// Clients that start something and do not finish it.
async fn idlers(
    plan: &TrialPlan,
    each: usize,
    patience: Duration,
    report: &mut Report,
) -> Result<(), Trouble> {
    let scene = plan.scene(&HASTY)?;
    let mut running = scene.victim.start().await?;
    let server = running.address();
    let endless = Menu::of(server).await?.endless()?;
    let guests = Guests::meet(server, &endless.wish).await?;
    let before = running.memory()?;
    let (head, body) = (
        format!("GET / HTTP/1.1\r\nHost: {server}\r\nX-Slow: "),
        format!(
            "POST /api/rooms HTTP/1.1\r\nHost: {server}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{{"
        ),
    );
    let asked = format!("GET /healthz HTTP/1.1\r\nHost: {server}\r\n\r\n");
    let [silent, slow_head, slow_body, kept] =
        [String::new(), head, body, asked].map(|begin| (0..each).map(move |_| begin.clone()));
    let connections =
        [("silent", silent), ("slow head", slow_head), ("slow body", slow_body), ("kept", kept)];
    let connections = join_all(connections.map(|(name, begun)| async move {
        let trickles = name.starts_with("slow");
        (name, join_all(begun.map(|begin| dawdle(server, begin, trickles, patience))).await)
    }));
    let guests = &guests;
    let mutes = join_all([("no hello", false), ("no answer", true)].map(|(name, hello)| async move {
        (name, join_all((0..each).map(|_| mute(server, guests, hello, patience))).await)
    }));
    let (connections, mutes) = tokio::join!(connections, mutes);
    let (mut cut, mut all, mut wrong) = (0, 0, Vec::new());
    for (name, ended) in connections.into_iter().chain(mutes) {
        let count = ended.iter().filter(|ended| **ended).count();
        (cut, all) = (cut + count, all + each);
        if count < each {
            wrong.push(format!("{name}: {count} of {each}"));
        }
    }
    let grown = running.memory()?.saturating_sub(before);
    report.check("cut off in time", cut == all, format!("{cut} of {all} {}", wrong.join(", ")));
    report.check("memory has grown by less than 32 MiB", grown < 32 * 1_024, format!("{grown} KiB"));
    // A client that answers is not cut off, even after three times the allowed silence.
    let mut polite = guests.enter(server, Seat::One).await?;
    let heard = timeout(Duration::from_secs(3), polite.end()).await;
    report.check(
        "a client that answers is not cut off",
        heard.is_err() && polite.ping().await.is_ok(),
        "for 3 s",
    );
    report.check("the server is alive", running.is_alive(), http::get(server, "/healthz").await?.status);
    Ok(())
}

/// Starts a request, and perhaps continues a byte at a time. Returns whether the server ends it.
async fn dawdle(server: SocketAddr, begin: String, trickles: bool, patience: Duration) -> bool {
    let conversation = async {
        let Ok(mut stream) = TcpStream::connect(server).await else { return };
        let _ = stream.write_all(begin.as_bytes()).await;
        let (mut reader, mut writer) = stream.split();
        let mut answer = Vec::new();
        let trickle = async {
            while trickles && writer.write_all(b"x").await.is_ok() {
                sleep(Duration::from_millis(200)).await;
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            _ = reader.read_to_end(&mut answer) => {}
            () = trickle => {}
        }
    };
    timeout(patience, conversation).await.is_ok()
}

/// Opens a websocket and never sends anything, not even a pong. Returns whether the server ends it.
async fn mute(server: SocketAddr, guests: &Guests, hello: bool, patience: Duration) -> bool {
    let Ok(mut link) = Link::open(server, &guests.room).await else { return false };
    link.never_pong();
    if hello && link.hello(None, None).await.is_err() {
        return false;
    }
    timeout(patience, link.end()).await.is_ok()
}

/// Spectators of a lively match that do not read.
async fn readers(
    plan: &TrialPlan,
    each: usize,
    patience: Duration,
    report: &mut Report,
) -> Result<(), Trouble> {
    let scene = plan.scene(&["write-time=1s"])?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let mut duet = Duet::meet(server).await?;
    let mut slow = Vec::new();
    for _ in 0..each {
        let mut link = Link::open_small(server, duet.room(), Some(4_096)).await?;
        link.hello(None, None).await?;
        slow.push(link);
    }
    let before = running.memory()?;
    let (mut most, began) = (0, tokio::time::Instant::now());
    // The match continues until all of them are cut off.
    while running.metric("numberline_sockets").await? > 2.0 && began.elapsed() < patience {
        for _ in 0..200 {
            duet.play().await?;
        }
        most = most.max(running.memory()?.saturating_sub(before));
    }
    let ends = join_all(slow.iter_mut().map(|link| timeout(patience, link.end()))).await;
    let cut = ends.into_iter().filter(|end| matches!(end, Ok(Ok(_)))).count();
    report.figure("moves until slow readers were cut off", duet.moves());
    report.exactly("slow readers that were cut off", cut, each);
    let bound = 32 * 1_024;
    report.check("memory has grown by less than 32 MiB meanwhile", most < bound, format!("{most} KiB"));
    Ok(())
}

/// More clients, messages and rooms than the limits allow.
async fn crowds(plan: &TrialPlan, report: &mut Report) -> Result<(), Trouble> {
    let scene = plan.scene(&NARROW)?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let wish = Menu::of(server).await?.wish(0);
    let guests = Guests::meet(server, &wish).await?;
    let [mut player, mut flood] = guests.enter_both(server).await?;
    for _ in 0..1_000 {
        // It is cut off somewhere on the way.
        if flood.say(r#"{"type":"ping"}"#).await.is_err() {
            break;
        }
    }
    let ended = timeout(Duration::from_secs(5), flood.end())
        .await
        .is_ok_and(|end| end.is_ok_and(|end| end != Heard::Message));
    report.check("a flood of messages is cut off", ended, "after at most 1000");
    let mut refused = 0;
    for _ in 0..10 {
        let mut asked = wish.clone();
        asked.as_object_mut().into_iter().for_each(|fields| drop(fields.insert("name".into(), "Eve".into())));
        refused += usize::from(http::post(server, "/api/rooms", None, &asked).await?.status == 429);
    }
    report.check("rooms beyond the limit are refused", refused >= 5, format!("{refused} of 10"));
    let mut crowd = Vec::new();
    for _ in 0..80 {
        crowd.push(TcpStream::connect(server).await?);
    }
    // A refused client gets an answer or is closed at once; the others stay open.
    let turned = join_all(crowd.iter_mut().map(|stream| async {
        let mut byte = [0];
        timeout(Duration::from_secs(2), stream.read(&mut byte)).await.is_ok()
    }));
    let turned = turned.await.into_iter().filter(|turned| *turned).count();
    report.check(
        "clients beyond the limit are refused",
        (40..80).contains(&turned),
        format!("{turned} of 80"),
    );
    report.check("earlier clients are still served", player.ping().await.is_ok(), "a ping");
    drop(crowd);
    let again = async {
        loop {
            if http::get(server, "/healthz").await.is_ok_and(|answer| answer.status == 200) {
                return;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    report.check("slots are free again after they leave", timeout(PATIENCE, again).await.is_ok(), "/healthz");
    Ok(())
}
