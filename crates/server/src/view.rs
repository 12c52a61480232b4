//! The public state of a room. Players and spectators see the same: secrets are not in here.

mod columns;
mod diff;
mod glance;
mod listed;
mod parts;
mod phrase;
mod play;
mod ply;
mod shown;
mod step;

use std::time::Instant;

use numberline_rules::{Seat, Turn};
use numberline_table::{Ply, changed_settings};
use numberline_wire::{LandmarkJson, LastPlyJson, MoveView, TurnJson, VariantJson, WholeJson};
use serde::Serialize;
use utoipa::ToSchema;

use crate::charter::TimeControl;
use crate::command::Emote;
use crate::entry::{LogEntry, RoomEvent};
use crate::error::sentence;
use crate::room::{Applied, Plies, Room};

pub(crate) use diff::{Before, Diff, DiffBody};
pub use glance::Glance;
pub use listed::Listed;
pub use parts::{ClaimView, ClockView, EndingView, OfferView, PlayerView, PlyView, PresenceView, ScoreView};
pub(crate) use step::Step;

use play::{Play, last_ply};

/// The maximum number of a seat's moves that are listed. Others can be typed.
const MOST_MOVES: usize = 400;

/// A room with everything that happened in this round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "game", rename_all = "camelCase")]
#[schema(as = Game)]
pub struct GameView {
    /// The name of the room.
    pub room: String,
    /// The slug of the game.
    pub game: &'static str,
    /// The title of the game.
    pub title: &'static str,
    /// What a move chooses: `number`, `step`, `card`.
    pub piece: &'static str,
    /// Each parameter with its value.
    pub variant: VariantJson,
    /// The same as `length=10 misere=no`.
    pub settings: String,
    /// What differs from the book, in words.
    pub differs: Option<String>,
    /// The starting position.
    pub start: String,
    /// The number of rounds.
    pub rounds: u32,
    /// Whether the session ends as soon as it is decided.
    pub best_of: bool,
    /// Whether the players change seats after each round: `swap` or `keep`.
    pub seats: &'static str,
    /// Whether the lobby lists the room.
    pub listed: bool,
    /// The time control.
    pub time: Option<TimeControl>,
    /// The seed, if the player who opened the room chose it: they may know what a computer will do.
    pub seed: Option<WholeJson>,
    /// The current state.
    #[serde(flatten)]
    pub state: RoomState,
    /// The finished plies of this round.
    pub plies: Vec<PlyView>,
}

/// A change of a room, made by one log entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "change", rename_all = "camelCase")]
pub struct Change {
    /// The name of the room.
    pub room: String,
    /// What happened: `moved`, `chose`, `joined`, `offered draw` …
    pub what: &'static str,
    /// Who did it, by their current seat.
    pub by: Option<u8>,
    /// What the player said, where that is what happened.
    pub emote: Option<Emote>,
    /// How it changed the finished plies of the round.
    pub plies: Plies,
    /// The current state.
    #[serde(flatten)]
    pub state: RoomState,
}

/// The current state of a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = State)]
pub struct RoomState {
    /// The number of entries in the log.
    pub version: u64,
    /// The players in the seats.
    #[schema(min_items = 2, max_items = 2)]
    pub players: [PlayerView; 2],
    /// The position as text.
    pub position: String,
    /// The number of the first cell.
    pub first: i64,
    /// A letter for each cell: `.` open, `x` crossed out, `1` and `2` claimed, `-` blocked, `o` the shared piece, `A` and
    /// `B` a seat's own piece.
    pub cells: String,
    /// The cards in the seats' hands, in a game with cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 2, max_items = 2)]
    pub hands: Option<[Vec<u8>; 2]>,
    /// Who acts: 1, 2, `both` or `over`.
    pub turn: TurnJson,
    /// Which seats have made a choice that waits for the other's.
    #[schema(min_items = 2, max_items = 2)]
    pub chosen: [bool; 2],
    /// The moves of the seat to move, or of each seat where both act.
    #[schema(min_items = 2, max_items = 2)]
    pub moves: [Vec<MoveView>; 2],
    /// The current round, counted from 1.
    pub round: usize,
    /// The same as it is announced, `Round 2 of 3`; none for a single match.
    pub round_text: Option<String>,
    /// Who sits where in this round, as a sentence, if the players changed seats for it.
    pub seat_change: Option<String>,
    /// The result of the toss, as a sentence, in the first round of a room that began with one.
    pub toss: Option<String>,
    /// What to do and how to win, in one sentence.
    pub goal: String,
    /// The cells that mean something wherever the pieces are.
    pub landmarks: Vec<LandmarkJson>,
    /// The last finished ply, as a sentence.
    pub played: Option<String>,
    /// The same with the cells that it changed.
    pub last_ply: Option<LastPlyJson>,
    /// A note for a position that has come up for the third time.
    pub repetition: Option<&'static str>,
    /// What to ask a player before they offer a draw to a computer.
    pub draw_question: Option<String>,
    /// The offer that waits for an answer.
    pub offer: Option<OfferView>,
    /// How the match ended, if it has.
    pub ending: Option<EndingView>,
    /// The score, in a session of rounds.
    pub score: Option<ScoreView>,
    /// Whether another round can begin.
    pub more_rounds: bool,
    /// The clocks, in a room that has them.
    pub clock: Option<ClockView>,
    /// The room of the rematch.
    pub rematch: Option<String>,
    /// Whether the challenge was withdrawn before the game began.
    pub withdrawn: bool,
    /// Who can claim the win, because the opponent has left.
    pub claim: Option<ClaimView>,
    /// A note if a computer does not play as its name promises.
    pub note: Option<String>,
}

