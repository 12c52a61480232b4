//! Proofs by positions: every position that can come up, the nearest to the end first, the endless ones last.
//!
//! Each line must say what the lines above it make of its position. A position is won in `n` plies if the lines above
//! have a follower that the opponent has lost, the nearest of them `n - 1` from its end; it is lost in `n` if they have
//! all followers, all won by the opponent, the farthest of them `n - 1` from its end; else it is a draw, and has a
//! follower that is neither. Because the list is sorted by `n` and complete, no faster win and no way out is left out.

#[cfg(test)]
mod altered;

use core::fmt;
use core::hash::Hash;
use std::collections::{HashMap, VecDeque};

use numberline_rules::{Choices, Sequential, Turn};

use crate::fault::excerpt;
use crate::header::{Header, read_position};
use crate::lines::Lines;
use crate::{CertifiedValue, Fault, MOST_PLIES};

/// Which positions are equivalent, because they have the same value for the seat to move.
pub(crate) trait Same<G> {
    /// The key of equivalent positions.
    type Key: Clone + Eq + Hash;

    /// The key of a position.
    fn key(position: &G) -> Self::Key;

    /// The position that represents all of them, given one of its variant.
    fn position(key: &Self::Key, like: &G) -> Option<G>;
}

/// No position is equivalent to another.
pub(crate) struct Itself;

impl<G: Sequential> Same<G> for Itself {
    type Key = G;

    fn key(position: &G) -> G {
        position.clone()
    }

    fn position(key: &G, _: &G) -> Option<G> {
        Some(key.clone())
    }
}

/// Checks this many lines, and says what they prove about the start.
pub(crate) fn check<G: Sequential, S: Same<G>>(
    header: &Header<G>,
    count: u64,
    lines: &mut Lines<'_>,
) -> Result<CertifiedValue, Fault> {
    let mut proof = Proof::<G, S>::new(&header.start, count).map_err(|reason| lines.fault(reason))?;
    for _ in 0..count {
        let line = lines.next()?;
        proof.take(line).map_err(|reason| lines.fault(reason))?;
    }
    proof.value(&header.start).map_err(|reason| lines.fault(reason))
}

/// The lines so far.
struct Proof<G: Sequential, S: Same<G>> {
    variant: G::Variant,
    numbers: HashMap<S::Key, usize>,
    known: Vec<Option<Worth>>,
    /// How far from its end the position of the last line is, and its number.
    before: Option<(u32, usize)>,
}

impl<G: Sequential, S: Same<G>> Proof<G, S> {
    /// No line yet, of as many as there must be.
    fn new(start: &G, count: u64) -> Result<Self, String> {
        let numbers = explore::<G, S>(start, count)?;
        let known = vec![None; numbers.len()];
        Ok(Self { variant: start.variant(), numbers, known, before: None })
    }

    /// Takes one more line, or says why it does not follow. A line that is refused changes nothing.
    fn take(&mut self, line: &str) -> Result<(), String> {
        let (text, said) = line.split_once(" = ").ok_or("expected a position, ' = ' and its value")?;
        let position: G = read_position(text, &self.variant)?;
        let stands = S::position(&S::key(&position), &position).is_some_and(|same| same == position);
        let number = self.numbers.get(&S::key(&position)).copied().filter(|_| stands);
        let number = number.ok_or("no play leads to this position")?;
        let (worth, witness) = judge::<G, S>(&position, &self.numbers, &self.known)
            .ok_or("the game is over here, so this needs no line")?;
        let follows = witness.map_or(worth.to_string(), |witness| format!("{worth} by {witness}"));
        if said != follows {
            let said = excerpt(said);
            return Err(format!("this says '{said}', but the lines above make it '{follows}'"));
        }
        // The order leaves no choice: by distance, and then in the order in which play meets the positions.
        let place = Some((worth.distance(), number));
        if place <= self.before {
            return Err("this line is in the wrong place, or repeated".into());
        }
        self.before = place;
        if let Some(slot) = self.known.get_mut(number) {
            *slot = Some(worth);
        }
        Ok(())
    }

    /// What the lines prove about the position that play begins with, which is the first that it meets.
    fn value(&self, start: &G) -> Result<CertifiedValue, String> {
        let mover = match start.turn() {
            Turn::Over { winner } => return Ok(CertifiedValue::Wins { winner, plies: 0 }),
            Turn::Of(mover) => mover,
            Turn::Both => return Err("both seats act at once here".into()),
        };
        match self.known.first().copied().flatten() {
            Some(Worth::Win(plies)) => Ok(CertifiedValue::Wins { winner: mover, plies }),
            Some(Worth::Lose(plies)) => Ok(CertifiedValue::Wins { winner: mover.other(), plies }),
            Some(Worth::Draw) => Ok(CertifiedValue::Draw),
            None => Err("the position of the certificate has no line".into()),
        }
    }
}

