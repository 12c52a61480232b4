//! Texts to read: the rules of a game.

use crossterm::event::{KeyCode, MouseEventKind};
use numberline_table::AnyGame;
use ratatui::Frame;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::{Event, Look, Role};

/// The rules of a game.
pub(crate) struct Rules {
    game: &'static dyn AnyGame,
    top: usize,
}

/// Longer lines are hard to read.
const WIDEST: u16 = 78;

impl Rules {
    pub(crate) fn new(game: &'static dyn AnyGame) -> Self {
        Self { game, top: 0 }
    }

    fn lines(&self, width: u16) -> Vec<(Role, String)> {
        lay_out(self.game.info().rules, usize::from(width).max(12))
    }
}

impl Screen for Rules {
    fn title(&self) -> String {
        format!("Rules of {}", self.game.info().title)
    }

    fn keys(&self) -> Vec<KeyHelp> {
        vec![
            KeyHelp::new("↑ ↓", "scroll"),
            KeyHelp::new("Space", "next page"),
            KeyHelp::new("b", "previous page"),
            KeyHelp::new("g", "to the top"),
            KeyHelp::new("G", "to the end"),
        ]
    }

    fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step {
        let page = page(context.area);
        let lines = self.lines(page.width).len();
        let height = usize::from(page.height).max(1);
        let last = lines.saturating_sub(height);
        let step = height.saturating_sub(1).max(1);
        let top = match event {
            Event::Key(key) => match key.code {
                KeyCode::Down | KeyCode::Char('j') => self.top.saturating_add(1),
                KeyCode::Up | KeyCode::Char('k') => self.top.saturating_sub(1),
                KeyCode::PageDown | KeyCode::Char(' ') => self.top.saturating_add(step),
                KeyCode::PageUp | KeyCode::Char('b') => self.top.saturating_sub(step),
                KeyCode::Home | KeyCode::Char('g') => 0,
                KeyCode::End | KeyCode::Char('G') => last,
                KeyCode::Char('r') | KeyCode::Enter => return Step::BACK,
                _ => return Step::PASS,
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollDown => self.top.saturating_add(3),
                MouseEventKind::ScrollUp => self.top.saturating_sub(3),
                _ => return Step::PASS,
            },
            _ => self.top,
        };
        self.top = top.min(last);
        Step::STAY
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let page = page(area);
        let lines = self.lines(page.width);
        let height = usize::from(page.height);
        let top = self.top.min(lines.len().saturating_sub(height));
        let shown = lines.iter().skip(top).take(height);
        let shown = shown.map(|(role, text)| Line::styled(text.as_str(), look.style(*role)));
        frame.render_widget(Paragraph::new(shown.collect::<Vec<_>>()), page);
        let right = area.right().saturating_sub(1);
        let mut mark = |symbol: &'static str, y: u16| {
            if area.width > 1 && area.height > 1 {
                frame.buffer_mut().set_string(right, y, symbol, look.style(Role::Faint));
            }
        };
        if top > 0 {
            mark(look.symbol("↑", "^"), area.y);
        }
        if top + height < lines.len() {
            mark(look.symbol("↓", "v"), area.bottom().saturating_sub(1));
        }
    }
}

/// Where the text stands: in the middle of a wide screen.
fn page(area: Rect) -> Rect {
    let margin = if area.width > 60 { Margin::new(2, 1) } else { Margin::new(1, 0) };
    let inner = area.inner(margin);
    inner.centered_horizontally(Constraint::Max(WIDEST.min(inner.width)))
}

/// A text of headings and indented paragraphs, wrapped anew. A paragraph that begins with a label and two spaces hangs on
/// it.
fn lay_out(text: &str, width: usize) -> Vec<(Role, String)> {
    let mut lines = Vec::new();
    let mut paragraph: Option<(String, String)> = None;
    let finish = |paragraph: &mut Option<(String, String)>, lines: &mut Vec<(Role, String)>| {
        if let Some((label, words)) = paragraph.take() {
            let hang = " ".repeat(label.chars().count());
            let options = textwrap::Options::new(width).initial_indent(&label).subsequent_indent(&hang);
            lines.extend(
                textwrap::wrap(&words, options).into_iter().map(|line| (Role::Text, line.into_owned())),
            );
        }
    };
    for line in text.lines() {
        let words = line.trim();
        let indented = line.starts_with(' ');
        let label = words.split_once("  ").map(|(label, rest)| (label, rest.trim()));
        match (&mut paragraph, label) {
            _ if words.is_empty() => {
                finish(&mut paragraph, &mut lines);
                lines.push((Role::Text, String::new()));
            }
            _ if !indented => {
                finish(&mut paragraph, &mut lines);
                lines.push((Role::Accent, words.to_owned()));
            }
            (_, Some((label, rest))) => {
                finish(&mut paragraph, &mut lines);
                paragraph = Some((format!("  {label:<5}"), rest.to_owned()));
            }
            (Some((_, so_far)), None) => {
                so_far.push(' ');
                so_far.push_str(words);
            }
            (None, None) => paragraph = Some(("  ".to_owned(), words.to_owned())),
        }
    }
    finish(&mut paragraph, &mut lines);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_and_labels_hang() {
        let text = "Goal\n  Cross out a number,\n  or two.\n\nRulings\n  R1   One thing\n       and more.\n  R12  Two.\n";
        let lines: Vec<String> = lay_out(text, 20).into_iter().map(|(_, line)| line).collect();
        assert_eq!(
            lines,
            [
                "Goal",
                "  Cross out a",
                "  number, or two.",
                "",
                "Rulings",
                "  R1   One thing and",
                "       more.",
                "  R12  Two.",
            ]
        );
    }

    #[test]
    fn every_game_has_rules_that_fit_narrow_screens() {
        for game in numberline_table::catalog() {
            let lines = lay_out(game.info().rules, 38);
            assert!(lines.iter().all(|(_, line)| line.chars().count() <= 38), "{}", game.info().slug);
            assert!(lines.iter().any(|(role, _)| *role == Role::Accent), "{}", game.info().slug);
        }
    }
}
