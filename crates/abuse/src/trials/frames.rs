//! Frames, messages and requests that are wrong in every way. The server must answer or close, without disturbing other
//! clients.

mod cases;

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use self::cases::{Wanted, cases, hellos, requests};
use crate::contest::{Contest, Step};
use crate::frame::{self, TEXT};
use crate::guests::Menu;
use crate::link::{Heard, PATIENCE};
use crate::{Link, Report, TrialPlan, Trouble, http, scan};

/// How many cases run at the same time.
const AT_ONCE: usize = 8;

/// The outcome of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Came {
    Answer,
    /// The server ended the conversation, with a reason or without.
    Close {
        said: bool,
    },
    Nothing,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("frames");
    let scene = plan.scene(&[])?;
    let mut running = scene.victim.start().await?;
    let server = running.address();
    let menu = Menu::of(server).await?;
    let mut undisturbed = Undisturbed::begin(plan, server, menu).await?;
    let room = undisturbed.contest.guests().room.clone();
    let before = running.memory()?;
    let (mut all, mut well, mut reasons, mut closed, mut wrong) = (0, 0, 0, 0, Vec::new());
    let all_cases = cases();
    for some in all_cases.chunks(AT_ONCE) {
        let room = &room;
        let tried = some.iter().map(|case| async move {
            let mut link = Link::enter(server, room, None, None).await?;
            Ok::<_, Trouble>((case, try_case(plan, &mut link, &case.bytes).await))
        });
        for tried in join_all(tried).await {
            let (case, came) = tried?;
            let fits = match case.wanted {
                Wanted::Answer => came == Came::Answer,
                Wanted::Close => matches!(came, Came::Close { .. }),
                Wanted::Either => came != Came::Nothing,
            };
            all += 1;
            well += usize::from(fits);
            closed += usize::from(matches!(came, Came::Close { .. }));
            reasons += usize::from(came == Came::Close { said: true });
            if !fits {
                wrong.push(format!("{}: {came:?}", case.name));
            }
        }
        undisturbed.step(server).await?;
    }
    for (name, text) in hellos() {
        let mut link = Link::open(server, &room).await?;
        let mut bytes = Vec::new();
        frame::write(&mut bytes, true, TEXT, [9; 4], text.as_bytes());
        let came = try_case(plan, &mut link, &bytes).await;
        all += 1;
        well += usize::from(came != Came::Nothing);
        if came == Came::Nothing {
            wrong.push(format!("{name}: {came:?}"));
        }
        undisturbed.step(server).await?;
    }
    for (name, bytes) in requests(&server.to_string(), &room) {
        let fits = refused(plan, server, &bytes).await;
        all += 1;
        well += usize::from(fits);
        if !fits {
            wrong.push(format!("{name}: answered with success, or not at all"));
        }
        undisturbed.step(server).await?;
    }
    let storm = if plan.sabotage.is_some() { 0 } else { plan.size(150, 5_000) };
    let hung = mutants(plan, server, &room, storm, &mut undisturbed).await?;
    let grown = running.memory()?.saturating_sub(before);
    let lines = std::fs::read_to_string(&scene.victim.log).unwrap_or_default();
    report.figure("cases", all);
    report.figure("closed with a reason", format!("{reasons} of {closed}"));
    report.figure("randomly changed frames", storm);
    let names = if wrong.is_empty() { String::new() } else { format!(" ({})", wrong.join("; ")) };
    let text = format!("{well} of {all}{names}");
    report.check("cases handled correctly", well == all, text);
    report.none("connections that hung", hung);
    report.none("panics in the log", lines.matches("panicked").count());
    report.check("the server is alive", running.is_alive(), http::get(server, "/healthz").await?.status);
    report.check("server memory has grown by less than 32 MiB", grown < 32 * 1_024, format!("{grown} KiB"));
    report.none("disturbed moves of other players", undisturbed.disturbed);
    report.figure("moves of other players meanwhile", undisturbed.moves);
    Ok(report)
}

/// Two players who play during all this.
struct Undisturbed {
    plan: TrialPlan,
    menu: Menu,
    contest: Contest,
    moves: usize,
    disturbed: usize,
}

