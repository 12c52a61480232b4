//! Numbers on the command line, with messages that say what to type.

use std::num::NonZeroU32;

/// How many, at least one.
pub(crate) fn count(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| format!("type a whole number from 1 to {}", u32::MAX))
}

/// How many games the computers play.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    const MOST: u64 = 1_000_000_000_000;
    let games = text.parse().ok().filter(|games| (1..=MOST).contains(games));
    games.ok_or_else(|| format!("type a whole number from 1 to {MOST}"))
}

/// How many lines, possibly zero.
pub(crate) fn limit(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("type a whole number from 0 to {}", u32::MAX))
}

/// A seed for the random numbers.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("type a whole number from 0 to {}", u64::MAX))
}
