//! The games in progress: those that were left, to be resumed or given up.

use numberline_history::Unfinished;
use numberline_table::Request;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::effect::Errand;
use crate::keys::{Binding, KeyTable, Keyed, always, bind};
use crate::page::{Mouse, Page, Spot};
use crate::pane::{inside_of, pane_of};
use crate::pending::Pending;
use crate::play::Play;
use crate::screen::{Context, Screen, Step};
use crate::unfinished::within;
use crate::{Answer, Look, Role, Ticket};

/// What the keys do.
const KEYS: &[Binding<Shelf>] = &[
    bind("Enter", "continue", always, |shelf, _, context| shelf.resume(context)),
    bind("D", "discard", always, |shelf, _, _| shelf.ask()),
    bind("↑ k Shift-Tab", "choose", always, |shelf, _, _| shelf.go(shelf.chosen.saturating_sub(1))),
    bind("↓ j Tab", "choose", always, |shelf, _, _| shelf.go(shelf.chosen + 1)),
    bind("Home", "first, last", always, |shelf, _, _| shelf.go(0)),
    bind("End", "first, last", always, |shelf, _, _| shelf.go(usize::MAX)),
];

/// The games in progress.
pub(crate) struct Shelf {
    games: Vec<Unfinished>,
    chosen: usize,
    /// Whether to give the chosen one up.
    question: Option<String>,
    discarding: Pending<()>,
    /// Why a game cannot be resumed or removed.
    problem: Option<String>,
}

impl Shelf {
    pub(crate) fn new(games: Vec<Unfinished>) -> Self {
        Self { games, chosen: 0, question: None, discarding: Pending::default(), problem: None }
    }

    fn go(&mut self, place: usize) -> Step {
        self.chosen = place.min(self.games.len().saturating_sub(1));
        Step::STAY
    }

    fn resume(&mut self, context: &mut Context) -> Step {
        let Some(game) = self.games.get(self.chosen) else { return Step::STAY };
        match Play::resume(game.records.clone(), &Request::default(), context) {
            Ok(play) => Step::replacing(play),
            Err(reason) => {
                self.problem = Some(format!("This game cannot be resumed: {reason}."));
                Step::STAY
            }
        }
    }

    fn ask(&mut self) -> Step {
        let game = self.games.get(self.chosen);
        self.question =
            game.map(|game| format!("Discard {}? This cannot be undone.", within(game, usize::MAX)));
        Step::STAY
    }
}

impl Keyed for Shelf {
    fn table(&self) -> impl KeyTable<Self> {
        KEYS
    }
}

impl Screen for Shelf {
    fn title(&self) -> String {
        "Games in progress".to_owned()
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        match mouse {
            Mouse::Wheel(-1, _) => self.go(self.chosen.saturating_sub(1)),
            Mouse::Wheel(..) => self.go(self.chosen + 1),
            Mouse::Click(Spot::Item(place)) if place == self.chosen => self.resume(context),
            Mouse::Click(Spot::Item(place)) => self.go(place),
            _ => Step::STAY,
        }
    }

    fn question(&self) -> Option<&str> {
        self.question.as_deref()
    }

    fn decide(&mut self, yes: bool, context: &mut Context) -> Step {
        self.question = None;
        if !yes || self.chosen >= self.games.len() {
            return Step::STAY;
        }
        let given_up = self.games.remove(self.chosen);
        self.go(self.chosen);
        let effect = self.discarding.ask((), Errand::Discard(given_up.number), context);
        if self.games.is_empty() { Step::BACK.with(effect) } else { effect.into() }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, _: &mut Context) -> Step {
        if let (Some(()), Answer::Written(Err(reason))) = (self.discarding.take(ticket), answer) {
            self.problem = Some(numberline_table::capital(&reason));
        }
        Step::STAY
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.discarding.awaits(ticket)
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let inner = inside_of(area);
        let height = usize::from(inner.height);
        let first = (self.chosen + 1).saturating_sub(height);
        let far = format!("{} of {}", self.chosen + 1, self.games.len());
        page.render_widget(pane_of(self.games.len(), &far, look, "Games in progress", area), area);
        let rows = self.games.iter().enumerate().skip(first);
        for ((place, game), row) in rows.zip(inner.rows()) {
            let is_chosen = place == self.chosen;
            let marker = if is_chosen { look.symbol("▸ ", "> ") } else { "  " };
            let text = within(game, usize::from(inner.width.saturating_sub(2)));
            let role = if is_chosen { Role::Selected } else { Role::Text };
            page.render_widget(Line::from(vec![look.span(marker, Role::Accent), look.span(text, role)]), row);
            page.mark(row, Spot::Item(place));
        }
        if let (Some(problem), Some(row)) = (&self.problem, inner.rows().next_back()) {
            page.render_widget(look.line(problem.clone(), Role::Warning), row);
        }
    }
}
