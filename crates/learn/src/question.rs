//! A question about a position, and the judgement of an answer. Every right answer comes from the solver.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use numberline_rules::{Aim, Seat, Turn};
use numberline_table::{
    Adviser, Analysis, AnyGame, AnyMatch, Computer, Dice, Fraction, Hint, Known, Name, OracleCache, Outcome,
    Player, Progress, Reason, Rung, Skill, SolveError, Weighing, share,
};

use crate::claim::keepers;
use crate::mix::turn_of;
use crate::{Belief, MixAnswer, PuzzleTheme, Task, Tried};

/// A question about a position.
pub struct Question {
    game: &'static dyn AnyGame,
    at: Box<dyn AnyMatch>,
    task: Task,
    adviser: Adviser,
    cache: Arc<OracleCache>,
    words: Words,
}

/// How reasons are worded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Words {
    /// With everything that is known.
    #[default]
    All,
    /// For learners who have not met nimbers.
    WithoutNimbers,
}

/// What an answer is worth.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Whether it is right.
    pub right: bool,
    /// The answer as it was understood.
    pub answer: String,
    /// Why, in words.
    pub said: String,
    /// How good it is: 1 if it is right, 0 if it is wrong, and in between for a chance, by the quadratic rule.
    pub score: f64,
    /// The beliefs that explain a wrong move.
    pub beliefs: Vec<Belief>,
    /// The turns that show why a move is wrong: the move and the reply that punishes it.
    pub punished: Vec<String>,
    /// The turns that were played: the move and the opponent's reply, where the task is to play on.
    pub played: Vec<String>,
}

/// Why an answer was not judged. It does not count as a try.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    /// It cannot be read, or is not allowed; the text is a whole sentence.
    #[error("{0}")]
    Unreadable(String),
    /// The position was not solved.
    #[error("{}", numberline_table::unsolved(.0))]
    Unsolved(#[from] SolveError),
}

impl Question {
    /// Asks about the current position of a match.
    #[must_use]
    pub fn new(
        game: &'static dyn AnyGame,
        at: Box<dyn AnyMatch>,
        task: Task,
        cache: &Arc<OracleCache>,
    ) -> Self {
        let adviser = Adviser::new(game, cache).looking_ahead();
        Self { game, at, task, adviser, cache: Arc::clone(cache), words: Words::default() }
    }

    /// The same question, with its reasons in these words.
    pub(crate) fn in_words(self, words: Words) -> Self {
        Self { words, ..self }
    }

    fn say(&self, why: &Reason) -> String {
        match self.words {
            Words::All => why.to_string(),
            Words::WithoutNimbers => why.without_nimbers(),
        }
    }

    fn tried(&self, weighing: &Weighing) -> Tried {
        Tried::worded(weighing, |why| self.say(why))
    }

    fn hint_of(&self, known: &Analysis, seat: Seat, rung: Rung) -> String {
        match Hint::new(known, seat, rung) {
            Hint::Why(why) => self.say(&why),
            hint => hint.to_string(),
        }
    }

    /// Another question about the same position.
    pub(crate) fn about(&self, task: Task) -> Self {
        Self::new(self.game, self.at.copy(), task, &self.cache)
    }

    /// The game.
    pub(crate) fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// The position.
    #[must_use]
    pub fn at(&self) -> &dyn AnyMatch {
        &*self.at
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> Task {
        self.task
    }

    /// The seat that the learner takes.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.task.seat(&*self.at)
    }

    /// What is known about the position.
    pub fn analysis(&self, progress: &dyn Progress) -> Result<Analysis, SolveError> {
        self.adviser.analyse(&*self.at, progress)
    }

    /// What decides the position.
    pub fn theme(&self, progress: &dyn Progress) -> Result<Option<PuzzleTheme>, SolveError> {
        Ok(PuzzleTheme::of(&self.analysis(progress)?, self.seat()))
    }

