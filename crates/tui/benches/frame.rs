//! How long it takes to draw a page: `cargo bench -p numberline-tui`.
fn main() {}
