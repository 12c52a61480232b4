//! The list of moves, with the branch below the ply where it begins. Only the visible rows are formatted.

use numberline_learn::Place;
use numberline_rules::{Choices, Seat};
use numberline_table::{Mistake, Record, Worth, short_share};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Study;
use crate::board::{emblem, width};
use crate::page::{Page, Spot};
use crate::pane::{inside_of, pane_of};
use crate::{Look, Role};

/// How wide the columns of the list are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Columns {
    name: u16,
    text: u16,
}

/// The frame of the list, and what is written before and after who played what, if turns have numbers of two digits.
const BESIDE: u16 = 16;
/// A branch is that much farther to the right.
const BRANCH: u16 = 3;

impl Columns {
    /// As wide as the names and the moves of a record.
    pub(super) fn of(record: &Record) -> Self {
        let names = record.tags.names.iter().map(|name| width(name.as_str()));
        let texts = record.plies().iter().map(|choices| width(&choices.to_string()));
        Self { name: names.max().unwrap_or(1), text: texts.max().unwrap_or(1) }
    }

    /// How wide a list is in which nothing is cut.
    pub(super) fn list(self) -> u16 {
        self.name.saturating_add(self.text).saturating_add(BESIDE + BRANCH + 1)
    }

    /// The same in this many columns: where whole names have no room, the seats' emblems take their place.
    fn within(self, room: u16) -> Self {
        let name = if self.name.saturating_add(self.text) <= room { self.name } else { 0 };
        Self { name, text: self.text.min(room.saturating_sub(name).max(9)) }
    }
}

impl Study {
    pub(super) fn draw_moves(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let inner = inside_of(area);
        let first = self.first_row(inner.height);
        let count = self.rows();
        let far = format!("{} of {}", self.walk.ply(), self.walk.length());
        page.render_widget(pane_of(count, &far, look, "Moves", area), area);
        let digits = width(&self.walk.length().to_string()).saturating_sub(2);
        let branch = if self.walk.branch().is_some() { BRANCH } else { 0 };
        let columns = self.columns.within(area.width.saturating_sub(BESIDE + digits + branch));
        for (row, area) in (first..count).map(|place| self.row(place)).zip(inner.rows()) {
            page.render_widget(self.line(row, columns, look), area);
            page.mark(area, Spot::At(row));
        }
    }

    fn rows(&self) -> usize {
        let branch = self.walk.branch().map_or(0, |branch| branch.plies.len());
        self.walk.length().saturating_add(branch).saturating_add(1)
    }

    /// The row at this place of the list: where a click on it leads.
    fn row(&self, place: usize) -> Place {
        match self.walk.branch() {
            Some(branch) if place > branch.fork.saturating_add(branch.plies.len()) => {
                Place::Main(place - branch.plies.len())
            }
            Some(branch) if place > branch.fork => Place::Branch(place - branch.fork),
            _ => Place::Main(place),
        }
    }

    /// The place of the current row.
    fn here(&self) -> usize {
        match (self.walk.at(), self.walk.branch()) {
            (Place::Main(ply), Some(branch)) if ply > branch.fork => ply.saturating_add(branch.plies.len()),
            (Place::Main(ply), _) => ply,
            (Place::Branch(ply), _) => self.walk.ply().saturating_add(ply),
        }
    }

    /// The first visible row: the current one is in the middle if possible.
    fn first_row(&self, height: u16) -> usize {
        let height = usize::from(height);
        self.here().saturating_sub(height / 2).min(self.rows().saturating_sub(height))
    }

    fn line(&self, row: Place, columns: Columns, look: &Look) -> Line<'static> {
        let is_here = row == self.walk.at();
        let marker = if is_here { look.symbol("▸", ">") } else { " " };
        let style = look.style(if is_here { Role::Selected } else { Role::Text });
        let mut spans = vec![look.span(marker, Role::Accent)];
        match row {
            Place::Main(0) => spans.push(Span::styled("  start", style)),
            Place::Branch(plies) => {
                let number = self.walk.fork() + plies;
                let choices = self.walk.branch().and_then(|branch| branch.plies.get(plies.checked_sub(1)?));
                let bend = if plies == 1 { look.symbol("╰", "`") } else { " " };
                spans.push(look.span(format!("  {bend} {number}. "), Role::Faint));
                if let Some(choices) = choices {
                    spans.extend(self.played(choices, columns, is_here, look));
                }
            }
            Place::Main(plies) => {
                let ply = plies - 1;
                let width = self.walk.length().to_string().len().max(2);
                spans.push(look.span(format!("{:>width$}. ", ply + 1), Role::Faint));
                if let Some(choices) = self.walk.record().plies().get(ply) {
                    spans.extend(self.played(choices, columns, is_here, look));
                }
                spans.extend(self.judgement(ply, look));
            }
        }
        Line::from(spans)
    }

    /// Who played what.
    fn played(
        &self,
        choices: &Choices<String>,
        Columns { name: wide, text: long }: Columns,
        is_here: bool,
        look: &Look,
    ) -> Vec<Span<'static>> {
        let style = look.style(if is_here { Role::Selected } else { Role::Text });
        match choices {
            Choices::Of(seat, text) => {
                let name = match wide {
                    0 => emblem(*seat, look),
                    _ => seat.of(&self.walk.record().tags.names).as_str(),
                };
                let gap =
                    |text: &str, columns: u16| " ".repeat(usize::from(columns.saturating_sub(width(text))));
                vec![
                    look.span(format!("{name}{} ", gap(name, wide)), Role::Seat(*seat)),
                    Span::styled(format!("{text}{}", gap(text, long)), style),
                ]
            }
            Choices::Both(one, two) => vec![
                look.span(format!("{one:>3}"), Role::Seat(Seat::One)),
                Span::styled("/", style),
                look.span(format!("{two:<3}"), Role::Seat(Seat::Two)),
            ],
        }
    }

    /// What the move was worth to the player who made it, and the mistake. The moves are always shown; their values are
    /// hidden while one of them is retried.
    fn judgement(&self, ply: usize, look: &Look) -> Vec<Span<'static>> {
        if self.exercise().is_some_and(|exercise| exercise.ply < ply) {
            return Vec::new();
        }
        let moves = match self.judged.as_ref().ok().and_then(|judged| judged.moves(ply)) {
            Some(Ok(moves)) => moves,
            Some(Err(_)) => return vec![look.span(look.symbol(" –", " -"), Role::Faint)],
            None => return Vec::new(),
        };
        let mut spans = Vec::new();
        for (seat, weighing) in moves {
            if let Worth::Outcome(verdict) = &weighing.after {
                let letter = format!(" {} ", verdict.outcome.letter());
                spans.push(look.span(letter, Role::Outcome(verdict.outcome)));
            }
            let Some(mistake) = weighing.mistake() else { continue };
            let glyph = mistake.glyph();
            let said = match mistake {
                Mistake::Regret { regret, .. } => {
                    format!("  P{seat} {}{} {glyph}", look.symbol("−", "-"), short_share(&regret))
                }
                Mistake::Outcome { .. } => format!(" {glyph}"),
            };
            spans.push(look.span(said, Role::Warning));
        }
        spans
    }
}
