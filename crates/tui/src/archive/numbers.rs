//! The finished games in numbers: a bar for each game and each player.

use numberline_table::Outcome;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Archive;
use super::list::padded;
use super::tally::{Row, Tally, by_game, by_player};
use crate::event::Finished;
use crate::pane::{inside, pane_of};
use crate::{Look, Role};

/// A line of the page.
enum Shown {
    Gap,
    Heading(&'static str),
    /// A row, and the most games that a row of its kind has.
    Bar(Row, u64),
}

impl Archive {
    /// Whether there are any numbers to show.
    pub(super) fn has_numbers(&self) -> bool {
        self.found.as_ref().is_some_and(|found| {
            found.as_ref().is_ok_and(|found| !by_game(&found.stats, &self.sought()).is_empty())
        })
    }

    /// Scrolls by so many rows, if the page is drawn in `area`.
    pub(super) fn scroll(&mut self, by: i64, area: Rect) {
        self.scroll.by(by, self.shown().len(), inside(area).height);
    }

    pub(super) fn draw_numbers(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let inner = inside(area);
        let shown = self.shown();
        let height = usize::from(inner.height);
        let first = self.scroll.top(shown.len(), inner.height);
        let far = format!("{}-{} of {}", first + 1, (first + height).min(shown.len()), shown.len());
        frame.render_widget(pane_of(shown.len(), &far, look, "Wins, draws and losses", area), area);
        let lines = shown.into_iter().skip(first).take(height).map(|line| match line {
            Shown::Gap => Line::default(),
            Shown::Heading(text) => look.line(text, Role::Accent),
            Shown::Bar(row, most) => bar(&row, most, inner.width, look),
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
    }

    fn shown(&self) -> Vec<Shown> {
        let Some(Ok(Finished { stats, .. })) = &self.found else { return Vec::new() };
        let sought = self.sought();
        let heading = if sought.is_empty() { "By game, for Player 1" } else { "By game" };
        let mut shown = vec![Shown::Heading(heading)];
        shown.extend(bars(by_game(stats, &sought)));
        shown.extend([Shown::Gap, Shown::Heading("By player")]);
        shown.extend(bars(by_player(stats, &sought)));
        shown
    }
}

fn bars(rows: Vec<Row>) -> impl Iterator<Item = Shown> {
    let most = rows.iter().map(|row| row.tally.games()).max().unwrap_or_default();
    rows.into_iter().map(move |row| Shown::Bar(row, most))
}

/// `Ada  ████████▒▒░░░░  W 8  D 2  L 4`: as long as there are games, and whoever has most fills the room.
fn bar(row: &Row, most: u64, width: u16, look: &Look) -> Line<'static> {
    let Row { label, short, tally } = row;
    let Tally { wins, draws, losses } = *tally;
    let width = usize::from(width);
    let numbers = format!(" W {wins:<4}D {draws:<4}L {losses:<4}");
    let name = (width / 4).clamp(9, 24);
    let cells = width.saturating_sub(name).saturating_sub(numbers.len()).min(80);
    let label = if name > 16 { label } else { short };
    let mut spans = vec![look.span(padded(label, name), Role::Text)];
    if cells >= 3 {
        let symbols = [look.symbol("█", "#"), look.symbol("▒", "="), look.symbol("░", ".")];
        let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Lose];
        let long = u128::from(tally.games()) * cells as u128 / u128::from(most.max(1));
        let long = usize::try_from(long).unwrap_or(cells).clamp(3, cells);
        for ((part, symbol), outcome) in tally.cells(long).into_iter().zip(symbols).zip(outcomes) {
            spans.push(look.span(symbol.repeat(part), Role::Outcome(outcome)));
        }
        spans.push(Span::raw(" ".repeat(cells - long)));
    }
    spans.push(look.span(numbers, Role::Text));
    Line::from(spans)
}
