//! Wins, draws and losses added up.

use std::collections::BTreeMap;

use numberline_history::Stats;
use numberline_table::find;

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

impl Tally {
    pub(super) fn games(self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    fn add(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }

    /// How many of so many cells are wins, draws and losses. Whatever there is gets a cell, if there are enough.
    pub(super) fn cells(self, width: usize) -> [usize; 3] {
        let games = u128::from(self.games()).max(1);
        let share = |part: u64| {
            let cells = (u128::from(part) * width as u128 + games / 2) / games;
            usize::try_from(cells).unwrap_or(width).max(usize::from(part > 0))
        };
        let mut cells = [self.wins, self.draws, self.losses].map(share);
        // Rounding may have given out too many or too few: the largest part can bear the difference best.
        let mut total: usize = cells.iter().sum();
        while total != width && total > 0 {
            let Some(largest) = cells.iter_mut().max() else { break };
            if total > width {
                *largest = largest.saturating_sub(1);
                total -= 1;
            } else {
                *largest += 1;
                total += 1;
            }
        }
        cells
    }
}

/// One line of the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) label: String,
    /// The same where there is little room.
    pub(super) short: String,
    pub(super) tally: Tally,
}

/// By game: Player 1's wins, or those of the players that are sought.
pub(super) fn by_game(stats: &Stats, sought: &str) -> Vec<Row> {
    let tallies = if sought.is_empty() {
        sum(stats.by_game.iter().map(|row| {
            let (wins, draws, losses) = (row.player1_wins, row.draws, row.player2_wins);
            (row.game.as_str(), Tally { wins, draws, losses })
        }))
    } else {
        sum(of_players(stats, sought).map(|(_, game, tally)| (game, tally)))
    };
    let title = |slug: &str| find(slug).map_or(slug, |game| game.info().title).to_owned();
    let row = |(slug, tally): (&str, Tally)| Row { label: title(slug), short: slug.to_owned(), tally };
    tallies.into_iter().map(row).collect()
}

/// By player, whoever has played most first.
pub(super) fn by_player(stats: &Stats, sought: &str) -> Vec<Row> {
    let tallies = sum(of_players(stats, sought).map(|(player, _, tally)| (player, tally)));
    let row = |(name, tally): (&str, Tally)| Row { label: name.to_owned(), short: name.to_owned(), tally };
    let mut rows: Vec<Row> = tallies.into_iter().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.tally.games()));
    rows
}

/// What the players that are sought have achieved, game by game.
fn of_players<'a>(stats: &'a Stats, sought: &str) -> impl Iterator<Item = (&'a str, &'a str, Tally)> {
    stats.by_player.iter().filter(move |row| row.player.to_lowercase().contains(sought)).map(|row| {
        let tally = Tally { wins: row.wins, draws: row.draws, losses: row.losses };
        (row.player.as_str(), row.game.as_str(), tally)
    })
}

fn sum<'a>(tallies: impl Iterator<Item = (&'a str, Tally)>) -> BTreeMap<&'a str, Tally> {
    let mut sums: BTreeMap<&str, Tally> = BTreeMap::new();
    for (whose, tally) in tallies {
        sums.entry(whose).or_default().add(tally);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_full_and_nothing_is_left_out() {
        let cells = |wins, draws, losses, width| Tally { wins, draws, losses }.cells(width);
        assert_eq!(cells(1, 1, 1, 9), [3, 3, 3]);
        assert_eq!(cells(1, 0, 0, 9), [9, 0, 0]);
        assert_eq!(cells(1000, 1, 1, 10), [8, 1, 1]);
        assert_eq!(cells(1, 1, 1, 2).iter().sum::<usize>(), 2);
        assert_eq!(cells(0, 0, 0, 5), [0, 0, 0]);
        assert_eq!(cells(u64::MAX, u64::MAX, 0, 8).iter().sum::<usize>(), 8);
        assert_eq!(cells(3, 4, 5, 0).iter().sum::<usize>(), 0);
    }
}
