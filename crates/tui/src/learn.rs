//! The place to learn: courses, puzzles, drills and progress. What is right, and what is said, is decided in the `learn` crate.

mod class;
mod classroom;
mod curve;
mod filters;
mod lessons;
mod progress;
#[cfg(test)]
mod tests;

use crossterm::event::KeyEvent;
use numberline_history::day;
use numberline_learn::{Attempt, Drill, LearnerProgress};
use numberline_table::{Date, catalog, clean, counted};
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::effect::Errand;
use crate::keys::{Binding, KeyTable, Keyed, always, bind};
use crate::page::{Mouse, Page, Spot};
use crate::pane::{Text, shortened};
use crate::pending::Pending;
use crate::screen::{Context, Screen, Step};
use crate::{Answer, Effect, Look, Role, Ticket};
use class::Plan;
pub(crate) use class::{Class, Request, Taught};
pub(crate) use classroom::Classroom;
use filters::Filters;
use lessons::Lessons;
pub(crate) use lessons::{OfferedTutorial, open_tutorial};
use progress::ProgressScreen;

/// What the keys do.
const KEYS: &[Binding<LearnScreen>] = &[
    bind("Enter Space", "open", always, |screen, _, context| screen.open(context)),
    bind("↑ k Shift-Tab", "choose", always, |screen, _, _| screen.choose(screen.chosen.saturating_sub(1))),
    bind("↓ j Tab", "choose", always, |screen, _, _| screen.choose(screen.chosen + 1)),
    bind("1-9", "choose by number", always, |screen, key, _| screen.choose_by_number(key)),
    bind("Home", "first, last", always, |screen, _, _| screen.choose(0)),
    bind("End", "first, last", always, |screen, _, _| screen.choose(usize::MAX)),
];

/// The place to learn.
pub(crate) struct LearnScreen {
    chosen: usize,
    /// What the learner has answered; none while it is being read.
    known: Option<Result<Vec<Attempt>, String>>,
    reading: Pending<()>,
    /// The day when the screen was opened or seen again.
    today: Option<Date>,
    note: Option<String>,
}

/// What can be opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Course(usize),
    Puzzles,
    Daily,
    Drills,
    Progress,
}

impl LearnScreen {
    /// The place to learn. What the learner knows is read in the background.
    pub(crate) fn new(context: &mut Context) -> (Self, Effect) {
        let mut screen =
            Self { chosen: 0, known: None, reading: Pending::default(), today: None, note: None };
        let effect = screen.seen_again(context);
        (screen, effect)
    }

    fn entries() -> Vec<Entry> {
        let courses = (0..catalog().len()).map(Entry::Course);
        courses.chain([Entry::Puzzles, Entry::Daily, Entry::Drills, Entry::Progress]).collect()
    }

    fn attempts(&self) -> &[Attempt] {
        match &self.known {
            Some(Ok(attempts)) => attempts,
            _ => &[],
        }
    }

    fn choose(&mut self, place: usize) -> Step {
        self.chosen = place.min(Self::entries().len().saturating_sub(1));
        self.note = None;
        Step::STAY
    }

    fn choose_by_number(&mut self, key: KeyEvent) -> Step {
        match key.code {
            crossterm::event::KeyCode::Char(digit) => match digit.to_digit(10) {
                Some(number) => self.choose((number as usize).saturating_sub(1)),
                None => Step::STAY,
            },
            _ => Step::STAY,
        }
    }

    fn open(&mut self, context: &mut Context) -> Step {
        let attempts = self.attempts().to_vec();
        match Self::entries().get(self.chosen) {
            Some(Entry::Course(place)) => match catalog().get(*place) {
                Some(game) => Step::opening(Lessons::new(game.info().slug, context)),
                None => Step::STAY,
            },
            Some(Entry::Puzzles) => Step::open(Filters::new(attempts)),
            Some(Entry::Daily) => self.open_daily(attempts, context),
            Some(Entry::Drills) => self.open_drills(attempts, context),
            Some(Entry::Progress) => Step::opening(ProgressScreen::new(context)),
            None => Step::STAY,
        }
    }

    fn open_daily(&mut self, attempts: Vec<Attempt>, context: &mut Context) -> Step {
        // It may be another day by now.
        self.today = (context.today)();
        match self.today {
            Some(date) => {
                let plan = Plan::Daily { date, today: context.today, attempts, daily: None };
                Classroom::open(Class::new(plan, &context.cache), context)
            }
            None => {
                self.note = Some("Cannot tell which day it is.".to_owned());
                Step::STAY
            }
        }
    }

    fn open_drills(&mut self, attempts: Vec<Attempt>, context: &mut Context) -> Step {
        // Until the answers have been read, it is not known what is due.
        if !matches!(self.known, Some(Ok(_))) {
            return Step::STAY;
        }
        let due = Drill::due(&attempts, day());
        if due.is_empty() {
            self.note = Some(Drill::nothing_due(&attempts, day()));
            return Step::STAY;
        }
        let class = Class::new(Plan::drills(due, attempts), &context.cache);
        Classroom::open(class, context)
    }

