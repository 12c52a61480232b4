//! The analysis of a position: the object of `numberline analyze --json`.

use numberline_rules::Seat;
use numberline_table::{Analysis, AnyMatch, Judged, Known, Mixed, Name, share};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{TurnJson, VariantJson};

/// The analysis of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisJson {
    /// The slug of the game.
    pub game: &'static str,
    /// The variant.
    pub variant: VariantJson,
    /// The position as text.
    pub position: String,
    /// Who acts.
    pub turn: TurnJson,
    /// The winner.
    pub winner: Option<u8>,
    /// `win`, `lose` or `draw` for the seat to move; none when both act or the game is over.
    pub position_value: Option<&'static str>,
    /// Plies to the end when the winner hurries and the loser delays.
    pub remoteness: Option<u32>,
    /// The nimber of a sum of runs where the last move wins.
    pub nimber: Option<u64>,
    /// An exact fraction in lowest terms; none if the game need not end.
    pub p1_win_probability: Option<String>,
    /// Who wins with perfect play, in how many plies, with which chance: one sentence.
    pub headline: String,
    /// The reason, as one true sentence.
    pub why: String,
    /// Every move of the seat to move, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<JudgedJson>>,
    /// Replaces `moves` where there are more than 10,000 of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_move: Option<JudgedJson>,
    /// Replaces `moves` where both act at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<StrategyJson>,
}

/// A move and what it is worth to the seat that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgedJson {
    /// The move, as a player types it.
    pub r#move: String,
    /// `win`, `lose` or `draw` for the mover.
    pub move_value: &'static str,
    /// Plies to the end, including this move.
    pub remoteness: Option<u32>,
    /// Both in words: `win in 5 turns`.
    pub text: String,
    /// The same in short: `W in 5`.
    pub short: String,
    /// The nimber that the move leaves.
    pub nimber: Option<u64>,
    /// The reason, as one true sentence.
    pub why: String,
}

/// The optimal mixes of both seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StrategyJson {
    /// Player 1's moves.
    #[serde(rename = "1")]
    pub one: Vec<CardJson>,
    /// Player 2's moves.
    #[serde(rename = "2")]
    pub two: Vec<CardJson>,
}

/// A move in an optimal mix.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardJson {
    /// The move, as a player types it.
    pub r#move: String,
    /// The probability of playing it, as an exact fraction.
    pub probability: String,
    /// The same, formatted for people.
    pub probability_text: String,
    /// The seat's exact chance of winning with it against the most punishing of the other's optimal mixes.
    pub win_probability: String,
    /// The same, formatted for people.
    pub win_probability_text: String,
    /// How much of the seat's chance it gives away: the value of the position for the seat minus `winProbability`.
    pub regret: String,
    /// The same, formatted for people.
    pub regret_text: String,
}

impl AnalysisJson {
    /// Analyzes the current position of a match.
    #[must_use]
    pub fn new(position: &dyn AnyMatch, analysis: &Analysis) -> Self {
        let (mut moves, mut best_move, mut strategy) = (None, None, None);
        match &analysis.moves {
            Known::None => moves = Some(Vec::new()),
            Known::All(all) => moves = Some(all.iter().map(JudgedJson::new).collect()),
            Known::Best(best) => best_move = Some(JudgedJson::new(best)),
            Known::Mix([one, two]) => {
                let cards = |mix: &[Mixed]| mix.iter().map(CardJson::new).collect();
                strategy = Some(StrategyJson { one: cards(one), two: cards(two) });
            }
        }
        Self {
            game: position.info().slug,
            variant: VariantJson(position.settings()),
            position: position.position(),
            turn: TurnJson(analysis.turn),
            winner: analysis.turn.winner().map(Seat::number),
            position_value: analysis.verdict.map(|verdict| verdict.outcome.word()),
            remoteness: analysis.verdict.and_then(|verdict| verdict.remoteness),
            nimber: analysis.nimber,
            p1_win_probability: analysis.chance.as_ref().map(ToString::to_string),
            headline: analysis.headline(&Name::of_both_seats()),
            why: analysis.why.to_string(),
            moves,
            best_move,
            strategy,
        }
    }
}

impl JudgedJson {
    fn new(judged: &Judged) -> Self {
        Self {
            r#move: judged.text.clone(),
            move_value: judged.verdict.outcome.word(),
            remoteness: judged.verdict.remoteness,
            text: judged.verdict.to_string(),
            short: judged.verdict.short(),
            nimber: judged.nimber,
            why: judged.why.to_string(),
        }
    }
}

impl CardJson {
    fn new(mixed: &Mixed) -> Self {
        Self {
            r#move: mixed.text.clone(),
            probability: mixed.probability.to_string(),
            probability_text: share(&mixed.probability),
            win_probability: mixed.chance.to_string(),
            win_probability_text: share(&mixed.chance),
            regret: mixed.regret.to_string(),
            regret_text: share(&mixed.regret),
        }
    }
}
