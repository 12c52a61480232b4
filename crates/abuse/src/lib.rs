//! Treats a server as badly as the world will, and counts the losses.
//!
//! Each trial starts a real server as a process on a port of this machine, mistreats it, and counts. Each has at least
//! one negative control: the same trial with a fault, which must fail. `cargo xtask abuse` runs everything; the tests
//! run the short form. RELIABILITY.md has the promises and the results.

mod catalog;
pub mod contest;
pub mod descriptors;
pub mod disk;
pub mod duet;
pub mod fleet;
pub mod frame;
pub mod guests;
pub mod http;
pub mod ledger;
pub mod link;
mod mover;
pub mod oracle;
mod ordeal;
mod outages;
mod plan;
pub mod plant;
pub mod relay;
pub mod replica;
pub mod report;
mod rush;
mod sabotage;
pub mod scan;
mod server;
mod session;
mod small;
mod storm;
pub mod trace;
pub mod trials;
mod trouble;
mod victim;

pub use catalog::{Control, Trial, catalog, find, together};
pub use guests::Guests;
pub use ledger::{Ledger, Submission};
pub use link::{Heard, Link};
pub use mover::Mover;
pub use outages::Outages;
pub use plan::{Scene, TrialPlan};
pub use report::{Latencies, Report};
pub use sabotage::Sabotage;
pub use server::Served;
pub use session::ClientSession;
pub use small::Small;
pub use trouble::Trouble;
pub use victim::{Running, Victim};
