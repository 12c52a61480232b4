//! `numberline analyze`: everything that is known about a position, for people and for programs.

use numberline_rules::{Seat, Turn};
use numberline_table::{Analysis, AnyMatch, Judged, Known, Mixed, Name, Outcome, Verdict, find};
use numberline_wire::AnalysisJson;

use crate::args::AnalyzeArgs;
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
