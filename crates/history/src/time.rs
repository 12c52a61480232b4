//! The one form in which times are kept: RFC 3339, such as `2026-11-15T20:00:00Z`.

use numberline_table::Date;

/// This moment.
#[must_use]
pub fn now() -> String {
    jiff::Timestamp::now().to_string()
}

/// This day, counted from 1 January 1970.
#[must_use]
pub fn day() -> i64 {
    jiff::Timestamp::now().as_second().div_euclid(86_400)
}

/// This day where the program runs, as records write it.
#[must_use]
pub fn today() -> Option<Date> {
    let today = jiff::Zoned::now().date();
    let part = |number: i8| u8::try_from(number).ok();
    Date::new(u16::try_from(today.year()).ok()?, part(today.month())?, part(today.day())?)
}

/// Whether the text has the shape of a time. Whether there was such a day is left to the caller's clock.
pub(crate) fn is_time(text: &str) -> bool {
    const LONGEST: usize = 40;
    let Some((second, rest)) = text.split_at_checked(19).filter(|_| text.len() <= LONGEST) else {
        return false;
    };
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if zone.len() == fraction.len() {
                return false;
            }
            zone
        }
        None => rest,
    };
    let zoned = zone == "Z" || has_shape(zone, "+00:00") || has_shape(zone, "-00:00");
    has_shape(second, "0000-00-00T00:00:00") && zoned
}

/// Whether the text is the pattern with any digit in place of each `0`.
fn has_shape(text: &str, pattern: &str) -> bool {
    let fits = |(c, wanted): (u8, u8)| if wanted == b'0' { c.is_ascii_digit() } else { c == wanted };
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(fits)
}

#[cfg(test)]
mod tests {
    use super::is_time;

    #[test]
    fn times_are_told_from_other_texts() {
        for good in [
            "2026-11-15T20:00:00Z",
            "2026-11-15T20:00:00.25Z",
            "2026-11-15T20:00:00.1+01:00",
            "0000-00-00T00:00:00-09:30",
        ] {
            assert!(is_time(good), "{good}");
        }
        for bad in [
            "",
            "now",
            "2026-11-15",
            "2026-11-15 20:00:00Z",
            "2026-11-15T20:00:00",
            "2026-11-15T20:00:00.Z",
            "2026-11-15T20:00:00z",
            "2026-11-15T20:00:00+0100",
            "2026-11-15T20:00:00Z\u{1b}[31m",
            "2026-11-15T20:00:0٣Z",
            "2026-11-15T20:00:00.11111111111111111111111111Z",
        ] {
            assert!(!is_time(bad), "{bad}");
        }
    }
}
