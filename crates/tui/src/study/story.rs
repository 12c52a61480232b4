//! The comments on the current ply, and on the players.

use numberline_learn::Place;
use numberline_rules::{Seat, Turn};
use numberline_table::{Ending, Mistake, Name, Weighing, Worth, clean};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{Judged, Study};
use crate::board::emblem;
use crate::keys::TakesKeys;
use crate::pane::Text;
use crate::{Look, Role};

impl Study {
    fn names(&self) -> &[Name; 2] {
        &self.walk.record().tags.names
    }

    /// How the match ended, if the current position is its end.
    fn ending(&self) -> Option<Ending> {
        self.walk.record().ending().filter(|_| self.walk.at() == Place::Main(self.walk.length()))
    }

    /// The moves that led to the current position, if they have been judged.
    fn judged_moves(&self) -> impl Iterator<Item = (Seat, &Weighing, Mistake)> {
        let ply = match self.walk.at() {
            Place::Main(ply) => ply.checked_sub(1),
            Place::Branch(_) => None,
        };
        let moves =
            ply.zip(self.judged.as_ref().ok()).and_then(|(ply, judged)| judged.moves(ply)?.as_ref().ok());
        let moves = moves.into_iter().flatten();
        moves.filter_map(|(seat, weighing)| Some((*seat, weighing, weighing.mistake()?)))
    }

