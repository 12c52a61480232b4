//! The finished games: a list with filters, numbers and a chart.

mod list;
mod numbers;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent};
use numberline_history::{Entry, Filter};
use numberline_table::{AnyGame, catalog, clean};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::effect::Errand;
use crate::event::Finished;
use crate::keys::{Binding, KeyTable, Keyed, TakesKeys, always, bind};
use crate::page::{Mouse, Page, Spot};
use crate::pane::Text;
use crate::pending::Pending;
use crate::screen::{Context, Screen, Step};
use crate::scroll::Scroll;
use crate::study::Study;
use crate::text_field::TextField;
use crate::{Answer, Effect, Look, Role, Ticket};

/// What the keys do.
const KEYS: &[Binding<Archive>] = &[
    bind("↑ k", "choose", always, |archive, _, context| archive.step(-1, context)),
    bind("↓ j", "choose", always, |archive, _, context| archive.step(1, context)),
    bind("Enter", "analyse", |it| !it.in_numbers, |it, _, at| it.open(at).into()),
    bind("Tab Shift-Tab", "list or numbers", always, |archive, _, _| archive.turn_page()),
    bind("← h", "one game only", always, |archive, _, context| archive.next_game(false, context)),
    bind("→ l", "one game only", always, |archive, _, context| archive.next_game(true, context)),
    bind("/", "player", always, |archive, _, _| archive.begin_filter()),
    bind("x", "clear the filters", always, |archive, _, context| archive.lift_filters(context)),
    bind("F5", "reload", always, |archive, _, context| archive.look(context).into()),
    bind("PgUp", "a page", always, |archive, _, context| archive.leaf(-1, context)),
    bind("PgDn", "a page", always, |archive, _, context| archive.leaf(1, context)),
    bind("Home", "first, last", always, |archive, _, context| archive.step(i64::MIN, context)),
    bind("End", "first, last", always, |archive, _, context| archive.step(i64::MAX, context)),
];

/// While a name is being typed. All other keys type.
const FILTERING: &[Binding<Archive>] = &[
    bind("Enter", "keep the filter", always, |archive, _, _| archive.end_filter(true)),
    bind("Esc", "cancel", always, |archive, _, _| archive.end_filter(false)),
];

/// The finished games.
pub(crate) struct Archive {
    /// Whether to show statistics; else a list.
    in_numbers: bool,
    /// Only this game, by its place in the catalog.
    game: Option<usize>,
    /// Only players whose name contains this.
    player: String,
    /// The same while it is being typed.
    prompt: Option<TextField>,
    /// What the history holds, or why it could not be read; none while it is being fetched.
    found: Option<Result<Finished, String>>,
    looking: Pending<()>,
    /// The games that match the filters, by their places in the list.
    seen: Vec<usize>,
    /// Which of those is selected.
    chosen: usize,
    scroll: Scroll,
    reading: Pending<()>,
    note: Option<String>,
}

/// At most this many games are listed. Filtered to one game, the list reaches further back.
const MOST: u32 = 10_000;

impl Archive {
    /// The finished games, which are fetched in the background.
    pub(crate) fn new(context: &mut Context) -> (Self, Effect) {
        let mut archive = Self {
            in_numbers: false,
            game: None,
            player: String::new(),
            prompt: None,
            found: None,
            looking: Pending::default(),
            seen: Vec::new(),
            chosen: 0,
            scroll: Scroll::default(),
            reading: Pending::default(),
            note: None,
        };
        let effect = archive.look(context);
        (archive, effect)
    }

    /// Fetches everything again, with the current filters.
    fn look(&mut self, context: &mut Context) -> Effect {
        self.found = None;
        self.reading = Pending::default();
        self.note = None;
        self.sift();
        let game = self.chosen_game().map(|game| game.info().slug.to_owned());
        self.looking.ask((), Errand::Look(Filter { game, player: None, limit: MOST }), context)
    }

