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
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct SeatKey([u8; 16]);

/// The hash of a key: enough to recognize the key, not enough to use it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyHash(pub(crate) [u8; 32]);

impl SeatKey {
    /// A new key.
    #[must_use]
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// The hash of the key. Comparing hashes reveals nothing about the key through timing.
    #[must_use]
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0).into())
    }

    /// The name of the room that this key opens: always the same, and useless for guessing the key.
    #[must_use]
    pub fn room(&self) -> RoomId {
        let digest = Sha256::new_with_prefix(b"room").chain_update(self.0).finalize();
        let mut bytes = [0; RoomId::LENGTH];
        bytes.iter_mut().zip(digest).for_each(|(byte, random)| *byte = random);
        RoomId::spell(bytes)
    }

    /// The text that its holder gets, once.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The key never appears in any output.
impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey")
    }
}

/// The text is not a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a key must be 32 hexadecimal digits")]
pub struct SeatKeyError;

impl TryFrom<String> for SeatKey {
    type Error = SeatKeyError;

    fn try_from(text: String) -> Result<Self, SeatKeyError> {
        text.parse()
    }
}

impl FromStr for SeatKey {
    type Err = SeatKeyError;

    fn from_str(text: &str) -> Result<Self, SeatKeyError> {
        if text.len() != 32 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(SeatKeyError);
        }
        u128::from_str_radix(text, 16).map(|key| Self(key.to_be_bytes())).map_err(|_| SeatKeyError)
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
