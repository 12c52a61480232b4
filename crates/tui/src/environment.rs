//! What the terminal and the system report about themselves.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use etcetera::base_strategy::{BaseStrategy, Xdg};
use numberline_table::has_unicode;

use crate::{Depth, Symbols};

/// What the terminal and the system report about themselves, and where the preferences are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Environment {
    /// How many colours there are, as far as known.
    pub depth: Depth,
    /// Which symbols can be shown, as far as known.
    pub symbols: Symbols,
    /// Whether motion is forbidden.
    pub still: bool,
    /// Where the preferences are kept; `None` if unknown.
    pub config: Option<PathBuf>,
}

/// An environment without information: no colours, every symbol, and nothing is kept.
impl Default for Environment {
    fn default() -> Self {
        Self { depth: Depth::None, symbols: Symbols::Unicode, still: false, config: None }
    }
}

impl Environment {
    /// Reads the environment of this process.
    #[must_use]
    pub fn find() -> Self {
        let folder = Xdg::new().ok().map(|folders| folders.config_dir().join("numberline"));
        Self::read(|name| env::var_os(name), folder)
    }

    /// Reads variables; `folder` is where settings belong if no variable says otherwise. An empty variable counts as unset.
    pub fn read(variable: impl Fn(&str) -> Option<OsString>, folder: Option<PathBuf>) -> Self {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let text = |name: &str| variable(name).map(|value| value.to_string_lossy().to_lowercase());
        let forbids = |name: &str| text(name).is_some_and(|value| value != "0");
        let folder = variable("NUMBERLINE_HOME").map(PathBuf::from).or(folder);
        Self {
            depth: depth(&text),
            symbols: symbols(&text),
            still: forbids("NO_MOTION") || forbids("REDUCE_MOTION"),
            config: folder.map(|folder| folder.join("config.toml")),
        }
    }
}

fn depth(text: &impl Fn(&str) -> Option<String>) -> Depth {
    const FULL: [&str; 6] = ["direct", "kitty", "alacritty", "ghostty", "wezterm", "foot"];
    let term = text("TERM").unwrap_or_default();
    if text("NO_COLOR").is_some() || term == "dumb" {
        Depth::None
    } else if text("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit")
        || text("WT_SESSION").is_some()
        || FULL.iter().any(|name| term.contains(name))
    {
        Depth::True
    } else if term.contains("256color") {
        Depth::Table
    } else {
        Depth::Sixteen
    }
}

fn symbols(text: &impl Fn(&str) -> Option<String>) -> Symbols {
    if has_unicode(text) { Symbols::Unicode } else { Symbols::Ascii }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Environment {
        let find = |name: &str| variables.iter().find(|(other, _)| *other == name);
        Environment::read(|name| find(name).map(|(_, value)| (*value).into()), Some("/etc/nowhere".into()))
    }

    #[test]
    fn colours_are_counted() {
        for (variables, depth) in [
            (&[("TERM", "xterm-256color")][..], Depth::Table),
            (&[("TERM", "xterm")], Depth::Sixteen),
            (&[("TERM", "linux")], Depth::Sixteen),
            (&[], Depth::Sixteen),
            (&[("TERM", "dumb")], Depth::None),
            (&[("TERM", "xterm"), ("COLORTERM", "truecolor")], Depth::True),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "24bit")], Depth::True),
            (&[("TERM", "xterm-kitty")], Depth::True),
            (&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")], Depth::None),
            (&[("TERM", "xterm"), ("NO_COLOR", "")], Depth::Sixteen),
        ] {
            assert_eq!(with(variables).depth, depth, "{variables:?}");
        }
    }

    #[test]
    fn symbols_follow_the_locale() {
        assert_eq!(with(&[("LANG", "de_DE.UTF-8")]).symbols, Symbols::Unicode);
        assert_eq!(with(&[("LANG", "en_US.utf8"), ("LC_ALL", "")]).symbols, Symbols::Unicode);
        assert_eq!(with(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")]).symbols, Symbols::Ascii);
    }

    #[test]
    fn reduced_motion_is_honoured() {
        assert!(!with(&[]).still);
        assert!(!with(&[("NO_MOTION", "0")]).still);
        assert!(with(&[("NO_MOTION", "1")]).still);
        assert!(with(&[("REDUCE_MOTION", "yes")]).still);
    }

    #[test]
    fn the_home_of_the_files_can_be_chosen() {
        let chosen = with(&[("NUMBERLINE_HOME", "/srv/games")]).config;
        assert_eq!(chosen, Some("/srv/games/config.toml".into()));
        assert_eq!(with(&[("NUMBERLINE_HOME", "")]).config, Some("/etc/nowhere/config.toml".into()));
    }
}
