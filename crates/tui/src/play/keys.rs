//! The keys of a match.

use crossterm::event::KeyEvent;
use numberline_rules::{Seat, Span};
use numberline_table::{Act, AnyMatch, Record};
use ratatui::layout::Rect;

use super::{MatchQuestion, Play, State};
use crate::bench::{Bench, Benched};
use crate::board::Towards;
use crate::keys::{Binding, KeyTable, Keyed, TakesKeys, always, bind};
use crate::learn::Classroom;
use crate::note::Note;
use crate::pages::Rules;
use crate::screen::{Context, Screen, Step};
use crate::study::Study;
use crate::{Effect, Setting, coach};

/// While a match is being played.
const PLAYING: &[Binding<Play>] = &[
    bind("Enter Space", "I am alone", Play::is_behind_curtain, |play, _, _| play.open_curtain()),
    bind("u", "change the choice", Play::can_change, |play, _, context| play.undo(context).into()),
    bind("Enter Space", "next turn", Play::is_revealed, |play, _, _| play.close_curtain()),
    bind("0-9 + - Space :", "choose in secret", Play::is_choosing, |play, key, _| play.type_unseen(key)),
    bind("Enter", "choose in secret", Play::is_choosing, |play, _, context| play.choose_unseen(context)),
    bind("Space", "resume", Play::is_held_up, |play, _, context| play.unpause(context).into()),
    bind("Space", "pause", Play::can_pause, |play, _, _| play.pause().into()),
    bind("+ =", "faster, slower", Play::is_watched, |play, _, context| play.hurry(context).into()),
    bind("-", "faster, slower", Play::is_watched, |play, _, _| play.slow_down()),
    bind("← h", "point", Play::can_point, |play, _, context| play.point(Towards::Left, context)),
    bind("→ l", "point", Play::can_point, |play, _, context| play.point(Towards::Right, context)),
    Play::WIDER,
    Play::NARROWER,
    bind("Enter Space", "play", Play::can_point, |play, _, context| play.in_turn(Play::play_aim, context)),
    bind("u", "undo", always, |play, _, context| play.undo(context).into()),
    COACH,
    bind(coach::TIP, "tip", Play::takes_part, |play, _, context| play.tip(context)),
    bind("0-9 + - :", "type a move", Play::can_point, Play::type_move),
];

/// The same, after the keys that point or scroll.
const MORE: &[Binding<Play>] = &[
    bind("!", "do not warn me", Play::is_warned, |play, _, _| play.warn(false)),
    bind("!", "warn me before a mistake", Play::can_point, |play, _, _| play.warn(true)),
    bind("d", "offer a draw", Play::takes_part, |play, _, context| play.in_turn(Play::offer_draw, context)),
    bind("r", "resign", Play::takes_part, |play, _, context| play.in_turn(Play::ask_to_resign, context)),
    bind("s", Play::SAVE, always, |play, _, _| play.begin_saving()),
    RULES,
    bind("a", "analyse the game so far", Play::can_be_studied, |play, _, context| play.study(context)),
    bind("Backspace", "correct it", Play::is_choosing, |play, key, _| play.type_unseen(key)),
];

/// While a secret choice is spelled out, which begins with a colon. All other keys belong to it.
const SPELLING: &[Binding<Play>] = &[
    bind("Enter", "choose in secret", always, |play, _, context| play.choose_unseen(context)),
    bind("Esc", "cancel", always, |play, _, context| play.go_on(context).into()),
];

/// After the end.
const OVER: &[Binding<Play>] = &[
    bind("Enter", "next round", Play::goes_on, |play, _, context| play.next_round(context).into()),
    bind("Enter", "play again", always, |play, _, context| play.next_round(context).into()),
    bind("a", "analyse the game", Play::can_be_studied, |play, _, context| play.study(context)),
    bind("s", Play::SAVE, always, |play, _, _| play.begin_saving()),
    RULES,
];

