//! The rules of a game as data: the Markdown file beside a game becomes sections of paragraphs and list items.
//!
//! This is the only place that reads Markdown. It understands what our texts use: headings, paragraphs, lists, stressed words
//! and code. Front ends draw the data; those that show lines of text get them wrapped.

mod template;

use std::mem;

use numberline_rules::Settings;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use textwrap::{Options, WordSplitter};

pub use template::Surface;

use crate::AnyGame;

/// The rules of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesText {
    /// The parts, in the order of the text.
    pub sections: Vec<Section>,
}

/// A part of the rules.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Section {
    /// Its heading; none for what stands before the first one.
    pub title: Option<String>,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A paragraph, or an item of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// What marks an item: the strong words that it begins with, which are the number of a ruling such as `R2`, or a dash. A
    /// paragraph has none.
    pub label: Option<String>,
    /// What it says.
    pub text: Vec<Inline>,
}

/// A piece of text that looks the same throughout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inline {
    /// How it looks.
    pub style: InlineStyle,
    /// The words.
    pub text: String,
}

/// How a piece of text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InlineStyle {
    /// Like the text around it.
    Plain,
    /// Stressed.
    Strong,
    /// Something to type.
    Code,
}

/// A line of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesLine {
    /// A heading.
    Title(String),
    /// A line of a paragraph or an item, indented; an empty one between blocks.
    Text(Vec<Inline>),
}

impl RulesText {
    /// The rules of a variant, as they read on a surface.
    #[must_use]
    pub fn of(game: &dyn AnyGame, settings: &Settings, surface: Surface) -> Self {
        Self::read(&template::fill(game.info().rules, settings, surface))
    }

    /// Reads Markdown.
    fn read(markdown: &str) -> Self {
        let (mut sections, mut section) = (Vec::new(), Section::default());
        let (mut text, mut is_strong, mut in_item) = (Vec::new(), false, false);
        for event in Parser::new(markdown) {
            match event {
                Event::Text(words) if is_strong => add(&mut text, InlineStyle::Strong, &words),
                Event::Text(words) => add(&mut text, InlineStyle::Plain, &words),
                Event::Code(words) => add(&mut text, InlineStyle::Code, &words),
                Event::SoftBreak | Event::HardBreak => add(&mut text, InlineStyle::Plain, " "),
                Event::Start(Tag::Emphasis | Tag::Strong) => is_strong = true,
                Event::End(TagEnd::Emphasis | TagEnd::Strong) => is_strong = false,
                Event::End(TagEnd::Heading(_)) => {
                    let title = Some(plain_text(&mem::take(&mut text)));
                    sections.push(mem::replace(&mut section, Section { title, blocks: Vec::new() }));
                }
                Event::Start(Tag::Item) => in_item = true,
                Event::End(TagEnd::Paragraph) if !in_item => {
                    section.blocks.push(Block { label: None, text: mem::take(&mut text) });
                }
                Event::End(TagEnd::Item) => {
                    in_item = false;
                    section.blocks.push(Block::item(mem::take(&mut text)));
                }
                _ => {}
            }
        }
        sections.push(section);
        sections.retain(|section| *section != Section::default());
        Self { sections }
    }

    /// The text from top to bottom, in lines of at most this many columns.
    #[must_use]
    pub fn lines(&self, columns: usize) -> Vec<RulesLine> {
        let mut lines = Vec::new();
        for section in &self.sections {
            if !lines.is_empty() {
                lines.push(RulesLine::Text(Vec::new()));
            }
            lines.extend(section.title.clone().map(RulesLine::Title));
            for (place, Block { label, text }) in section.blocks.iter().enumerate() {
                if place > 0 && label.is_none() {
                    lines.push(RulesLine::Text(Vec::new()));
                }
                let label = label.as_ref().map_or_else(|| "  ".to_owned(), |label| format!("  {label:<4} "));
                wrap(label, text, columns, &mut lines);
            }
        }
        lines
    }
}

/// The words alone.
#[must_use]
pub fn plain_text(text: &[Inline]) -> String {
    text.iter().map(|inline| inline.text.as_str()).collect()
}

