//! Two players in a room over their websockets. They make random legal choices and record everything.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use numberline_table::Dice;
use serde_json::Value;

use crate::{ClientSession, Guests, Ledger, Link, Trouble};

/// A ledger that others read while the match is in progress.
pub type SharedLedger = Arc<Mutex<Ledger>>;

/// Two players in a room.
pub struct Contest {
    guests: Guests,
    session: ClientSession,
    ledger: SharedLedger,
    dice: Dice,
    /// Whether they use every command of a room, and do not only move.
    lively: bool,
    /// Whether the database may be away from its servers: meanwhile they show a room as they know it, and refuse everything.
    shared: bool,
    /// The last acknowledged version.
    version: u64,
    /// A command that was sent and not answered; its outcome is unknown.
    unanswered: Option<usize>,
    /// The last answered command.
    answered: Option<usize>,
    links: Option<[Link; 2]>,
    /// How often the room did not match the players' view.
    pub disagreements: usize,
    /// How often an answered command was resent.
    pub resent: usize,
}

/// The outcome of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A command was acknowledged.
    Done,
    /// There is nothing more to do.
    Over,
    /// The server refused, with this reason. The players still mean to do it.
    Refused(String),
}

impl Contest {
    /// Two players meet to play this.
    pub async fn meet(server: SocketAddr, wish: &Value, dice: Dice) -> Result<Self, Trouble> {
        let begun = Instant::now();
        Self::of(Guests::meet(server, wish).await?, dice, begun)
    }

    /// Two players seated in a room since that instant, who have done nothing there.
    fn of(guests: Guests, dice: Dice, begun: Instant) -> Result<Self, Trouble> {
        let (session, ledger) = (ClientSession::new(&guests.wish)?, Ledger::new(&guests.room, begun));
        Ok(Self {
            guests,
            session,
            ledger: Arc::new(Mutex::new(ledger)),
            dice,
            lively: false,
            shared: false,
            version: 2,
            unanswered: None,
            answered: None,
            links: None,
            disagreements: 0,
            resent: 0,
        })
    }

    /// The same players, who use every command of a room.
    #[must_use]
    pub fn lively(self) -> Self {
        Self { lively: true, ..self }
    }

    /// The same players at servers that share a database, which may be away.
    #[must_use]
    pub fn shared(self, shared: bool) -> Self {
        Self { shared, ..self }
    }

    /// The room and its keys.
    #[must_use]
    pub fn guests(&self) -> &Guests {
        &self.guests
    }

    /// The record of what was sent and answered.
    #[must_use]
    pub fn ledger(&self) -> SharedLedger {
        Arc::clone(&self.ledger)
    }

    /// The last acknowledged version.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Disconnects without a close frame.
    pub fn hang_up(&mut self) {
        self.links = None;
    }

    /// Reconnects: both take their seats again, check the room, and resend commands with unknown outcome.
    pub async fn come_back(&mut self, server: SocketAddr) -> Result<(), Trouble> {
        self.links = None;
        let mut links = self.guests.enter_both(server).await?;
        let [one, _] = &mut links;
        let shown = one.picture().await?;
        self.links = Some(links);
        self.check_age(&shown)?;
        self.disagreements += usize::from(self.differs(&shown)? > 0);
        self.send_again().await
    }

    /// The number of differences between a room and the players' view. At most the unanswered command may be there
    /// besides.
    fn differs(&self, shown: &Value) -> Result<usize, Trouble> {
        self.with(|ledger| ledger.look(shown));
        let version = shown.get("version").and_then(Value::as_u64);
        let place = self.unanswered.filter(|_| version == Some(self.version + 1));
        let Some(place) = place else {
            return Ok(self.session.differs(shown) + usize::from(version != Some(self.version)));
        };
        let done = self.with(|ledger| {
            let answered = ledger.submissions().iter().filter(|sent| sent.version.is_some());
            answered.map(|sent| (sent.player, sent.command.clone())).collect::<Vec<_>>()
        });
        let last = self.with(|ledger| ledger.submission(place).cloned())?;
        let done = done.iter().map(|(player, command)| (*player, command));
        let session = ClientSession::with(&self.guests.wish, done.chain([(last.player, &last.command)]))?;
        Ok(session.differs(shown))
    }

    /// Resends the last answered command and a random other one, and the unanswered one.
    async fn send_again(&mut self) -> Result<(), Trouble> {
        if let Some(place) = self.answered {
            self.resend(place).await?;
            let any = self.dice.below(place as u64) as usize;
            self.resend(any).await?;
        }
        if let Some(place) = self.unanswered
            && let Err(reason) = self.submit(place).await?
        {
            return Err(Trouble::new(format!("a resent command was refused: {reason}")));
        }
        Ok(())
    }

