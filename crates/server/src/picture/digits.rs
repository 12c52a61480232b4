//! Digits as strokes, because a picture of a position needs nothing else to be read.

use super::canvas::{Canvas, Colour, Point};

/// How wide a digit is, and how far apart two are, as parts of their height.
const WIDE: f32 = 0.56;
const PITCH: f32 = 0.78;

/// Writes a whole number around a place, no wider than it may be.
pub(super) fn write(
    canvas: &mut Canvas,
    text: &str,
    (x, y): Point,
    height: f32,
    widest: f32,
    colour: Colour,
) {
    let count = text.chars().count();
    let wide = WIDE + PITCH * count.saturating_sub(1) as f32;
    let height = height.min(widest / wide.max(WIDE));
    let left = x - height * wide / 2.0;
    for (place, letter) in text.chars().enumerate() {
        let from = left + height * PITCH * place as f32;
        for stroke in strokes(letter) {
            let points: Vec<Point> =
                stroke.iter().map(|(dx, dy)| (from + dx * height * WIDE, y + (dy - 0.5) * height)).collect();
            canvas.stroke(&points, (height * 0.13).max(1.5), colour);
        }
    }
}

/// The strokes of a digit or a minus in a square from 0 to 1; none for anything else.
fn strokes(letter: char) -> &'static [&'static [Point]] {
    match letter {
        '0' => &[&[
            (0.5, 0.0),
            (0.15, 0.1),
            (0.0, 0.5),
            (0.15, 0.9),
            (0.5, 1.0),
            (0.85, 0.9),
            (1.0, 0.5),
            (0.85, 0.1),
            (0.5, 0.0),
        ]],
        '1' => &[&[(0.15, 0.22), (0.55, 0.0), (0.55, 1.0)]],
        '2' => {
            &[&[(0.05, 0.22), (0.25, 0.03), (0.7, 0.03), (0.95, 0.25), (0.85, 0.5), (0.0, 1.0), (1.0, 1.0)]]
        }
        '3' => &[&[
            (0.05, 0.1),
            (0.4, 0.0),
            (0.85, 0.1),
            (0.85, 0.38),
            (0.4, 0.47),
            (0.9, 0.58),
            (0.95, 0.85),
            (0.5, 1.0),
            (0.0, 0.9),
        ]],
        '4' => &[&[(0.75, 1.0), (0.75, 0.0), (0.0, 0.7), (1.0, 0.7)]],
        '5' => &[&[
            (0.9, 0.0),
            (0.15, 0.0),
            (0.1, 0.42),
            (0.55, 0.36),
            (0.95, 0.55),
            (0.9, 0.85),
            (0.5, 1.0),
            (0.0, 0.9),
        ]],
        '6' => &[&[
            (0.85, 0.0),
            (0.3, 0.15),
            (0.03, 0.6),
            (0.15, 0.92),
            (0.5, 1.0),
            (0.9, 0.9),
            (0.97, 0.62),
            (0.6, 0.42),
            (0.1, 0.55),
        ]],
        '7' => &[&[(0.0, 0.0), (1.0, 0.0), (0.35, 1.0)]],
        '8' => &[&[
            (0.5, 0.45),
            (0.12, 0.3),
            (0.2, 0.05),
            (0.5, 0.0),
            (0.8, 0.05),
            (0.88, 0.3),
            (0.5, 0.45),
            (0.05, 0.65),
            (0.1, 0.92),
            (0.5, 1.0),
            (0.9, 0.92),
            (0.95, 0.65),
            (0.5, 0.45),
        ]],
        '9' => &[&[
            (0.9, 0.45),
            (0.4, 0.58),
            (0.03, 0.38),
            (0.1, 0.1),
            (0.5, 0.0),
            (0.85, 0.08),
            (0.97, 0.4),
            (0.7, 0.85),
            (0.15, 1.0),
        ]],
        '-' => &[&[(0.15, 0.55), (0.85, 0.55)]],
        _ => &[],
    }
}
