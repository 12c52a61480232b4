//! The rules of a game as a page shows them. Text and its styles are data, so a client need not parse Markdown.

use numberline_rules::Settings;
use numberline_table::{AnyGame, Block, Inline, InlineStyle, RulesText, Section, Surface, explain_parameter};
use serde::Serialize;
use utoipa::ToSchema;

/// The rules of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RulesJson {
    /// The name in commands and URLs.
    pub slug: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// One line about the moves and the goal.
    pub summary: &'static str,
    /// An example of a move as a player types it.
    pub example: &'static str,
    /// The rules with the rulings that apply.
    pub sections: Vec<SectionJson>,
    /// The parameters.
    pub parameters: Vec<ParameterHelpJson>,
}

/// A section of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SectionJson {
    /// Its heading, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its text.
    pub blocks: Vec<BlockJson>,
}

/// A paragraph, or an item of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BlockJson {
    /// The label of an item: the number of a ruling, such as `R2`, or a dash. A paragraph has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its text.
    pub text: Vec<InlineJson>,
}

/// A piece of text in one style.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "style", content = "text", rename_all = "lowercase")]
pub enum InlineJson {
    /// Plain text.
    Plain(String),
    /// Emphasized.
    Strong(String),
    /// Text to type.
    Code(String),
}

/// A parameter, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ParameterHelpJson {
    /// Its name for `set`.
    pub name: &'static str,
    /// What it changes, the allowed values, and the book's value.
    pub help: String,
}

impl RulesJson {
    /// The rules of the book's game, as they read on a page.
    #[must_use]
    pub fn new(game: &dyn AnyGame) -> Self {
        Self::of(game, &game.book_settings())
    }

    /// The rules of a variant, as they read on a page.
    #[must_use]
    pub fn of(game: &dyn AnyGame, settings: &Settings) -> Self {
        let text = RulesText::of(game, settings, Surface::Page);
        let info = game.info();
        let parameters = game.parameters().iter();
        let help = parameters.map(|parameter| ParameterHelpJson {
            name: parameter.name,
            help: explain_parameter(parameter, None),
        });
        Self {
            slug: info.slug,
            title: info.title,
            summary: info.summary,
            example: info.example,
            sections: text.sections.into_iter().map(SectionJson::from).collect(),
            parameters: help.collect(),
        }
    }
}

impl From<Section> for SectionJson {
    fn from(Section { title, blocks }: Section) -> Self {
        let blocks = blocks.into_iter().map(|Block { label, text }| BlockJson {
            label,
            text: text.into_iter().map(InlineJson::from).collect(),
        });
        Self { title, blocks: blocks.collect() }
    }
}

impl From<Inline> for InlineJson {
    fn from(Inline { style, text }: Inline) -> Self {
        match style {
            InlineStyle::Plain => Self::Plain(text),
            InlineStyle::Strong => Self::Strong(text),
            InlineStyle::Code => Self::Code(text),
        }
    }
}
