//! The finished games: a list with filters, numbers and a chart.

mod list;
mod numbers;
mod tally;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_history::{Entry, Filter, Stats};
use numberline_table::{AnyGame, catalog, clean};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::effect::Errand;
use crate::pane::wrap;
use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::study::{Prompt, Study, Typed};
use crate::{Answer, Effect, Event, Look, Role, Ticket};

/// The finished games.
pub(crate) struct Archive {
    page: Page,
    /// Only this game, by its place in the catalog.
    game: Option<usize>,
    /// Only players whose name holds this.
    player: String,
    /// The same while it is typed.
    prompt: Option<Prompt>,
    list: Fetched<Vec<Entry>>,
    numbers: Fetched<Box<Stats>>,
    /// The games that the filters leave, by their places in the list.
    seen: Vec<usize>,
    /// Which of those is chosen.
    chosen: usize,
    scroll: usize,
    reading: Option<Ticket>,
    note: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    List,
    Numbers,
}

/// Something that is fetched beside the screen.
enum Fetched<T> {
    Waiting(Ticket),
    Here(T),
    Failed(String),
}

impl<T> Fetched<T> {
    fn get(&self) -> Option<&T> {
        match self {
            Self::Here(here) => Some(here),
            Self::Waiting(_) | Self::Failed(_) => None,
        }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        matches!(self, Self::Waiting(own) if *own == ticket)
    }

    fn take(&mut self, result: Result<T, String>) {
        *self = match result {
            Ok(here) => Self::Here(here),
            Err(reason) => Self::Failed(clean(&reason).into_owned()),
        };
    }
}

/// More games than this are not listed. Of one game alone the list reaches further back.
const MOST: u32 = 10_000;

impl Archive {
    /// The finished games, which are fetched beside the screen.
    pub(crate) fn new(context: &mut Context<'_>) -> (Self, Effect) {
        let filter = Filter { limit: MOST, ..Filter::default() };
        let (list, listing) = context.run(Errand::List(filter.clone()));
        let (numbers, counting) = context.run(Errand::Count(filter));
        let archive = Self {
            page: Page::List,
            game: None,
            player: String::new(),
            prompt: None,
            list: Fetched::Waiting(list),
            numbers: Fetched::Waiting(numbers),
            seen: Vec::new(),
            chosen: 0,
            scroll: 0,
            reading: None,
            note: None,
        };
        (archive, listing.and(counting))
    }

    /// Fetches everything anew, as far as the filters let it through.
    fn fetch(&mut self, context: &mut Context<'_>) -> Effect {
        let game = self.chosen_game().map(|game| game.info().slug.to_owned());
        let filter = Filter { game, player: None, limit: MOST };
        let (list, listing) = context.run(Errand::List(filter.clone()));
        let (numbers, counting) = context.run(Errand::Count(filter));
        self.list = Fetched::Waiting(list);
        self.numbers = Fetched::Waiting(numbers);
        self.note = None;
        self.reading = None;
        self.sift();
        listing.and(counting)
    }