    /// What an entry says: its name, and how far the learner is.
    fn words(&self, entry: Entry, progress: Option<&LearnerProgress>) -> (String, String) {
        match entry {
            Entry::Course(place) => {
                let title = catalog().get(place).map_or("", |game| game.info().title);
                let far = progress.and_then(|progress| progress.games.get(place)).map(|game| {
                    let rating =
                        if game.puzzles > 0 { format!(", rating {}", game.rating) } else { String::new() };
                    format!("{} of {} lessons{rating}", game.lessons.len(), game.of_lessons)
                });
                (title.to_owned(), far.unwrap_or_default())
            }
            Entry::Puzzles => ("Puzzles".to_owned(), "rated, a streak, or against the clock".to_owned()),
            Entry::Daily => {
                let date = self.today.map(|date| date.to_string()).unwrap_or_default();
                ("Puzzle of the day".to_owned(), date)
            }
            Entry::Drills => {
                let due = progress.map(|progress| match progress.due {
                    0 => "nothing is due".to_owned(),
                    due => format!("{} due", counted(due as u64, "drill")),
                });
                ("Drills".to_owned(), due.unwrap_or_default())
            }
            Entry::Progress => ("Progress".to_owned(), "what you can do, and what to do next".to_owned()),
        }
    }

    fn list(area: Rect) -> Rect {
        let side = if area.width > 60 { 4 } else { 1 };
        let top = u16::from(area.height > 14);
        Rect {
            x: area.x + side.min(area.width),
            y: area.y + top,
            width: area.width.saturating_sub(2 * side).min(90),
            height: area.height.saturating_sub(top),
        }
    }
}

impl Keyed for LearnScreen {
    fn table(&self) -> impl KeyTable<Self> {
        KEYS
    }
}

impl Screen for LearnScreen {
    fn title(&self) -> String {
        "Learn".to_owned()
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        match mouse {
            Mouse::Wheel(-1, _) => self.choose(self.chosen.saturating_sub(1)),
            Mouse::Wheel(..) => self.choose(self.chosen + 1),
            Mouse::Click(Spot::Item(place)) => {
                let again = place == self.chosen;
                self.choose(place);
                if again { self.open(context) } else { Step::STAY }
            }
            _ => Step::STAY,
        }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, _: &mut Context) -> Step {
        if let Answer::Studied(known) = answer
            && self.reading.take(ticket).is_some()
        {
            self.known = Some(known);
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let list = Self::list(area);
        // A narrow screen has room for the longest title, and for a count of lessons or a date beside it.
        let label: u16 = if list.width < 50 { 20 } else { 25 };
        let room = list.width.saturating_sub(label + 4);
        let label = usize::from(label);
        let progress = match &self.known {
            Some(Ok(attempts)) => Some(LearnerProgress::of(attempts, day())),
            _ => None,
        };
        let entries = Self::entries();
        let visible = usize::from(list.height.saturating_sub(3)).max(1);
        let first = (self.chosen + 1).saturating_sub(visible);
        let gap = usize::from(list.height) > entries.len() + 6;
        let mut row = list.y;
        for (place, entry) in entries.iter().enumerate().skip(first).take(visible) {
            if gap && *entry == Entry::Puzzles {
                row += 1;
            }
            let (name, far) = self.words(*entry, progress.as_ref());
            let chosen = place == self.chosen;
            let marker = if chosen { look.symbol("▸ ", "> ") } else { "  " };
            let role = if chosen { Role::Selected } else { Role::Strong };
            let line = Line::from(vec![
                look.span(marker, Role::Accent),
                look.span(format!(" {name:<label$}"), role),
                look.span(format!(" {}", shortened(&far, room, look)), Role::Faint),
            ]);
            let area = Rect { y: row, height: 1, ..list }.intersection(list);
            page.render_widget(line, area);
            page.mark(area, Spot::Item(place));
            row += 1;
        }
        let foot = Rect { y: row.saturating_add(1), ..list }.intersection(list);
        let foot = Rect { height: list.bottom().saturating_sub(foot.y), ..foot };
        let mut text = Text::new(foot.width, look);
        match (&self.note, &self.known, progress) {
            (Some(note), ..) => text.say(note, Role::Text),
            (None, Some(Err(reason)), _) => {
                text.say(&format!("Your progress cannot be read: {}", clean(reason)), Role::Warning);
            }
            (None, _, Some(progress)) => {
                let next = format!("Next: {}.", progress.because);
                text.say(&next, Role::Text);
            }
            (None, ..) => text.say("Looking", Role::Faint),
        }
        page.render_widget(ratatui::widgets::Paragraph::new(text.lines), foot);
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.reading.awaits(ticket)
    }

    fn seen_again(&mut self, context: &mut Context) -> Effect {
        self.today = (context.today)();
        let errand = Errand::Study(context.cache.clone());
        self.reading.ask((), errand, context)
    }
}
