//! The program's icon as PNG, in the sizes that systems ask for when the page is installed. `icon.svg` of the page is the
//! same drawing.

use super::canvas::Canvas;

/// The sizes.
pub(crate) const SIZES: [u16; 3] = [180, 192, 512];

/// The icon, without round corners: systems cut it to their own shape.
pub(crate) fn png(size: u16) -> Vec<u8> {
    let mut canvas = Canvas::new(size, size, [0x14, 0x17, 0x1d]);
    // The drawing keeps away from the edges, which a round shape would cut off.
    let scale = f32::from(size) / 80.0;
    let at = |x: f32, y: f32| ((x + 8.0) * scale, (y + 4.0) * scale);
    let (axis, width) = ([0xe2, 0xe6, 0xee], 3.5 * scale);
    for ends in [
        [(8.0, 36.0), (56.0, 36.0)],
        [(8.0, 27.0), (8.0, 45.0)],
        [(56.0, 27.0), (56.0, 45.0)],
        [(32.0, 31.0), (32.0, 41.0)],
    ] {
        canvas.stroke(&ends.map(|(x, y)| at(x, y)), width, axis);
    }
    canvas.disc(at(20.0, 36.0), 8.0 * scale, [0x6f, 0xc3, 0xf7]);
    canvas.disc(at(44.0, 36.0), 8.75 * scale, [0xf5, 0xa0, 0x6e]);
    canvas.disc(at(44.0, 36.0), 5.25 * scale, [0x14, 0x17, 0x1d]);
    canvas.png()
}