    fn chosen_game(&self) -> Option<&'static dyn AnyGame> {
        catalog().get(self.game?).copied()
    }

    /// What is looked for in the names.
    fn sought(&self) -> String {
        self.prompt.as_ref().map_or_else(|| self.player.clone(), Prompt::text).trim().to_lowercase()
    }

    /// Finds the games that the filters leave.
    fn sift(&mut self) {
        let sought = self.sought();
        let entries = self.list.get().map_or(&[][..], Vec::as_slice);
        let fits = |entry: &Entry| {
            sought.is_empty()
                || [&entry.player1, &entry.player2]
                    .into_iter()
                    .any(|name| name.to_lowercase().contains(&sought))
        };
        self.seen = (0..).zip(entries).filter(|(_, entry)| fits(entry)).map(|(place, _)| place).collect();
        self.chosen = self.chosen.min(self.seen.len().saturating_sub(1));
        self.scroll = 0;
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context<'_>) -> Step {
        match answer {
            Answer::Listed(result) if self.list.awaits(ticket) => {
                self.list.take(result);
                self.sift();
            }
            Answer::Counted(result) if self.numbers.awaits(ticket) => self.numbers.take(result),
            Answer::Read(result) if self.reading == Some(ticket) => {
                self.reading = None;
                match result {
                    Ok(record) => {
                        let (study, effect) = Study::of_record(*record, context);
                        return Step::open(study).with(effect);
                    }
                    Err(reason) => self.note = Some(clean(&reason).into_owned()),
                }
            }
            _ => {}
        }
        Step::STAY
    }

    fn key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        if let Some(prompt) = &mut self.prompt {
            match prompt.key(key) {
                Typed::More => {}
                Typed::Done(text) => {
                    self.player = text;
                    self.prompt = None;
                }
                Typed::Left => self.prompt = None,
            }
            self.sift();
            return Step::STAY;
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Step::PASS;
        }
        let page = usize::from(context.area.height.saturating_sub(6).max(1));
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.step(-1, context.area),
            KeyCode::Down | KeyCode::Char('j') => self.step(1, context.area),
            KeyCode::PageUp => self.step(0_isize.saturating_sub_unsigned(page), context.area),
            KeyCode::PageDown => self.step(0_isize.saturating_add_unsigned(page), context.area),
            KeyCode::Home => self.step(isize::MIN, context.area),
            KeyCode::End => self.step(isize::MAX, context.area),
            KeyCode::Tab | KeyCode::BackTab | KeyCode::Left | KeyCode::Right => self.turn_page(),
            KeyCode::Char('/') => self.prompt = Some(Prompt::new("Player:", &self.player)),
            KeyCode::Char('g') => return self.next_game(true, context).into(),
            KeyCode::Char('G') => return self.next_game(false, context).into(),
            KeyCode::Char('r') => return self.fetch(context).into(),
            KeyCode::Char('x') => {
                self.player.clear();
                self.game = None;
                return self.fetch(context).into();
            }
            KeyCode::Enter if self.page == Page::List => return self.open(context).into(),
            _ => return Step::PASS,
        }
        Step::STAY
    }

    fn turn_page(&mut self) {
        self.page = match self.page {
            Page::List => Page::Numbers,
            Page::Numbers => Page::List,
        };
        self.scroll = 0;
    }

    fn step(&mut self, rows: isize, area: Rect) {
        match self.page {
            Page::List => {
                let last = self.seen.len().saturating_sub(1);
                self.chosen = self.chosen.saturating_add_signed(rows).min(last);
            }
            Page::Numbers => {
                let most = self.most_scroll(places(area).body);
                self.scroll = self.scroll.min(most).saturating_add_signed(rows).min(most);
            }
        }
    }

    fn next_game(&mut self, forward: bool, context: &mut Context<'_>) -> Effect {
        let games = catalog().len();
        self.game = match (self.game, forward) {
            (None, true) => Some(0),
            (None, false) => games.checked_sub(1),
            (Some(place), true) => Some(place + 1).filter(|place| *place < games),
            (Some(place), false) => place.checked_sub(1),
        };
        self.fetch(context)
    }

    /// Opens the chosen game in an analysis.
    fn open(&mut self, context: &mut Context<'_>) -> Effect {
        let Some(entry) = self.chosen_entry() else { return Effect::None };
        let (ticket, effect) = context.run(Errand::Read(entry.number));
        self.reading = Some(ticket);
        self.note = None;
        effect
    }

    fn chosen_entry(&self) -> Option<&Entry> {
        self.list.get()?.get(*self.seen.get(self.chosen)?)
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context<'_>) -> Step {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1, context.area),
            MouseEventKind::ScrollDown => self.step(1, context.area),
            MouseEventKind::Down(MouseButton::Left) if self.prompt.is_none() => {
                let places = places(context.area);
                if places.head.contains(at) {
                    self.turn_page();
                } else if let Some(place) = self.place_at(places.body, at).filter(|_| self.page == Page::List)
                {
                    if place == self.chosen {
                        return self.open(context).into();
                    }
                    self.chosen = place;
                }
            }
            _ => return Step::PASS,
        }
        Step::STAY
    }

    /// Which page it is, and what the filters are.
    fn head(&self, look: &Look) -> Line<'static> {
        let page = |page: Page, title: String| {
            let role = if self.page == page { Role::Selected } else { Role::Faint };
            Span::styled(format!(" {title} "), look.style(role))
        };
        let count = match &self.list {
            Fetched::Here(_) => format!("Games {}", self.seen.len()),
            Fetched::Waiting(_) | Fetched::Failed(_) => "Games".to_owned(),
        };
        let game = self.chosen_game().map_or("all games", |game| game.info().title);
        let player = match self.player.as_str() {
            "" => String::new(),
            player => format!("{}{player}", look.symbol(" · ", " - ")),
        };
        Line::from(vec![
            Span::raw(" "),
            page(Page::List, count),
            page(Page::Numbers, "Numbers".to_owned()),
            Span::styled(format!("  {game}{player}"), look.style(Role::Accent)),
        ])
    }

    fn foot(&self, width: u16, look: &Look) -> Line<'static> {
        match (&self.prompt, &self.note) {
            (Some(prompt), _) => prompt.line(width, look),
            (None, Some(note)) => Line::styled(format!(" {note}"), look.style(Role::Warning)),
            (None, None) if self.reading.is_some() => Line::styled(" reading", look.style(Role::Faint)),
            (None, None) => Line::default(),
        }
    }

    /// What is said where there is nothing to show.
    fn nothing(&self) -> (String, Role) {
        let failed = match self.page {
            Page::List => failure(&self.list),
            Page::Numbers => failure(&self.numbers),
        };
        if let Some(reason) = failed {
            return (format!("The history cannot be read: {reason}"), Role::Warning);
        }
        let is_waiting = match self.page {
            Page::List => matches!(self.list, Fetched::Waiting(_)),
            Page::Numbers => matches!(self.numbers, Fetched::Waiting(_)),
        };
        let said = match (is_waiting, self.game.is_some() || !self.sought().is_empty()) {
            (true, _) => "Looking",
            (false, true) => "No finished game is like that. x shows all of them.",
            (false, false) => "No finished games yet. Play one to the end, and it will be kept here.",
        };
        (said.to_owned(), Role::Faint)
    }
}