impl Block {
    fn item(mut text: Vec<Inline>) -> Self {
        let mut label = "-".to_owned();
        if text.first().is_some_and(|first| first.style == InlineStyle::Strong) {
            label = text.remove(0).text;
        }
        if let Some(first) = text.first_mut() {
            first.text = first.text.trim_start().to_owned();
        }
        Self { label: Some(label), text }
    }
}

fn add(text: &mut Vec<Inline>, style: InlineStyle, words: &str) {
    match text.last_mut() {
        Some(last) if last.style == style => last.text.push_str(words),
        _ => text.push(Inline { style, text: words.to_owned() }),
    }
}

/// Breaks text between words. The first line begins with the label, the others are indented as far.
fn wrap(mut label: String, text: &[Inline], columns: usize, lines: &mut Vec<RulesLine>) {
    let hang = " ".repeat(label.len());
    let words = plain_text(text);
    let options = Options::new(columns.saturating_sub(hang.len())).word_splitter(WordSplitter::NoHyphenation);
    let mut end = 0;
    for line in textwrap::wrap(&words, options) {
        // Only spaces are left out between two lines.
        let rest = words.get(end..).unwrap_or_default();
        let start = end + (rest.len() - rest.trim_start().len());
        end = start + line.len();
        let label = mem::replace(&mut label, hang.clone());
        let mut pieces = vec![Inline { style: InlineStyle::Plain, text: label }];
        let mut next = 0;
        for Inline { style, text } in text {
            let from = next;
            next += text.len();
            if let Some(piece) = words.get(from.max(start)..next.min(end)).filter(|piece| !piece.is_empty()) {
                add(&mut pieces, *style, piece);
            }
        }
        lines.push(RulesLine::Text(pieces));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

    use super::InlineStyle::{Code, Plain, Strong};
    use super::*;

    fn text<const N: usize>(pieces: [(InlineStyle, &str); N]) -> Vec<Inline> {
        pieces.map(|(style, text)| Inline { style, text: text.to_owned() }).to_vec()
    }

    fn shown(rules: &str, columns: usize) -> Vec<String> {
        let lines = RulesText::read(rules).lines(columns).into_iter();
        lines
            .map(|line| match line {
                RulesLine::Title(title) => title,
                RulesLine::Text(text) => plain_text(&text),
            })
            .collect()
    }

    #[test]
    fn markdown_becomes_sections_blocks_and_styles() {
        let read = RulesText::read(
            "Before it\nall.\n\n## Your *turn*\n\nType `5 6`, *or* **both** (`-`).\n\n- one\n- two\n\n\
             ## Rulings\n\n- **R1** One thing\n  and more.\n\n- **R12** Two.\n",
        );
        let block = |label: Option<&str>, words| Block {
            label: label.map(str::to_owned),
            text: text([(Plain, words)]),
        };
        let turn = [
            (Plain, "Type "),
            (Code, "5 6"),
            (Plain, ", "),
            (Strong, "or"),
            (Plain, " "),
            (Strong, "both"),
            (Plain, " ("),
            (Code, "-"),
            (Plain, ")."),
        ];
        assert_eq!(
            read.sections,
            [
                Section { title: None, blocks: vec![block(None, "Before it all.")] },
                Section {
                    title: Some("Your turn".to_owned()),
                    blocks: vec![
                        Block { label: None, text: text(turn) },
                        block(Some("-"), "one"),
                        block(Some("-"), "two"),
                    ],
                },
                Section {
                    title: Some("Rulings".to_owned()),
                    blocks: vec![block(Some("R1"), "One thing and more."), block(Some("R12"), "Two.")],
                },
            ]
        );
    }

    #[test]
    fn lines_are_wrapped_and_hang_on_their_labels() {
        let rules = "## Goal\n\nCross out a number,\nor two.\n\nOnly once:\n\n- one number or another\n\n\
                     ## Rulings\n\n- **R1** One thing\n  and more.\n- **R12** Two.\n";
        assert_eq!(
            shown(rules, 20),
            [
                "Goal",
                "  Cross out a",
                "  number, or two.",
                "",
                "  Only once:",
                "  -    one number or",
                "       another",
                "",
                "Rulings",
                "  R1   One thing and",
                "       more.",
                "  R12  Two.",
            ]
        );
    }

    #[test]
    fn a_style_continues_on_the_next_line() {
        let rules = RulesText::read("Type (`5 6 7`) or **all of it**, now.");
        assert_eq!(
            rules.lines(12),
            [
                text([(Plain, "  Type ("), (Code, "5 6")]),
                text([(Plain, "  "), (Code, "7"), (Plain, ") or "), (Strong, "all")]),
                text([(Plain, "  "), (Strong, "of it"), (Plain, ",")]),
                text([(Plain, "  now.")]),
            ]
            .map(RulesLine::Text)
        );
    }

    fn of(slug: &str, set: &str, surface: Surface) -> String {
        let game = crate::find(slug).unwrap();
        let mut settings = game.book_settings();
        settings.assign_all(set.split_whitespace()).unwrap();
        let lines = RulesText::of(game, &settings, surface).lines(76).into_iter();
        let lines = lines.map(|line| match line {
            RulesLine::Title(title) => title,
            RulesLine::Text(text) => plain_text(&text).trim().to_owned(),
        });
        lines.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rules_have_the_numbers_of_the_variant() {
        let cards = of("cards", "cards=7 end=9 tiebreak=sample", Surface::Typed);
        for part in [
            "Player 1 to +9, Player 2 to −9",
            "1 to 7, once each",
            "loses, and if it never moved",
            "plays by the example",
        ] {
            assert!(cards.contains(part), "{part}: {cards}");
        }
        assert!(!cards.contains("+5") && !cards.contains("The rule counts here"), "{cards}");
        assert!(of("siege", "step=1", Surface::Page).contains("Move your token 1 position towards"));
        assert!(of("siege", "", Surface::Page).contains("Move your token 1, 2 or 3 positions towards"));
        assert!(of("token", "step=9", Surface::Page).contains("Push the token 1 to 9 squares"));
        assert!(of("duel", "misere=yes", Surface::Page).contains("Leave the last move to your opponent"));
        let token = of("token", "revisit=no", Surface::Screen);
        assert!(token.contains("So has a player who has no move left. Rulings"), "{token}");
    }

    #[test]
    fn rules_speak_of_what_the_surface_has() {
        for game in crate::catalog() {
            let slug = game.info().slug;
            for surface in [Surface::Typed, Surface::Screen, Surface::Page] {
                for set in ["", "misere=yes", "revisit=no", "tiebreak=sample"] {
                    let mut settings = game.book_settings();
                    if !set.is_empty() && settings.assign(set).is_err() {
                        continue;
                    }
                    let rules = of(slug, set, surface);
                    assert!(!rules.contains(['{', '}']), "{slug}: {rules}");
                    assert!(!rules.contains("--"), "{slug} names an option: {rules}");
                    let marks = [" X", " O,", " O.", "(-)", "Type "].iter().any(|mark| rules.contains(mark));
                    assert!(surface == Surface::Typed || !marks, "{slug}: {rules}");
                    let read = RulesText::of(game, &settings, surface);
                    let blocks = read.sections.iter().flat_map(|section| &section.blocks);
                    assert!(blocks.clone().all(|block| !block.text.is_empty()), "{slug}: {blocks:?}");
                    assert!(read.lines(38).len() > 20, "{slug}");
                }
            }
        }
    }

    #[test]
    fn no_line_is_too_long() {
        for game in crate::catalog() {
            let rules = RulesText::of(game, &game.book_settings(), Surface::Typed);
            let longest = rules.lines(38).into_iter().map(|line| match line {
                RulesLine::Title(title) => title.chars().count(),
                RulesLine::Text(text) => plain_text(&text).chars().count(),
            });
            assert!(longest.max().is_some_and(|longest| longest <= 38), "{}", game.info().slug);
        }
    }
}
