//! `numberline solve GAME`: the value of a game from its start or from any position, with a certificate on request.

use numberline_table::{
    Analysis, AnyMatch, Certificate, Judged, Known, Outcome, SolveError, counted, unsolved,
};
use numberline_wire::AnalysisJson;
use serde::Serialize;

use crate::analyze::{show_position, show_value, work_out};
use crate::args::SolveArgs;
use crate::progress::Bar;
use crate::{Exit, Failure, Out, Tone};

/// More moves than this are counted, not listed.
const MOST_NAMED: usize = 20;

/// Solves a game.
pub fn solve(args: &SolveArgs, out: &mut Out) -> Result<Exit, Failure> {
    let (game, start) = args.setup.start(&args.game)?;
    if let Some(file) = &args.certificate {
        Certificate::may_be_saved(file).map_err(Failure::failed)?;
    }
    let failed = |refusal: SolveError| Failure::Failed(unsolved(&refusal));
    let oracle = work_out(game, &*start, args.large, out)?;
    let analysis = oracle.analyse(&*start).map_err(failed)?;
    let certificate = args.certificate.as_ref().map(|file| {
        let certificate = oracle
            .certificate(&*start, &Bar::new("Certifying"))
            .map_err(|reason| format!("this position is solved, but it has no certificate: {reason}"))?;
        certificate.save(file).map_err(|error| error.to_string())?;
        Ok::<_, String>((file.display().to_string(), certificate.lines()))
    });
    let positions = oracle.positions();
    let written = certificate.as_ref().and_then(|written| written.as_ref().ok());
    if args.json {
        let analysis = AnalysisJson::new(&*start, &analysis);
        let certificate = written.map(|(file, _)| file.clone());
        out.json(&SolvedJson { analysis, positions, certificate })?;
    } else {
        show(&*start, &analysis, positions, out)?;
        if let Some((file, lines)) = written {
            let lines = counted(*lines, "line");
            let proof = format!("\nCertificate: {file}, {lines}; check it with: numberline verify {file}");
            out.say(Tone::Aside, &proof)?;
        }
    }
    // The solution was shown all the same.
    match certificate {
        Some(Err(reason)) => Err(Failure::Failed(reason)),
        Some(Ok(_)) | None => Ok(Exit::Done),
    }
}

fn show(
    start: &dyn AnyMatch,
    analysis: &Analysis,
    positions: Option<u64>,
    out: &mut Out,
) -> Result<(), Failure> {
    show_position(start, out)?;
    show_value(analysis, out)?;
    if analysis.turn.winner().is_some() {
        return Ok(());
    }
    if let Some(moves) = best_moves(&analysis.moves) {
        out.say(Tone::Plain, &moves)?;
    }
    let solved = match positions {
        Some(positions) => format!("Solved by going through {}.", counted(positions, "position")),
        None => "Solved by a formula, without going through the positions.".to_owned(),
    };
    Ok(out.say(Tone::Plain, &solved)?)
}

/// The moves that keep the value of the position; among losing moves, those that hold out longest. Where both seats act,
/// the reason names the cards.
fn best_moves(moves: &Known) -> Option<String> {
    let best = moves.best()?;
    let as_good = |judged: &&Judged| match best.verdict.outcome {
        Outcome::Win | Outcome::Draw => judged.verdict.outcome == best.verdict.outcome,
        Outcome::Lose => judged.verdict == best.verdict,
    };
    let named: Vec<&str> = match moves {
        Known::All(all) => all.iter().filter(as_good).map(|judged| judged.text.as_str()).collect(),
        _ => vec![&best.text],
    };
    let only = named.len() == 1;
    let more = named.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let listed = named.into_iter().take(MOST_NAMED).collect::<Vec<_>>().join("; ");
    let what = match (best.verdict.outcome, best.verdict.remoteness, moves) {
        (Outcome::Lose, None, _) => return Some("Every first move loses.".to_owned()),
        (Outcome::Lose, Some(_), _) => "Every first move loses; holding out longest",
        (Outcome::Draw, _, Known::Best(_)) => "A first move that keeps the game going",
        (Outcome::Draw, _, _) if only => "The only first move that keeps the game going",
        (Outcome::Draw, _, _) => "First moves that keep the game going",
        (Outcome::Win, _, Known::Best(_)) => "A first move that wins",
        (Outcome::Win, _, _) if only => "The only first move that wins",
        (Outcome::Win, Some(_), _) => "First moves that win, the fastest first",
        (Outcome::Win, None, _) => "First moves that win",
    };
    Some(format!("{what}: {listed}{more}"))
}

/// What `analyze` says about the position, and how it was solved.
#[derive(Serialize)]
struct SolvedJson {
    #[serde(flatten)]
    analysis: AnalysisJson,
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
}
