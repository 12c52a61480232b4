//! Lessons over HTTP: the courses, a lesson, and what is said to an answer. The client keeps its place; the server keeps
//! nothing.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use numberline_learn::{Course, Lesson, Teacher, Tutor};
use numberline_wire::{AttemptJson, CourseJson, LessonJson, ReplyJson};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::Asker;
use crate::error::Problem;
use crate::extract::Sent;
use crate::freshness::{Freshness, unchanging_json};
use crate::learning::{Clue, Solution, today, unanswered};
use crate::pool::Watch;
use crate::question::game_of;
use crate::site::Site;

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(courses))
        .routes(routes!(lesson))
        .routes(routes!(answer_lesson))
        .routes(routes!(lesson_hint))
        .routes(routes!(lesson_solution))
        .layer(from_fn_with_state(Freshness::Lasting, Freshness::of_answers))
}

/// The lesson in a request's path.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct InLesson {
    /// The slug of the game
    slug: String,
    /// The name of the lesson
    lesson: String,
}

impl InLesson {
    fn find(&self) -> Result<Arc<Lesson>, Problem> {
        let game = game_of(&self.slug)?;
        Course::of(game.info().slug).find(&self.lesson).cloned().ok_or_else(|| {
            let detail = "There is no lesson with this name. /api/lessons lists the lessons.";
            Problem::new(StatusCode::NOT_FOUND, "no-such-lesson", detail)
        })
    }
}

/// A place in a lesson.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonPlace {
    /// The step, counted from 1.
    #[schema(minimum = 1)]
    step: usize,
    /// The turns that were played at this step.
    #[serde(default)]
    #[schema(max_items = 400)]
    turns: Vec<String>,
    /// The answer to judge.
    #[serde(default)]
    answer: Option<String>,
    /// How many wrong answers were given at this step.
    #[serde(default)]
    wrong: u32,
    /// How many hints were given about this position.
    #[serde(default)]
    #[schema(maximum = 20)]
    hints: u32,
}

impl LessonPlace {
    const MOST_TURNS: usize = 400;
    const MOST_HINTS: u32 = 20;

    /// A tutor who stands there, where something is asked.
    fn tutor(&self, lesson: Arc<Lesson>, site: &Site) -> Result<Tutor, Problem> {
        let length = lesson.steps.len();
        let at = self.step.checked_sub(1).filter(|at| *at < length).ok_or_else(|| {
            let detail = format!("This lesson has {length} steps; the step must be 1 to {length}.");
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "step", detail)
        })?;
        if self.turns.len() > Self::MOST_TURNS || self.hints > Self::MOST_HINTS {
            return Err(Problem::bad("There are more turns or hints than a step can have."));
        }
        let tutor =
            Tutor::resume(lesson, site.study.cache(), at, self.turns.clone()).tried(self.wrong, self.hints);
        let asks = tutor.step().is_some_and(|step| step.task.is_some());
        let detail = match (asks, tutor.board()) {
            (true, Some(_)) => return Ok(tutor),
            (true, None) => "The turns cannot be played on the board of this step.",
            (false, _) => "There is nothing to answer at this step.",
        };
        Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "step", detail))
    }
}

/// Lists the courses
#[utoipa::path(get, path = "/api/lessons", tag = "learn", responses(
    (status = 200, description = "The lessons of every game, in order", body = Vec<CourseJson>),
    (status = 304, description = "You have the current list"),
))]
pub(crate) async fn courses(asked: HeaderMap) -> Result<Response, Problem> {
    unchanging_json(&asked, &CourseJson::all())
}

/// A lesson with its steps
#[utoipa::path(get, path = "/api/lessons/{slug}/{lesson}", tag = "learn", params(InLesson), responses(
    (status = 200, description = "The steps: what they say, show and ask, without the answers", body = LessonJson),
    (status = 404, description = "There is no such lesson"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn lesson(
    State(site): State<Site>,
    Path(place): Path<InLesson>,
    asker: Asker,
) -> Result<Response, Problem> {
    let lesson = place.find()?;
    asker.json(move |_| Ok(LessonJson::new(&lesson, today(), site.study.cache()))).await
}

/// Judges an answer in a lesson
#[utoipa::path(post, path = "/api/lessons/{slug}/{lesson}/answer", tag = "learn", params(InLesson), request_body = LessonPlace, responses(
    (status = 200, description = "Whether it is right, what to say, and what happens on the board", body = ReplyJson),
    (status = 404, description = "There is no such lesson"),
    (status = 422, description = "Nothing is asked there, or the answer cannot be read; it does not count as a try"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn answer_lesson(
    State(site): State<Site>,
    Path(place): Path<InLesson>,
    asker: Asker,
    Sent(at): Sent<LessonPlace>,
) -> Result<Response, Problem> {
    let lesson = place.find()?;
    let judged = move |watch: &Watch| {
        let mut tutor = at.tutor(lesson, &site)?;
        let reply = tutor.attempt(at.answer.as_deref().unwrap_or_default(), watch).map_err(unanswered)?;
        let turns = tutor.board().map(|at| at.plies().iter().map(ToString::to_string).collect());
        let mut reply = ReplyJson::new(reply, turns.unwrap_or_default());
        reply.attempt = tutor.learned(today()).pop().map(AttemptJson::from);
        Ok(reply)
    };
    asker.json(judged).await
}

/// The next hint in a lesson
#[utoipa::path(post, path = "/api/lessons/{slug}/{lesson}/hint", tag = "learn", params(InLesson), request_body = LessonPlace, responses(
    (status = 200, description = "The hint after those that were given", body = Clue),
    (status = 404, description = "There is no such lesson"),
    (status = 422, description = "Nothing is asked there"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn lesson_hint(
    State(site): State<Site>,
    Path(place): Path<InLesson>,
    asker: Asker,
    Sent(at): Sent<LessonPlace>,
) -> Result<Response, Problem> {
    let lesson = place.find()?;
    let hinted = move |watch: &Watch| {
        let mut tutor = at.tutor(lesson, &site)?;
        Ok(Clue { text: tutor.hint(watch).map_err(|error| unanswered(error.into()))? })
    };
    asker.json(hinted).await
}

/// The answer to a question of a lesson
#[utoipa::path(post, path = "/api/lessons/{slug}/{lesson}/solution", tag = "learn", params(InLesson), request_body = LessonPlace, responses(
    (status = 200, description = "Every right answer, and why it is right", body = Solution),
    (status = 404, description = "There is no such lesson"),
    (status = 422, description = "Nothing is asked there"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn lesson_solution(
    State(site): State<Site>,
    Path(place): Path<InLesson>,
    asker: Asker,
    Sent(at): Sent<LessonPlace>,
) -> Result<Response, Problem> {
    let lesson = place.find()?;
    let solved = move |watch: &Watch| Solution::of(&mut at.tutor(lesson, &site)?, watch);
    asker.json(solved).await
}
