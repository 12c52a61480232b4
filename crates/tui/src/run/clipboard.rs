//! The clipboard: a terminal takes text for it as a control sequence (OSC 52), also from a program on another machine.

use data_encoding::BASE64;

use super::tty::Tty;

/// Asks the terminal to put a text into its clipboard. It does not say whether it has.
pub(super) fn copy(text: &str) {
    // A terminal that is gone is noticed with the next frame.
    let _ = Tty::write(sequence(text).as_bytes());
}

fn sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", BASE64.encode(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_sent_in_base64() {
        assert_eq!(sequence("7 2"), "\x1b]52;c;NyAy\x07");
        assert_eq!(sequence(""), "\x1b]52;c;\x07");
    }
}