/// What a position is worth to the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worth {
    Win(u32),
    Lose(u32),
    Draw,
}

impl Worth {
    /// Plies to the end; a draw is farther away than anything else.
    fn distance(self) -> u32 {
        match self {
            Self::Win(plies) | Self::Lose(plies) => plies,
            Self::Draw => u32::MAX,
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Lose(plies) => write!(f, "lose in {plies}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// Where a move leads, seen by the seat that makes it.
enum Next<K> {
    Over { won: bool },
    Open { own_turn: bool, key: K },
}

/// Where each move leads, in the order of the rules; nowhere if nobody moves. A long line has more moves than could ever
/// be listed, so they come one by one.
fn followers<G: Sequential, S: Same<G>>(position: &G) -> impl Iterator<Item = (G::Move, Next<S::Key>)> {
    let mover = match position.turn() {
        Turn::Of(mover) => Some(mover),
        Turn::Both | Turn::Over { .. } => None,
    };
    mover.into_iter().flat_map(move |mover| {
        position.moves(mover).map(move |chosen| {
            let after = position.after(&Choices::Of(mover, chosen));
            let next = match after.turn() {
                Turn::Over { winner } => Next::Over { won: winner == mover },
                turn => Next::Open { own_turn: turn == Turn::Of(mover), key: S::key(&after) },
            };
            (chosen, next)
        })
    })
}

/// Numbers every position that can come up and is not over, in breadth-first order.
fn explore<G: Sequential, S: Same<G>>(start: &G, count: u64) -> Result<HashMap<S::Key, usize>, String> {
    let mut numbers = HashMap::new();
    let mut waiting = VecDeque::new();
    if start.turn().winner().is_none() {
        numbers.insert(S::key(start), 0);
        waiting.push_back(S::key(start));
    }
    let mut plies = 0;
    while let Some(key) = waiting.pop_front() {
        let position =
            S::position(&key, start).ok_or("a follower of this position is not a position of this game")?;
        for (_, next) in followers::<G, S>(&position) {
            plies += 1;
            if let Next::Open { key, .. } = next
                && !numbers.contains_key(&key)
            {
                numbers.insert(key.clone(), numbers.len());
                waiting.push_back(key);
            }
            if plies > MOST_PLIES {
                return Err(format!("a proof has at most {MOST_PLIES} plies between its positions"));
            }
            if numbers.len() as u64 > count {
                return Err("more positions than that can come up".into());
            }
        }
    }
    let found = numbers.len() as u64;
    if found == count {
        Ok(numbers)
    } else {
        Err(format!("only {found} positions can come up and need a line"))
    }
}

/// What the lines so far prove about a position, and the first move that does it; `None` if the game is over.
fn judge<G: Sequential, S: Same<G>>(
    position: &G,
    numbers: &HashMap<S::Key, usize>,
    known: &[Option<Worth>],
) -> Option<(Worth, Option<G::Move>)> {
    let mut fastest: Option<(u32, G::Move)> = None;
    let mut slowest = 0;
    let mut undecided = None;
    let Turn::Of(_) = position.turn() else { return None };
    for (chosen, next) in followers::<G, S>(position) {
        let (won, plies) = match next {
            Next::Over { won } => (won, 0),
            Next::Open { own_turn, key } => {
                let worth = numbers.get(&key).and_then(|number| known.get(*number).copied().flatten());
                match worth {
                    Some(Worth::Win(plies)) => (own_turn, plies),
                    Some(Worth::Lose(plies)) => (!own_turn, plies),
                    Some(Worth::Draw) | None => {
                        undecided = undecided.or(Some(chosen));
                        continue;
                    }
                }
            }
        };
        if !won {
            slowest = slowest.max(plies);
        } else if fastest.is_none_or(|(fewest, _)| plies < fewest) {
            fastest = Some((plies, chosen));
        }
    }
    Some(match (fastest, undecided) {
        (Some((plies, chosen)), _) => (Worth::Win(plies.saturating_add(1)), Some(chosen)),
        (None, Some(chosen)) => (Worth::Draw, Some(chosen)),
        (None, None) => (Worth::Lose(slowest.saturating_add(1)), None),
    })
}
