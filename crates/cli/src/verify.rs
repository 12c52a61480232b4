//! `numberline verify FILE`: checks a certificate, by the rules alone.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use numberline_table::counted;
use numberline_verify::{Certified, CertifiedValue, LARGEST, verify as check};

use crate::{Exit, Failure, Out, Tone};

/// Checks a certificate: one line if it holds, or the first line of it that does not.
pub fn verify(file: &Path, out: &mut Out) -> Result<Exit, Failure> {
    let name = file.display();
    let bytes = read(file).map_err(|error| Failure::Failed(format!("cannot read {name}: {error}")))?;
    let certified =
        check(&bytes).map_err(|fault| Failure::Failed(format!("{name} does not hold, {fault}")))?;
    out.say(Tone::Result, &format!("{name} holds: {}", sentence(&certified)))?;
    Ok(Exit::Done)
}

/// Reads at most one byte more than a certificate may have; the checker refuses what is larger.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    // Checked before it is opened: opening a pipe would block until another program writes to it.
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn sentence(certified: &Certified) -> String {
    let Certified { title, variant, position, value, lines } = certified;
    let worth = match value {
        CertifiedValue::Wins { winner, plies: 0 } => format!("Player {winner} has won"),
        CertifiedValue::Wins { winner, plies } => {
            format!("Player {winner} wins in {}", counted(*plies, "turn"))
        }
        CertifiedValue::Draw => "neither player can force an end".to_owned(),
        CertifiedValue::Nimber { winner, nimber } => {
            format!("Player {winner} wins, and the nimber is {nimber}")
        }
        CertifiedValue::Chance(chance) => format!("Player 1 wins with probability {chance}"),
    };
    let lines = if *lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    format!("{title} ({variant}), position {position}: {worth}. Proved in {lines}.")
}
