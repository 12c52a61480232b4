//! Text from outside, made safe to show.
//!
//! Control characters could drive a terminal, and characters that change the writing direction or have no width could
//! make a text look like another. Neither is needed to write a name or a move, except for what holds an emoji of several
//! parts together, and only there.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

/// Makes one emoji of those on its two sides.
pub(crate) const JOINER: char = '\u{200D}';
/// Asks for the picture in place of the sign.
pub(crate) const AS_EMOJI: char = '\u{FE0F}';

/// Whether the text may be shown as it is.
#[must_use]
pub fn is_clean(text: &str) -> bool {
    !text.contains(is_hostile) || letters(text).all(|(_, may)| may)
}

/// The text with `\u{FFFD}` in place of every character that must not reach a screen.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    if is_clean(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(letters(text).map(|(letter, may)| if may { letter } else { '\u{FFFD}' }).collect())
    }
}

/// The text without the characters that must not reach a screen.
#[must_use]
pub fn cleaned(text: &str) -> String {
    letters(text).filter_map(|(letter, may)| may.then_some(letter)).collect()
}

/// Whether a character may be typed: it may be shown, or it may hold an emoji together with what is typed next.
#[must_use]
pub fn may_be_typed(letter: char) -> bool {
    matches!(letter, JOINER | AS_EMOJI) || !is_hostile(letter)
}

/// Every character, and whether it may be shown in this place. Once a character is refused, nothing more is joined to what
/// stands before it.
fn letters(text: &str) -> impl Iterator<Item = (char, bool)> {
    text.graphemes(true).flat_map(|cluster| {
        let mut rest = cluster.chars();
        let (mut before, mut is_whole) = (None, true);
        std::iter::from_fn(move || {
            let letter = rest.next()?;
            let joins = match letter {
                AS_EMOJI => before.is_some_and(is_pictograph),
                // Inside of a cluster, only an emoji before it keeps it together with one behind it.
                JOINER => rest.clone().next().is_some_and(is_pictograph),
                _ => false,
            };
            let may = !is_hostile(letter) || is_whole && joins;
            is_whole &= may;
            before = Some(letter);
            Some((letter, may))
        })
    })
}

/// Whether a joiner would make one emoji of this character and another.
fn is_pictograph(letter: char) -> bool {
    String::from_iter([letter, JOINER, '😀']).graphemes(true).count() == 1
}

fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(
            u32::from(c),
            0xAD // soft hyphen
            | 0x61C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069 // writing direction
            | 0x34F | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x2800 | 0x3164 | 0xFFA0 // blank letters
            | 0x180B..=0x180E | 0x200B..=0x200D | 0x2060..=0x2065 | 0x206A..=0x206F | 0xFEFF // no width
            | 0x2028 | 0x2029 // line and paragraph separators
            | 0xFE00..=0xFE0F | 0xFFF0..=0xFFFB | 0xE0000..=0xE0FFF // selectors, annotations, tags
        )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_emoji_of_several_parts_is_kept_whole() {
        for whole in [
            "👨\u{200D}👩\u{200D}👧\u{200D}👦",
            "❤\u{FE0F}",
            "❤\u{FE0F}\u{200D}🔥",
            "🏳\u{FE0F}\u{200D}🌈 Ada",
            "👩🏽\u{200D}🚀",
            "🧑🏿\u{200D}🤝\u{200D}🧑🏻",
            "Ada 👨\u{200D}👩 Bo",
        ] {
            assert!(whole.chars().all(may_be_typed), "{whole:?}");
            assert_eq!((cleaned(whole).as_str(), is_clean(whole)), (whole, true), "{whole:?}");
        }
    }

    #[test]
    fn what_joins_no_emoji_is_dropped() {
        for (text, left) in [
            ("\u{200D}", ""),
            ("\u{FE0F}", ""),
            ("A\u{200D}da", "Ada"),
            ("Ada\u{200D}", "Ada"),
            ("A\u{FE0F}da", "Ada"),
            ("1\u{FE0F}", "1"),
            ("👨\u{200D}", "👨"),
            ("\u{200D}👨", "👨"),
            ("👨\u{200D}a", "👨a"),
            ("a\u{200D}👨", "a👨"),
            ("👨 \u{200D}👩", "👨 👩"),
            ("👨\u{200D}\u{200D}👩", "👨👩"),
            ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}"),
            ("❤\u{FE0E}\u{FE0F}", "❤"),
            ("❤\u{200D}\u{FE0F}🔥", "❤🔥"),
            ("👨\u{200C}\u{200D}👩", "👨👩"),
            ("👨\u{202E}\u{200D}👩", "👨👩"),
            ("🇩\u{200D}🇪", "🇩🇪"),
            ("क\u{94D}\u{200D}ष", "क\u{94D}ष"),
        ] {
            assert_eq!((cleaned(text).as_str(), is_clean(text)), (left, false), "{text:?}");
        }
    }

    /// Letters, emoji and everything that could hide between them.
    fn texts() -> impl Strategy<Value = String> {
        let letters = [
            'a',
            '1',
            ' ',
            '©',
            '❤',
            '👨',
            '👩',
            '🏽',
            '🇩',
            'क',
            '\u{94D}',
            '\u{301}',
            JOINER,
            AS_EMOJI,
            '\u{FE0E}',
            '\u{200C}',
            '\u{202E}',
            '\u{E0067}',
        ];
        proptest::collection::vec(proptest::sample::select(letters.to_vec()), 0..12)
            .prop_map(|letters| letters.into_iter().collect())
    }

    proptest! {
        #[test]
        fn what_is_left_is_clean_and_joins_only_emoji(text in texts()) {
            prop_assert!(is_clean(&cleaned(&text)), "{:?} of {text:?}", cleaned(&text));
            prop_assert!(is_clean(&clean(&text)), "{:?} of {text:?}", clean(&text));
            let left: Vec<char> = cleaned(&text).chars().collect();
            let emoji = |letter: Option<&char>| letter.is_some_and(|letter| "©❤👨👩".contains(*letter));
            for (place, letter) in left.iter().enumerate() {
                let before = place.checked_sub(1).and_then(|before| left.get(before));
                let held = before.is_some_and(|before| ['🏽', AS_EMOJI, '\u{301}', '\u{94D}'].contains(before));
                match *letter {
                    AS_EMOJI => prop_assert!(emoji(before), "{left:?}"),
                    JOINER => prop_assert!((emoji(before) || held) && emoji(left.get(place + 1)), "{left:?}"),
                    other => prop_assert!(!is_hostile(other), "{left:?}"),
                }
            }
        }
    }
}
