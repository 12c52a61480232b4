//! Which games of the history are wanted.

use numberline_table::Name;

/// Which games of the history are wanted. The default is all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Only games with this slug.
    pub game: Option<String>,
    /// Only games in which this player took part, in either seat. The name must match exactly.
    pub player: Option<String>,
    /// How many games are listed at most. Statistics count all of them.
    pub limit: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { game: None, player: None, limit: u32::MAX }
    }
}

impl Filter {
    /// The player's name as the database has it. A text that is not a name stays as it is, and so finds nothing.
    pub(crate) fn player(&self) -> Option<String> {
        self.player
            .as_deref()
            .map(|text| Name::new(text).map_or_else(|_| text.to_owned(), |name| name.to_string()))
    }
}
