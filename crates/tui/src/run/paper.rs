//! The target of drawing: a frame is collected whole and written to the terminal at once, so that nothing flickers.

use std::io;

use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use super::tty::Tty;

/// Collects what is drawn. Its size is set from outside: a terminal that is resized during a frame does not tear it.
pub(super) struct Paper {
    ink: Vec<u8>,
    size: Size,
    /// Whether the cursor is visible; unknown at first, and after another program had the terminal.
    cursor: Option<bool>,
}

impl Paper {
    pub(super) fn new((width, height): (u16, u16)) -> Self {
        Self { ink: Vec::new(), size: Size { width, height }, cursor: None }
    }

    pub(super) fn resize(&mut self, (width, height): (u16, u16)) {
        self.size = Size { width, height };
    }

    /// Discards what is drawn but not written.
    pub(super) fn forget(&mut self) {
        self.ink.clear();
        self.cursor = None;
    }

    /// Writes what is drawn to the terminal.
    pub(super) fn hand_over(&mut self) -> io::Result<()> {
        if self.ink.is_empty() {
            return Ok(());
        }
        let mut frame = Vec::with_capacity(self.ink.len() + 16);
        queue!(frame, BeginSynchronizedUpdate)?;
        frame.append(&mut self.ink);
        queue!(frame, EndSynchronizedUpdate)?;
        Tty::write(&frame)
    }

    /// Encodes what is drawn as terminal sequences.
    fn pen(&mut self) -> CrosstermBackend<&mut Vec<u8>> {
        CrosstermBackend::new(&mut self.ink)
    }
}

impl Backend for Paper {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        // A frame equal to the last one is not written at all.
        let mut content = content.peekable();
        if content.peek().is_some() { self.pen().draw(content) } else { Ok(()) }
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.cursor.replace(false) == Some(false) { Ok(()) } else { self.pen().hide_cursor() }
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if self.cursor.replace(true) == Some(true) { Ok(()) } else { self.pen().show_cursor() }
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        // The terminal is not asked: its answer would arrive among the keys.
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.pen().set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.pen().clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.pen().clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size, pixels: Size::ZERO })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
