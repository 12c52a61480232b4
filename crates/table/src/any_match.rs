//! A match of any game behind one interface: moves and positions are texts, pictures are plain data.

mod refusal;

use std::any::Any;
use std::convert::Infallible;

use numberline_rules::{
    Aim, Choices, Game, Goal, Info, Landmark, Line, Match, Picture, Seat, Settings, Span, SubmitError, Turn,
    Variant,
};

use crate::Name;
pub(crate) use refusal::secret_flaw;

/// A finished ply of any game: the moves as texts, and the touched cells before and after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The moves that made it up.
    pub choices: Choices<String>,
    /// The touched cells before the ply.
    pub before: Line,
    /// The same cells after it.
    pub after: Line,
}

/// Why a move was refused. The text is a whole sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move of this game.
    #[error("{0}")]
    Unreadable(String),
    /// The move is not allowed here and now.
    #[error("{0}")]
    NotAllowed(String),
}

impl MoveError {
    /// No move is allowed any more.
    #[must_use]
    pub fn over() -> Self {
        illegal(&SubmitError::<Infallible>::Over)
    }
}

/// A match of any game.
pub trait AnyMatch: Any + Send {
    /// The catalog's entry of the game.
    fn info(&self) -> &'static Info;
    /// The variant being played.
    fn settings(&self) -> Settings;
    /// The start of the match, as text.
    fn start(&self) -> String;
    /// The current position, as text.
    fn position(&self) -> String;
    /// Who acts.
    fn turn(&self) -> Turn;
    /// Whether the seat has made a choice that waits for the other's. There is no way to see which.
    fn has_chosen(&self, seat: Seat) -> bool;
    /// The seat's moves, but at most `most` of them.
    fn moves(&self, seat: Seat, most: usize) -> Vec<String>;
    /// One or two of the seat's moves, each of another form where there are several.
    fn examples(&self, seat: Seat) -> Vec<String> {
        let legal = self.moves(seat, 1_000);
        refusal::examples(&legal).into_iter().map(str::to_owned).collect()
    }
    /// The move that `choose` picks, given how many there are; `None` if the seat does not act.
    fn pick(&self, seat: Seat, choose: &mut dyn FnMut(u64) -> u64) -> Option<String>;
    /// Whether the seat could make this move now. Changes nothing.
    fn check(&self, seat: Seat, text: &str) -> Result<(), MoveError>;
    /// A move as the game writes it, whichever way it was typed and whether or not it is allowed.
    fn spell(&self, text: &str) -> Result<String, MoveError>;
    /// What to point at to make this move; `None` if it is not allowed now.
    fn aim(&self, seat: Seat, text: &str) -> Option<Aim>;
    /// The move that a seat means by pointing there, allowed or not; `None` if no move is made that way.
    fn meant(&self, seat: Seat, aim: Aim) -> Option<String>;
    /// Whether a seat means a move by pointing there that it could make now.
    fn allows(&self, seat: Seat, aim: Aim) -> bool;
    /// What one finished turn would do, such as `5 6`, or `3/4` where both seats act. Changes nothing.
    fn preview(&self, turn: &str) -> Result<Ply, MoveError>;
    /// Who acts after the move; `None` if it is not allowed now, or if that depends on the other seat's choice.
    fn turn_after(&self, seat: Seat, text: &str) -> Option<Turn>;
    /// Submits a seat's move. `Ok(None)` means that it waits for the other seat's.
    fn submit(&mut self, seat: Seat, text: &str) -> Result<Option<Ply>, MoveError>;
    /// Plays one finished turn like the one that [`AnyMatch::preview`] shows, without drawing what it changes.
    fn play_turn(&mut self, turn: &str) -> Result<Choices<String>, MoveError>;
    /// Takes back a choice that waits for the other seat's. Says whether there was one.
    fn withdraw(&mut self, seat: Seat) -> bool;
    /// Takes back the last finished ply. Says whether there was one.
    fn undo(&mut self) -> bool;
    /// How many plies are finished.
    fn length(&self) -> usize;
    /// The finished plies as texts.
    fn plies(&self) -> Vec<Choices<String>>;
    /// The finished plies with what each of them changed.
    fn replay(&self) -> Vec<Ply>;
    /// The last finished ply with what it changed.
    fn last_ply(&self) -> Option<Ply>;
    /// How many plies were finished before the last one in which a seat took part; `None` if it has not.
    fn before_last_of(&self, seat: Seat) -> Option<usize>;
    /// Where the book is ambiguous: which reading decided, once the match is over.
    fn ruling(&self) -> Option<&'static str>;
    /// Every position of the match, from the start to now.
    fn positions(&self) -> Vec<String>;
    /// A copy of the match with the same plies. A choice that waits for the other seat's is left out.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// All the cells there are.
    fn extent(&self) -> Span;
    /// A picture of the cells in the window.
    fn line(&self, window: Span) -> Line;
    /// The cells that mean something wherever the pieces are.
    fn landmarks(&self) -> Vec<Landmark>;
    /// What to do and how to win in this variant.
    fn goal(&self, names: &[Name; 2]) -> Goal;
    /// What matters here and the line does not show, in one sentence.
    fn unseen(&self, names: &[Name; 2]) -> Option<String>;
    /// Why the game is over by its rules, in one sentence; `None` while it is not.
    fn conclusion(&self, names: &[Name; 2]) -> Option<String>;
}

