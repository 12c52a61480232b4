//! Checks a certificate from a file: `cargo run --example check -- siege.txt`.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::args().nth(1) else {
        println!("which certificate? numberline solve siege --certificate siege.txt writes one");
        return Ok(());
    };
    match numberline_verify::verify(std::fs::read(path)?.as_slice()) {
        Ok(certified) => println!("it holds: {}", certified.value),
        Err(refused) => println!("line {} does not hold", refused.line),
    }
    Ok(())
}
