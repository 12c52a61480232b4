//! Siege: the square to hit in the race, in words.

use numberline_rules::{Game, Seat, Siege, Turn};
use numberline_solver::{Progress, Race, Rated, Refusal};

use super::{Knows, Method, Reasons, Worth, analyse, plies, worth};
use crate::Analysis;

/// Siege by its two formulas.
pub struct ByRace;

impl Method<Siege> for ByRace {
    fn solve(_: &Siege, _: &dyn Progress) -> Result<Box<dyn Knows<Siege>>, Refusal> {
        Ok(Box::new(Race))
    }
}

impl Knows<Siege> for Race {
    fn analyse(&self, position: &Siege) -> Result<Analysis, Refusal> {
        analyse(self, position)
    }

    fn worth(&self, position: &Siege) -> Result<Worth, Refusal> {
        worth(self, position)
    }
}

fn step(position: &Siege) -> u16 {
    position.variant().step()
}

/// How far the tokens are apart, as long as they have not passed.
fn distance(position: &Siege) -> Option<u16> {
    position.token(Seat::Two).checked_sub(position.token(Seat::One)).filter(|distance| *distance > 0)
}

/// How many moves of its own a seat needs to its base.
fn moves_left(position: &Siege, seat: Seat) -> u16 {
    position.token(seat).abs_diff(position.target(seat)).div_ceil(step(position))
}

fn moves(number: u16) -> String {
    if number == 1 { "1 move".to_owned() } else { format!("{number} moves") }
}

impl Reasons<Siege> for Race {
    fn position(&self, position: &Siege, best: &Rated<numberline_rules::Step>) -> String {
        let Turn::Of(mover) = position.turn() else { return String::new() };
        let (reach, stride) = (step(position), step(position) + 1);
        match distance(position) {
            Some(near) if near <= reach => {
                format!("The opponent is {near} away, within one step of up to {reach}.")
            }
            Some(far) if far % stride == 0 => format!(
                "The tokens are {far} apart, a multiple of {stride}: whatever you step, the opponent makes it one again, \
                 down to {stride}, and then captures."
            ),
            Some(far) => format!(
                "The tokens are {far} apart: stepping {} leaves {}, a multiple of {stride}, and so on down to the capture.",
                best.chosen,
                far - best.chosen.0,
            ),
            None => format!(
                "The tokens have passed: you need {} more to the base and the opponent {}, and you are to move.",
                moves(moves_left(position, mover)),
                moves(moves_left(position, mover.other())),
            ),
        }
    }

    fn of_move(&self, position: &Siege, rated: &Rated<numberline_rules::Step>, next: &Siege) -> String {
        let Turn::Of(mover) = position.turn() else { return String::new() };
        let Turn::Of(opponent) = next.turn() else {
            let captures = next.token(Seat::One) == next.token(Seat::Two);
            return if captures { "It lands on the opponent." } else { "It lands on the far base." }
                .to_owned();
        };
        let (reach, stride) = (step(position), step(position) + 1);
        let landing = next.token(mover);
        match distance(next) {
            Some(near) if near <= reach => {
                format!("It lands on {landing}, within the opponent's reach: the reply {near} captures.")
            }
            Some(far) if far % stride == 0 => {
                let end = rated.value.remoteness().map(plies).unwrap_or_default();
                format!(
                    "It leaves the tokens {far} apart, a multiple of {stride}: no reply gets past that, and you win in {end}."
                )
            }
            Some(far) => {
                let reply = far % stride;
                format!(
                    "It leaves the tokens {far} apart: the reply {reply} makes it {}, a multiple of {stride}.",
                    far - reply
                )
            }
            None => {
                let (own, other) = (moves_left(next, mover), moves_left(next, opponent));
                format!(
                    "It lands on {landing} and the tokens have passed: you need {} more, the opponent, who is to move, {}.",
                    moves(own),
                    moves(other),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use numberline_rules::{Choices, Settings, SiegeVariant, Variant};
    use numberline_solver::Oracle;

    use super::*;

    fn variant(length: u16, step: u16) -> SiegeVariant {
        let mut settings = Settings::book(SiegeVariant::PARAMETERS);
        settings.set("length", &length.to_string()).unwrap();
        settings.set("step", &step.to_string()).unwrap();
        SiegeVariant::read(&settings).unwrap()
    }

    /// The sentences speak of wins and losses only where the numbers in them make them so.
    #[test]
    fn nothing_is_said_that_the_numbers_do_not_bear_out() {
        let mut said = 0;
        for (length, reach) in [(10, 3), (13, 1), (25, 7), (30, 4)] {
            let variant = variant(length, reach);
            let places = (0..=length).flat_map(|one| (0..=length).map(move |two| (one, two)));
            for (text, seat) in
                places.flat_map(|(one, two)| Seat::BOTH.map(|seat| (format!("{one} {two} {seat}"), seat)))
            {
                let Ok(position) = Siege::parse(&text, &variant) else { continue };
                for rated in Race.ranked(&position) {
                    let next = position.after(&Choices::Of(seat, rated.chosen));
                    let why = Race.of_move(&position, &rated, &next);
                    let claims_win = why.contains("It lands on the ") || why.contains("no reply gets past");
                    let claims_loss = why.contains("captures") || why.contains("makes it");
                    let wins = if claims_win || claims_loss {
                        claims_win
                    } else {
                        moves_left(&next, seat) < moves_left(&next, seat.other())
                    };
                    assert_eq!(rated.value.is_win(), wins, "{position}: {}: {why}", rated.chosen);
                    said += 1;
                }
            }
        }
        assert!(said > 1_000);
    }
}
