//! The settings of the full screen. Each is defined here and nowhere else: the file, the command line and the settings
//! screen all use this list.

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
    /// Whether to use the mouse.
    Mouse,
    /// Whether a new game has a coach who warns.
    Coach,
    /// Whether the coach shows nimbers.
    Nimbers,
    /// Whether values are predicted before they are shown.
    Predict,
}

/// The description of a setting.
pub struct About {
    /// Its label on the settings screen.
    pub label: &'static str,
    /// The values that can be chosen.
    pub words: &'static [&'static str],
    /// The default.
    pub usual: &'static str,
    /// What it does, on the settings screen and in the help of the command line: a sentence without its full stop.
    pub help: &'static str,
    /// The placeholder for the value.
    pub value_name: &'static str,
    /// Whether its option may be given without a value, which means `on`.
    pub stands_alone: bool,
}

/// The values of a switch.
pub(crate) const SWITCH: &[&str] = &["on", "off"];

const USUAL: About =
    About { label: "", words: SWITCH, usual: "on", help: "", value_name: "ON", stands_alone: false };

impl Setting {
    /// All of them, in the order in which they are shown.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its name, such as `theme`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its description.
    #[must_use]
    pub const fn about(self) -> About {
        match self {
            Self::Theme => About {
                label: "Theme",
                words: ThemeName::WORDS,
                usual: "dark",
                help: "The colour theme",
                value_name: "NAME",
                ..USUAL
            },
            Self::Depth => About {
                label: "Colours",
                words: &["auto", "true", "256", "16", "none"],
                usual: "auto",
                help: "How many colours to use; auto follows the terminal and NO_COLOR",
                value_name: "COLOURS",
                ..USUAL
            },
            Self::Symbols => About {
                label: "Symbols",
                words: &["auto", "unicode", "ascii"],
                usual: "auto",
                help: "Lines and arrows, or plain ASCII; auto follows the locale",
                value_name: "WHICH",
                ..USUAL
            },
            Self::Motion => About {
                label: "Motion",
                help: "Whether pieces slide. NO_MOTION=1 in the environment turns this off too",
                ..USUAL
            },
            Self::Mouse => About {
                label: "Mouse",
                help: "Off leaves the mouse to the terminal, to select and copy text",
                ..USUAL
            },
            Self::Coach => About {
                label: "Coach",
                usual: "off",
                help: "Whether the coach warns before mistakes in new games",
                stands_alone: true,
                ..USUAL
            },
            Self::Nimbers => About {
                label: "Nimbers",
                usual: "off",
                help: "Whether the coach shows nimbers: the numbers that decide sums of runs",
                stands_alone: true,
                ..USUAL
            },
            Self::Predict => About {
                label: "Predict",
                usual: "off",
                help: "Whether you are asked who wins before the coach or an analysis shows it",
                stands_alone: true,
                ..USUAL
            },
        }
    }

    /// The value that the text names.
    pub fn read(self, text: &str) -> Result<&'static str, NoSuchWordError> {
        let words = self.about().words;
        words.iter().copied().find(|word| *word == text).ok_or_else(|| NoSuchWordError {
            text: numberline_table::clean(&text.chars().take(40).collect::<String>()).into_owned(),
            allowed: words.join(", "),
        })
    }
}

/// The text is none of the values.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not one of {allowed}")]
pub struct NoSuchWordError {
    text: String,
    allowed: String,
}
