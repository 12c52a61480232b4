//! The lines of a certificate, one after the other: printable characters, line breaks, and nothing else.

use crate::seal::Seal;
use crate::{Fault, LONGEST_LINE};

/// Hands out the lines and counts them.
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    /// The number of the line handed out last.
    number: u64,
    seal: Seal,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, number: 0, seal: Seal::new() }
    }

    /// The next line.
    pub(crate) fn next(&mut self) -> Result<&'a str, Fault> {
        let line = self.read()?;
        self.seal.take(line.as_bytes());
        Ok(line)
    }

    /// What follows the word that the next line begins with.
    pub(crate) fn field(&mut self, word: &str) -> Result<&'a str, Fault> {
        let line = self.next()?;
        let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| self.fault(format!("expected '{word}' and its value")))
    }

    /// How many lines are left.
    pub(crate) fn left(&self) -> u64 {
        self.rest.iter().filter(|byte| **byte == b'\n').count() as u64
    }

    /// The number of the line handed out last.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// A fault of the line handed out last.
    pub(crate) fn fault(&self, reason: String) -> Fault {
        Fault::new(self.number, reason)
    }

    /// Reads the last line, which seals all the others.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        let sealed = format!("end {}", self.seal);
        let line = self.read()?;
        if !line.starts_with("end ") {
            return Err(self.fault("expected the end of the certificate: 'end' and its seal".into()));
        }
        if line != sealed {
            return Err(self.fault(format!("the lines above have been altered; their seal is '{sealed}'")));
        }
        if self.rest.is_empty() {
            Ok(())
        } else {
            self.number += 1;
            Err(self.fault("the certificate has ended on the line above".into()))
        }
    }

    fn read(&mut self) -> Result<&'a str, Fault> {
        self.number += 1;
        if self.rest.is_empty() {
            return Err(self.fault("the file ends before the certificate does".into()));
        }
        let window = self.rest.get(..=LONGEST_LINE).unwrap_or(self.rest);
        let Some(length) = window.iter().position(|byte| *byte == b'\n') else {
            let too_long = window.len() > LONGEST_LINE;
            let reason = if too_long {
                format!("this is longer than {LONGEST_LINE} bytes, the longest line there is")
            } else {
                "the line is cut off; it has no line break".to_owned()
            };
            return Err(self.fault(reason));
        };
        let line = window.get(..length).unwrap_or_default();
        self.rest = self.rest.get(length + 1..).unwrap_or_default();
        let plain = |byte: &u8| matches!(byte, b' '..=b'~');
        let text = core::str::from_utf8(line).ok().filter(|_| line.iter().all(plain));
        text.ok_or_else(|| self.fault("this has characters that a certificate cannot have".into()))
    }
}
