//! `numberline analyze`: everything that is known about a position, for people and for programs.

use numberline_rules::{Seat, Turn};
use numberline_table::{Analysis, AnyMatch, Judged, Known, Mixed, Name, Outcome, Verdict, find};
use serde::Serialize;

use crate::args::AnalyzeArgs;
use crate::json::{TurnJson, VariantJson};
use crate::picture::{pieces, row};
use crate::progress::Bar;
use crate::{Exit, Failure, Out, Tone};

/// Analyses a position.
pub fn analyze(args: &AnalyzeArgs, out: &mut Out) -> Result<Exit, Failure> {
    let slug = args.game.as_str();
    let game = find(slug).ok_or_else(|| Failure::Usage(format!("there is no game '{slug}'")))?;
    let setup = args.setup.wanted(None);
    let position = setup.start(game).map_err(Failure::usage)?;
    let oracle = game.solve(&*position, &Bar::new("Solving"));
    let analysis = oracle
        .and_then(|oracle| oracle.analyse(&*position))
        .map_err(|refusal| Failure::Failed(format!("this position cannot be solved: {refusal}")))?;
    if args.json {
        return out.json(&AnalysisJson::new(&*position, &analysis));
    }
    show(&*position, &analysis, out)
}

fn show(position: &dyn AnyMatch, analysis: &Analysis, out: &mut Out) -> Result<Exit, Failure> {
    out.say(Tone::Prompt, &format!("{} ({})", position.info().title, position.settings()))?;
    out.say(Tone::Plain, &format!("Position: {}", position.position()))?;
    out.say(Tone::Plain, &format!("Line:     {}", row(position, pieces(position), crate::voice::cell)))?;
    if analysis.turn.winner().is_some() {
        out.say(Tone::Result, &format!("\n{}", analysis.why))?;
        return Ok(Exit::Done);
    }
    out.say(Tone::Result, &format!("\n{}", verdict(analysis)))?;
    out.say(Tone::Plain, &analysis.why.to_string())?;
    match &analysis.moves {
        Known::None => {}
        Known::All(moves) => {
            out.say(Tone::Plain, "")?;
            let widest = |width: fn(&Judged) -> usize| moves.iter().map(width).max().unwrap_or(0);
            let widths = [widest(|judged| judged.text.len()), widest(|judged| worth(judged).len())];
            for judged in moves {
                show_move(judged, widths, out)?;
            }
        }
        Known::Best(best) => {
            out.say(Tone::Plain, "\nThere are too many moves to list; the best is")?;
            show_move(best, [best.text.len(), worth(best).len()], out)?;
        }
        Known::Mix(mixes) => {
            for seat in Seat::BOTH {
                out.say(Tone::Prompt, &format!("\n{}", Name::of_seat(seat)))?;
                out.say(Tone::Plain, &mix_table(seat.of::<Vec<_>>(mixes)))?;
            }
        }
    }
    Ok(Exit::Done)
}

/// `win in 5`, `draw`.
fn worth(judged: &Judged) -> String {
    let Verdict { outcome, remoteness } = judged.verdict;
    let distance = remoteness.map(|plies| format!(" in {plies}")).unwrap_or_default();
    format!("{}{distance}", outcome.word())
}

/// A row with its move and its worth as wide as those of the others.
fn show_move(judged: &Judged, [widest, widest_worth]: [usize; 2], out: &mut Out) -> Result<(), Failure> {
    let outcome = judged.verdict.outcome;
    let tone = match outcome {
        Outcome::Win => Tone::Win,
        Outcome::Draw => Tone::Draw,
        Outcome::Lose => Tone::Lose,
    };
    let worth = format!("{:<width$}", worth(judged), width = widest_worth.max(10));
    out.begin(tone, &format!("  {} {:<widest$}  {worth}", outcome.letter(), judged.text))?;
    out.say(Tone::Plain, &format!("  {}", judged.why))?;
    Ok(())
}

/// The cards with their exact fractions, as wide as the longest of them.
fn mix_table(mix: &[Mixed]) -> String {
    let heading = ["card", "played with", "wins with", "gives away"].map(str::to_owned);
    let rows = mix.iter().map(|mixed| {
        // Both against the most punishing of the other's best mixes: where the other has lost, a bad card may well beat
        // the one that is shown.
        let Mixed { text, probability, chance, regret, loss } = mixed;
        let chance = &(chance + regret) - loss;
        [text.clone(), probability.to_string(), chance.to_string(), loss.to_string()]
    });
    let rows: Vec<[String; 4]> = std::iter::once(heading).chain(rows).collect();
    let width = rows.iter().flatten().map(String::len).max().unwrap_or(0);
    let line = |[card, rest @ ..]: &[String; 4]| {
        let rest = rest.iter().map(|cell| format!("  {cell:<width$}")).collect::<String>();
        format!("  {card:>4}{rest}").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn verdict(analysis: &Analysis) -> String {
    let plies = |verdict: Verdict| match verdict.remoteness {
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
        None => String::new(),
    };
    let nimber = analysis.nimber.map(|nimber| format!(" The nimber is {nimber}.")).unwrap_or_default();
    match (analysis.turn, analysis.verdict, &analysis.chance) {
        (Turn::Of(seat), Some(verdict), _) => {
            let says = match verdict.outcome {
                Outcome::Win => format!("wins{}", plies(verdict)),
                Outcome::Lose => format!("loses{}", plies(verdict)),
                Outcome::Draw => {
                    "need not lose, and cannot force a win: the game goes on for ever".to_owned()
                }
            };
            format!("Player {seat} is to move and, with perfect play, {says}.{nimber}")
        }
        (Turn::Both, _, Some(chance)) => {
            format!("Both choose at once. With perfect play Player 1 wins with probability {chance}.")
        }
        _ => "The game is over.".to_owned(),
    }
}

/// The object that other programs rely on.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalysisJson {
    game: &'static str,
    variant: VariantJson,
    position: String,
    turn: TurnJson,
    winner: Option<u8>,
    position_value: Option<&'static str>,
    remoteness: Option<u32>,
    nimber: Option<u64>,
    p1_win_probability: Option<String>,
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move: Option<MoveJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<StrategyJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveJson {
    r#move: String,
    move_value: &'static str,
    remoteness: Option<u32>,
    nimber: Option<u64>,
    why: String,
}

#[derive(Serialize)]
struct StrategyJson {
    #[serde(rename = "1")]
    one: Vec<CardJson>,
    #[serde(rename = "2")]
    two: Vec<CardJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CardJson {
    r#move: String,
    probability: String,
    win_probability: String,
}

impl AnalysisJson {
    pub(crate) fn new(position: &dyn AnyMatch, analysis: &Analysis) -> Self {
        let (mut moves, mut best_move, mut strategy) = (None, None, None);
        match &analysis.moves {
            Known::None => moves = Some(Vec::new()),
            Known::All(all) => moves = Some(all.iter().map(MoveJson::new).collect()),
            Known::Best(best) => best_move = Some(MoveJson::new(best)),
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
            why: analysis.why.to_string(),
            moves,
            best_move,
            strategy,
        }
    }
}

impl MoveJson {
    fn new(judged: &Judged) -> Self {
        Self {
            r#move: judged.text.clone(),
            move_value: judged.verdict.outcome.word(),
            remoteness: judged.verdict.remoteness,
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
            win_probability: mixed.chance.to_string(),
        }
    }
}