fn failure<T>(fetched: &Fetched<T>) -> Option<&str> {
    match fetched {
        Fetched::Failed(reason) => Some(reason),
        Fetched::Waiting(_) | Fetched::Here(_) => None,
    }
}

/// Where the parts lie.
struct Places {
    head: Rect,
    body: Rect,
    foot: Rect,
}

fn places(area: Rect) -> Places {
    let head = Rect { height: area.height.min(1), ..area };
    let below = Rect { y: area.y + head.height, height: area.height - head.height, ..area };
    let foot_height = below.height.min(1);
    let body = Rect { height: below.height - foot_height, ..below };
    Places { head, body, foot: Rect { y: body.y + body.height, height: foot_height, ..below } }
}

impl Screen for Archive {
    fn title(&self) -> String {
        "History".to_owned()
    }

    fn keys(&self) -> Vec<KeyHelp> {
        if self.prompt.is_some() {
            return vec![KeyHelp::new("Enter", "keep the filter"), KeyHelp::new("Esc", "never mind")];
        }
        let mut keys = vec![
            KeyHelp::new("↑ ↓", "choose"),
            KeyHelp::new("Tab", "list or numbers"),
            KeyHelp::new("g G", "next, previous game"),
            KeyHelp::new("/", "player"),
            KeyHelp::new("x", "no filters"),
            KeyHelp::new("r", "read again"),
        ];
        if self.page == Page::List {
            keys.insert(1, KeyHelp::new("Enter", "analyse"));
        }
        keys
    }

    fn takes_letters(&self) -> bool {
        self.prompt.is_some()
    }

    fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step {
        match event {
            Event::Key(key) => self.key(key, context),
            Event::Mouse(mouse) => self.mouse(mouse, context),
            Event::Answer(ticket, answer) => self.answer(ticket, answer, context),
            Event::Paste(text) => {
                if let Some(prompt) = &mut self.prompt {
                    prompt.paste(&text);
                    self.sift();
                }
                Step::STAY
            }
            Event::Resize { .. } | Event::Tick | Event::Stop => Step::PASS,
        }
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let places = places(area);
        frame.render_widget(self.head(look), places.head);
        frame.render_widget(self.foot(places.foot.width, look), places.foot);
        let is_there = match self.page {
            Page::List => !self.seen.is_empty(),
            Page::Numbers => self.has_numbers(),
        };
        if !is_there {
            let (said, role) = self.nothing();
            let width = places.body.width.saturating_sub(4).min(60);
            let lines: Vec<Line<'_>> = wrap(&said, width).into_iter().map(Line::from).collect();
            let down = places.body.height / 3;
            let room = Rect {
                y: places.body.y + down,
                height: places.body.height.saturating_sub(down),
                ..places.body
            };
            frame.render_widget(Paragraph::new(lines).style(look.style(role)).centered(), room);
            return;
        }
        match self.page {
            Page::List => self.draw_list(frame, places.body, look),
            Page::Numbers => self.draw_numbers(frame, places.body, look),
        }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.list.awaits(ticket) || self.numbers.awaits(ticket) || self.reading == Some(ticket)
    }
}