    fn entries(&self) -> &[Entry] {
        match &self.found {
            Some(Ok(finished)) => &finished.games,
            Some(Err(_)) | None => &[],
        }
    }

    fn chosen_game(&self) -> Option<&'static dyn AnyGame> {
        catalog().get(self.game?).copied()
    }

    /// The text to look for in the names.
    fn sought(&self) -> String {
        self.prompt.as_ref().map_or_else(|| self.player.clone(), TextField::text).trim().to_lowercase()
    }

    /// Finds the games that match the filters.
    fn sift(&mut self) {
        let sought = self.sought();
        let fits = |entry: &Entry| {
            sought.is_empty()
                || [&entry.player1, &entry.player2]
                    .into_iter()
                    .any(|name| name.to_lowercase().contains(&sought))
        };
        self.seen =
            (0..).zip(self.entries()).filter(|(_, entry)| fits(entry)).map(|(place, _)| place).collect();
        self.choose(self.chosen);
        self.scroll = Scroll::default();
    }

    fn turn_page(&mut self) -> Step {
        self.in_numbers = !self.in_numbers;
        self.scroll = Scroll::default();
        Step::STAY
    }

    /// A page forward or backward.
    fn leaf(&mut self, by: i64, context: &Context) -> Step {
        let page = i64::from(context.area.height.saturating_sub(6).max(1));
        self.step(by * page, context)
    }

    fn step(&mut self, rows: i64, context: &Context) -> Step {
        if self.in_numbers {
            let [_, body, _] = places(context.area);
            self.scroll(rows, body);
        } else {
            let rows = isize::try_from(rows).unwrap_or_default();
            self.choose(self.chosen.saturating_add_signed(rows));
        }
        Step::STAY
    }

    fn choose(&mut self, place: usize) {
        self.chosen = place.min(self.seen.len().saturating_sub(1));
    }

    fn begin_filter(&mut self) -> Step {
        self.prompt = Some(TextField::new(&self.player, TextField::LONG));
        Step::STAY
    }

    fn end_filter(&mut self, keep: bool) -> Step {
        if let Some(prompt) = self.prompt.take().filter(|_| keep) {
            prompt.text().trim().clone_into(&mut self.player);
        }
        self.sift();
        Step::STAY
    }

    fn lift_filters(&mut self, context: &mut Context) -> Step {
        self.player.clear();
        self.game = None;
        self.look(context).into()
    }

    fn next_game(&mut self, forward: bool, context: &mut Context) -> Step {
        let games = catalog().len();
        self.game = match (self.game, forward) {
            (None, true) => Some(0),
            (None, false) => games.checked_sub(1),
            (Some(place), true) => Some(place + 1).filter(|place| *place < games),
            (Some(place), false) => place.checked_sub(1),
        };
        self.look(context).into()
    }

    /// Opens the selected game in an analysis.
    fn open(&mut self, context: &mut Context) -> Effect {
        let Some(entry) = self.chosen_entry() else { return Effect::None };
        let errand = Errand::Read(entry.number);
        self.note = None;
        self.reading.ask((), errand, context)
    }

    fn chosen_entry(&self) -> Option<&Entry> {
        self.entries().get(*self.seen.get(self.chosen)?)
    }

    /// The current page, and the filters.
    fn head(&self, look: &Look) -> Line<'static> {
        let tab = |is_open: bool, title: String| {
            look.span(format!(" {title} "), if is_open { Role::Selected } else { Role::Faint })
        };
        let count = match &self.found {
            Some(Ok(_)) => format!("Games {}", self.seen.len()),
            Some(Err(_)) | None => "Games".to_owned(),
        };
        let game = self.chosen_game().map_or("all games", |game| game.info().title);
        let player = match self.player.as_str() {
            "" => String::new(),
            player => format!("{}{player}", look.symbol(" · ", " - ")),
        };
        Line::from(vec![
            Span::raw(" "),
            tab(!self.in_numbers, count),
            tab(self.in_numbers, "Numbers".to_owned()),
            look.span(format!("  {game}{player}"), Role::Accent),
        ])
    }

    fn foot(&self, width: u16, look: &Look) -> Line<'static> {
        match (&self.prompt, &self.note) {
            (Some(prompt), _) => prompt.line("Player:", width, look),
            (None, Some(note)) => look.line(format!(" {note}"), Role::Warning),
            (None, None) if self.reading.is_some() => look.line(" reading", Role::Faint),
            (None, None) => Line::default(),
        }
    }

    /// The text shown when the list is empty.
    fn nothing(&self) -> (String, Role) {
        let is_filtered = self.game.is_some() || !self.sought().is_empty();
        let said = match &self.found {
            Some(Err(reason)) => {
                return (format!("The history cannot be read: {}", clean(reason)), Role::Warning);
            }
            None => "Looking".to_owned(),
            Some(Ok(_)) if self.prompt.is_some() => "No finished game matches.".to_owned(),
            Some(Ok(_)) if is_filtered => {
                let key = self.key_to("clear the filters");
                format!("No finished game matches. {key} clears the filters.")
            }
            Some(Ok(_)) => "No finished games yet. Finish one, and it will be listed here.".to_owned(),
        };
        (said, Role::Faint)
    }
}

