//! The number at the end of a certificate that changes with every byte of it.

use core::fmt;

/// The 64-bit FNV-1a hash of all lines so far.
///
/// It guards against accidents. An altered certificate with a new seal still has to get past the proof itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal(u64);

impl Seal {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in a line and its line break.
    pub(crate) fn take(&mut self, line: &[u8]) {
        for byte in line.iter().chain(b"\n") {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
