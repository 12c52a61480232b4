//! Ratings on the Elo scale: a player rated 400 points above another scores ten times as much against it.
//!
//! The ratings are those under which these results are most likely: every player then has exactly its expected score. They
//! do not depend on the order of the games, and there is no prior. If one player has taken every point from another, no
//! finite difference makes that most likely: the players fall into groups, and between two groups there is only a bound,
//! the rating for half a point less.

use skillratings::elo::{EloRating, expected_score};

/// A rating, or a difference of two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Points on the Elo scale.
    pub elo: f64,
    /// Whether that is exact or a bound.
    pub bound: Bound,
}

/// How a number bounds a rating, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// The lower the rating, the likelier the results.
    AtMost,
    /// The rating that makes the results most likely.
    Exact,
    /// The higher the rating, the likelier the results.
    AtLeast,
}

/// A player after a round robin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The place of the player in the list that was given.
    pub player: usize,
    /// Its rating. The largest group of players that have all taken points from each other, directly or through others,
    /// has 1500 on average; what is above or below that group is bounded.
    pub rating: Rating,
    /// Points: 1 for a win, one half for a draw.
    pub points: f64,
    /// How many games it played.
    pub games: u64,
}

impl Rating {
    /// How far a player with this many points out of this many games is rated above the opponent.
    #[must_use]
    pub fn difference(points: f64, games: u64) -> Self {
        let games = games as f64;
        let (scored, bound) = match points {
            _ if games == 0.0 => (0.0, Bound::Exact),
            points if points >= games => (games - 0.5, Bound::AtLeast),
            points if points <= 0.0 => (0.5, Bound::AtMost),
            points => (points, Bound::Exact),
        };
        let elo = if games == 0.0 { 0.0 } else { 400.0 * (scored / (games - scored)).log10() };
        Self { elo, bound }
    }
}

/// What two players have scored against each other, by the place of either.
struct Results {
    /// The points of the first against the second.
    points: Vec<Vec<f64>>,
    games: Vec<Vec<f64>>,
}

impl Results {
    fn points(&self, own: usize, other: usize) -> f64 {
        self.points.get(own).and_then(|row| row.get(other)).copied().unwrap_or(0.0)
    }

    fn games(&self, own: usize, other: usize) -> f64 {
        self.games.get(own).and_then(|row| row.get(other)).copied().unwrap_or(0.0)
    }
}

/// The standings of this many players, the best first. Each result is two players, the points of the first, and the games;
/// every two players have met.
#[must_use]
pub fn standings(players: usize, results: &[(usize, usize, f64, u64)]) -> Vec<Standing> {
    const MEAN: f64 = 1500.0;
    let none = || vec![vec![0.0; players]; players];
    let mut met = Results { points: none(), games: none() };
    let mut games = vec![0_u64; players];
    for &(one, two, of_one, count) in results {
        for (own, other, won) in [(one, two, of_one), (two, one, count as f64 - of_one)] {
            met.points.get_mut(own).into_iter().for_each(|row| add(row, other, won));
            met.games.get_mut(own).into_iter().for_each(|row| add(row, other, count as f64));
            games.get_mut(own).into_iter().for_each(|games| *games += count);
        }
    }
    // Best first. The largest group is the one that the others are measured by; of equally large ones, the best.
    let groups = groups(players, &met);
    let largest = groups.iter().map(Vec::len).max().unwrap_or(0);
    let middle = groups.iter().position(|group| group.len() == largest).unwrap_or(0);
    let mut placed: Vec<(usize, Rating)> = Vec::new();
    let (above, rest) = groups.split_at(middle);
    let below = rest.iter().skip(1).map(|group| (group, Bound::AtMost));
    let above = above.iter().rev().map(|group| (group, Bound::AtLeast));
    let measured = rest.iter().take(1).map(|group| (group, Bound::Exact));
    for (group, bound) in measured.chain(above).chain(below) {
        let fitted = fit(group, &met);
        let shift = match bound {
            Bound::Exact => MEAN,
            Bound::AtLeast | Bound::AtMost => distance(group, &fitted, &placed, &met, bound),
        };
        let rated = group.iter().zip(fitted).map(|(own, elo)| (*own, Rating { elo: elo + shift, bound }));
        placed.extend(rated.collect::<Vec<_>>());
    }
    let mut standings: Vec<Standing> = placed
        .into_iter()
        .map(|(player, rating)| Standing {
            player,
            rating,
            points: (0..players).map(|other| met.points(player, other)).sum(),
            games: games.get(player).copied().unwrap_or(0),
        })
        .collect();
    standings.sort_by(|a, b| {
        let by_rating = b.rating.elo.total_cmp(&a.rating.elo);
        by_rating.then(b.rating.bound.cmp(&a.rating.bound)).then(a.player.cmp(&b.player))
    });
    standings
}

