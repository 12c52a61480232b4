//! Plays a game of siege by its rules, always with the first move that is allowed, and shows the line after each.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use numberline_rules::{Game, Match, Siege, Turn};

fn main() {
    let mut game = Match::<Siege>::new(&Default::default());
    while let Turn::Of(seat) = game.turn() {
        let Some(step) = game.position().moves(seat).next() else { break };
        println!("{seat:?} plays {step}");
        if let Err(error) = game.submit(seat, step) {
            println!("{error:?}");
            break;
        }
        println!("  {}", game.position());
    }
    println!("{:?}", game.turn());
}