fn illegal<I: std::fmt::Display>(refusal: &SubmitError<I>) -> MoveError {
    MoveError::NotAllowed(refusal.to_string())
}

/// Reads a move. If it cannot be read, the examples are moves of that seat, or else of those that act.
fn read<G: Game>(position: &G, seat: Option<Seat>, text: &str) -> Result<G::Move, MoveError> {
    text.parse().map_err(|error| refusal::unreadable(position, seat, text, &error))
}

/// The cells that these moves touch, and how they look before.
fn touched<G: Picture>(position: &G, choices: &Choices<G::Move>) -> (Span, Line) {
    let window = position.touched(choices);
    (window, position.line(window))
}

/// Plays these moves, and draws what they change.
fn played<G: Picture>(position: &mut G, choices: &Choices<G::Move>) -> Ply {
    let (window, before) = touched(position, choices);
    position.play(choices);
    Ply { choices: choices.map(G::Move::to_string), before, after: position.line(window) }
}

/// Reads one finished turn, every move of which is allowed.
fn whole_turn<G: Game>(position: &G, text: &str) -> Result<Choices<G::Move>, MoveError> {
    let allowed = |seat, text| {
        let chosen = read(position, Some(seat), text)?;
        position.check(seat, chosen).map_err(|reason| illegal(&SubmitError::Illegal(reason)))?;
        Ok(chosen)
    };
    match position.turn() {
        Turn::Of(seat) => Ok(Choices::Of(seat, allowed(seat, text)?)),
        Turn::Over { .. } => Err(MoveError::over()),
        Turn::Both => {
            let shape = || MoveError::Unreadable("Both players move at once here: write 3/4.".into());
            let (one, two) = text.split_once('/').ok_or_else(shape)?;
            Ok(Choices::Both(allowed(Seat::One, one)?, allowed(Seat::Two, two)?))
        }
    }
}

