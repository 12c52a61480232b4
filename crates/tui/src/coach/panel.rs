//! The coach's panel: hints, the value with its reason, the nimbers, and the moves from the best to the worst.
//!
//! A position can have ten thousand moves. Only the visible ones are formatted.

use numberline_rules::{Seat, Turn};
use numberline_table::{Analysis, Heaps, Judged, Known, Outcome, Reason, SumReason, unsolved};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{Coach, STOP, mix};
use crate::page::{Page, Spot};
use crate::pane::{Text, inside_of, pane_of};
use crate::{Look, Role};

impl Coach {
    /// Draws the panel, if there is room for it.
    pub(crate) fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        if area.is_empty() {
            return;
        }
        page.mark(area, Spot::Coach);
        let inner = inside_of(area);
        let text = self.text(inner.width, look);
        let rows = self.rows();
        let total = text.len() + rows.len();
        let height = usize::from(inner.height);
        let first = self.scroll.top(total, inner.height);
        let far = format!("{}-{} of {total}", first + 1, (first + height).min(total));
        page.render_widget(pane_of(total, &far, look, "Coach", area), area);
        let columns = Columns::of(rows);
        let moves = rows.iter().enumerate().skip(first.saturating_sub(text.len()));
        let moves = moves.map(|(place, judged)| self.row(place, judged, &columns, look));
        let lines: Vec<Line<'_>> = text.into_iter().skip(first).chain(moves).take(height).collect();
        page.render_widget(Paragraph::new(lines), inner);
    }

    /// Scrolls by this many rows, if the panel is drawn in `area`.
    pub(crate) fn scroll(&mut self, rows: i64, area: Rect, look: &Look) {
        let inner = inside_of(area);
        let total = self.text(inner.width, look).len() + self.rows().len();
        self.scroll.by(rows, total, inner.height);
    }

    /// The moves that are listed one per row.
    fn rows(&self) -> &[Judged] {
        self.shown().map_or(&[], |analysis| analysis.moves.listed())
    }

    /// The visible analysis. While the next one is on its way the last one stays for a moment: a quick answer should not
    /// make the panel flash.
    fn shown(&self) -> Option<&Analysis> {
        let found = self.found.as_ref().filter(|_| self.open)?;
        let is_waiting = self.thinking.is_some() && !self.thinking.is_slow();
        let is_current = found.position == self.here;
        found.analysis.as_ref().ok().filter(|_| is_current || is_waiting)
    }

    /// Everything above the moves.
    fn text(&self, width: u16, look: &Look) -> Vec<Line<'static>> {
        let mut text = Text::new(width, look);
        let last = self.hints.len().saturating_sub(1);
        for (place, hint) in self.hints.iter().enumerate() {
            let role = if place == last { Role::Strong } else { Role::Text };
            text.hanging(&format!("{}. ", place + 1), Role::Accent, hint, role);
        }
        if self.hints.len() == 1 || self.open && !self.hints.is_empty() {
            text.gap();
        }
        if self.thinking.is_slow() {
            text.say(&self.thinking.words(look, "thinking"), Role::Accent);
            if let Some(percent) = self.thinking.percent() {
                text.lines.push(mix::bar_line(percent, 100, width, look, Role::Accent));
            }
            text.say(&format!("{STOP} stops it."), Role::Faint);
        }
        if !self.open {
            return text.lines;
        }
        if let Some(Err(refusal)) = self.current().map(|found| &found.analysis) {
            let said = unsolved(refusal);
            if !self.hints.contains(&said) {
                text.say(&said, Role::Warning);
            }
        }
        if let Some(analysis) = self.shown() {
            self.tell_analysis(analysis, &mut text);
        }
        text.lines
    }

    fn tell_analysis(&self, analysis: &Analysis, text: &mut Text<'_>) {
        let look = text.look;
        text.say(&analysis.headline(&self.names), Role::Strong);
        // Where both seats act, the bars below show the same as the sentence, and more. After the end there is no more to say.
        if matches!(analysis.turn, Turn::Of(_)) {
            text.say(&analysis.why.to_string(), Role::Text);
        }
        if self.nimbers {
            tell_nimbers(analysis, text);
        }
        match &analysis.moves {
            Known::Mix(mixes) => {
                for seat in Seat::BOTH {
                    text.gap();
                    text.lines.extend(mix::lines(
                        seat,
                        seat.of(&self.names),
                        seat.of::<Vec<_>>(mixes),
                        text.width,
                        look,
                    ));
                }
                if mixes.iter().flatten().any(|mixed| !mixed.regret.is_zero()) {
                    let minus = look.symbol("−", "-");
                    text.gap();
                    text.say(&format!("{minus}: the chance it gives away"), Role::Faint);
                }
            }
            Known::All(moves) => {
                if let Some(judged) = self.looked_at.and_then(|place| moves.get(place)) {
                    text.gap();
                    let head = format!("{}: ", judged.text);
                    text.hanging(&head, Role::Accent, &judged.why.to_string(), Role::Text);
                }
                text.gap();
            }
            Known::Best(_) => {
                text.gap();
                text.say("Too many moves to list; the best:", Role::Faint);
            }
            Known::None => {}
        }
    }

    fn row(&self, place: usize, judged: &Judged, columns: &Columns, look: &Look) -> Line<'static> {
        let outcome = judged.verdict.outcome;
        let distance = judged.verdict.remoteness.map(|plies| format!("in {plies}")).unwrap_or_default();
        let is_looked_at = self.looked_at == Some(place);
        let role = if is_looked_at { Role::Selected } else { Role::Text };
        let mut spans = vec![
            Span::raw(if is_looked_at { look.symbol("▸", ">") } else { " " }),
            badge(outcome, look),
            look.span(format!(" {distance:<0$}  ", columns.distance), Role::Outcome(outcome)),
            look.span(format!("{:<1$}", judged.text, columns.text), role),
        ];
        if let Some(nimber) = judged.nimber.filter(|_| self.nimbers) {
            spans.push(look.span(format!("  leaves {nimber}"), Role::Faint));
        }
        Line::from(spans)
    }
}

