//! Shapes with smooth edges on a small image: each pixel is covered as far as the shape's outline allows.

/// A place on the image.
pub(super) type Point = (f32, f32);

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

/// An image.
pub(super) struct Canvas {
    width: u16,
    height: u16,
    pixels: Vec<Colour>,
}

impl Canvas {
    pub(super) fn new(width: u16, height: u16, ground: Colour) -> Self {
        Self { width, height, pixels: vec![ground; usize::from(width) * usize::from(height)] }
    }

    pub(super) fn disc(&mut self, (x, y): Point, radius: f32, colour: Colour) {
        self.paint((x, y), (radius, radius), colour, |dx, dy| dx.hypot(dy) - radius);
    }

    pub(super) fn diamond(&mut self, at: Point, radius: f32, colour: Colour) {
        self.paint(at, (radius, radius), colour, |dx, dy| {
            (dx.abs() + dy.abs() - radius) * std::f32::consts::FRAC_1_SQRT_2
        });
    }

    /// A rectangle with round corners, given by its middle and half its size.
    pub(super) fn tile(&mut self, at: Point, (width, height): Point, corner: f32, colour: Colour) {
        self.paint(at, (width, height), colour, |dx, dy| {
            let (x, y) = (dx.abs() - width + corner, dy.abs() - height + corner);
            x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - corner
        });
    }

    /// A card, given by its middle and half its size.
    pub(super) fn card(&mut self, at: Point, (width, height): Point, edge: Colour, face: Colour) {
        self.tile(at, (width, height), 10.0, edge);
        self.tile(at, (width - 3.0, height - 3.0), 7.0, face);
    }

    /// A line through several points, with round ends.
    pub(super) fn stroke(&mut self, points: &[Point], width: f32, colour: Colour) {
        for ends in points.windows(2) {
            let &[(x1, y1), (x2, y2)] = ends else { continue };
            let (middle, half) =
                (((x1 + x2) / 2.0, (y1 + y2) / 2.0), ((x2 - x1).abs() / 2.0, (y2 - y1).abs() / 2.0));
            let (vx, vy) = (x2 - x1, y2 - y1);
            let length = vx.mul_add(vx, vy * vy).max(f32::EPSILON);
            let around = (half.0 + width / 2.0, half.1 + width / 2.0);
            self.paint(middle, around, colour, |dx, dy| {
                let (px, py) = (dx + middle.0 - x1, dy + middle.1 - y1);
                let along = (px.mul_add(vx, py * vy) / length).clamp(0.0, 1.0);
                (px - vx * along).hypot(py - vy * along) - width / 2.0
            });
        }
    }

    /// Paints where the distance to the outline, from a place relative to the middle, is negative.
    fn paint(&mut self, (x, y): Point, half: Point, colour: Colour, outline: impl Fn(f32, f32) -> f32) {
        // The conversions saturate, so a shape that reaches beyond the image is cut off.
        let span = |middle: f32, half: f32, most: u16| {
            let from = (middle - half - 1.0).floor().max(0.0) as u16;
            let to = (middle + half + 2.0).ceil().max(0.0) as u16;
            from.min(most)..to.min(most)
        };
        for row in span(y, half.1, self.height) {
            for column in span(x, half.0, self.width) {
                let outside = outline(f32::from(column) + 0.5 - x, f32::from(row) + 0.5 - y);
                let cover = (0.5 - outside).clamp(0.0, 1.0);
                let place = usize::from(row) * usize::from(self.width) + usize::from(column);
                let Some(pixel) = self.pixels.get_mut(place).filter(|_| cover > 0.0) else { continue };
                for (old, new) in pixel.iter_mut().zip(colour) {
                    *old = f32::from(new).mul_add(cover, f32::from(*old) * (1.0 - cover)).round() as u8;
                }
            }
        }
    }

    /// The image as a file; empty if it cannot be encoded, which memory alone could cause.
    pub(super) fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width.into(), self.height.into());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let written =
            encoder.write_header().and_then(|mut image| image.write_image_data(self.pixels.as_flattened()));
        if written.is_err() { Vec::new() } else { file }
    }
}
