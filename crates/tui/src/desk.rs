//! Where the thinking is done: beside the screen, one thread a thought.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use numberline_table::{Progress, Review};

use crate::effect::Thought;
use crate::{Answer, Event, Ticket};

/// The thoughts that are being thought.
pub(crate) struct Desk {
    events: Sender<Event>,
    stops: HashMap<Ticket, Arc<AtomicBool>>,
}

impl Desk {
    /// Answers are sent to `events`.
    pub(crate) fn new(events: Sender<Event>) -> Self {
        Self { events, stops: HashMap::new() }
    }

    /// Thinks in a thread of its own.
    pub(crate) fn think(&mut self, ticket: Ticket, thought: Thought) {
        self.stops.retain(|_, stop| Arc::strong_count(stop) > 1);
        let stop = Arc::new(AtomicBool::new(false));
        self.stops.insert(ticket, Arc::clone(&stop));
        let events = self.events.clone();
        thread::spawn(move || {
            let answer = answer(thought, &Watch { ticket, events: &events, stop: &stop });
            // Nobody waits any more if the program is ending.
            let _ = events.send(Event::Answer(ticket, answer));
        });
    }

    /// Tells a thought to stop.
    pub(crate) fn cancel(&mut self, ticket: Ticket) {
        if let Some(stop) = self.stops.remove(&ticket) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Thinks.
pub(crate) fn answer(thought: Thought, progress: &dyn Progress) -> Answer {
    match thought {
        Thought::Analyse(mut adviser, game) => {
            let known = adviser.analyse(&*game, progress);
            Answer::Analysed(adviser, known)
        }
        Thought::Weigh(mut adviser, game, seat, text) => {
            let weighing = adviser.weigh(&*game, seat, &text, progress);
            Answer::Weighed(adviser, weighing)
        }
        Thought::Choose(mut computer, game, seat) => {
            let chosen = computer.choose(&*game, seat, progress);
            Answer::Chosen(computer, chosen)
        }
        Thought::Accept(mut computer, game, seat) => {
            let accepts = computer.accepts_draw(&*game, seat, progress);
            Answer::Accepted(computer, accepts)
        }
        Thought::Review(record) => Answer::Reviewed(Box::new(Review::of(&record, progress))),
    }
}

/// Tells the screen how far a thought is, a hundred times at most.
struct Watch<'a> {
    ticket: Ticket,
    events: &'a Sender<Event>,
    stop: &'a AtomicBool,
}

impl Progress for Watch<'_> {
    fn step(&self, done: u64, total: u64) -> ControlFlow<()> {
        let _ = (self.ticket, self.events, done, total);
        self.stop.step(done, total)
    }
}
