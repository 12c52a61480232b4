//! The header of a certificate: the game, the position, the claim, and the kind of proof.

use numberline_rules::{Game, Settings, Variant};

use crate::fault::excerpt;
use crate::lines::Lines;
use crate::value::number;
use crate::{CertifiedValue, Fault, MOST_POSITIONS};

/// The first line of every certificate, with the version of the format.
pub(crate) const FIRST: &str = "numberline certificate 1";
/// The line with the claimed value.
pub(crate) const VALUE_LINE: u64 = 5;

/// What a certificate says before its proof.
pub(crate) struct Header<G> {
    /// The variant as text.
    pub(crate) variant: String,
    /// The position whose value is claimed.
    pub(crate) start: G,
    /// The claimed value.
    pub(crate) claimed: CertifiedValue,
    /// How that is proved.
    pub(crate) proof: Proof,
}

/// How a value is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// By this many positions, each with its value and a move.
    Positions(u64),
    /// By this many positions, each with its value and two mixed strategies.
    Mixes(u64),
    /// By the nimbers of this many runs, which repeat.
    Nimbers {
        /// How many runs are listed.
        count: u64,
        /// After this many cells the nimbers repeat.
        period: u64,
        /// From this length on.
        from: u64,
    },
}

impl Proof {
    /// How many lines the proof has.
    pub(crate) fn lines(self) -> u64 {
        match self {
            Self::Positions(count) | Self::Mixes(count) | Self::Nimbers { count, .. } => count,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.splitn(7, ' ').collect();
        match words.as_slice() {
            ["positions", count] => number(count).map(Self::Positions),
            ["mixes", count] => number(count).map(Self::Mixes),
            ["nimbers", count, "period", period, "from", from] => {
                Some(Self::Nimbers { count: number(count)?, period: number(period)?, from: number(from)? })
            }
            _ => None,
        }
    }
}

impl<G: Game> Header<G> {
    /// Reads the lines after the game's name.
    pub(crate) fn read(lines: &mut Lines<'_>) -> Result<Self, Fault> {
        let text = lines.field("variant")?;
        let mut settings = Settings::book(G::Variant::PARAMETERS);
        for word in text.split(' ') {
            settings.assign(word).map_err(|error| lines.fault(error.to_string()))?;
        }
        let variant = G::Variant::read(&settings).map_err(|error| lines.fault(error.to_string()))?;
        if settings.to_string() != text {
            return Err(lines.fault(format!("the variant is written '{settings}'")));
        }
        let text = lines.field("position")?;
        let start = read_position::<G>(text, &variant).map_err(|reason| lines.fault(reason))?;
        let text = lines.field("value")?;
        let claimed = CertifiedValue::read(text).ok_or_else(|| {
            lines.fault(format!("'{}' is not a value such as '1 wins in 5' or 'draw'", excerpt(text)))
        })?;
        let text = lines.field("proof")?;
        let proof = Proof::read(text).ok_or_else(|| {
            lines.fault(format!("'{}' is not a kind of proof with its size", excerpt(text)))
        })?;
        if proof.lines() > MOST_POSITIONS {
            return Err(lines.fault(format!("a proof has at most {MOST_POSITIONS} lines")));
        }
        // So that a check takes time only for what is there to be checked, not for what a short file announces.
        let left = lines.left();
        if proof.lines() > left {
            let announced = proof.lines();
            return Err(lines.fault(format!("this announces {announced} lines, but only {left} follow")));
        }
        Ok(Self { variant: settings.to_string(), start, claimed, proof })
    }
}

/// Reads a position of this very variant, which has only one way to be written.
pub(crate) fn read_position<G: Game>(text: &str, variant: &G::Variant) -> Result<G, String> {
    let position = G::parse(text, variant).map_err(|error| error.to_string())?;
    if position.variant() != *variant {
        return Err(format!("'{}' is a position of another variant", excerpt(text)));
    }
    if position.to_string() != text {
        return Err(format!("the position is written '{}'", excerpt(&position.to_string())));
    }
    Ok(position)
}
