//! The rules of a game as a page shows them: sections as Markdown, and the rulings one by one.
//!
//! A game's rules are written for a terminal: headings stand at the edge, what belongs to them is indented, and the last
//! section lists the rulings by number. That is all that is relied on here, and a text of another shape passes unharmed.

use numberline_rules::Info;
use serde::Serialize;
use utoipa::ToSchema;

/// The rules of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RulesJson {
    /// The name that commands and addresses take.
    pub slug: &'static str,
    /// The title that people see.
    pub title: &'static str,
    /// One line on what one does and how one wins.
    pub summary: &'static str,
    /// A move as one types it.
    pub example: &'static str,
    /// Markdown: second-level headings and paragraphs, without the rulings.
    pub rules: String,
    /// What holds where the rule book is silent or says two things.
    pub rulings: Vec<RulingJson>,
}

/// What holds where the rule book is silent or says two things.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RulingJson {
    /// Its number: `R2`.
    pub id: String,
    /// What holds.
    pub text: String,
}

impl RulesJson {
    /// The rules of a game.
    #[must_use]
    pub fn new(info: &Info) -> Self {
        let (mut rules, mut rulings) = (String::new(), Vec::new());
        for section in sections(info.rules) {
            match section.heading {
                Some("Ruling" | "Rulings") => rulings.extend(each_ruling(&section.lines)),
                Some(heading) => push(&mut rules, &format!("## {heading}\n\n{}", paragraphs(&section.lines))),
                None => push(&mut rules, &paragraphs(&section.lines)),
            }
        }
        Self {
            slug: info.slug,
            title: info.title,
            summary: info.summary,
            example: info.example,
            rules,
            rulings,
        }
    }
}

fn push(text: &mut String, part: &str) {
    if !text.is_empty() && !part.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(part);
}

struct Section<'a> {
    heading: Option<&'a str>,
    lines: Vec<&'a str>,
}

/// A heading is a line at the edge whose next line is indented.
fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { heading: None, lines: Vec::new() }];
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let at_the_edge = !line.is_empty() && !line.starts_with(' ');
        if at_the_edge && lines.peek().is_some_and(|next| next.starts_with(' ')) {
            sections.push(Section { heading: Some(line.trim_end()), lines: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.lines.push(line);
        }
    }
    sections.retain(|section| section.heading.is_some() || section.lines.iter().any(|line| !line.is_empty()));
    sections
}

/// Lines that follow each other are one paragraph.
fn paragraphs(lines: &[&str]) -> String {
    let paragraphs = lines.split(|line| line.trim().is_empty()).filter(|lines| !lines.is_empty());
    let joined = paragraphs.map(|lines| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "));
    joined.collect::<Vec<_>>().join("\n\n")
}

/// A ruling begins with its number; the lines after it belong to it.
fn each_ruling(lines: &[&str]) -> Vec<RulingJson> {
    let mut rulings: Vec<RulingJson> = Vec::new();
    for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let is_number = word
            .strip_prefix('R')
            .is_some_and(|digits| !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit()));
        match rulings.last_mut() {
            Some(ruling) if !is_number => {
                ruling.text.push(' ');
                ruling.text.push_str(line);
            }
            _ if is_number => {
                rulings.push(RulingJson { id: word.to_owned(), text: rest.trim().to_owned() });
            }
            _ => rulings.push(RulingJson { id: String::new(), text: line.to_owned() }),
        }
    }
    rulings
}
