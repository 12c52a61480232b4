//! Reads a lesson from its text. What is wrong is reported with the file and the line.

use numberline_table::{Player, clean, find, is_clean};

use crate::lesson::{Part, Response};
use crate::{Lesson, LessonClaim, LessonStep, Paragraph, Rival, Setup, Task};

/// What is wrong with a lesson, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}, line {line}: {reason}")]
pub struct LessonError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl LessonError {
    pub(crate) fn new(file: &str, line: usize, reason: impl AsRef<str>) -> Self {
        let shown = |text: &str| clean(text).chars().take(400).collect();
        Self { file: shown(file), line, reason: shown(reason.as_ref()) }
    }
}

impl Lesson {
    /// More text than any lesson needs.
    pub const LONGEST: usize = 64 * 1024;
    /// The number of a lesson whose file has none: it is not in the course.
    pub const OUTSIDE: u32 = u32::MAX;

    /// Reads the lesson of a file in the course of the game of that slug. The file's name is `NN-name.md`, or any other for a
    /// lesson outside the course.
    pub fn read(slug: &str, file: &str, text: &str) -> Result<Self, LessonError> {
        let wrong = |line, reason: &str| LessonError::new(file, line, reason);
        let game = find(slug).ok_or_else(|| wrong(1, &format!("there is no game '{slug}'")))?;
        let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".md");
        let numbered = stem.split_once('-').and_then(|(number, name)| Some((number.parse().ok()?, name)));
        let (number, name) = numbered.unwrap_or((Self::OUTSIDE, stem));
        if text.len() > Self::LONGEST {
            return Err(wrong(1, "a lesson has at most 64 KiB"));
        }
        let mut reader = Reader { file, ..Reader::default() };
        for (place, line) in text.lines().enumerate() {
            reader.take(place + 1, line)?;
        }
        let end = text.lines().count();
        reader.close()?;
        let Reader { title, idea, rival, without_nimbers, steps, .. } = reader;
        if steps.is_empty() {
            return Err(wrong(end, "a lesson has at least one step; begin it with ## and its heading"));
        }
        Ok(Self {
            game,
            number,
            name: name.to_owned(),
            title: title.ok_or_else(|| wrong(1, "the first line is the title: # Title"))?,
            idea: idea.ok_or_else(|| wrong(1, "the idea is missing: @idea NAME"))?,
            rival,
            without_nimbers,
            steps,
            file: file.to_owned(),
        })
    }
}

#[derive(Default)]
struct Reader<'a> {
    file: &'a str,
    title: Option<String>,
    idea: Option<String>,
    rival: Option<Rival>,
    without_nimbers: bool,
    steps: Vec<LessonStep>,
    /// The paragraph being read, with the line where it began.
    open: Option<(usize, String)>,
}

impl Reader<'_> {
    fn take(&mut self, line: usize, text: &str) -> Result<(), LessonError> {
        let text = text.trim_end();
        if !is_clean(text) {
            return Err(self.wrong(line, "the line contains characters that cannot be printed"));
        }
        if let Some(heading) = text.strip_prefix("## ") {
            self.close()?;
            self.steps.push(LessonStep {
                heading: heading.trim().to_owned(),
                text: Vec::new(),
                setup: None,
                task: None,
                ask: None,
                hints: Vec::new(),
                right: None,
                wrong: Vec::new(),
                line,
            });
            return Ok(());
        }
        if let Some(title) = text.strip_prefix("# ") {
            let first = self.title.replace(title.trim().to_owned()).is_none() && self.steps.is_empty();
            return if first { Ok(()) } else { Err(self.wrong(line, "a lesson has one title")) };
        }
        if let Some(directive) = text.strip_prefix('@') {
            self.close()?;
            let (word, rest) = directive.split_once(' ').unwrap_or((directive, ""));
            return self.directive(line, word, rest.trim());
        }
        if text.is_empty() {
            return self.close();
        }
        if self.steps.is_empty() {
            return Err(self.wrong(line, "text belongs to a step; begin one with ## and its heading"));
        }
        match &mut self.open {
            Some((_, paragraph)) => {
                paragraph.push(' ');
                paragraph.push_str(text.trim());
            }
            None => self.open = Some((line, text.trim().to_owned())),
        }
        Ok(())
    }

    fn directive(&mut self, line: usize, word: &str, rest: &str) -> Result<(), LessonError> {
        if rest.is_empty() {
            return Err(self.wrong(line, &format!("@{word} needs something behind it")));
        }
        match word {
            "idea" if self.steps.is_empty() => {
                self.idea = Some(rest.to_owned());
                return Ok(());
            }
            "rival" if self.steps.is_empty() => {
                let mut words = rest.split_whitespace().map(str::to_owned);
                let player = words.next().unwrap_or_default();
                let known: Result<Player, _> = player.parse();
                known.map_err(|error| self.wrong(line, &error.to_string()))?;
                self.rival = Some(Rival { player, set: words.collect() });
                return Ok(());
            }
            "without" if self.steps.is_empty() => {
                self.without_nimbers = rest == "nimbers";
                let only = "a lesson can do @without nimbers, and without nothing else";
                return if self.without_nimbers { Ok(()) } else { Err(self.wrong(line, only)) };
            }
            _ => {}
        }
        let file = self.file;
        let wrong = |reason: &str| LessonError::new(file, line, reason);
        let known = "there are @idea, @rival and @without before the first step, and @position, @task, @ask, @hint, @right and @wrong in a step";
        let step = self.steps.last_mut().ok_or_else(|| wrong(known))?;
        let paragraph = |text: &str| Paragraph::read(file, line, text);
        match word {
            "position" => step.setup = Some(Setup::read(rest).map_err(|reason| wrong(&reason))?),
            "task" => step.task = Some(Task::read(rest).map_err(|reason| wrong(&reason))?),
            "ask" => step.ask = Some(rest.to_owned()),
            "hint" => step.hints.push(paragraph(rest)?),
            "right" => step.right = Some(paragraph(rest)?),
            "wrong" => {
                let (to, text) =
                    rest.split_once('|').ok_or_else(|| wrong("write @wrong ANSWER | what to say"))?;
                step.wrong.push(Response { to: to.trim().to_owned(), text: paragraph(text.trim())? });
            }
            _ => return Err(wrong(&format!("there is no @{word} here; {known}"))),
        }
        Ok(())
    }

    /// Ends the paragraph that is being read.
    fn close(&mut self) -> Result<(), LessonError> {
        if let Some((line, text)) = self.open.take() {
            let paragraph = Paragraph::read(self.file, line, &text)?;
            if let Some(step) = self.steps.last_mut() {
                step.text.push(paragraph);
            }
        }
        Ok(())
    }

    fn wrong(&self, line: usize, reason: &str) -> LessonError {
        LessonError::new(self.file, line, reason)
    }
}

impl Paragraph {
    /// Finds the claims in a paragraph.
    fn read(file: &str, line: usize, text: &str) -> Result<Self, LessonError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (claim, behind) = after
                .split_once('}')
                .ok_or_else(|| LessonError::new(file, line, "a claim that begins with { ends with }"))?;
            parts.push(Part::Text(before.to_owned()));
            let claim = LessonClaim::read(claim).map_err(|reason| LessonError::new(file, line, reason))?;
            parts.push(Part::Claim(claim));
            rest = behind;
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(Self { parts, line })
    }
}
