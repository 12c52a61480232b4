//! A list of settings: a label, a value, and what is wrong with it, one below the other.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::page::{Page, Spot};
use crate::scroll::draw_marks;
use crate::text_field::TextField;
use crate::{Look, Role};

/// A row of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FormRow {
    pub(crate) label: String,
    pub(crate) value: FormValue,
    /// A note after the value.
    pub(crate) note: String,
    /// What is wrong with the value.
    pub(crate) problem: Option<String>,
}

/// How a row shows its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FormValue {
    /// It is an action, not a value; the label names it.
    Button,
    /// A heading above other rows.
    Heading,
    /// One of several.
    Choice(String),
    /// Typed text, with a placeholder while it is empty.
    Typed(TextField, String),
    /// Something that cannot be changed here.
    Fixed(String),
}

/// The distance between the labels and the notes.
const NOTE_COLUMN: usize = 26;

/// Draws a form; the item with this number is selected, and stays in view. Its items can be clicked.
pub(crate) fn draw(rows: &[FormRow], chosen: usize, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
    let labelled = rows.iter().filter(|row| row.value != FormValue::Heading);
    let label_width = labelled.map(|row| row.label.width()).max().unwrap_or(0);
    let (mut lines, mut items, mut focus) = (Vec::new(), 0.., 0);
    for row in rows {
        let item = if row.is_item() { items.next() } else { None };
        let focused = item == Some(chosen);
        if focused {
            focus = lines.len();
        }
        lines.push((item, row.line(focused, label_width, area.width, look)));
        let problem = row.problem_lines(area.width).into_iter();
        lines.extend(problem.map(|line| (item, look.line(line, Role::Warning))));
    }
    // The selection stays in the middle, as far as the ends of the list allow.
    let (total, height) = (lines.len(), usize::from(area.height));
    let top = (focus + 1).saturating_sub(height / 2).min(total.saturating_sub(height));
    for ((item, line), area) in lines.into_iter().skip(top).zip(area.rows()) {
        page.render_widget(line, area);
        if let Some(item) = item {
            page.mark(area, Spot::Item(item));
        }
    }
    draw_marks(page, area, look, top > 0, top + height < total);
}

impl FormRow {
    pub(crate) fn new(label: impl Into<String>, value: FormValue) -> Self {
        Self { label: label.into(), value, note: String::new(), problem: None }
    }

    /// Whether it can be changed or done.
    fn is_item(&self) -> bool {
        !matches!(self.value, FormValue::Heading | FormValue::Fixed(_))
    }

    fn line(&self, focused: bool, label_width: usize, width: u16, look: &Look) -> Line<'static> {
        let pointer = if focused { look.symbol("▶ ", "> ") } else { "  " };
        let label = match &self.value {
            FormValue::Heading => return look.line(self.label.clone(), Role::Faint),
            FormValue::Button => {
                let role = if focused { Role::Selected } else { Role::Accent };
                return Line::from(vec![
                    look.span(pointer, Role::Accent),
                    look.span(format!(" {} ", self.label), role),
                ]);
            }
            _ => format!("{}{}  ", self.label, " ".repeat(label_width.saturating_sub(self.label.width()))),
        };
        let label_role = if focused { Role::Strong } else { Role::Text };
        let mut spans = vec![look.span(pointer, Role::Accent), look.span(label, label_role)];
        let value_role = if focused { Role::Selected } else { Role::Text };
        match &self.value {
            FormValue::Choice(text) if focused => {
                spans.push(look.span(look.symbol("‹", "<"), Role::Accent));
                spans.push(look.span(format!(" {text} "), value_role));
                spans.push(look.span(look.symbol("›", ">"), Role::Accent));
            }
            FormValue::Choice(text) => spans.push(look.span(format!("  {text}"), value_role)),
            FormValue::Fixed(text) => spans.push(look.span(format!("  {text}"), Role::Faint)),
            FormValue::Typed(field, instead) => {
                spans.push(Span::raw("  "));
                if focused {
                    spans.extend(field.spans(usize::MAX, value_role, look));
                } else {
                    spans.push(look.span(field.text(), value_role));
                }
                if field.text().is_empty() {
                    spans.push(look.span(instead.clone(), Role::Faint));
                }
            }
            FormValue::Button | FormValue::Heading => {}
        }
        // The notes have their own column, and are left out where they would be cut.
        let used: usize = spans.iter().map(Span::width).sum();
        let pad = (label_width + NOTE_COLUMN).saturating_sub(used).max(3);
        if !self.note.is_empty() && used + pad + self.note.width() < usize::from(width) {
            spans.push(look.span(format!("{}{}", " ".repeat(pad), self.note), Role::Faint));
        }
        Line::from(spans)
    }

    fn problem_lines(&self, width: u16) -> Vec<String> {
        let Some(problem) = &self.problem else { return Vec::new() };
        let width = usize::from(width).saturating_sub(6).max(10);
        let lines = textwrap::wrap(problem, width);
        let indent = |place: usize| if place == 0 { "    ! " } else { "      " };
        lines.into_iter().enumerate().map(|(place, line)| format!("{}{line}", indent(place))).collect()
    }
}
