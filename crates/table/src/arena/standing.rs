//! Ratings after a round robin.
//!
//! The ratings are the ones under which these very results are most likely, by the formula that Elo's scale stands for:
//! a player rated 400 points above another scores ten times as much against it. They do not depend on the order of the
//! games. Each pair counts one draw more than was played, so that nobody's rating runs away to infinity.

use skillratings::elo::{EloRating, expected_score_rating_period};

/// A player after a round robin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The place of the player in the list that was given.
    pub player: usize,
    /// Its rating; all ratings are 1500 on average.
    pub elo: f64,
    /// Points: 1 for a win, one half for a draw.
    pub points: f64,
    /// How many games it played.
    pub games: u64,
}

/// The standings of so many players, the best first. Each result is two players, the points of the first, and the games.
#[must_use]
pub fn standings(players: usize, results: &[(usize, usize, f64, u64)]) -> Vec<Standing> {
    const ROUNDS: usize = 10_000;
    const CLOSE: f64 = 1e-7;
    const MEAN: f64 = 1500.0;
    let mut points = vec![0.0; players];
    let mut games = vec![0_u64; players];
    // With the extra draw of each pair.
    let mut scores = vec![0.0; players];
    let mut met = vec![vec![0.0; players]; players];
    for &(one, two, of_one, count) in results {
        for (own, other, won) in [(one, two, of_one), (two, one, count as f64 - of_one)] {
            add(&mut points, own, won);
            games.get_mut(own).into_iter().for_each(|games| *games += count);
            add(&mut scores, own, won);
            met.get_mut(own).into_iter().for_each(|met| add(met, other, count as f64));
        }
    }
    for own in 0..players {
        for other in (0..players).filter(|other| *other != own) {
            if met.get(own).and_then(|met| met.get(other)).is_some_and(|met| *met > 0.0) {
                add(&mut scores, own, 0.5);
                met.get_mut(own).into_iter().for_each(|met| add(met, other, 1.0));
            }
        }
    }
    // A player that scored more than its rating lets expect is rated higher, until all scores are as expected: Zermelo's
    // step for the model of Bradley and Terry, which has one solution and always gets there.
    let mut ratings = vec![EloRating { rating: MEAN }; players];
    for _ in 0..ROUNDS {
        let next = ratings.iter().zip(scores.iter().zip(&met)).map(|(own, (score, met))| {
            let chances = expected_score_rating_period(own, &ratings);
            let expected: f64 = met.iter().zip(chances).map(|(met, chance)| met * chance).sum();
            own.rating + if expected > 0.0 { 400.0 * (score / expected).log10() } else { 0.0 }
        });
        let next: Vec<f64> = next.collect();
        let shift = MEAN - next.iter().sum::<f64>() / players.max(1) as f64;
        let next: Vec<EloRating> = next.iter().map(|rating| EloRating { rating: rating + shift }).collect();
        let moved = next.iter().zip(&ratings).map(|(new, old)| (new.rating - old.rating).abs());
        let moved = moved.fold(0.0, f64::max);
        ratings = next;
        if moved < CLOSE {
            break;
        }
    }
    let mut standings: Vec<Standing> = ratings
        .iter()
        .zip(points.iter().zip(&games))
        .enumerate()
        .map(|(player, (rating, (points, games)))| Standing {
            player,
            elo: rating.rating,
            points: *points,
            games: *games,
        })
        .collect();
    standings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    standings
}

fn add(list: &mut [f64], place: usize, more: f64) {
    list.get_mut(place).into_iter().for_each(|sum| *sum += more);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_explain_the_results() {
        // 400 points are ten to one.
        let table = standings(2, &[(0, 1, 10_000_000.0, 11_000_000)]);
        assert_eq!(table[0].player, 0);
        assert!((table[0].elo - table[1].elo - 400.0).abs() < 0.1, "{table:?}");
        assert!((table[0].elo + table[1].elo - 3000.0).abs() < 1e-6);
    }

    #[test]
    fn the_order_of_results_does_not_matter() {
        let results = [(0, 1, 7.0, 10), (1, 2, 6.0, 10), (2, 0, 1.5, 10)];
        let mut turned = results;
        turned.reverse();
        let (one, two) = (standings(3, &results), standings(3, &turned));
        assert!(one.iter().zip(&two).all(|(a, b)| a.player == b.player && (a.elo - b.elo).abs() < 1e-6));
        assert_eq!(one.iter().map(|standing| standing.player).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(standings(2, &[(0, 1, 100.0, 100)]).iter().all(|standing| standing.elo.is_finite()));
    }

    #[test]
    fn everybody_scored_what_the_ratings_let_expect() {
        let results = [(0, 1, 700.0, 1_000), (1, 2, 990.0, 1_000), (2, 0, 0.0, 1_000), (3, 2, 500.5, 1_000)];
        let table = standings(4, &results);
        for own in &table {
            let met = results.iter().filter_map(|(one, two, ..)| {
                let other = if *one == own.player { two } else { one };
                (*one == own.player || *two == own.player).then_some(*other)
            });
            let others = met.map(|other| table.iter().find(|standing| standing.player == other).unwrap());
            let expected = others.map(|other| 1_001.0 / (1.0 + 10_f64.powf((other.elo - own.elo) / 400.0)));
            let (count, expected) = expected.fold((0.0, 0.0), |(count, sum), part| (count + 1.0, sum + part));
            assert!((expected - own.points - count / 2.0).abs() < 0.01, "{own:?}: {expected}");
        }
        assert!((table.iter().map(|standing| standing.elo).sum::<f64>() - 6_000.0).abs() < 1e-6);
    }
}