/// The players in groups, the best first: within a group all players have taken points from each other, directly or through
/// others, and higher groups have taken every point from lower ones.
fn groups(players: usize, met: &Results) -> Vec<Vec<usize>> {
    let mut scored: Vec<Vec<bool>> =
        (0..players).map(|own| (0..players).map(|other| met.points(own, other) > 0.0).collect()).collect();
    let has = |scored: &[Vec<bool>], own: usize, other: usize| {
        own == other || scored.get(own).and_then(|row| row.get(other)).copied().unwrap_or(false)
    };
    for through in 0..players {
        let onward: Vec<bool> = (0..players).map(|other| has(&scored, through, other)).collect();
        for row in &mut scored {
            if row.get(through).copied().unwrap_or(false) {
                row.iter_mut().zip(&onward).for_each(|(scored, onward)| *scored |= onward);
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for own in 0..players {
        let equal = |group: &&mut Vec<usize>| {
            group.first().is_some_and(|other| has(&scored, own, *other) && has(&scored, *other, own))
        };
        match groups.iter_mut().find(equal) {
            Some(group) => group.push(own),
            None => groups.push(vec![own]),
        }
    }
    // A player who reaches more players ranks higher.
    let reach = |group: &Vec<usize>| {
        let first = group.first().copied().unwrap_or(0);
        (0..players).filter(|other| has(&scored, first, *other)).count()
    };
    groups.sort_by_key(|group| std::cmp::Reverse(reach(group)));
    groups
}

/// The chance that Elo's formula gives a player this far above another, and the other.
fn chances(own: f64, other: f64) -> (f64, f64) {
    expected_score(&EloRating { rating: own }, &EloRating { rating: other })
}

/// The ratings within a group, 0 on average, under which its results are most likely. Newton's steps, each cut in half
/// until it makes the results likelier; there is one solution, and nothing else to get stuck in.
fn fit(group: &[usize], met: &Results) -> Vec<f64> {
    const STEPS: usize = 200;
    const CLOSE: f64 = 1e-9;
    /// A point of rating changes a chance by its product with the other's, divided by this.
    const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
    let likelihood = |ratings: &[f64]| -> f64 {
        let pairs = group
            .iter()
            .zip(ratings)
            .flat_map(|own| group.iter().zip(ratings).map(move |other| (own, other)));
        let likely = pairs.map(|((own, rating), (other, others))| match met.points(*own, *other) {
            points if points > 0.0 => points * chances(*rating, *others).0.ln(),
            _ => 0.0,
        });
        likely.sum()
    };
    let mut ratings = vec![0.0; group.len()];
    for _ in 0..STEPS {
        // One equation per player: how ratings change its expected score, and its surplus of points.
        let rows = group.iter().zip(&ratings).map(|(own, rating)| -> Vec<f64> {
            let others = group.iter().zip(&ratings).map(|(other, others)| {
                let (chance, counter) = chances(*rating, *others);
                let games = if own == other { 0.0 } else { met.games(*own, *other) };
                (games * chance * counter, met.points(*own, *other) - games * chance)
            });
            let others: Vec<(f64, f64)> = others.collect();
            let whole: f64 = others.iter().map(|(slope, _)| slope).sum();
            let surplus: f64 = others.iter().map(|(_, surplus)| surplus).sum();
            let slopes = group.iter().zip(&others);
            let columns = slopes.map(|(other, (slope, _))| if own == other { whole } else { -slope });
            columns.chain([surplus * SCALE]).collect()
        });
        let step = solve(anchored(rows.collect()));
        let now = likelihood(&ratings);
        let shorter = (0..60).map(|halves| 0.5_f64.powi(halves));
        let tried = shorter.map(|part| -> Vec<f64> {
            let moved: Vec<f64> =
                ratings.iter().zip(&step).map(|(rating, step)| rating + part * step).collect();
            let mean = moved.iter().sum::<f64>() / moved.len().max(1) as f64;
            moved.iter().map(|rating| rating - mean).collect()
        });
        let Some(better) = tried.into_iter().find(|tried| likelihood(tried) >= now) else { break };
        let moved = better.iter().zip(&ratings).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        ratings = better;
        if moved < CLOSE {
            break;
        }
    }
    ratings
}

/// How far to shift a group so that, against the players placed so far, its expected score is all but half a point, or
/// just half a point.
fn distance(group: &[usize], fitted: &[f64], placed: &[(usize, Rating)], met: &Results, bound: Bound) -> f64 {
    let pairs = || {
        group
            .iter()
            .zip(fitted)
            .flat_map(|own| placed.iter().map(move |other| (own, other)))
            .map(|((own, elo), (other, rating))| (met.games(*own, *other), *elo, rating.elo))
    };
    let games: f64 = pairs().map(|(games, ..)| games).sum();
    let wanted = if bound == Bound::AtMost { 0.5 } else { games - 0.5 };
    let expected =
        |shift: f64| pairs().map(|(games, own, other)| games * chances(own + shift, other).0).sum::<f64>();
    let (mut low, mut high) = (-1e5, 1e5);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < wanted { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Adds to each equation that the steps are 0 in all: without that, any number could be added to them.
fn anchored(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = rows.len();
    let diagonal = rows.iter().enumerate().filter_map(|(place, row)| row.get(place));
    let weight = diagonal.sum::<f64>() / count.max(1) as f64;
    rows.iter_mut().for_each(|row| row.iter_mut().take(count).for_each(|entry| *entry += weight));
    rows
}

/// Solves linear equations, each a row of coefficients and what they come to. The coefficients are positive definite, so no
/// equation has to change places with another.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    for column in 0..rows.len() {
        let Some(mut pivot) = rows.get_mut(column).map(std::mem::take) else { continue };
        let Some(scale) = pivot.get(column).copied().filter(|scale| *scale != 0.0) else { continue };
        pivot.iter_mut().for_each(|entry| *entry /= scale);
        for row in &mut rows {
            let factor = row.get(column).copied().unwrap_or(0.0);
            row.iter_mut().zip(&pivot).for_each(|(entry, pivot)| *entry -= factor * pivot);
        }
        rows.get_mut(column).into_iter().for_each(|row| *row = std::mem::take(&mut pivot));
    }
    rows.iter().map(|row| row.last().copied().unwrap_or(0.0)).collect()
}

fn add(list: &mut [f64], place: usize, more: f64) {
    list.get_mut(place).into_iter().for_each(|sum| *sum += more);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_are_as_far_apart_as_the_formula_says() {
        for (points, games) in
            [(10.0, 11), (7.0, 10), (5.0, 10), (0.5, 1_000_000), (999_999.5, 1_000_000), (1.0, 3)]
        {
            let share = points / games as f64;
            let formula = 400.0 * (share / (1.0 - share)).log10();
            let difference = Rating::difference(points, games);
            assert!(
                (difference.elo - formula).abs() < 1e-6 && difference.bound == Bound::Exact,
                "{points}/{games}"
            );
            let table = standings(2, &[(0, 1, points, games)]);
            let elo = |player| table.iter().find(|standing| standing.player == player).unwrap().rating.elo;
            assert!((elo(0) - elo(1) - formula).abs() < 1e-3, "{points}/{games}: {table:?}");
            assert!((elo(0) + elo(1) - 3_000.0).abs() < 1e-6);
            assert!(table.iter().all(|standing| standing.rating.bound == Bound::Exact));
        }
    }

    #[test]
    fn a_perfect_score_has_only_a_bound() {
        for games in [1, 10, 1_000] {
            let half_a_point_less = Rating::difference(games as f64 - 0.5, games).elo;
            let won = Rating::difference(games as f64, games);
            assert_eq!((won.elo, won.bound), (half_a_point_less, Bound::AtLeast));
            let lost = Rating::difference(0.0, games);
            assert!((lost.elo + half_a_point_less).abs() < 1e-9 && lost.bound == Bound::AtMost);
            let table = standings(2, &[(1, 0, games as f64, games)]);
            assert_eq!((table[0].player, table[0].rating), (1, Rating { elo: 1_500.0, bound: Bound::Exact }));
            assert!((table[1].rating.elo - 1_500.0 + half_a_point_less).abs() < 1e-6, "{table:?}");
            assert_eq!(table[1].rating.bound, Bound::AtMost);
        }
        assert_eq!(Rating::difference(0.0, 0), Rating { elo: 0.0, bound: Bound::Exact });
    }

    #[test]
    fn the_order_of_results_does_not_matter() {
        let results = [(0, 1, 7.0, 10), (1, 2, 6.0, 10), (2, 0, 1.5, 10)];
        let mut turned = results;
        turned.reverse();
        let (one, two) = (standings(3, &results), standings(3, &turned));
        let close = |a: &Standing, b: &Standing| (a.rating.elo - b.rating.elo).abs() < 1e-6;
        assert!(one.iter().zip(&two).all(|(a, b)| a.player == b.player && close(a, b)));
        assert_eq!(one.iter().map(|standing| standing.player).collect::<Vec<_>>(), [0, 1, 2]);
    }

    /// What each of these players was expected to score against the others of them, by the ratings.
    fn scored_as_expected(table: &[Standing], group: &[usize], results: &[(usize, usize, f64, u64)]) {
        let elo = |player| table.iter().find(|standing| standing.player == player).unwrap().rating.elo;
        for own in group {
            let (mut scored, mut expected) = (0.0, 0.0);
            for (one, two, points, games) in results {
                let (other, points) = match own {
                    own if own == one => (two, *points),
                    own if own == two => (one, *games as f64 - points),
                    _ => continue,
                };
                if group.contains(other) {
                    scored += points;
                    expected += *games as f64 / (1.0 + 10_f64.powf((elo(*other) - elo(*own)) / 400.0));
                }
            }
            assert!((scored - expected).abs() < 1e-3, "{own}: {scored}, not {expected}: {table:?}");
        }
    }

    #[test]
    fn every_player_has_its_expected_score() {
        let results = [(0, 1, 700.0, 1_000), (1, 2, 990.0, 1_000), (2, 0, 0.5, 1_000), (2, 3, 499.5, 1_000)];
        let results = [results.as_slice(), &[(3, 0, 1.0, 1_000_000), (3, 1, 0.5, 1_000_000)]].concat();
        let table = standings(4, &results);
        scored_as_expected(&table, &[0, 1, 2, 3], &results);
        assert!((table.iter().map(|standing| standing.rating.elo).sum::<f64>() - 6_000.0).abs() < 1e-6);
    }

    #[test]
    fn a_group_is_rated_by_its_own_games_and_bounded_against_the_others() {
        // 3 beats all others, 0 to 2 are a circle, and 4 loses to all others.
        let results = [
            (0, 1, 7.0, 10),
            (1, 2, 6.0, 10),
            (2, 0, 1.5, 10),
            (3, 0, 10.0, 10),
            (3, 1, 10.0, 10),
            (3, 2, 10.0, 10),
            (3, 4, 10.0, 10),
            (4, 0, 0.0, 10),
            (4, 1, 0.0, 10),
            (4, 2, 0.0, 10),
        ];
        let table = standings(5, &results);
        assert_eq!(table.iter().map(|standing| standing.player).collect::<Vec<_>>(), [3, 0, 1, 2, 4]);
        use Bound::{AtLeast, AtMost, Exact};
        let bounds: Vec<Bound> = table.iter().map(|standing| standing.rating.bound).collect();
        assert_eq!(bounds, [AtLeast, Exact, Exact, Exact, AtMost]);
        scored_as_expected(&table, &[0, 1, 2], &results);
        let elo = |player: usize| table.iter().find(|standing| standing.player == player).unwrap().rating.elo;
        assert!((elo(0) + elo(1) + elo(2) - 4_500.0).abs() < 1e-6);
        let expected: f64 =
            (0..3).map(|other| 10.0 / (1.0 + 10_f64.powf((elo(other) - elo(3)) / 400.0))).sum();
        assert!((expected - 29.5).abs() < 1e-6, "{expected}");
        assert_eq!((table[0].points, table[0].games), (40.0, 40));
    }
}
