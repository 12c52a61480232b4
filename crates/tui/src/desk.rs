//! Where the thinking is done: beside the screen, one thread a thought.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use numberline_table::{Progress, Review};

use crate::effect::Thought;
use crate::run::News;
use crate::{Answer, Event, Ticket};

/// How often the screen is told how far a thought is.
const OFTEN: Duration = Duration::from_millis(100);

/// The thoughts that are being thought.
pub(crate) struct Desk {
    news: SyncSender<News>,
    stops: HashMap<Ticket, Arc<AtomicBool>>,
}

impl Desk {
    /// Answers are told as news.
    pub(crate) fn new(news: SyncSender<News>) -> Self {
        Self { news, stops: HashMap::new() }
    }

    /// Thinks in a thread of its own.
    pub(crate) fn think(&mut self, ticket: Ticket, thought: Thought) {
        self.stops.retain(|_, stop| Arc::strong_count(stop) > 1);
        let stop = Arc::new(AtomicBool::new(false));
        self.stops.insert(ticket, Arc::clone(&stop));
        let news = self.news.clone();
        thread::spawn(move || {
            let answer = answer(thought, &Watch::new(ticket, &news, &stop));
            // Nobody waits any more if the program is ending.
            let _ = news.send(News::Events(vec![Event::Answer(ticket, answer)]));
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
        Thought::Analyse(adviser, at) => Answer::Analysed(adviser.analyse(&*at, progress)),
        Thought::Weigh(adviser, at, seat, text) => {
            Answer::Weighed(adviser.weigh(&*at, seat, &text, progress))
        }
        Thought::Choose(mut computer, at, seat) => Answer::Chosen(computer.choose(&*at, seat, progress)),
        Thought::Accept(computer, at, seat) => Answer::Accepted(computer.accepts_draw(&*at, seat, progress)),
        Thought::Review(record, cache) => Answer::Reviewed(Review::of(&record, &cache, progress)),
    }
}

/// Whatever is still being thought when the desk is left is of no use any more.
impl Drop for Desk {
    fn drop(&mut self) {
        self.stops.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

/// Tells the screen how far a thought is, a few times a second, and stops the thought when it is told to.
struct Watch<'a> {
    ticket: Ticket,
    news: &'a SyncSender<News>,
    stop: &'a AtomicBool,
    /// When the screen is to be told next. A thought that is over sooner is not spoken of.
    due: Cell<Instant>,
}

impl<'a> Watch<'a> {
    fn new(ticket: Ticket, news: &'a SyncSender<News>, stop: &'a AtomicBool) -> Self {
        Self { ticket, news, stop, due: Cell::new(Instant::now() + OFTEN) }
    }
}

impl Progress for Watch<'_> {
    fn step(&self, done: u64, total: u64) -> ControlFlow<()> {
        let now = Instant::now();
        if now >= self.due.get() {
            self.due.set(now + OFTEN);
            let far = Event::Answer(self.ticket, Answer::Thinking { done, total });
            // Where there is no room for news the screen has more to do than to count.
            let _ = self.news.try_send(News::Events(vec![far]));
        }
        self.stop.step(done, total)
    }
}
