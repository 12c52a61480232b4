//! Pictures of positions, as link previews need them: PNG, and drawn without a font or a window.

mod canvas;
mod digits;
mod icon;

use numberline_rules::{Line, Mark, Seat};

use canvas::{Canvas, Colour, Point};

pub(crate) use icon::{SIZES as ICON_SIZES, png as icon};

/// The size that link previews ask for.
pub(crate) const WIDTH: u16 = 1200;
/// See [`WIDTH`].
pub(crate) const HEIGHT: u16 = 630;

/// The most cells that can be told apart at this size.
pub(crate) const MOST_CELLS: usize = 84;

/// The colours of the page by daylight.
const PAPER: Colour = [0xfa, 0xf8, 0xf3];
const INK: Colour = [0x1f, 0x24, 0x2d];
const EDGE: Colour = [0x8a, 0x85, 0x7a];
const ONE: Colour = [0x00, 0x5f, 0x8f];
const TWO: Colour = [0xa8, 0x40, 0x10];
const SHARED: Colour = [0x2c, 0x30, 0x38];
const GONE: Colour = [0x6b, 0x6f, 0x77];

const MARGIN: f32 = 60.0;
const MOST_IN_ROW: usize = 21;

/// A position as a PNG. Of a longer line only the first [`MOST_CELLS`] cells are drawn.
pub(crate) fn png(line: &Line) -> Vec<u8> {
    let cells: Vec<_> = line.cells.iter().take(MOST_CELLS).collect();
    let rows = cells.len().div_ceil(MOST_IN_ROW).max(1);
    let per_row = cells.len().div_ceil(rows).max(1);
    let mut canvas = Canvas::new(WIDTH, HEIGHT, PAPER);
    let step = ((f32::from(WIDTH) - 2.0 * MARGIN) / per_row as f32).min(110.0);
    let (top, room) = if line.hands.is_some() { (150.0, 300.0) } else { (60.0, f32::from(HEIGHT) - 120.0) };
    let pitch = room / rows as f32;
    for (row, part) in cells.chunks(per_row).enumerate() {
        let left = (f32::from(WIDTH) - step * part.len() as f32) / 2.0 + step / 2.0;
        let y = top + pitch * (row as f32 + 0.5) - step * 0.2;
        let end = left + step * (part.len().saturating_sub(1)) as f32;
        canvas.stroke(&[(left, y), (end, y)], 4.0, EDGE);
        for (place, cell) in part.iter().enumerate() {
            let at = (left + step * place as f32, y);
            let index = row * per_row + place;
            let is_end = index == 0 || index + 1 == cells.len();
            let (tick, width, colour) = if is_end { (0.34, 6.0, INK) } else { (0.14, 3.0, EDGE) };
            canvas.stroke(&[(at.0, at.1 - step * tick), (at.0, at.1 + step * tick)], width, colour);
            draw_mark(&mut canvas, at, step, cell.mark);
            let is_free = matches!(cell.mark, Mark::Open | Mark::Shared | Mark::Piece(_));
            let colour = if is_free { INK } else { GONE };
            let below = (at.0, at.1 + step * 0.62);
            digits::write(&mut canvas, &cell.number.to_string(), below, step * 0.3, step * 0.8, colour);
        }
    }
    if let Some(hands) = &line.hands {
        for seat in Seat::BOTH {
            draw_hand(&mut canvas, seat, seat.of::<Vec<u8>>(hands));
        }
    }
    canvas.png()
}

fn draw_mark(canvas: &mut Canvas, (x, y): Point, step: f32, mark: Mark) {
    let size = step * 0.36;
    let around = |points: &[Point]| -> Vec<Point> {
        points.iter().map(|(dx, dy)| (x + dx * size, y + dy * size)).collect()
    };
    match mark {
        Mark::Open => {}
        Mark::Crossed => {
            canvas.stroke(&around(&[(-0.8, -0.8), (0.8, 0.8)]), size * 0.26, INK);
            canvas.stroke(&around(&[(0.8, -0.8), (-0.8, 0.8)]), size * 0.26, INK);
        }
        Mark::Claimed(seat) => draw_piece(canvas, (x, y), size, seat),
        Mark::Blocked => {
            for from in [-0.9, -0.3, 0.3] {
                canvas.stroke(&around(&[(from, 0.7), (from + 0.6, -0.7)]), size * 0.16, GONE);
            }
        }
        Mark::Shared => canvas.diamond((x, y), size * 1.1, SHARED),
        Mark::Piece(seat) => {
            draw_piece(canvas, (x, y), size, seat);
            let (way, colour) = if seat == Seat::One { (1.0, PAPER) } else { (-1.0, TWO) };
            let arrow = around(&[(-0.25 * way, -0.4), (0.25 * way, 0.0), (-0.25 * way, 0.4)]);
            canvas.stroke(&arrow, size * 0.2, colour);
        }
    }
}

/// A disc for Player 1 and a ring for Player 2, so that colour is never the only difference.
fn draw_piece(canvas: &mut Canvas, at: Point, size: f32, seat: Seat) {
    match seat {
        Seat::One => canvas.disc(at, size, ONE),
        Seat::Two => {
            canvas.disc(at, size, TWO);
            canvas.disc(at, size * 0.66, PAPER);
        }
    }
}

/// The cards of a seat, above the line for Player 1 and below it for Player 2.
fn draw_hand(canvas: &mut Canvas, seat: Seat, cards: &[u8]) {
    let (y, colour) = match seat {
        Seat::One => (90.0, ONE),
        Seat::Two => (f32::from(HEIGHT) - 90.0, TWO),
    };
    let step = (900.0 / cards.len().max(1) as f32).min(84.0);
    let left = f32::from(WIDTH) / 2.0 - step * (cards.len().saturating_sub(1)) as f32 / 2.0;
    draw_piece(canvas, (left - step, y), 20.0, seat);
    for (place, card) in cards.iter().enumerate() {
        let at = (left + step * place as f32, y);
        canvas.card(at, (step * 0.42, step * 0.58), colour, PAPER);
        digits::write(canvas, &card.to_string(), at, step * 0.5, step * 0.7, colour);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use numberline_table::{Request, catalog};

    use super::*;

    /// The size in the header, which is all that a preview needs to accept a picture.
    fn size(png: &[u8]) -> (u32, u32) {
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        let number = |from: usize| u32::from_be_bytes(png[from..from + 4].try_into().unwrap());
        (number(16), number(20))
    }

    #[test]
    fn every_game_has_a_picture_and_a_move_changes_it() {
        for game in catalog() {
            let picture = |moves: Option<String>| {
                let at = Request { moves, ..Request::default() }.start(game).unwrap();
                png(&at.line(at.extent()))
            };
            let start = picture(None);
            assert_eq!(size(&start), (1200, 630));
            assert!(start.len() < 100_000, "{} bytes", start.len());
            let played = game.info().slug != "cards";
            let moves = Request::default().start(game).unwrap().moves(Seat::One, 1).first().cloned();
            if let Some(text) = moves.filter(|_| played) {
                assert_ne!(picture(Some(format!("{text};"))), start, "{}", game.info().slug);
            }
        }
    }
}
