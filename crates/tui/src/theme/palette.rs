//! The colours of the themes, and how they look on terminals with fewer of them. Each row has a column for each theme:
//! dark, a night sky; light, paper; contrast, the highest contrast; and safe, the colours of Okabe and Ito, which people
//! with any kind of colour vision can tell apart, and greys.

use numberline_rules::Seat;
use numberline_table::Outcome;
use ratatui::style::Color::{self, *};

use super::{Depth, Role};

/// A colour in each theme: in true colour, and as one of the sixteen that every terminal names.
pub(super) struct Ink([u32; 4], [Color; 4]);

impl Ink {
    /// The colour of a theme on a terminal with this many.
    pub(super) fn at(&self, column: usize, depth: Depth) -> Option<Color> {
        let [_, red, green, blue] = self.0.get(column)?.to_be_bytes();
        match depth {
            Depth::None => None,
            Depth::Sixteen => self.1.get(column).copied(),
            Depth::Table => Some(Color::Indexed(nearest([red, green, blue]))),
            Depth::True => Some(Color::Rgb(red, green, blue)),
        }
    }

    /// The text colour of a role.
    pub(super) fn of(role: Role) -> Self {
        let meant = match role {
            Role::Text | Role::Strong | Role::Legal => [0xd8dce4, 0x22262e, 0xffffff, 0xe4e4e4],
            Role::Faint => [0x8b93a3, 0x686c74, 0xd0d0d0, 0x9c9c9c],
            Role::Accent => [0x7fb4f0, 0x1b57a8, 0x00ffff, 0x56b4e9],
            Role::Border => [0x5a6476, 0x9a968c, 0xffffff, 0x6c6c6c],
            Role::Selected => [0xffffff, 0x101c30, 0x000000, 0xffffff],
            Role::Cursor => [0x15181f, 0xffffff, 0x000000, 0x101010],
            Role::Preview => [0xd2b0f5, 0x7a2f9c, 0xffb0ff, 0xcc79a7],
            Role::Last => [0xf0d090, 0x825500, 0xffe080, 0xf0e442],
            Role::Seat(Seat::One) => [0x6fc3f7, 0x005f8f, 0x80d8ff, 0x56b4e9],
            Role::Seat(Seat::Two) => [0xf5a06e, 0xa84010, 0xffb080, 0xe69f00],
            Role::Shared => [0xe6dcc0, 0x303030, 0xffffff, 0xffffff],
            Role::Gone => [0x8b93a3, 0x686c74, 0xc0c0c0, 0x9c9c9c],
            Role::Outcome(Outcome::Win) => [0x40c040, 0x007000, 0x40ff40, 0x009e73],
            Role::Outcome(Outcome::Draw) => [0xe6e600, 0x6b6b00, 0xffff00, 0xf0e442],
            Role::Outcome(Outcome::Lose) => [0xff6b6b, 0x800000, 0xff9090, 0xd55e00],
            Role::Warning => [0xff8a7a, 0xa31a1a, 0xffa090, 0xd55e00],
        };
        let named = match role {
            Role::Text | Role::Strong | Role::Legal => [Gray, Black, White, Gray],
            Role::Faint | Role::Gone => [DarkGray, DarkGray, Gray, DarkGray],
            Role::Accent => [LightBlue, Blue, LightCyan, LightCyan],
            Role::Border => [DarkGray, Gray, White, DarkGray],
            Role::Selected => [White, White, Black, White],
            Role::Cursor => [Black, White, Black, Black],
            Role::Preview => [LightMagenta, Magenta, LightMagenta, LightMagenta],
            Role::Last => [LightYellow, Red, LightYellow, LightYellow],
            Role::Seat(Seat::One) => [LightCyan, Blue, LightCyan, LightCyan],
            Role::Seat(Seat::Two) => [LightRed, Red, LightRed, Yellow],
            Role::Shared => [White, Black, White, White],
            Role::Outcome(Outcome::Win) => [LightGreen, Green, LightGreen, Cyan],
            Role::Outcome(Outcome::Draw) => [LightYellow, Black, LightYellow, LightYellow],
            Role::Outcome(Outcome::Lose) | Role::Warning => [LightRed, Red, LightRed, LightRed],
        };
        Self(meant, named)
    }

    /// The background of a role; `None` where that is the background of everything.
    pub(super) fn behind(role: Role) -> Option<Self> {
        match role {
            Role::Text => Some(Self([0x15181f, 0xfaf8f3, 0x000000, 0x101010], [Black, White, Black, Black])),
            Role::Selected => Some(Self([0x2c3a52, 0xd3e1f5, 0xffffff, 0x0072b2], [Blue, Blue, White, Blue])),
            Role::Cursor => {
                Some(Self([0xe8c468, 0x2b4a78, 0xffff00, 0xf0e442], [Yellow, Blue, LightYellow, LightYellow]))
            }
            _ => None,
        }
    }
}

/// The place of the nearest colour in the table of 256: in its cube of 6×6×6, or among its 24 greys.
///
/// The first sixteen places are left out, because every terminal shows something else there.
fn nearest(colour: [u8; 3]) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |part: u8| {
        let (place, value) =
            (0_u8..).zip(STEPS).min_by_key(|(_, value)| value.abs_diff(part)).unwrap_or_default();
        (place, value)
    };
    let [red, green, blue] = colour.map(step);
    let cube = [red.1, green.1, blue.1];
    let mean = colour.iter().map(|part| u16::from(*part)).sum::<u16>() / 3;
    let place = u8::try_from((mean.saturating_sub(3) / 10).min(23)).unwrap_or(23);
    let grey = [8 + 10 * place; 3];
    let far = |other: [u8; 3]| {
        let parts = colour.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2));
        parts.sum::<u32>()
    };
    if far(grey) < far(cube) { 232 + place } else { 16 + 36 * red.0 + 6 * green.0 + blue.0 }
}
