//! A game that can be gone on with, as it is spoken of.

use numberline_table::Name;
use unicode_width::UnicodeWidthStr;

use crate::Unfinished;
use crate::dialog::Dialog;

/// The game that can be gone on with.
pub(crate) struct Continuable {
    pub(crate) game: Box<Unfinished>,
    title: &'static str,
    names: [Name; 2],
    plies: usize,
}

impl Continuable {
    pub(crate) fn new(game: Box<Unfinished>) -> Result<Self, String> {
        let record = game.record()?;
        Ok(Self {
            title: record.game().info().title,
            names: record.tags.names.clone(),
            plies: record.plies().len(),
            game,
        })
    }

    /// Such as `Number Siege, Ada against Grace, after 12 turns`.
    pub(crate) fn describe(&self) -> String {
        let [one, two] = &self.names;
        format!("{}, {one} against {two}, {}", self.title, self.turns())
    }

    /// Whether another match is to take its place.
    pub(crate) fn question(&self) -> Dialog {
        Dialog::new(format!(
            "This takes the place of the unfinished game: {}. Begin anyway?",
            self.describe()
        ))
    }

    /// The same, or less of it where there is little room.
    pub(crate) fn within(&self, room: usize) -> String {
        let shorter = format!("{}, {}", self.title, self.turns());
        let fitting = [self.describe(), shorter].into_iter().find(|text| text.width() <= room);
        fitting.unwrap_or_else(|| self.title.to_owned())
    }

    fn turns(&self) -> String {
        match self.plies {
            0 => "not yet begun".to_owned(),
            1 => "after 1 turn".to_owned(),
            plies => format!("after {plies} turns"),
        }
    }
}
