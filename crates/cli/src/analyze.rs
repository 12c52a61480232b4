//! `numberline analyze`: everything that is known about a position, for people and for programs.

use numberline_rules::{Seat, Turn};
use numberline_table::{
    Analysis, AnyGame, AnyMatch, AnyOracle, Fraction, Judged, Known, Mixed, Name, OracleCache, Outcome,
    share, short_share, titled, unsolved,
};
use numberline_wire::AnalysisJson;

use crate::args::AnalyzeArgs;
use crate::picture::{pieces, row};
use crate::progress::Bar;
use crate::teach::{Predicted, predict, show_board};
use crate::{Console, Exit, Failure, Out, Tone};

/// Analyses a position.
pub fn analyze(args: &AnalyzeArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let (game, position) = args.setup.start(&args.game)?;
    if args.predict {
        show_position(&*position, out)?;
        show_board(position.copy(), out)?;
        let cache = OracleCache::shared();
        if let Predicted::Left(left) = predict(game, &*position, |all| all, &cache, console, out)? {
            return Ok(left.into());
        }
        out.say(Tone::Plain, "")?;
    }
    let oracle = work_out(game, &*position, args.large, out)?;
    let analysis = oracle.analyse(&*position).map_err(|refusal| Failure::Failed(unsolved(&refusal)))?;
    if args.json {
        return out.json(&AnalysisJson::new(&*position, &analysis));
    }
    show(&*position, &analysis, out)
}

/// Solves a game. What may cost a lot is said first, and done only if that was asked for.
pub(crate) fn work_out(
    game: &dyn AnyGame,
    position: &dyn AnyMatch,
    is_large: bool,
    out: &mut Out,
) -> Result<Box<dyn AnyOracle>, Failure> {
    let cost = game.cost(position);
    if let Some(cost) = cost.filter(|cost| is_large && cost.is_large()) {
        out.remark(Tone::Aside, &cost.to_string())?;
    }
    game.solve(position, &Bar::new("Solving").large(is_large)).map_err(|refusal| {
        let more = if is_large || cost.is_none() { "" } else { " With --large it is solved." };
        Failure::Failed(format!("{}{more}", unsolved(&refusal)))
    })
}

fn show(position: &dyn AnyMatch, analysis: &Analysis, out: &mut Out) -> Result<Exit, Failure> {
    show_position(position, out)?;
    out.say(Tone::Plain, &format!("Line:     {}", row(position, pieces(position), crate::voice::cell)))?;
    show_value(analysis, out)?;
    if analysis.nimber.is_some() {
        out.explain_nimbers("nimber")?;
    }
    match &analysis.moves {
        Known::None => {}
        Known::All(moves) => {
            out.say(Tone::Plain, "")?;
            let widest = |width: fn(&Judged) -> usize| moves.iter().map(width).max().unwrap_or(0);
            let widths =
                [widest(|judged| judged.text.len()), widest(|judged| judged.verdict.to_string().len())];
            for judged in moves {
                show_move(judged, widths, out)?;
            }
        }
        Known::Best(best) => {
            out.say(Tone::Plain, "\nThere are too many moves to list; the best is")?;
            show_move(best, [best.text.len(), 0], out)?;
        }
        Known::Mix(mixes) => {
            for seat in Seat::BOTH {
                out.say(Tone::Prompt, &format!("\n{}", Name::of_seat(seat)))?;
                out.say(Tone::Plain, &mix_table(position.info().piece, seat.of::<Vec<_>>(mixes)))?;
            }
            if let Some(exact) = exact_fractions(position.info().piece, mixes) {
                out.say(Tone::Aside, &exact)?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The game, its variant and the position, with who is to move.
pub(crate) fn show_position(position: &dyn AnyMatch, out: &mut Out) -> Result<(), Failure> {
    let to_move = match position.turn() {
        Turn::Of(mover) => format!(", {} to move", Name::of_seat(mover)),
        Turn::Both | Turn::Over { .. } => String::new(),
    };
    out.say(Tone::Prompt, &titled(position.info(), &position.settings()))?;
    Ok(out.say(Tone::Plain, &format!("Position: {}{to_move}", position.position()))?)
}

/// Who wins with perfect play, the nimber if there is one, and why.
pub(crate) fn show_value(analysis: &Analysis, out: &mut Out) -> Result<(), Failure> {
    let headline = analysis.headline(&Name::of_both_seats());
    if analysis.turn.winner().is_some() {
        return Ok(out.say(Tone::Result, &format!("\n{headline}"))?);
    }
    let nimber = analysis.nimber.map(|nimber| format!(" The nimber is {nimber}.")).unwrap_or_default();
    out.say(Tone::Result, &format!("\n{headline}{nimber}"))?;
    Ok(out.say(Tone::Plain, &analysis.why.to_string())?)
}

/// One row, with the move and its value padded to the widest in the table.
fn show_move(judged: &Judged, [widest, widest_worth]: [usize; 2], out: &mut Out) -> Result<(), Failure> {
    let outcome = judged.verdict.outcome;
    let tone = match outcome {
        Outcome::Win => Tone::Win,
        Outcome::Draw => Tone::Draw,
        Outcome::Lose => Tone::Lose,
    };
    let worth = format!("{:<width$}", judged.verdict.to_string(), width = widest_worth.max(10));
    out.begin(tone, &format!("  {} {:<widest$}  {worth}", outcome.letter(), judged.text))?;
    out.say(Tone::Plain, &format!("  {}", judged.why))?;
    Ok(())
}

/// The moves with their shares as percentages.
fn mix_table(piece: &str, mix: &[Mixed]) -> String {
    let heading = [piece, "played with", "wins with", "gives away"].map(str::to_owned);
    let rows = mix.iter().map(|mixed| {
        let [often, chance, regret] = shares(mixed).map(short_share);
        [mixed.text.clone(), often, chance, regret]
    });
    let rows: Vec<[String; 4]> = std::iter::once(heading).chain(rows).collect();
    let narrow = rows.iter().map(|[text, ..]| text.len()).max().unwrap_or(0);
    let line = |[text, rest @ ..]: &[String; 4]| {
        let rest = rest.iter().map(|cell| format!("  {cell:<12}")).collect::<String>();
        format!("  {text:>narrow$}{rest}").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn shares(mixed: &Mixed) -> [&Fraction; 3] {
    [&mixed.probability, &mixed.chance, &mixed.regret]
}

/// The exact fractions of both players' moves, wherever a percentage has lost something. They come last, because they can be
/// long.
fn exact_fractions(piece: &str, mixes: &[Vec<Mixed>; 2]) -> Option<String> {
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        for mixed in seat.of(mixes) {
            if shares(mixed).into_iter().any(|share| !is_exact(share)) {
                let [often, chance, regret] = shares(mixed);
                let text = &mixed.text;
                lines.push(format!(
                    "  {}, {piece} {text}: played with {often}, wins with {chance}, gives away {regret}",
                    Name::of_seat(seat)
                ));
            }
        }
    }
    (!lines.is_empty()).then(|| format!("\nThe same as exact fractions\n{}", lines.join("\n")))
}

/// Whether the percentage with one digit behind the point is the fraction itself.
fn is_exact(fraction: &Fraction) -> bool {
    share(fraction) == short_share(fraction)
}
