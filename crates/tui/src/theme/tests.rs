//! Whether everything is readable in every theme.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failing test is meant to panic"
)]

use ratatui::style::Color;

use super::*;

fn roles() -> Vec<Role> {
    let mut roles = vec![
        Role::Text,
        Role::Faint,
        Role::Strong,
        Role::Accent,
        Role::Selected,
        Role::Cursor,
        Role::Preview,
        Role::Last,
        Role::Legal,
        Role::Shared,
        Role::Gone,
        Role::Warning,
    ];
    roles.extend(Seat::BOTH.map(Role::Seat));
    roles.extend([Outcome::Win, Outcome::Draw, Outcome::Lose].map(Role::Outcome));
    roles
}

fn luminance(colour: Color) -> f64 {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?} is no true colour") };
    let [red, green, blue] = [red, green, blue].map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of two colours as the accessibility guidelines define it: 1 to 21.
fn contrast(one: Color, two: Color) -> f64 {
    let (one, two) = (luminance(one), luminance(two));
    (one.max(two) + 0.05) / (one.min(two) + 0.05)
}

#[test]
fn every_text_can_be_read_in_true_colour() {
    for name in ThemeName::ALL.iter().copied().filter(|name| *name != ThemeName::Mono) {
        let least = if name == ThemeName::Contrast { 7.0 } else { 4.5 };
        let theme = Theme::new(name, Depth::True);
        let paper = theme.style(Role::Text).bg.unwrap();
        for role in roles() {
            let style = theme.style(role);
            let found = contrast(style.fg.unwrap(), style.bg.unwrap_or(paper));
            assert!(found >= least, "{name}, {role:?}: contrast {found:.2} is below {least}");
        }
        let frame = contrast(theme.style(Role::Border).fg.unwrap(), paper);
        assert!(frame >= 2.5, "{name}: frames have a contrast of {frame:.2}");
    }
}

#[test]
fn the_table_of_256_stays_close() {
    let rgb = |place: u8| {
        let step = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
        match place {
            232.. => [8 + 10 * (place - 232); 3],
            _ => [(place - 16) / 36, (place - 16) / 6 % 6, (place - 16) % 6].map(step),
        }
    };
    for name in ThemeName::ALL.iter().copied().filter(|name| *name != ThemeName::Mono) {
        let least = if name == ThemeName::Contrast { 7.0 } else { 4.0 };
        let theme = Theme::new(name, Depth::Table);
        let true_of = |colour: Color| {
            let Color::Indexed(place) = colour else { panic!("{colour:?} is not of the table") };
            let [red, green, blue] = rgb(place);
            Color::Rgb(red, green, blue)
        };
        let paper = theme.style(Role::Text).bg.unwrap();
        for role in roles() {
            let style = theme.style(role);
            let found = contrast(true_of(style.fg.unwrap()), true_of(style.bg.unwrap_or(paper)));
            assert!(found >= least, "{name}, {role:?}: contrast {found:.2} is below {least}");
        }
    }
}

#[test]
fn no_text_has_the_colour_of_its_paper_among_sixteen() {
    for name in ThemeName::ALL.iter().copied().filter(|name| *name != ThemeName::Mono) {
        let theme = Theme::new(name, Depth::Sixteen);
        let paper = theme.style(Role::Text).bg.unwrap();
        for role in roles() {
            let style = theme.style(role);
            let (over, under) = (style.fg.unwrap(), style.bg.unwrap_or(paper));
            assert_ne!(over, under, "{name}, {role:?}");
            assert!(!matches!(over, Color::Rgb(..) | Color::Indexed(_)), "{name}, {role:?}: {over:?}");
        }
    }
}

#[test]
fn without_colours_there_are_none() {
    let themes = ThemeName::ALL.iter().map(|name| Theme::new(*name, Depth::None));
    let mono = [Depth::Sixteen, Depth::Table, Depth::True].map(|depth| Theme::new(ThemeName::Mono, depth));
    for theme in themes.chain(mono) {
        for role in roles().into_iter().chain([Role::Border]) {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{theme:?}, {role:?}");
        }
    }
}

/// The values keep the usual hues of solved games: green, yellow, red.
#[test]
fn values_have_the_hues_that_people_know() {
    for name in [ThemeName::Dark, ThemeName::Light] {
        let theme = Theme::new(name, Depth::True);
        let parts = |outcome| match theme.style(Role::Outcome(outcome)).fg {
            Some(Color::Rgb(red, green, blue)) => [red, green, blue],
            other => panic!("{other:?}"),
        };
        let [red, green, blue] = parts(Outcome::Win);
        assert!(green > red && red == blue, "{name}: a win is green");
        let [red, green, blue] = parts(Outcome::Draw);
        assert!(red == green && green > blue, "{name}: a draw is yellow");
        let [red, green, blue] = parts(Outcome::Lose);
        assert!(red > green && green == blue, "{name}: a loss is red");
    }
}

#[test]
fn the_safe_theme_has_no_colours_but_those_of_okabe_and_ito() {
    const OKABE_ITO: [u32; 8] =
        [0x00_00_00, 0xe6_9f_00, 0x56_b4_e9, 0x00_9e_73, 0xf0_e4_42, 0x00_72_b2, 0xd5_5e_00, 0xcc_79_a7];
    let theme = Theme::new(ThemeName::Safe, Depth::True);
    for role in roles() {
        let style = theme.style(role);
        for colour in [style.fg, style.bg].into_iter().flatten() {
            let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?}") };
            let grey = red == green && green == blue;
            let rgb = u32::from_be_bytes([0, red, green, blue]);
            assert!(grey || OKABE_ITO.contains(&rgb), "{role:?}: {rgb:06x}");
        }
    }
}
