//! Hand-made websocket frames, so that they can be wrong in every way, and cheap where thousands are sent at once.

/// A continuation.
pub const CONTINUATION: u8 = 0;
/// Text.
pub const TEXT: u8 = 1;
/// Bytes.
pub const BINARY: u8 = 2;
/// A close frame.
pub const CLOSE: u8 = 8;
/// A ping.
pub const PING: u8 = 9;
/// A pong.
pub const PONG: u8 = 10;

/// A received frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// Whether it is the last frame of its message.
    pub last: bool,
    /// The opcode.
    pub opcode: u8,
    /// The payload.
    pub payload: &'a [u8],
    /// Its size on the wire.
    pub size: usize,
}

/// Appends a masked frame, as clients send them.
pub fn write(into: &mut Vec<u8>, last: bool, opcode: u8, mask: [u8; 4], payload: &[u8]) {
    into.push(if last { 0x80 | opcode } else { opcode });
    head(into, 0x80, payload.len() as u64);
    into.extend(mask);
    into.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// Appends an unmasked frame, which no client may send.
pub fn write_unmasked(into: &mut Vec<u8>, opcode: u8, payload: &[u8]) {
    into.push(0x80 | opcode);
    head(into, 0, payload.len() as u64);
    into.extend(payload);
}

/// Appends the header of a masked frame that claims a length.
pub fn write_head(into: &mut Vec<u8>, opcode: u8, length: u64) {
    into.push(0x80 | opcode);
    head(into, 0x80, length);
    into.extend([0; 4]);
}

fn head(into: &mut Vec<u8>, masked: u8, length: u64) {
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short), _) if short < 126 => into.push(masked | short),
        (_, Ok(middle)) => {
            into.push(masked | 126);
            into.extend(middle.to_be_bytes());
        }
        _ => {
            into.push(masked | 127);
            into.extend(length.to_be_bytes());
        }
    }
}

/// The first frame in the buffer; none if more bytes are needed. Servers do not mask.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Frame<'_>> {
    let (&[first, second], rest) = bytes.split_first_chunk()?;
    let (length, rest) = match second & 0x7f {
        126 => {
            let (length, rest) = rest.split_first_chunk()?;
            (u64::from(u16::from_be_bytes(*length)), rest)
        }
        127 => {
            let (length, rest) = rest.split_first_chunk()?;
            (u64::from_be_bytes(*length), rest)
        }
        short => (u64::from(short), rest),
    };
    let payload = rest.get(..usize::try_from(length).ok()?)?;
    let size = bytes.len() - rest.len() + payload.len();
    Some(Frame { last: first & 0x80 != 0, opcode: first & 0x0f, payload, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_servers_write_of_any_length() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 70_000] {
            let payload = vec![7; length];
            let mut bytes = Vec::new();
            write_unmasked(&mut bytes, TEXT, &payload);
            let whole = bytes.len();
            bytes.extend([1, 2, 3]);
            let frame = read(&bytes).unwrap();
            assert_eq!((frame.payload, frame.size, frame.opcode), (payload.as_slice(), whole, TEXT));
            assert_eq!(read(&bytes[..whole - 1]), None);
        }
    }

    #[test]
    fn masks_what_clients_write() {
        let mut bytes = Vec::new();
        write(&mut bytes, true, TEXT, [1, 2, 3, 4], b"abcde");
        assert_eq!(bytes, [0x81, 0x85, 1, 2, 3, 4, b'a' ^ 1, b'b' ^ 2, b'c' ^ 3, b'd' ^ 4, b'e' ^ 1]);
    }
}
