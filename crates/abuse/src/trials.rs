//! The trials, one file each.

pub mod busy;
pub mod clocks;
pub mod frames;
pub mod full;
pub mod kill;
pub mod latency;
pub mod log;
pub mod machines;
pub mod moved;
pub mod neighbours;
pub mod power;
pub mod reconnect;
pub mod restart;
pub mod slow;
pub mod sockets;
pub mod spread;
pub mod stale;
pub mod sync;
pub mod unsure;
