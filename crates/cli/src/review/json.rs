//! A review as other programs read it.

use numberline_rules::Seat;
use numberline_table::{Accuracy, Ending, Mistake, Record, Review, ReviewedPly, Weighing, Worth};
use serde::Serialize;

use crate::json::VariantJson;

/// The object that other programs rely on.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReviewJson {
    game: &'static str,
    variant: VariantJson,
    players: [String; 2],
    result: &'static str,
    ending: &'static str,
    plies: Vec<PlyJson>,
    accuracy: Seats<AccuracyJson>,
}

/// One value for each seat.
#[derive(Serialize)]
struct Seats<T> {
    #[serde(rename = "1")]
    one: T,
    #[serde(rename = "2")]
    two: T,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlyJson {
    ply: usize,
    position: String,
    /// Empty where nothing is known, with the reason beside it.
    moves: Vec<MoveJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_judged: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveJson {
    seat: u8,
    r#move: String,
    #[serde(flatten)]
    worth: WorthJson,
    mistake: bool,
    /// Every move that keeps the value, where this one does not.
    better: Vec<String>,
    why: Option<String>,
}

/// What the position was worth before, and the move, to the seat that made it.
#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum WorthJson {
    Outcome {
        value_before: &'static str,
        value_after: &'static str,
        remoteness_before: Option<u32>,
        remoteness_after: Option<u32>,
    },
    Chance {
        win_probability_before: String,
        win_probability_after: String,
        regret: String,
    },
}

#[derive(Serialize)]
struct AccuracyJson {
    kept: usize,
    moves: usize,
}

impl ReviewJson {
    pub(super) fn new(record: &Record, review: &Review) -> Self {
        let [one, two] = Seat::BOTH.map(|seat| {
            let Accuracy { kept, moves } = review.accuracy(seat);
            AccuracyJson { kept, moves }
        });
        Self {
            game: record.game().info().slug,
            variant: VariantJson(record.settings().clone()),
            players: Seat::BOTH.map(|seat| seat.of(&record.tags.names).to_string()),
            result: Ending::result(record.ending()),
            ending: Ending::kind(record.ending()),
            plies: (1..).zip(&review.plies).map(|(ply, reviewed)| PlyJson::new(ply, reviewed)).collect(),
            accuracy: Seats { one, two },
        }
    }
}

impl PlyJson {
    fn new(ply: usize, reviewed: &ReviewedPly) -> Self {
        let (moves, not_judged) = match &reviewed.moves {
            Ok(moves) => {
                (moves.iter().map(|(seat, weighing)| MoveJson::new(*seat, weighing)).collect(), None)
            }
            Err(refusal) => (Vec::new(), Some(refusal.to_string())),
        };
        Self { ply, position: reviewed.position.clone(), moves, not_judged }
    }
}

impl MoveJson {
    fn new(seat: Seat, weighing: &Weighing) -> Self {
        let mistake = weighing.mistake();
        let worth = match (&weighing.before, &weighing.after) {
            (Worth::Outcome(before), Worth::Outcome(after)) => WorthJson::Outcome {
                value_before: before.outcome.word(),
                value_after: after.outcome.word(),
                remoteness_before: before.remoteness,
                remoteness_after: after.remoteness,
            },
            (before, after) => WorthJson::Chance {
                win_probability_before: chance(before),
                win_probability_after: chance(after),
                regret: match &mistake {
                    Some(Mistake::Regret(regret)) => regret.to_string(),
                    _ => "0".to_owned(),
                },
            },
        };
        Self {
            seat: seat.number(),
            r#move: weighing.text.clone(),
            worth,
            mistake: mistake.is_some(),
            better: if mistake.is_some() { weighing.keepers.clone() } else { Vec::new() },
            why: weighing.why.as_ref().map(ToString::to_string),
        }
    }
}

fn chance(worth: &Worth) -> String {
    match worth {
        Worth::Chance(chance) => chance.to_string(),
        Worth::Outcome(verdict) => verdict.outcome.word().to_owned(),
    }
}
