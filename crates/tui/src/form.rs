//! A list of things to set: a label, a value, and what is wrong with it, one below the other.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use crate::{Look, Role};

/// A row of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) value: Value,
    /// What else there is to know, behind the value.
    pub(crate) note: String,
    /// What is wrong with the value.
    pub(crate) problem: Option<String>,
}

/// How a row shows its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// It is not set but done; the label says what.
    Button,
    /// A heading above other rows.
    Heading,
    /// One of several.
    Choice(String),
    /// Typed text, before and after the cursor; with what stands there while it is empty.
    Typed { before: String, after: String, instead: String },
    /// Something that cannot be changed here.
    Fixed(String),
}

/// A form in an area: the same for drawing and for clicks.
pub(crate) struct Form<'a> {
    rows: &'a [Row],
    focus: usize,
    area: Rect,
    label_width: usize,
    /// The first line of each row, and one past the last.
    tops: Vec<usize>,
    /// The first line that is seen.
    scroll: usize,
}

/// How far behind the labels the notes begin.
const NOTE_COLUMN: usize = 26;

impl Row {
    pub(crate) fn new(label: impl Into<String>, value: Value) -> Self {
        Self { label: label.into(), value, note: String::new(), problem: None }
    }

    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    pub(crate) fn with_problem(mut self, problem: Option<String>) -> Self {
        self.problem = problem;
        self
    }

    pub(crate) fn is_heading(&self) -> bool {
        self.value == Value::Heading
    }
}

impl<'a> Form<'a> {
    pub(crate) fn new(rows: &'a [Row], focus: usize, area: Rect) -> Self {
        let label_width = rows.iter().filter(|row| !row.is_heading()).map(|row| row.label.width()).max();
        let mut form =
            Self { rows, focus, area, label_width: label_width.unwrap_or(0), tops: vec![0], scroll: 0 };
        let mut top = 0;
        for row in rows {
            top += 1 + form.problem_lines(row).len();
            form.tops.push(top);
        }
        // What is chosen stays in the middle, as far as the ends of the list allow.
        let height = usize::from(area.height);
        let middle = form.tops.get(focus).copied().unwrap_or(0).saturating_add(1).saturating_sub(height / 2);
        form.scroll = middle.min(top.saturating_sub(height));
        form
    }

    /// The row at a place of the screen.
    pub(crate) fn hit(&self, at: Position) -> Option<usize> {
        if !self.area.contains(at) {
            return None;
        }
        let line = usize::from(at.y.saturating_sub(self.area.y)).saturating_add(self.scroll);
        let place = self.tops.partition_point(|top| *top <= line).checked_sub(1)?;
        self.rows.get(place).filter(|row| !row.is_heading()).map(|_| place)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, look: &Look) {
        let height = usize::from(self.area.height);
        let mut lines = Vec::new();
        let first = self.tops.partition_point(|top| *top <= self.scroll).saturating_sub(1);
        let skipped = self.scroll.saturating_sub(self.tops.get(first).copied().unwrap_or(0));
        for (place, row) in self.rows.iter().enumerate().skip(first) {
            if lines.len() >= height + skipped {
                break;
            }
            lines.push(self.line(row, place == self.focus, look));
            for problem in self.problem_lines(row) {
                lines.push(Line::styled(problem, look.style(Role::Warning)));
            }
        }
        let shown: Vec<Line<'_>> = lines.into_iter().skip(skipped).take(height).collect();
        frame.render_widget(Paragraph::new(shown), self.area);
        let total = self.tops.last().copied().unwrap_or(0);
        let right = self.area.right().saturating_sub(1);
        let mut mark = |symbol: &'static str, y: u16| {
            if self.area.height > 1 && self.area.width > 1 {
                frame.buffer_mut().set_string(right, y, symbol, look.style(Role::Faint));
            }
        };
        if self.scroll > 0 {
            mark(look.symbol("↑", "^"), self.area.y);
        }
        if self.scroll + height < total {
            mark(look.symbol("↓", "v"), self.area.bottom().saturating_sub(1));
        }
    }

    fn line(&self, row: &Row, focused: bool, look: &Look) -> Line<'static> {
        let pointer = if focused { look.symbol("▶ ", "> ") } else { "  " };
        let label = match &row.value {
            Value::Heading => return Line::styled(row.label.clone(), look.style(Role::Faint)),
            Value::Button => {
                let role = if focused { Role::Selected } else { Role::Accent };
                return Line::from(vec![
                    Span::styled(pointer, look.style(Role::Accent)),
                    Span::styled(format!(" {} ", row.label), look.style(role)),
                ]);
            }
            _ => format!("{}{}  ", row.label, " ".repeat(self.label_width.saturating_sub(row.label.width()))),
        };
        let label_role = if focused { Role::Strong } else { Role::Text };
        let mut spans = vec![
            Span::styled(pointer, look.style(Role::Accent)),
            Span::styled(label, look.style(label_role)),
        ];
        let value_role = if focused { Role::Selected } else { Role::Text };
        match &row.value {
            Value::Choice(text) if focused => {
                spans.push(Span::styled(look.symbol("‹", "<"), look.style(Role::Accent)));
                spans.push(Span::styled(format!(" {text} "), look.style(value_role)));
                spans.push(Span::styled(look.symbol("›", ">"), look.style(Role::Accent)));
            }
            Value::Choice(text) => spans.push(Span::styled(format!("  {text}"), look.style(value_role))),
            Value::Fixed(text) => spans.push(Span::styled(format!("  {text}"), look.style(Role::Faint))),
            Value::Typed { before, after, instead } => {
                spans.push(Span::raw("  "));
                let empty = before.is_empty() && after.is_empty();
                spans.push(Span::styled(before.clone(), look.style(value_role)));
                if focused {
                    let mut rest = after.chars();
                    let under = rest.next().map_or_else(|| " ".to_owned(), String::from);
                    spans.push(Span::styled(under, look.style(Role::Cursor)));
                    spans.push(Span::styled(rest.collect::<String>(), look.style(value_role)));
                } else {
                    spans.push(Span::styled(after.clone(), look.style(value_role)));
                }
                if empty {
                    spans.push(Span::styled(instead.clone(), look.style(Role::Faint)));
                }
            }
            Value::Button | Value::Heading => {}
        }
        // The notes stand in a column of their own, and not at all where they would be cut.
        let used: usize = spans.iter().map(Span::width).sum();
        let pad = (self.label_width + NOTE_COLUMN).saturating_sub(used).max(3);
        if !row.note.is_empty() && used + pad + row.note.width() < usize::from(self.area.width) {
            spans.push(Span::styled(format!("{}{}", " ".repeat(pad), row.note), look.style(Role::Faint)));
        }
        Line::from(spans)
    }

    fn problem_lines(&self, row: &Row) -> Vec<String> {
        let Some(problem) = &row.problem else { return Vec::new() };
        let width = usize::from(self.area.width).saturating_sub(6).max(10);
        let lines = textwrap::wrap(problem, width);
        let indent = |place: usize| if place == 0 { "    ! " } else { "      " };
        lines.into_iter().enumerate().map(|(place, line)| format!("{}{line}", indent(place))).collect()
    }
}
