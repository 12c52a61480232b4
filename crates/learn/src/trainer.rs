//! The mistakes of a match, retried one by one: the answer stays hidden until the player finds it, or asks for it.

use numberline_rules::Seat;
use numberline_table::{AnyMatch, Mistake, Reason, Record, ReplayError, Review, Weighing};

/// Lets a player retry the mistakes of a match.
#[derive(Clone, Debug)]
pub struct Trainer {
    exercises: Vec<Exercise>,
    at: usize,
    tried: Vec<String>,
}

/// A mistake to retry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// After how many plies of the match it happened.
    pub ply: usize,
    /// Whose mistake it was.
    pub seat: Seat,
    /// What happened: `Mistake 1 of 3, move 5: Ada played 3.`
    pub what: String,
    /// What to look for: `Find a move that wins`.
    pub task: &'static str,
    /// What would have been right: `Would have won: 2.`
    pub answer: String,
}

/// The result of a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Whether the move keeps the value.
    pub right: bool,
    /// The comment on it.
    pub said: String,
}

impl Tried {
    /// Judges a move by how it changes the value.
    #[must_use]
    pub fn of(weighing: &Weighing) -> Self {
        Self::worded(weighing, Reason::to_string)
    }

    /// The same with the reason in other words.
    pub(crate) fn worded(weighing: &Weighing, words: impl Fn(&Reason) -> String) -> Self {
        let mistake = weighing.mistake();
        let verdict = if mistake.is_none() { "Right:" } else { "Not" };
        let why = match (&weighing.why, &mistake) {
            (Some(why), _) => words(why),
            (None, Some(mistake)) => format!("It {}.", mistake.blame()),
            (None, None) => "It gives nothing away.".to_owned(),
        };
        Self { right: mistake.is_none(), said: format!("{verdict} {}. {why}", weighing.text) }
    }
}

impl Exercise {
    /// The position of the exercise, as a match that begins there.
    pub fn begin(&self, record: &Record) -> Result<Box<dyn AnyMatch>, ReplayError> {
        record.resumed_at(self.ply)
    }
}

impl Trainer {
    /// All mistakes of a match, the first of them first.
    #[must_use]
    pub fn new(record: &Record, review: &Review) -> Self {
        let total = review.mistakes().count();
        let exercise = |(number, (ply, seat, weighing)): (usize, (usize, Seat, &Weighing))| {
            let name = seat.of(&record.tags.names);
            Some(Exercise {
                ply,
                seat,
                what: format!(
                    "Mistake {number} of {total}, move {}: {name} played {}.",
                    ply + 1,
                    weighing.text
                ),
                task: weighing.mistake().as_ref().map(Mistake::task)?,
                answer: weighing.better()?,
            })
        };
        Self {
            exercises: (1..).zip(review.mistakes()).filter_map(exercise).collect(),
            at: 0,
            tried: Vec::new(),
        }
    }

    /// All exercises.
    #[must_use]
    pub fn exercises(&self) -> &[Exercise] {
        &self.exercises
    }

    /// The current exercise; none once all are done.
    #[must_use]
    pub fn current(&self) -> Option<&Exercise> {
        self.exercises.get(self.at)
    }

    /// The tries at the current exercise that failed.
    #[must_use]
    pub fn tried(&self) -> &[String] {
        &self.tried
    }

    /// Goes to the first mistake made after this many plies, or else to the first of all.
    pub fn go_to(&mut self, ply: usize) {
        self.tried.clear();
        self.at = self.exercises.iter().position(|exercise| exercise.ply >= ply).unwrap_or(0);
    }

    /// Goes to the next mistake.
    pub fn advance(&mut self) {
        self.tried.clear();
        self.at = (self.at + 1).min(self.exercises.len());
    }

    /// Tries a move at the current exercise.
    pub fn take(&mut self, weighing: &Weighing) -> Tried {
        let tried = Tried::of(weighing);
        if !tried.right && !self.tried.contains(&weighing.text) {
            self.tried.push(weighing.text.clone());
        }
        tried
    }
}

#[cfg(test)]
mod tests {
    use numberline_table::{Adviser, OracleCache, read_records};

    use super::*;

    #[test]
    fn each_mistake_is_tried_until_it_is_found_or_passed() {
        let text = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n\
                    [Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 1 3. 1 *\n";
        let record = read_records(text).unwrap().remove(0);
        let cache = OracleCache::shared();
        let review = Review::of(&record, &cache, &()).unwrap();
        let mut trainer = Trainer::new(&record, &review);
        let first = trainer.current().unwrap().clone();
        assert_eq!(first.what, "Mistake 1 of 3, move 1: Ada played 3.");
        assert_eq!((first.task, first.answer.as_str()), ("Find a move that wins", "Would have won: 2."));
        let at = first.begin(&record).unwrap();
        let adviser = Adviser::new(record.game(), &cache);
        let mut tries = |text| {
            let weighing = adviser.weigh(&*at, first.seat, text, &()).unwrap();
            let Tried { right, said } = trainer.take(&weighing);
            (right, said)
        };
        let (right, said) = tries("1");
        assert!(!right && said.starts_with("Not 1. "), "{said}");
        assert!(tries("2").0);
        assert_eq!(trainer.tried(), ["1"]);
        trainer.advance();
        assert_eq!((trainer.current().unwrap().ply, trainer.tried().len()), (1, 0));
        trainer.go_to(2);
        assert_eq!(trainer.current().unwrap().ply, 2);
        trainer.advance();
        assert_eq!(trainer.current(), None);
        trainer.go_to(9);
        assert_eq!(trainer.current().unwrap().ply, 0, "round and round");
    }
}
