//! A writer whose output can be read afterwards.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// A writer whose output can be read afterwards.
#[derive(Clone, Default)]
pub(crate) struct Paper(Rc<RefCell<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    /// Everything that was written.
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).unwrap()
    }
}
