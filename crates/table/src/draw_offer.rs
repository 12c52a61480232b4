//! A draw offer, in sentences.

use std::fmt;

use crate::Name;

/// A draw that one player offers the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawOffer {
    pub(crate) by: Name,
    pub(crate) to: Name,
}

impl DrawOffer {
    /// The offer, put to the other player.
    #[must_use]
    pub fn question(&self) -> String {
        format!("{self} {}, do you accept?", self.to)
    }

    /// The other player's answer.
    #[must_use]
    pub fn answer(&self, accepts: bool) -> String {
        format!("{} {} the draw.", self.to, if accepts { "accepts" } else { "declines" })
    }
}

impl fmt::Display for DrawOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} offers a draw.", self.by)
    }
}
