//! What an analysis looks like.

use numberline_table::{MoveEffect, Ply};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Study;
use crate::bench::Benched;
use crate::board::Board;
use crate::chart::Chart;
use crate::keys::TakesKeys;
use crate::page::Page;
use crate::pane::{inside, pane, shortened};
use crate::{Look, Role};

impl Study {
    /// The board as it is drawn.
    pub(super) fn board<'a>(&'a self, preview: Option<&'a Ply>) -> Board<'a> {
        Board {
            seat: self.pointing(),
            aim: self.bench.pointer.aim(),
            preview,
            last: self.walk.last(),
            names: Some(&self.walk.record().tags.names),
            values: if self.shows_coach() { self.bench.coach.values(self.walk.game()) } else { &[] },
            ..Board::new(self.walk.game(), self.bench.pointer.focus)
        }
    }

    pub(super) fn draw_all(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let places = self.places(area);
        let preview = self.pointed().and_then(|text| self.walk.game().preview(&text).ok());
        page.render_widget(self.head(look), places.head);
        self.board(preview.as_ref()).draw(page, places.board, look);
        self.draw_chart(page, places.chart, look);
        if !places.moves.is_empty() {
            self.draw_moves(page, places.moves, look);
        }
        if self.shows_coach() {
            self.bench.coach.draw(page, places.coach, look);
        }
        self.draw_story(page, places.story, look);
        page.render_widget(self.foot(places.foot.width, places.story.is_empty(), look), places.foot);
    }

    fn draw_chart(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        if area.is_empty() {
            return;
        }
        let name = numberline_rules::Seat::One.of(&self.walk.record().tags.names);
        page.render_widget(pane(look, format!("{name}'s view")), area);
        if let Ok(judged) = &self.judged {
            let (points, mistakes) = (&judged.points, judged.trainer.exercises());
            Chart { points, mistakes, current: self.walk.ply() }.draw(page, inside(area), look);
        }
    }

    fn draw_story(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let area = Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(2), ..area };
        frame.render_widget(Paragraph::new(self.story(area.width, look)), area);
    }

    /// What the move that is pointed at would do: `Ada: captures Grace and wins`.
    fn aimed(&self) -> Option<String> {
        let (text, seat, game) = (self.pointed()?, self.pointing()?, self.walk.game());
        game.check(seat, &text).ok()?;
        let names = &self.walk.record().tags.names;
        let effect = MoveEffect::of_move(game, seat, &text).map(|effect| effect.short(names));
        let does = effect.unwrap_or_else(|| format!("{} {text}", game.info().piece));
        Some(format!("{}: {does}", seat.of(names)))
    }

    /// The input line, what is being thought about, or, where there is no other room for it, the last message.
    fn foot(&self, width: u16, is_only: bool, look: &Look) -> Line<'static> {
        if let Some(line) = self.bench.prompt_line(width, look) {
            return line;
        }
        if self.reviewing.is_some() {
            let words = self.reviewing.words(look, "judging the moves");
            return look
                .line(format!(" {words}   {} stops it", self.key_to("stop the review")), Role::Accent);
        }
        if self.is_thinking() && !self.shows_coach() {
            return look.line(format!(" thinking{}", look.symbol("…", "...")), Role::Accent);
        }
        if let Some(aimed) = self.aimed() {
            let key = self.key_to("play it");
            let said = shortened(&format!("{aimed}   {key} plays it"), width.saturating_sub(2), look);
            return look.line(format!(" {said}"), Role::Strong);
        }
        match self.summary().filter(|_| is_only) {
            Some((said, role)) => {
                look.line(format!(" {}", shortened(&said, width.saturating_sub(2), look)), role)
            }
            None => Line::default(),
        }
    }
}
