//! How strong a person is in a game: Glicko-2, from the finished games against the computers.

use std::fmt;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::Outcome;
use crate::words::counted;

/// How strong a person is in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The rating, on the scale of the computers: 1500 is the middle.
    pub rating: u16,
    /// How uncertain it is: with 95 % probability the true one is within twice as much.
    pub deviation: u16,
    /// From how many games against computers.
    pub games: u64,
}

impl Strength {
    /// A computer's rating is measured, not guessed.
    const MEASURED: f64 = 50.0;

    /// What follows from these games, the oldest first: the rating of each computer, and what became of the person. None
    /// without a game.
    #[must_use]
    pub fn after(played: impl IntoIterator<Item = (u16, Outcome)>) -> Option<Self> {
        let (mut own, mut games) = (Glicko2Rating::new(), 0);
        for (rating, outcome) in played {
            let computer =
                Glicko2Rating { rating: rating.into(), deviation: Self::MEASURED, ..Glicko2Rating::new() };
            let outcome = match outcome {
                Outcome::Win => Outcomes::WIN,
                Outcome::Draw => Outcomes::DRAW,
                Outcome::Lose => Outcomes::LOSS,
            };
            (own, _) = glicko2(&own, &computer, &outcome, &Glicko2Config::new());
            games += 1;
        }
        let round = |number: f64| number.round().clamp(0.0, 9_999.0) as u16;
        (games > 0).then(|| Self { rating: round(own.rating), deviation: round(own.deviation), games })
    }

    /// What the number behind the sign means, wherever a rating is shown.
    pub const MARGIN: &str =
        "With 95 % probability, a rating is off by no more than the number behind its ±.";
}

/// A rating with how far off it can be, `1612 ± 120`: with 95 % probability it is within two deviations.
#[must_use]
pub fn with_margin(rating: u16, deviation: u16) -> String {
    format!("{rating} ± {}", 2 * u32::from(deviation))
}

/// `1612 ± 120 after 8 games`.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {}", with_margin(self.rating, self.deviation), counted(self.games, "game"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_follows_from_the_games() {
        let after = |played: &[(u16, Outcome)]| Strength::after(played.iter().copied());
        assert_eq!(after(&[]), None);
        let rating = |played: &[(u16, Outcome)]| after(played).map_or(0, |strength| strength.rating);
        assert!(rating(&[(1600, Outcome::Win)]) > rating(&[(1300, Outcome::Win)]));
        assert!(rating(&[(1300, Outcome::Win)]) > 1500 && rating(&[(1700, Outcome::Lose)]) < 1500);
        assert!(rating(&[(1600, Outcome::Draw)]) > 1500 && rating(&[(1400, Outcome::Draw)]) < 1500);
        // Someone who wins half of the games against an equal is as strong, and that becomes more certain.
        let even = [(1600, Outcome::Win), (1600, Outcome::Lose)].repeat(40);
        let [few, many] = [&even[..2], &even[..]].map(|played| after(played).map(|own| own.deviation));
        assert!(many < few, "{many:?} {few:?}");
        assert!(rating(&even).abs_diff(1600) < 40, "{:?}", after(&even));
        let said = after(&even[..1]).map(|own| own.to_string()).unwrap_or_default();
        assert_eq!(with_margin(1612, 60), "1612 ± 120");
        assert!(said.contains(" ± ") && said.ends_with(" after 1 game"), "{said}");
    }
}
