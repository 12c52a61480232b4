//! Where thinking happens: in the background, one thread per thought.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use numberline_learn::Belief;
use numberline_table::{Favour, Player, Progress, Review};

use crate::effect::Thought;
use crate::run::News;
use crate::{Answer, Event, Ticket};

/// How often a thought reports its progress to the screen.
const OFTEN: Duration = Duration::from_millis(100);

/// The thoughts in progress.
pub(crate) struct Desk {
    news: SyncSender<News>,
    stops: HashMap<Ticket, Arc<AtomicBool>>,
}

impl Desk {
    /// Answers are sent as news.
    pub(crate) fn new(news: SyncSender<News>) -> Self {
        Self { news, stops: HashMap::new() }
    }

    /// Thinks in its own thread.
    pub(crate) fn think(&mut self, ticket: Ticket, thought: Thought) {
        self.stops.retain(|_, stop| Arc::strong_count(stop) > 1);
        let stop = Arc::new(AtomicBool::new(false));
        self.stops.insert(ticket, Arc::clone(&stop));
        let news = self.news.clone();
        thread::spawn(move || {
            let answer = answer(thought, &Watch::new(ticket, &news, &stop));
            // If the program is ending, the channel is closed.
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
        Thought::Warn(adviser, at, seat, text) => {
            let weighing = adviser.weigh(&*at, seat, &text, progress);
            Answer::Warned(weighing.map(|weighing| Belief::warning(adviser.game(), &*at, seat, &weighing)))
        }
        Thought::Choose(mut computer, at, seat) => Answer::Chosen(computer.choose(&*at, seat, progress)),
        Thought::Accept(computer, at, seat) => Answer::Accepted(computer.accepts_draw(&*at, seat, progress)),
        Thought::Favour(game, at, cache) => Answer::Favoured(Favour::of(game, &*at, &cache, progress)),
        Thought::Shortfalls(players, game, at, cache) => {
            let short = |player: &Player| player.shortfall(game, &*at, &cache, progress);
            Answer::Shortfalls(players.iter().filter_map(short).collect())
        }
        Thought::Review(record, cache) => {
            let review = Review::of(&record, &cache, progress);
            Answer::Reviewed(review.map(|review| {
                let beliefs = Belief::in_review(&record, &review);
                (review, beliefs)
            }))
        }
        Thought::Teach(class, request) => Answer::Taught(Box::new(class.teach(&request, progress))),
    }
}

/// Thoughts that are still running when the desk is dropped are no longer needed.
impl Drop for Desk {
    fn drop(&mut self) {
        self.stops.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

/// Reports the progress of a thought a few times a second, and stops it on request.
struct Watch<'a> {
    ticket: Ticket,
    news: &'a SyncSender<News>,
    stop: &'a AtomicBool,
    /// When to report next. A thought that ends sooner reports nothing.
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
            // If the channel is full, the screen has more to do than to show progress.
            let _ = self.news.try_send(News::Events(vec![far]));
        }
        self.stop.step(done, total)
    }
}
