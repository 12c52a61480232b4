//! Text from outside, made safe to show.
//!
//! Control characters could drive a terminal, and characters that change the writing direction or have no width could
//! make a text look like another. Neither is needed to write a name or a move.

use std::borrow::Cow;

/// Whether the text may be shown as it is.
#[must_use]
pub fn is_clean(text: &str) -> bool {
    !text.contains(is_hostile)
}

/// The text with `\u{FFFD}` in place of every character that must not reach a screen.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    if is_clean(text) { Cow::Borrowed(text) } else { Cow::Owned(text.replace(is_hostile, "\u{FFFD}")) }
}

pub(crate) fn is_hostile(c: char) -> bool {
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