impl Undisturbed {
    async fn begin(plan: &TrialPlan, server: SocketAddr, menu: Menu) -> Result<Self, Trouble> {
        let mut contest = Contest::meet(server, &menu.wish(0), plan.dice(0)).await?;
        contest.come_back(server).await?;
        Ok(Self { plan: plan.clone(), menu, contest, moves: 0, disturbed: 0 })
    }

    async fn step(&mut self, server: SocketAddr) -> Result<(), Trouble> {
        self.moves += 1;
        match self.contest.step().await {
            Ok(Step::Done) => {}
            Ok(Step::Over) => {
                self.disturbed += self.contest.compare(server).await? + self.contest.disagreements;
                let dice = self.plan.dice(self.moves);
                self.contest = Contest::meet(server, &self.menu.wish(self.moves), dice).await?;
                self.contest.come_back(server).await?;
            }
            Ok(Step::Refused(_)) | Err(_) => {
                self.disturbed += 1;
                self.contest.come_back(server).await?;
            }
        }
        Ok(())
    }
}

/// Sends something, then checks whether the server still answers.
async fn try_case(plan: &TrialPlan, link: &mut Link, bytes: &[u8]) -> Came {
    // The server may close before it has read everything; the rest then cannot be sent, which is fine.
    let _ = link.shout(bytes).await;
    let _ = link.say(r#"{"type":"ping"}"#).await;
    let mut said = false;
    let wait = async {
        let mut hello = false;
        loop {
            match link.hear().await {
                Heard::Message => match scan::kind(link.message()) {
                    b"pong" => return Came::Answer,
                    b"bye" => said = true,
                    b"welcome" => hello = true,
                    _ => {}
                },
                Heard::Closed(code) => return Came::Close { said: said || code.is_some() || hello },
                Heard::Gone => return Came::Close { said },
            }
        }
    };
    timeout(patience(plan), wait).await.unwrap_or(Came::Nothing)
}

/// How long an answer is waited for. A sabotaged server gives none to some.
fn patience(plan: &TrialPlan) -> Duration {
    if plan.sabotage.is_some() { Duration::from_secs(2) } else { PATIENCE }
}

/// Whether a request is refused, or its connection closed.
async fn refused(plan: &TrialPlan, server: SocketAddr, bytes: &[u8]) -> bool {
    let conversation = async {
        let mut stream = TcpStream::connect(server).await?;
        // The server may answer before the end.
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        Ok::<_, std::io::Error>(answer)
    };
    let Ok(Ok(answer)) = timeout(patience(plan), conversation).await else { return false };
    answer.is_empty()
        || answer.starts_with(b"HTTP/1.1 4")
        || answer.starts_with(b"HTTP/1.1 5")
        || answer.starts_with(b"HTTP/1.0 4")
}

/// Valid frames with random changes and truncations, in sequence on one socket. When the client is done, the server
/// must end the conversation. Returns how many it did not end.
async fn mutants(
    plan: &TrialPlan,
    server: SocketAddr,
    room: &str,
    count: usize,
    undisturbed: &mut Undisturbed,
) -> Result<usize, Trouble> {
    let mut dice = plan.dice(77);
    let good: Vec<Vec<u8>> =
        cases().into_iter().map(|case| case.bytes).filter(|bytes| bytes.len() < 4_096).collect();
    let mut hung = 0;
    for number in 0..count {
        let mut link = Link::enter(server, room, None, None).await?;
        for _ in 0..1 + dice.below(3) {
            let mut bytes = good.get(dice.below(good.len() as u64) as usize).cloned().unwrap_or_default();
            for _ in 0..dice.below(4) {
                let place = dice.below(bytes.len() as u64) as usize;
                let byte = dice.below(256) as u8;
                bytes.get_mut(place).into_iter().for_each(|at| *at = byte);
            }
            if dice.happens(64) {
                bytes.truncate(dice.below(bytes.len() as u64) as usize);
            }
            let _ = link.shout(&bytes).await;
        }
        link.finish().await;
        hung += usize::from(link.end().await.is_err());
        if number % 10 == 0 {
            undisturbed.step(server).await?;
        }
    }
    Ok(hung)
}
