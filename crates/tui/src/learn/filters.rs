//! Which puzzles, and for how long.

use std::time::Duration;

use numberline_history::day;
use numberline_learn::{
    Attempt, LearnerProgress, PuzzleFilter, PuzzleRun, PuzzleStream, PuzzleTheme, RunKind,
};
use numberline_table::{catalog, draw_seed, find};
use ratatui::layout::{Margin, Rect};

use super::class::{Class, Plan};
use super::classroom::Classroom;
use crate::form::{self, FormRow, FormValue};
use crate::keys::{Binding, KeyTable, Keyed, always, bind};
use crate::page::{Mouse, Page, Spot};
use crate::screen::{Context, Screen, Step};
use crate::text_field::TextField;
use crate::{Effect, Look};
use crossterm::event::KeyEvent;

/// What the keys do. Where a variant is typed, its letters come first.
const KEYS: &[Binding<Filters>] = &[
    bind("Enter", "begin", |filters| filters.focus == Row::Begin, |filters, _, at| filters.begin(at)),
    bind("↑ Shift-Tab", "choose", always, |filters, _, _| filters.go(-1)),
    bind("↓ Tab Enter", "choose", always, |filters, _, _| filters.go(1)),
    bind("k", "choose", |filters| !filters.types(), |filters, _, _| filters.go(-1)),
    bind("j", "choose", |filters| !filters.types(), |filters, _, _| filters.go(1)),
    bind("← h", "change", |filters| !filters.types(), |filters, _, _| filters.turn(-1)),
    bind("→ l Space", "change", |filters| !filters.types(), |filters, _, _| filters.turn(1)),
];

/// The rows, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Begin,
    How,
    Game,
    Theme,
    Variant,
}

const ROWS: [Row; 5] = [Row::Begin, Row::How, Row::Game, Row::Theme, Row::Variant];

/// How long a run lasts.
const KINDS: [(&str, RunKind); 4] = [
    ("rated, one after the other", RunKind::Rated(None)),
    ("a streak, until the first mistake", RunKind::Streak),
    ("three minutes", RunKind::Timed(Duration::from_secs(180))),
    ("five minutes", RunKind::Timed(Duration::from_secs(300))),
];

/// Which puzzles, and for how long.
pub(crate) struct Filters {
    focus: Row,
    how: usize,
    /// None is all games, and the first place is the first game.
    game: Option<usize>,
    theme: Option<PuzzleTheme>,
    variant: TextField,
    attempts: Vec<Attempt>,
    /// What is wrong with the filters.
    problem: Option<String>,
}

impl Filters {
    pub(crate) fn new(attempts: Vec<Attempt>) -> Self {
        let variant = TextField::new("", TextField::LONG);
        Self { focus: Row::Begin, how: 0, game: None, theme: None, variant, attempts, problem: None }
    }

    fn types(&self) -> bool {
        self.focus == Row::Variant
    }

    fn go(&mut self, by: isize) -> Step {
        let place = ROWS.iter().position(|row| *row == self.focus).unwrap_or(0);
        let place = place.saturating_add_signed(by).min(ROWS.len() - 1);
        self.focus = ROWS.get(place).copied().unwrap_or(Row::Begin);
        Step::STAY
    }

    fn turn(&mut self, by: isize) -> Step {
        self.problem = None;
        match self.focus {
            Row::Begin | Row::Variant => {}
            Row::How => {
                self.how =
                    self.how.wrapping_add_signed(by.rem_euclid(KINDS.len().cast_signed())) % KINDS.len();
            }
            Row::Game => self.game = turned(self.game, by, catalog().len()),
            Row::Theme => {
                let place =
                    self.theme.and_then(|theme| PuzzleTheme::ALL.iter().position(|other| *other == theme));
                let place = turned(place, by, PuzzleTheme::ALL.len());
                self.theme = place.and_then(|place| PuzzleTheme::ALL.get(place)).copied();
            }
        }
        Step::STAY
    }

    fn slug(&self) -> Option<&'static str> {
        catalog().get(self.game?).map(|game| game.info().slug)
    }

    fn filter(&self) -> PuzzleFilter {
        PuzzleFilter {
            game: self.slug().map(str::to_owned),
            theme: self.theme.map(|theme| theme.name().to_owned()),
            set: self.variant.text().split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// Begins, if there is any puzzle of this kind.
    fn begin(&mut self, context: &mut Context) -> Step {
        let filter = self.filter();
        if !filter.set.is_empty() && filter.game.is_none() {
            self.problem = Some("Choose a game first: each has its own variants.".to_owned());
            return Step::STAY;
        }
        let kind = KINDS.get(self.how).map_or(RunKind::Rated(None), |(_, kind)| *kind);
        let stream = PuzzleStream::new(filter, draw_seed(), &context.cache);
        let level = LearnerProgress::of(&self.attempts, day()).level(self.slug());
        let plan = Plan::Puzzles { stream: Box::new(stream), run: PuzzleRun::new(kind), level };
        let class = Class::new(plan, &context.cache);
        Classroom::open(class, context)
    }

    fn rows(&self) -> Vec<FormRow> {
        let how = KINDS.get(self.how).map_or("", |(words, _)| words);
        let game = self.slug().and_then(find).map_or("all games", |game| game.info().title);
        let theme =
            self.theme.map_or("any".to_owned(), |theme| format!("{}: {}", theme.name(), theme.help()));
        let variant = FormValue::Typed(self.variant.clone(), "any, e.g. length=12".to_owned());
        let mut rows = vec![
            FormRow::new("Begin", FormValue::Button),
            FormRow::new("How long", FormValue::Choice(how.to_owned())),
            FormRow::new("Game", FormValue::Choice(game.to_owned())),
            FormRow::new("Theme", FormValue::Choice(theme)),
            FormRow::new("Variant", variant),
        ];
        if let Some(last) = rows.last_mut() {
            last.problem.clone_from(&self.problem);
        }
        rows
    }
}

/// The next of none and so many places.
fn turned(place: Option<usize>, by: isize, count: usize) -> Option<usize> {
    let now = place.map_or(0, |place| place + 1).cast_signed();
    let next = (now + by).rem_euclid((count + 1).cast_signed());
    usize::try_from(next).ok()?.checked_sub(1)
}

impl Keyed for Filters {
    fn table(&self) -> impl KeyTable<Self> {
        KEYS
    }

    fn other_key(&mut self, key: KeyEvent, _: &mut Context) -> Step {
        if self.types() && self.variant.key(key) {
            self.problem = None;
            return Step::STAY;
        }
        Step::PASS
    }
}

impl Screen for Filters {
    fn title(&self) -> String {
        "Puzzles".to_owned()
    }

    fn takes_letters(&self) -> bool {
        self.types()
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        match mouse {
            Mouse::Wheel(by, _) => return self.go(if by < 0 { -1 } else { 1 }),
            Mouse::Click(Spot::Item(place)) => match ROWS.get(place) {
                Some(Row::Begin) => return self.begin(context),
                Some(row) if *row == self.focus => return self.turn(1),
                Some(row) => self.focus = *row,
                None => {}
            },
            _ => {}
        }
        Step::STAY
    }

    fn paste(&mut self, text: &str) {
        if self.types() {
            self.variant.insert(text);
        }
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let area = area.inner(Margin::new(if area.width > 60 { 4 } else { 1 }, u16::from(area.height > 14)));
        let chosen = ROWS.iter().position(|row| *row == self.focus).unwrap_or(0);
        form::draw(&self.rows(), chosen, page, area, look);
    }

    fn seen_again(&mut self, _: &mut Context) -> Effect {
        Effect::None
    }
}
