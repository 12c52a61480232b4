//! The list of moves, with the branch below the ply where it begins. Only the rows that are seen are put into words.

use numberline_rules::{Choices, Seat};
use numberline_table::{Mistake, Record, share};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::judged::{glyph, outcome};
use super::session::Session;
use super::walk::At;
use crate::pane::{inside, pane};
use crate::{Look, Role};

/// A row of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    /// Where the match began.
    Start,
    /// A ply of the match, counted from 0.
    Main(usize),
    /// A ply of the branch, counted from 0.
    Branch(usize),
}

/// How wide the columns of the list are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Columns {
    name: usize,
    text: usize,
}

impl Columns {
    /// As wide as the names and the moves of a record, but not wider than the list bears.
    pub(super) fn of(record: &Record) -> Self {
        let names = record.tags.names.iter().map(|name| name.as_str().chars().count());
        let texts = record.plies().iter().map(|choices| choices.to_string().len());
        Self { name: names.max().unwrap_or(1).min(8), text: texts.max().unwrap_or(1).min(9) }
    }
}

impl Session {
    /// The row at a place of the screen, if the list is drawn in `area`.
    pub(super) fn row_at(&self, area: Rect, at: Position) -> Option<Row> {
        let inner = inside(area);
        if !inner.contains(at) {
            return None;
        }
        self.row(self.first_row(inner.height).checked_add(usize::from(at.y - inner.y))?)
    }

    pub(super) fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let inner = inside(area);
        let first = self.first_row(inner.height);
        let count = self.rows();
        let mut block = pane(look, "Moves");
        if count > usize::from(inner.height) && inner.height > 0 {
            let said = format!(" {} of {} ", self.walk.ply(), self.walk.length());
            block = block.title_bottom(Line::styled(said, look.style(Role::Faint)).right_aligned());
        }
        frame.render_widget(block, area);
        let seen = (first..count).take(usize::from(inner.height));
        let lines = seen.filter_map(|place| self.row(place)).map(|row| self.line(row, look));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
    }

    fn rows(&self) -> usize {
        let branch = self.walk.branch().map_or(0, |branch| branch.plies.len());
        self.walk.length().saturating_add(branch).saturating_add(1)
    }

    /// The row of that place in the list.
    fn row(&self, place: usize) -> Option<Row> {
        let main = |place: usize| match place.checked_sub(1) {
            None => Some(Row::Start),
            Some(ply) => (ply < self.walk.length()).then_some(Row::Main(ply)),
        };
        match self.walk.branch() {
            Some(branch) if place > branch.fork => match place - branch.fork - 1 {
                ply if ply < branch.plies.len() => Some(Row::Branch(ply)),
                _ => main(place - branch.plies.len()),
            },
            _ => main(place),
        }
    }

    /// The place of the row where one stands.
    fn here(&self) -> usize {
        match (self.walk.at(), self.walk.branch()) {
            (At::Main(ply), Some(branch)) if ply > branch.fork => ply.saturating_add(branch.plies.len()),
            (At::Main(ply), _) => ply,
            (At::Branch(ply), _) => self.walk.ply().saturating_add(ply),
        }
    }

    /// The first row that is seen: the one where one stands is in the middle if it can be.
    fn first_row(&self, height: u16) -> usize {
        let height = usize::from(height);
        self.here().saturating_sub(height / 2).min(self.rows().saturating_sub(height))
    }

    fn line(&self, row: Row, look: &Look) -> Line<'static> {
        let is_here = match (row, self.walk.at()) {
            (Row::Start, At::Main(0)) => true,
            (Row::Main(ply), At::Main(at)) | (Row::Branch(ply), At::Branch(at)) => ply + 1 == at,
            _ => false,
        };
        let marker = if is_here { look.symbol("▸", ">") } else { " " };
        let style = look.style(if is_here { Role::Selected } else { Role::Text });
        let mut spans = vec![Span::styled(marker, look.style(Role::Accent))];
        match row {
            Row::Start => spans.push(Span::styled("  start", style)),
            Row::Branch(ply) => {
                let number = self.walk.ply_of_branch() + ply + 1;
                let choices = self.walk.branch().and_then(|branch| branch.plies.get(ply));
                let bend = if ply == 0 { look.symbol("╰", "`") } else { " " };
                spans.push(Span::styled(format!("  {bend} {number}. "), look.style(Role::Faint)));
                if let Some(choices) = choices {
                    spans.extend(self.played(choices, is_here, look));
                }
            }
            Row::Main(ply) => {
                let width = self.walk.length().to_string().len().max(2);
                spans.push(Span::styled(format!("{:>width$}. ", ply + 1), look.style(Role::Faint)));
                if let Some(choices) = self.walk.record().plies().get(ply) {
                    spans.extend(self.played(choices, is_here, look));
                }
                spans.extend(self.judgement(ply, look));
            }
        }
        Line::from(spans)
    }

    /// Who played what.
    fn played(&self, choices: &Choices<String>, is_here: bool, look: &Look) -> Vec<Span<'static>> {
        let style = look.style(if is_here { Role::Selected } else { Role::Text });
        match choices {
            Choices::Of(seat, text) => {
                let Columns { name: wide, text: long } = self.columns;
                let name: String =
                    seat.of(&self.walk.record().tags.names).as_str().chars().take(wide).collect();
                vec![
                    Span::styled(format!("{name:<wide$} "), look.style(Role::Seat(*seat))),
                    Span::styled(format!("{text:<long$}"), style),
                ]
            }
            Choices::Both(one, two) => vec![
                Span::styled(format!("{one:>3}"), look.style(Role::Seat(Seat::One))),
                Span::styled("/", style),
                Span::styled(format!("{two:<3}"), look.style(Role::Seat(Seat::Two))),
            ],
        }
    }

    /// What the move was worth to whoever made it, and the mistake. What the moves were is seen, what they were worth is
    /// hidden while one of them is tried again.
    fn judgement(&self, ply: usize, look: &Look) -> Vec<Span<'static>> {
        if self.retry.as_ref().is_some_and(|retry| retry.ply < ply) {
            return Vec::new();
        }
        let moves = match self.judged().and_then(|judged| judged.moves(ply)) {
            Some(Ok(moves)) => moves,
            Some(Err(_)) => return vec![Span::styled(look.symbol(" –", " -"), look.style(Role::Faint))],
            None => return Vec::new(),
        };
        let mut spans = Vec::new();
        for (seat, weighing) in moves {
            if let Some(outcome) = outcome(&weighing.after) {
                let letter = format!(" {} ", outcome.letter());
                spans.push(Span::styled(letter, look.style(Role::Outcome(outcome))));
            }
            let Some(glyph) = glyph(weighing) else { continue };
            let said = match weighing.mistake() {
                Some(Mistake::Regret(regret)) => {
                    format!("  P{seat} {}{} {glyph}", look.symbol("−", "-"), share(&regret))
                }
                _ => format!(" {glyph}"),
            };
            spans.push(Span::styled(said, look.style(Role::Warning)));
        }
        spans
    }
}
