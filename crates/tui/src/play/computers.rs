//! The computers at the table: they think beside the screen, and are held back until what came before has been seen.

use numberline_rules::Seat;
use numberline_table::{Act, Chosen};

use super::Play;
use crate::effect::Thought;
use crate::pending::Pending;
use crate::screen::Context;
use crate::{Effect, Setting, Ticket};

/// How long one sees a position before a computer's answer to it, while a person plays.
const BEAT: u32 = 8;

/// How fast computers play each other: what it is called, and how many moments each position is seen.
const SPEEDS: [(&str, u32); 4] = [("slowly", 40), ("at a walk", 16), ("fast", 5), ("at once", 0)];

/// The computers at the table.
pub(super) struct Computers {
    pub(super) thinking: Pending<Decision>,
    /// A move that is held back.
    reply: Option<(Seat, Chosen)>,
    /// For so many moments.
    hold: u32,
    /// Whether they wait until somebody lets them go on.
    pub(super) paused: bool,
    speed: usize,
}

/// What the computer in a seat thinks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// Its move.
    Move(Seat),
    /// Whether to take a draw.
    Draw(Seat),
}

impl Default for Computers {
    fn default() -> Self {
        Self { thinking: Pending::default(), reply: None, hold: 0, paused: false, speed: 1 }
    }
}

impl Computers {
    /// The seat that is thinking for so long that one would notice.
    pub(super) fn slow(&self) -> Option<Seat> {
        let (Decision::Move(seat) | Decision::Draw(seat)) = self.thinking.about()?;
        self.thinking.is_slow().then_some(*seat)
    }

    /// Whether a move is held back, so that moments are wanted.
    pub(super) fn holds(&self) -> bool {
        self.reply.is_some() && !self.paused && self.hold > 0
    }

    /// What the speed is called.
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
    /// Lets the computer in this seat think, unless somebody has paused it.
    pub(super) fn let_computer_think(&mut self, seat: Seat, context: &mut Context) -> Effect {
        let computers = &mut self.computers;
        if computers.paused || computers.thinking.is_some() || computers.reply.is_some() {
            return Effect::None;
        }
        let Some(computer) = self.session.computer(seat, &context.cache) else { return Effect::None };
        let thought = Thought::Choose(Box::new(computer), self.session.at().copy(), seat);
        computers.thinking.ask(Decision::Move(seat), thought, context)
    }

    /// Asks a computer whether it takes a draw, unless it thinks already.
    pub(super) fn ask_for_draw(&mut self, seat: Seat, context: &mut Context) -> Option<Effect> {
        let computer = self.session.computer(seat, &context.cache);
        let computer = computer.filter(|_| !self.computers.thinking.is_some())?;
        let thought = Thought::Accept(Box::new(computer), self.session.at().copy(), seat);
        Some(self.computers.thinking.ask(Decision::Draw(seat), thought, context))
    }

    /// Nobody wants to know any more what a computer is thinking about, or what it has answered.
    pub(super) fn stop_computers(&mut self) -> Effect {
        self.computers.reply = None;
        self.computers.thinking.stop()
    }

    /// Whoever moves instead of waiting for the answer no longer offers a draw: it was meant for the position before.
    pub(super) fn withdraw_offer(&mut self) -> Effect {
        match self.computers.thinking.about() {
            Some(Decision::Draw(_)) => self.stop_computers(),
            Some(Decision::Move(_)) | None => Effect::None,
        }
    }

    /// Stops the computers until somebody lets them go on.
    pub(super) fn pause(&mut self) -> Effect {
        self.computers.paused = true;
        self.computers.thinking.stop()
    }

    pub(super) fn unpause(&mut self, context: &mut Context) -> Effect {
        self.computers.paused = false;
        self.computers.hold = 0;
        self.play_reply(context).and(self.go_on(context))
    }

    /// Lets the computers play faster. An answer that was held back may be due at once, and no moment would come for it.
    pub(super) fn hurry(&mut self, context: &mut Context) -> Effect {
        let computers = &mut self.computers;
        computers.speed = (computers.speed + 1).min(SPEEDS.len() - 1);
        computers.hold = computers.hold.min(computers.moments());
        if computers.hold > 0 || computers.paused { Effect::None } else { self.play_reply(context) }
    }

    /// A ply has been played: the next answer waits until it has been seen.
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
        let Some(chosen) = chosen else {
            // It cannot happen: a seat that is asked has a move. Giving up is better than asking for ever.
            self.session.end(Act::Resign(seat));
            return self.finish_if_over(context);
        };
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

    /// A moment has passed.
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