/// How wide the columns of the list are.
struct Columns {
    distance: usize,
    text: usize,
}

impl Columns {
    fn of(moves: &[Judged]) -> Self {
        let distance = moves.iter().filter_map(|judged| judged.verdict.remoteness).max();
        Self {
            distance: distance.map_or(0, |plies| format!("in {plies}").len()),
            text: moves.iter().map(|judged| judged.text.chars().count()).max().unwrap_or_default(),
        }
    }
}

/// ` W `, never a colour alone.
fn badge(outcome: Outcome, look: &Look) -> Span<'static> {
    look.span(format!(" {} ", outcome.letter()), Role::Outcome(outcome))
}

/// The runs with their nimbers in binary, and their sum below: that is how a nim-sum is added.
fn tell_nimbers(analysis: &Analysis, text: &mut Text<'_>) {
    let Some(nimber) = analysis.nimber else {
        text.say("Nimbers do not help here.", Role::Faint);
        return;
    };
    text.gap();
    text.say(Heaps::MEANING, Role::Faint);
    let Reason::Sum(SumReason::Faces { heaps: Heaps::Listed { runs, nimbers } }) = &analysis.why else {
        text.say(&format!("Nimber: {nimber}"), Role::Text);
        return;
    };
    let all = nimbers.iter().copied().chain([nimber]);
    let bits = all.max().map_or(1, |most| (u64::BITS - most.leading_zeros()).max(1));
    let bits = usize::try_from(bits).unwrap_or(1);
    let run_width = runs.iter().map(|run| run.to_string().len()).max().unwrap_or(1).max(3);
    let arrow = text.look.symbol("→", "->");
    for (run, nimber) in runs.iter().zip(nimbers) {
        text.say(&format!("run {run:>run_width$} {arrow} {nimber:>3}  {nimber:0bits$b}"), Role::Text);
    }
    if runs.len() != 1 {
        let label = format!("{:<1$}", "nim-sum", 5 + run_width + arrow.chars().count());
        text.say(&format!("{label}{nimber:>3}  {nimber:0bits$b}"), Role::Strong);
    }
}
