//! What a release needs beside green tests.

use crate::{cargo, deny, programs, say, sbom};

/// Checks all crates that we use, lists them, and builds each of ours from its package alone, as others will.
pub(crate) fn prepare() -> Result<(), String> {
    programs::install_tool(deny::TOOL)?;
    let advisories = deny::check()?;
    sbom::write()?;
    cargo(&["package", "--locked", "--workspace", "--exclude=xtask", "--exclude=numberline-abuse"])?;
    say(&advisories);
    Ok(())
}
