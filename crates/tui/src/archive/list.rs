//! The list of finished games. Only the visible rows are formatted.

use numberline_history::Entry;
use numberline_rules::Info;
use numberline_table::{catalog, find};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Archive;
use crate::page::{Page, Spot};
use crate::pane::{inside_of, pane_of, shortened};
use crate::{Look, Role};

/// From this width, a row has room for the title of the game and for whole names.
const WIDE: u16 = 70;
/// From this width, it also shows when and how the game ended.
const VERY_WIDE: u16 = 110;

impl Archive {
    pub(super) fn draw_list(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let inner = inside_of(area);
        let count = self.seen.len();
        let far = format!("{} of {count}", self.chosen + 1);
        page.render_widget(pane_of(count, &far, look, "Finished games", area), area);
        let first = self.first_row(inner.height);
        let visible = self.seen.iter().skip(first).take(usize::from(inner.height));
        let columns = Columns::of(visible.filter_map(|entry| self.entries().get(*entry)), inner.width);
        for ((place, entry), area) in self.seen.iter().enumerate().skip(first).zip(inner.rows()) {
            let Some(entry) = self.entries().get(*entry) else { continue };
            page.render_widget(row(entry, place == self.chosen, &columns, inner.width, look), area);
            // While a name is being typed nothing is selected.
            if self.prompt.is_none() {
                page.mark(area, Spot::Item(place));
            }
        }
    }

    fn first_row(&self, height: u16) -> usize {
        let height = usize::from(height);
        self.chosen.saturating_sub(height / 2).min(self.seen.len().saturating_sub(height))
    }
}

/// How wide the columns of a wide list are: the longer name takes what the shorter one leaves.
struct Columns {
    title: usize,
    /// Whether the games are called by their short names, so that the players' fit.
    short: bool,
    names: [usize; 2],
}

impl Columns {
    fn of<'a>(entries: impl Iterator<Item = &'a Entry>, width: u16) -> Self {
        let (time, ending) = if width >= VERY_WIDE { (6, 13) } else { (0, 0) };
        let taken = 2 + 12 + time + 5 + ending + 10;
        let room = usize::from(width).saturating_sub(taken);
        let mut wanted = [1, 1];
        for entry in entries {
            let [one, two] = wanted;
            wanted = [one.max(entry.player1.width() + 1), two.max(entry.player2.width() + 1)];
        }
        let [one, two] = wanted;
        let longest = |text: fn(&Info) -> &'static str| {
            let widths = catalog().into_iter().map(|game| text(game.info()).width());
            widths.max().unwrap_or_default() + 1
        };
        let title = longest(|info| info.title);
        let short = title + one + two > room;
        let title = if short { longest(|info| info.slug) } else { title };
        let room = room.saturating_sub(title);
        let first = one.min((room / 2).max(room.saturating_sub(two)));
        Self { title, short, names: [first, two.min(room - first)] }
    }
}

fn row(entry: &Entry, is_chosen: bool, columns: &Columns, width: u16, look: &Look) -> Line<'static> {
    let result = match entry.winner {
        Some(1) => "1-0",
        Some(_) => "0-1",
        None => look.symbol("½-½", "1/2"),
    };
    let text = look.style(if is_chosen { Role::Selected } else { Role::Text });
    let faint = if is_chosen { text } else { look.style(Role::Faint) };
    let marker = look.span(if is_chosen { look.symbol("▸ ", "> ") } else { "  " }, Role::Accent);
    let day = entry.finished.get(..10).unwrap_or_default();
    if width < WIDE {
        let game = padded(&entry.game, 9, look);
        let room = usize::from(width).saturating_sub(2 + 6 + 9 + 5);
        let players = format!("{} {} {}", entry.player1, look.symbol("–", "-"), entry.player2);
        let month = day.get(5..).unwrap_or_default();
        return Line::from(vec![
            marker,
            Span::styled(format!("{month} "), faint),
            Span::styled(game, faint),
            Span::styled(padded(&players, room, look), text),
            Span::styled(format!(" {result}"), text),
        ]);
    }
    let turns = if entry.turns == 1 { "1 turn".to_owned() } else { format!("{} turns", entry.turns) };
    let is_very_wide = width >= VERY_WIDE;
    let Columns { title: title_width, short, names: [one, two] } = *columns;
    let title = find(&entry.game).filter(|_| !short).map_or(entry.game.as_str(), |game| game.info().title);
    let (time, ending) = match entry.finished.get(11..16).filter(|_| is_very_wide) {
        Some(time) => (format!(" {time}"), format!("{:<13}", entry.ending)),
        None => (String::new(), String::new()),
    };
    let player = |text: &str, seat: u8, name: usize| {
        let role = if entry.winner == Some(seat) { Role::Strong } else { Role::Text };
        look.span(padded(text, name, look), if is_chosen { Role::Selected } else { role })
    };
    Line::from(vec![
        marker,
        Span::styled(format!("{day}{time}  "), faint),
        Span::styled(padded(title, title_width, look), text),
        player(&entry.player1, 1, one),
        player(&entry.player2, 2, two),
        Span::styled(format!("{result}  "), text),
        Span::styled(format!("{ending}{turns}"), faint),
    ])
}

/// Text in a column of this many cells: shortened or padded, with a space at its end.
pub(super) fn padded(text: &str, columns: usize, look: &Look) -> String {
    let room = u16::try_from(columns.saturating_sub(1)).unwrap_or(u16::MAX);
    let kept = shortened(text, room, look);
    let missing = columns.saturating_sub(kept.width());
    kept + &" ".repeat(missing)
}
