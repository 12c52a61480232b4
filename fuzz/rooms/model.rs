//! What a room should do, written down a second time and as simply as possible: plain fields, no log, no session.

use std::time::Duration;

use numberline_rules::{Choices, Seat, SubmitError, Turn};
use numberline_server::{
    Charter, ClockView, Command, CommandError, Plies, Room, RoomEvent, RoomStanding, RoomState, SeatKey,
    SecretFate,
};
use numberline_table::{AnyMatch, NameError, RoundError, UndoError};
use numberline_wire::TurnJson;

/// A player's key, by the version at which they sat down.
pub(super) fn key(version: usize) -> SeatKey {
    format!("{version:032x}").parse().expect("a key")
}

/// One of the two players, known by the seat of the first round.
struct Player {
    is_computer: bool,
    name: Option<&'static str>,
    /// How long the log was when they sat down.
    sat: Option<usize>,
}

/// A room, in short.
pub(super) struct Model {
    players: [Player; 2],
    begin: Box<dyn AnyMatch>,
    game: Box<dyn AnyMatch>,
    plies: Vec<Choices<String>>,
    /// Secret choices by seat, with the places of their entries in the log.
    secret: [Option<(String, usize)>; 2],
    ending: Option<(Option<Seat>, &'static str)>,
    offer: Option<(&'static str, Seat, u64)>,
    version: u64,
    /// When the position was reached, and when the round began.
    since: [u64; 2],
    /// When each player last made a secret choice.
    chose: [u64; 2],
    rounds: u32,
    best_of: bool,
    swaps: bool,
    round: usize,
    /// Of the rounds before this one, by player; and the draws.
    wins: [u32; 2],
    draws: u32,
    rematch: bool,
    withdrawn: bool,
    time: Option<[Duration; 2]>,
    left: [Duration; 2],
}

impl Model {
    pub(super) fn new(charter: &Charter) -> Self {
        let (wish, terms) = (charter.wish(), charter.terms());
        let first = wish.first.as_ref().map(ToString::to_string);
        let begin = match first.as_deref() {
            Some("2") => terms.game.start(&terms.start().settings(), Seat::Two).expect("Player 2 may begin"),
            _ => terms.start().copy(),
        };
        let time = charter.time().map(|time| [time.seconds, time.increment]);
        let time = time.map(|time| time.map(|seconds| Duration::from_secs(seconds.into())));
        let full = time.map_or(Duration::ZERO, |[full, _]| full);
        let player = |seat: Seat| Player {
            is_computer: seat.of::<String>(&wish.players) != "human",
            name: None,
            sat: None,
        };
        Self {
            players: Seat::BOTH.map(player),
            game: begin.copy(),
            begin,
            plies: Vec::new(),
            secret: [None, None],
            ending: None,
            offer: None,
            version: 0,
            since: [0, 0],
            chose: [0, 0],
            rounds: wish.rounds,
            best_of: wish.best_of,
            swaps: wish.seats.as_deref() == Some("swap"),
            round: 1,
            wins: [0, 0],
            draws: 0,
            rematch: false,
            withdrawn: false,
            time,
            left: [full, full],
        }
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn round(&self) -> usize {
        self.round
    }

    pub(super) fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// The choice of a seat that waits for the other's.
    pub(super) fn waiting(&self, seat: Seat) -> Option<&str> {
        seat.of(&self.secret).as_ref().map(|(text, _)| text.as_str())
    }

    /// The places of the entries whose choices wait.
    pub(super) fn secret_entries(&self) -> impl Iterator<Item = usize> + use<> {
        self.secret.clone().into_iter().flatten().map(|(_, place)| place)
    }

    pub(super) fn forget(&mut self) {
        self.secret = [None, None];
    }

    /// The player in a seat, and the seat of a player: in every other round they have changed.
    pub(super) fn home(&self, seat: Seat) -> Seat {
        if self.swaps && self.round.is_multiple_of(2) { seat.other() } else { seat }
    }

    fn is_taken(&self, home: Seat) -> bool {
        let player = home.of(&self.players);
        player.is_computer || player.sat.is_some()
    }

    fn is_full(&self) -> bool {
        Seat::BOTH.into_iter().all(|home| self.is_taken(home))
    }

    /// The seat that a new player gets. Nobody changes seats before both are here.
    pub(super) fn may_join(&self, seat: Option<Seat>, name: Option<&str>) -> Result<Seat, CommandError> {
        if self.withdrawn {
            return Err(CommandError::Withdrawn);
        }
        let seat = match (seat, self.is_full()) {
            (_, true) => return Err(CommandError::Full),
            (Some(seat), false) if self.is_taken(seat) => return Err(CommandError::Taken),
            (Some(seat), false) => seat,
            (None, false) if self.is_taken(Seat::One) => Seat::Two,
            (None, false) => Seat::One,
        };
        let other = seat.other().of(&self.players).name;
        if name.is_some() && name == other { Err(NameError::Taken.into()) } else { Ok(seat) }
    }

    pub(super) fn join(&mut self, home: Seat, name: Option<&'static str>) {
        let player = home.of_mut(&mut self.players);
        player.name = name;
        player.sat = usize::try_from(self.version - 1).ok();
    }

    /// A command is out of date if what it is about came later than what its sender has seen.
    pub(super) fn is_current(&self, home: Seat, command: &Command, seen: u64) -> bool {
        let [position, round] = self.since;
        let about = match command {
            Command::Move { .. } => position.max(*home.of(&self.chose)),
            Command::AskBack => position,
            Command::Accept | Command::Decline => self.offer.map_or(0, |(_, _, since)| since),
            _ => round,
        };
        about <= seen && seen <= self.version
    }

    /// What a command leads to.
    pub(super) fn expect(&self, seat: Seat, command: &Command) -> Result<RoomEvent, CommandError> {
        let over = self.ending.is_some();
        if self.withdrawn {
            return Err(CommandError::Withdrawn);
        }
        match command {
            Command::Cancel if self.is_full() => return Err(CommandError::Begun),
            Command::Cancel => return Ok(RoomEvent::Cancelled),
            _ if !self.is_full() => return Err(CommandError::Waiting),
            Command::Emote { .. } if self.home(seat.other()).of(&self.players).is_computer => {
                return Err(CommandError::NoListener);
            }
            Command::Emote { emote } => return Ok(RoomEvent::Emoted { emote: *emote }),
            // Nobody leaves here, so there is nothing to claim.
            Command::Claim if !over => return Err(CommandError::NotGone),
            Command::Claim => return Err(SubmitError::Over.into()),
            _ => {}
        }
        match command {
            Command::NextRound | Command::OfferRematch if !over => Err(RoundError::NotOver.into()),
            Command::NextRound if self.is_decided() => Err(RoundError::NoMore.into()),
            Command::NextRound => Ok(RoomEvent::NextRound),
            Command::OfferRematch if self.rematch => Err(CommandError::Rematched),
            Command::OfferRematch | Command::OfferDraw | Command::AskBack if self.offer.is_some() => {
                Err(CommandError::OfferWaits)
            }
            Command::OfferRematch => Ok(RoomEvent::OfferedRematch),
            Command::OfferDraw | Command::AskBack | Command::Move { .. } | Command::Resign if over => {
                Err(SubmitError::Over.into())
            }
            Command::OfferDraw => Ok(RoomEvent::OfferedDraw),
            Command::AskBack if self.back_to(seat).is_none() => Err(UndoError::Nothing.into()),
            Command::AskBack => Ok(RoomEvent::AskedBack),
            Command::Accept => match self.offer {
                Some((kind, by, _)) if by != seat => Ok(accepted(kind)),
                _ => Err(CommandError::NoOffer),
            },
            Command::Decline if self.offer.is_none() => Err(CommandError::NoOffer),
            Command::Decline => Ok(RoomEvent::Declined),
            Command::Resign => Ok(RoomEvent::Resigned),
            Command::Move { text } => self.expect_move(seat, text),
            Command::Cancel | Command::Claim | Command::Emote { .. } => unreachable!("decided above"),
        }
    }

    fn expect_move(&self, seat: Seat, text: &str) -> Result<RoomEvent, CommandError> {
        let turn = self.game.turn();
        if !turn.acts(seat) {
            return Err(SubmitError::NotYourTurn.into());
        }
        let spelled = self.game.spell(text).map_err(|error| CommandError::Move(error.to_string()))?;
        self.game.check(seat, text).map_err(|error| CommandError::Move(error.to_string()))?;
        if self.waiting(seat).is_some() {
            return Ok(RoomEvent::ChoseAgain);
        }
        Ok(if turn == Turn::Both { RoomEvent::Chose } else { RoomEvent::Moved { text: spelled } })
    }

    /// How many plies are left when a seat's last one is taken back.
    fn back_to(&self, seat: Seat) -> Option<usize> {
        self.plies.iter().rposition(|ply| ply.get(seat).is_some())
    }

    /// Applies an event, says what becomes of secret choices, and compares how the plies change.
    pub(super) fn apply(
        &mut self,
        seat: Seat,
        event: &RoomEvent,
        chosen: Option<&str>,
        plies: &Plies,
    ) -> SecretFate {
        let entry = usize::try_from(self.version).unwrap_or(usize::MAX);
        self.version += 1;
        let before = self.plies.len();
        let mut fate = SecretFate::Untouched;
        let offer = self.offer.take();
        match event {
            RoomEvent::Joined { .. } | RoomEvent::Emoted { .. } => self.offer = offer,
            RoomEvent::Moved { text } => {
                self.press(seat);
                self.play(Choices::Of(seat, text.clone()));
            }
            RoomEvent::Chose => {
                let text = chosen.expect("a choice").to_owned();
                *self.home(seat).of_mut(&mut self.chose) = self.version;
                self.press(seat);
                *seat.of_mut(&mut self.secret) = Some((text.clone(), entry));
                fate = SecretFate::Keep(text.clone());
                if let [Some((one, _)), Some((two, _))] = self.secret.clone() {
                    fate = SecretFate::Reveal(text);
                    self.secret = [None, None];
                    self.play(Choices::Both(one, two));
                }
            }
            RoomEvent::ChoseAgain => {
                let text = chosen.expect("a choice").to_owned();
                *self.home(seat).of_mut(&mut self.chose) = self.version;
                *seat.of_mut(&mut self.secret) = Some((text.clone(), entry));
                fate = SecretFate::Keep(text);
            }
            RoomEvent::Cancelled => self.withdrawn = true,
            RoomEvent::Left | RoomEvent::Returned | RoomEvent::Claimed => unreachable!("nobody leaves"),
            RoomEvent::OfferedDraw => self.offer = Some(("draw", seat, self.version)),
            RoomEvent::AskedBack => self.offer = Some(("back", seat, self.version)),
            RoomEvent::OfferedRematch => self.offer = Some(("rematch", seat, self.version)),
            RoomEvent::Declined => {}
            RoomEvent::AgreedDraw => fate = self.end(None, "draw agreed"),
            RoomEvent::Resigned => fate = self.end(Some(seat.other()), "resigned"),
            RoomEvent::RanOut => fate = self.end(Some(seat.other()), "timed out"),
            RoomEvent::TookBack => {
                let (_, by, _) = offer.expect("there was a request");
                self.plies.truncate(self.back_to(by).expect("there was a move"));
                self.game = self.begin.copy();
                for ply in &self.plies {
                    self.game.play_turn(&ply.to_string()).expect("it was played before");
                }
                self.since[0] = self.version;
                fate = SecretFate::Forget;
            }
            RoomEvent::NextRound => self.begin_round(),
            RoomEvent::Rematched { .. } => self.rematch = true,
        }
        let kept = before.min(self.plies.len());
        let added: Vec<String> = self.plies[kept..].iter().map(Choices::to_string).collect();
        let shown: Vec<String> = plies.add.iter().map(|ply| ply.text.clone()).collect();
        assert_eq!((plies.from, shown), (kept, added), "how the plies change");
        fate
    }

    fn begin_round(&mut self) {
        match self.ending.take() {
            Some((Some(winner), _)) => *self.home(winner).of_mut(&mut self.wins) += 1,
            _ => self.draws += 1,
        }
        self.round += 1;
        self.game = self.begin.copy();
        self.plies.clear();
        self.secret = [None, None];
        self.since = [self.version; 2];
        self.left = self.time.map_or([Duration::ZERO; 2], |[full, _]| [full; 2]);
    }

    fn play(&mut self, ply: Choices<String>) {
        self.game.play_turn(&ply.to_string()).expect("a legal turn");
        self.plies.push(ply);
        self.since[0] = self.version;
        if let Turn::Over { winner } = self.game.turn() {
            self.ending = Some((Some(winner), "won"));
        }
    }

    fn end(&mut self, winner: Option<Seat>, kind: &'static str) -> SecretFate {
        self.ending = Some((winner, kind));
        SecretFate::Forget
    }

    /// The rounds that each player has won, and the draws, with this one as soon as it is over.
    fn score(&self) -> ([u32; 2], u32) {
        let (mut wins, mut draws) = (self.wins, self.draws);
        match self.ending {
            Some((Some(winner), _)) => *self.home(winner).of_mut(&mut wins) += 1,
            Some((None, _)) => draws += 1,
            None => {}
        }
        (wins, draws)
    }

    fn is_decided(&self) -> bool {
        let ([one, two], draws) = self.score();
        one + two + draws >= self.rounds || (self.best_of && one.max(two) * 2 > self.rounds)
    }

    pub(super) fn standing(&self) -> RoomStanding {
        match (self.is_full(), self.ending.is_some() && self.is_decided()) {
            (false, _) if self.withdrawn => RoomStanding::Over,
            (false, _) => RoomStanding::Open,
            (true, false) => RoomStanding::Live,
            (true, true) => RoomStanding::Over,
        }
    }

    /// Whether a seat's clock runs.
    fn thinks(&self, seat: Seat) -> bool {
        let acts = self.game.turn().acts(seat) && self.waiting(seat).is_none();
        self.time.is_some() && self.is_full() && self.ending.is_none() && acts
    }

    fn press(&mut self, seat: Seat) {
        let [_, increment] = self.time.unwrap_or_default();
        *seat.of_mut(&mut self.left) += increment;
    }

    pub(super) fn wait(&mut self, time: Duration) {
        for seat in Seat::BOTH.into_iter().filter(|seat| self.thinks(*seat)).collect::<Vec<_>>() {
            let left = seat.of_mut(&mut self.left);
            *left = left.saturating_sub(time);
        }
    }

    pub(super) fn fallen(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.thinks(*seat) && seat.of(&self.left).is_zero())
    }

    /// The room shows what the model knows, and no more.
    pub(super) fn assert_shown(&self, state: &RoomState, room: &Room) {
        assert_eq!((state.version, state.round), (self.version, self.round));
        assert_eq!((room.standing(), room.is_full()), (self.standing(), self.is_full()));
        assert_eq!(state.position, self.game.position());
        let turn = self.ending.map_or(self.game.turn(), |_| Turn::Over { winner: Seat::One });
        assert_eq!(state.turn, TurnJson(turn));
        for seat in Seat::BOTH {
            assert_eq!(*seat.of(&state.chosen), self.ending.is_none() && self.waiting(seat).is_some());
            assert_eq!(
                seat.of(&state.moves).is_empty(),
                !turn.acts(seat),
                "moves are shown to a seat that acts"
            );
            let (player, shown) = (self.home(seat).of(&self.players), seat.of(&state.players));
            assert_eq!((shown.computer, shown.home), (player.is_computer, self.home(seat).number()));
            let name = player.name.map_or_else(|| format!("Player {seat}"), str::to_owned);
            assert_eq!(shown.name.is_some(), self.is_taken(self.home(seat)));
            assert!(player.is_computer || shown.name.as_ref().is_none_or(|shown| *shown == name));
        }
        let offer = state.offer.as_ref().map(|offer| (offer.kind, offer.by));
        assert_eq!(offer, self.offer.map(|(kind, by, _)| (kind, by.number())));
        let ending = state.ending.as_ref().map(|ending| (ending.winner, ending.kind));
        assert_eq!(ending, self.ending.map(|(winner, kind)| (winner.map(Seat::number), kind)));
        let (wins, draws) = self.score();
        if let Some(score) = &state.score {
            assert_eq!((score.wins, score.draws), (Seat::BOTH.map(|seat| *self.home(seat).of(&wins)), draws));
        }
        assert_eq!(state.more_rounds, self.ending.is_some() && !self.is_decided());
        assert_eq!(state.rematch.is_some(), self.rematch);
        let clock = state.clock.as_ref().map(|ClockView { left, runs, .. }| (*left, *runs));
        let left = self.left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
        assert_eq!(clock, self.time.map(|_| (left, Seat::BOTH.map(|seat| self.thinks(seat)))));
    }

    /// In a rematch the players change seats once more, unless they keep them.
    pub(super) fn assert_seated_again(&self, room: &Room, key: impl Fn(usize) -> SeatKey) {
        for seat in Seat::BOTH {
            let home = self.home(if self.swaps { seat.other() } else { seat });
            let player = home.of(&self.players);
            assert_eq!(room.session().is_computer(seat), player.is_computer);
            assert_eq!(room.session().own_name(seat).map(ToString::to_string).as_deref(), player.name);
            let sits = player.sat.and_then(|sat| room.home_of(&key(sat).hash()));
            assert_eq!(sits, player.sat.map(|_| seat), "a key opens the seat of its holder");
        }
    }
}

fn accepted(kind: &str) -> RoomEvent {
    match kind {
        "draw" => RoomEvent::AgreedDraw,
        "back" => RoomEvent::TookBack,
        _ => RoomEvent::Rematched { room: "abcdefghijkm".parse().expect("the name of a room") },
    }
}
