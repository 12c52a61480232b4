//! The lessons of a game: which there are, and which are done.

use numberline_history::day;
use numberline_learn::{Attempt, Course, LearnerProgress, TutorialOffer};
use numberline_table::find;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;

use super::class::Lesson;
use super::classroom::Classroom;
use crate::effect::Errand;
use crate::keys::{Binding, KeyTable, Keyed, always, bind};
use crate::page::{Mouse, Page, Spot};
use crate::pane::wrap;
use crate::pending::Pending;
use crate::screen::{Context, Screen, Step};
use crate::{Answer, Effect, Look, Role, Ticket};

/// What the keys do.
const KEYS: &[Binding<Lessons>] = &[
    bind("Enter Space", "begin", always, |lessons, _, context| lessons.open(context)),
    bind("↑ k Shift-Tab", "choose", always, |lessons, _, _| {
        lessons.choose(lessons.chosen.saturating_sub(1))
    }),
    bind("↓ j Tab", "choose", always, |lessons, _, _| lessons.choose(lessons.chosen + 1)),
    bind("Home", "first, last", always, |lessons, _, _| lessons.choose(0)),
    bind("End", "first, last", always, |lessons, _, _| lessons.choose(usize::MAX)),
];

/// The lessons of a game.
pub(crate) struct Lessons {
    slug: &'static str,
    lessons: Vec<Lesson>,
    /// Those that are done, by name.
    done: Vec<String>,
    chosen: usize,
    /// Whether the learner has chosen, so that what is read does not choose instead.
    touched: bool,
    reading: Pending<()>,
}

impl Lessons {
    /// The lessons, and the question which of them are done.
    pub(crate) fn new(slug: &'static str, context: &mut Context) -> (Self, Effect) {
        let lessons = Course::of(slug).lessons;
        let mut screen =
            Self { slug, lessons, done: Vec::new(), chosen: 0, touched: false, reading: Pending::default() };
        let effect = screen.seen_again(context);
        (screen, effect)
    }

    fn choose(&mut self, place: usize) -> Step {
        self.chosen = place.min(self.lessons.len().saturating_sub(1));
        self.touched = true;
        Step::STAY
    }

    fn open(&mut self, context: &mut Context) -> Step {
        let Some(lesson) = self.lessons.get(self.chosen) else { return Step::STAY };
        self.touched = false;
        Classroom::of_lesson(Lesson::clone(lesson), context)
    }

    fn know(&mut self, attempts: &[Attempt]) {
        let progress = LearnerProgress::of(attempts, day());
        let own = progress.games.into_iter().find(|game| game.game == self.slug);
        self.done = own.map(|game| game.lessons).unwrap_or_default();
        let open = self.lessons.iter().position(|lesson| !self.done.contains(&lesson.name));
        if let Some(open) = open.filter(|_| !self.touched) {
            self.chosen = open;
        }
    }
}

impl Keyed for Lessons {
    fn table(&self) -> impl KeyTable<Self> {
        KEYS
    }
}

impl Screen for Lessons {
    fn title(&self) -> String {
        format!("Lessons of {}", find(self.slug).map_or("", |game| game.info().title))
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
            // A history that cannot be read only means that no lesson is known to be done.
            self.know(&known.unwrap_or_default());
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let list = area.inner(Margin::new(if area.width > 60 { 4 } else { 1 }, u16::from(area.height > 14)));
        let visible = usize::from(list.height).max(1);
        let first = (self.chosen + 1).saturating_sub(visible);
        let shown = self.lessons.iter().enumerate().skip(first);
        for ((place, lesson), row) in shown.zip(list.rows()) {
            let chosen = place == self.chosen;
            let marker = if chosen { look.symbol("▸ ", "> ") } else { "  " };
            let done = if self.done.contains(&lesson.name) { look.symbol("✓ ", "* ") } else { "  " };
            let line = Line::from(vec![
                look.span(marker, Role::Accent),
                look.span(done, Role::Accent),
                look.span(format!("{}  ", lesson.number), Role::Faint),
                look.span(format!(" {} ", lesson.title), if chosen { Role::Selected } else { Role::Strong }),
            ]);
            page.render_widget(line, row);
            page.mark(row, Spot::Item(place));
        }
        let below = list.y + u16::try_from(self.lessons.len().saturating_sub(first)).unwrap_or(0) + 1;
        if below < list.bottom() {
            let foot = Rect { y: below, height: list.bottom() - below, ..list };
            let mark = look.symbol("✓", "*");
            let said = format!("{mark} done. Lessons can be taken in any order, and left at any time.");
            for (line, row) in wrap(&said, foot.width).into_iter().zip(foot.rows()) {
                page.render_widget(look.line(line, Role::Faint), row);
            }
        }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.reading.awaits(ticket)
    }

    fn seen_again(&mut self, context: &mut Context) -> Effect {
        let errand = Errand::Study(context.cache.clone());
        self.reading.ask((), errand, context)
    }
}

/// The tutorial of a game, where a player may not know it yet: offered once, and never in the way.
#[derive(Default)]
pub(crate) struct OfferedTutorial {
    offer: Option<TutorialOffer>,
    reading: Pending<&'static str>,
    keeping: Pending<()>,
}

impl OfferedTutorial {
    /// Asks whether the game is new to the learner.
    pub(crate) fn look(&mut self, slug: &'static str, context: &mut Context) -> Effect {
        let errand = Errand::Study(context.cache.clone());
        self.reading.ask(slug, errand, context)
    }

    pub(crate) fn awaits(&self, ticket: Ticket) -> bool {
        self.reading.awaits(ticket) || self.keeping.awaits(ticket)
    }

    /// Takes what the learner is known to have answered, and remembers that the offer was made.
    pub(crate) fn answer(&mut self, ticket: Ticket, answer: &Answer, context: &mut Context) -> Effect {
        let (Some(slug), Answer::Studied(Ok(attempts))) = (self.reading.take(ticket), answer) else {
            return Effect::None;
        };
        self.offer = TutorialOffer::of(slug, attempts);
        match self.offer {
            Some(_) => {
                let errand = Errand::Learn(vec![TutorialOffer::made(slug, day())]);
                self.keeping.ask((), errand, context)
            }
            None => Effect::None,
        }
    }

    /// What to say where there is an offer.
    pub(crate) fn words(&self) -> Option<&str> {
        self.offer.as_ref().map(|offer| offer.words.as_str())
    }
}

/// The tutorial of a game.
pub(crate) fn open_tutorial(slug: &str, context: &mut Context) -> Step {
    match Course::of(slug).tutorial() {
        Some(lesson) => Classroom::of_lesson(Lesson::clone(lesson), context),
        None => Step::STAY,
    }
}