    /// Resends an answered command and compares the answers.
    async fn resend(&mut self, place: usize) -> Result<(), Trouble> {
        self.resent += 1;
        match self.ask(place).await? {
            Ok(version) => self.with(|ledger| ledger.acknowledge(place, version)),
            Err(reason) if self.shared && is_outage(&reason) => return Err(Trouble::new(reason)),
            Err(_) => self.with(Ledger::contradict),
        }
        Ok(())
    }

    /// Sends the command at an index and applies the answer.
    async fn submit(&mut self, place: usize) -> Result<Result<(), String>, Trouble> {
        self.unanswered = Some(place);
        let version = match self.ask(place).await? {
            Ok(version) => version,
            Err(reason) => return Ok(Err(reason)),
        };
        let sent = self.with(|ledger| {
            ledger.acknowledge(place, version);
            ledger.submission(place).cloned()
        })?;
        (self.unanswered, self.answered, self.version) = (None, Some(place), version);
        if let Err(error) = self.session.take(sent.player, &sent.command) {
            // The server accepted something that is impossible in the players' view.
            self.disagreements += 1;
            return Err(error);
        }
        Ok(Ok(()))
    }

    async fn ask(&mut self, place: usize) -> Result<Result<u64, String>, Trouble> {
        let sent = self.with(|ledger| ledger.submission(place).cloned())?;
        let links = self.links.as_mut().ok_or_else(|| Trouble::new("no player is connected"))?;
        let link = sent.player.of_mut(links);
        link.say(&sent.message()).await?;
        link.answer_to(&sent.id).await
    }

    /// A player's next step. Now and then a command is sent twice.
    pub async fn step(&mut self) -> Result<Step, Trouble> {
        if self.unanswered.is_none() {
            let (session, dice) = (&self.session, &mut self.dice);
            let next = if self.lively { session.next_deed(dice) } else { session.next_move(dice) };
            let Some((player, command)) = next else { return Ok(Step::Over) };
            let seen = self.dice.happens(128).then_some(self.version);
            self.unanswered = Some(self.with(|ledger| ledger.send(player, command, seen)));
        }
        let Some(place) = self.unanswered else { return Ok(Step::Over) };
        if let Err(reason) = self.submit(place).await? {
            return Ok(Step::Refused(reason));
        }
        if self.dice.happens(32) {
            self.resend(place).await?;
        }
        Ok(Step::Done)
    }

    /// Plays to the end, or this many moves.
    pub async fn play(&mut self, moves: usize) -> Result<(), Trouble> {
        for _ in 0..moves {
            match self.step().await? {
                Step::Done => {}
                Step::Over => break,
                Step::Refused(reason) => {
                    return Err(Trouble::new(format!("a command was refused: {reason}")));
                }
            }
        }
        Ok(())
    }

    /// The number of differences between the room's public state and the players' view.
    pub async fn compare(&mut self, server: SocketAddr) -> Result<usize, Trouble> {
        let shown = self.guests.look(server).await?;
        self.check_age(&shown)?;
        self.differs(&shown)
    }

    /// While the database is away, a server shows a room as it knows it, which may be too old to be compared.
    fn check_age(&self, shown: &Value) -> Result<(), Trouble> {
        if self.shared && shown.get("version").and_then(Value::as_u64) < Some(self.version) {
            return Err(Trouble::new("the room is not up to date, because the database is away"));
        }
        Ok(())
    }

    /// The same players in the room of their rematch, with their keys; none without a rematch.
    pub async fn rematch(&mut self, server: SocketAddr) -> Result<Option<Self>, Trouble> {
        let Some(accepted) = self.answered.filter(|_| self.session.is_rematched()) else { return Ok(None) };
        let shown = self.guests.look(server).await?;
        let room = shown.get("rematch").and_then(Value::as_str);
        let room = room.ok_or_else(|| Trouble::new("the room does not name its rematch"))?.to_owned();
        let keys = self.session.rematched().map(|player| self.guests.key(player).to_owned());
        let guests = Guests { room, keys, wish: self.guests.wish.clone() };
        let begun = self.with(|ledger| ledger.submission(accepted).map(|sent| sent.sent))?;
        let contest = Self::of(guests, self.dice.clone(), begun)?;
        Ok(Some(Self { lively: self.lively, shared: self.shared, ..contest }))
    }

    fn with<T>(&self, look: impl FnOnce(&mut Ledger) -> T) -> T {
        look(&mut self.ledger.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Whether a refusal says nothing about the command, only that the server cannot do anything now.
fn is_outage(reason: &str) -> bool {
    ["try again", "shutting down", "interrupted"].iter().any(|words| reason.contains(words))
}

/// A snapshot of a ledger.
#[must_use]
pub fn copy(ledger: &SharedLedger) -> Ledger {
    ledger.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
