//! Finds a field in a message without parsing all of it: the server's messages are large, and a client as fast as the
//! server must read little of them.

/// The type of a message: the value after `"type":` at its beginning.
#[must_use]
pub fn kind(message: &[u8]) -> &[u8] {
    message.strip_prefix(b"{\"type\":\"").map_or(&[][..], until_quote)
}

/// The number after the first occurrence of a name. The name is given with its quotes and colon.
#[must_use]
pub fn number(message: &[u8], name: &[u8]) -> Option<u64> {
    let digits = after(message, name)?;
    let end = digits.iter().position(|digit| !digit.is_ascii_digit()).unwrap_or(digits.len());
    std::str::from_utf8(digits.get(..end)?).ok()?.parse().ok()
}

/// The text after the first occurrence of a name, if nothing in it is escaped.
#[must_use]
pub fn text<'a>(message: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    after(message, name)?.strip_prefix(b"\"").map(until_quote)
}

fn after<'a>(message: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let start = message.windows(name.len()).position(|window| window == name)?;
    message.get(start + name.len()..)
}

fn until_quote(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| *byte == b'"').unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_fields() {
        let message = br#"{"type":"done","id":"a-1","version":17}"#;
        assert_eq!(kind(message), b"done");
        assert_eq!(text(message, b"\"id\":"), Some(&b"a-1"[..]));
        assert_eq!(number(message, b"\"version\":"), Some(17));
        assert_eq!(number(message, b"\"seat\":"), None);
        assert_eq!(kind(b"[]"), b"");
    }
}
