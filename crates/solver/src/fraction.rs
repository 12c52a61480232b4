//! Exact fractions of any size: chances, the values of matrix games, and the weights of mixed strategies.

use core::cmp::Ordering;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, Mul, Neg, Sub};
use core::str::FromStr;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A fraction in lowest terms. Written `1/3`, or `0` and `1` without a denominator.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fraction(RBig);

impl Ord for Fraction {
    /// Most chances are 0 or 1, and most others stand beside one with the same denominator, so nothing is multiplied then.
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator() == other.denominator() {
            self.numerator().cmp(other.numerator())
        } else {
            self.0.cmp(&other.0)
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self(RBig::ZERO);
    /// Certainty.
    pub const ONE: Self = Self(RBig::ONE);

    /// `numerator / denominator` in lowest terms; none where the denominator is 0.
    #[must_use]
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        (denominator != 0).then(|| Self::of(numerator.into(), denominator.into()))
    }

    /// One minus this: the opponent's chance.
    #[must_use]
    pub fn complement(&self) -> Self {
        &Self::ONE - self
    }

    /// The quotient; `None` if the divisor is 0.
    #[must_use]
    pub fn divided_by(&self, divisor: &Self) -> Option<Self> {
        (!divisor.is_zero()).then(|| Self(&self.0 / &divisor.0))
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether it is 1.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.0.is_one()
    }

    /// The greatest whole number that is not above it, as far as machine numbers go.
    #[must_use]
    pub fn floor(&self) -> i128 {
        let most = if *self < Self::ZERO { i128::MIN } else { i128::MAX };
        self.0.floor().try_into().unwrap_or(most)
    }

    /// The nearest floating-point number, for pictures and progress, never to compute with.
    #[must_use]
    pub fn approximate(&self) -> f64 {
        self.0.to_f64().value()
    }

    /// The caller makes sure that the denominator is not 0.
    pub(crate) fn of(numerator: IBig, denominator: IBig) -> Self {
        Self(RBig::from_parts_signed(numerator, denominator))
    }

    pub(crate) fn numerator(&self) -> &IBig {
        self.0.numerator()
    }

    pub(crate) fn denominator(&self) -> &UBig {
        self.0.denominator()
    }
}

impl From<i64> for Fraction {
    fn from(whole: i64) -> Self {
        Self(RBig::from(whole))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a fraction such as `1/3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFractionError;

impl fmt::Display for ParseFractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fraction is written as 1/3, or as a whole number")
    }
}

impl core::error::Error for ParseFractionError {}

impl FromStr for Fraction {
    type Err = ParseFractionError;

    fn from_str(text: &str) -> Result<Self, ParseFractionError> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !plain(numerator.strip_prefix('-').unwrap_or(numerator)) || !plain(denominator) {
            return Err(ParseFractionError);
        }
        let numerator: IBig = numerator.parse().map_err(|_| ParseFractionError)?;
        let denominator: IBig = denominator.parse().map_err(|_| ParseFractionError)?;
        if denominator.is_zero() { Err(ParseFractionError) } else { Ok(Self::of(numerator, denominator)) }
    }
}

impl Add for &Fraction {
    type Output = Fraction;

    fn add(self, other: Self) -> Fraction {
        Fraction(&self.0 + &other.0)
    }
}

impl Sub for &Fraction {
    type Output = Fraction;

    fn sub(self, other: Self) -> Fraction {
        Fraction(&self.0 - &other.0)
    }
}

impl Mul for &Fraction {
    type Output = Fraction;

    fn mul(self, other: Self) -> Fraction {
        Fraction(&self.0 * &other.0)
    }
}

impl Neg for Fraction {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, |sum, term| &sum + &term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(text: &str) -> Fraction {
        text.parse().unwrap()
    }

    #[test]
    fn is_written_in_lowest_terms() {
        let written = |numerator, denominator| Fraction::new(numerator, denominator).map(|it| it.to_string());
        assert_eq!(written(2, 6).as_deref(), Some("1/3"));
        assert_eq!(written(3, -6).as_deref(), Some("-1/2"));
        assert_eq!(written(0, 7).as_deref(), Some("0"));
        assert_eq!(written(7, 7).as_deref(), Some("1"));
        assert_eq!(written(1, 0), None);
    }

    #[test]
    fn reads_what_it_writes_and_nothing_else() {
        for text in ["0", "1", "-1/2", "28983752/72184713", "123456789012345678901234567891/2"] {
            assert_eq!(fraction(text).to_string(), text);
        }
        for text in ["", "/", "1/", "/2", "1/0", "1/-2", "0.5", "+1", " 1", "1_000", "a"] {
            assert_eq!(text.parse::<Fraction>(), Err(ParseFractionError), "{text}");
        }
    }

    #[test]
    fn computes_exactly() {
        assert_eq!(&fraction("1/3") + &fraction("1/6"), fraction("1/2"));
        assert_eq!(fraction("1/3").complement(), fraction("2/3"));
        assert_eq!(&fraction("2/3") * &fraction("3/4"), fraction("1/2"));
        assert_eq!(["1/2", "1/3", "1/6"].map(fraction).into_iter().sum::<Fraction>(), Fraction::ONE);
        assert!(fraction("1/3") < fraction("34/100"));
        assert_eq!(["7/2", "-7/2", "4", "0"].map(|text| fraction(text).floor()), [3, -4, 4, 0]);
    }
}
