//! What a terminal's window shows.

use std::num::NonZeroU16;
use std::ops::Range;

/// The number of scrollback lines.
const SCROLLBACK: usize = 10_000;

/// A terminal emulator that follows the output, with the window's sizes over time.
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

    /// Feeds the output since the last call, without the shell's messages.
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
