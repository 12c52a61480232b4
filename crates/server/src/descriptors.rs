//! The operating system's limit on connections.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the soft limit on open files to the hard limit.
///
/// Every connection is a file, and processes often start with a limit of 1,024.
pub(crate) fn raise() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        let raised = Rlimit { current: maximum, maximum };
        if setrlimit(Resource::Nofile, raised).is_err() {
            tracing::warn!(current, "the limit on open files cannot be raised");
        }
    }
}