    /// The question in words.
    #[must_use]
    pub fn text(&self) -> String {
        let best = self.analysis(&()).ok().and_then(|known| known.verdict).map(|verdict| verdict.outcome);
        self.asked(&self.task.question(&*self.at, best))
    }

    /// A question about this position in these words, after what the line does not show.
    pub(crate) fn asked(&self, words: &str) -> String {
        match self.at.unseen(&Name::of_both_seats()) {
            Some(unseen) => format!("{unseen} {words}"),
            None => words.to_owned(),
        }
    }

    /// Every right answer, as the learner would type it. Of a mix it is one of them.
    pub fn answers(&self, progress: &dyn Progress) -> Result<Vec<String>, SolveError> {
        let known = self.analysis(progress)?;
        let verdict = known.verdict.ok_or(SolveError::Unknown);
        Ok(match self.task {
            Task::Move | Task::Play(_) | Task::Card(_) => keepers(&known, Some(self.seat())),
            Task::All => vec![keepers(&known, Some(self.seat())).join(", ")],
            Task::Value => vec![value_word(&known).to_owned()],
            Task::Plies => vec![verdict?.remoteness.ok_or(SolveError::Unknown)?.to_string()],
            Task::Nimber => vec![known.nimber.ok_or(SolveError::Unknown)?.to_string()],
            Task::Chance => vec![known.chance.ok_or(SolveError::Unknown)?.to_string()],
            Task::Mix(seat) => match &known.moves {
                Known::Mix(mixes) => {
                    let played = seat.of::<Vec<_>>(mixes).iter().filter(|mixed| !mixed.probability.is_zero());
                    let mix = played.map(|mixed| format!("{}:{}", mixed.text, mixed.probability));
                    vec![mix.collect::<Vec<_>>().join(", ")]
                }
                _ => return Err(SolveError::Unknown),
            },
        })
    }

    /// The right answers as a learner reads them: several are separated, and a chance is a percentage first.
    pub(crate) fn answers_in_words(&self, progress: &dyn Progress) -> Result<String, SolveError> {
        if let (Task::Chance, Some(chance)) = (self.task, self.analysis(progress)?.chance) {
            return Ok(share(&chance));
        }
        let mut answers = self.answers(progress)?;
        let last = answers.pop().unwrap_or_default();
        Ok(if answers.is_empty() { last } else { format!("{} or {last}", answers.join(", ")) })
    }

    /// Why the right answer is right. Where there are several, why the first one is.
    pub fn why(&self, progress: &dyn Progress) -> Result<String, SolveError> {
        let known = self.analysis(progress)?;
        Ok(match self.task {
            Task::Move | Task::Play(_) | Task::Card(_) => self.hint_of(&known, self.seat(), Rung::Why),
            Task::Mix(seat) => self.hint_of(&known, seat, Rung::Why),
            Task::All | Task::Value | Task::Plies | Task::Nimber | Task::Chance => self.say(&known.why),
        })
    }

    /// The computed hint of a step, counted from 0; the last one is the answer.
    pub fn hint(&self, step: usize, progress: &dyn Progress) -> Result<String, SolveError> {
        let known = self.analysis(progress)?;
        let rung = match (self.task, step) {
            (Task::Move | Task::Play(_) | Task::Card(_) | Task::Mix(_), 0) => Rung::Look,
            (Task::Move | Task::Play(_) | Task::Card(_) | Task::Mix(_), 1) => Rung::Move,
            (Task::Move | Task::Play(_) | Task::Card(_) | Task::Mix(_), _) => Rung::Why,
            (_, 0) => return self.why(progress),
            _ => return Ok(format!("The answer is {}.", self.answers_in_words(progress)?)),
        };
        Ok(self.hint_of(&known, self.seat(), rung))
    }

    /// Judges an answer.
    pub fn judge(&self, text: &str, progress: &dyn Progress) -> Result<Judgement, AnswerError> {
        let text = text.trim();
        match self.task {
            Task::Move | Task::Card(_) => self.judge_move(text, progress),
            Task::Play(_) => self.judge_play(text, progress),
            Task::All => self.judge_all(text, progress),
            Task::Mix(seat) => self.judge_mix(seat, text, progress),
            Task::Value | Task::Plies | Task::Nimber => self.judge_word(text, progress),
            Task::Chance => self.judge_chance(text, progress),
        }
    }