/// While nobody points, a long line can still be scrolled.
const SCROLLING: &[Binding<Play>] = &[
    bind("← h", "look along the line", always, |play, _, context| play.point(Towards::Left, context)),
    bind("→ l", "look along the line", always, |play, _, context| play.point(Towards::Right, context)),
    bind("PgUp", "far along the line", always, |play, _, context| play.point(Towards::PageLeft, context)),
    bind("PgDn", "far along the line", always, |play, _, context| play.point(Towards::PageRight, context)),
    bind("Home", "ends of the line", always, |play, _, context| play.point(Towards::First, context)),
    bind("End", "ends of the line", always, |play, _, context| play.point(Towards::Last, context)),
];

/// The keys that leave the match. A long thought is stopped first, as the screen says.
const LEAVING: &[Binding<Play>] = &[
    bind("Esc", "stop the computer", Play::can_stop_computer, |play, _, _| play.stop_computer()),
    bind(coach::STOP, "stop the coach", Play::can_stop_coach, |play, _, _| play.bench.coach.cancel().into()),
    bind("Esc", "leave", always, |play, _, _| play.leave()),
];

/// While the coach checks a move before it is made.
const WEIGHING: &[Binding<Play>] =
    &[bind("Esc", "cancel the move", always, |play, _, _| play.weighing.stop().into())];

const COACH: Binding<Play> = bind(coach::SHOW, "coach", always, |play, _, context| play.turn_coach(context));
const RULES: Binding<Play> = bind("R", "rules", always, |play, _, _| {
    Step::open(Rules::new(play.session.game(), &play.at().settings()))
});

impl Keyed for Play {
    fn table(&self) -> impl KeyTable<Self> {
        let tables: [&[_]; 6] = match self.state {
            _ if self.bench.prompt().is_some() => [Self::TYPING, &[], &[], &[], &[], &[]],
            _ if self.weighing.is_some() => [WEIGHING, &[], &[], &[], &[], &[]],
            _ if self.is_spelling() => [SPELLING, &[], &[], &[], &[], &[]],
            _ if self.session.ending().is_some() => [OVER, &[], SCROLLING, &[], Self::COPYING, LEAVING],
            // Behind the curtain nothing changes but the choice.
            State::Curtain(_) | State::Choosing(..) => [PLAYING, Self::COACHING, &[], MORE, &[], LEAVING],
            _ if self.can_point() => [PLAYING, Self::COACHING, Self::POINTING, MORE, Self::COPYING, LEAVING],
            _ => [PLAYING, Self::COACHING, SCROLLING, MORE, Self::COPYING, LEAVING],
        };
        tables.into_iter().flatten()
    }

    fn other_key(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        if self.is_spelling() { self.type_unseen(key) } else { self.type_on(key, context) }
    }
}

impl Play {
    fn is_behind_curtain(&self) -> bool {
        matches!(self.state, State::Curtain(_))
    }

    /// Whether the other player has chosen a card, and can still change it.
    pub(super) fn can_change(&self) -> bool {
        let waits = |seat: Seat| self.session.at().has_chosen(seat.other());
        matches!(self.state, State::Curtain(seat) if waits(seat))
    }

    fn is_choosing(&self) -> bool {
        matches!(self.state, State::Choosing(..))
    }

    fn is_revealed(&self) -> bool {
        matches!(self.state, State::Revealed)
    }

    fn is_watched(&self) -> bool {
        self.session.is_watched()
    }

    /// Whether a person plays.
    fn takes_part(&self) -> bool {
        !self.session.is_watched()
    }

    fn is_warned(&self) -> bool {
        self.can_point() && self.warns
    }

    /// Whether the computers are paused.
    fn is_held_up(&self) -> bool {
        self.computers.paused && self.person().is_none()
    }

    fn can_pause(&self) -> bool {
        self.session.is_watched() || self.can_stop_computer()
    }

    fn can_stop_computer(&self) -> bool {
        self.session.ending().is_none() && self.computers.slow().is_some() && !self.computers.paused
    }

