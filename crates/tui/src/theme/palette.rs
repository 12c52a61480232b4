//! The colours of each theme, and how they look on terminals with fewer of them.

use ratatui::style::Color;

use super::{Depth, ThemeName};

/// A colour: as it is meant, and as one of the sixteen that every terminal names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ink {
    pub(super) rgb: u32,
    named: Color,
}

const fn ink(rgb: u32, named: Color) -> Ink {
    Ink { rgb, named }
}

impl Ink {
    /// The colour on a terminal with so many.
    pub(super) fn at(self, depth: Depth) -> Color {
        let [_, red, green, blue] = self.rgb.to_be_bytes();
        match depth {
            Depth::None => Color::Reset,
            Depth::Sixteen => self.named,
            Depth::Table => Color::Indexed(nearest([red, green, blue])),
            Depth::True => Color::Rgb(red, green, blue),
        }
    }
}

/// The colours of a theme.
pub(super) struct Palette {
    pub(super) background: Ink,
    pub(super) text: Ink,
    pub(super) faint: Ink,
    pub(super) accent: Ink,
    pub(super) border: Ink,
    pub(super) selected: Ink,
    pub(super) on_selected: Ink,
    pub(super) cursor: Ink,
    pub(super) on_cursor: Ink,
    pub(super) preview: Ink,
    pub(super) last: Ink,
    pub(super) seats: [Ink; 2],
    pub(super) shared: Ink,
    pub(super) gone: Ink,
    pub(super) win: Ink,
    pub(super) draw: Ink,
    pub(super) lose: Ink,
    pub(super) warning: Ink,
}

impl Palette {
    /// The colours of a theme; none if it has none.
    pub(super) fn of(name: ThemeName) -> Option<&'static Self> {
        match name {
            ThemeName::Dark => Some(&DARK),
            ThemeName::Light => Some(&LIGHT),
            ThemeName::Contrast => Some(&CONTRAST),
            ThemeName::Safe => Some(&SAFE),
            ThemeName::Mono => None,
        }
    }
}

/// A night sky. The values keep the hues that books of solved games use: green, yellow, red.
const DARK: Palette = Palette {
    background: ink(0x15_18_1f, Color::Black),
    text: ink(0xd8_dc_e4, Color::Gray),
    faint: ink(0x8b_93_a3, Color::DarkGray),
    accent: ink(0x7f_b4_f0, Color::LightBlue),
    border: ink(0x5a_64_76, Color::DarkGray),
    selected: ink(0x2c_3a_52, Color::Blue),
    on_selected: ink(0xff_ff_ff, Color::White),
    cursor: ink(0xe8_c4_68, Color::Yellow),
    on_cursor: ink(0x15_18_1f, Color::Black),
    preview: ink(0xd2_b0_f5, Color::LightMagenta),
    last: ink(0xf0_d0_90, Color::LightYellow),
    seats: [ink(0x6f_c3_f7, Color::LightCyan), ink(0xf5_a0_6e, Color::LightRed)],
    shared: ink(0xe6_dc_c0, Color::White),
    gone: ink(0x8b_93_a3, Color::DarkGray),
    win: ink(0x40_c0_40, Color::LightGreen),
    draw: ink(0xe6_e6_00, Color::LightYellow),
    lose: ink(0xff_6b_6b, Color::LightRed),
    warning: ink(0xff_8a_7a, Color::LightRed),
};

/// Paper.
const LIGHT: Palette = Palette {
    background: ink(0xfa_f8_f3, Color::White),
    text: ink(0x22_26_2e, Color::Black),
    faint: ink(0x68_6c_74, Color::DarkGray),
    accent: ink(0x1b_57_a8, Color::Blue),
    border: ink(0x9a_96_8c, Color::Gray),
    selected: ink(0xd3_e1_f5, Color::Blue),
    on_selected: ink(0x10_1c_30, Color::White),
    cursor: ink(0x2b_4a_78, Color::Blue),
    on_cursor: ink(0xff_ff_ff, Color::White),
    preview: ink(0x7a_2f_9c, Color::Magenta),
    last: ink(0x82_55_00, Color::Red),
    seats: [ink(0x00_5f_8f, Color::Blue), ink(0xa8_40_10, Color::Red)],
    shared: ink(0x30_30_30, Color::Black),
    gone: ink(0x68_6c_74, Color::DarkGray),
    win: ink(0x00_70_00, Color::Green),
    draw: ink(0x6b_6b_00, Color::Black),
    lose: ink(0x80_00_00, Color::Red),
    warning: ink(0xa3_1a_1a, Color::Red),
};

/// As far apart as colours can be: everything is light on black.
const CONTRAST: Palette = Palette {
    background: ink(0x00_00_00, Color::Black),
    text: ink(0xff_ff_ff, Color::White),
    faint: ink(0xd0_d0_d0, Color::Gray),
    accent: ink(0x00_ff_ff, Color::LightCyan),
    border: ink(0xff_ff_ff, Color::White),
    selected: ink(0xff_ff_ff, Color::White),
    on_selected: ink(0x00_00_00, Color::Black),
    cursor: ink(0xff_ff_00, Color::LightYellow),
    on_cursor: ink(0x00_00_00, Color::Black),
    preview: ink(0xff_b0_ff, Color::LightMagenta),
    last: ink(0xff_e0_80, Color::LightYellow),
    seats: [ink(0x80_d8_ff, Color::LightCyan), ink(0xff_b0_80, Color::LightRed)],
    shared: ink(0xff_ff_ff, Color::White),
    gone: ink(0xc0_c0_c0, Color::Gray),
    win: ink(0x40_ff_40, Color::LightGreen),
    draw: ink(0xff_ff_00, Color::LightYellow),
    lose: ink(0xff_90_90, Color::LightRed),
    warning: ink(0xff_a0_90, Color::LightRed),
};

/// The colours of Okabe and Ito, which people with any kind of colour vision can tell apart, and greys.
const SAFE: Palette = Palette {
    background: ink(0x10_10_10, Color::Black),
    text: ink(0xe4_e4_e4, Color::Gray),
    faint: ink(0x9c_9c_9c, Color::DarkGray),
    accent: ink(0x56_b4_e9, Color::LightCyan),
    border: ink(0x6c_6c_6c, Color::DarkGray),
    selected: ink(0x00_72_b2, Color::Blue),
    on_selected: ink(0xff_ff_ff, Color::White),
    cursor: ink(0xf0_e4_42, Color::LightYellow),
    on_cursor: ink(0x10_10_10, Color::Black),
    preview: ink(0xcc_79_a7, Color::LightMagenta),
    last: ink(0xf0_e4_42, Color::LightYellow),
    seats: [ink(0x56_b4_e9, Color::LightCyan), ink(0xe6_9f_00, Color::Yellow)],
    shared: ink(0xff_ff_ff, Color::White),
    gone: ink(0x9c_9c_9c, Color::DarkGray),
    win: ink(0x00_9e_73, Color::Cyan),
    draw: ink(0xf0_e4_42, Color::LightYellow),
    lose: ink(0xd5_5e_00, Color::LightRed),
    warning: ink(0xd5_5e_00, Color::LightRed),
};

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
