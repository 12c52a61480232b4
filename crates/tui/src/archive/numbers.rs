//! Statistics of the finished games: a bar for each game and each player.

use numberline_history::{PersonRating, Results};
use numberline_table::{Outcome, Strength, find};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::Archive;
use super::list::padded;
use crate::event::Finished;
use crate::pane::{inside_of, pane_of};
use crate::{Look, Role};

/// A line of the page.
enum NumbersLine {
    Gap,
    Heading(&'static str),
    /// Its long and its short name, its results, and the most games that any row of its kind has.
    Bar(String, String, Results, u64),
    /// How strong a person is in a game, and how uncertain that is.
    Rating(String),
}

impl Archive {
    /// Whether there are any numbers to show.
    pub(super) fn has_numbers(&self) -> bool {
        let Some(Ok(Finished { stats, .. })) = &self.found else { return false };
        !stats.results_by_game(&self.sought()).is_empty()
    }

    /// Scrolls by this many rows, if the page is drawn in `area`.
    pub(super) fn scroll(&mut self, by: i64, area: Rect) {
        self.scroll.by(by, self.shown().len(), inside_of(area).height);
    }

    pub(super) fn draw_numbers(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let inner = inside_of(area);
        let shown = self.shown();
        let height = usize::from(inner.height);
        let first = self.scroll.top(shown.len(), inner.height);
        let far = format!("{}-{} of {}", first + 1, (first + height).min(shown.len()), shown.len());
        frame.render_widget(pane_of(shown.len(), &far, look, "Wins, draws and losses", area), area);
        let name = name_column(&shown, inner.width);
        let lines = shown.into_iter().skip(first).take(height).map(|line| match line {
            NumbersLine::Gap => Line::default(),
            NumbersLine::Heading(text) => look.line(text, Role::Accent),
            NumbersLine::Rating(text) => look.line(text, Role::Text),
            NumbersLine::Bar(label, short, results, most) => {
                bar([&label, &short], results, most, [usize::from(inner.width), name], look)
            }
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
    }

    fn shown(&self) -> Vec<NumbersLine> {
        let Some(Ok(Finished { stats, .. })) = &self.found else { return Vec::new() };
        let sought = self.sought();
        let heading = if sought.is_empty() { "By game, for Player 1" } else { "By game" };
        let mut shown = vec![NumbersLine::Heading(heading)];
        let title = |slug: &str| find(slug).map_or(slug, |game| game.info().title).to_owned();
        shown.extend(bars(stats.results_by_game(&sought).into_iter().collect(), title));
        shown.extend([NumbersLine::Gap, NumbersLine::Heading("By player")]);
        shown.extend(bars(stats.results_by_player(&sought), str::to_owned));
        let ratings = stats.ratings.iter().filter(|rating| rating.player.to_lowercase().contains(&sought));
        let ratings: Vec<NumbersLine> = ratings.map(|rating| NumbersLine::Rating(rated(rating))).collect();
        if stats.ratings.is_empty() && sought.is_empty() {
            shown.extend([NumbersLine::Gap, NumbersLine::Rating(PersonRating::NONE.to_owned())]);
        }
        if !ratings.is_empty() {
            shown.extend([NumbersLine::Gap, NumbersLine::Heading("Ratings, from games against computers")]);
            shown.extend(ratings);
            shown.push(NumbersLine::Rating(Strength::MARGIN.to_owned()));
        }
        shown
    }
}

/// How many columns the names take: all that the longest needs, but no more than a third of the width, and no more than a
/// quarter where little is left for the bars.
fn name_column(shown: &[NumbersLine], width: u16) -> usize {
    let names = shown.iter().map(|line| match line {
        NumbersLine::Bar(label, ..) => label.width() + 1,
        NumbersLine::Gap | NumbersLine::Heading(_) | NumbersLine::Rating(_) => 0,
    });
    let most = usize::from(if width < 60 { width / 4 } else { width / 3 }).max(9);
    names.max().unwrap_or_default().clamp(9, most)
}

/// `Ada, Number Siege: 1612 ± 120 after 8 games`.
fn rated(rating: &PersonRating) -> String {
    let PersonRating { player, game, strength } = rating;
    let title = find(game).map_or(game.as_str(), |game| game.info().title);
    format!("{player}, {title}: {strength}")
}

fn bars(rows: Vec<(&str, Results)>, label: fn(&str) -> String) -> impl Iterator<Item = NumbersLine> {
    let most = rows.iter().map(|(_, results)| results.games()).max().unwrap_or_default();
    rows.into_iter().map(move |(name, results)| NumbersLine::Bar(label(name), name.to_owned(), results, most))
}

/// `Ada  ████████▒▒░░░░  W 8  D 2  L 4`: its length shows the number of games; the row with the most fills the width.
fn bar(
    [label, short]: [&str; 2],
    results: Results,
    most: u64,
    [width, name]: [usize; 2],
    look: &Look,
) -> Line<'static> {
    let Results { wins, draws, losses } = results;
    let numbers = format!(" W {wins:<4}D {draws:<4}L {losses:<4}");
    let cells = width.saturating_sub(name).saturating_sub(numbers.len()).min(80);
    let label = if label.width() < name { label } else { short };
    let mut spans = vec![look.span(padded(label, name, look), Role::Text)];
    if cells >= 3 {
        let symbols = [look.symbol("█", "#"), look.symbol("▒", "="), look.symbol("░", ".")];
        let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Lose];
        let long = u128::from(results.games()) * cells as u128 / u128::from(most.max(1));
        let long = usize::try_from(long).unwrap_or(cells).clamp(3, cells);
        for ((part, symbol), outcome) in shares(results, long).into_iter().zip(symbols).zip(outcomes) {
            spans.push(look.span(symbol.repeat(part), Role::Outcome(outcome)));
        }
        spans.push(Span::raw(" ".repeat(cells - long)));
    }
    spans.push(look.span(numbers, Role::Text));
    Line::from(spans)
}

/// How many of this many cells are wins, draws and losses. Every result that occurs gets a cell, if there are enough.
fn shares(results: Results, width: usize) -> [usize; 3] {
    let games = u128::from(results.games()).max(1);
    let share = |part: u64| {
        let cells = (u128::from(part) * width as u128 + games / 2) / games;
        usize::try_from(cells).unwrap_or(width).max(usize::from(part > 0))
    };
    let mut cells = [results.wins, results.draws, results.losses].map(share);
    // Rounding may have given out too many or too few: the largest part absorbs the difference.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_full_and_nothing_is_left_out() {
        let cells = |wins, draws, losses, width| shares(Results { wins, draws, losses }, width);
        assert_eq!(cells(1, 1, 1, 9), [3, 3, 3]);
        assert_eq!(cells(1, 0, 0, 9), [9, 0, 0]);
        assert_eq!(cells(1000, 1, 1, 10), [8, 1, 1]);
        assert_eq!(cells(1, 1, 1, 2).iter().sum::<usize>(), 2);
        assert_eq!(cells(0, 0, 0, 5), [0, 0, 0]);
        assert_eq!(cells(u64::MAX, u64::MAX, 0, 8).iter().sum::<usize>(), 8);
        assert_eq!(cells(3, 4, 5, 0).iter().sum::<usize>(), 0);
    }
}