    fn judge_move(&self, text: &str, progress: &dyn Progress) -> Result<Judgement, AnswerError> {
        let seat = self.seat();
        let text = self.meant(text)?;
        let weighing = self.adviser.weigh(&*self.at, seat, &text, progress)?;
        let tried = self.tried(&weighing);
        let beliefs = Belief::behind(&*self.at, seat, &weighing);
        let both = self.at.turn() == Turn::Both;
        let (mut said, mut punished) = (tried.said, Vec::new());
        match tried.right {
            true if both && self.analysis(progress)?.sure_winner() == Some(seat) => {
                said = format!("Right: {}. It keeps your win, whatever the opponent plays.", weighing.text);
            }
            true => {}
            false if both => {
                let reply = self.reply_to_card(&weighing, progress)?;
                said.push_str(&format!(" The opponent can answer {reply}."));
                punished.push(turn_of(seat, &weighing.text, &reply));
            }
            false => punished = self.punishment(&weighing, progress)?,
        }
        Ok(Judgement {
            right: tried.right,
            answer: weighing.text,
            said,
            score: f64::from(u8::from(tried.right)),
            beliefs,
            punished,
            played: Vec::new(),
        })
    }

    /// The move that is meant by a text: the move itself, or the cell to point at.
    fn meant(&self, text: &str) -> Result<String, AnswerError> {
        let seat = self.seat();
        let unreadable = |error: numberline_table::MoveError| AnswerError::Unreadable(error.to_string());
        match self.at.check(seat, text) {
            Ok(()) => self.at.spell(text).map_err(unreadable),
            Err(error @ numberline_table::MoveError::NotAllowed(_)) => Err(unreadable(error)),
            Err(error) => {
                let cell = text.parse().ok().and_then(|cell| self.at.meant(seat, Aim::cell(cell)));
                let chosen = cell.ok_or_else(|| unreadable(error))?;
                self.at.check(seat, &chosen).map_err(unreadable)?;
                Ok(chosen)
            }
        }
    }

    /// What the other can choose at the same time to gain the most by a wrong choice.
    fn reply_to_card(&self, weighing: &Weighing, progress: &dyn Progress) -> Result<String, SolveError> {
        let seat = self.seat();
        let mix = MixAnswer::read(&*self.at, seat, &weighing.text).map_err(|_| SolveError::Unknown)?;
        Ok(mix.guarantee(&self.adviser, &*self.at, seat, progress)?.answer)
    }

    /// The wrong move and the reply that punishes it, as turns.
    fn punishment(&self, weighing: &Weighing, progress: &dyn Progress) -> Result<Vec<String>, SolveError> {
        let mut next = self.at.copy();
        next.play_turn(&weighing.text).map_err(|_| SolveError::Unknown)?;
        let mut turns = vec![weighing.text.clone()];
        let known = self.adviser.analyse(&*next, progress)?;
        turns.extend(known.moves.best().map(|best| best.text.clone()));
        Ok(turns)
    }

