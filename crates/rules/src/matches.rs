//! One playthrough: a start, the plies since, and the choices that wait in secret for the other seat's.

use alloc::vec::Vec;
use core::fmt;

use crate::{Choices, Game, Seat, Turn};

/// One playthrough of a game.
///
/// A seat's choice in a simultaneous turn waits in here until the other seat has chosen too. A caller can ask *that* a
/// seat has chosen, never *what*: there is no way to read it, and it is not part of the debug output either.
#[derive(Clone)]
pub struct Match<G: Game> {
    start: G,
    position: G,
    plies: Vec<Choices<G::Move>>,
    pending: [Option<G::Move>; 2],
}

/// Why a move was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SubmitError<I> {
    /// The game is over.
    Over,
    /// It is the other seat's turn.
    NotYourTurn,
    /// The seat has already chosen and waits for the other.
    AlreadyChosen,
    /// The rules do not allow the move here.
    Illegal(I),
}

impl<I: fmt::Display> fmt::Display for SubmitError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("The game is over."),
            Self::NotYourTurn => f.write_str("It is the other player's turn."),
            Self::AlreadyChosen => f.write_str("You have chosen already; the other player has not."),
            Self::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl<I: fmt::Debug + fmt::Display> core::error::Error for SubmitError<I> {}

impl<G: Game> Match<G> {
    /// A match from the book's start.
    #[must_use]
    pub fn new(variant: &G::Variant) -> Self {
        Self::from_position(G::start(variant))
    }

    /// A match from any position.
    #[must_use]
    pub fn from_position(start: G) -> Self {
        Self { position: start.clone(), start, plies: Vec::new(), pending: [None, None] }
    }

    /// Where the match began.
    #[must_use]
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The finished plies.
    #[must_use]
    pub fn plies(&self) -> &[Choices<G::Move>] {
        &self.plies
    }

    /// Who acts.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.position.turn()
    }

    /// Whether the seat has made a choice that waits for the other's.
    #[must_use]
    pub fn has_chosen(&self, seat: Seat) -> bool {
        seat.of(&self.pending).is_some()
    }

    /// Submits a seat's move: returns the choices that were played with it, or `None` while it waits for the other seat's.
    pub fn submit(
        &mut self,
        seat: Seat,
        chosen: G::Move,
    ) -> Result<Option<Choices<G::Move>>, SubmitError<G::Illegal>> {
        let turn = self.turn();
        if !turn.acts(seat) {
            return Err(if turn.winner().is_some() { SubmitError::Over } else { SubmitError::NotYourTurn });
        }
        if self.has_chosen(seat) {
            return Err(SubmitError::AlreadyChosen);
        }
        self.position.check(seat, chosen).map_err(SubmitError::Illegal)?;
        let choices = match turn {
            Turn::Both => {
                *seat.of_mut(&mut self.pending) = Some(chosen);
                let [Some(one), Some(two)] = self.pending else { return Ok(None) };
                Choices::Both(one, two)
            }
            Turn::Of(_) | Turn::Over { .. } => Choices::Of(seat, chosen),
        };
        self.position.play(&choices);
        self.pending = [None, None];
        self.plies.push(choices);
        Ok(Some(choices))
    }

    /// Takes back a choice that waits for the other seat's. Says whether there was one.
    pub fn withdraw(&mut self, seat: Seat) -> bool {
        seat.of_mut(&mut self.pending).take().is_some()
    }

    /// Takes back the last finished ply, and any waiting choice with it. Says whether there was one.
    ///
    /// The plies are played again from the start: a match on a line of a million cells then needs no million copies.
    pub fn undo(&mut self) -> bool {
        if self.plies.pop().is_none() {
            return false;
        }
        self.pending = [None, None];
        self.position = self.start.clone();
        for choices in &self.plies {
            self.position.play(choices);
        }
        true
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("position", &self.position)
            .field("plies", &self.plies)
            .field("has_chosen", &Seat::BOTH.map(|seat| self.has_chosen(seat)))
            .finish_non_exhaustive()
    }
}
