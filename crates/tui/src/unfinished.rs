//! The unfinished session, as it is offered and asked about.

use numberline_table::{Record, counted};
use unicode_width::UnicodeWidthStr;

/// A session that can be resumed: the records of its rounds, the unfinished one last.
pub(crate) struct Unfinished(pub(crate) Vec<Record>);

impl Unfinished {
    /// Such as `Number Siege, Ada against Grace, after 12 turns`, or less of it where there is little room.
    pub(crate) fn within(&self, room: usize) -> String {
        let Some(record) = self.0.last() else { return String::new() };
        let (title, [one, two]) = (record.game().info().title, &record.tags.names);
        let turns = match record.plies().len() {
            0 => "not yet begun".to_owned(),
            plies => format!("after {}", counted(plies, "turn")),
        };
        let texts = [format!("{title}, {one} against {two}, {turns}"), format!("{title}, {turns}")];
        texts.into_iter().find(|text| text.width() <= room).unwrap_or_else(|| title.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trial::played;

    #[test]
    fn as_much_is_said_as_there_is_room_for() {
        let unfinished = Unfinished(vec![played("siege", "", &["3", "2"])]);
        assert_eq!(unfinished.within(80), "Number Siege, Ada against Grace, after 2 turns");
        assert_eq!(unfinished.within(40), "Number Siege, after 2 turns");
        assert_eq!(unfinished.within(5), "Number Siege");
    }
}
