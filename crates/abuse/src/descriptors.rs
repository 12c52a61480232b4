//! How many connections this process may have. A trial has thousands, and each is a file to the system.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the number of open files as far as the system lets everybody, and says how far that is.
#[must_use]
pub fn raise() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // No limit at all is written as none.
    let Some(before) = current else { return u64::MAX };
    let raised = Rlimit { current: maximum, maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => maximum.unwrap_or(u64::MAX),
        Err(_) => before,
    }
}
