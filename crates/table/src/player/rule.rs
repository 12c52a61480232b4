//! A misconception as a rule of play: exactly one move in each position, chosen without knowing its value.

use std::any::Any;
use std::collections::HashSet;

use numberline_rules::{Choices, Game, Seat, Turn};

use crate::oracle::position_of;
use crate::{AnyMatch, Known};

/// Chooses among the moves of a seat, as the rules list them.
pub(crate) type Choose<G> = fn(&G, Seat, &[<G as Game>::Move]) -> Option<<G as Game>::Move>;

/// A rule of play for one game.
pub(crate) struct Rule<G: Game> {
    /// What the belief demands; nothing where it has no opinion.
    belief: Choose<G>,
    /// What is played then.
    otherwise: Choose<G>,
}

/// A rule of play for a game whose type is hidden.
pub trait AnyRule: Any + Send + Sync {
    /// The game it is for.
    fn slug(&self) -> &'static str;

    /// The move that the belief itself demands; `None` where it has no opinion and anything is played.
    fn demand(&self, game: &dyn AnyMatch, seat: Seat) -> Option<String>;

    /// The move that it plays, and whether there were more moves than it looks at.
    fn choose(&self, game: &dyn AnyMatch, seat: Seat) -> Option<(String, bool)>;

    /// A shortest line of play that beats it in `seat`; `None` if there is none, or if it cannot be found
    /// among the first 200,000 positions.
    fn refute(&self, game: &dyn AnyMatch, seat: Seat) -> Option<Vec<Choices<String>>>;
}

/// A position with the place of the one it comes from, and the ply between them.
type Found<G> = (G, Option<(usize, Choices<<G as Game>::Move>)>);

/// The most positions that are searched for a line of play that beats a rule.
pub(crate) const MOST_LINES: usize = 200_000;

impl<G: Game> Rule<G> {
    /// A belief that has an opinion everywhere.
    pub(crate) const fn new(belief: Choose<G>) -> Self {
        Self { belief, otherwise: |_, _, _| None }
    }

    /// A belief with what is played where it has no opinion.
    pub(crate) const fn or(belief: Choose<G>, otherwise: Choose<G>) -> Self {
        Self { belief, otherwise }
    }

    /// The move that the rule plays in a position, however it was reached.
    pub(crate) fn plays(&self, position: &G, seat: Seat) -> Option<G::Move> {
        self.demands(position, seat).or_else(|| Self::chosen_by(self.otherwise, position, seat))
    }

    fn demands(&self, position: &G, seat: Seat) -> Option<G::Move> {
        Self::chosen_by(self.belief, position, seat)
    }

    fn chosen_by(choose: Choose<G>, position: &G, seat: Seat) -> Option<G::Move> {
        let moves: Vec<G::Move> = position.moves(seat).take(Known::MOST).collect();
        choose(position, seat, &moves).filter(|chosen| position.check(seat, *chosen).is_ok())
    }

    /// Everything that can happen next when `seat` plays by the rule.
    fn plies(&self, position: &G, seat: Seat) -> Vec<Choices<G::Move>> {
        let own = || self.plays(position, seat);
        let other = || position.moves(seat.other()).take(Known::MOST);
        match (position.turn(), seat) {
            (Turn::Over { .. }, _) => Vec::new(),
            (Turn::Of(mover), _) if mover == seat => {
                own().map(|own| Choices::Of(seat, own)).into_iter().collect()
            }
            (Turn::Of(mover), _) => other().map(|chosen| Choices::Of(mover, chosen)).collect(),
            (Turn::Both, Seat::One) => own()
                .into_iter()
                .flat_map(|own| other().map(move |other| Choices::Both(own, other)))
                .collect(),
            (Turn::Both, Seat::Two) => own()
                .into_iter()
                .flat_map(|own| other().map(move |other| Choices::Both(other, own)))
                .collect(),
        }
    }

    /// Searches ply by ply, so that the first loss found is a fastest one.
    fn search(&self, start: &G, seat: Seat) -> Option<Vec<Choices<G::Move>>> {
        let mut known = HashSet::from([start.clone().canonical()]);
        let mut found: Vec<Found<G>> = vec![(start.clone().canonical(), None)];
        let mut place = 0;
        while let Some((position, _)) = found.get(place) {
            if position.turn().winner() == Some(seat.other()) {
                return Some(line_to(&found, place));
            }
            let position = position.clone();
            for choices in self.plies(&position, seat) {
                let next = position.after(&choices).canonical();
                if found.len() < MOST_LINES && known.insert(next.clone()) {
                    found.push((next, Some((place, choices))));
                }
            }
            place += 1;
        }
        None
    }
}

fn line_to<G: Game>(found: &[Found<G>], place: usize) -> Vec<Choices<G::Move>> {
    let mut line = Vec::new();
    let mut at = place;
    while let Some((_, Some((before, choices)))) = found.get(at) {
        line.push(*choices);
        at = *before;
    }
    line.reverse();
    line
}

impl<G: Game> AnyRule for Rule<G> {
    fn slug(&self) -> &'static str {
        G::INFO.slug
    }

    fn demand(&self, game: &dyn AnyMatch, seat: Seat) -> Option<String> {
        Some(self.demands(position_of::<G>(game).ok()?, seat)?.to_string())
    }

    fn choose(&self, game: &dyn AnyMatch, seat: Seat) -> Option<(String, bool)> {
        let position = position_of::<G>(game).ok()?;
        let more = position.moves(seat).nth(Known::MOST).is_some();
        Some((self.plays(position, seat)?.to_string(), more))
    }

    fn refute(&self, game: &dyn AnyMatch, seat: Seat) -> Option<Vec<Choices<String>>> {
        let line = self.search(position_of::<G>(game).ok()?, seat)?;
        Some(line.iter().map(|choices| choices.map(G::Move::to_string)).collect())
    }
}
