//! The computers at the table: they think in the background, and wait until the last move has been seen.

use numberline_rules::Seat;
use numberline_table::Chosen;

use super::Play;
use crate::effect::Thought;
use crate::pending::Pending;
use crate::screen::Context;
use crate::{Effect, Setting, Ticket};

/// How long a position is shown before a computer answers it, while a person plays.
const BEAT: u32 = 8;

/// How fast computers play each other: the name of each speed, and for how many ticks each position is shown.
const SPEEDS: [(&str, u32); 4] = [("slow", 40), ("normal", 16), ("fast", 5), ("instant", 0)];

/// The computers at the table.
pub(super) struct Computers {
    pub(super) thinking: Pending<Decision>,
    /// A move that is held back.
    reply: Option<(Seat, Option<Chosen>)>,
    /// For this many ticks.
    hold: u32,
    /// Whether they are paused.
    pub(super) paused: bool,
    speed: usize,
}

/// What the computer in a seat thinks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// Its move.
    Move(Seat),
    /// Whether to accept a draw.
    Draw(Seat),
}

impl Default for Computers {
    fn default() -> Self {
        Self { thinking: Pending::default(), reply: None, hold: 0, paused: false, speed: 1 }
    }
}

impl Computers {
    /// The seat that has been thinking noticeably long.
    pub(super) fn slow(&self) -> Option<Seat> {
        let (Decision::Move(seat) | Decision::Draw(seat)) = self.thinking.about()?;
        self.thinking.is_slow().then_some(*seat)
    }

    /// Whether a move is held back, so that ticks are needed.
    pub(super) fn holds(&self) -> bool {
        self.reply.is_some() && !self.paused && self.hold > 0
    }

    /// The name of the speed.
    pub(super) fn speed(&self) -> &'static str {
        SPEEDS.get(self.speed).map_or("", |(name, _)| *name)
    }

    pub(super) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    fn moments(&self) -> u32 {
        SPEEDS.get(self.speed).map_or(0, |(_, moments)| *moments)
    }
}

impl Play {
    /// Lets the computer in this seat think, unless it is paused.
    pub(super) fn let_computer_think(&mut self, seat: Seat, context: &mut Context) -> Effect {
        let computers = &mut self.computers;
        if computers.paused || computers.thinking.is_some() || computers.reply.is_some() {
            return Effect::None;
        }
        let Some(computer) = self.session.computer(seat, &context.cache) else { return Effect::None };
        let thought = Thought::Choose(Box::new(computer), self.session.at().copy(), seat);
        computers.thinking.ask(Decision::Move(seat), thought, context)
    }

    /// Asks a computer whether it accepts a draw, unless it is already thinking.
    pub(super) fn ask_for_draw(&mut self, seat: Seat, context: &mut Context) -> Option<Effect> {
        let computer = self.session.computer(seat, &context.cache);
        let computer = computer.filter(|_| !self.computers.thinking.is_some())?;
        let thought = Thought::Accept(Box::new(computer), self.session.at().copy(), seat);
        Some(self.computers.thinking.ask(Decision::Draw(seat), thought, context))
    }

    /// Drops what a computer is thinking about, or has answered.
    pub(super) fn stop_computers(&mut self) -> Effect {
        self.computers.reply = None;
        self.computers.thinking.stop()
    }

    /// A player who moves instead of waiting for the answer withdraws the draw offer: it was for the previous position.
    pub(super) fn withdraw_offer(&mut self) -> Effect {
        match self.computers.thinking.about() {
            Some(Decision::Draw(_)) => self.stop_computers(),
            Some(Decision::Move(_)) | None => Effect::None,
        }
    }

    /// Pauses the computers.
    pub(super) fn pause(&mut self) -> Effect {
        self.computers.paused = true;
        self.computers.thinking.stop()
    }

    pub(super) fn unpause(&mut self, context: &mut Context) -> Effect {
        self.computers.paused = false;
        self.computers.hold = 0;
        self.play_reply(context).and(self.go_on(context))
    }

    /// Makes the computers faster. An answer that was held back may be due at once, and no tick would come for it.
    pub(super) fn hurry(&mut self, context: &mut Context) -> Effect {
        let computers = &mut self.computers;
        computers.speed = (computers.speed + 1).min(SPEEDS.len() - 1);
        computers.hold = computers.hold.min(computers.moments());
        if computers.hold > 0 || computers.paused { Effect::None } else { self.play_reply(context) }
    }

    /// A ply was played: the next answer waits until it has been seen.
    pub(super) fn hold_replies(&mut self, context: &Context) {
        self.computers.hold = if self.session.is_watched() {
            self.computers.moments()
        } else if context.preferences.is_on(Setting::Motion) {
            BEAT
        } else {
            0
        };
    }

    /// A computer has found its move.
    pub(super) fn computer_chose(
        &mut self,
        ticket: Ticket,
        chosen: Option<Chosen>,
        context: &mut Context,
    ) -> Effect {
        let Some(Decision::Move(seat)) = self.computers.thinking.take(ticket) else { return Effect::None };
        self.computers.reply = Some((seat, chosen));
        if self.computers.hold == 0 { self.play_reply(context) } else { Effect::None }
    }

    /// A computer has decided about a draw.
    pub(super) fn computer_decided(
        &mut self,
        ticket: Ticket,
        accepts: bool,
        context: &mut Context,
    ) -> Effect {
        match self.computers.thinking.take(ticket) {
            Some(Decision::Draw(seat)) => self.draw_is_answered(seat, accepts, context),
            Some(Decision::Move(_)) | None => Effect::None,
        }
    }

    /// A tick has passed.
    pub(super) fn go_on_moving(&mut self, context: &mut Context) -> Effect {
        self.bench.coach.thinking.tick();
        self.computers.thinking.tick();
        self.motion = self.motion.map(|step| step.saturating_add(1)).filter(|step| *step < super::MOTION);
        if self.computers.paused {
            return Effect::None;
        }
        self.computers.hold = self.computers.hold.saturating_sub(1);
        if self.computers.hold == 0 { self.play_reply(context) } else { Effect::None }
    }

    /// Makes the move that was held back.
    fn play_reply(&mut self, context: &mut Context) -> Effect {
        match self.computers.reply.take() {
            Some((seat, chosen)) => self.computer_moves(seat, chosen, context),
            None => Effect::None,
        }
    }
}
