//! Notices between servers on one PostgreSQL, by LISTEN and NOTIFY on a connection of their own.
//!
//! They are sent after the commit and not with it, because commits that notify wait for each other. They may be lost, with
//! the connection or silently. So every second, and after each reconnect, once this server listens again, its hub
//! compares the versions of its rooms with the log.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{broadcast, mpsc};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};

use super::address::PostgresAddress;
use super::link::{Fault, LIMITS, fault};
use crate::bus::{BACKLOG, Bus, CrowdCount, Member, Notice};
use crate::id::RoomId;

/// The largest text of a notification is 8,000 bytes, less one.
const LARGEST: usize = 7_900;

/// How many notices may wait to be sent. Those beyond are dropped: the others compare versions anyway.
const WAITING: usize = 65_536;

/// How many are put together at a time.
const TOGETHER: usize = 4_096;

/// The time between two notifications of a busy server. Each wakes every server, and what comes meanwhile goes together.
const REST: Duration = Duration::from_millis(2);

/// How often a server says that it is there, and how often it compares the versions of its rooms.
const OFTEN: Duration = Duration::from_secs(1);

/// After this time without a word a server counts as gone.
const SILENT: Duration = Duration::from_secs(5);

/// How long a notification may take, and how long to wait before the next attempt to connect.
const LONGEST: Duration = Duration::from_secs(4);
const AGAIN: Duration = Duration::from_millis(250);

/// The bus of servers that share a PostgreSQL.
pub struct PostgresBus {
    me: Member,
    notices: broadcast::Sender<Notice>,
    outbox: mpsc::Sender<Notice>,
}

impl PostgresBus {
    /// A bus that connects in the background, and again whenever it has to. It must be created within a runtime.
    #[must_use]
    pub fn new(address: &PostgresAddress) -> Arc<Self> {
        let me = Member(rand::random());
        let notices = broadcast::Sender::new(BACKLOG);
        let (outbox, waiting) = mpsc::channel(WAITING);
        let bus = Arc::new(Self { me, notices: notices.clone(), outbox });
        let carrier = Carrier { me, notices, waiting, others: HashMap::new() };
        tokio::spawn(carrier.work(address.clone()));
        bus
    }
}

impl Bus for PostgresBus {
    fn enter(&self) -> (Member, broadcast::Receiver<Notice>) {
        (self.me, self.notices.subscribe())
    }

    fn tell(&self, notice: Notice) {
        let _ = self.outbox.try_send(notice);
    }

    fn reaches_machines(&self) -> bool {
        true
    }
}

struct Carrier {
    me: Member,
    notices: broadcast::Sender<Notice>,
    waiting: mpsc::Receiver<Notice>,
    /// When each of the other servers was last heard of.
    others: HashMap<Member, Instant>,
}

/// Why a connection is not used any more.
enum Ended {
    /// The bus is not needed any more.
    Unwanted,
    Failed(Fault),
}

impl Carrier {
    async fn work(mut self, address: PostgresAddress) {
        let mut is_down = false;
        loop {
            match self.serve(&address).await {
                Ended::Unwanted => return,
                Ended::Failed(why) => {
                    if !is_down {
                        tracing::warn!(
                            ?why,
                            "other servers cannot be notified; this one catches up by comparing"
                        );
                    }
                    is_down = true;
                }
            }
            // The database may be reachable for reads nevertheless.
            self.hear(Notice::Missed);
            self.forget_the_silent();
            sleep(AGAIN).await;
        }
    }

