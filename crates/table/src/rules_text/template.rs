//! The rules as they are written, with places for the numbers of a variant and parts for some surfaces or variants only.
//!
//! | written | stands for |
//! |---|---|
//! | `{length}` | the value of that parameter |
//! | `{1..step position}` | `1 position`, `1 or 2 positions`, `1 to 50 positions` |
//! | `{?page: …}` | the text, on that surface only; `screen\|page` is either |
//! | `{?misere=yes: …}` | the text, in a variant with that value only |

use numberline_rules::Settings;

use crate::words::up_to;

/// Where the rules are shown, which decides how a move is made and how pieces look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Line by line: moves are typed, and marks are letters.
    Typed,
    /// The full screen.
    Screen,
    /// The page in a browser.
    Page,
}

impl Surface {
    fn name(self) -> &'static str {
        match self {
            Self::Typed => "typed",
            Self::Screen => "screen",
            Self::Page => "page",
        }
    }
}

/// The text for a variant and a surface. What is not understood stays as it is written.
pub(super) fn fill(template: &str, settings: &Settings, surface: Surface) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((inner, behind)) = split_at_end(after) else {
            filled.push('{');
            rest = after;
            continue;
        };
        match inner.strip_prefix('?').and_then(|part| part.split_once(':')) {
            Some((only, text)) => {
                let begun = filled.rsplit('\n').next().map_or(0, str::len);
                let is_first = filled.trim_end_matches(' ').len() + begun == filled.len();
                if only.split('|').any(|only| holds(only, settings, surface)) {
                    // A part that continues a line keeps its space; one at the beginning of a line has none.
                    let text = if filled.ends_with(['\n', ' ']) { text.trim_start() } else { text };
                    filled.push_str(&fill(text, settings, surface));
                } else if let Some(next) = behind.strip_prefix('\n').filter(|_| is_first) {
                    // A line that only this part was on goes with it: an empty one would end the paragraph.
                    filled.truncate(filled.len() - begun);
                    rest = next;
                    continue;
                }
            }
            None => filled.push_str(&value(inner, settings).unwrap_or_else(|| format!("{{{inner}}}"))),
        }
        rest = behind;
    }
    filled + rest
}

/// What stands before the closing brace that belongs to the opening one before the text, and what stands behind it.
fn split_at_end(text: &str) -> Option<(&str, &str)> {
    let mut open = 1_u32;
    for (place, letter) in text.char_indices() {
        match letter {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            let (inner, behind) = text.split_at_checked(place)?;
            return Some((inner, behind.strip_prefix('}')?));
        }
    }
    None
}

fn holds(only: &str, settings: &Settings, surface: Surface) -> bool {
    match only.split_once('=') {
        Some((name, value)) => settings.get(name).is_some_and(|set| set.to_string() == value),
        None => only == surface.name(),
    }
}

fn value(inner: &str, settings: &Settings) -> Option<String> {
    match inner.strip_prefix("1..").and_then(|range| range.split_once(' ')) {
        Some((name, what)) => Some(up_to(settings.get(name)?.to_string().parse().ok()?, what)),
        None => settings.get(inner).map(|value| value.to_string()),
    }
}
