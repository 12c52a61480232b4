//! What the learner can do, game by game, with charts, and what to do next.

use numberline_history::day;
use numberline_learn::{Attempt, GameProgress, LearnerProgress};
use numberline_table::{Strength, clean, counted, find, with_margin};
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::curve::Curve;
use crate::effect::Errand;
use crate::keys::{Binding, KeyTable, Keyed, always, bind};
use crate::page::{Mouse, Page};
use crate::pane::{Text, cut_bottom, cut_top, inside, pane};
use crate::pending::Pending;
use crate::screen::{Context, Screen, Step};
use crate::{Answer, Effect, Look, Role, Ticket};

/// What the keys do.
const KEYS: &[Binding<ProgressScreen>] = &[
    bind("← h ↑ k", "choose a game", always, |screen, _, _| {
        screen.choose(screen.chosen.saturating_sub(1))
    }),
    bind("→ l ↓ j Tab", "choose a game", always, |screen, _, _| screen.choose(screen.chosen + 1)),
    bind("E", "erase everything", ProgressScreen::has_any, |screen, _, _| screen.ask_to_erase()),
];

/// What the learner can do.
pub(crate) struct ProgressScreen {
    chosen: usize,
    known: Option<Result<Vec<Attempt>, String>>,
    reading: Pending<()>,
    erasing: Pending<()>,
    question: Option<&'static str>,
}

impl ProgressScreen {
    pub(crate) fn new(context: &mut Context) -> (Self, Effect) {
        let (reading, erasing) = (Pending::default(), Pending::default());
        let mut screen = Self { chosen: 0, known: None, reading, erasing, question: None };
        let effect = screen.seen_again(context);
        (screen, effect)
    }

    fn choose(&mut self, place: usize) -> Step {
        self.chosen = place.min(numberline_table::catalog().len().saturating_sub(1));
        Step::STAY
    }

    fn has_any(&self) -> bool {
        matches!(&self.known, Some(Ok(attempts)) if !attempts.is_empty())
    }

    fn ask_to_erase(&mut self) -> Step {
        self.question = Some("Forget every answer? Finished games stay in the history.");
        Step::STAY
    }

    /// `Number Siege: 3 of 6 lessons, rating 1480 ± 240 …`
    fn summary(game: &GameProgress) -> String {
        let title = find(game.game).map_or(game.game, |game| game.info().title);
        let mut parts = vec![format!("{} of {} lessons", game.lessons.len(), game.of_lessons)];
        if game.puzzles > 0 {
            parts.push(format!("rating {}", with_margin(game.rating, game.deviation)));
            parts.push(format!(
                "{} of {} on the first try",
                game.solved,
                counted(game.puzzles as u64, "puzzle")
            ));
            parts.push(format!("streak {}, best {}", game.streak, game.best_streak));
        }
        format!("{title}: {}", parts.join(", "))
    }

    fn draw_game(game: &GameProgress, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let mut rest = area;
        let mut text = Text::new(area.width, look);
        text.say(&Self::summary(game), Role::Strong);
        let head = cut_top(&mut rest, u16::try_from(text.lines.len()).unwrap_or(1));
        page.render_widget(Paragraph::new(text.lines), head);
        let rows = u16::try_from(game.ideas.len() + 1).unwrap_or(u16::MAX).min(rest.height / 2);
        let ideas = cut_bottom(&mut rest, rows);
        let charts = [(!game.curve.is_empty()), (!game.prediction_curve.is_empty())];
        let count = charts.iter().filter(|there| **there).count();
        if count > 0 && rest.height >= 4 {
            let width = rest.width / u16::try_from(count).unwrap_or(1);
            let mut left = rest;
            if !game.curve.is_empty() {
                let chart = Rect { width, ..left };
                left = Rect { x: left.x + width, width: left.width.saturating_sub(width), ..left };
                page.render_widget(pane(look, "Rating after each puzzle"), chart);
                let values: Vec<f64> = game.curve.iter().map(|rating| f64::from(*rating)).collect();
                let written = |value: f64| format!("{value:.0}");
                Curve { values: &values, range: (0.0, 0.0), written }.draw(page, inside(chart), look);
            }
            if let Some(score) = game.prediction_score {
                let chart = Rect { width: width.min(left.width), ..left };
                let title = format!("Predictions: {:.0} % of {}", 100.0 * score, game.predictions);
                page.render_widget(pane(look, title), chart);
                let written = |value: f64| format!("{:.0} %", 100.0 * value);
                Curve { values: &game.prediction_curve, range: (0.0, 1.0), written }.draw(
                    page,
                    inside(chart),
                    look,
                );
            }
        }
        let lines = game.ideas.iter().map(|idea| {
            let mark = if idea.mastered { look.symbol("✓", "*") } else { " " };
            let mastered = if idea.mastered { ", mastered" } else { "" };
            look.line(
                format!(
                    "{mark} {}: {} of {} on the first try{mastered}",
                    idea.meaning(),
                    idea.right,
                    idea.tried
                ),
                Role::Text,
            )
        });
        let lines: Vec<Line<'_>> = lines.collect();
        page.render_widget(Paragraph::new(lines), ideas);
    }
}

