//! Two players in a room over their two websockets. They act by chance and by the rules, and write everything down.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use numberline_table::Dice;
use serde_json::Value;

use crate::{ClientSession, Guests, Ledger, Link, Trouble};

/// A ledger that others look at while the match goes on.
pub type SharedLedger = Arc<Mutex<Ledger>>;

/// Two players in a room.
pub struct Contest {
    guests: Guests,
    session: ClientSession,
    ledger: SharedLedger,
    dice: Dice,
    /// Whether they do everything that a room has for them, and not only move.
    lively: bool,
    /// The last version that was acknowledged.
    version: u64,
    /// A command that was sent and not answered; the players do not know what became of it.
    unanswered: Option<usize>,
    /// The last command that was answered.
    answered: Option<usize>,
    links: Option<[Link; 2]>,
    /// How often the room looked otherwise than it should have.
    pub disagreements: usize,
    /// How often a command was sent again that had been answered.
    pub resent: usize,
}

/// What came of wanting to do something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A command was acknowledged.
    Done,
    /// There is nothing more to do.
    Over,
    /// The server refuses, and says why. The players still mean to do it.
    Refused(String),
}

impl Contest {
    /// Two players meet to play what they wish.
    pub async fn meet(server: SocketAddr, wish: &Value, dice: Dice) -> Result<Self, Trouble> {
        let begun = Instant::now();
        Self::of(Guests::meet(server, wish).await?, dice, begun)
    }

    /// Two players who sit in a room since that instant, and have done nothing there.
    fn of(guests: Guests, dice: Dice, begun: Instant) -> Result<Self, Trouble> {
        let (session, ledger) = (ClientSession::new(&guests.wish)?, Ledger::new(&guests.room, begun));
        Ok(Self {
            guests,
            session,
            ledger: Arc::new(Mutex::new(ledger)),
            dice,
            lively: false,
            version: 2,
            unanswered: None,
            answered: None,
            links: None,
            disagreements: 0,
            resent: 0,
        })
    }

    /// The same players, who do everything that a room has for them.
    #[must_use]
    pub fn lively(self) -> Self {
        Self { lively: true, ..self }
    }

    /// The room and its keys.
    #[must_use]
    pub fn guests(&self) -> &Guests {
        &self.guests
    }

    /// What was sent and answered.
    #[must_use]
    pub fn ledger(&self) -> SharedLedger {
        Arc::clone(&self.ledger)
    }

    /// The last version that was acknowledged.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Leaves without a word.
    pub fn hang_up(&mut self) {
        self.links = None;
    }

    /// Comes back: both sit down again, look at the room, and send again what they do not know the fate of.
    pub async fn come_back(&mut self, server: SocketAddr) -> Result<(), Trouble> {
        self.links = None;
        let mut links = self.guests.enter_both(server).await?;
        let [one, _] = &mut links;
        let shown = one.picture().await?;
        self.links = Some(links);
        self.disagreements += usize::from(self.differs(&shown)? > 0);
        self.send_again().await
    }

    /// In how many ways a room is shown otherwise than the players know it. At most the unanswered command is there besides.
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

    /// Sends the last answered command again and any other one, and the one that was not answered.
    async fn send_again(&mut self) -> Result<(), Trouble> {
        if let Some(place) = self.answered {
            self.resend(place).await?;
            let any = self.dice.below(place as u64) as usize;
            self.resend(any).await?;
        }
        if let Some(place) = self.unanswered
            && let Err(reason) = self.submit(place).await?
        {
            return Err(Trouble::new(format!("a command was refused when it was sent again: {reason}")));
        }
        Ok(())
    }

    /// Sends a command again that was answered before, and holds the answers against each other.
    async fn resend(&mut self, place: usize) -> Result<(), Trouble> {
        self.resent += 1;
        match self.ask(place).await? {
            Ok(version) => self.with(|ledger| ledger.acknowledge(place, version)),
            Err(_) => self.with(Ledger::contradict),
        }
        Ok(())
    }

    /// Sends the command at a place, and takes the answer over.
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
            // The server took something that cannot be done where the players are.
            self.disagreements += 1;
            return Err(error);
        }
        Ok(Ok(()))
    }

    async fn ask(&mut self, place: usize) -> Result<Result<u64, String>, Trouble> {
        let sent = self.with(|ledger| ledger.submission(place).cloned())?;
        let links = self.links.as_mut().ok_or_else(|| Trouble::new("nobody is connected"))?;
        let link = sent.player.of_mut(links);
        link.say(&sent.message()).await?;
        link.answer_to(&sent.id).await
    }

    /// What somebody does next. Now and then a command is sent twice.
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

    /// Plays to the end, or so many moves.
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

    /// In how many ways the room, as it is shown to everybody, is not as the players know it.
    pub async fn compare(&mut self, server: SocketAddr) -> Result<usize, Trouble> {
        let shown = self.guests.look(server).await?;
        self.differs(&shown)
    }

    /// The same players in the room that their rematch has opened, with the keys that they have; none if they do not play
    /// again.
    pub async fn rematch(&mut self, server: SocketAddr) -> Result<Option<Self>, Trouble> {
        let Some(accepted) = self.answered.filter(|_| self.session.is_rematched()) else { return Ok(None) };
        let shown = self.guests.look(server).await?;
        let room = shown.get("rematch").and_then(Value::as_str);
        let room = room.ok_or_else(|| Trouble::new("nobody says where the rematch is"))?.to_owned();
        let keys = self.session.rematched().map(|player| self.guests.key(player).to_owned());
        let guests = Guests { room, keys, wish: self.guests.wish.clone() };
        let begun = self.with(|ledger| ledger.submission(accepted).map(|sent| sent.sent))?;
        let contest = Self::of(guests, self.dice.clone(), begun)?;
        Ok(Some(Self { lively: self.lively, ..contest }))
    }

    fn with<T>(&self, look: impl FnOnce(&mut Ledger) -> T) -> T {
        look(&mut self.ledger.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A copy of a ledger as it is now.
#[must_use]
pub fn copy(ledger: &SharedLedger) -> Ledger {
    ledger.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
