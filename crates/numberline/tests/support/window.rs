//! What a terminal's window shows.

use std::num::NonZeroU16;
use std::ops::Range;

/// How many lines can be scrolled back to.
const SCROLLBACK: usize = 10_000;

/// A terminal emulator that follows the output, and the sizes that the window has on its way.
pub(super) struct Window<'a> {
    pub(super) parser: vt100::Parser,
    sizes: &'a [(usize, (u16, u16))],
    seen: usize,
}

impl<'a> Window<'a> {
    pub(super) fn new(sizes: &'a [(usize, (u16, u16))]) -> Self {
        let (columns, rows) = sizes[0].1;
        let parser = vt100::Parser::new(cells(rows), cells(columns), SCROLLBACK);
        Self { parser, sizes: &sizes[1..], seen: 0 }
    }

    /// Shows what has come out since the last time, but for the shell's remarks.
    pub(super) fn show(&mut self, bytes: &[u8]) {
        let Range { start, end } = super::output_range(bytes);
        self.seen = self.seen.max(start);
        while let [(from, (columns, rows)), later @ ..] = self.sizes {
            if *from > end {
                break;
            }
            self.feed(bytes, *from);
            self.parser.screen_mut().set_size(cells(*rows), cells(*columns));
            self.sizes = later;
        }
        self.feed(bytes, end);
    }

    fn feed(&mut self, bytes: &[u8], up_to: usize) {
        if up_to > self.seen {
            self.parser.process(&bytes[self.seen..up_to]);
            self.seen = up_to;
        }
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a size")
}