impl<G: Picture> AnyMatch for Match<G> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn settings(&self) -> Settings {
        Match::start(self).variant().settings()
    }

    fn start(&self) -> String {
        Match::start(self).to_string()
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
        let chosen = read(Match::position(self), Some(seat), text)?;
        if self.has_chosen(seat) {
            return Err(illegal(&SubmitError::<G::Illegal>::AlreadyChosen));
        }
        Match::position(self).check(seat, chosen).map_err(|reason| MoveError::NotAllowed(reason.to_string()))
    }

    fn spell(&self, text: &str) -> Result<String, MoveError> {
        Ok(read(Match::position(self), None, text)?.to_string())
    }

    fn aim(&self, seat: Seat, text: &str) -> Option<Aim> {
        let position = Match::position(self);
        let chosen =
            read(position, Some(seat), text).ok().filter(|chosen| position.check(seat, *chosen).is_ok())?;
        Some(position.aim(seat, chosen))
    }

    fn meant(&self, seat: Seat, aim: Aim) -> Option<String> {
        Match::position(self).meant(seat, aim).map(|chosen| chosen.to_string())
    }

    fn allows(&self, seat: Seat, aim: Aim) -> bool {
        let position = Match::position(self);
        let meant = position.meant(seat, aim).filter(|_| !self.has_chosen(seat));
        meant.is_some_and(|chosen| position.check(seat, chosen).is_ok())
    }

    fn preview(&self, turn: &str) -> Result<Ply, MoveError> {
        let position = Match::position(self);
        let choices = whole_turn(position, turn)?;
        Ok(played(&mut position.clone(), &choices))
    }

    fn turn_after(&self, seat: Seat, text: &str) -> Option<Turn> {
        let position = Match::position(self);
        let choices = whole_turn(position, text).ok().filter(|_| position.turn() == Turn::Of(seat))?;
        Some(position.after(&choices).turn())
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<Option<Ply>, MoveError> {
        let chosen = read(Match::position(self), Some(seat), text)?;
        let position = Match::position(self);
        // A ply of one seat is drawn beforehand, so that a long line is not copied with every move. What both have chosen
        // is known only once it is played, so there a copy keeps the former position.
        let is_drawn = position.turn() == Turn::Of(seat) && position.check(seat, chosen).is_ok();
        let drawn = is_drawn.then(|| touched(position, &Choices::Of(seat, chosen)));
        let copy = (position.turn() == Turn::Both).then(|| position.clone());
        let played = Match::submit(self, seat, chosen).map_err(|refusal| illegal(&refusal))?;
        Ok(played.and_then(|choices| {
            let (window, before) = drawn.or_else(|| Some(touched(&copy?, &choices)))?;
            let after = Match::position(self).line(window);
            Some(Ply { choices: choices.map(G::Move::to_string), before, after })
        }))
    }

    fn play_turn(&mut self, turn: &str) -> Result<Choices<String>, MoveError> {
        // A waiting choice is not replaced, and a refused turn changes nothing.
        if Seat::BOTH.into_iter().any(|seat| self.has_chosen(seat)) {
            return Err(illegal(&SubmitError::<G::Illegal>::AlreadyChosen));
        }
        let choices = whole_turn(Match::position(self), turn)?;
        for (seat, chosen) in Seat::BOTH.into_iter().filter_map(|seat| Some((seat, *choices.get(seat)?))) {
            Match::submit(self, seat, chosen).map_err(|refusal| illegal(&refusal))?;
        }
        Ok(choices.map(G::Move::to_string))
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

    fn replay(&self) -> Vec<Ply> {
        let mut position = Match::start(self).clone();
        Match::plies(self).iter().map(|choices| played(&mut position, choices)).collect()
    }

    fn last_ply(&self) -> Option<Ply> {
        let (last, before) = Match::plies(self).split_last()?;
        let mut position = Match::start(self).clone();
        before.iter().for_each(|choices| position.play(choices));
        Some(played(&mut position, last))
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

    fn landmarks(&self) -> Vec<Landmark> {
        Match::position(self).landmarks()
    }

    fn goal(&self, names: &[Name; 2]) -> Goal {
        Match::position(self).goal(names.each_ref().map(Name::as_str))
    }

    fn unseen(&self, names: &[Name; 2]) -> Option<String> {
        Match::position(self).unseen(names.each_ref().map(Name::as_str))
    }

    fn conclusion(&self, names: &[Name; 2]) -> Option<String> {
        Match::position(self).conclusion(names.each_ref().map(Name::as_str))
    }
}