    fn can_stop_coach(&self) -> bool {
        self.bench.coach.is_open() && self.bench.coach.thinking.is_slow()
    }

    fn goes_on(&self) -> bool {
        self.session.check_next_round().is_ok()
    }

    /// Whether there is something to analyse.
    fn can_be_studied(&self) -> bool {
        self.session.at().length() > 0
    }

    fn study(&mut self, context: &mut Context) -> Step {
        match Study::new(self.session.record(), context) {
            Ok(study) => Step::opening(study),
            Err(error) => {
                self.bench.note = Note::warning(error.to_string());
                Step::STAY
            }
        }
    }

    /// Actions that only the seat to move has, if a person sits there.
    fn in_turn(&mut self, act: fn(&mut Self, Seat, &mut Context) -> Effect, context: &mut Context) -> Step {
        match (self.person(), self.session.table().next_seat()) {
            (Some(seat), _) => return act(self, seat, context).into(),
            (None, Some(seat)) => {
                self.bench.note = Note::said(format!("It is {}'s turn.", self.session.name(seat)));
            }
            (None, None) => {}
        }
        Step::STAY
    }

    fn hint(&mut self, seat: Seat, context: &mut Context) -> Effect {
        self.bench.coach.hint(self.session.at(), seat, context)
    }

    fn turn_coach(&mut self, context: &mut Context) -> Step {
        let asks = !self.bench.coach.is_open();
        let effect = self.bench.coach.toggle(self.session.at(), context);
        self.tell_coach();
        self.after_predicting(asks, effect.into(), context)
    }

    fn tip(&mut self, context: &mut Context) -> Step {
        let asks = !self.bench.coach.is_open();
        let step = self.in_turn(Play::hint, context);
        self.after_predicting(asks, step, context)
    }

    /// A player who wants to predict is asked before the coach opens.
    fn after_predicting(&mut self, asks: bool, step: Step, context: &mut Context) -> Step {
        if !asks || !self.bench.coach.is_open() || !context.preferences.is_on(Setting::Predict) {
            return step;
        }
        let Step { go, effect } = Classroom::predicting(vec![self.session.at().copy()], context);
        Step { go, effect: step.effect.and(effect) }
    }

    fn stop_computer(&mut self) -> Step {
        let effect = self.pause();
        let [resume, undo, leave] = ["resume", "undo", "leave"].map(|does| self.key_to(does));
        let stopped =
            format!("Stopped: {resume} lets the computer think again, {undo} undoes, {leave} leaves.");
        self.bench.note = Note::said(stopped);
        effect.into()
    }

    fn slow_down(&mut self) -> Step {
        self.computers.slower();
        Step::STAY
    }

    fn warn(&mut self, warns: bool) -> Step {
        self.warns = warns;
        let says = if warns { "warns" } else { "no longer warns" };
        self.bench.note = Note::said(format!("The coach {says} before a mistake."));
        Step::STAY
    }

    fn ask_to_resign(&mut self, seat: Seat, _: &mut Context) -> Effect {
        self.ask(MatchQuestion::Resign(seat), self.session.resign_question(seat));
        Effect::None
    }

    pub(super) fn answered(&mut self, yes: bool, context: &mut Context) -> Step {
        let State::Asking(question, _) = std::mem::replace(&mut self.state, State::Pointing) else {
            return Step::STAY;
        };
        match (question, yes) {
            (MatchQuestion::Resign(seat), true) => {
                self.session.end(Act::Resign(seat));
                self.bench.note = Note::default();
                self.finish_if_over(context).into()
            }
            (MatchQuestion::Offer(seat), true) => self.ask_computer(seat, context).into(),
            (MatchQuestion::Draw(seat), accepts) => {
                self.draw_is_answered(seat.other(), accepts, context).into()
            }
            (MatchQuestion::Mistake(seat, text), true) => self.submit(seat, &text, context).into(),
            (MatchQuestion::Leave, true) => self.go_away(),
            (_, false) => {
                // Behind the curtain the choice starts over, with nothing typed.
                self.go_on(context).into()
            }
        }
    }

