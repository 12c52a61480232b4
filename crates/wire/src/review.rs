//! What the moves of a match were worth: the object of `numberline review --json`.

use numberline_rules::Seat;
use numberline_table::{Accuracy, Ending, Mistake, Record, Review, ReviewedPly, Weighing, Worth};
use serde::Serialize;
use utoipa::ToSchema;

use crate::VariantJson;

/// The review of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewJson {
    /// The slug of the game.
    pub game: &'static str,
    /// The variant.
    pub variant: VariantJson,
    /// The players' names.
    #[schema(min_items = 2, max_items = 2)]
    pub players: [String; 2],
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished match.
    pub result: &'static str,
    /// How it ended.
    pub ending: &'static str,
    /// The same as a sentence; none for an unfinished match.
    pub ending_text: Option<String>,
    /// Each finished turn.
    pub plies: Vec<PlyJson>,
    /// How many moves of each player kept the value of the position.
    pub accuracy: SeatPair<AccuracyJson>,
}

/// One value for each seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatPair<T> {
    /// Player 1's.
    #[serde(rename = "1")]
    pub one: T,
    /// Player 2's.
    #[serde(rename = "2")]
    pub two: T,
}

/// A finished turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlyJson {
    /// Its number, counted from 1.
    pub ply: usize,
    /// The position before it.
    pub position: String,
    /// Empty where the values are unknown; the reason is beside it.
    pub moves: Vec<ReviewedMoveJson>,
    /// Why the values are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_judged: Option<String>,
}

/// A seat's move, with what it changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMoveJson {
    /// The seat.
    pub seat: u8,
    /// The move, as a player types it.
    pub r#move: String,
    /// What it changed.
    #[serde(flatten)]
    pub worth: WorthJson,
    /// Whether it was a mistake.
    pub mistake: bool,
    /// Every move that keeps the value, if this one does not.
    pub better: Vec<String>,
    /// The reason for its value, where one seat moves at a time.
    pub why: Option<String>,
    /// The comment on a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<MistakeJson>,
}

/// A mistake in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MistakeJson {
    /// `??` for a mistake that throws everything away, `?` for any other.
    pub glyph: &'static str,
    /// What it did, as the end of a sentence: `turns a win into a loss`.
    pub blame: String,
    /// What would have been better: `Would have won: 2.`
    pub better: String,
}

impl MistakeJson {
    fn new(weighing: &Weighing) -> Option<Self> {
        let mistake = weighing.mistake()?;
        Some(Self { glyph: mistake.glyph(), blame: mistake.blame(), better: weighing.better()? })
    }
}

/// The value of the position before and after the move, for the seat that made it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum WorthJson {
    /// Where one seat moves at a time.
    #[serde(rename_all = "camelCase")]
    Outcome {
        /// `win`, `lose` or `draw`.
        value_before: &'static str,
        /// The same after the move.
        value_after: &'static str,
        /// Plies to the end.
        remoteness_before: Option<u32>,
        /// The same after the move, which counts.
        remoteness_after: Option<u32>,
        /// The value after the move in short: `L in 4`.
        short_after: String,
    },
    /// Where both act at once.
    #[serde(rename_all = "camelCase")]
    Chance {
        /// The seat's chance of winning, as an exact fraction.
        win_probability_before: String,
        /// The same after the move, against perfect play.
        win_probability_after: String,
        /// The difference.
        regret: String,
    },
}

/// How many moves kept the value of the position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct AccuracyJson {
    /// The moves that kept it.
    pub kept: usize,
    /// All moves with a known value.
    pub moves: usize,
    /// Their percentage for people, such as `66.7 %`; none without a move to judge.
    pub percent: Option<String>,
    /// All of it in words.
    pub text: String,
}

impl ReviewJson {
    /// A record with its review.
    #[must_use]
    pub fn new(record: &Record, review: &Review) -> Self {
        let [one, two] = Seat::BOTH.map(|seat| {
            let accuracy @ Accuracy { kept, moves } = review.accuracy(seat);
            AccuracyJson { kept, moves, percent: accuracy.percent(), text: accuracy.to_string() }
        });
        Self {
            game: record.game().info().slug,
            variant: VariantJson(record.settings().clone()),
            players: Seat::BOTH.map(|seat| seat.of(&record.tags.names).to_string()),
            result: Ending::result(record.ending()),
            ending: Ending::kind(record.ending()),
            ending_text: record.conclusion(),
            plies: (1..).zip(&review.plies).map(|(ply, reviewed)| PlyJson::new(ply, reviewed)).collect(),
            accuracy: SeatPair { one, two },
        }
    }
}

