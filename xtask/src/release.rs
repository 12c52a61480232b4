//! What a release needs beside green tests.

use crate::{deny, programs, say, sbom};

/// Checks all crates that we use, and lists them.
pub(crate) fn prepare() -> Result<(), String> {
    programs::install_tool(deny::TOOL)?;
    let advisories = deny::check()?;
    sbom::write()?;
    say(&advisories);
    Ok(())
}
