//! The courses and their lessons, without the answers.

use std::sync::Arc;

use numberline_learn::{Afterwards, Course, Lesson, Question, Task, Teacher, Tutor, Versus};
use numberline_table::{OracleCache, Player, catalog};
use serde::Serialize;
use utoipa::ToSchema;

use crate::AttemptJson;

/// The lessons of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CourseJson {
    /// The slug of the game.
    pub game: &'static str,
    /// The title of the game.
    pub title: &'static str,
    /// The lessons, the first game of two minutes first.
    pub lessons: Vec<LessonEntryJson>,
}

/// A lesson in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LessonEntryJson {
    /// Its place in the course; 0 is the first game.
    pub number: u32,
    /// The name that addresses and commands take.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// The idea that it teaches.
    pub idea: String,
    /// The number of its steps.
    pub length: usize,
    /// The computer player whose belief it refutes.
    pub rival: Option<RivalJson>,
}

/// The computer player whose belief a lesson refutes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RivalJson {
    /// Its name, as players are chosen.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it believes.
    pub belief: String,
}

/// A lesson with its steps.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LessonJson {
    /// The slug of the game.
    pub game: &'static str,
    /// The lesson as a list shows it.
    #[serde(flatten)]
    pub entry: LessonEntryJson,
    /// Its steps, at least one.
    pub steps: Vec<StepJson>,
    /// The name of the lesson after it.
    pub next: Option<String>,
    /// What to say once it is finished.
    pub finished: String,
    /// The game that is offered after it.
    pub versus: Option<VersusJson>,
    /// What is kept once it is finished.
    pub kept: Option<AttemptJson>,
}

/// A game against the player whose belief a lesson refutes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct VersusJson {
    /// `Play against Pair Grabber now?`
    pub offer: String,
    /// Who plays in each seat.
    pub players: [String; 2],
    /// Where the learner sits.
    pub seat: u8,
    /// What differs from the book's variant, `name=value`.
    pub set: Vec<String>,
}

/// A step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StepJson {
    /// Its heading.
    pub heading: String,
    /// Its paragraphs.
    pub text: Vec<String>,
    /// The board that it shows.
    pub board: Option<StandJson>,
    /// What the learner is to do; none where there is nothing to do but read.
    pub asked: Option<AskedJson>,
}

/// A position that something is shown or asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StandJson {
    /// The variant as text: `length=10 misere=no`.
    pub settings: String,
    /// The position as text.
    pub position: String,
}

/// A question, and how it is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct AskedJson {
    /// The question in words.
    pub question: String,
    /// The seat that the learner takes.
    pub seat: u8,
    /// How it is answered: on the `board`, with `several` moves, one of the `words`, a `number`, a `chance` or a `mix`.
    pub form: &'static str,
    /// The words to choose from.
    pub words: Vec<WordJson>,
}

/// A word that is an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WordJson {
    /// The answer.
    pub answer: &'static str,
    /// What a button says.
    pub label: &'static str,
}

impl CourseJson {
    /// The courses of all games.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let course = |game: &dyn numberline_table::AnyGame| {
            let info = game.info();
            let lessons = Course::of(info.slug).lessons;
            Self {
                game: info.slug,
                title: info.title,
                lessons: lessons.iter().map(|lesson| LessonEntryJson::new(lesson)).collect(),
            }
        };
        catalog().into_iter().map(course).collect()
    }
}

impl LessonEntryJson {
    fn new(lesson: &Lesson) -> Self {
        let rival = lesson.rival.as_ref().and_then(|rival| {
            let player = Player::at(lesson.game.info().slug, &rival.player).ok()??;
            let (title, belief) = (player.title(), player.belief());
            Some(RivalJson { name: rival.player.clone(), title, belief })
        });
        Self {
            number: lesson.number,
            name: lesson.name.clone(),
            title: lesson.title.clone(),
            idea: lesson.idea.clone(),
            length: lesson.steps.len(),
            rival,
        }
    }
}

impl LessonJson {
    /// A lesson. Wording its questions takes the solver a moment.
    #[must_use]
    pub fn new(lesson: &Arc<Lesson>, today: i64, cache: &Arc<OracleCache>) -> Self {
        let game = lesson.game.info().slug;
        let mut tutor = Tutor::new(Arc::clone(lesson), cache);
        let mut steps = Vec::new();
        while let Some(step) = StepJson::new(&tutor) {
            steps.push(step);
            tutor.advance();
        }
        let Afterwards { finished, versus, next } = Afterwards::of(lesson, cache);
        let kept = tutor.learned(today).pop().map(AttemptJson::from);
        let next = next.map(|next| next.name.clone());
        let versus = versus.map(VersusJson::new);
        Self { game, entry: LessonEntryJson::new(lesson), steps, next, finished, versus, kept }
    }
}

impl VersusJson {
    fn new(versus: Versus) -> Self {
        let (players, seat) = (versus.players(), versus.seat.number());
        Self { offer: versus.offer, players, seat, set: versus.set }
    }
}

impl StepJson {
    /// The current step; none once the lesson is done.
    fn new(tutor: &Tutor) -> Option<Self> {
        let step = tutor.step()?;
        let asked = tutor.question().zip(tutor.ask());
        Some(Self {
            heading: step.heading.clone(),
            text: step.text.iter().map(numberline_learn::Paragraph::shown).collect(),
            board: tutor.board().map(|at| StandJson::new(&*at)),
            asked: asked.map(|(question, words)| AskedJson::new(&question, words)),
        })
    }
}

impl StandJson {
    /// The position of a match.
    #[must_use]
    pub fn new(at: &dyn numberline_table::AnyMatch) -> Self {
        Self { settings: at.settings().to_string(), position: at.position() }
    }
}

impl WordJson {
    fn new(answer: &'static str) -> Self {
        let label = match answer {
            "win" => "The player to move wins",
            "lose" => "The player to move loses",
            "draw" => "Nobody can force an end",
            "1" => "Player 1 wins for sure",
            "2" => "Player 2 wins for sure",
            "neither" => "Neither can be sure",
            other => other,
        };
        Self { answer, label }
    }
}

impl AskedJson {
    /// A question in these words.
    #[must_use]
    pub fn new(question: &Question, words: String) -> Self {
        let (task, at) = (question.task(), question.at());
        let form = match task {
            Task::Move | Task::Card(_) | Task::Play(_) => "board",
            Task::All => "several",
            Task::Value => "words",
            Task::Plies | Task::Nimber => "number",
            Task::Chance => "chance",
            Task::Mix(_) => "mix",
        };
        let choices = task.choices(at).iter().map(|answer| WordJson::new(answer)).collect();
        Self { question: words, seat: question.seat().number(), form, words: choices }
    }
}
