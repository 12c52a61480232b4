//! What there is to say about the ply where one stands, and about the players.

use numberline_rules::{Seat, Turn};
use numberline_table::{Weighing, clean};
use ratatui::text::{Line, Span};

use super::judged::{blame, glyph, worth};
use super::session::{Reviewing, Session};
use super::walk::At;
use crate::pane::wrap;
use crate::{Look, Role, words};

impl Session {
    /// Everything there is to say, the most important first.
    pub(super) fn story(&self, width: u16, look: &Look) -> Vec<Line<'static>> {
        let mut story = Story { lines: Vec::new(), width, look };
        if let Some(retry) = &self.retry {
            let name = retry.seat.of(&self.walk.record().tags.names);
            story.say(&retry.task(name.as_str()), Role::Strong);
            if let Some(note) = &self.note {
                story.say(&note.text, if note.is_warning { Role::Warning } else { Role::Text });
            }
            if !retry.tried().is_empty() {
                story.say(&format!("Tried: {}", retry.tried().join(", ")), Role::Faint);
            }
            return story.lines;
        }
        if let Some(note) = &self.note {
            story.say(&note.text, if note.is_warning { Role::Warning } else { Role::Strong });
        }
        match self.walk.at() {
            At::Branch(_) => story.say("On a branch. x goes back to the game.", Role::Faint),
            At::Main(ply) => self.tell_ply(ply, &mut story),
        }
        self.tell_review(&mut story);
        story.lines
    }

    fn tell_ply(&self, ply: usize, story: &mut Story<'_>) {
        for comment in self.walk.record().comments_after(ply) {
            let (open, close) = (story.look.symbol("“", "\""), story.look.symbol("”", "\""));
            story.say(&format!("{open}{}{close}", clean(comment)), Role::Text);
        }
        let moves = ply.checked_sub(1).and_then(|before| self.judged()?.moves(before));
        match moves {
            Some(Ok(moves)) => {
                for (seat, weighing) in moves {
                    self.tell_mistake(*seat, weighing, story);
                }
            }
            Some(Err(refusal)) => story.say(&format!("Not judged: {refusal}."), Role::Faint),
            None => {}
        }
        if let Some(ending) = self.walk.record().ending().filter(|_| ply == self.walk.length()) {
            story.say(&words::ending(ending, &self.walk.record().tags.names), Role::Strong);
            if let Some(ruling) = self.walk.game().ruling() {
                story.say(ruling, Role::Faint);
            }
        }
    }

    fn tell_mistake(&self, seat: Seat, weighing: &Weighing, story: &mut Story<'_>) {
        let (Some(mistake), Some(glyph)) = (weighing.mistake(), glyph(weighing)) else { return };
        let name = seat.of(&self.walk.record().tags.names);
        let arrow = story.look.symbol("→", "->");
        let values = format!("{} {arrow} {}", worth(&weighing.before), worth(&weighing.after));
        story.say(
            &format!("{glyph} {name}'s {} {}: {values}.", weighing.text, blame(&mistake)),
            Role::Warning,
        );
        if !self.answers {
            story.say("t tries it again, a shows the answer.", Role::Faint);
            return;
        }
        if let Some(why) = &weighing.why {
            story.say(&why.to_string(), Role::Text);
        }
        story.say(&mistake.better(&weighing.keepers), Role::Strong);
    }

    fn tell_review(&self, story: &mut Story<'_>) {
        let names = &self.walk.record().tags.names;
        match &self.reviewing {
            Reviewing::Done(judged) => {
                story.gap();
                for seat in Seat::BOTH {
                    let said = seat.of(&judged.accuracy);
                    story.pair(&format!("{}: ", seat.of(names)), said, Role::Seat(seat));
                }
            }
            Reviewing::Nothing(reason) if !reason.is_empty() => story.say(reason, Role::Warning),
            Reviewing::Nothing(_) | Reviewing::Thinking { .. } => {}
        }
    }

    /// The most important in a few words, where there is room for one line only.
    pub(super) fn summary(&self) -> Option<(String, Role)> {
        if let Some(note) = &self.note {
            return Some((note.text.clone(), if note.is_warning { Role::Warning } else { Role::Strong }));
        }
        let names = &self.walk.record().tags.names;
        if let Some(retry) = &self.retry {
            return Some((retry.wanted().to_owned(), Role::Strong));
        }
        let At::Main(ply) = self.walk.at() else { return None };
        let moves = ply.checked_sub(1).and_then(|before| self.judged()?.moves(before)?.as_ref().ok());
        let mistake = moves.into_iter().flatten().find_map(|(seat, weighing)| {
            let (glyph, mistake) = (glyph(weighing)?, weighing.mistake()?);
            Some(format!("{glyph} {} {}", seat.of(names), blame(&mistake)))
        });
        let ending = self.walk.record().ending().filter(|_| ply == self.walk.length());
        mistake
            .map(|said| (said, Role::Warning))
            .or_else(|| ending.map(|ending| (words::ending(ending, names), Role::Strong)))
            .or_else(|| match &self.reviewing {
                Reviewing::Nothing(reason) => Some((reason.clone(), Role::Warning)),
                Reviewing::Done(_) | Reviewing::Thinking { .. } => None,
            })
    }

    /// Where one stands: `After 3 of 9 · Grace to move · W in 5`.
    pub(super) fn head(&self, look: &Look) -> Line<'static> {
        let names = &self.walk.record().tags.names;
        let (ply, length) = (self.walk.ply(), self.walk.length());
        let place = match self.walk.at() {
            At::Main(0) => "Start".to_owned(),
            At::Main(ply) => format!("After {ply} of {length}"),
            At::Branch(plies) => format!("Branch at {ply}, {plies} on"),
        };
        let dot = look.symbol(" · ", " - ");
        let mut spans = vec![Span::styled(format!(" {place}"), look.style(Role::Strong))];
        let judged = match self.walk.at() {
            At::Main(ply) => self.judged().and_then(|judged| judged.standing(ply)),
            At::Branch(_) => None,
        };
        // What it is worth would be half of the answer while one looks for it.
        let worth = judged.filter(|_| self.retry.is_none()).map(|(seat, said, outcome)| match outcome {
            Some(outcome) => Span::styled(said, look.style(Role::Outcome(outcome))),
            None => Span::styled(format!("{}'s {said}", seat.of(names)), look.style(Role::Accent)),
        });
        // A match may have ended otherwise than by its rules.
        let ended = match self.walk.at() {
            At::Main(ply) if ply == length => self.walk.record().ending(),
            At::Main(_) | At::Branch(_) => None,
        };
        let turn = match (self.walk.game().turn(), ended) {
            (Turn::Over { winner }, _) => format!("{} has won", winner.of(names)),
            (_, Some(ending)) => words::ending(ending, names),
            (Turn::Of(seat), None) => format!("{} to move", seat.of(names)),
            (Turn::Both, None) => "both choose".to_owned(),
        };
        // A letter is the mover's, so it stands behind the mover; a chance has a name of its own.
        let parts = match self.walk.game().turn() {
            Turn::Both => [worth, Some(Span::raw(turn))],
            Turn::Of(_) | Turn::Over { .. } => [Some(Span::raw(turn)), worth],
        };
        for part in parts.into_iter().flatten() {
            spans.extend([Span::raw(dot), part]);
        }
        Line::from(spans)
    }
}

struct Story<'a> {
    lines: Vec<Line<'static>>,
    width: u16,
    look: &'a Look,
}

impl Story<'_> {
    fn say(&mut self, said: &str, role: Role) {
        let style = self.look.style(role);
        self.lines.extend(wrap(said, self.width).into_iter().map(|line| Line::styled(line, style)));
    }

    /// A name, and what there is to say about it.
    fn pair(&mut self, head: &str, said: &str, role: Role) {
        let text = format!("{head}{said}");
        for (place, line) in wrap(&text, self.width).into_iter().enumerate() {
            match line.strip_prefix(head).filter(|_| place == 0) {
                Some(rest) => self.lines.push(Line::from(vec![
                    Span::styled(head.to_owned(), self.look.style(role)),
                    Span::styled(rest.to_owned(), self.look.style(Role::Text)),
                ])),
                None => self.lines.push(Line::styled(line, self.look.style(Role::Text))),
            }
        }
    }

    fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.spans.is_empty()) {
            self.lines.push(Line::default());
        }
    }
}
