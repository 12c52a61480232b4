//! A part of the screen with a frame and a title.

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::{Look, Role};

/// A frame with a title.
pub(crate) fn pane(look: &Look, title: impl Into<String>) -> Block<'static> {
    let title = look.span(format!(" {} ", title.into()), Role::Accent);
    look.frame().title(Line::from(title))
}

/// Where there are fewer rows than this, a frame would take as many as the text: a line above has to do.
const LOW: u16 = 5;

/// The same around this many rows, whose place is [`inside_of`]. If not all of them fit, the scroll position is shown.
pub(crate) fn pane_of(rows: usize, far: &str, look: &Look, title: &str, area: Rect) -> Block<'static> {
    let height = usize::from(inside_of(area).height);
    let far = if rows > height && height > 0 { format!(" {far} ") } else { String::new() };
    let far = look.line(far, Role::Faint).right_aligned();
    if area.height < LOW {
        return pane(look, title).borders(Borders::TOP).title(far);
    }
    pane(look, title).title_bottom(far)
}

/// The inside of [`pane_of`].
pub(crate) fn inside_of(area: Rect) -> Rect {
    let inner = inside(area);
    if area.height < LOW { Rect { height: area.height.saturating_sub(1), ..inner } } else { inner }
}

/// The inside of a frame around `area`, with a little space on both sides if there is room for it.
pub(crate) fn inside(area: Rect) -> Rect {
    const ROOMY: u16 = 24;
    let side = if area.width >= ROOMY { 2 } else { 1 };
    Rect {
        x: area.x.saturating_add(side).min(area.right()),
        y: area.y.saturating_add(1).min(area.bottom()),
        width: area.width.saturating_sub(2 * side),
        height: area.height.saturating_sub(2),
    }
}

/// Cuts this many rows off the top.
pub(crate) fn cut_top(rest: &mut Rect, height: u16) -> Rect {
    let cut = Rect { height: height.min(rest.height), ..*rest };
    *rest = Rect { y: cut.bottom(), height: rest.height - cut.height, ..*rest };
    cut
}

/// Cuts this many rows off the bottom.
pub(crate) fn cut_bottom(rest: &mut Rect, height: u16) -> Rect {
    let height = height.min(rest.height);
    rest.height -= height;
    Rect { y: rest.bottom(), height, ..*rest }
}

/// Cuts this many columns off the right.
pub(crate) fn cut_right(rest: &mut Rect, width: u16) -> Rect {
    let width = width.min(rest.width);
    rest.width -= width;
    Rect { x: rest.right(), width, ..*rest }
}

/// Lines wrapped to a width, between words.
pub(crate) fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    textwrap::wrap(text, width).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// Lines of about the same length: no word is left alone on the last one.
pub(crate) fn balanced(text: &str, width: u16) -> Vec<String> {
    let widest = wrap(text, width);
    let rows = widest.len();
    // Narrower than this, that many lines cannot hold the text.
    let narrowest = u16::try_from(text.width() / rows.max(1)).unwrap_or(width);
    let narrower = (narrowest..width).map(|width| wrap(text, width)).find(|lines| lines.len() == rows);
    narrower.unwrap_or(widest)
}

/// As much of a text as fits into this many columns, with an ellipsis if there is more.
pub(crate) fn shortened(text: &str, columns: u16, look: &Look) -> String {
    let room = usize::from(columns);
    if text.width() <= room {
        return text.to_owned();
    }
    let more = look.symbol("…", "...");
    let mut left = room.saturating_sub(more.width());
    let kept = text.chars().take_while(|letter| {
        let wide = letter.width().unwrap_or(0);
        let fits = wide <= left;
        left = left.saturating_sub(wide);
        fits
    });
    let kept: String = kept.collect();
    if room < more.width() { String::new() } else { format!("{}{more}", kept.trim_end()) }
}

/// Lines of text, wrapped to a width.
pub(crate) struct Text<'a> {
    pub(crate) lines: Vec<Line<'static>>,
    pub(crate) width: u16,
    pub(crate) look: &'a Look,
}

impl<'a> Text<'a> {
    pub(crate) fn new(width: u16, look: &'a Look) -> Self {
        Self { lines: Vec::new(), width, look }
    }

    pub(crate) fn say(&mut self, said: &str, role: Role) {
        let style = self.look.style(role);
        self.lines.extend(wrap(said, self.width).into_iter().map(|line| Line::styled(line, style)));
    }

    /// Text with a hanging indent; where that would take too much of the width, without it.
    pub(crate) fn hanging(&mut self, head: &str, head_role: Role, said: &str, role: Role) {
        let indent = u16::try_from(head.width()).unwrap_or_default();
        if indent.saturating_mul(3) > self.width {
            self.say(&format!("{head}{said}"), role);
            return;
        }
        for (place, line) in wrap(said, self.width.saturating_sub(indent)).into_iter().enumerate() {
            let before = if place == 0 { head.to_owned() } else { " ".repeat(usize::from(indent)) };
            let spans = [(before, head_role), (line, role)];
            self.lines.push(Line::from_iter(spans.map(|(text, role)| self.look.span(text, role))));
        }
    }

    /// An empty line, but not two.
    pub(crate) fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.spans.is_empty()) {
            self.lines.push(Line::default());
        }
    }
}
