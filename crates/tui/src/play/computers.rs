//! The computers at the table: lent to their thoughts, held back until what came before has been seen.

use numberline_rules::Seat;
use numberline_table::{Chosen, Computer};

use super::Play;
use crate::effect::Thought;
use crate::screen::Context;
use crate::spinner::Spinner;
use crate::{Answer, Effect, Ticket};

/// How long one sees a position before a computer's answer to it, while a person plays.
const BEAT: u32 = 8;

/// How fast computers play each other: what it is called, and how many moments each position is seen.
const SPEEDS: [(&str, u32); 4] = [("slowly", 40), ("at a walk", 16), ("fast", 5), ("at once", 0)];

/// The computers at the table.
pub(super) struct Computers {
    /// Away while lent to a thought.
    here: [Option<Box<Computer>>; 2],
    asked: Option<Asked>,
    /// A move that is held back.
    reply: Option<(Seat, Chosen)>,
    /// For so many moments.
    hold: u32,
    paused: bool,
    speed: usize,
}

struct Asked {
    ticket: Ticket,
    seat: Seat,
    about_a_draw: bool,
    /// Whether nobody wants to know any more.
    stopped: bool,
    spinner: Spinner,
}

impl Computers {
    pub(super) fn new(here: [Option<Box<Computer>>; 2]) -> Self {
        Self { here, asked: None, reply: None, hold: 0, paused: false, speed: 1 }
    }

    /// Others take their places. Who is still lent to a thought does not come back.
    pub(super) fn reseat(&mut self, here: [Option<Box<Computer>>; 2]) {
        *self = Self { speed: self.speed, ..Self::new(here) };
    }

    pub(super) fn awaits(&self, ticket: Ticket) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.ticket == ticket)
    }

    /// Whether one of them is thinking.
    pub(super) fn is_thinking(&self) -> bool {
        self.asked.is_some()
    }

    /// The seat that is thinking for so long that one would notice, with how far it is.
    pub(super) fn is_slow(&self) -> Option<(Seat, Spinner)> {
        let asked = self.asked.as_ref().filter(|asked| asked.spinner.is_slow() && !asked.stopped)?;
        Some((asked.seat, asked.spinner))
    }

    /// Whether a move is held back, so that moments are wanted.
    pub(super) fn holds(&self) -> bool {
        self.reply.is_some() && !self.paused && self.hold > 0
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// A person has acted: nobody is held up any more.
    pub(super) fn wake(&mut self) {
        self.paused = false;
    }

    /// What the speed is called.
    pub(super) fn speed(&self) -> &'static str {
        SPEEDS.get(self.speed).map_or("", |(name, _)| *name)
    }

    fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
        self.hold = self.hold.min(self.moments());
    }

    pub(super) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    fn moments(&self) -> u32 {
        SPEEDS.get(self.speed).map_or(0, |(_, moments)| *moments)
    }
}

impl Play {
    /// Lets the computer in this seat think, if it is there and nobody has paused it.
    pub(super) fn let_computer_think(&mut self, seat: Seat, context: &mut Context<'_>) -> Effect {
        let computers = &mut self.computers;
        if computers.paused || computers.asked.is_some() || computers.reply.is_some() {
            return Effect::None;
        }
        let Some(computer) = seat.of_mut(&mut computers.here).take() else { return Effect::None };
        let (ticket, effect) = context.think(Thought::Choose(computer, self.table.game().copy(), seat));
        let spinner = Spinner::default();
        computers.asked = Some(Asked { ticket, seat, about_a_draw: false, stopped: false, spinner });
        effect
    }

    /// Asks a computer whether it takes a draw.
    pub(super) fn ask_for_draw(&mut self, seat: Seat, context: &mut Context<'_>) -> Option<Effect> {
        if self.computers.asked.is_some() {
            return None;
        }
        let computer = seat.of_mut(&mut self.computers.here).take()?;
        let (ticket, effect) = context.think(Thought::Accept(computer, self.table.game().copy(), seat));
        let spinner = Spinner::default();
        self.computers.asked = Some(Asked { ticket, seat, about_a_draw: true, stopped: false, spinner });
        Some(effect)
    }

