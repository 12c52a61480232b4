//! The plainest way to solve a game in which one seat moves at a time: visit all positions again and again until nothing
//! new is found.

use std::collections::HashMap;

use numberline_rules::{Choices, Seat, Sequential, Turn};
use numberline_table::{Hint, Known, Outcome, Rung, Verdict};

use super::quoted::check_quoted;
use super::wording::check_hint;

pub(crate) struct Plain<G> {
    pub(crate) positions: Vec<G>,
    /// Who wins, and in how many plies; a position that is not in here continues for ever.
    ends: HashMap<G, (Seat, u32)>,
}

impl<G: Sequential> Plain<G> {
    pub(crate) fn of(start: G) -> Self {
        let mut positions = vec![start];
        let mut known: std::collections::HashSet<G> = positions.iter().cloned().collect();
        let mut place = 0;
        while place < positions.len() {
            let here = positions[place].clone();
            for (_, next) in followers(&here) {
                if known.insert(next.clone()) {
                    positions.push(next);
                }
            }
            place += 1;
        }
        let mut plain = Self { positions, ends: HashMap::new() };
        let mut plies = 0;
        loop {
            let found: Vec<(G, (Seat, u32))> = plain
                .positions
                .iter()
                .filter(|position| !plain.ends.contains_key(*position))
                .filter_map(|position| Some((position.clone(), (plain.winner_now(position)?, plies))))
                .collect();
            if found.is_empty() {
                return plain;
            }
            plain.ends.extend(found);
            plies += 1;
        }
    }

    /// Who wins, if that follows from what is known so far.
    fn winner_now(&self, position: &G) -> Option<Seat> {
        match position.turn() {
            Turn::Over { winner } => Some(winner),
            Turn::Both => panic!("one seat at a time"),
            Turn::Of(mover) => {
                let ends: Vec<Option<Seat>> = followers(position)
                    .map(|(_, next)| self.ends.get(&next).map(|(winner, _)| *winner))
                    .collect();
                if ends.contains(&Some(mover)) {
                    Some(mover)
                } else {
                    ends.iter().all(|end| *end == Some(mover.other())).then(|| mover.other())
                }
            }
        }
    }

    /// What a position is worth to a seat.
    pub(crate) fn worth(&self, position: &G, seat: Seat) -> Verdict {
        match self.ends.get(position) {
            None => Verdict { outcome: Outcome::Draw, remoteness: None },
            Some((winner, plies)) => {
                let outcome = if *winner == seat { Outcome::Win } else { Outcome::Lose };
                Verdict { outcome, remoteness: Some(*plies) }
            }
        }
    }

    /// What a position is worth to the seat to move.
    fn own(&self, position: &G) -> Verdict {
        let Turn::Of(mover) = position.turn() else { panic!("{position}: nobody is to move") };
        self.worth(position, mover)
    }

    /// What a move is worth to the seat that makes it.
    pub(crate) fn after(&self, position: &G, seat: Seat, chosen: &str) -> Verdict {
        let verdict = self.worth(&play(position, seat, chosen), seat);
        Verdict { remoteness: verdict.remoteness.map(|plies| plies + 1), ..verdict }
    }

    /// Checks what an analysis claims besides its reasons, and the hints, which are the same for every game.
    pub(crate) fn check(&self, position: &G, analysis: &numberline_table::Analysis) {
        assert_eq!(analysis.turn, position.turn(), "{position}");
        let Turn::Of(mover) = position.turn() else {
            assert_eq!(analysis.moves, Known::None);
            return;
        };
        let verdict = self.worth(position, mover);
        assert_eq!(analysis.verdict, Some(verdict), "{position}");
        let Known::All(moves) = &analysis.moves else { panic!("{position}: few enough to list") };
        assert_eq!(moves.len(), position.moves(mover).count(), "{position}");
        for judged in moves {
            assert_eq!(
                judged.verdict,
                self.after(position, mover, &judged.text),
                "{position}: {}",
                judged.text
            );
            let place = format!("{position}: {}", judged.text);
            check_quoted(&place, &play(position, mover, &judged.text), &judged.why, &mut |at| self.own(at));
        }
        check_quoted(&position.to_string(), position, &analysis.why, &mut |at| self.own(at));
        let hints =
            [Rung::Standing, Rung::Look, Rung::Move, Rung::Why].map(|rung| Hint::new(analysis, mover, rung));
        for hint in &hints {
            check_hint(&format!("{position}"), hint);
        }
        assert_eq!(hints[0], Hint::Standing(verdict.outcome), "{position}");
        let Hint::Move { text, outcome, ranked } = &hints[2] else { panic!("{position}: {:?}", hints[2]) };
        assert_eq!(*outcome, verdict.outcome, "{position}");
        assert_eq!(
            self.after(position, mover, text),
            verdict,
            "{position}: {text} is worth what the position is"
        );
        assert_eq!(*ranked, verdict.remoteness.is_some(), "{position}");
    }
}

/// Each move with what it leads to.
pub(crate) fn followers<G: Sequential>(position: &G) -> impl Iterator<Item = (G::Move, G)> + '_ {
    let mover = match position.turn() {
        Turn::Of(mover) => mover,
        _ => Seat::One,
    };
    position.moves(mover).map(move |chosen| (chosen, position.after(&Choices::Of(mover, chosen))))
}

/// Makes a move, which has to be allowed.
pub(crate) fn play<G: Sequential>(position: &G, seat: Seat, text: &str) -> G {
    let chosen: G::Move = text.parse().unwrap_or_else(|_| panic!("{position}: {text} is no move"));
    assert!(position.check(seat, chosen).is_ok(), "{position}: {text} is not allowed");
    position.after(&Choices::Of(seat, chosen))
}
