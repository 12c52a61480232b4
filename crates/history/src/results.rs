//! Wins, draws and losses added up.

use std::collections::BTreeMap;

use crate::Stats;

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    /// How many games that are.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    fn add(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}

impl Stats {
    /// By the slug of the game: Player 1's results, or those of the players whose name holds a text, in small letters.
    #[must_use]
    pub fn results_by_game(&self, sought: &str) -> BTreeMap<&str, Results> {
        if !sought.is_empty() {
            return sum(self.of_players(sought).map(|(_, game, results)| (game, results)));
        }
        sum(self.by_game.iter().map(|row| {
            let (wins, draws, losses) = (row.player1_wins, row.draws, row.player2_wins);
            (row.game.as_str(), Results { wins, draws, losses })
        }))
    }

    /// By player whose name holds a text, in small letters; those who have played most come first.
    #[must_use]
    pub fn results_by_player(&self, sought: &str) -> Vec<(&str, Results)> {
        let players = sum(self.of_players(sought).map(|(player, _, results)| (player, results)));
        let mut players: Vec<_> = players.into_iter().collect();
        players.sort_by_key(|(_, results)| std::cmp::Reverse(results.games()));
        players
    }

    fn of_players(&self, sought: &str) -> impl Iterator<Item = (&str, &str, Results)> {
        self.by_player.iter().filter(move |row| row.player.to_lowercase().contains(sought)).map(|row| {
            let results = Results { wins: row.wins, draws: row.draws, losses: row.losses };
            (row.player.as_str(), row.game.as_str(), results)
        })
    }
}

fn sum<'a>(rows: impl Iterator<Item = (&'a str, Results)>) -> BTreeMap<&'a str, Results> {
    let mut sums: BTreeMap<&str, Results> = BTreeMap::new();
    for (whose, results) in rows {
        sums.entry(whose).or_default().add(results);
    }
    sums
}
