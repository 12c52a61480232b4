//! Certificates: texts that prove what a position is worth, so that it can be checked without a solver.
//!
//! `docs/CERTIFICATES.md` describes the format. The checker is a separate crate that shares nothing with this one.

mod mixes;
mod nimbers;
mod positions;

use std::fmt::Display;
use std::fmt::Write as _;
use std::path::Path;

use numberline_rules::{Game, Variant};
use numberline_solver::{Progress, SolveError};

pub(crate) use mixes::by_mixes;
pub(crate) use nimbers::by_nimbers;
pub(crate) use positions::{by_positions, by_runs};

use crate::SaveError;
use crate::save::{may_replace, write_atomically};

/// The most positions, and so the most lines, of a proof.
pub const MOST_CERTIFIED: u64 = 500_000;
/// The most plies between the positions of a proof.
pub const MOST_CERTIFIED_PLIES: u64 = 20_000_000;
/// The largest certificate, in bytes.
pub const LARGEST_CERTIFICATE: usize = 64 << 20;
/// The longest line of a certificate, in bytes.
pub const LONGEST_CERTIFICATE_LINE: usize = 64 << 10;

const FIRST: &str = "numberline certificate 1";

/// A text that proves what a position is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    text: String,
    lines: u64,
}

impl Certificate {
    /// The text, line breaks and all.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines the proof has, without header and seal.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Whether a certificate may be saved there: a file that is neither empty nor a certificate is not overwritten.
    pub fn may_be_saved(path: &Path) -> Result<(), SaveError> {
        let free = may_replace(path, |text| text.starts_with(FIRST));
        if free { Ok(()) } else { Err(SaveError::NotACertificate(path.to_owned())) }
    }

    /// Writes it to a file atomically.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        Self::may_be_saved(path)?;
        write_atomically(path, self.text.as_bytes()).map_err(|error| SaveError::of(path, error))
    }
}

/// Why a solved position has no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertificateError {
    /// There are too many positions to list.
    #[error(
        "more than {MOST_CERTIFIED} positions matter, the most that a certificate lists; use a smaller variant or a later \
         position"
    )]
    TooManyPositions,
    /// There are too many plies between them to check.
    #[error(
        "the positions have more than {MOST_CERTIFIED_PLIES} plies between them, the most that a certificate covers; use a \
         smaller variant or a later position"
    )]
    TooManyPlies,
    /// The text would be too large, or a line of it too long.
    #[error(
        "the certificate would be larger than {LARGEST_CERTIFICATE} bytes or have a line of more than \
         {LONGEST_CERTIFICATE_LINE}; take a smaller variant or a later position"
    )]
    TooLarge,
    /// The solver has no answer.
    #[error(transparent)]
    Refused(#[from] SolveError),
}

/// A certificate that is being written.
struct Draft {
    text: String,
    lines: u64,
}

impl Draft {
    /// Begins with the claim and the kind of proof.
    fn new<G: Game>(start: &G, value: &dyn Display, proof: &dyn Display) -> Result<Self, CertificateError> {
        let mut draft = Self { text: String::new(), lines: 0 };
        draft.push(&FIRST)?;
        draft.push(&format_args!("game {}", G::INFO.slug))?;
        draft.push(&format_args!("variant {}", start.variant().settings()))?;
        draft.push(&format_args!("position {start}"))?;
        draft.push(&format_args!("value {value}"))?;
        draft.push(&format_args!("proof {proof}"))?;
        draft.lines = 0;
        Ok(draft)
    }

    fn push(&mut self, line: &dyn Display) -> Result<(), CertificateError> {
        let before = self.text.len();
        writeln!(self.text, "{line}").map_err(|_| CertificateError::TooLarge)?;
        self.lines += 1;
        let too_long = self.text.len() - before > LONGEST_CERTIFICATE_LINE;
        if too_long || self.text.len() > LARGEST_CERTIFICATE {
            Err(CertificateError::TooLarge)
        } else {
            Ok(())
        }
    }

    /// Seals what has been written.
    fn finish(mut self) -> Result<Certificate, CertificateError> {
        let lines = self.lines;
        let seal = self.text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |seal, byte| {
            (seal ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        self.push(&format_args!("end {seal:016x}"))?;
        Ok(Certificate { text: self.text, lines })
    }
}

/// Asks whether to continue.
fn watch(progress: &dyn Progress, done: usize, total: usize) -> Result<(), CertificateError> {
    if progress.step(done as u64, total as u64).is_break() { Err(SolveError::Stopped.into()) } else { Ok(()) }
}
