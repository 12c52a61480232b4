//! The keys of a match.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_rules::Seat;

use super::{Note, Play, Question, Sent, State};
use crate::Effect;
use crate::doors;
use crate::effect::Errand;
use crate::pages::Rules;
use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::text_field::TextField;

/// No move is longer.
const LONGEST_MOVE: usize = 64;
/// No name of a file is.
const LONGEST_PATH: usize = 400;

/// What a key does to a line that is typed.
enum Typed {
    /// It is complete.
    Done,
    /// It is given up.
    Left,
    /// The text is another.
    Changed,
}

fn type_into(field: &mut TextField, key: KeyEvent) -> Typed {
    match key.code {
        KeyCode::Enter => Typed::Done,
        KeyCode::Esc => Typed::Left,
        KeyCode::Backspace if field.text().is_empty() => Typed::Left,
        _ => {
            field.key(key);
            Typed::Changed
        }
    }
}

impl Play {
    pub(super) fn key_list(&self) -> Vec<KeyHelp> {
        let key = KeyHelp::new;
        match &self.state {
            State::Typing(_) => return vec![key("Enter", "play it"), key("Esc", "point instead")],
            State::Saving(_) => return vec![key("Enter", "save"), key("Esc", "do not save")],
            State::Asking(..) => return vec![key("y", "yes"), key("n", "no")],
            State::Pointing | State::Curtain(_) | State::Choosing(..) | State::Revealed => {}
        }
        let mut keys = Vec::new();
        if self.table.ending().is_some() {
            let next = if self.session.goes_on() { "next round" } else { "play again" };
            keys.push(key("Enter", next));
            if self.can_be_studied() {
                keys.push(key("a", "look at it again"));
            }
            keys.extend([key("s", "save the game"), key("R", "rules")]);
            return keys;
        }
        match &self.state {
            State::Curtain(_) => keys.push(key("Enter", "I am alone")),
            State::Revealed => keys.push(key("Enter", "next turn")),
            State::Choosing(..) => keys.push(key("1-9 Enter", "choose, unseen")),
            _ if self.session.is_watched() => {
                let pause = if self.computers.is_paused() { "go on" } else { "pause" };
                keys.extend([
                    key("Space", pause),
                    KeyHelp::new("+ -", format!("speed: {}", self.computers.speed())),
                ]);
            }
            _ => keys.extend([key("← →", "point"), key("Enter", "play")]),
        }
        keys.extend([key("u", "undo"), key("c", "coach"), key("t", "tip")]);
        if self.coach.is_open() {
            keys.push(key("[ ]", "scroll the coach"));
        }
        if !self.is_secret() && !self.session.is_watched() {
            keys.extend([
                key("1-9 + - :", "type a move"),
                key("↑ ↓", "take more or fewer cells"),
                key("H L", "extend, as Shift with an arrow"),
                key("Tab", "next allowed move"),
                key("Home End", "first, last"),
                key("PgUp PgDn", "far along the line"),
                key("w", if self.session.coach { "do not warn me" } else { "warn me before a mistake" }),
            ]);
        }
        if !self.session.is_watched() {
            keys.extend([key("d", "offer a draw"), key("r", "resign")]);
        }
        keys.extend([
            key("n", "nimbers, with the coach"),
            key("s", "save the game to a file"),
            key("R", "rules"),
        ]);
        if self.can_be_studied() {
            keys.push(key("a", "look at the game so far"));
        }
        keys
    }

