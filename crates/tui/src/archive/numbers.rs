//! The finished games in numbers: a bar for each game and each player.

use numberline_table::Outcome;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Archive;
use super::list::padded;
use super::tally::{Row, Tally, by_game, by_player};
use crate::pane::{inside, pane};
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
        let sought = self.sought();
        self.numbers.get().is_some_and(|stats| !by_game(stats, &sought).is_empty())
    }

    /// How far one can scroll, if the page is drawn in `area`.
    pub(super) fn most_scroll(&self, area: Rect) -> usize {
        self.shown().len().saturating_sub(usize::from(inside(area).height))
    }

    pub(super) fn draw_numbers(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let inner = inside(area);
        let shown = self.shown();
        let height = usize::from(inner.height);
        let first = self.scroll.min(shown.len().saturating_sub(height));
        let mut block = pane(look, "Wins, draws and losses");
        if shown.len() > height && height > 0 {
            let said = format!(" {}-{} of {} ", first + 1, (first + height).min(shown.len()), shown.len());
            block = block.title_bottom(Line::styled(said, look.style(Role::Faint)).right_aligned());
        }
        frame.render_widget(block, area);
        let lines = shown.into_iter().skip(first).take(height).map(|line| match line {
            Shown::Gap => Line::default(),
            Shown::Heading(text) => Line::styled(text, look.style(Role::Accent)),
            Shown::Bar(row, most) => bar(&row, most, inner.width, look),
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
    }

    fn shown(&self) -> Vec<Shown> {
        let Some(stats) = self.numbers.get() else { return Vec::new() };
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
    let mut spans = vec![Span::styled(padded(label, name), look.style(Role::Text))];
    if cells >= 3 {
        let symbols = [look.symbol("█", "#"), look.symbol("▒", "="), look.symbol("░", ".")];
        let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Lose];
        let long = u128::from(tally.games()) * cells as u128 / u128::from(most.max(1));
        let long = usize::try_from(long).unwrap_or(cells).clamp(3, cells);
        for ((part, symbol), outcome) in tally.cells(long).into_iter().zip(symbols).zip(outcomes) {
            spans.push(Span::styled(symbol.repeat(part), look.style(Role::Outcome(outcome))));
        }
        spans.push(Span::raw(" ".repeat(cells - long)));
    }
    spans.push(Span::styled(numbers, look.style(Role::Text)));
    Line::from(spans)
}
