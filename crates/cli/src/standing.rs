//! `numberline progress`: what the learner can do in each game, and what to do next.

use numberline_history::day;
use numberline_learn::{GameProgress, LearnerProgress};
use numberline_table::{OracleCache, Strength, counted, with_margin};
use numberline_wire::LearnerProgressJson;

use crate::learner::{attempts, erase};
use crate::{Exit, Failure, Out, Tone};

/// How to show the progress.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline progress\n  \
    numberline progress --json                           for programs\n  \
    numberline progress --erase                          forget every answer; finished games stay in the history\n\n\
The rating is Glicko-2, from puzzles solved on the first try, with hints or retries, or not at all. An idea is mastered once your last \
three answers to it were right on the first try.")]
pub struct ProgressArgs {
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,

    /// Forget every answer
    #[arg(long, conflicts_with = "json")]
    pub erase: bool,
}

/// Shows the progress, or erases it.
pub fn progress(args: &ProgressArgs, out: &mut Out) -> Result<Exit, Failure> {
    if args.erase {
        let erased = erase()?;
        out.say(
            Tone::Plain,
            &format!("Erased: {}. Finished games stay in the history.", counted(erased as u64, "answer")),
        )?;
        return Ok(Exit::Done);
    }
    let progress = LearnerProgress::of(&attempts(&OracleCache::shared())?, day());
    if args.json {
        return out.json(&LearnerProgressJson::new(&progress));
    }
    out.say(Tone::Prompt, "game      lessons  rating      puzzles  1st try  streak  best  predictions")?;
    for game in &progress.games {
        out.say(Tone::Plain, &row(game))?;
    }
    for game in &progress.games {
        if game.curve.len() > 1 {
            out.say(
                Tone::Plain,
                &format!("\n{}: rating after each puzzle  {}", game.game, spark(&game.curve)),
            )?;
        }
        if game.prediction_curve.len() > 1 {
            let percent = |score: &f64| (100.0 * score).round() as u16;
            let curve: Vec<u16> = game.prediction_curve.iter().map(percent).collect();
            let line = format!("\n{}: percent of the last predictions right  {}", game.game, spark(&curve));
            out.say(Tone::Plain, &line)?;
        }
        for idea in &game.ideas {
            let mastered = if idea.mastered { ", mastered" } else { "" };
            let line = format!(
                "  {} {} ({}): {} of {} right on the first try{mastered}",
                game.game,
                idea.idea,
                idea.meaning(),
                idea.right,
                idea.tried
            );
            out.say(Tone::Plain, &line)?;
        }
    }
    if progress.due > 0 {
        out.say(Tone::Plain, &format!("\nDue today: {}.", counted(progress.due as u64, "drill")))?;
    }
    out.say(Tone::Result, &format!("\nNext: numberline {} ({}).", progress.next, progress.because))?;
    if progress.games.iter().any(|game| game.puzzles > 0) {
        out.say(Tone::Aside, &format!("\n{}", Strength::MARGIN))?;
    }
    Ok(Exit::Done)
}

fn row(game: &GameProgress) -> String {
    let lessons = format!("{}/{}", game.lessons.len(), game.of_lessons);
    let rating = if game.puzzles == 0 { "-".to_owned() } else { with_margin(game.rating, game.deviation) };
    let predictions = game.prediction_score.map_or("-".to_owned(), |score| format!("{:.0} %", 100.0 * score));
    format!(
        "{:<8}  {lessons:>7}  {rating:<10}  {:>7}  {:>7}  {:>6}  {:>4}  {predictions:>11}",
        game.game, game.puzzles, game.solved, game.streak, game.best_streak
    )
}

/// The last ratings as a row of bars, with the lowest and the highest in figures: nothing is said by the bars alone.
fn spark(curve: &[u16]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const MOST: usize = 40;
    let last = curve.get(curve.len().saturating_sub(MOST)..).unwrap_or_default();
    let (low, high) = (last.iter().min().copied().unwrap_or(0), last.iter().max().copied().unwrap_or(0));
    let span = usize::from(high - low).max(1);
    let bar =
        |rating: &u16| BARS.get(usize::from(*rating - low) * (BARS.len() - 1) / span).copied().unwrap_or(' ');
    format!("{} ({low} to {high})", last.iter().map(bar).collect::<String>())
}