impl GameView {
    /// The room at an instant.
    #[must_use]
    pub fn of(room: &Room, now: Instant) -> Self {
        let (game, wish) = (room.session().at(), room.charter().wish());
        let (info, settings) = (game.info(), game.settings());
        Self {
            room: room.id().to_string(),
            game: info.slug,
            title: info.title,
            piece: info.piece,
            settings: settings.to_string(),
            differs: changed_settings(&settings),
            variant: VariantJson(settings),
            start: game.start(),
            rounds: wish.rounds,
            best_of: wish.best_of,
            seats: room.session().seats().word(),
            listed: wish.listed,
            time: wish.time,
            seed: wish.chosen_seed(),
            state: RoomState::of(room, now, None),
            plies: game.replay().iter().map(|ply| PlyView::of(room.session(), ply)).collect(),
        }
    }
}

impl Change {
    /// The change of the room by an entry that has just been applied.
    #[must_use]
    pub fn of(room: &Room, entry: &LogEntry, plies: Plies, now: Instant) -> Self {
        Self::with(room, entry, plies, RoomState::of(room, now, None))
    }

    /// The same, where the ply that the entry has finished is known.
    pub(crate) fn by(room: &Room, entry: &LogEntry, applied: &Applied, now: Instant) -> Self {
        Self::with(room, entry, applied.plies(room), RoomState::of(room, now, applied.ply()))
    }

    fn with(room: &Room, entry: &LogEntry, plies: Plies, state: RoomState) -> Self {
        Self {
            room: room.id().to_string(),
            what: entry.event.kind(),
            by: entry.seat.map(|home| room.session().home(home).number()),
            emote: match entry.event {
                RoomEvent::Emoted { emote } => Some(emote),
                _ => None,
            },
            plies,
            state,
        }
    }
}

impl RoomState {
    /// The room at an instant. The last finished ply is looked up unless it is known.
    fn of(room: &Room, now: Instant, last: Option<&Ply>) -> Self {
        Self { moves: Seat::BOTH.map(|seat| moves(room, seat)), ..Self::without_moves(room, now, last) }
    }

    /// The same as if nobody could move.
    fn without_moves(room: &Room, now: Instant, last: Option<&Ply>) -> Self {
        let (session, table) = (room.session(), room.session().table());
        let game = session.at();
        let play = Play::of(room, now);
        let last_ply = last_ply(room, last);
        Self {
            version: room.version(),
            players: Seat::BOTH.map(|seat| PlayerView {
                name: room.name(seat).map(ToString::to_string),
                computer: session.is_computer(seat),
                kind: session.player(seat).map(|player| player.to_string()),
                home: session.home(seat).number(),
            }),
            position: play.position,
            first: game.extent().first,
            cells: play.cells,
            hands: play.hands,
            turn: play.turn,
            chosen: play.chosen,
            moves: Default::default(),
            round: session.round(),
            round_text: session.announcement(),
            seat_change: session.seat_change().map(|change| sentence(&change)),
            toss: session.toss().filter(|_| session.round() == 1).map(ToOwned::to_owned),
            goal: table.goal().whole,
            landmarks: LandmarkJson::all(game, session.names()),
            played: last_ply.as_ref().map(|last| last.text.clone()),
            last_ply,
            repetition: play.repetition,
            draw_question: play.draw_question,
            offer: play.offer,
            ending: play.ending,
            score: play.score,
            more_rounds: play.more_rounds,
            clock: play.clock,
            rematch: room.rematch().map(|room| room.to_string()),
            withdrawn: room.is_withdrawn(),
            claim: play.claim,
            note: play.note,
        }
    }
}

/// Whose turn it is; none once the match is over.
fn turn(room: &Room) -> Option<Turn> {
    let table = room.session().table();
    table.ending().is_none().then(|| room.session().at().turn())
}

/// The moves of a seat.
pub(crate) fn moves(room: &Room, seat: Seat) -> Vec<MoveView> {
    let (session, game) = (room.session(), room.session().at());
    match turn(room) {
        Some(turn) if turn.acts(seat) => {
            MoveView::all(game, seat, game.extent(), MOST_MOVES, session.names())
        }
        _ => Vec::new(),
    }
}
