//! Checks certificates: texts that prove what a position of one of the games is worth.
//!
//! A certificate is written by a solver, but no solver is in here. The checker knows the rules, adds up fractions, and
//! trusts nothing: every line must follow from the lines above it. `docs/CERTIFICATES.md` describes the lines and why
//! they prove what they claim.
//!
//! ```
//! let certificate = "\
//! numberline certificate 1
//! game siege
//! variant length=2 step=1
//! position 0 2 1
//! value 2 wins in 2
//! proof positions 2
//! 1 2 2 = win in 1 by 1
//! 0 2 1 = lose in 2
//! end 4d5e10de8ec21a8c
//! ";
//! let certified = numberline_verify::verify(certificate.as_bytes()).unwrap();
//! assert_eq!(certified.value.to_string(), "2 wins in 2");
//!
//! let altered = certificate.replace("win in 1", "win in 3");
//! assert_eq!(numberline_verify::verify(altered.as_bytes()).unwrap_err().line, 7);
//! ```

mod fault;
mod games;
mod header;
mod lines;
mod mixes;
mod nimbers;
mod positions;
mod seal;
mod value;

pub use fault::Fault;
pub use value::CertifiedValue;

use games::Checked;
use header::Header;
use lines::Lines;
use numberline_rules::{Blockade, Cards, Duel, Siege, Token};

/// The largest certificate that is read, in bytes.
pub const LARGEST: usize = 64 << 20;
/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 64 << 10;
/// The most positions, and so the most lines, of a proof.
pub const MOST_POSITIONS: u64 = 500_000;
/// The most plies between the positions of a proof.
pub const MOST_PLIES: u64 = 20_000_000;

/// What a certificate has proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified {
    /// The title of the game.
    pub title: &'static str,
    /// The variant, such as `length=10 step=3`.
    pub variant: String,
    /// The position.
    pub position: String,
    /// What the position is worth.
    pub value: CertifiedValue,
    /// How many lines prove it.
    pub lines: u64,
}

/// Checks a certificate, or says which line of it is the first that does not hold, and why.
pub fn verify(bytes: &[u8]) -> Result<Certified, Fault> {
    if bytes.len() > LARGEST {
        return Err(Fault::new(
            1,
            format!("this is larger than {LARGEST} bytes, too large for a certificate"),
        ));
    }
    let mut lines = Lines::new(bytes);
    if lines.next()? != header::FIRST {
        return Err(lines.fault(format!("a certificate begins with '{}'", header::FIRST)));
    }
    match lines.field("game")? {
        "duel" => check::<Duel>(lines),
        "token" => check::<Token>(lines),
        "blockade" => check::<Blockade>(lines),
        "cards" => check::<Cards>(lines),
        "siege" => check::<Siege>(lines),
        _ => Err(lines.fault("there is no such game".into())),
    }
}

fn check<G: Checked>(mut lines: Lines<'_>) -> Result<Certified, Fault> {
    let header = Header::<G>::read(&mut lines)?;
    let value = G::prove(&header, &mut lines)?;
    if value != header.claimed {
        let reason = format!("this claims '{}', but the lines below prove '{value}'", header.claimed);
        return Err(Fault::new(header::VALUE_LINE, reason));
    }
    lines.end()?;
    Ok(Certified {
        title: G::INFO.title,
        variant: header.variant,
        position: header.start.to_string(),
        value,
        lines: header.proof.lines(),
    })
}
