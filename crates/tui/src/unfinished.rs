//! Unfinished sessions, as they are offered.

use numberline_history::Unfinished;
use numberline_table::counted;
use unicode_width::UnicodeWidthStr;

/// Such as `Number Siege, Ada against Grace, after 12 turns`, or less of it where there is little room.
pub(crate) fn within(unfinished: &Unfinished, room: usize) -> String {
    let Some(record) = unfinished.records.last() else { return String::new() };
    let title = record.game().info().title;
    let short = || match record.plies().len() {
        0 => format!("{title}, not yet begun"),
        plies => format!("{title}, after {}", counted(plies, "turn")),
    };
    [unfinished.sentence(), short()]
        .into_iter()
        .find(|text| text.width() <= room)
        .unwrap_or_else(|| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trial::played;

    #[test]
    fn as_much_is_said_as_there_is_room_for() {
        let unfinished = Unfinished { number: 1, records: vec![played("siege", "", &["3", "2"])] };
        assert_eq!(within(&unfinished, 80), "Number Siege, Ada against Grace, after 2 turns");
        assert_eq!(within(&unfinished, 40), "Number Siege, after 2 turns");
        assert_eq!(within(&unfinished, 5), "Number Siege");
    }
}
