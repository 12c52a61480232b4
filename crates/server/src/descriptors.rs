//! How many connections the system lets a process have.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the number of files that the process may have open to what it is allowed to raise it to.
///
/// Every connection is one, and the number that processes start with is often 1,024.
pub(crate) fn raise() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        let raised = Rlimit { current: maximum, maximum };
        if setrlimit(Resource::Nofile, raised).is_err() {
            tracing::warn!(current, "the number of open files cannot be raised");
        }
    }
}