    pub(super) fn key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        match &mut self.state {
            State::Asking(question, dialog) => {
                let Some(yes) = dialog.answer(key) else { return Step::STAY };
                let question = question.clone();
                return self.answered(question, yes, context);
            }
            State::Typing(field) => {
                let typed = type_into(field, key);
                return self.typed(&typed, context).into();
            }
            State::Saving(field) => {
                let typed = type_into(field, key);
                return self.file_typed(&typed, context).into();
            }
            State::Pointing | State::Curtain(_) | State::Choosing(..) | State::Revealed => {}
        }
        if let Some(effect) = self.curtain_key(key, context) {
            return effect.into();
        }
        if self.weighed.is_some() {
            if key.code == KeyCode::Esc {
                self.weighed = None;
                return self.coach.cancel().into();
            }
            return if matches!(key.code, KeyCode::Char('q' | '?')) { Step::PASS } else { Step::STAY };
        }
        match key.code {
            KeyCode::Char('R') => return Step::open(Rules::new(self.session.game)),
            KeyCode::Char('a') if self.can_be_studied() => {
                return doors::study(self.session.record(&self.table), context);
            }
            KeyCode::Char('[') if self.coach.is_open() => return self.scroll_coach(-3, context),
            KeyCode::Char(']') if self.coach.is_open() => return self.scroll_coach(3, context),
            _ => {}
        }
        if let Some(effect) = self.common(key, context) {
            return effect.into();
        }
        match self.pointing() {
            Some(seat) => self.pointing_key(key, seat, context),
            None if key.code == KeyCode::Esc => self.leave(),
            None => self.watching_key(key, context),
        }
    }

    /// Whether there is something to look at again.
    pub(super) fn can_be_studied(&self) -> bool {
        self.table.game().length() > 0
    }

    /// The keys that everybody has.
    fn common(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Option<Effect> {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return None;
        }
        let KeyCode::Char(letter) = key.code else { return None };
        let acting = self.person();
        Some(match (letter, acting) {
            ('u', _) => self.undo(context),
            ('c', _) => {
                let effect = self.coach.toggle(self.table.game(), context);
                self.tell_coach();
                effect
            }
            ('n', _) if self.coach.is_open() => {
                self.coach.toggle_nimbers();
                Effect::None
            }
            ('t', Some(seat)) => self.coach.hint(self.table.game(), seat, context),
            ('w', _) => {
                self.session.coach = !self.session.coach;
                let says = if self.session.coach { "warns" } else { "no longer warns" };
                self.note = Note::said(format!("The coach {says} before a mistake."));
                Effect::None
            }
            ('d', Some(seat)) => self.offer_draw(seat, context),
            ('r', Some(seat)) => {
                let name = self.session.name(seat).clone();
                self.ask(Question::Resign(seat), format!("{name}, do you really resign?"));
                Effect::None
            }
            ('s', _) => {
                let name = format!("{}.txt", self.session.game.info().slug);
                self.state = State::Saving(TextField::new(&name, LONGEST_PATH));
                Effect::None
            }
            _ => return None,
        })
    }

    pub(super) fn answered(&mut self, question: Question, yes: bool, context: &mut Context<'_>) -> Step {
        self.state = State::Pointing;
        match (question, yes) {
            (Question::Resign(seat), true) => {
                self.table.resign(seat);
                self.finish_if_over(context).into()
            }
            (Question::Draw(seat), accepts) => self.draw_is_answered(seat.other(), accepts, context).into(),
            (Question::Mistake(seat, text), true) => self.submit(seat, &text, context).into(),
            (Question::Leave, true) => self.go_away(),
            (Question::Resign(_) | Question::Mistake(..) | Question::Leave, false) => {
                // Behind the curtain one begins anew, with nothing typed.
                self.go_on(context).into()
            }
        }
    }

    /// While a person points.
    fn pointing_key(&mut self, key: KeyEvent, seat: Seat, context: &mut Context<'_>) -> Step {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Step::PASS;
        }
        let seen = self.window(context.area);
        let page = seen.len().saturating_sub(1).max(1);
        let before = self.pointer.focus();
        let points = self.pointer.key(key, self.table.game(), seat, page);
        match key.code {
            _ if points => {}
            KeyCode::Enter | KeyCode::Char(' ') => return self.play_aim(seat, context).into(),
            KeyCode::Char(letter) if letter.is_ascii_digit() || matches!(letter, '+' | '-' | ':') => {
                let first = if letter == ':' { String::new() } else { letter.to_string() };
                self.state = State::Typing(TextField::new(&first, LONGEST_MOVE));
                self.follow_typing(seat);
                return Step::STAY;
            }
            KeyCode::Esc => return self.leave(),
            _ => return Step::PASS,
        }
        self.clicked = false;
        // As long as one sees where one points, the line stays where it is.
        let after = self.pointer.focus();
        if seen.contains(after) {
            self.pointer.look_at(before);
        }
        self.tell_coach();
        Step::STAY
    }

    /// While nobody points: computers play each other or think, or the match is over.
    fn watching_key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        let over = self.table.ending().is_some();
        match key.code {
            KeyCode::Enter if over => self.next_round(context).into(),
            KeyCode::Char(' ') if !over && self.computers.is_paused() => self.unpause(context).into(),
            KeyCode::Char(' ') if !over => self.pause().into(),
            KeyCode::Char('+' | '=') if self.session.is_watched() => self.hurry(context).into(),
            KeyCode::Char('-') if self.session.is_watched() => {
                self.computers.slower();
                Step::STAY
            }
            _ => self.scroll_key(key, context),
        }
    }

    /// A long line can be looked at, whoever is to move.
    fn scroll_key(&mut self, key: KeyEvent, context: &Context<'_>) -> Step {
        let seen = self.window(context.area);
        let page = i64::try_from(seen.len()).unwrap_or(i64::MAX);
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.scroll(-1, context.area),
            KeyCode::Right | KeyCode::Char('l') => self.scroll(1, context.area),
            KeyCode::PageUp => self.scroll(page.saturating_neg(), context.area),
            KeyCode::PageDown => self.scroll(page, context.area),
            KeyCode::Home => self.scroll(i64::MIN, context.area),
            KeyCode::End => self.scroll(i64::MAX, context.area),
            _ => return Step::PASS,
        }
        Step::STAY
    }

    /// Plays what one points at.
    pub(super) fn play_aim(&mut self, seat: Seat, context: &mut Context<'_>) -> Effect {
        let Some(aim) = self.pointer.aim() else { return Effect::None };
        match self.table.game().meant(seat, aim) {
            Some(text) => self.play(seat, &text, context),
            None => {
                let refused = self.table.refuse(seat, "No move is made like that.".to_owned());
                self.note = Note::warning(refused.reason.to_string());
                self.finish_if_over(context)
            }
        }
    }

    fn typed(&mut self, typed: &Typed, context: &mut Context<'_>) -> Effect {
        let State::Typing(field) = &self.state else { return Effect::None };
        let text = field.text().trim().to_owned();
        match (typed, self.pointing()) {
            (Typed::Changed, Some(seat)) => {
                self.follow_typing(seat);
                Effect::None
            }
            (Typed::Done, Some(seat)) if !text.is_empty() => {
                self.state = State::Pointing;
                self.play(seat, &text, context)
            }
            (Typed::Done | Typed::Left, _) => {
                self.state = State::Pointing;
                Effect::None
            }
            (Typed::Changed, None) => Effect::None,
        }
    }

    /// Points at what is being typed, as soon as it is a move that is allowed.
    fn follow_typing(&mut self, seat: Seat) {
        let State::Typing(field) = &self.state else { return };
        if let Some(aim) = self.table.game().aim(seat, &field.text()) {
            self.pointer.point(aim);
            if let numberline_rules::Aim::Cells(span) = aim {
                self.pointer.look_at(span.first);
            }
            self.tell_coach();
        }
    }

    fn file_typed(&mut self, typed: &Typed, context: &mut Context<'_>) -> Effect {
        let State::Saving(field) = &self.state else { return Effect::None };
        let path = field.text().trim().to_owned();
        match typed {
            Typed::Done if !path.is_empty() => {
                self.state = State::Pointing;
                let record = self.session.record(&self.table);
                let errand = Errand::Export(PathBuf::from(&path), Box::new(record));
                let sent = self.send(errand, Sent::Export(path), context);
                // Behind the curtain one begins anew.
                sent.and(if self.is_secret() { self.go_on(context) } else { Effect::None })
            }
            Typed::Done | Typed::Left => {
                self.state = State::Pointing;
                if self.is_secret() { self.go_on(context) } else { Effect::None }
            }
            Typed::Changed => Effect::None,
        }
    }

    pub(super) fn paste(&mut self, text: &str) -> Step {
        let pointing = self.pointing();
        match &mut self.state {
            State::Typing(field) | State::Saving(field) => field.insert(text),
            State::Pointing if pointing.is_some() => {
                self.state = State::Typing(TextField::new(text.trim_start(), LONGEST_MOVE));
            }
            _ => return Step::STAY,
        }
        if let Some(seat) = pointing {
            self.follow_typing(seat);
        }
        Step::STAY
    }

    /// Back to where one came from. Whoever thinks for long is stopped first, as the screen says.
    fn leave(&mut self) -> Step {
        if self.table.ending().is_none() && self.computers.is_slow().is_some() && !self.computers.is_paused()
        {
            self.note = Note::said("Stopped: Space lets the computer think again, u takes back, Esc leaves.");
            return self.pause().into();
        }
        if self.coach.is_open() && self.coach.is_slow() {
            return self.coach.cancel().into();
        }
        match self.would_lose() {
            Some(question) => {
                self.ask(Question::Leave, question);
                Step::STAY
            }
            None => self.go_away(),
        }
    }

    fn go_away(&mut self) -> Step {
        let stopped = self.stop_computers();
        Step::BACK.with(stopped).with(self.coach.cancel())
    }
}
