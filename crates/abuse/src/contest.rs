//! Two players at a match over their two websockets. They play by chance and by the rules, and write everything down.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use numberline_rules::{Seat, Turn};
use numberline_table::{AnyMatch, Dice};
use serde_json::Value;

use crate::{Guests, Ledger, Link, Trouble};

/// A ledger that others look at while the match goes on.
pub type SharedLedger = Arc<Mutex<Ledger>>;

/// Two players at a match.
pub struct Contest {
    guests: Guests,
    game: Box<dyn AnyMatch>,
    ledger: SharedLedger,
    dice: Dice,
    /// The last version that was acknowledged.
    version: u64,
    /// A move that was sent and not answered; the players do not know what became of it.
    unanswered: Option<usize>,
    /// The last move that was answered.
    answered: Option<usize>,
    links: Option<[Link; 2]>,
    /// How often the room looked otherwise than it should have.
    pub disagreements: usize,
    /// How often a move was sent again that had been answered.
    pub resent: usize,
}

/// What came of wanting to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move was acknowledged.
    Moved,
    /// The match is over.
    Over,
    /// The server refuses, and says why. The players still mean to make the move.
    Refused(String),
}

impl Contest {
    /// Two players meet to play what they wish.
    pub async fn meet(server: SocketAddr, wish: &Value, dice: Dice) -> Result<Self, Trouble> {
        Self::of(Guests::meet(server, wish).await?, dice)
    }

    /// Two players who have met and not yet moved.
    pub fn of(guests: Guests, dice: Dice) -> Result<Self, Trouble> {
        let (game, ledger) = (guests.begin()?, Ledger::new(&guests.room));
        Ok(Self {
            guests,
            game,
            ledger: Arc::new(Mutex::new(ledger)),
            dice,
            version: 2,
            unanswered: None,
            answered: None,
            links: None,
            disagreements: 0,
            resent: 0,
        })
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
        let mut one = self.guests.enter(server, Seat::One).await?;
        let shown = loop {
            let message = one.hear_json().await?;
            if message.get("type").and_then(Value::as_str) == Some("game") {
                break message;
            }
        };
        let two = self.guests.enter(server, Seat::Two).await?;
        self.links = Some([one, two]);
        let known = plies(self.game.as_ref());
        let seen: Vec<&str> = shown
            .get("plies")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        // At most the unanswered move is there besides what is known.
        let expected =
            seen.len() == known.len() || (self.unanswered.is_some() && seen.len() == known.len() + 1);
        if !expected || seen.iter().zip(&known).any(|(seen, known)| seen != known) {
            self.disagreements += 1;
        }
        self.send_again().await
    }

    /// Sends the last answered move again, and the one that was not answered.
    async fn send_again(&mut self) -> Result<(), Trouble> {
        if let Some(place) = self.answered {
            self.resend(place).await?;
        }
        if let Some(place) = self.unanswered
            && let Err(reason) = self.submit(place).await?
        {
            return Err(Trouble::new(format!("a move was refused when it was sent again: {reason}")));
        }
        Ok(())
    }

    /// Sends a move again that was answered before, and holds the answers against each other.
    async fn resend(&mut self, place: usize) -> Result<(), Trouble> {
        self.resent += 1;
        match self.ask(place).await? {
            Ok(version) => self.with(|ledger| ledger.acknowledge(place, version)),
            Err(_) => self.with(Ledger::contradict),
        }
        Ok(())
    }

    /// Sends the move at a place, and takes the answer over.
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
        if let Err(error) = self.game.submit(sent.seat, &sent.text) {
            // The server took a move that the rules do not allow where the players are.
            self.disagreements += 1;
            return Err(Trouble::new(format!("{}: {error}", sent.text)));
        }
        Ok(Ok(()))
    }

    async fn ask(&mut self, place: usize) -> Result<Result<u64, String>, Trouble> {
        let sent = self.with(|ledger| ledger.submission(place).cloned())?;
        let links = self.links.as_mut().ok_or_else(|| Trouble::new("nobody is connected"))?;
        let link = sent.seat.of_mut(links);
        link.say(&sent.message()).await?;
        link.answer_to(&sent.id).await
    }

    /// The next move of whoever is to act. Now and then a move is sent twice.
    pub async fn step(&mut self) -> Result<Step, Trouble> {
        if self.unanswered.is_none() {
            let Some((seat, text)) = self.choose() else { return Ok(Step::Over) };
            let seen = self.dice.happens(128).then_some(self.version);
            let place = self.with(|ledger| ledger.send(seat, &text, seen));
            self.unanswered = Some(place);
        }
        let Some(place) = self.unanswered else { return Ok(Step::Over) };
        if let Err(reason) = self.submit(place).await? {
            return Ok(Step::Refused(reason));
        }
        if self.dice.happens(32) {
            self.resend(place).await?;
        }
        Ok(Step::Moved)
    }

    /// Plays to the end, or so many moves.
    pub async fn play(&mut self, moves: usize) -> Result<(), Trouble> {
        for _ in 0..moves {
            match self.step().await? {
                Step::Moved => {}
                Step::Over => break,
                Step::Refused(reason) => return Err(Trouble::new(format!("a move was refused: {reason}"))),
            }
        }
        Ok(())
    }

    fn choose(&mut self) -> Option<(Seat, String)> {
        let turn = self.game.turn();
        let acts = |seat: &Seat| turn.acts(*seat) && !self.game.has_chosen(*seat);
        let seat = Seat::BOTH.into_iter().find(acts)?;
        let dice = &mut self.dice;
        self.game.pick(seat, &mut |count| dice.below(count)).map(|text| (seat, text))
    }

    /// Whether the match has ended by the rules.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.game.turn(), Turn::Over { .. })
    }

    /// How often the room, as it is shown to everybody, differs from what the players know: position, plies and version.
    pub async fn compare(&mut self, server: SocketAddr) -> Result<usize, Trouble> {
        let shown = self.guests.look(server).await?;
        let position = shown.get("position").and_then(Value::as_str);
        let version = shown.get("version").and_then(Value::as_u64);
        let plies_shown: Vec<&str> = shown
            .get("plies")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let over = shown.get("ending").is_some_and(|ending| !ending.is_null());
        let wrong = [
            position != Some(self.game.position().as_str()),
            version != Some(self.version),
            plies_shown != plies(self.game.as_ref()),
            over != self.is_over(),
        ];
        Ok(wrong.into_iter().filter(|wrong| *wrong).count())
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

fn plies(game: &dyn AnyMatch) -> Vec<String> {
    game.plies().iter().map(ToString::to_string).collect()
}
