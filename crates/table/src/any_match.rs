//! A match of any game behind one interface: moves and positions are texts, pictures are plain data.

use std::any::Any;

use numberline_rules::{
    Aim, Choices, Game, Info, Line, Match, Played, Refusal, Seat, Settings, Span, Submitted, Turn, Variant,
};

/// A finished ply of any game: the moves as texts, and the touched cells before and after.
pub type Ply = Played<String>;

/// Why a move was not taken. The text is a whole sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is no move of this game.
    #[error("{0}")]
    Unreadable(String),
    /// The move is not allowed here and now.
    #[error("{0}")]
    NotAllowed(String),
}

/// A match of any game.
pub trait AnyMatch: Any + Send {
    /// What the catalog says of the game.
    fn info(&self) -> &'static Info;
    /// The variant being played.
    fn settings(&self) -> Settings;
    /// Where the match began, as text.
    fn start(&self) -> String;
    /// Whether the match began where the book begins.
    fn is_from_the_book(&self) -> bool;
    /// Where it stands, as text.
    fn position(&self) -> String;
    /// Who acts.
    fn turn(&self) -> Turn;
    /// Whether the seat has made a choice that waits for the other's. There is no way to see which.
    fn has_chosen(&self, seat: Seat) -> bool;
    /// The seat's moves, but no more than `most` of them.
    fn moves(&self, seat: Seat, most: usize) -> Vec<String>;
    /// The move that `choose` picks when it is told how many there are; none when the seat does not act.
    fn pick(&self, seat: Seat, choose: &mut dyn FnMut(u64) -> u64) -> Option<String>;
    /// Whether the seat could make this move now. Changes nothing.
    fn check(&self, seat: Seat, text: &str) -> Result<(), MoveError>;
    /// A move as the game writes it, whichever way it was typed and whether or not it is allowed.
    fn spell(&self, text: &str) -> Result<String, MoveError>;
    /// What one points at to make this move; none if it is not allowed now.
    fn aim(&self, seat: Seat, text: &str) -> Option<Aim>;
    /// The move that a seat means by pointing there, allowed or not; none if no move is made like that.
    fn meant(&self, seat: Seat, aim: Aim) -> Option<String>;
    /// What the move would do; none if it is not allowed now, or where that depends on the other seat's choice.
    fn preview(&self, seat: Seat, text: &str) -> Option<Ply>;
    /// Who acts after the move; none if it is not allowed now, or where that depends on the other seat's choice.
    fn turn_after(&self, seat: Seat, text: &str) -> Option<Turn>;
    /// Hands in a seat's move. `Ok(None)` means that it waits for the other seat's.
    fn submit(&mut self, seat: Seat, text: &str) -> Result<Option<Ply>, MoveError>;
    /// Plays one finished turn, such as `5 6`, or `3/4` where both seats act.
    fn play_turn(&mut self, text: &str) -> Result<Ply, MoveError>;
    /// Plays one finished turn like [`AnyMatch::play_turn`], without drawing what it changes.
    fn play_turn_unseen(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes back a choice that waits for the other seat's. Says whether there was one.
    fn withdraw(&mut self, seat: Seat) -> bool;
    /// Takes back the last finished ply. Says whether there was one.
    fn undo(&mut self) -> bool;
    /// How many plies are finished.
    fn length(&self) -> usize;
    /// The finished plies as texts.
    fn plies(&self) -> Vec<Choices<String>>;
    /// How many plies were finished before the last one in which a seat had a part; none if it has had none.
    fn before_last_of(&self, seat: Seat) -> Option<usize>;
    /// Where the book can be read in two ways: which reading decided, once the match is over.
    fn ruling(&self) -> Option<&'static str>;
    /// Every position of the match, from the start to now.
    fn positions(&self) -> Vec<String>;
    /// Another match that has come the same way. A choice that waits for the other seat's stays behind.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// All the cells there are.
    fn extent(&self) -> Span;
    /// A picture of the cells in the window.
    fn line(&self, window: Span) -> Line;
}

fn illegal<I: std::fmt::Display>(refusal: &Refusal<I>) -> MoveError {
    MoveError::NotAllowed(refusal.to_string())
}

fn read<G: Game>(text: &str) -> Result<G::Move, MoveError> {
    text.parse().map_err(|error: numberline_rules::ParseMoveError| MoveError::Unreadable(error.to_string()))
}

fn text_ply<M: ToString>(played: Played<M>) -> Ply {
    Played { choices: played.choices.map(M::to_string), before: played.before, after: played.after }
}

/// A move as a whole ply; none if it is not allowed now, or makes a ply only together with the other seat's.
fn alone<G: Game>(position: &G, seat: Seat, text: &str) -> Option<Choices<G::Move>> {
    let chosen = read::<G>(text).ok().filter(|chosen| position.check(seat, *chosen).is_ok())?;
    match position.turn() {
        Turn::Of(_) => Some(Choices::Of(seat, chosen)),
        Turn::Both | Turn::Over { .. } => None,
    }
}

/// Takes a finished turn apart: where both seats act, Player 1's half is handed in. What is left is the last move to play.
///
/// Both halves are looked at before the first is handed in, so that a refused turn changes nothing.
fn first_half<'a, G: Game>(game: &mut Match<G>, text: &'a str) -> Result<(Seat, &'a str), MoveError> {
    match game.turn() {
        Turn::Of(seat) => Ok((seat, text)),
        Turn::Over { .. } => Err(illegal(&Refusal::<G::Illegal>::Over)),
        Turn::Both => {
            let shape = || MoveError::Unreadable("Both players move at once here: write 3/4.".into());
            let (one, two) = text.split_once('/').ok_or_else(shape)?;
            AnyMatch::check(game, Seat::One, one)?;
            AnyMatch::check(game, Seat::Two, two)?;
            AnyMatch::submit(game, Seat::One, one)?;
            Ok((Seat::Two, two))
        }
    }
}