    fn judge_play(&self, text: &str, progress: &dyn Progress) -> Result<Judgement, AnswerError> {
        let mut judgement = self.judge_move(text, progress)?;
        if !judgement.right {
            return Ok(judgement);
        }
        let seat = self.seat();
        // The same position gets the same reply, on every surface and after every restart.
        let seed = self
            .at
            .position()
            .bytes()
            .fold(7_u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        let mut computer =
            Computer::new(Player::Computer(Skill::Perfect), self.game, &self.cache, Dice::new(seed, 1));
        let mut reply = |at: &dyn AnyMatch| {
            computer.choose(at, seat.other(), progress).map(|chosen| chosen.text).ok_or(SolveError::Stopped)
        };
        if self.at.turn() == Turn::Both {
            judgement.played = vec![turn_of(seat, &judgement.answer, &reply(&*self.at)?)];
            return Ok(judgement);
        }
        let mut next = self.at.copy();
        next.play_turn(&judgement.answer).map_err(|_| SolveError::Unknown)?;
        judgement.played = vec![judgement.answer.clone()];
        // A player who has to pass leaves the learner on turn.
        while next.turn() == Turn::Of(seat.other()) {
            let answer = reply(&*next)?;
            next.play_turn(&answer).map_err(|_| SolveError::Unknown)?;
            judgement.played.push(answer);
        }
        Ok(judgement)
    }

    fn judge_all(&self, text: &str, progress: &dyn Progress) -> Result<Judgement, AnswerError> {
        let known = self.analysis(progress)?;
        let mut named = Vec::new();
        for part in text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).take(Known::MOST) {
            let chosen = self.meant(part)?;
            if !named.contains(&chosen) {
                named.push(chosen);
            }
        }
        if named.is_empty() {
            return Err(AnswerError::Unreadable(
                "Name at least one, and separate several with commas.".to_owned(),
            ));
        }
        let right = keepers(&known, Some(self.seat()));
        let wrong: Vec<&String> = named.iter().filter(|chosen| !right.contains(chosen)).collect();
        let missing = right.iter().filter(|chosen| !named.contains(chosen)).count();
        let said = match (wrong.first(), missing) {
            (Some(chosen), _) => {
                let weighing = self.adviser.weigh(&*self.at, self.seat(), chosen, progress)?;
                self.tried(&weighing).said
            }
            (None, 0) => "Right: these are all of them.".to_owned(),
            (None, 1) => "All of these are right, but one more is missing.".to_owned(),
            (None, missing) => format!("All of these are right, but {missing} more are missing."),
        };
        Ok(plain(wrong.is_empty() && missing == 0, &named.join(", "), said))
    }

    fn judge_mix(&self, seat: Seat, text: &str, progress: &dyn Progress) -> Result<Judgement, AnswerError> {
        let mix = MixAnswer::read(&*self.at, seat, text).map_err(AnswerError::Unreadable)?;
        let known = self.analysis(progress)?;
        let value = known.chance_of(seat).ok_or(SolveError::Unknown)?;
        let guarantee = mix.guarantee(&self.adviser, &*self.at, seat, progress)?;
        let right = guarantee.chance == value;
        let sure = share(&guarantee.chance);
        let said = if right {
            format!("Right: this guarantees {sure}, and nothing guarantees more.")
        } else {
            let best = share(&value);
            format!(
                "This guarantees only {sure}, because the other can answer {}. The best guarantees {best}.",
                guarantee.answer
            )
        };
        Ok(plain(right, text, said))
    }

    fn judge_word(&self, text: &str, progress: &dyn Progress) -> Result<Judgement, AnswerError> {
        let known = self.analysis(progress)?;
        let answer = match self.task {
            Task::Value => read_value(text, &known).map(str::to_owned),
            _ => text.parse::<u64>().ok().map(|number| number.to_string()),
        };
        let shape = match (self.task, known.turn) {
            (Task::Value, Turn::Both) => "Answer 1, 2 or neither.",
            (Task::Value, _) => "Answer win, lose or draw.",
            _ => "Answer with a whole number.",
        };
        let answer = answer.ok_or_else(|| AnswerError::Unreadable(shape.to_owned()))?;
        let right = self.answers(progress)?.contains(&answer);
        // Before the answer is found, the reply leads towards the number that is asked for without naming it.
        let said = match (right, self.task) {
            (true, _) => format!("Right: {answer}. {}", self.say(&known.why)),
            (false, Task::Value) => format!("Not {answer}. {}", self.say(&known.why)),
            (false, Task::Nimber) => format!("It is not {answer}. {}", nimbers_left(&known)),
            (false, _) => {
                let number: u64 = answer.parse().unwrap_or(0);
                let truth = known.verdict.and_then(|verdict| verdict.remoteness).unwrap_or(0);
                let then = if number < u64::from(truth) { "It takes longer." } else { "It ends sooner." };
                format!("It is not {answer}. {then}")
            }
        };
        Ok(plain(right, &answer, said))
    }