impl Keyed for ProgressScreen {
    fn table(&self) -> impl KeyTable<Self> {
        KEYS
    }
}

impl Screen for ProgressScreen {
    fn title(&self) -> String {
        "Progress".to_owned()
    }

    fn mouse(&mut self, mouse: Mouse, _: &mut Context) -> Step {
        match mouse {
            Mouse::Wheel(-1, _) => self.choose(self.chosen.saturating_sub(1)),
            Mouse::Wheel(..) => self.choose(self.chosen + 1),
            _ => Step::STAY,
        }
    }

    fn question(&self) -> Option<&str> {
        self.question
    }

    fn decide(&mut self, yes: bool, context: &mut Context) -> Step {
        self.question = None;
        if yes { self.erasing.ask((), Errand::Unlearn, context).into() } else { Step::STAY }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context) -> Step {
        match answer {
            Answer::Studied(known) if self.reading.take(ticket).is_some() => self.known = Some(known),
            Answer::Written(written) if self.erasing.take(ticket).is_some() => {
                if let Err(reason) = written {
                    self.known = Some(Err(reason));
                    return Step::STAY;
                }
                return self.seen_again(context).into();
            }
            _ => {}
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let mut rest = area.inner(Margin::new(if area.width > 60 { 2 } else { 1 }, 0));
        let mut text = Text::new(rest.width, look);
        let attempts = match &self.known {
            Some(Ok(attempts)) => attempts,
            Some(Err(reason)) => {
                text.say(&format!("Your progress cannot be read: {}", clean(reason)), Role::Warning);
                page.render_widget(Paragraph::new(text.lines), rest);
                return;
            }
            None => return,
        };
        let progress = LearnerProgress::of(attempts, day());
        text.say(&format!("Next: {}.", progress.because), Role::Strong);
        if progress.due > 0 {
            text.say(&format!("Due today: {}.", counted(progress.due as u64, "drill")), Role::Text);
        }
        if progress.games.iter().any(|game| game.puzzles > 0) {
            text.say(Strength::MARGIN, Role::Faint);
        }
        let foot = cut_bottom(&mut rest, u16::try_from(text.lines.len()).unwrap_or(1));
        page.render_widget(Paragraph::new(text.lines), foot);
        let tabs = cut_top(&mut rest, 1);
        let spans = progress.games.iter().enumerate().map(|(place, game)| {
            let role = if place == self.chosen { Role::Selected } else { Role::Faint };
            look.span(format!(" {} ", game.game), role)
        });
        page.render_widget(Line::from_iter(spans), tabs);
        let gap = u16::from(rest.height > 12);
        cut_top(&mut rest, gap);
        if let Some(game) = progress.games.get(self.chosen) {
            Self::draw_game(game, page, rest, look);
        }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.reading.awaits(ticket) || self.erasing.awaits(ticket)
    }

    fn seen_again(&mut self, context: &mut Context) -> Effect {
        let errand = Errand::Study(context.cache.clone());
        self.reading.ask((), errand, context)
    }
}
