//! The settings of the full screen. Each stands here and nowhere else: the file, the command line and the settings screen
//! all go through this list.

use strum::VariantArray;

use crate::ThemeName;

/// A setting: a choice among a few words. Its name is its key in the file and its option on the command line.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Setting {
    /// The colours.
    Theme,
    /// How many colours are used.
    Depth,
    /// Which symbols are used.
    Symbols,
    /// Whether anything moves.
    Motion,
    /// Whether the mouse is listened to.
    Mouse,
    /// Whether a new game has a coach who warns.
    Coach,
    /// Whether the coach shows nimbers.
    Nimbers,
}

/// What there is to say about a setting.
pub struct About {
    /// What it is called on the settings screen.
    pub label: &'static str,
    /// The words that can be chosen.
    pub words: &'static [&'static str],
    /// The one that is chosen as long as nobody has chosen another.
    pub usual: &'static str,
    /// A sentence for the settings screen.
    pub sentence: &'static str,
    /// A line for the help of the command line.
    pub help: &'static str,
    /// What stands there for the word.
    pub value_name: &'static str,
    /// Whether its option may stand alone, and then means `on`.
    pub stands_alone: bool,
}

/// The words of a switch.
pub const SWITCH: &[&str] = &["on", "off"];

const USUAL: About = About {
    label: "",
    words: SWITCH,
    usual: "on",
    sentence: "",
    help: "",
    value_name: "ON",
    stands_alone: false,
};

impl Setting {
    /// All of them, in the order in which they are shown.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its name, such as `theme`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What there is to say about it.
    #[must_use]
    pub const fn about(self) -> About {
        match self {
            Self::Theme => About {
                label: "Theme",
                words: ThemeName::WORDS,
                usual: "dark",
                help: "The colours",
                value_name: "NAME",
                ..USUAL
            },
            Self::Depth => About {
                label: "Colours",
                words: &["auto", "true", "256", "16", "none"],
                usual: "auto",
                sentence: "How many colours are used; auto asks the terminal, and NO_COLOR.",
                help: "How many colours",
                value_name: "COLOURS",
                ..USUAL
            },
            Self::Symbols => About {
                label: "Symbols",
                words: &["auto", "unicode", "ascii"],
                usual: "auto",
                sentence: "Lines and arrows, or nothing beyond ASCII; auto asks the locale.",
                help: "Which symbols",
                value_name: "WHICH",
                ..USUAL
            },
            Self::Motion => About {
                label: "Motion",
                sentence: "Whether pieces slide. NO_MOTION=1 in the environment switches it off too.",
                help: "Whether anything moves",
                ..USUAL
            },
            Self::Mouse => About {
                label: "Mouse",
                sentence: "Off leaves the mouse to the terminal, to mark and copy text.",
                help: "Whether the mouse is listened to",
                ..USUAL
            },
            Self::Coach => About {
                label: "Coach",
                usual: "off",
                sentence: "Whether a new game begins with the coach, who warns before mistakes.",
                help: "Whether a new game has a coach, who warns before a move that throws the game away",
                stands_alone: true,
                ..USUAL
            },
            Self::Nimbers => About {
                label: "Nimbers",
                usual: "off",
                sentence: "Whether the coach shows the nimbers of runs, where a game has them.",
                help: "Whether the coach shows nimbers",
                stands_alone: true,
                ..USUAL
            },
        }
    }

    /// The one of its words that the text is.
    pub fn read(self, text: &str) -> Result<&'static str, NoSuchWordError> {
        let words = self.about().words;
        words.iter().copied().find(|word| *word == text).ok_or_else(|| NoSuchWordError {
            text: numberline_table::clean(&text.chars().take(40).collect::<String>()).into_owned(),
            allowed: words.join(", "),
        })
    }
}

/// The text is none of the words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not one of {allowed}")]
pub struct NoSuchWordError {
    text: String,
    allowed: String,
}
