//! What an analysis looks like.

use numberline_rules::Turn;
use numberline_table::Ply;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::session::{Mode, Reviewing, Session};
use crate::board::{Board, Valued};
use crate::chart::Chart;
use crate::pane::{inside, pane};
use crate::{Look, Role};

impl Session {
    /// The board as it is drawn and clicked.
    pub(super) fn board<'a>(&'a self, values: &'a [Valued], preview: Option<&'a Ply>) -> Board<'a> {
        let names = self.walk.record().tags.names.each_ref().map(|name| name.as_str().to_owned());
        Board::new(self.walk.game(), self.pointer.focus())
            .legal_for(self.chooser())
            .aim(self.pointer.aim())
            .preview(preview)
            .last_ply(self.walk.last())
            .labels(names)
            .values(if self.shows_coach() { values } else { &[] })
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let places = self.places(area);
        let values = self.coach.values(self.walk.game());
        let pointed = self.chooser().zip(self.pointed());
        let preview = pointed.and_then(|(seat, text)| match self.walk.game().turn() {
            Turn::Of(_) => self.walk.game().preview(seat, &text),
            Turn::Both | Turn::Over { .. } => None,
        });
        frame.render_widget(self.head(look), places.head);
        self.board(&values, preview.as_ref()).draw(frame, places.board, look);
        self.draw_chart(frame, places.chart, look);
        if !places.moves.is_empty() {
            self.draw_moves(frame, places.moves, look);
        }
        if self.shows_coach() && !places.coach.is_empty() {
            self.coach.draw(frame, places.coach, look);
        }
        self.draw_story(frame, places.story, look);
        frame.render_widget(self.foot(places.foot.width, places.story.is_empty(), look), places.foot);
    }

    fn draw_chart(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        if area.is_empty() {
            return;
        }
        let name = numberline_rules::Seat::One.of(&self.walk.record().tags.names);
        frame.render_widget(pane(look, format!("{name}'s view")), area);
        if let Some(judged) = self.judged() {
            let chart = Chart::new(&judged.points, &judged.mistakes, self.walk.ply());
            chart.draw(frame, inside(area), look);
        }
    }

    fn draw_story(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let area = Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(2), ..area };
        frame.render_widget(Paragraph::new(self.story(area.width, look)), area);
    }

    /// What is typed, what is being thought about, or, where there is no other room for it, what was said last.
    fn foot(&self, width: u16, is_only: bool, look: &Look) -> Line<'static> {
        if let Mode::Typing(prompt) | Mode::Naming(prompt) = &self.mode {
            return prompt.line(width, look);
        }
        if let Reviewing::Thinking { spinner, stopped, .. } = &self.reviewing {
            let doing = if *stopped { "stopping" } else { "judging the moves" };
            let stops = if *stopped { "" } else { "   Esc stops it" };
            return Line::styled(format!(" {}{stops}", spinner.words(look, doing)), look.style(Role::Accent));
        }
        if self.coach.is_thinking() && !self.shows_coach() {
            return Line::styled(format!(" thinking{}", look.symbol("…", "...")), look.style(Role::Accent));
        }
        match self.summary().filter(|_| is_only) {
            Some((said, role)) => {
                Line::styled(format!(" {}", shortened(&said, width, look)), look.style(role))
            }
            None => Line::default(),
        }
    }
}

/// As much of a text as fits, with a sign that there is more.
fn shortened(text: &str, width: u16, look: &Look) -> String {
    let room = usize::from(width).saturating_sub(2);
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let more = look.symbol("…", "...");
    let kept: String = text.chars().take(room.saturating_sub(more.chars().count())).collect();
    format!("{}{more}", kept.trim_end())
}
