//! The first screen: the games to choose from.

use crossterm::event::KeyCode;
use numberline_table::{AnyGame, catalog};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::{Event, Look, Role};

/// The first screen.
pub(crate) struct Home {
    games: Vec<&'static dyn AnyGame>,
    chosen: usize,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { games: catalog(), chosen: 0 }
    }
}

impl Screen for Home {
    fn title(&self) -> String {
        "Number-line duels".to_owned()
    }

    fn keys(&self) -> Vec<KeyHelp> {
        vec![KeyHelp::new("↑ ↓", "choose a game"), KeyHelp::new("Enter", "play it")]
    }

    fn update(&mut self, event: Event, _context: &mut Context<'_>) -> Step {
        let Event::Key(key) = event else { return Step::PASS };
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => {
                self.chosen = (self.chosen + 1).min(self.games.len().saturating_sub(1));
            }
            _ => return Step::PASS,
        }
        Step::STAY
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let lines = self.games.iter().enumerate().map(|(place, game)| {
            let role = if place == self.chosen { Role::Selected } else { Role::Text };
            Line::styled(format!("{}  {}", game.info().title, game.info().summary), look.style(role))
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
    }
}
