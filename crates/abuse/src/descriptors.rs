//! The connection limit of this process. A trial has thousands of connections, and each is a file to the system.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit on open files as far as the system allows, and returns it.
#[must_use]
pub fn raise() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // An unlimited value is `None`.
    let Some(before) = current else { return u64::MAX };
    let raised = Rlimit { current: maximum, maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => maximum.unwrap_or(u64::MAX),
        Err(_) => before,
    }
}
