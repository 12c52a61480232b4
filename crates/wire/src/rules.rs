//! The rules of a game as a page shows them. Text and its styles are data, so that nobody else has to read Markdown.

use numberline_table::{AnyGame, Block, Inline, InlineStyle, RulesText, Section, explain_parameter};
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
    /// The rules with the rulings that apply.
    pub sections: Vec<SectionJson>,
    /// What can be set.
    pub parameters: Vec<ParameterHelpJson>,
}

/// A part of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SectionJson {
    /// Its heading, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it says.
    pub blocks: Vec<BlockJson>,
}

/// A paragraph, or an item of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BlockJson {
    /// What marks an item: the number of a ruling, such as `R2`, or a dash. A paragraph has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What it says.
    pub text: Vec<InlineJson>,
}

/// A piece of text that looks the same throughout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "style", content = "text", rename_all = "lowercase")]
pub enum InlineJson {
    /// Like the text around it.
    Plain(String),
    /// Stressed.
    Strong(String),
    /// Something to type.
    Code(String),
}

/// What can be set, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ParameterHelpJson {
    /// As `set` takes it.
    pub name: &'static str,
    /// What it changes, the values there are, and the book's.
    pub help: String,
}

impl RulesJson {
    /// The rules of a game.
    #[must_use]
    pub fn new(game: &dyn AnyGame) -> Self {
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
            sections: RulesText::read(info.rules).sections.into_iter().map(SectionJson::from).collect(),
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
