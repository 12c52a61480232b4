//! The courses: every lesson of a game, in order. The texts are in the folder `lessons`, and inside the library.

use std::sync::{Arc, OnceLock};

use crate::{Lesson, LessonError};

/// Every lesson as it is in the folder: the path with its text.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// The lessons of a game, the tutorial first.
#[derive(Clone, Debug)]
pub struct Course {
    /// The lessons.
    pub lessons: Vec<Arc<Lesson>>,
}

impl Course {
    /// The course of a game. A lesson that cannot be read is left out; a test sees to it that there is none.
    #[must_use]
    pub fn of(slug: &str) -> Self {
        let lessons = read_all().iter().flatten().filter(|lesson| lesson.game.info().slug == slug);
        Self { lessons: lessons.cloned().collect() }
    }

    /// Every lesson that comes with the program, or what is wrong with it.
    pub fn files() -> &'static [Result<Arc<Lesson>, LessonError>] {
        read_all()
    }

    /// The interactive first game.
    #[must_use]
    pub fn tutorial(&self) -> Option<&Arc<Lesson>> {
        self.lessons.first().filter(|lesson| lesson.is_tutorial())
    }

    /// The lesson of that number or name.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<&Arc<Lesson>> {
        let is_meant = |lesson: &&Arc<Lesson>| lesson.name == text || text.parse() == Ok(lesson.number);
        self.lessons.iter().find(is_meant)
    }

    /// The lesson after this one.
    #[must_use]
    pub fn after(&self, lesson: &Lesson) -> Option<&Arc<Lesson>> {
        self.lessons.iter().find(|other| other.number > lesson.number)
    }
}

fn read_all() -> &'static [Result<Arc<Lesson>, LessonError>] {
    static LESSONS: OnceLock<Vec<Result<Arc<Lesson>, LessonError>>> = OnceLock::new();
    LESSONS.get_or_init(|| {
        let read = |(file, text): &(&str, &str)| {
            let slug = file.split('/').next().unwrap_or_default();
            Lesson::read(slug, file, text).map(Arc::new)
        };
        FILES.iter().map(read).collect()
    })
}
