//! What the coach shows: hints, the value with its reason, the nimbers, and the moves from the best to the worst.
//!
//! A position can have ten thousand moves. Only those that are seen are put into words.

use numberline_rules::{Seat, Turn};
use numberline_table::{
    Analysis, Judged, Known, Name, Outcome, Reason, Refusal, Runs, SumReason, Verdict, share,
};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{Coach, mix};
use crate::pane::{inside, pane, wrap};
use crate::{Look, Role};

impl Coach {
    /// Draws what the coach has to say.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let inner = inside(area);
        let text = self.text(inner.width, look);
        let rows = self.rows();
        let total = text.len() + rows.len();
        let height = usize::from(inner.height);
        let first = self.scroll.min(total.saturating_sub(height));
        let mut block = pane(look, "Coach");
        if total > height && height > 0 {
            let last = (first + height).min(total);
            let more = format!(" {}-{last} of {total} ", first + 1);
            block = block.title_bottom(Line::styled(more, look.style(Role::Faint)).right_aligned());
        }
        frame.render_widget(block, area);
        let columns = Columns::of(rows);
        let moves = rows.iter().enumerate().skip(first.saturating_sub(text.len()));
        let moves = moves.map(|(place, judged)| self.row(place, judged, &columns, look));
        let lines: Vec<Line<'_>> = text.into_iter().skip(first).chain(moves).take(height).collect();
        frame.render_widget(Paragraph::new(lines), inner);
    }

    /// Scrolls by so many rows, if the panel is drawn in `area`.
    pub(crate) fn scroll(&mut self, rows: isize, area: Rect, look: &Look) {
        let inner = inside(area);
        let total = self.text(inner.width, look).len() + self.rows().len();
        let most = total.saturating_sub(usize::from(inner.height));
        self.scroll = self.scroll.min(most).saturating_add_signed(rows).min(most);
    }

    /// The moves that are listed one a row.
    fn rows(&self) -> &[Judged] {
        match self.shown().map(|analysis| &analysis.moves) {
            Some(Known::All(moves)) => moves,
            Some(Known::Best(best)) => std::slice::from_ref(&**best),
            _ => &[],
        }
    }

    /// The analysis that is seen. While the next one is on its way the last one stays for a moment: values that come at
    /// once should not make the panel flash.
    fn shown(&self) -> Option<&Analysis> {
        let found = self.found.as_ref().filter(|_| self.open)?;
        let is_waiting = self.asked.as_ref().is_some_and(|asked| !asked.spinner.is_slow());
        let is_current = found.position == self.here;
        found.analysis.as_ref().ok().filter(|_| is_current || is_waiting)
    }

    /// Everything above the moves.
    fn text(&self, width: u16, look: &Look) -> Vec<Line<'static>> {
        let mut text = Text { lines: Vec::new(), width, look };
        let last = self.hints.len().saturating_sub(1);
        for (place, hint) in self.hints.iter().enumerate() {
            let role = if place == last { Role::Strong } else { Role::Text };
            text.hanging(&format!("{}. ", place + 1), hint, role);
        }
        if self.hints.len() == 1 || self.open && !self.hints.is_empty() {
            text.gap();
        }
        if let Some(asked) = self.asked.as_ref().filter(|asked| asked.spinner.is_slow()) {
            let doing = if asked.stopped { "stopping" } else { "thinking" };
            text.say(&asked.spinner.words(look, doing), Role::Accent);
            if let Some(percent) = asked.spinner.percent() {
                text.lines.push(mix::bar_line(percent, 100, width, look, Role::Accent));
            }
            if !asked.stopped {
                text.say("Esc stops it.", Role::Faint);
            }
        }
        if !self.open {
            return text.lines;
        }
        if let Some(Err(refusal)) = self.current().map(|found| &found.analysis) {
            let said = refused(refusal);
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
        match (analysis.turn, analysis.verdict) {
            (Turn::Of(seat), Some(verdict)) => {
                let said = wrap(&sentence(verdict, seat.of(&self.names)), text.width.saturating_sub(4));
                for (place, line) in said.into_iter().enumerate() {
                    let badge = if place == 0 { badge(verdict.outcome, look) } else { Span::raw("   ") };
                    let line = Span::styled(format!(" {line}"), look.style(Role::Strong));
                    text.lines.push(Line::from(vec![badge, line]));
                }
            }
            (Turn::Both, _) => {
                for seat in Seat::BOTH {
                    let chance = analysis.chance.clone().unwrap_or_default();
                    let chance = if seat == Seat::One { chance } else { chance.complement() };
                    let name = seat.of(&self.names);
                    text.say(&format!("{name}'s chance: {}", share(&chance)), Role::Strong);
                }
            }
            _ => {}
        }
        // Where both seats act, the bars below say the same as the sentence, and more.
        if analysis.turn != Turn::Both {
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
                if mixes.iter().flatten().any(|mixed| !mixed.loss.is_zero()) {
                    let minus = look.symbol("−", "-");
                    text.gap();
                    text.say(&format!("{minus} gives away so much of the chance"), Role::Faint);
                }
            }
            Known::All(moves) => {
                if let Some(judged) = self.looked_at.and_then(|place| moves.get(place)) {
                    text.gap();
                    text.hanging(&format!("{}: ", judged.text), &judged.why.to_string(), Role::Text);
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
            Span::styled(format!(" {distance:<0$}  ", columns.distance), look.style(Role::Outcome(outcome))),
            Span::styled(format!("{:<1$}", judged.text, columns.text), look.style(role)),
        ];
        if let Some(nimber) = judged.nimber.filter(|_| self.nimbers) {
            spans.push(Span::styled(format!("  leaves {nimber}"), look.style(Role::Faint)));
        }
        Line::from(spans)
    }
}

