//! Says what every move of siege is worth at the start, exactly.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use numberline_rules::{Game, Siege};
use numberline_solver::{Oracle, Race};

fn main() {
    let start = Siege::start(&Default::default());
    println!("{start}: {:?}", Race.value(&start));
    for rated in Race.ranked(&start) {
        println!("  {} is worth {:?}", rated.chosen, rated.value);
    }
}
