//! Unguessable names: of rooms, and the keys to their seats.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Letters and digits without look-alikes. There are 32, so each one stands for five bits.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The name of a room, as in its link. Any client that knows it may watch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoomId([u8; RoomId::LENGTH]);

impl RoomId {
    /// The length of a name: 60 bits.
    pub const LENGTH: usize = 12;

    /// A new random name.
    #[must_use]
    pub fn random() -> Self {
        Self::spell(rand::random())
    }

    fn spell(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes.map(|byte| LETTERS.get(usize::from(byte % 32)).copied().unwrap_or(b'a')))
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.0).unwrap_or_default())
    }
}

/// The text is not the name of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not the name of a game; a link ends with twelve letters and digits")]
pub struct RoomIdError;

impl FromStr for RoomId {
    type Err = RoomIdError;

    fn from_str(text: &str) -> Result<Self, RoomIdError> {
        let letters: [u8; Self::LENGTH] = text.as_bytes().try_into().map_err(|_| RoomIdError)?;
        if letters.iter().all(|letter| LETTERS.contains(letter)) {
            Ok(Self(letters))
        } else {
            Err(RoomIdError)
        }
    }
}

/// The key to a seat: 128 random bits. Only its holder ever sees it; its text is 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatKey {
    bits: [u8; 16],
    /// A socket shows its key with every command, so it is hashed once.
    hash: KeyHash,
}

/// The hash of a key: enough to recognize the key, not enough to use it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyHash(pub(crate) [u8; 32]);

impl SeatKey {
    /// A new key.
    #[must_use]
    pub fn random() -> Self {
        Self::of(rand::random())
    }

    fn of(bits: [u8; 16]) -> Self {
        Self { bits, hash: KeyHash(Sha256::digest(bits).into()) }
    }

    /// A key that a client made up. Two clients that do not draw their keys at random could meet in one seat, so
    /// anything with a pattern is refused. A random key is refused once in thousands of millions.
    pub fn made_up(text: &str) -> Result<Self, SeatKeyError> {
        let key: Self = text.parse()?;
        if key.has_pattern() { Err(SeatKeyError::Guessable) } else { Ok(key) }
    }

    fn has_pattern(&self) -> bool {
        let digits: Vec<u8> = self.bits.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
        let later = |distance| digits.iter().zip(digits.iter().skip(distance));
        let steps: Vec<u8> = later(1).map(|(one, two)| two.wrapping_sub(*one) & 15).collect();
        let repeats = (1..=digits.len() / 2).any(|period| later(period).all(|(one, two)| one == two));
        let mut byte_steps =
            self.bits.iter().zip(self.bits.iter().skip(1)).map(|(one, two)| two.wrapping_sub(*one));
        let first_step = byte_steps.next();
        let counts = byte_steps.all(|step| Some(step) == first_step);
        repeats || counts || most_are_alike(&digits) || most_are_alike(&steps)
    }

    /// The hash of the key. Comparing hashes reveals nothing about the key through timing.
    #[must_use]
    pub fn hash(&self) -> KeyHash {
        self.hash
    }

    /// The name of the room that this key opens: always the same, and useless for guessing the key.
    #[must_use]
    pub fn room(&self) -> RoomId {
        let digest = Sha256::new_with_prefix(b"room").chain_update(self.bits).finalize();
        let mut bytes = [0; RoomId::LENGTH];
        bytes.iter_mut().zip(digest).for_each(|(byte, random)| *byte = random);
        RoomId::spell(bytes)
    }

    /// The text that its holder gets, once.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.bits.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The key never appears in any output.
impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey")
    }
}

/// Whether far too many of some digits are the same: of 32 random ones, 31 pairs are alike on average, and more than 100
/// hardly ever.
fn most_are_alike(digits: &[u8]) -> bool {
    let count = |digit: u8| digits.iter().filter(|other| **other == digit).count();
    (0..16).map(count).map(|count| count * count.saturating_sub(1) / 2).sum::<usize>() > 100
}

/// The text is not a key, or not one that a client may make up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeatKeyError {
    /// It is not written as a key.
    #[error("a key must be 32 hexadecimal digits")]
    Digits,
    /// It has a pattern.
    #[error(
        "this key can be guessed. Draw 32 hexadecimal digits from a secure random source, or leave out the key and the \
         server draws one"
    )]
    Guessable,
}

impl FromStr for SeatKey {
    type Err = SeatKeyError;

    fn from_str(text: &str) -> Result<Self, SeatKeyError> {
        if text.len() != 32 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(SeatKeyError::Digits);
        }
        u128::from_str_radix(text, 16)
            .map(|key| Self::of(key.to_be_bytes()))
            .map_err(|_| SeatKeyError::Digits)
    }
}

/// A client's id for one of its commands, so that sending it twice counts once: 1 to 40 letters, digits, `-` or `_`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClientId(String);

/// The text is not a client id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a client id must be 1 to 40 letters, digits, - or _")]
pub struct ClientIdError;

impl ClientId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ClientId {
    type Error = ClientIdError;

    fn try_from(text: String) -> Result<Self, ClientIdError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=40).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text))
        } else {
            Err(ClientIdError)
        }
    }
}

impl From<ClientId> for String {
    fn from(id: ClientId) -> Self {
        id.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_a_pattern_is_refused() {
        let digits = "0123456789abcdef";
        let backward: String = digits.chars().rev().collect();
        for guessable in [
            "0".repeat(32),
            "f".repeat(32),
            format!("{:032x}", 1),
            format!("{:032x}", 0x1234_5678),
            format!("{:032x}", 1_763_460_000_000_u64),
            format!("1{}", "0".repeat(31)),
            digits.repeat(2),
            backward.repeat(2),
            format!("{digits}{backward}"),
            "1234567890".repeat(4)[..32].to_owned(),
            "deadbeef".repeat(4),
            "0f1e2d3c4b5a6978".repeat(2),
            (0_u8..16).map(|byte| format!("{byte:02x}")).collect(),
            (0_u8..16).map(|byte| format!("{:02x}", byte * 17)).collect(),
            (0_u8..16).map(|byte| format!("{:02x}", 200 + byte)).collect(),
        ] {
            assert!(guessable.parse::<SeatKey>().is_ok(), "{guessable} may be the key to an older seat");
            assert_eq!(SeatKey::made_up(&guessable), Err(SeatKeyError::Guessable), "{guessable}");
        }
        for wrong in ["", "abc", "no key", &"g".repeat(32), &format!("+{}", "1".repeat(31)), &"0".repeat(33)]
        {
            assert_eq!(SeatKey::made_up(wrong), Err(SeatKeyError::Digits), "{wrong}");
        }
    }

    /// The control: nothing random is taken for a pattern.
    #[test]
    fn a_random_key_is_accepted() {
        for number in 0_u64..100_000 {
            let digest = Sha256::digest(number.to_le_bytes());
            let key = SeatKey::of(digest[..16].try_into().unwrap());
            assert_eq!(SeatKey::made_up(&key.reveal()), Ok(key));
        }
    }
}