impl PlyJson {
    fn new(ply: usize, reviewed: &ReviewedPly) -> Self {
        let (moves, not_judged) = match &reviewed.moves {
            Ok(moves) => {
                (moves.iter().map(|(seat, weighing)| ReviewedMoveJson::new(*seat, weighing)).collect(), None)
            }
            Err(refusal) => (Vec::new(), Some(refusal.to_string())),
        };
        Self { ply, position: reviewed.position.clone(), moves, not_judged }
    }
}

impl ReviewedMoveJson {
    fn new(seat: Seat, weighing: &Weighing) -> Self {
        let mistake = weighing.mistake();
        let worth = match (&weighing.before, &weighing.after) {
            (Worth::Outcome(before), Worth::Outcome(after)) => WorthJson::Outcome {
                value_before: before.outcome.word(),
                value_after: after.outcome.word(),
                remoteness_before: before.remoteness,
                remoteness_after: after.remoteness,
                short_after: after.short(),
            },
            (before, after) => WorthJson::Chance {
                win_probability_before: chance(before),
                win_probability_after: chance(after),
                regret: match &mistake {
                    Some(Mistake::Regret { regret, .. }) => regret.to_string(),
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
            said: MistakeJson::new(weighing),
        }
    }
}

fn chance(worth: &Worth) -> String {
    match worth {
        Worth::Chance(chance) => chance.to_string(),
        Worth::Outcome(verdict) => verdict.outcome.word().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use numberline_table::read_records;
    use serde_json::{Value, json};

    use super::*;

    fn reviewed(game: &str, variant: &str, moves: &str) -> Value {
        let text = format!(
            "[Game \"{game}\"]\n[Variant \"{variant}\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n\
             [Result \"*\"]\n[Ending \"unfinished\"]\n\n{moves} *\n"
        );
        let records = read_records(&text).unwrap();
        let review = Review::of(&records[0], &numberline_table::OracleCache::shared(), &()).unwrap();
        serde_json::to_value(ReviewJson::new(&records[0], &review)).unwrap()
    }

    #[test]
    fn one_seat_at_a_time_has_values_and_distances() {
        let json = reviewed("siege", "length=10 step=3", "1. 3");
        assert_eq!(json["game"], "siege");
        assert_eq!(json["variant"], json!({"length": 10, "step": 3}));
        assert_eq!(json["players"], json!(["Ada", "Grace"]));
        assert_eq!((&json["result"], &json["ending"]), (&json!("*"), &json!("unfinished")));
        assert_eq!(
            json["plies"],
            json!([{
                "ply": 1,
                "position": "0 10 1",
                "moves": [{
                    "seat": 1, "move": "3", "valueBefore": "win", "valueAfter": "lose", "remotenessBefore": 5,
                    "remotenessAfter": 4, "shortAfter": "L in 4", "mistake": true, "better": ["2"],
                    "why": "It leaves the tokens 7 apart. The reply 3 leaves 4, just out of reach, and wins.",
                    "said": {"glyph": "??", "blame": "turns a win into a loss", "better": "Would have won: 2."},
                }],
            }])
        );
        let text = "0 of 1 move kept the value (accuracy 0 %), 1 mistake";
        assert_eq!(json["accuracy"]["1"], json!({"kept": 0, "moves": 1, "percent": "0 %", "text": text}));
        assert_eq!(json["accuracy"]["2"]["text"], "no moves to judge");
    }

    #[test]
    fn both_at_once_have_exact_chances_and_regret() {
        let json = reviewed("cards", "cards=5 end=5 tiebreak=rules", "1. 5/5");
        let moves = &json["plies"][0]["moves"];
        let two = json!({
            "seat": 2, "move": "5", "winProbabilityBefore": "1", "winProbabilityAfter": "0", "regret": "1",
            "mistake": true, "better": ["1"], "why": null,
            "said": {"glyph": "??", "blame": "gives away the whole chance", "better": "Would have given nothing away: 1."},
        });
        assert_eq!(moves[1], two);
        assert_eq!((&moves[0]["regret"], &moves[0]["mistake"]), (&json!("0"), &json!(false)));
    }

    #[test]
    fn a_position_that_is_too_large_says_why() {
        let json = reviewed("duel", "length=60 misere=yes", "1. 1");
        assert_eq!(json["plies"][0]["moves"], json!([]));
        assert_eq!(
            json["plies"][0]["notJudged"],
            "the free runs need a line of 60 cells; this is solved up to 48"
        );
    }
}
