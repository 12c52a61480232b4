//! Texts to read: the rules of a game.

use crossterm::event::KeyEvent;
use numberline_rules::Settings;
use numberline_table::{AnyGame, Inline, InlineStyle, RulesLine, RulesText, Surface};
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::keys::{Binding, KeyList, TakesKeys, always, bind, find};
use crate::page::{Mouse, Page};
use crate::screen::{Context, Screen, Step};
use crate::scroll::{self, Scroll};
use crate::{Look, Role};

/// The rules of a game.
pub(crate) struct Rules {
    game: &'static dyn AnyGame,
    text: RulesText,
    scroll: Scroll,
}

/// The keys that do not scroll.
const KEYS: &[Binding<Rules>] = &[bind("Esc R Enter", "back", always, |_, _, _| Step::BACK)];

/// Longer lines are hard to read.
const WIDEST: u16 = 78;

impl Rules {
    /// Those of the variant with these settings.
    pub(crate) fn new(game: &'static dyn AnyGame, settings: &Settings) -> Self {
        let text = RulesText::of(game, settings, Surface::Screen);
        Self { game, text, scroll: Scroll::default() }
    }

    fn lines(&self, width: u16) -> Vec<RulesLine> {
        self.text.lines(usize::from(width).max(12))
    }
}

impl TakesKeys for Rules {
    fn keys(&self, keys: &mut KeyList) {
        keys.add(scroll::KEYS, &());
        keys.add(KEYS, self);
    }

    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        let column = column(context.area);
        let lines = self.lines(column.width).len();
        if self.scroll.key(key, lines, column.height) {
            return Step::STAY;
        }
        find(KEYS, self, key).map_or(Step::PASS, |act| act(self, key, context))
    }
}

impl Screen for Rules {
    fn title(&self) -> String {
        format!("Rules of {}", self.game.info().title)
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        if let Mouse::Wheel(by, _) = mouse {
            let column = column(context.area);
            self.scroll.by(3 * by, self.lines(column.width).len(), column.height);
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let column = column(area);
        let lines = self.lines(column.width);
        let (all, height) = (lines.len(), usize::from(column.height));
        let top = self.scroll.top(all, column.height);
        let shown = lines.into_iter().skip(top).take(height).map(|line| draw_line(line, look));
        page.render_widget(Paragraph::new(shown.collect::<Vec<_>>()), column);
        scroll::draw_marks(page, area, look, top > 0, top + height < all);
    }
}

/// The area of the text: in the middle of a wide screen.
fn column(area: Rect) -> Rect {
    let margin = if area.width > 60 { Margin::new(2, 1) } else { Margin::new(1, 0) };
    let inner = area.inner(margin);
    inner.centered_horizontally(Constraint::Max(WIDEST.min(inner.width)))
}

fn draw_line(line: RulesLine, look: &Look) -> Line<'static> {
    match line {
        RulesLine::Title(title) => Line::styled(title, look.style(Role::Accent)),
        RulesLine::Text(text) => text
            .into_iter()
            .map(|Inline { style, text }| match style {
                InlineStyle::Plain => Span::styled(text, look.style(Role::Text)),
                InlineStyle::Strong | InlineStyle::Code => Span::styled(text, look.style(Role::Strong)),
            })
            .collect(),
    }
}