    /// Plays what is pointed at. While nothing is, the pointer appears instead: a move is seen before it is made.
    fn play_aim(&mut self, seat: Seat, context: &mut Context) -> Effect {
        let Some(aim) = self.bench.pointer.aim() else {
            self.move_pointer(Towards::Next, seat, context.area);
            return Effect::None;
        };
        match self.session.at().meant(seat, aim) {
            Some(text) => self.play(seat, &text, context),
            None => {
                let refused = self.session.refuse(seat, "That is not a move.".to_owned());
                self.bench.note = Note::warning(refused.sentence());
                self.finish_if_over(context)
            }
        }
    }

    /// Types a move, if it is a person's turn.
    fn type_move(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        match self.pointing() {
            Some(_) => self.begin_move(key, context),
            None => self.in_turn(|_, _, _| Effect::None, context),
        }
    }

    /// Back to the previous screen.
    fn leave(&mut self) -> Step {
        match self.would_lose() {
            Some(question) => {
                self.ask(MatchQuestion::Leave, question);
                Step::STAY
            }
            None => self.go_away(),
        }
    }

    fn go_away(&mut self) -> Step {
        let stopped = self.stop_computers();
        Step::BACK.with(stopped).with(self.bench.coach.cancel()).with(self.weighing.stop())
    }
}

impl Benched for Play {
    fn bench(&self) -> &Bench {
        &self.bench
    }

    fn bench_mut(&mut self) -> &mut Bench {
        &mut self.bench
    }

    fn at(&self) -> &dyn AnyMatch {
        self.session.at()
    }

    fn records(&self) -> Vec<Record> {
        self.session.records()
    }

    fn pointing(&self) -> Option<Seat> {
        self.person().filter(|_| !self.session.is_secret() && !self.weighing.is_some())
    }

    fn is_armed(&self) -> bool {
        self.clicked
    }

    fn arm(&mut self, armed: bool) {
        self.clicked = armed;
    }

    fn play_typed(&mut self, text: &str, context: &mut Context) -> Effect {
        self.pointing().map_or(Effect::None, |seat| self.play(seat, text, context))
    }

    fn play_pointed(&mut self, context: &mut Context) -> Effect {
        self.pointing().map_or(Effect::None, |seat| self.play_aim(seat, context))
    }

    /// Behind the curtain the choice starts over.
    fn typing_stopped(&mut self, context: &mut Context) -> Effect {
        if self.session.is_secret() { self.go_on(context) } else { Effect::None }
    }

    fn window(&self, area: Rect) -> Span {
        self.pointed_board().window(self.layout(area).board)
    }

    fn coach_area(&self, area: Rect) -> Rect {
        self.layout(area).coach
    }

    /// After the end the coach has nothing to say, and the ending needs the room.
    fn shows_coach(&self) -> bool {
        self.bench.coach.is_open() && self.session.ending().is_none()
    }

    /// Whether a person plays in the open. During another player's turn the same keys scroll the line.
    fn can_point(&self) -> bool {
        self.session.ending().is_none() && self.takes_part() && !self.session.is_secret()
    }

    fn point(&mut self, towards: Towards, context: &mut Context) -> Step {
        let seen = self.window(context.area);
        let Some(seat) = self.pointing() else {
            let page = i64::try_from(seen.len()).unwrap_or(i64::MAX);
            self.scroll(
                match towards {
                    Towards::Left => -1,
                    Towards::Right => 1,
                    Towards::PageLeft => page.saturating_neg(),
                    Towards::PageRight => page,
                    Towards::First => i64::MIN,
                    Towards::Last => i64::MAX,
                    _ => 0,
                },
                context.area,
            );
            return Step::STAY;
        };
        self.clicked = false;
        self.move_pointer(towards, seat, context.area);
        Step::STAY
    }
}
