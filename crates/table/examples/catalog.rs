//! Lists every game of the catalog, and plays the first move of one without knowing its type.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use numberline_rules::Seat;
use numberline_table::{catalog, find};

fn main() {
    for game in catalog() {
        println!("{:10} {}", game.info().slug, game.info().title);
    }
    let Some(siege) = find("siege") else { return };
    let Ok(mut game) = siege.start(&siege.book_settings(), Seat::One) else { return };
    match game.submit(Seat::One, "3") {
        Ok(_) => println!("siege after 3: {}", game.position()),
        Err(error) => println!("{error}"),
    }
}
