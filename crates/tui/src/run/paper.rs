//! What a frame is drawn on: it is collected whole and handed to the terminal at once, so that nothing flickers.

use std::io;

use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use super::tty::Tty;

/// Collects what is drawn. Its size is what it is told: a terminal that changes in the middle of a frame does not tear it.
pub(super) struct Paper {
    ink: Vec<u8>,
    size: Size,
    /// Whether the cursor is to be seen; not known at first, and after somebody else had the terminal.
    cursor: Option<bool>,
}

impl Paper {
    pub(super) fn new((width, height): (u16, u16)) -> Self {
        Self { ink: Vec::new(), size: Size { width, height }, cursor: None }
    }

    pub(super) fn resize(&mut self, (width, height): (u16, u16)) {
        self.size = Size { width, height };
    }

    /// Throws away what is drawn but not handed over.
    pub(super) fn forget(&mut self) {
        self.ink.clear();
        self.cursor = None;
    }

    /// Hands what is drawn to the terminal.
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

    /// Writes down what is drawn in the terminal's own language.
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
        // A frame like the one before is not handed over at all.
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
        // The terminal is not asked: its answer would come in between the keys.
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
