//! Whole numbers that survive other programs, many of which store every number as a float.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, RefOr, Type};
use utoipa::{PartialSchema, ToSchema};

/// The largest whole number up to which all are exact in `jq` and JavaScript: 2^53 − 1.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// A whole number: written as a number up to 2^53 − 1, and beyond that as text. Either form can be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeJson(pub i128);

impl WholeJson {
    /// As a cell of a line, where every cell fits.
    #[must_use]
    pub fn cell(self) -> i64 {
        i64::try_from(self.0).unwrap_or(if self.0 < 0 { i64::MIN } else { i64::MAX })
    }
}

impl From<u64> for WholeJson {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl From<i64> for WholeJson {
    fn from(number: i64) -> Self {
        Self(number.into())
    }
}

impl fmt::Display for WholeJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for WholeJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(number) if number.unsigned_abs() <= LARGEST_EXACT => serializer.serialize_i64(number),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for WholeJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Large(u64),
            Small(i64),
            Text(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Large(number) => Ok(number.into()),
            Either::Small(number) => Ok(number.into()),
            Either::Text(text) => text.parse().map(Self).map_err(|_| D::Error::custom("not a whole number")),
        }
    }
}

impl PartialSchema for WholeJson {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Integer);
        let text = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^-?[0-9]+$"));
        let help = "A whole number: as a number up to 2^53 - 1, and beyond that as text.";
        OneOfBuilder::new().item(number).item(text).description(Some(help)).into()
    }
}

impl ToSchema for WholeJson {
    fn name() -> Cow<'static, str> {
        "Whole".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers parse back, and a program that stores every number as a float reads the same.
    #[test]
    fn whole_numbers_survive() {
        let edge = i128::from(LARGEST_EXACT);
        for number in [0, 7, -7, edge, -edge, edge + 1, -edge - 1, u64::MAX.into(), i64::MIN.into()] {
            let text = serde_json::to_string(&WholeJson(number)).unwrap();
            assert_eq!(text.starts_with('"'), number.abs() > edge, "{text}");
            assert_eq!(serde_json::from_str::<WholeJson>(&text).unwrap(), WholeJson(number));
            assert_eq!(
                serde_json::from_str::<WholeJson>(&format!("\"{number}\"")).unwrap(),
                WholeJson(number)
            );
            if let Ok(float) = text.parse::<f64>() {
                assert_eq!(float as i128, number);
            }
        }
        assert_eq!(serde_json::from_str::<WholeJson>("18446744073709551615").unwrap(), u64::MAX.into());
        for wrong in ["1.5", "\"x\"", "\"\"", "null", "[]"] {
            assert!(serde_json::from_str::<WholeJson>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            (WholeJson(5).cell(), WholeJson(i128::MAX).cell(), WholeJson(i128::MIN).cell()),
            (5, i64::MAX, i64::MIN)
        );
    }
}