    /// All comments, the most important first.
    pub(super) fn story(&self, width: u16, look: &Look) -> Vec<Line<'static>> {
        let mut story = Text::new(width, look);
        if let (Some(exercise), Ok(judged)) = (self.exercise(), &self.judged) {
            story.say(&exercise.what, Role::Text);
            story.say(&format!("{}.", exercise.task), Role::Strong);
            story.say(&self.bench.note.text, self.bench.note.role);
            let tried = judged.trainer.tried();
            if !tried.is_empty() {
                story.say(&format!("Tried: {}", tried.join(", ")), Role::Faint);
            }
            return story.lines;
        }
        if !self.bench.note.text.is_empty() {
            story.say(&self.bench.note.text, self.bench.note.role);
        }
        match self.walk.at() {
            Place::Branch(_) => {
                let key = self.key_to("leave the branch");
                story.say(&format!("On a branch. {key} goes back to the game."), Role::Faint);
            }
            Place::Main(ply) => self.tell_ply(ply, &mut story),
        }
        match &self.judged {
            Ok(judged) => {
                story.gap();
                for seat in Seat::BOTH {
                    let head = format!("{} {}: ", emblem(seat, look), seat.of(self.names()));
                    let accuracy = judged.review.accuracy(seat);
                    // The short form, where the long one would take two lines.
                    let long = accuracy.to_string();
                    let fits = head.width() + long.width() <= usize::from(width);
                    let said = if fits { long } else { format!("{accuracy:#}") };
                    story.hanging(&head, Role::Seat(seat), &said, Role::Text);
                }
                self.tell_beliefs(judged, &mut story);
            }
            Err(reason) if !reason.is_empty() => story.say(reason, Role::Warning),
            Err(_) => {}
        }
        story.lines
    }

    fn tell_ply(&self, ply: usize, story: &mut Text<'_>) {
        for comment in self.walk.record().comments_after(ply) {
            let (open, close) = (story.look.symbol("“", "\""), story.look.symbol("”", "\""));
            story.say(&format!("{open}{}{close}", clean(comment)), Role::Text);
        }
        for (seat, weighing, mistake) in self.judged_moves() {
            self.tell_mistake(seat, weighing, &mistake, story);
        }
        let judged = ply.checked_sub(1).zip(self.judged.as_ref().ok());
        if let Some(Err(refusal)) = judged.and_then(|(before, judged)| judged.moves(before)) {
            story.say(&format!("Not judged: {refusal}."), Role::Faint);
        }
        if let Some(ending) = self.ending() {
            story.say(&ending.sentence(self.walk.game(), self.names()), Role::Strong);
            if let Some(ruling) = self.walk.game().ruling() {
                story.say(ruling, Role::Faint);
            }
        }
    }

    fn tell_mistake(&self, seat: Seat, weighing: &Weighing, mistake: &Mistake, story: &mut Text<'_>) {
        let (glyph, name, blame) = (mistake.glyph(), seat.of(self.names()), mistake.blame());
        let Weighing { text, before, after, .. } = weighing;
        let arrow = story.look.symbol("→", "->");
        story.say(&format!("{glyph} {name}'s {text} {blame}: {before} {arrow} {after}."), Role::Warning);
        if !self.answers {
            let [retry, show] = ["retry a mistake", "better moves"].map(|does| self.key_to(does));
            story.say(&format!("{retry} retries it, {show} shows the answer."), Role::Faint);
            return;
        }
        if let Some(why) = &weighing.why {
            story.say(&why.to_string(), Role::Text);
        }
        story.say(&weighing.better().unwrap_or_default(), Role::Strong);
    }

    /// The misconceptions behind the last moves of the match. How they are beaten would be half of the answer.
    fn tell_beliefs(&self, judged: &Judged, story: &mut Text<'_>) {
        let ply = match self.walk.at() {
            Place::Main(ply) => ply,
            Place::Branch(_) => return,
        };
        let lines = if self.answers { usize::MAX } else { 1 };
        let behind = judged.beliefs.iter().filter(|belief| belief.ply + 1 == ply);
        for line in behind.flat_map(|belief| belief.said.iter().take(lines)) {
            story.say(line, Role::Text);
        }
    }

    /// The most important comment in a few words, where there is room for one line only.
    pub(super) fn summary(&self) -> Option<(String, Role)> {
        if !self.bench.note.text.is_empty() {
            return Some((self.bench.note.text.clone(), self.bench.note.role));
        }
        if let Some(exercise) = self.exercise() {
            return Some((format!("{}.", exercise.task), Role::Strong));
        }
        let names = self.names();
        if let Some((seat, _, mistake)) = self.judged_moves().next() {
            let said = format!("{} {} {}", mistake.glyph(), seat.of(names), mistake.blame());
            return Some((said, Role::Warning));
        }
        match (self.ending(), &self.judged) {
            (Some(ending), _) => Some((ending.sentence(self.walk.game(), names), Role::Strong)),
            (None, Err(reason)) => Some((reason.clone(), Role::Warning)),
            (None, Ok(_)) => None,
        }
    }

    /// The current position: `After 3 of 9 · Grace to move · W in 5`.
    pub(super) fn head(&self, look: &Look) -> Line<'static> {
        let names = self.names();
        let (ply, length) = (self.walk.ply(), self.walk.length());
        let place = match self.walk.at() {
            Place::Main(0) => "Start".to_owned(),
            Place::Main(ply) => format!("After {ply} of {length}"),
            Place::Branch(plies) => format!("Branch at {ply}, {plies} on"),
        };
        // A match may have ended by other means than its rules.
        let turn = match (self.walk.game().turn(), self.ending()) {
            (Turn::Over { winner }, _) => format!("{} has won", winner.of(names)),
            (_, Some(ending)) => ending.sentence(self.walk.game(), names),
            (Turn::Of(seat), None) => format!("{} to move", seat.of(names)),
            (Turn::Both, None) => "both choose".to_owned(),
        };
        // The value would be half of the answer while the player looks for it.
        let worth = match (self.walk.at(), &self.judged) {
            (Place::Main(ply), Ok(judged)) if ply < length && !self.retrying => {
                judged.worth(ply, names, look)
            }
            _ => None,
        };
        // A letter is the mover's, so it follows the mover; a chance has a name of its own.
        let parts = match self.walk.game().turn() {
            Turn::Both => [worth, Some(Span::raw(turn))],
            Turn::Of(_) | Turn::Over { .. } => [Some(Span::raw(turn)), worth],
        };
        let mut spans = vec![look.span(format!(" {place}"), Role::Strong)];
        for part in parts.into_iter().flatten() {
            spans.extend([Span::raw(look.symbol(" · ", " - ")), part]);
        }
        Line::from(spans)
    }
}

impl Judged {
    /// The value of a position: `W in 5` for the seat to move, or Player 1's chance.
    fn worth(&self, ply: usize, names: &[Name; 2], look: &Look) -> Option<Span<'static>> {
        let (_, weighing) = self.moves(ply)?.as_ref().ok()?.first()?;
        Some(match &weighing.before {
            Worth::Outcome(verdict) => look.span(verdict.short(), Role::Outcome(verdict.outcome)),
            Worth::Chance(_) => look.span(self.points.get(ply)?.sentence(names), Role::Accent),
        })
    }
}
