//! Values of the table as other programs read them.

use numberline_rules::{Settings, Turn, Value};
use serde::{Serialize, Serializer};

/// A number as a number; `yes`, `no` and other words as text.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ValueJson {
    Number(u64),
    Word(String),
}

impl From<Value> for ValueJson {
    fn from(value: Value) -> Self {
        match value {
            Value::Number(number) => Self::Number(number),
            Value::Flag(_) | Value::Word(_) => Self::Word(value.to_string()),
        }
    }
}

/// A variant: each parameter with its value, in the game's order.
pub(crate) struct VariantJson(pub(crate) Settings);

impl Serialize for VariantJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.0.iter().map(|(parameter, value)| (parameter.name, ValueJson::from(value))))
    }
}

/// `1`, `2`, `"both"` or `"over"`.
pub(crate) struct TurnJson(pub(crate) Turn);

impl Serialize for TurnJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Turn::Of(seat) => serializer.serialize_u8(seat.number()),
            Turn::Both => serializer.serialize_str("both"),
            Turn::Over { .. } => serializer.serialize_str("over"),
        }
    }
}
