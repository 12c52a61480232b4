//! The list of finished games. Only the rows that are seen are put into words.

use numberline_history::Entry;
use numberline_table::find;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::Archive;
use crate::pane::{inside, pane};
use crate::{Look, Role};

/// From this width on, a row has room for the title of the game and for whole names.
const WIDE: u16 = 70;
/// From this width on, it also says when and how.
const VERY_WIDE: u16 = 110;

impl Archive {
    pub(super) fn draw_list(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let inner = inside(area);
        let mut block = pane(look, "Finished games");
        let (count, height) = (self.seen.len(), usize::from(inner.height));
        if count > height && height > 0 {
            let said = format!(" {} of {count} ", self.chosen + 1);
            block = block.title_bottom(Line::styled(said, look.style(Role::Faint)).right_aligned());
        }
        frame.render_widget(block, area);
        let first = self.first_row(inner.height);
        let entries = self.list.get().map_or(&[][..], Vec::as_slice);
        let rows = self.seen.iter().enumerate().skip(first).take(height);
        let lines = rows.filter_map(|(place, entry)| {
            Some(row(entries.get(*entry)?, place == self.chosen, inner.width, look))
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
    }

    /// The row at a place of the screen, if the list is drawn in `area`.
    pub(super) fn place_at(&self, area: Rect, at: Position) -> Option<usize> {
        let inner = inside(area);
        let place = self.first_row(inner.height).checked_add(usize::from(at.y.checked_sub(inner.y)?))?;
        (inner.contains(at) && place < self.seen.len()).then_some(place)
    }

    fn first_row(&self, height: u16) -> usize {
        let height = usize::from(height);
        self.chosen.saturating_sub(height / 2).min(self.seen.len().saturating_sub(height))
    }
}

fn row(entry: &Entry, is_chosen: bool, width: u16, look: &Look) -> Line<'static> {
    let title = find(&entry.game).map_or(entry.game.as_str(), |game| game.info().title);
    let result = match entry.winner {
        Some(1) => "1-0",
        Some(_) => "0-1",
        None => look.symbol("½-½", "1/2"),
    };
    let text = look.style(if is_chosen { Role::Selected } else { Role::Text });
    let faint = if is_chosen { text } else { look.style(Role::Faint) };
    let marker =
        Span::styled(if is_chosen { look.symbol("▸ ", "> ") } else { "  " }, look.style(Role::Accent));
    let day = entry.finished.get(..10).unwrap_or_default();
    if width < WIDE {
        let game = padded(&entry.game, 9);
        let room = usize::from(width).saturating_sub(2 + 6 + 9 + 5);
        let players = format!("{} {} {}", entry.player1, look.symbol("–", "-"), entry.player2);
        let month = day.get(5..).unwrap_or_default();
        return Line::from(vec![
            marker,
            Span::styled(format!("{month} "), faint),
            Span::styled(game, faint),
            Span::styled(padded(&players, room), text),
            Span::styled(format!(" {result}"), text),
        ]);
    }
    let turns = if entry.turns == 1 { "1 turn".to_owned() } else { format!("{} turns", entry.turns) };
    let is_very_wide = width >= VERY_WIDE;
    let (time, ending) = match entry.finished.get(11..16).filter(|_| is_very_wide) {
        Some(time) => (format!(" {time}"), format!("{:<13}", entry.ending)),
        None => (String::new(), String::new()),
    };
    let taken = 2 + 12 + time.len() + 19 + 5 + ending.len() + 10;
    let name = (usize::from(width).saturating_sub(taken) / 2).min(33);
    Line::from(vec![
        marker,
        Span::styled(format!("{day}{time}  "), faint),
        Span::styled(padded(title, 19), text),
        Span::styled(
            padded(&entry.player1, name),
            if is_chosen { text } else { look.style(winner(entry, 1)) },
        ),
        Span::styled(
            padded(&entry.player2, name),
            if is_chosen { text } else { look.style(winner(entry, 2)) },
        ),
        Span::styled(format!("{result}  "), text),
        Span::styled(format!("{ending}{turns}"), faint),
    ])
}

fn winner(entry: &Entry, seat: u8) -> Role {
    if entry.winner == Some(seat) { Role::Strong } else { Role::Text }
}

/// A text in a column of so many cells: cut off, or filled up, with a space at its end.
pub(super) fn padded(text: &str, width: usize) -> String {
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if kept.width() >= width {
            kept.pop();
            break;
        }
    }
    let missing = width.saturating_sub(kept.width());
    kept + &" ".repeat(missing)
}