    /// Nobody wants to know any more what a computer is thinking about, or what it has answered.
    pub(super) fn stop_computers(&mut self) -> Effect {
        self.computers.reply = None;
        match self.computers.asked.as_mut().filter(|asked| !asked.stopped) {
            Some(asked) => {
                asked.stopped = true;
                Effect::Cancel(asked.ticket)
            }
            None => Effect::None,
        }
    }

    /// Whoever moves instead of waiting for the answer no longer offers a draw: it was meant for the position before.
    pub(super) fn withdraw_offer(&mut self) -> Effect {
        if self.computers.asked.as_ref().is_some_and(|asked| asked.about_a_draw) {
            return self.stop_computers();
        }
        Effect::None
    }

    /// Stops the computers until somebody lets them go on.
    pub(super) fn pause(&mut self) -> Effect {
        self.computers.paused = true;
        match self.computers.asked.as_mut().filter(|asked| !asked.stopped) {
            Some(asked) => {
                asked.stopped = true;
                Effect::Cancel(asked.ticket)
            }
            None => Effect::None,
        }
    }

    pub(super) fn unpause(&mut self, context: &mut Context<'_>) -> Effect {
        self.computers.paused = false;
        self.computers.hold = 0;
        self.play_reply(context).and(self.go_on(context))
    }

    /// Lets the computers play faster. An answer that was held back may be due at once, and no moment would come for it.
    pub(super) fn hurry(&mut self, context: &mut Context<'_>) -> Effect {
        self.computers.faster();
        if self.computers.hold > 0 || self.computers.paused {
            return Effect::None;
        }
        self.play_reply(context)
    }

    /// A ply has been played: the next answer waits until it has been seen.
    pub(super) fn hold_replies(&mut self, context: &Context<'_>) {
        self.computers.hold = if self.session.is_watched() {
            self.computers.moments()
        } else if context.preferences.moves() {
            BEAT
        } else {
            0
        };
    }

    pub(super) fn computer_says(
        &mut self,
        ticket: Ticket,
        answer: Answer,
        context: &mut Context<'_>,
    ) -> Effect {
        if !self.computers.awaits(ticket) {
            return Effect::None;
        }
        if let (Answer::Thinking { done, total }, Some(asked)) = (&answer, &mut self.computers.asked) {
            asked.spinner.so_far(*done, *total);
            return Effect::None;
        }
        let Some(asked) = self.computers.asked.take() else { return Effect::None };
        let seat = asked.seat;
        match answer {
            Answer::Chosen(computer, chosen) => {
                *seat.of_mut(&mut self.computers.here) = Some(computer);
                if asked.stopped {
                    return self.go_on(context);
                }
                self.computers.reply = chosen.map(|chosen| (seat, chosen));
                if self.computers.reply.is_none() {
                    // It cannot happen: a seat that is asked has a move. Giving up is better than asking for ever.
                    self.table.resign(seat);
                    return self.finish_if_over(context);
                }
                if self.computers.hold == 0 { self.play_reply(context) } else { Effect::None }
            }
            Answer::Accepted(computer, accepts) => {
                *seat.of_mut(&mut self.computers.here) = Some(computer);
                if asked.stopped || !asked.about_a_draw {
                    return self.go_on(context);
                }
                self.draw_is_answered(seat, accepts, context)
            }
            // Whoever was lent does not come back with such an answer, so somebody else takes the place.
            _ => {
                let fresh = self.session.computers();
                let [one, two] = fresh;
                *seat.of_mut(&mut self.computers.here) = if seat == Seat::One { one } else { two };
                self.go_on(context)
            }
        }
    }

    /// A moment has passed.
    pub(super) fn pass_moment(&mut self, context: &mut Context<'_>) -> Effect {
        self.coach.tick();
        if let Some(asked) = &mut self.computers.asked {
            asked.spinner.turn();
        }
        self.motion = self.motion.map(|step| step.saturating_add(1)).filter(|step| *step < super::MOTION);
        if self.computers.paused {
            return Effect::None;
        }
        self.computers.hold = self.computers.hold.saturating_sub(1);
        if self.computers.hold == 0 { self.play_reply(context) } else { Effect::None }
    }

    /// Makes the move that was held back.
    fn play_reply(&mut self, context: &mut Context<'_>) -> Effect {
        match self.computers.reply.take() {
            Some((seat, chosen)) => self.computer_moves(seat, &chosen, context),
            None => Effect::None,
        }
    }
}