/// Why there is no answer, as a sentence.
pub(crate) fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Stopped => "Stopped. Ask again to go on thinking.".to_owned(),
        refusal => format!("This position is too large to solve: {refusal}."),
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
    Span::styled(format!(" {} ", outcome.letter()), look.style(Role::Outcome(outcome)))
}

/// `Ada wins in 9 plies`.
fn sentence(verdict: Verdict, name: &Name) -> String {
    let within = match verdict.remoteness {
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
        None => String::new(),
    };
    match verdict.outcome {
        Outcome::Win => format!("{name} wins{within}"),
        Outcome::Lose => format!("{name} loses{within}"),
        Outcome::Draw => "Nobody can force a win".to_owned(),
    }
}

/// The runs with their nimbers in binary, and their sum below: that is how a nim-sum is added.
fn tell_nimbers(analysis: &Analysis, text: &mut Text<'_>) {
    let Some(nimber) = analysis.nimber else {
        text.say("Nimbers do not help here.", Role::Faint);
        return;
    };
    text.gap();
    let Reason::Sum(SumReason::Faces { runs: Runs::Listed(runs), nimbers, .. }) = &analysis.why else {
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

/// Lines of text, as they fit.
struct Text<'a> {
    lines: Vec<Line<'static>>,
    width: u16,
    look: &'a Look,
}

impl Text<'_> {
    fn say(&mut self, said: &str, role: Role) {
        let style = self.look.style(role);
        self.lines.extend(wrap(said, self.width).into_iter().map(|line| Line::styled(line, style)));
    }

    /// A text whose further lines stand below its first word.
    fn hanging(&mut self, head: &str, said: &str, role: Role) {
        let indent = u16::try_from(head.chars().count()).unwrap_or_default();
        let (indent, head) = if indent.saturating_mul(3) > self.width { (0, "") } else { (indent, head) };
        for (place, line) in wrap(said, self.width.saturating_sub(indent)).into_iter().enumerate() {
            let before = if place == 0 { head.to_owned() } else { " ".repeat(usize::from(indent)) };
            self.lines.push(Line::from(vec![
                Span::styled(before, self.look.style(Role::Accent)),
                Span::styled(line, self.look.style(role)),
            ]));
        }
    }

    /// An empty line, but not two.
    fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.spans.is_empty()) {
            self.lines.push(Line::default());
        }
    }
}
