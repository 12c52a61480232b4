//! The tutorial is offered the first time that a game is chosen, and never forced.

use numberline_table::find;

use crate::{Attempt, AttemptKind, Course, Lesson};

/// The offer of a game's tutorial.
#[derive(Clone, Debug)]
pub struct TutorialOffer {
    /// The tutorial.
    pub lesson: std::sync::Arc<Lesson>,
    /// `New to Number Siege? Learn it in two minutes`, to be followed by how.
    pub words: String,
}

impl TutorialOffer {
    /// The offer, unless it was made before or the learner knows the game already.
    #[must_use]
    pub fn of(slug: &str, attempts: &[Attempt]) -> Option<Self> {
        if attempts.iter().any(|attempt| attempt.game == slug) {
            return None;
        }
        let lesson = Course::of(slug).tutorial().cloned()?;
        let title = find(slug)?.info().title;
        Some(Self { lesson, words: format!("New to {title}? Learn it in two minutes") })
    }

    /// What is kept, so that it is not made again.
    #[must_use]
    pub fn made(slug: &str, day: i64) -> Attempt {
        let (kind, game) = (AttemptKind::Offer, slug.to_owned());
        let subject = "tutorial".to_owned();
        Attempt { day, kind, game, idea: String::new(), subject, score: 1.0, grade: 0 }
    }
}