    fn judge_chance(&self, text: &str, progress: &dyn Progress) -> Result<Judgement, AnswerError> {
        let known = self.analysis(progress)?;
        let truth = known.chance.ok_or(SolveError::Unknown)?;
        let shape = "Answer with a chance from 0 to 1, such as 1/3, 0.4 or 40%.";
        let said = read_chance(text).ok_or_else(|| AnswerError::Unreadable(shape.to_owned()))?;
        let miss = (&said - &truth).approximate().abs();
        // A proper scoring rule: nobody gains by saying anything but what they believe.
        let score = 1.0 - miss * miss;
        let right = miss <= 0.05;
        // Before the answer is found, the reply leads towards it without naming it.
        let words = match said.cmp(&truth) {
            _ if right => format!("Right: it is {}. {}", share(&truth), self.say(&known.why)),
            Ordering::Less => "Not close enough: the chance is higher.".to_owned(),
            Ordering::Equal | Ordering::Greater => "Not close enough: the chance is lower.".to_owned(),
        };
        Ok(Judgement { score, ..plain(right, text, words) })
    }
}

/// A judgement without a board to show.
fn plain(right: bool, answer: &str, said: String) -> Judgement {
    let score = f64::from(u8::from(right));
    let answer = answer.to_owned();
    Judgement { right, answer, said, score, beliefs: Vec::new(), punished: Vec::new(), played: Vec::new() }
}

/// The nimbers that moves leave: the position's own is the smallest that is missing.
fn nimbers_left(known: &Analysis) -> String {
    let left: BTreeSet<u64> = known.moves.listed().iter().filter_map(|judged| judged.nimber).collect();
    let mut left: Vec<String> = left.iter().map(u64::to_string).collect();
    let last = left.pop().unwrap_or_default();
    let left = match left.is_empty() {
        true => format!("nimber {last}"),
        false => format!("nimbers {} and {last}", left.join(", ")),
    };
    format!("The moves leave {left}. Counted from 0, which nimber is the first one missing?")
}

/// What a position is worth, in the word that answers take.
fn value_word(known: &Analysis) -> &'static str {
    match (known.verdict, known.sure_winner()) {
        (Some(verdict), _) => verdict.outcome.word(),
        (None, Some(Seat::One)) => "1",
        (None, Some(Seat::Two)) => "2",
        (None, None) => "neither",
    }
}

fn read_value(text: &str, known: &Analysis) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let text = text.trim_start_matches("player ");
    let Turn::Of(mover) = known.turn else {
        return ["1", "2", "neither"].into_iter().find(|word| *word == text);
    };
    let seat = |seat: Seat| if seat == mover { Outcome::Win } else { Outcome::Lose };
    let outcome = match text {
        "win" | "wins" | "w" => Outcome::Win,
        "lose" | "loses" | "l" => Outcome::Lose,
        "draw" | "d" | "neither" | "endless" => Outcome::Draw,
        "1" => seat(Seat::One),
        "2" => seat(Seat::Two),
        _ => return None,
    };
    Some(outcome.word())
}

/// A chance: a fraction, a decimal or a percentage.
fn read_chance(text: &str) -> Option<Fraction> {
    let (text, percent) = text.strip_suffix('%').map_or((text, false), |text| (text.trim(), true));
    let number: Fraction = match text.split_once('.') {
        None => text.parse().ok()?,
        Some((whole, decimals))
            if decimals.len() <= 12 && decimals.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
            let scale = 10_i128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
            let part: i128 = if decimals.is_empty() { 0 } else { decimals.parse().ok()? };
            Fraction::new(i128::from(whole) * scale + part, scale)?
        }
        Some(_) => return None,
    };
    let number = if percent { &number * &Fraction::new(1, 100)? } else { number };
    (Fraction::ZERO..=Fraction::ONE).contains(&number).then_some(number)
}