impl<G: Game> AnyMatch for Match<G> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn settings(&self) -> Settings {
        Match::start(self).variant().settings()
    }

    fn start(&self) -> String {
        Match::start(self).to_string()
    }

    fn is_from_the_book(&self) -> bool {
        let start = Match::start(self);
        *start == G::start(&start.variant())
    }

    fn position(&self) -> String {
        Match::position(self).to_string()
    }

    fn turn(&self) -> Turn {
        Match::turn(self)
    }

    fn has_chosen(&self, seat: Seat) -> bool {
        Match::has_chosen(self, seat)
    }

    fn moves(&self, seat: Seat, most: usize) -> Vec<String> {
        Match::position(self).moves(seat).take(most).map(|chosen| chosen.to_string()).collect()
    }

    fn pick(&self, seat: Seat, choose: &mut dyn FnMut(u64) -> u64) -> Option<String> {
        Match::position(self).pick(seat, choose).map(|chosen| chosen.to_string())
    }

    fn check(&self, seat: Seat, text: &str) -> Result<(), MoveError> {
        let chosen = read::<G>(text)?;
        if self.has_chosen(seat) {
            return Err(illegal(&Refusal::<G::Illegal>::AlreadyChosen));
        }
        Match::position(self).check(seat, chosen).map_err(|reason| MoveError::NotAllowed(reason.to_string()))
    }

    fn spell(&self, text: &str) -> Result<String, MoveError> {
        Ok(read::<G>(text)?.to_string())
    }

    fn aim(&self, seat: Seat, text: &str) -> Option<Aim> {
        let position = Match::position(self);
        let chosen = read::<G>(text).ok().filter(|chosen| position.check(seat, *chosen).is_ok())?;
        Some(position.aim(seat, chosen))
    }

    fn meant(&self, seat: Seat, aim: Aim) -> Option<String> {
        Match::position(self).meant(seat, aim).map(|chosen| chosen.to_string())
    }

    fn preview(&self, seat: Seat, text: &str) -> Option<Ply> {
        let position = Match::position(self);
        let choices = alone(position, seat, text)?;
        let window = position.touched(&choices);
        let (before, after) = (position.line(window), position.after(&choices).line(window));
        Some(text_ply(Played { choices, before, after }))
    }

    fn turn_after(&self, seat: Seat, text: &str) -> Option<Turn> {
        let position = Match::position(self);
        alone(position, seat, text).map(|choices| position.after(&choices).turn())
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<Option<Ply>, MoveError> {
        match Match::submit(self, seat, read::<G>(text)?).map_err(|refusal| illegal(&refusal))? {
            Submitted::Waiting => Ok(None),
            Submitted::Played(played) => Ok(Some(text_ply(played))),
        }
    }

    fn play_turn(&mut self, text: &str) -> Result<Ply, MoveError> {
        let (seat, last) = first_half(self, text)?;
        let waiting = || MoveError::NotAllowed("The other player has not chosen yet.".into());
        AnyMatch::submit(self, seat, last)?.ok_or_else(waiting)
    }

    fn play_turn_unseen(&mut self, text: &str) -> Result<(), MoveError> {
        let (seat, last) = first_half(self, text)?;
        self.submit_unseen(seat, read::<G>(last)?).map_err(|refusal| illegal(&refusal))
    }

    fn withdraw(&mut self, seat: Seat) -> bool {
        Match::withdraw(self, seat)
    }

    fn undo(&mut self) -> bool {
        Match::undo(self)
    }

    fn length(&self) -> usize {
        Match::plies(self).len()
    }

    fn plies(&self) -> Vec<Choices<String>> {
        Match::plies(self).iter().map(|choices| choices.map(G::Move::to_string)).collect()
    }

    fn before_last_of(&self, seat: Seat) -> Option<usize> {
        Match::plies(self).iter().rposition(|choices| choices.get(seat).is_some())
    }

    fn ruling(&self) -> Option<&'static str> {
        Match::position(self).ruling()
    }

    fn positions(&self) -> Vec<String> {
        let mut position = Match::start(self).clone();
        let mut texts = vec![position.to_string()];
        for choices in Match::plies(self) {
            position.play(choices);
            texts.push(position.to_string());
        }
        texts
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        let mut copy = self.clone();
        for seat in Seat::BOTH {
            copy.withdraw(seat);
        }
        Box::new(copy)
    }

    fn extent(&self) -> Span {
        Match::position(self).extent()
    }

    fn line(&self, window: Span) -> Line {
        Match::position(self).line(window)
    }
}