/// Where the head, the body and the foot lie.
fn places(area: Rect) -> [Rect; 3] {
    Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(area)
}

impl Keyed for Archive {
    fn table(&self) -> impl KeyTable<Self> {
        if self.prompt.is_some() { FILTERING } else { KEYS }
    }

    fn other_key(&mut self, key: KeyEvent, _: &mut Context) -> Step {
        let Some(prompt) = &mut self.prompt else { return Step::PASS };
        if !prompt.key(key) {
            return Step::PASS;
        }
        self.sift();
        Step::STAY
    }
}

impl Screen for Archive {
    fn title(&self) -> String {
        "History".to_owned()
    }

    fn takes_letters(&self) -> bool {
        self.prompt.is_some()
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        match mouse {
            Mouse::Wheel(by, _) => return self.step(by, context),
            Mouse::Click(Spot::Item(place)) if place == self.chosen => return self.open(context).into(),
            Mouse::Click(Spot::Item(place)) => self.choose(place),
            _ => {}
        }
        Step::STAY
    }

    fn paste(&mut self, text: &str) {
        if let Some(prompt) = &mut self.prompt {
            prompt.insert(text);
            self.sift();
        }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context) -> Step {
        match answer {
            Answer::History(found) if self.looking.take(ticket).is_some() => {
                self.found = Some(found);
                self.sift();
            }
            Answer::Read(read) if self.reading.take(ticket).is_some() => match read {
                Ok(record) => match Study::new(*record, context) {
                    Ok(study) => return Step::opening(study),
                    Err(error) => self.note = Some(error.to_string()),
                },
                Err(reason) => self.note = Some(clean(&reason).into_owned()),
            },
            _ => {}
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let [head, body, foot] = places(area);
        page.render_widget(self.head(look), head);
        if self.prompt.is_none() {
            page.mark(head, Spot::Key(KeyCode::Tab));
        }
        page.render_widget(self.foot(foot.width, look), foot);
        if !(if self.in_numbers { self.has_numbers() } else { !self.seen.is_empty() }) {
            let (said, role) = self.nothing();
            let mut text = Text::new(body.width.saturating_sub(4).min(60), look);
            text.say(&said, role);
            let down = body.height / 3;
            let room = Rect { y: body.y + down, height: body.height - down, ..body };
            page.render_widget(Paragraph::new(text.lines).centered(), room);
        } else if self.in_numbers {
            self.draw_numbers(page, body, look);
        } else {
            self.draw_list(page, body, look);
        }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.looking.awaits(ticket) || self.reading.awaits(ticket)
    }
}
