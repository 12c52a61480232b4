//! Answers of the study, computed by its threads.

use numberline_server::{Study, Watch, WorkError};
use numberline_table::{AnyGame, AnyMatch, Record};
use numberline_wire::{AnalysisJson, ReviewedJson};

/// The analysis of a position, computed by the threads for study.
pub(crate) async fn analysed(
    study: &Study,
    game: &'static dyn AnyGame,
    at: Box<dyn AnyMatch>,
) -> Result<AnalysisJson, WorkError> {
    let asked = study.clone();
    let found = move |watch: &Watch| Ok(AnalysisJson::new(&*at, &asked.analyse(game, &*at, watch)?));
    study.pool().run(found).await
}

/// The review of a match, computed by the threads for study.
pub(crate) async fn reviewed(study: &Study, record: Record) -> Result<ReviewedJson, WorkError> {
    let asked = study.clone();
    study.pool().run(move |watch| asked.review(&record, watch)).await
}
