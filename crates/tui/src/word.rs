//! Small sets of words, of which a person picks one: in a file, on the command line, on the screen.

/// One of a few words.
pub trait Word: Copy + PartialEq + 'static {
    /// All of them, in the order in which they are shown.
    const ALL: &'static [Self];

    /// The word itself.
    fn word(self) -> &'static str;
}

/// The text is none of the words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not one of {allowed}")]
pub struct NoSuchWord {
    text: String,
    allowed: String,
}

/// The one of the words that the text is.
pub(crate) fn read<W: Word>(text: &str) -> Result<W, NoSuchWord> {
    let found = W::ALL.iter().copied().find(|word| word.word() == text);
    found.ok_or_else(|| NoSuchWord {
        text: numberline_table::clean(&text.chars().take(40).collect::<String>()).into_owned(),
        allowed: W::ALL.iter().map(|word| word.word()).collect::<Vec<_>>().join(", "),
    })
}

/// The word that comes so many places after this one, round and round.
pub(crate) fn turned<W: Word>(word: W, by: isize) -> W {
    let place = W::ALL.iter().position(|other| *other == word).unwrap_or(0);
    let count = W::ALL.len();
    let place = isize::try_from(place).unwrap_or(0).saturating_add(by);
    let place = place.rem_euclid(isize::try_from(count).unwrap_or(1).max(1));
    W::ALL.get(usize::try_from(place).unwrap_or(0)).copied().unwrap_or(word)
}

/// Writes down an enum whose values are words, with everything that reads and shows them.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$note:meta])* $value:ident = $word:literal,)+ }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$note])* $value,)+ }

        impl $crate::Word for $name {
            const ALL: &'static [Self] = &[$(Self::$value),+];

            fn word(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::Word::word(*self))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::NoSuchWord;

            fn from_str(text: &str) -> Result<Self, $crate::NoSuchWord> {
                $crate::word::read(text)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str($crate::Word::word(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use words;
