//! The commands that can be typed at every prompt besides a move.

use numberline_rules::Turn;
use numberline_table::AnyMatch;

/// A word that is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Help,
    Rules,
    Hint,
    Board,
    Moves,
    Odds,
    Undo,
    Draw,
    Resign,
    Save(String),
    Quit,
}

/// The commands and what they do, for `help` and for completion.
pub(crate) const COMMANDS: [(&str, &str); 11] = [
    ("help", "show this"),
    ("rules", "show the rules of this game"),
    ("hint", "is it won? ask again for where to look, which move, and why"),
    ("board", "show the line, the pieces and the goal"),
    ("moves", "list your moves"),
    ("odds", "whom this variant favours, and which one is closest to even"),
    ("undo", "take back the last move"),
    ("draw", "offer a draw"),
    ("resign", "give up"),
    ("save FILE", "save the game, to resume it with: numberline play --resume FILE"),
    ("quit", "leave without finishing"),
];

/// The help in a match. Where both players choose at once, more can be taken back.
pub(crate) fn help_in(game: &dyn AnyMatch) -> String {
    let secret = format!("take back the {} that you have just chosen, or the last turn", game.info().piece);
    help_rows(&COMMANDS.map(|(word, help)| match word {
        "undo" if game.turn() == Turn::Both => (word, secret.as_str()),
        _ => (word, help),
    }))
}

/// The rows of a help. A word without an explanation means what it means at every prompt.
pub(crate) fn help_rows(rows: &[(&str, &str)]) -> String {
    let usual = |word: &str| COMMANDS.iter().find(|(known, _)| *known == word).map_or("", |(_, help)| *help);
    let row = |(word, help): &(&str, &str)| {
        let help = if help.is_empty() { usual(word) } else { *help };
        format!("  {word:<10}  {help}")
    };
    rows.iter().map(row).collect::<Vec<_>>().join("\n")
}

impl Command {
    /// Reads a command; `None` if the line is not one, and so may be a move.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("help" | "h" | "?", "") => Self::Help,
            ("rules", "") => Self::Rules,
            ("hint", "") => Self::Hint,
            ("board", "") => Self::Board,
            ("moves", "") => Self::Moves,
            ("odds", "") => Self::Odds,
            ("undo" | "u", "") => Self::Undo,
            ("draw", "") => Self::Draw,
            ("resign", "") => Self::Resign,
            ("save", file) => Self::Save(file.to_owned()),
            ("quit" | "q" | "exit", "") => Self::Quit,
            _ => return None,
        };
        Some(command)
    }
}