    /// Listens and notifies for as long as a connection holds.
    async fn serve(&mut self, address: &PostgresAddress) -> Ended {
        let (client, mut heard) = match timeout(LONGEST, listen(address)).await {
            Ok(Ok(connected)) => connected,
            Ok(Err(fault)) => return Ended::Failed(fault),
            Err(_) => return Ended::Failed(Fault::Lost("it does not answer".into())),
        };
        // From here on nothing is missed, and what was missed before is in the log.
        self.hear(Notice::Missed);
        self.hear(Notice::Appeared);
        let mut often = interval(OFTEN);
        often.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut batch, mut rest) = (Vec::new(), pin!(sleep(Duration::ZERO)));
        loop {
            let has_rested = rest.is_elapsed();
            tokio::select! {
                said = heard.recv() => match said {
                    Some(text) => self.understand(&text),
                    None => return Ended::Failed(Fault::Lost("the connection has ended".into())),
                },
                () = &mut rest, if !has_rested => {}
                count = self.waiting.recv_many(&mut batch, TOGETHER), if has_rested => {
                    if count == 0 {
                        return Ended::Unwanted;
                    }
                    let notices = std::mem::take(&mut batch);
                    if let Err(fault) = notify(&client, &letters(self.me, &notices)).await {
                        return Ended::Failed(fault);
                    }
                    rest.as_mut().reset(tokio::time::Instant::now() + REST);
                },
                _ = often.tick() => {
                    if let Err(fault) = notify(&client, &letters(self.me, &[])).await {
                        return Ended::Failed(fault);
                    }
                    self.forget_the_silent();
                    self.hear(Notice::Missed);
                }
            }
        }
    }

    fn hear(&self, notice: Notice) {
        let _ = self.notices.send(notice);
    }

    /// Passes on what another server has said.
    fn understand(&mut self, text: &str) {
        let mut words = text.split(' ');
        let from = words.next().and_then(|word| u64::from_str_radix(word, 16).ok()).map(Member);
        let Some(from) = from.filter(|from| *from != self.me) else { return };
        if self.others.insert(from, Instant::now()).is_none() {
            self.hear(Notice::Appeared);
        }
        words.filter_map(|word| read(from, word)).for_each(|notice| self.hear(notice));
    }

    fn forget_the_silent(&mut self) {
        for (member, _) in self.others.extract_if(|_, heard| heard.elapsed() > SILENT) {
            let _ = self.notices.send(Notice::Silent(member));
        }
    }
}

/// Opens a connection that listens.
async fn listen(address: &PostgresAddress) -> Result<(Client, mpsc::UnboundedReceiver<String>), Fault> {
    let (client, mut connection) = address.config().connect(address.tls()).await.map_err(fault)?;
    let (said, heard) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message
                && said.send(notification.payload().to_owned()).is_err()
            {
                return;
            }
        }
    });
    client.batch_execute(&format!("{LIMITS}; LISTEN numberline")).await.map_err(fault)?;
    Ok((client, heard))
}

async fn notify(client: &Client, letters: &[String]) -> Result<(), Fault> {
    for letter in letters {
        let sent =
            timeout(LONGEST, async { client.execute("SELECT pg_notify('numberline', $1)", &[letter]).await })
                .await;
        sent.map_err(|_| Fault::Lost("it does not answer".into()))?.map_err(fault)?;
    }
    Ok(())
}

/// Notices as texts of bounded length, each with its sender; without notices, a sign of life.
fn letters(me: Member, notices: &[Notice]) -> Vec<String> {
    let begin = format!("{:016x}", me.0);
    let mut letters = vec![begin.clone()];
    for notice in notices {
        let word = match notice {
            Notice::Changed { room, version, .. } => format!(" v{room}{version}"),
            Notice::Crowd { room, crowd: CrowdCount { seats: [one, two], others }, .. } => {
                format!(" c{room}{one},{two},{others}")
            }
            Notice::Appeared | Notice::Silent(_) | Notice::Missed => continue,
        };
        match letters.last_mut() {
            Some(letter) if letter.len() + word.len() <= LARGEST => letter.push_str(&word),
            _ => letters.push(format!("{begin}{word}")),
        }
    }
    letters
}

/// A word of a letter. What another version of the program may say besides is passed over.
fn read(from: Member, word: &str) -> Option<Notice> {
    let (kind, rest) = word.split_at_checked(1)?;
    let (room, rest) = rest.split_at_checked(RoomId::LENGTH)?;
    let room = room.parse().ok()?;
    match kind {
        "v" => Some(Notice::Changed { from, room, version: rest.parse().ok()? }),
        "c" => {
            let mut counts = rest.split(',').map(str::parse);
            let mut next = || counts.next()?.ok();
            let crowd = CrowdCount { seats: [next()?, next()?], others: next()? };
            Some(Notice::Crowd { from, room, crowd })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_say_what_was_meant_and_are_short_enough() {
        let from = Member(u64::MAX);
        let notices: Vec<Notice> = (0..2_000_u32)
            .map(|number| {
                let room = RoomId::random();
                let crowd = CrowdCount { seats: [number, 0], others: u32::MAX };
                match number % 2 {
                    0 => Notice::Changed { from, room, version: u64::MAX },
                    _ => Notice::Crowd { from, room, crowd },
                }
            })
            .collect();
        let written = letters(from, &notices);
        assert!(written.len() > 1 && written.iter().all(|letter| letter.len() < 8_000));
        let heard: Vec<Notice> = written
            .iter()
            .flat_map(|letter| letter.split(' ').skip(1).filter_map(|word| read(from, word)))
            .collect();
        assert_eq!(heard, notices);
        assert_eq!(letters(Member(1), &[]), ["0000000000000001"]);
        for nonsense in ["", "v", "vshort1", "x234567892345", "c2345678923451,2", "ä"] {
            assert_eq!(read(from, nonsense), None, "{nonsense}");
        }
    }
}
