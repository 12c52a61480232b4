//! Resumes a session from its records.

use numberline_rules::Seat;

use super::Session;
use super::records::plies;
use crate::seating::usual_names_in;
use crate::{Date, Ending, Record, ReplayError, Request, RequestError, Rounds, Seats, Table, Terms};

/// Why a session cannot be resumed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResumeError {
    /// The last match has ended.
    #[error("the game is finished")]
    Finished,
    /// The record cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The overrides do not fit.
    #[error(transparent)]
    Request(#[from] RequestError),
}

impl Session {
    /// Resumes the last of some records, which belong to one session. Players, limits and seat changes are as
    /// the record says, unless `asked` says otherwise. Without a seed in the record, chance comes from `drawn`.
    pub fn resume(
        mut records: Vec<Record>,
        asked: &Request,
        date: Option<Date>,
        drawn: u64,
    ) -> Result<Self, ResumeError> {
        let last = records.pop().filter(|record| record.ending().is_none()).ok_or(ResumeError::Finished)?;
        let (game, tags) = (last.game(), &last.tags);
        let mut players = tags.computers;
        for seat in Seat::BOTH {
            if seat.of(&asked.players).is_some() {
                *seat.of_mut(&mut players) = asked.player(game, seat)?;
            }
        }
        let mut limits = asked.limits()?;
        limits.max_invalid = limits.max_invalid.or(tags.limits.max_invalid);
        limits.max_turns = limits.max_turns.or(tags.limits.max_turns);
        // A player named after a kind of computer or after a seat has no name of their own.
        // Two computers of a kind may be numbered by the seats of the first round or of this one.
        let usual = [players, tags.computers, [None, None]];
        let usual = usual.map(|players| [false, true].map(|swapped| usual_names_in(players, swapped)));
        let names = Seat::BOTH.map(|seat| {
            let name = seat.of(&tags.names);
            (!usual.iter().flatten().any(|usual| seat.of(usual) == name)).then(|| name.clone())
        });
        let terms = Terms {
            game,
            start: last.set_up()?,
            second: None,
            players,
            names,
            first: None,
            rounds: Rounds::of(tags.round),
            // If the records of a session do not say so, its players have kept their seats so far.
            seats: asked.seats()?.or(tags.seats).or(tags.round.map(|_| Seats::Keep)),
            limits,
            turns: None,
            seed: tags.seed,
        };
        let at = last.replayed()?;
        let mut session = Self::begin(terms, tags.date.or(date), drawn);
        for record in &records {
            let winner = record.ending().map(Ending::winner);
            // Players are known by their seats in the first round.
            winner.into_iter().for_each(|winner| session.score.count(winner.map(|seat| session.home(seat))));
            session.changed = record.tags.seats == Some(Seats::Swap);
            session.swapped ^= session.changed;
        }
        if session.swapped {
            session.people.reverse();
        }
        session.decisions = tags.decisions.unwrap_or_else(|| plies(&records, &last));
        session.table = Table::new(at, session.names_with(session.swapped), session.terms.table_limits());
        session.finished = records;
        session.earlier = Some(last);
        Ok(session)
    }
}
